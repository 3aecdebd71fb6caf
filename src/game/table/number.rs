//! Numbers as a spreadsheet shows them in its plain formats.
//!
//! Sections, colours, digits and signs of a format code are as in ECMA-376 part 1, 18.8.31. The
//! decimal sign is always a point.

/// A number that is shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// As the spreadsheet shows it.
    Same(String),
    /// Without its format, which is none of the plain ones.
    Plain(String),
}

/// A number in a format such as `General`, `000`, `#,##0.00` or `0%`.
pub(super) fn shown(value: f64, format: &str) -> Shown {
    let sections = sections(format);
    let is_negative = value < 0.0;
    let section = match sections.as_slice() {
        [_, negative, ..] if is_negative => negative,
        [_, _, zero, ..] if value == 0.0 => zero,
        [first, ..] => first,
        [] => "General",
    };
    // The section of negative numbers brings its own sign.
    let keeps_sign = !is_negative || sections.len() < 2;
    match Pattern::parse(section) {
        Some(Pattern::General) => Shown::Same(general(value)),
        Some(Pattern::Digits(pattern)) => {
            let text = pattern.write(value.abs());
            let is_zero = !text.contains(|c: char| matches!(c, '1'..='9'));
            let sign = if is_negative && keeps_sign && !is_zero { "-" } else { "" };
            Shown::Same(format!("{sign}{text}"))
        }
        None => Shown::Plain(general(value)),
    }
}

/// As many digits as are stored: spreadsheets keep 15.
pub(super) fn general(value: f64) -> String {
    let decimal = Decimal::new(value.abs());
    let sign = if value < 0.0 && !decimal.is_zero() { "-" } else { "" };
    format!("{sign}{}", decimal.plain())
}

