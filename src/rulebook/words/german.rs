//! `achtundzwanzig`, `eine`.

use super::grammar::{Gender, joined};

pub(super) fn spelled(n: u32, gender: Gender) -> String {
    match (n, gender) {
        // Only the number one itself agrees with what is counted.
        (1, Gender::Feminine) => "eine".to_owned(),
        (1, _) => "ein".to_owned(),
        _ => whole(n),
    }
}

fn whole(n: u32) -> String {
    const SMALL: [&str; 20] = [
        "null",
        "eins",
        "zwei",
        "drei",
        "vier",
        "fünf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
        "elf",
        "zwölf",
        "dreizehn",
        "vierzehn",
        "fünfzehn",
        "sechzehn",
        "siebzehn",
        "achtzehn",
        "neunzehn",
    ];
    const TENS: [&str; 10] = [
        "", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig",
        "neunzig",
    ];
    // Before another part of the word it is «ein».
    let part = |n: u32| if n == 1 { "ein" } else { SMALL[n as usize] };
    match n {
        0..20 => SMALL[n as usize].to_owned(),
        20..100 => {
            let tens = TENS[(n / 10) as usize];
            if n.is_multiple_of(10) {
                tens.to_owned()
            } else {
                format!("{}und{tens}", part(n % 10))
            }
        }
        100..1000 => joined(format!("{}hundert", part(n / 100)), "", n % 100, whole),
        _ => {
            let thousands = if n < 2000 { "ein".to_owned() } else { whole(n / 1000) };
            joined(format!("{thousands}tausend"), "", n % 1000, whole)
        }
    }
}
