//! `vingt-huit`, `quatre-vingts`, `une`, as in France.

use super::grammar::{Gender, joined};

pub(super) fn spelled(n: u32, gender: Gender) -> String {
    let words = whole(n);
    // «Un» at the end agrees: vingt et une cartes.
    match (gender, words.strip_suffix("un")) {
        (Gender::Feminine, Some(before)) if n % 10 == 1 => format!("{before}une"),
        _ => words,
    }
}

fn whole(n: u32) -> String {
    const SMALL: [&str; 20] = [
        "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
        "onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit",
        "dix-neuf",
    ];
    const TENS: [&str; 10] =
        ["", "", "vingt", "trente", "quarante", "cinquante", "soixante", "", "quatre-vingt", ""];
    match n {
        0..20 => SMALL[n as usize].to_owned(),
        // From seventy and from ninety on it counts by twenty.
        20..100 => {
            let base = if n < 60 { n / 10 * 10 } else { n / 20 * 20 };
            let tens = TENS[(base / 10) as usize];
            match (n - base, n) {
                (0, 80) => "quatre-vingts".to_owned(),
                (0, _) => tens.to_owned(),
                (1 | 11, 20..80) => format!("{tens} et {}", SMALL[(n - base) as usize]),
                (rest, _) => format!("{tens}-{}", SMALL[rest as usize]),
            }
        }
        100..1000 => {
            let times = n / 100;
            let hundred = match (times, n % 100) {
                (1, _) => "cent".to_owned(),
                // An «s» only where nothing follows.
                (_, 0) => format!("{} cents", SMALL[times as usize]),
                _ => format!("{} cent", SMALL[times as usize]),
            };
            joined(hundred, " ", n % 100, whole)
        }
        _ => {
            let times = n / 1000;
            let thousand =
                if times == 1 { "mille".to_owned() } else { format!("{} mille", whole(times)) };
            joined(thousand, " ", n % 1000, whole)
        }
    }
}
