//! Numbers as words, and the form of a noun that a number takes.
//!
//! In: a whole number, a language, a gender. Out: `twenty-eight`, `ventotto`, `двадцать восемь`, as
//! they stand before a noun in the nominative. Knows nothing of the texts around them.

mod english;
mod french;
mod german;
mod grammar;
mod italian;
mod polish;
mod portuguese;
mod russian;
mod spanish;

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};

pub use grammar::Gender;

/// The largest number that is spelled out.
pub const LARGEST: u32 = 9999;

/// The languages whose numbers are known, a file each.
pub const SPELLED: [&str; 8] = ["en", "it", "ru", "de", "fr", "es", "pt", "pl"];

/// The number as words, if the language is one of [`SPELLED`] and the number at most [`LARGEST`].
pub fn spelled(number: u32, lang: &str, gender: Gender) -> Option<String> {
    if number > LARGEST {
        return None;
    }
    match primary(lang) {
        "en" => Some(english::spelled(number)),
        "it" => Some(italian::spelled(number, gender)),
        "ru" => Some(russian::spelled(number, gender)),
        "de" => Some(german::spelled(number, gender)),
        "fr" => Some(french::spelled(number, gender)),
        "es" => Some(spanish::spelled(number, gender)),
        "pt" => Some(portuguese::spelled(number, gender, is_brazilian(lang))),
        "pl" => Some(polish::spelled(number, gender)),
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

/// Whether a Portuguese is that of Brazil; plain `pt` is, too, as CLDR has it.
fn is_brazilian(lang: &str) -> bool {
    !lang.to_ascii_lowercase().ends_with("pt") || lang.eq_ignore_ascii_case("pt")
}

/// `pt` of `pt-BR`.
pub(super) fn primary(lang: &str) -> &str {
    lang.split(['-', '_']).next().unwrap_or_default()
}

/// How a number below a thousand is written in the other cases of a language that has them:
/// «двадцати восьми», «двадцатью восемью». With ё and without.
pub(super) fn declined(number: u32, lang: &str) -> Vec<String> {
    if primary(lang) == "ru" { russian::declined(number) } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    use Gender::{Feminine as F, Masculine as M, Neuter as N};

    const NUMBERS: &[(&str, Gender, u32, &str)] = &[
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
        ("de", M, 1, "ein"),
        ("de", F, 1, "eine"),
        ("de", M, 16, "sechzehn"),
        ("de", F, 21, "einundzwanzig"),
        ("de", M, 28, "achtundzwanzig"),
        ("de", M, 30, "dreißig"),
        ("de", M, 101, "einhunderteins"),
        ("de", M, 110, "einhundertzehn"),
        ("de", M, 1001, "eintausendeins"),
        ("de-AT", M, 9999, "neuntausendneunhundertneunundneunzig"),
        ("fr", M, 1, "un"),
        ("fr", F, 1, "une"),
        ("fr", F, 21, "vingt et une"),
        ("fr", M, 28, "vingt-huit"),
        ("fr", M, 71, "soixante et onze"),
        ("fr", M, 77, "soixante-dix-sept"),
        ("fr", M, 80, "quatre-vingts"),
        ("fr", F, 81, "quatre-vingt-une"),
        ("fr", M, 91, "quatre-vingt-onze"),
        ("fr", M, 200, "deux cents"),
        ("fr", M, 222, "deux cent vingt-deux"),
        ("fr", M, 1000, "mille"),
        ("fr", M, 2005, "deux mille cinq"),
        ("es", M, 1, "un"),
        ("es", F, 1, "una"),
        ("es", M, 21, "veintiún"),
        ("es", F, 31, "treinta y una"),
        ("es", M, 100, "cien"),
        ("es", M, 101, "ciento un"),
        ("es", F, 555, "quinientas cincuenta y cinco"),
        ("es", M, 1001, "mil un"),
        ("es", M, 9999, "nueve mil novecientos noventa y nueve"),
        ("pt", F, 2, "duas"),
        ("pt-BR", M, 16, "dezesseis"),
        ("pt-PT", M, 16, "dezasseis"),
        ("pt", M, 28, "vinte e oito"),
        ("pt", M, 100, "cem"),
        ("pt", F, 222, "duzentas e vinte e duas"),
        ("pt", M, 1100, "mil e cem"),
        ("pt", M, 1101, "mil cento e um"),
        ("pt", M, 2005, "dois mil e cinco"),
        ("pl", M, 1, "jeden"),
        ("pl", F, 1, "jedna"),
        ("pl", N, 1, "jedno"),
        ("pl", F, 2, "dwie"),
        ("pl", F, 21, "dwadzieścia jeden"),
        ("pl", F, 22, "dwadzieścia dwie"),
        ("pl", M, 110, "sto dziesięć"),
        ("pl", M, 1100, "tysiąc sto"),
        ("pl", F, 2005, "dwa tysiące pięć"),
        ("pl", M, 5040, "pięć tysięcy czterdzieści"),
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
    ];

    #[test]
    fn numbers_are_spelled_as_they_are_written() {
        for (lang, gender, number, words) in NUMBERS.iter().copied() {
            assert_eq!(spelled(number, lang, gender).as_deref(), Some(words), "{number} in {lang}");
        }
        assert_eq!(spelled(10_000, "en", Gender::Masculine), None);
        assert_eq!(spelled(1, "fi", Gender::Masculine), None);
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
