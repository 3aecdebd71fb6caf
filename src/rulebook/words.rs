//! Numbers as words, and the form of a noun that a number takes.
//!
//! In: a whole number, a language, a gender. Out: `twenty-eight`, `ventotto`, `двадцать восемь`, as
//! they stand before a noun in the nominative. Knows nothing of the texts around them.

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

/// The largest number that is spelled out.
pub const LARGEST: u32 = 9999;

/// The languages whose numbers are known.
pub const SPELLED: [&str; 3] = ["en", "it", "ru"];

/// The gender a number agrees with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gender {
    /// Also for languages whose numbers have none.
    #[default]
    Masculine,
    /// `una scimmia`, `одна обезьяна`.
    Feminine,
    /// `одно яйцо`.
    Neuter,
}

impl Gender {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Masculine, Self::Feminine, Self::Neuter];

    /// By the letter that texts write: `m`, `f` or `n`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "m" => Some(Self::Masculine),
            "f" => Some(Self::Feminine),
            "n" => Some(Self::Neuter),
            _ => None,
        }
    }
}

/// The number as words, if the language is one of [`SPELLED`] and the number at most [`LARGEST`].
pub fn spelled(number: u32, lang: &str, gender: Gender) -> Option<String> {
    if number > LARGEST {
        return None;
    }
    match primary(lang) {
        "en" => Some(english(number)),
        "it" => Some(italian(number, gender)),
        "ru" => Some(russian(number, gender)),
        _ => None,
    }
}

/// The plural category of a number in a language, as CLDR names them: `zero`, `one`, `two`, `few`,
/// `many`, `other`.
pub fn category(number: u32, lang: &str) -> &'static str {
    let locale: Locale = lang.replace('_', "-").parse().unwrap_or(Locale::UNKNOWN);
    let Ok(rules) = PluralRules::try_new_cardinal((&locale).into()) else { return "other" };
    match rules.category_for(number) {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

/// `pt` of `pt-BR`.
pub(super) fn primary(lang: &str) -> &str {
    lang.split(['-', '_']).next().unwrap_or_default()
}

fn english(n: u32) -> String {
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
            joined(format!("{} hundred", SMALL[(n / 100) as usize]), " and ", n % 100, english)
        }
        // Two thousand and five, but two thousand one hundred.
        _ => joined(
            format!("{} thousand", english(n / 1000)),
            if n % 1000 < 100 { " and " } else { " " },
            n % 1000,
            english,
        ),
    }
}

fn joined(head: String, by: &str, rest: u32, spell: impl Fn(u32) -> String) -> String {
    if rest == 0 { head } else { format!("{head}{by}{}", spell(rest)) }
}

fn italian(n: u32, gender: Gender) -> String {
    match (n, gender) {
        // Only the number one itself agrees; «un» stands before most nouns.
        (1, Gender::Feminine) => "una".to_owned(),
        (1, _) => "un".to_owned(),
        _ => {
            let mut word = italian_stem(n);
            // «Tre» at the end of a longer number takes an accent.
            if n > 20 && n % 10 == 3 && n % 100 != 13 {
                word.truncate(word.len() - 1);
                word.push('é');
            }
            word
        }
    }
}

fn italian_stem(n: u32) -> String {
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
            joined(format!("{times}{hundred}"), "", rest, italian_stem)
        }
        _ => {
            let thousand = if n < 2000 {
                "mille".to_owned()
            } else {
                format!("{}mila", italian_stem(n / 1000))
            };
            joined(thousand, "", n % 1000, italian_stem)
        }
    }
}

fn russian(n: u32, gender: Gender) -> String {
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
    let rest = |n: u32| russian(n, gender);
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
                2..=4 => format!("{} тысячи", russian(thousands, Gender::Feminine)),
                _ => format!("{} тысяч", russian(thousands, Gender::Feminine)),
            };
            joined(head, " ", n % 1000, rest)
        }
    }
}

