//! TOML values to template values.

use indexmap::IndexMap;
use tera::value::Key;
use tera::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The type of a value, as messages name it.
pub(crate) fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a decimal number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// The integer, if it is one that fits.
pub(crate) fn integer(value: &DeValue<'_>) -> Option<i64> {
    let DeValue::Integer(number) = value else { return None };
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// The number, whole or not, if it is finite.
pub(crate) fn number(value: &DeValue<'_>) -> Option<f64> {
    let number = match value {
        DeValue::Float(number) => number.as_str().replace('_', "").parse().ok(),
        DeValue::Integer(_) => integer(value).map(|whole| whole as f64),
        _ => None,
    };
    number.filter(|number: &f64| number.is_finite())
}

/// The value as templates see it. Numbers that are whole print without a decimal point, whether
/// written 3 or 3.0.
pub(crate) fn value(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Integer(number) => {
            integer(value).map_or_else(|| Value::from(number.as_str()), Value::from)
        }
        DeValue::Float(number) => number_of(number.as_str()),
        DeValue::Boolean(truth) => Value::from(*truth),
        DeValue::Datetime(date) => Value::from(date.to_string()),
        DeValue::Array(items) => {
            Value::from(items.iter().map(|item| self::value(item.get_ref())).collect::<Vec<_>>())
        }
        DeValue::Table(table) => self::table(table),
    }
}

/// The table as a map in the order of the file.
pub(crate) fn table(table: &DeTable<'_>) -> Value {
    let mut entries: Vec<(&Spanned<_>, &Spanned<DeValue<'_>>)> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let map: Map = entries
        .into_iter()
        .map(|(key, item)| (Key::from(key.get_ref().to_string()), value(item.get_ref())))
        .collect();
    Value::from(map)
}

/// A map without entries.
pub(crate) fn empty() -> Value {
    Value::from(IndexMap::<Key<'static>, Value>::new())
}

/// A number as templates see it: whole where it is, and a text where no number holds it.
pub(crate) fn number_of(written: &str) -> Value {
    // Beyond 2^53 a float no longer tells neighbouring whole numbers apart.
    const WHOLE: f64 = 9_007_199_254_740_992.0;
    match written.parse::<f64>() {
        Ok(number) if number.fract() == 0.0 && number.abs() <= WHOLE => Value::from(number as i64),
        Ok(number) if number.is_finite() => Value::from(number),
        _ => Value::from(written),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_a_designer_expects() {
        let text = "a = 3\nb = 3.0\nc = 0.1\nd = 0.30\n\
                    e = '007'\nf = -2\ng = 1e3\nh = 0x10\ni = 1_000\nj = 1979-05-27\nk = inf";
        let parsed = DeTable::parse(text).unwrap();
        let shown: Vec<String> =
            parsed.get_ref().values().map(|v| value(v.get_ref()).to_string()).collect();
        assert_eq!(
            shown,
            ["3", "3", "0.1", "0.3", "007", "-2", "1000", "16", "1000", "1979-05-27", "inf"]
        );
    }

    #[test]
    fn tables_keep_the_order_of_the_file() {
        let parsed =
            DeTable::parse("zebra = 1\napple = [1, 2.0]\nmango = { y = 1, x = 2 }").unwrap();
        assert_eq!(
            table(parsed.get_ref()).to_string(),
            r#"{"zebra": 1, "apple": [1, 2], "mango": {"y": 1, "x": 2}}"#
        );
    }
}
