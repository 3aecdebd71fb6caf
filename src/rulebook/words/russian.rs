//! `двадцать восемь`, `одна`, and the other cases.

use super::grammar::{Gender, joined};

pub(super) fn spelled(n: u32, gender: Gender) -> String {
    const SMALL: [&str; 20] = [
        "ноль",
        "один",
        "два",
        "три",
        "четыре",
        "пять",
        "шесть",
        "семь",
        "восемь",
        "девять",
        "десять",
        "одиннадцать",
        "двенадцать",
        "тринадцать",
        "четырнадцать",
        "пятнадцать",
        "шестнадцать",
        "семнадцать",
        "восемнадцать",
        "девятнадцать",
    ];
    const TENS: [&str; 10] = [
        "",
        "",
        "двадцать",
        "тридцать",
        "сорок",
        "пятьдесят",
        "шестьдесят",
        "семьдесят",
        "восемьдесят",
        "девяносто",
    ];
    const HUNDREDS: [&str; 10] = [
        "",
        "сто",
        "двести",
        "триста",
        "четыреста",
        "пятьсот",
        "шестьсот",
        "семьсот",
        "восемьсот",
        "девятьсот",
    ];
    let rest = |n: u32| spelled(n, gender);
    match n {
        1 if gender == Gender::Feminine => "одна".to_owned(),
        1 if gender == Gender::Neuter => "одно".to_owned(),
        2 if gender == Gender::Feminine => "две".to_owned(),
        0..20 => SMALL[n as usize].to_owned(),
        20..100 => joined(TENS[(n / 10) as usize].to_owned(), " ", n % 10, rest),
        100..1000 => joined(HUNDREDS[(n / 100) as usize].to_owned(), " ", n % 100, rest),
        _ => {
            let thousands = n / 1000;
            let head = match thousands {
                1 => "тысяча".to_owned(),
                2..=4 => format!("{} тысячи", spelled(thousands, Gender::Feminine)),
                _ => format!("{} тысяч", spelled(thousands, Gender::Feminine)),
            };
            joined(head, " ", n % 1000, rest)
        }
    }
}

/// How a number below a thousand is written in the other cases: «двадцати восьми», «двадцатью
/// восемью». With ё and without.
pub(super) fn declined(number: u32) -> Vec<String> {
    if number >= 1000 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for gender in [Gender::Masculine, Gender::Feminine] {
        let words = spelled(number, gender);
        for case in 0..4 {
            let form =
                words.split(' ').map(|word| in_case(word, case)).collect::<Vec<_>>().join(" ");
            found.extend([form.replace('ё', "е"), form]);
        }
    }
    // Spoken and written both ways.
    found.extend(
        found
            .clone()
            .iter()
            .filter(|form| form.contains("восемью"))
            .map(|form| form.replace("восемью", "восьмью")),
    );
    found.sort_unstable();
    found.dedup();
    found
}

/// A numeral in the genitive, dative, instrumental or prepositional.
fn in_case(word: &str, case: usize) -> String {
    let stem = |cut: usize| word.chars().take(word.chars().count() - cut).collect::<String>();
    match word {
        "один" | "одно" => ["одного", "одному", "одним", "одном"][case].to_owned(),
        "одна" => "одной".to_owned(),
        "два" | "две" => ["двух", "двум", "двумя", "двух"][case].to_owned(),
        "три" => ["трёх", "трём", "тремя", "трёх"][case].to_owned(),
        "четыре" => ["четырёх", "четырём", "четырьмя", "четырёх"][case].to_owned(),
        "восемь" => ["восьми", "восьми", "восемью", "восьми"][case].to_owned(),
        "сорок" => "сорока".to_owned(),
        "сто" | "девяносто" => stem(1) + "а",
        "ноль" => ["нуля", "нулю", "нулём", "нуле"][case].to_owned(),
        // Both parts of the tens and of the hundreds change.
        _ if word.ends_with("десят") => {
            in_case(&stem(5), case) + if case == 2 { "десятью" } else { "десяти" }
        }
        _ if word.ends_with("сот") || word.ends_with("ста") || word.ends_with("сти") => {
            let part = match word {
                "двести" => "два".to_owned(),
                _ => stem(3),
            };
            in_case(&part, case) + ["сот", "стам", "стами", "стах"][case]
        }
        _ => stem(1) + if case == 2 { "ью" } else { "и" },
    }
}
