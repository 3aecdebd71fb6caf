//! One length, one resolution.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A length in English Metric Units: 914 400 to the inch, 36 000 to the millimetre, 12 700 to the
/// point.
///
/// The unit is the one of Office Open XML (ECMA-376, part 1, 20.1.2.1); it was chosen there, as
/// here, because inches, millimetres, points and the usual pixels are all whole numbers of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(i64);

/// Why a text is not a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LengthError {
    /// A bare number such as `63`.
    NoUnit(String),
    /// A number followed by something that is no unit, such as `63px`.
    UnknownUnit(String),
    /// No number at all.
    NoNumber,
    /// A comma where the decimal point belongs.
    Comma,
    /// More than ten metres, or more digits than a length can hold.
    TooLarge,
    /// `1/0in`.
    ZeroDivisor,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoUnit(n) => {
                write!(f, "`{n}` has no unit; write `{n}mm`, `{n}cm`, `{n}in` or `{n}pt`")
            }
            Self::UnknownUnit(u) => {
                write!(f, "`{u}` is not a unit of length; use mm, cm, in or pt")
            }
            Self::NoNumber => {
                write!(f, "write a number and a unit, such as `63mm` or `1/8in`")
            }
            Self::Comma => write!(f, "write the decimals of a length with a point, as in `2.5mm`"),
            Self::TooLarge => write!(f, "a length is at most 10000mm"),
            Self::ZeroDivisor => write!(f, "the fraction divides by 0"),
        }
    }
}

impl Length {
    /// No length.
    pub const ZERO: Self = Self(0);
    /// The longest length a file may state: ten metres.
    pub const MAX: Self = Self::mm(10_000);

    const PER_MM: i64 = 36_000;
    const PER_PT: i64 = 12_700;
    const PER_INCH: i64 = 914_400;

    /// A whole number of millimetres.
    pub const fn mm(mm: i64) -> Self {
        Self(mm * Self::PER_MM)
    }

    /// A whole number of micrometres, for tables of sizes.
    pub const fn um(micrometres: i64) -> Self {
        Self(micrometres * Self::PER_MM / 1_000)
    }

    /// A whole number of points of 1/72 inch.
    pub const fn pt(pt: i64) -> Self {
        Self(pt * Self::PER_PT)
    }

    /// A fraction of an inch: `inch(7, 2)` is three and a half inches.
    pub const fn inch(numerator: i64, denominator: i64) -> Self {
        Self(numerator * Self::PER_INCH / denominator)
    }

    /// A whole number of EMU.
    pub const fn emu(emu: i64) -> Self {
        Self(emu)
    }

    /// The nearest to a number of millimetres that was computed or measured.
    pub fn round_mm(mm: f64) -> Self {
        Self::round_emu(mm * Self::PER_MM as f64)
    }

    /// The nearest to a number of EMU that was computed.
    pub fn round_emu(emu: f64) -> Self {
        Self(emu.round() as i64)
    }

    /// The count of EMU.
    pub const fn to_emu(self) -> i64 {
        self.0
    }

    /// In millimetres.
    pub fn to_mm(self) -> f64 {
        self.0 as f64 / Self::PER_MM as f64
    }

    /// In points of 1/72 inch, the unit of PDF.
    pub fn to_pt(self) -> f64 {
        self.0 as f64 / Self::PER_PT as f64
    }

    /// The length without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// Reads `63mm`, `2.5in`, `1/8in`, `18pt`, `1.5cm`. Digits are never sent through a float, and
    /// what lies below one EMU (0.03 µm) is dropped.
    pub fn parse(text: &str) -> Result<Self, LengthError> {
        let text = text.trim();
        let split = text
            .find(|c: char| !matches!(c, '0'..='9' | '.' | '/' | '-' | '+' | ','))
            .unwrap_or(text.len());
        let number = text[..split].trim();
        let unit = text[split..].trim();
        if number.contains(',') {
            return Err(LengthError::Comma);
        }
        let per_unit = match unit {
            "mm" => Self::PER_MM,
            "cm" => Self::PER_MM * 10,
            "in" => Self::PER_INCH,
            "pt" => Self::PER_PT,
            "" if number.is_empty() => return Err(LengthError::NoNumber),
            "" => return Err(LengthError::NoUnit(number.to_owned())),
            other if number.is_empty() => {
                return Err(if other.chars().any(char::is_alphabetic) {
                    LengthError::NoNumber
                } else {
                    LengthError::UnknownUnit(other.to_owned())
                });
            }
            other => return Err(LengthError::UnknownUnit(other.to_owned())),
        };
        let (sign, digits) = match number.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, number.strip_prefix('+').unwrap_or(number)),
        };
        let emu = if let Some((above, below)) = digits.split_once('/') {
            let above = whole(above)?;
            let below = whole(below)?;
            if below == 0 {
                return Err(LengthError::ZeroDivisor);
            }
            i128::from(above) * i128::from(per_unit) / i128::from(below)
        } else {
            let (int, frac) = digits.split_once('.').unwrap_or((digits, ""));
            if int.is_empty() && frac.is_empty() {
                return Err(LengthError::NoNumber);
            }
            let int = if int.is_empty() { 0 } else { whole(int)? };
            let frac = &frac[..frac.len().min(12)];
            let below = 10_i128.pow(frac.len() as u32);
            let frac = if frac.is_empty() { 0 } else { whole(frac)? };
            i128::from(int) * i128::from(per_unit) + i128::from(frac) * i128::from(per_unit) / below
        };
        if emu > i128::from(Self::MAX.0) {
            return Err(LengthError::TooLarge);
        }
        Ok(Self(sign * emu as i64))
    }
}

