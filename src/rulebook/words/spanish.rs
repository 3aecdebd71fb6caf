//! `veintiocho`, `veintiún`, `doscientas`, as they stand before a noun.

use super::grammar::{Gender, joined};

pub(super) fn spelled(n: u32, gender: Gender) -> String {
    let is_feminine = gender == Gender::Feminine;
    let rest = |n: u32| spelled(n, gender);
    match n {
        1 if is_feminine => "una".to_owned(),
        21 if is_feminine => "veintiuna".to_owned(),
        0..30 => SMALL[n as usize].to_owned(),
        30..100 => joined(TENS[(n / 10) as usize].to_owned(), " y ", n % 10, rest),
        100 => "cien".to_owned(),
        101..1000 => {
            let hundreds = HUNDREDS[(n / 100) as usize];
            let hundreds = match hundreds.strip_suffix("os") {
                Some(stem) if is_feminine => format!("{stem}as"),
                _ => hundreds.to_owned(),
            };
            joined(hundreds, " ", n % 100, rest)
        }
        _ => {
            let times = n / 1000;
            let thousand =
                if times == 1 { "mil".to_owned() } else { format!("{} mil", rest(times)) };
            joined(thousand, " ", n % 1000, rest)
        }
    }
}

const SMALL: [&str; 30] = [
    "cero",
    "un",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiún",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
];

const TENS: [&str; 10] =
    ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];

const HUNDREDS: [&str; 10] = [
    "",
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
];
