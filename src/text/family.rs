//! Names of font files and of single faces, given in place of a family.

use crate::diag::UnknownName;

/// The words by which faces of a family are named, and their weights.
const WEIGHTS: &[(&str, u16)] = &[
    ("extralight", 200),
    ("ultralight", 200),
    ("semibold", 600),
    ("demibold", 600),
    ("extrabold", 800),
    ("ultrabold", 800),
    ("thin", 100),
    ("light", 300),
    ("regular", 400),
    ("medium", 500),
    ("bold", 700),
    ("heavy", 800),
    ("black", 900),
];

/// What to write in place of a family that does not exist.
pub fn family_hint(asked: &str, known: &[&str]) -> Option<String> {
    named_face(asked, known)
        .or_else(|| UnknownName::new("font family", asked, known.iter().copied()).hint())
}

/// `Alegreya-BoldItalic.ttf` is the family Alegreya with weight 700 in italic.
fn named_face(asked: &str, known: &[&str]) -> Option<String> {
    let plain = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let lower = asked.to_lowercase();
    let is_file = [".ttf", ".otf", ".ttc", ".woff", ".woff2"].iter().any(|e| lower.ends_with(e));
    let stem = if is_file { asked.rsplit_once('.').map_or(asked, |(stem, _)| stem) } else { asked };
    let mut rest = plain(stem.split('[').next().unwrap_or(stem));
    let mut italic = false;
    let mut weight = None;
    loop {
        if let Some(family) = known.iter().find(|family| plain(family) == rest) {
            let style = match (weight, italic) {
                (Some(weight), true) => format!(" with weight {weight} in italic"),
                (Some(weight), false) => format!(" with weight {weight}"),
                (None, true) => " in italic".to_owned(),
                (None, false) => String::new(),
            };
            return Some(format!("did you mean the family `{family}`{style}?"));
        }
        if let Some(family) = ["italic", "oblique"].iter().find_map(|word| rest.strip_suffix(word))
        {
            italic = true;
            rest = family.to_owned();
        } else {
            let found = WEIGHTS.iter().find_map(|(w, n)| Some((rest.strip_suffix(w)?, *n)));
            let (family, number) = found?;
            weight = weight.or(Some(number));
            rest = family.to_owned();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_is_known_by_its_family_and_weight() {
        let hint = |asked| family_hint(asked, &["Alegreya", "Alegreya Sans", "Rye"]);
        for (asked, meant) in [
            ("Alegreya-Bold", "did you mean the family `Alegreya` with weight 700?"),
            (
                "AlegreyaSans-BlackItalic",
                "did you mean the family `Alegreya Sans` with weight 900 in italic?",
            ),
            ("Alegreya Semi Bold", "did you mean the family `Alegreya` with weight 600?"),
            ("Rye-Regular.ttf", "did you mean the family `Rye` with weight 400?"),
            ("alegreyasans", "did you mean the family `Alegreya Sans`?"),
            ("Alegreya Italic", "did you mean the family `Alegreya` in italic?"),
            ("Alegrya", "did you mean `Alegreya`?"),
        ] {
            assert_eq!(hint(asked).as_deref(), Some(meant));
        }
        assert!(
            hint("Helvetica-Bold").is_some_and(|hint| hint.starts_with("the font families are"))
        );
    }
}