fn whole(digits: &str) -> Result<i64, LengthError> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(LengthError::NoNumber);
    }
    digits.parse().map_err(|_| LengthError::TooLarge)
}

/// In millimetres with at most two decimals, as people say it: `63.5 mm`.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 as f64 / (Self::PER_MM as f64 / 100.0)).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let int = hundredths.abs() / 100;
        let frac = hundredths.abs() % 100;
        match (frac, frac % 10) {
            (0, _) => write!(f, "{sign}{int} mm"),
            (_, 0) => write!(f, "{sign}{int}.{} mm", frac / 10),
            _ => write!(f, "{sign}{int}.{frac:02} mm"),
        }
    }
}

impl Add for Length {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Length {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Length {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Mul<i64> for Length {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self(self.0 * times)
    }
}

impl Div<i64> for Length {
    type Output = Self;
    fn div(self, parts: i64) -> Self {
        Self(self.0 / parts)
    }
}

/// How many times the other length goes into this one, rounded down.
impl Div for Length {
    type Output = i64;
    fn div(self, other: Self) -> i64 {
        self.0.div_euclid(other.0)
    }
}

impl Sum for Length {
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Self::ZERO, Add::add)
    }
}

/// Dots per inch, from 10 to 2400.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dpi(u32);

impl Dpi {
    /// What is usually asked for in print.
    pub const PRINT: Self = Self(300);
    /// As a usual screen has them.
    pub const GLANCE: Self = Self(96);
    /// Two pixels for each of a usual screen.
    pub const SCREEN: Self = Self(192);

    /// Accepts 10 to 2400: below, nothing can be read; above, one A4 side no longer fits in memory.
    pub const fn new(dots: u32) -> Option<Self> {
        if dots >= 10 && dots <= 2400 { Some(Self(dots)) } else { None }
    }

    /// The count of dots per inch.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Dots per millimetre.
    pub fn per_mm(self) -> f64 {
        f64::from(self.0) / 25.4
    }

    /// The length as a count of pixels, rounded to the nearest, at least one.
    pub fn pixels(self, length: Length) -> u32 {
        let dots = (i128::from(length.to_emu()) * i128::from(self.0) * 2
            + i128::from(Length::PER_INCH))
            / (2 * i128::from(Length::PER_INCH));
        dots.clamp(1, i128::from(u32::MAX)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_from_digits() {
        for (text, emu) in [
            ("63mm", 2_268_000),
            ("63.5 mm", 2_286_000),
            ("2.5in", 2_286_000),
            ("1/8in", 114_300),
            ("18pt", 228_600),
            ("6.3cm", 2_268_000),
            (".5mm", 18_000),
            ("-1.25mm", -45_000),
            ("0mm", 0),
            ("10000mm", 360_000_000),
        ] {
            assert_eq!(Length::parse(text), Ok(Length::emu(emu)), "{text}");
        }
    }

    #[test]
    fn what_is_no_length_says_why() {
        for (text, error) in [
            ("63", LengthError::NoUnit("63".into())),
            ("63px", LengthError::UnknownUnit("px".into())),
            ("1,5mm", LengthError::Comma),
            ("", LengthError::NoNumber),
            ("mm", LengthError::NoNumber),
            ("wide", LengthError::NoNumber),
            (".mm", LengthError::NoNumber),
            ("1/0in", LengthError::ZeroDivisor),
            ("1/2/3in", LengthError::NoNumber),
            ("1.2.3mm", LengthError::NoNumber),
            ("--1mm", LengthError::NoNumber),
            ("10001mm", LengthError::TooLarge),
            ("99999999999999999999mm", LengthError::TooLarge),
        ] {
            assert_eq!(Length::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn lengths_are_shown_in_millimetres() {
        for (emu, text) in [
            (2_286_000, "63.5 mm"),
            (0, "0 mm"),
            (-45_000, "-1.25 mm"),
            (36_000, "1 mm"),
            (1_800, "0.05 mm"),
        ] {
            assert_eq!(Length::emu(emu).to_string(), text);
        }
    }

    #[test]
    fn pixels_are_rounded_to_the_nearest() {
        let dpi = Dpi::new(300).unwrap();
        assert_eq!(dpi.pixels(Length::mm(63)), 744);
        assert_eq!(dpi.pixels(Length::inch(5, 2)), 750);
        assert_eq!(dpi.pixels(Length::ZERO), 1);
        assert_eq!(Dpi::new(9), None);
        assert_eq!(Dpi::new(2401), None);
    }
}
