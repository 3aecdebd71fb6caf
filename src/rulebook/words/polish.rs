//! `dwadzieścia osiem`, `dwie`, in the nominative.

use super::grammar::{Gender, joined};

pub(super) fn spelled(n: u32, gender: Gender) -> String {
    match (n, gender) {
        (1, Gender::Feminine) => "jedna".to_owned(),
        (1, Gender::Neuter) => "jedno".to_owned(),
        _ => whole(n, gender),
    }
}

/// Two agrees wherever it stands, one only alone.
fn whole(n: u32, gender: Gender) -> String {
    let rest = |n: u32| whole(n, gender);
    match n {
        2 if gender == Gender::Feminine => "dwie".to_owned(),
        0..20 => SMALL[n as usize].to_owned(),
        20..100 => joined(TENS[(n / 10) as usize].to_owned(), " ", n % 10, rest),
        100..1000 => joined(HUNDREDS[(n / 100) as usize].to_owned(), " ", n % 100, rest),
        _ => {
            let times = n / 1000;
            let thousand = match times {
                1 => "tysiąc".to_owned(),
                2..=4 => format!("{} tysiące", whole(times, Gender::Masculine)),
                _ => format!("{} tysięcy", whole(times, Gender::Masculine)),
            };
            joined(thousand, " ", n % 1000, rest)
        }
    }
}

const SMALL: [&str; 20] = [
    "zero",
    "jeden",
    "dwa",
    "trzy",
    "cztery",
    "pięć",
    "sześć",
    "siedem",
    "osiem",
    "dziewięć",
    "dziesięć",
    "jedenaście",
    "dwanaście",
    "trzynaście",
    "czternaście",
    "piętnaście",
    "szesnaście",
    "siedemnaście",
    "osiemnaście",
    "dziewiętnaście",
];

const TENS: [&str; 10] = [
    "",
    "",
    "dwadzieścia",
    "trzydzieści",
    "czterdzieści",
    "pięćdziesiąt",
    "sześćdziesiąt",
    "siedemdziesiąt",
    "osiemdziesiąt",
    "dziewięćdziesiąt",
];

const HUNDREDS: [&str; 10] = [
    "",
    "sto",
    "dwieście",
    "trzysta",
    "czterysta",
    "pięćset",
    "sześćset",
    "siedemset",
    "osiemset",
    "dziewięćset",
];
