//! Transforms as CSS writes them become the list that an SVG attribute holds.

/// What percentages and keywords of an origin are of: a corner and a size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ReferenceBox {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Rewrites `transform`: `rotate(45deg) translate(2px, 10%)` becomes `rotate(45) translate(2 5)`.
pub(super) fn list(value: &str, reference: ReferenceBox) -> Result<String, String> {
    let mut out = Vec::new();
    let mut rest = value.trim();
    if rest == "none" {
        return Ok(String::new());
    }
    while !rest.is_empty() {
        let (name, after) =
            rest.split_once('(').ok_or_else(|| format!("`{rest}` is no transform"))?;
        let (inside, after) =
            after.split_once(')').ok_or_else(|| format!("`{rest}` is not closed"))?;
        let arguments: Vec<&str> =
            inside.split([',', ' ', '\n', '\t']).filter(|a| !a.is_empty()).collect();
        out.push(function(name.trim(), &arguments, reference)?);
        rest = after.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
    }
    Ok(out.join(" "))
}

fn function(name: &str, arguments: &[&str], reference: ReferenceBox) -> Result<String, String> {
    let strange = || format!("`{name}({})` is not supported", arguments.join(", "));
    let lower = name.to_ascii_lowercase();
    let x = |text: &str| length(text, reference.width).ok_or_else(strange);
    let y = |text: &str| length(text, reference.height).ok_or_else(strange);
    let factor = |text: &str| factor(text).ok_or_else(strange);
    let degrees = |text: &str| degrees(text).ok_or_else(strange);
    Ok(match (lower.as_str(), arguments) {
        ("translate" | "translatex", [one]) => format!("translate({} 0)", x(one)?),
        ("translate", [one, two]) => format!("translate({} {})", x(one)?, y(two)?),
        ("translatey", [one]) => format!("translate(0 {})", y(one)?),
        ("translate3d", [one, two, "0" | "0px"]) => {
            format!("translate({} {})", x(one)?, y(two)?)
        }
        ("scale", [one]) => format!("scale({})", factor(one)?),
        ("scale", [one, two]) => format!("scale({} {})", factor(one)?, factor(two)?),
        ("scalex", [one]) => format!("scale({} 1)", factor(one)?),
        ("scaley", [one]) => format!("scale(1 {})", factor(one)?),
        ("rotate" | "rotatez", [one]) => format!("rotate({})", degrees(one)?),
        ("skew" | "skewx", [one]) => format!("skewX({})", degrees(one)?),
        ("skewy", [one]) => format!("skewY({})", degrees(one)?),
        ("matrix", [_, _, _, _, _, _]) => {
            let numbers: Result<Vec<f64>, _> =
                arguments.iter().map(|a| a.parse::<f64>().map_err(|_| strange())).collect();
            let numbers: Vec<String> = numbers?.iter().map(f64::to_string).collect();
            format!("matrix({})", numbers.join(" "))
        }
        _ => return Err(strange()),
    })
}

/// The properties `translate`, `rotate` and `scale`, in the order in which CSS applies them.
pub(super) fn single(
    name: &str,
    value: &str,
    reference: ReferenceBox,
) -> Result<Option<String>, String> {
    let words: Vec<&str> = value.split_whitespace().collect();
    if words == ["none"] {
        return Ok(None);
    }
    let words = match (name, words.as_slice()) {
        ("rotate", ["z", angle] | [angle, "z"] | ["0", "0", "1", angle]) => vec![*angle],
        _ => words,
    };
    function(name, &words, reference).map(Some)
}

/// The origin of a transform.
pub(super) fn origin(value: &str, reference: ReferenceBox) -> Result<(f64, f64), String> {
    let strange = || format!("the origin `{value}` is not supported");
    let words: Vec<&str> = value.split_whitespace().collect();
    let (first, second) = match words.as_slice() {
        [one] => (*one, "center"),
        [one, two] | [one, two, "0" | "0px"] => (*one, *two),
        _ => return Err(strange()),
    };
    let is_vertical = |word: &str| matches!(word, "top" | "bottom");
    let is_horizontal = |word: &str| matches!(word, "left" | "right");
    let (first, second) =
        if is_vertical(first) || is_horizontal(second) { (second, first) } else { (first, second) };
    let along = |word: &str, size: f64| match word {
        "left" | "top" => Some(0.0),
        "center" => Some(size / 2.0),
        "right" | "bottom" => Some(size),
        _ => length(word, size),
    };
    let x = along(first, reference.width).ok_or_else(strange)?;
    let y = along(second, reference.height).ok_or_else(strange)?;
    Ok((reference.x + x, reference.y + y))
}

/// A length in user units; a number alone is one only if it is 0, but authors mean it.
pub(super) fn length(text: &str, whole: f64) -> Option<f64> {
    let end = text.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(text.len());
    // An exponent is not a unit.
    let end = match &text.as_bytes()[end..] {
        [b'e' | b'E', b'-' | b'+' | b'0'..=b'9', ..] => {
            let after = text[end + 2..].find(|c: char| c.is_ascii_alphabetic() || c == '%');
            after.map_or(text.len(), |at| end + 2 + at)
        }
        _ => end,
    };
    let number: f64 = text[..end].trim().parse().ok().filter(|n: &f64| n.is_finite())?;
    Some(match &text[end..] {
        "" | "px" => number,
        "%" => number * whole / 100.0,
        "mm" => number * 96.0 / 25.4,
        "cm" => number * 96.0 / 2.54,
        "q" | "Q" => number * 96.0 / 101.6,
        "in" => number * 96.0,
        "pt" => number * 96.0 / 72.0,
        "pc" => number * 16.0,
        _ => return None,
    })
}

fn factor(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok().map(|n| n / 100.0),
        None => text.parse().ok(),
    }
}

fn degrees(text: &str) -> Option<f64> {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    Some(match &text[end..] {
        "deg" => number,
        "grad" => number * 0.9,
        "rad" => number.to_degrees(),
        "turn" => number * 360.0,
        "" if number == 0.0 => 0.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: ReferenceBox = ReferenceBox { x: 10.0, y: 0.0, width: 50.0, height: 80.0 };

    #[test]
    fn functions_are_written_as_svg_writes_them() {
        for (css, svg) in [
            ("none", ""),
            ("rotate(0.5turn)translate(2px, 10%)", "rotate(180) translate(2 8)"),
            ("translateX(1in) scale(50%) skewY(10grad)", "translate(96 0) scale(0.5) skewY(9)"),
            ("matrix(1, 0, 0, 1, 5, 6)", "matrix(1 0 0 1 5 6)"),
            ("scaleX(-1)", "scale(-1 1)"),
        ] {
            assert_eq!(list(css, BOX).as_deref(), Ok(svg), "{css}");
        }
        for css in ["rotateX(4deg)", "rotate(4)", "translate(2em)", "spin", "scale(1", "scale(a)"] {
            assert!(list(css, BOX).is_err(), "{css}");
        }
        assert_eq!(single("rotate", "z 90deg", BOX), Ok(Some("rotate(90)".into())));
        assert_eq!(single("scale", "none", BOX), Ok(None));
    }

    #[test]
    fn origins_are_keywords_lengths_and_percentages() {
        for (css, point) in [
            ("center", (35.0, 40.0)),
            ("top right", (60.0, 0.0)),
            ("5px 25%", (15.0, 20.0)),
            ("bottom", (35.0, 80.0)),
        ] {
            assert_eq!(origin(css, BOX), Ok(point), "{css}");
        }
        assert!(origin("a b", BOX).is_err());
        assert_eq!(length("1e1px", 1.0), Some(10.0));
    }
}
