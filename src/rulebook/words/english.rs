//! `twenty-eight`, `one hundred and ten`.

use super::grammar::joined;

pub(super) fn spelled(n: u32) -> String {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 10] =
        ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    match n {
        0..20 => SMALL[n as usize].to_owned(),
        20..100 if n.is_multiple_of(10) => TENS[(n / 10) as usize].to_owned(),
        20..100 => format!("{}-{}", TENS[(n / 10) as usize], SMALL[(n % 10) as usize]),
        100..1000 => {
            joined(format!("{} hundred", SMALL[(n / 100) as usize]), " and ", n % 100, spelled)
        }
        // Two thousand and five, but two thousand one hundred.
        _ => joined(
            format!("{} thousand", spelled(n / 1000)),
            if n % 1000 < 100 { " and " } else { " " },
            n % 1000,
            spelled,
        ),
    }
}