/// The parts of a format between its semicolons, outside of quotes.
fn sections(format: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut is_quoted = false;
    let mut is_escaped = false;
    for (at, c) in format.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '"' => is_quoted = !is_quoted,
            '\\' if !is_quoted => is_escaped = true,
            ';' if !is_quoted => {
                found.extend(format.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.extend(format.get(start..));
    found
}

enum Pattern {
    General,
    Digits(Digits),
}

/// Digits with what stands before and after them.
#[derive(Default)]
struct Digits {
    before: String,
    after: String,
    /// The least number of digits before the point.
    least_whole: usize,
    /// The least and the greatest number of digits after it.
    least_part: usize,
    most_part: usize,
    has_point: bool,
    groups: bool,
    /// How often it is multiplied by 100, and divided by 1000.
    percents: usize,
    thousands: usize,
}

impl Pattern {
    /// `None` if it is none of the plain formats: fractions, exponents, conditions.
    fn parse(section: &str) -> Option<Self> {
        let mut digits = Digits::default();
        let mut has_digits = false;
        let mut is_general = false;
        let mut commas = 0;
        let mut chars = section.chars();
        while let Some(c) = chars.next() {
            let literal = match c {
                '0' | '#' | '?' => {
                    // Digits after what ended them are a telephone number.
                    if !digits.after.is_empty() {
                        return None;
                    }
                    digits.groups |= commas > 0;
                    commas = 0;
                    has_digits = true;
                    digits.digit(c);
                    continue;
                }
                '.' if has_digits || !digits.has_point => {
                    if std::mem::replace(&mut digits.has_point, true) {
                        return None;
                    }
                    has_digits = true;
                    continue;
                }
                ',' if has_digits => {
                    commas += 1;
                    continue;
                }
                '"' => chars.by_ref().take_while(|c| *c != '"').collect(),
                '\\' => chars.next()?.to_string(),
                // The width of a character, and a character that fills the cell.
                '_' | '*' => {
                    chars.next()?;
                    continue;
                }
                '[' => bracketed(&chars.by_ref().take_while(|c| *c != ']').collect::<String>())?,
                '%' => {
                    digits.percents += 1;
                    "%".to_owned()
                }
                'G' | 'g' => {
                    let word: String = chars.by_ref().take("eneral".len()).collect();
                    if !word.eq_ignore_ascii_case("eneral") {
                        return None;
                    }
                    is_general = true;
                    continue;
                }
                '@' => {
                    is_general = true;
                    continue;
                }
                '/' | 'E' | 'e' => return None,
                c if c.is_ascii_alphabetic() => return None,
                c => c.to_string(),
            };
            if has_digits { &mut digits.after } else { &mut digits.before }.push_str(&literal);
        }
        digits.thousands = commas;
        let is_bare = digits.before.is_empty() && digits.after.is_empty();
        match (is_general, has_digits) {
            (true, false) if is_bare => Some(Self::General),
            (false, true) => Some(Self::Digits(digits)),
            // A text alone, or nothing at all, would hide the number.
            _ => None,
        }
    }
}

/// What a bracket shows: a colour nothing, a currency its sign. `None` for conditions and times.
fn bracketed(inside: &str) -> Option<String> {
    const COLOURS: [&str; 8] =
        ["black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"];
    if let Some(currency) = inside.strip_prefix('$') {
        return Some(currency.split('-').next().unwrap_or_default().to_owned());
    }
    let name = inside.to_ascii_lowercase();
    let is_colour = COLOURS.contains(&name.as_str()) || name.starts_with("color");
    is_colour.then(String::new)
}

impl Digits {
    fn digit(&mut self, placeholder: char) {
        let is_zero = placeholder == '0';
        if self.has_point {
            self.most_part += 1;
            if is_zero {
                self.least_part = self.most_part;
            }
        } else if is_zero || self.least_whole > 0 {
            self.least_whole += 1;
        }
    }

    fn write(&self, value: f64) -> String {
        let mut decimal = Decimal::new(value);
        decimal.exponent += 2 * self.percents as i32 - 3 * self.thousands as i32;
        let (whole, part) = decimal.rounded(self.most_part);
        let whole = format!("{whole:0>width$}", width = self.least_whole);
        let whole = if self.groups { grouped(&whole) } else { whole };
        let kept = part.trim_end_matches('0').len().max(self.least_part);
        let part = part.get(..kept).unwrap_or_default();
        let point = if self.has_point { "." } else { "" };
        format!("{}{whole}{point}{part}{}", self.before, self.after)
    }
}

/// Digits with a comma before each third from the right.
fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number as the digits that a spreadsheet keeps of it: `0.DIGITS × 10^exponent`.
struct Decimal {
    digits: Vec<u8>,
    exponent: i32,
}

impl Decimal {
    /// The 15 digits nearest to a number that is not negative.
    fn new(value: f64) -> Self {
        let written = format!("{value:.14e}");
        let (mantissa, exponent) = written.split_once('e').unwrap_or((&written, "0"));
        let mut digits: Vec<u8> =
            mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self { digits, exponent: exponent.parse().unwrap_or(0) + 1 }
    }

    fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The digit at a power of ten: 0 is the ones, -1 the tenths.
    fn at(&self, power: i32) -> u8 {
        let index = usize::try_from(self.exponent - 1 - power).ok();
        index.and_then(|index| self.digits.get(index)).copied().unwrap_or(0)
    }

    /// The digits before the point, none for zero, and so many after it. A half is rounded away
    /// from zero.
    fn rounded(&self, places: usize) -> (String, String) {
        let last = -(places as i32);
        let mut carry = u8::from(self.at(last - 1) >= 5);
        let mut kept = Vec::new();
        for power in last..self.exponent.max(0) {
            let digit = self.at(power) + carry;
            carry = digit / 10;
            kept.push(char::from(b'0' + digit % 10));
        }
        if carry > 0 {
            kept.push('1');
        }
        let part: String = kept.drain(..places.min(kept.len())).rev().collect();
        let whole: String = kept.iter().rev().collect();
        (whole.trim_start_matches('0').to_owned(), part)
    }

    fn plain(&self) -> String {
        let places = (self.digits.len() as i32 - self.exponent).max(0) as usize;
        let (whole, part) = self.rounded(places);
        let whole = if whole.is_empty() { "0".to_owned() } else { whole };
        if part.is_empty() { whole } else { format!("{whole}.{part}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_a_spreadsheet_shows_them() {
        for (value, format, text) in [
            (7.0, "General", "7"),
            (1.1, "General", "1.1"),
            (0.1 + 0.2, "General", "0.3"),
            (-2.5, "General", "-2.5"),
            (0.0, "General", "0"),
            (-0.0, "General", "0"),
            (1e15, "General", "1000000000000000"),
            (1.5e-7, "General", "0.00000015"),
            (12.0, "@", "12"),
            (7.0, "000", "007"),
            (1234.0, "000", "1234"),
            (3.0, "0.00", "3.00"),
            (2.345, "0.00", "2.35"),
            (0.995, "0.00", "1.00"),
            (9.999, "0.0", "10.0"),
            (0.5, "0", "1"),
            (-0.4, "0", "0"),
            (-0.6, "0", "-1"),
            (0.25, "0%", "25%"),
            (0.125, "0.0%", "12.5%"),
            (1_234_567.891, "#,##0.00", "1,234,567.89"),
            (999.0, "#,##0", "999"),
            (0.5, "#.##", ".5"),
            (0.5, "0.##", "0.5"),
            (3.0, "0.##", "3."),
            (1_234_567.0, "0,", "1235"),
            (4.0, "0\" gold\"", "4 gold"),
            (4.0, "\\+0", "+4"),
            (4.0, "+0;-0;0", "+4"),
            (-4.0, "+0;-0;0", "-4"),
            (0.0, "+0;-0;\"none\"0", "none0"),
            (-4.0, "0_);(0)", "(4)"),
            (-4.0, "0;[Red]-0", "-4"),
            (4.5, "[$€-407]#,##0.00", "€4.50"),
            (4.5, "#,##0.00\\ [$€-407]", "4.50 €"),
        ] {
            assert_eq!(shown(value, format), Shown::Same(text.to_owned()), "{value} {format}");
        }
    }

    #[test]
    fn other_formats_are_no_plain_ones() {
        for format in ["# ?/?", "0.00E+00", "[>=100]0;0.0", "\"secret\"", "yyyy", "000-0000", ""] {
            assert_eq!(shown(0.5, format), Shown::Plain("0.5".to_owned()), "{format}");
        }
    }
}