/// How a number below a thousand is written in the other cases of a language that has them:
/// «двадцати восьми», «двадцатью восемью». With ё and without.
pub(super) fn declined(number: u32, lang: &str) -> Vec<String> {
    if primary(lang) != "ru" || number >= 1000 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for gender in [Gender::Masculine, Gender::Feminine] {
        let words = russian(number, gender);
        for case in 0..4 {
            let form =
                words.split(' ').map(|word| russian_case(word, case)).collect::<Vec<_>>().join(" ");
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
fn russian_case(word: &str, case: usize) -> String {
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
            russian_case(&stem(5), case) + if case == 2 { "десятью" } else { "десяти" }
        }
        _ if word.ends_with("сот") || word.ends_with("ста") || word.ends_with("сти") => {
            let part = match word {
                "двести" => "два".to_owned(),
                _ => stem(3),
            };
            russian_case(&part, case) + ["сот", "стам", "стами", "стах"][case]
        }
        _ => stem(1) + if case == 2 { "ью" } else { "и" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spelled_as_they_are_written() {
        use Gender::{Feminine as F, Masculine as M, Neuter as N};
        for (lang, gender, number, words) in [
            ("en", M, 0, "zero"),
            ("en", M, 1, "one"),
            ("en", M, 13, "thirteen"),
            ("en", M, 28, "twenty-eight"),
            ("en", M, 40, "forty"),
            ("en", M, 100, "one hundred"),
            ("en", M, 110, "one hundred and ten"),
            ("en", M, 999, "nine hundred and ninety-nine"),
            ("en-GB", M, 2005, "two thousand and five"),
            ("en", M, 9999, "nine thousand nine hundred and ninety-nine"),
            ("it", M, 1, "un"),
            ("it", F, 1, "una"),
            ("it", M, 3, "tre"),
            ("it", M, 13, "tredici"),
            ("it", M, 20, "venti"),
            ("it", F, 21, "ventuno"),
            ("it", M, 23, "ventitré"),
            ("it", M, 28, "ventotto"),
            ("it", M, 88, "ottantotto"),
            ("it", M, 100, "cento"),
            ("it", M, 101, "centouno"),
            ("it", M, 103, "centotré"),
            ("it", M, 108, "centotto"),
            ("it", M, 113, "centotredici"),
            ("it", M, 180, "centottanta"),
            ("it", M, 188, "centottantotto"),
            ("it", M, 110, "centodieci"),
            ("it", M, 333, "trecentotrentatré"),
            ("it", M, 1000, "mille"),
            ("it", M, 1001, "milleuno"),
            ("it", M, 2008, "duemilaotto"),
            ("it", M, 9999, "novemilanovecentonovantanove"),
            ("ru", M, 1, "один"),
            ("ru", F, 1, "одна"),
            ("ru", N, 1, "одно"),
            ("ru", F, 2, "две"),
            ("ru", N, 2, "два"),
            ("ru", M, 28, "двадцать восемь"),
            ("ru", F, 22, "двадцать две"),
            ("ru", F, 101, "сто одна"),
            ("ru", M, 212, "двести двенадцать"),
            ("ru", M, 1000, "тысяча"),
            ("ru", F, 2002, "две тысячи две"),
            ("ru", M, 5040, "пять тысяч сорок"),
            ("ru", M, 9999, "девять тысяч девятьсот девяносто девять"),
        ] {
            assert_eq!(spelled(number, lang, gender).as_deref(), Some(words), "{number} in {lang}");
        }
        assert_eq!(spelled(10_000, "en", M), None);
        assert_eq!(spelled(1, "fi", M), None);
    }

    #[test]
    fn russian_numbers_are_known_in_all_cases() {
        for (number, forms) in [
            (2, ["двух", "двум", "двумя", "двух"]),
            (5, ["пяти", "пяти", "пятью", "пяти"]),
            (28, ["двадцати восьми", "двадцати восьми", "двадцатью восемью", "двадцати восьми"]),
            (40, ["сорока", "сорока", "сорока", "сорока"]),
            (
                63,
                ["шестидесяти трёх", "шестидесяти трём", "шестьюдесятью тремя", "шестидесяти трех"],
            ),
            (80, ["восьмидесяти", "восьмидесяти", "восемьюдесятью", "восьмьюдесятью"]),
            (90, ["девяноста", "девяноста", "девяноста", "девяноста"]),
            (104, ["ста четырёх", "ста четырём", "ста четырьмя", "ста четырех"]),
            (200, ["двухсот", "двумстам", "двумястами", "двухстах"]),
            (
                321,
                [
                    "трёхсот двадцати одного",
                    "трёмстам двадцати одной",
                    "тремястами двадцатью одним",
                    "трехстах двадцати одном",
                ],
            ),
            (
                555,
                [
                    "пятисот пятидесяти пяти",
                    "пятистам пятидесяти пяти",
                    "пятьюстами пятьюдесятью пятью",
                    "пятистах пятидесяти пяти",
                ],
            ),
        ] {
            let all = declined(number, "ru");
            for form in forms {
                assert!(all.iter().any(|known| known == form), "{form} in {all:?}");
            }
        }
        assert!(declined(28, "it").is_empty());
        // No form is that of two numbers.
        let mut seen: std::collections::HashMap<String, u32> = std::collections::HashMap::new();
        for number in 1..1000 {
            for form in declined(number, "ru") {
                assert!(
                    seen.insert(form.clone(), number).is_none_or(|other| other == number),
                    "{form} is {number}, too"
                );
            }
        }
    }

    #[test]
    fn all_numbers_of_a_language_differ() {
        for lang in SPELLED {
            let all: std::collections::HashSet<String> =
                (0..=LARGEST).filter_map(|n| spelled(n, lang, Gender::Masculine)).collect();
            assert_eq!(all.len(), LARGEST as usize + 1, "{lang}");
        }
    }

    #[test]
    fn nouns_take_the_form_of_their_number() {
        for (lang, number, wanted) in [
            ("en", 1, "one"),
            ("en", 0, "other"),
            ("en", 2, "other"),
            ("it", 1, "one"),
            ("it", 28, "other"),
            ("ru", 1, "one"),
            ("ru", 2, "few"),
            ("ru", 4, "few"),
            ("ru", 5, "many"),
            ("ru", 11, "many"),
            ("ru", 12, "many"),
            ("ru", 21, "one"),
            ("ru", 22, "few"),
            ("ru", 28, "many"),
            ("ru", 111, "many"),
            ("pl", 22, "few"),
            ("ja", 1, "other"),
            ("pt-BR", 1, "one"),
            ("no such language", 1, "other"),
        ] {
            assert_eq!(category(number, lang), wanted, "{number} in {lang}");
        }
    }
}
