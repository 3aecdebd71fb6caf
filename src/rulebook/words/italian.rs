//! `ventotto`, `una`.

use super::grammar::{Gender, joined};

pub(super) fn spelled(n: u32, gender: Gender) -> String {
    match (n, gender) {
        // Only the number one itself agrees; «un» stands before most nouns.
        (1, Gender::Feminine) => "una".to_owned(),
        (1, _) => "un".to_owned(),
        _ => {
            let mut word = stem(n);
            // «Tre» at the end of a longer number takes an accent.
            if n > 20 && n % 10 == 3 && n % 100 != 13 {
                word.truncate(word.len() - 1);
                word.push('é');
            }
            word
        }
    }
}

fn stem(n: u32) -> String {
    const SMALL: [&str; 20] = [
        "zero",
        "uno",
        "due",
        "tre",
        "quattro",
        "cinque",
        "sei",
        "sette",
        "otto",
        "nove",
        "dieci",
        "undici",
        "dodici",
        "tredici",
        "quattordici",
        "quindici",
        "sedici",
        "diciassette",
        "diciotto",
        "diciannove",
    ];
    const TENS: [&str; 10] = [
        "",
        "",
        "venti",
        "trenta",
        "quaranta",
        "cinquanta",
        "sessanta",
        "settanta",
        "ottanta",
        "novanta",
    ];
    match n {
        0..20 => SMALL[n as usize].to_owned(),
        20..100 => {
            let tens = TENS[(n / 10) as usize];
            match n % 10 {
                0 => tens.to_owned(),
                // Before a vowel the tens lose theirs: ventuno, ventotto.
                unit @ (1 | 8) => format!("{}{}", &tens[..tens.len() - 1], SMALL[unit as usize]),
                unit => format!("{tens}{}", SMALL[unit as usize]),
            }
        }
        100..1000 => {
            let rest = n % 100;
            // Before «otto» and «ottanta» the hundred loses its vowel.
            let hundred = if rest == 8 || (80..90).contains(&rest) { "cent" } else { "cento" };
            let times = if n < 200 { "" } else { SMALL[(n / 100) as usize] };
            joined(format!("{times}{hundred}"), "", rest, stem)
        }
        _ => {
            let thousand =
                if n < 2000 { "mille".to_owned() } else { format!("{}mila", stem(n / 1000)) };
            joined(thousand, "", n % 1000, stem)
        }
    }
}
