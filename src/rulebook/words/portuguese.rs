//! `vinte e oito`, `duas`, `duzentas`, in Brazil and in Portugal.

use super::grammar::{self, Gender};

pub(super) fn spelled(n: u32, gender: Gender, is_brazilian: bool) -> String {
    let is_feminine = gender == Gender::Feminine;
    let rest = |n: u32| spelled(n, gender, is_brazilian);
    let joined = |head: String, by: &str, n: u32| grammar::joined(head, by, n, rest);
    match n {
        1 if is_feminine => "uma".to_owned(),
        2 if is_feminine => "duas".to_owned(),
        16 if !is_brazilian => "dezasseis".to_owned(),
        17 if !is_brazilian => "dezassete".to_owned(),
        19 if !is_brazilian => "dezanove".to_owned(),
        0..20 => SMALL[n as usize].to_owned(),
        20..100 => joined(TENS[(n / 10) as usize].to_owned(), " e ", n % 10),
        100 => "cem".to_owned(),
        101..1000 => {
            let hundreds = HUNDREDS[(n / 100) as usize];
            let hundreds = match hundreds.strip_suffix("os") {
                Some(stem) if is_feminine => format!("{stem}as"),
                _ => hundreds.to_owned(),
            };
            joined(hundreds, " e ", n % 100)
        }
        _ => {
            let times = n / 1000;
            let thousand =
                if times == 1 { "mil".to_owned() } else { format!("{} mil", rest(times)) };
            let after = n % 1000;
            // «Mil e cem», «mil e um», but «mil cento e um».
            let by = if after < 100 || after.is_multiple_of(100) { " e " } else { " " };
            joined(thousand, by, after)
        }
    }
}

const SMALL: [&str; 20] = [
    "zero",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "catorze",
    "quinze",
    "dezesseis",
    "dezessete",
    "dezoito",
    "dezenove",
];

const TENS: [&str; 10] = [
    "",
    "",
    "vinte",
    "trinta",
    "quarenta",
    "cinquenta",
    "sessenta",
    "setenta",
    "oitenta",
    "noventa",
];

const HUNDREDS: [&str; 10] = [
    "",
    "cento",
    "duzentos",
    "trezentos",
    "quatrocentos",
    "quinhentos",
    "seiscentos",
    "setecentos",
    "oitocentos",
    "novecentos",
];
