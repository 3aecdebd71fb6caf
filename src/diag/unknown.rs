//! Names that nobody knows: what is said of them, and which of the known ones are offered instead.
//!
//! In: the name that was written and those that would do. Out: the message and its hint, the same
//! for every kind of thing.

use super::{Code, Diagnostic};

/// A name that is none of those that are known.
#[derive(Clone, Debug)]
pub struct UnknownName<'a> {
    thing: &'a str,
    typed: &'a str,
    known: Vec<&'a str>,
}

impl<'a> UnknownName<'a> {
    /// A name of a `thing`, which is a noun in the singular such as `deck` or `kind of figure`.
    pub fn new(thing: &'a str, typed: &'a str, known: impl IntoIterator<Item = &'a str>) -> Self {
        Self { thing, typed, known: known.into_iter().collect() }
    }

    /// ``there is no deck `acts` ``
    pub fn message(&self) -> String {
        format!("there is no {} `{}`", self.thing, escaped(self.typed))
    }

    /// The known name that was probably meant; without such a one all of them, if there are any.
    pub fn hint(&self) -> Option<String> {
        did_you_mean(self.typed, self.known.iter().copied()).or_else(|| self.list())
    }

    /// ``the decks are `acts`, `artists` ``
    fn list(&self) -> Option<String> {
        let names = match self.known.as_slice() {
            [] => return None,
            [only] => return Some(format!("the only {} is `{only}`", self.thing)),
            known if known.len() <= MAX_LISTED => known.join("`, `"),
            known => {
                let shown = known[..MAX_LISTED].join("`, `");
                let more = known.len() - MAX_LISTED;
                return Some(format!("the {} are `{shown}` and {more} more", plural(self.thing)));
            }
        };
        Some(format!("the {} are `{names}`", plural(self.thing)))
    }

    /// The fault, with its hint.
    pub fn error(&self, code: Code) -> Diagnostic {
        Diagnostic::error(code, self.message()).maybe_hint(self.hint())
    }
}

/// Longer lists help nobody.
const MAX_LISTED: usize = 30;

/// `decks`, `kinds of figure`, `ways`
fn plural(thing: &str) -> String {
    let (noun, rest) = thing.split_once(' ').map_or((thing, ""), |(noun, rest)| (noun, rest));
    if rest.starts_with("of ") || rest.starts_with("here") {
        format!("{noun}s {rest}")
    } else {
        match thing.strip_suffix("ily") {
            Some(stem) => format!("{stem}ilies"),
            None => format!("{thing}s"),
        }
    }
}

/// The known name closest to what was typed, if one is close enough to be meant.
///
/// A third of the letters may differ (Damerau-Levenshtein, so that swapped letters count once);
/// letter case is forgiven.
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let lower = typed.to_lowercase();
    let letters = lower.chars().count();
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance * 3 <= name.chars().count().max(3))
        // Another letter altogether is no slip.
        .filter(|(distance, _)| *distance < letters.max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| format!("did you mean `{name}`?"))
}

/// The text with its control characters as TOML writes them.
pub fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_offered_and_a_far_one_is_not() {
        let known = ["bleed", "margin", "gutter"];
        assert_eq!(did_you_mean("bled", known).as_deref(), Some("did you mean `bleed`?"));
        assert_eq!(did_you_mean("Gutter", known).as_deref(), Some("did you mean `gutter`?"));
        assert_eq!(did_you_mean("colour", known), None);
        assert_eq!(did_you_mean("x", ["y", "id"]), None);
        let sides = ["weight", "height", "width"];
        assert_eq!(did_you_mean("widht", sides).as_deref(), Some("did you mean `width`?"));
        assert_eq!(
            did_you_mean("greeen", ["gray", "green"]).as_deref(),
            Some("did you mean `green`?")
        );
    }

    #[test]
    fn without_a_near_name_all_are_listed() {
        let hint = |thing, known: &[&'static str]| {
            UnknownName::new(thing, "xyzzy", known.iter().copied()).hint()
        };
        assert_eq!(hint("deck", &[]), None);
        assert_eq!(hint("deck", &["acts"]).as_deref(), Some("the only deck is `acts`"));
        assert_eq!(hint("key here", &["a", "b"]).as_deref(), Some("the keys here are `a`, `b`"));
        assert_eq!(
            hint("kind of figure", &["face", "icon"]).as_deref(),
            Some("the kinds of figure are `face`, `icon`")
        );
        let many = hint("point", &["point"; 32]).unwrap_or_default();
        assert!(many.ends_with("`point` and 2 more"), "{many}");
        let fault = UnknownName::new("deck", "art\nist", ["artists"]).error(Code::M013);
        assert_eq!(fault.message, "there is no deck `art\\nist`");
        assert_eq!(fault.hints, ["did you mean `artists`?"]);
    }
}
