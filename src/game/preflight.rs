//! `[preflight]`: what a game says of faults that are a matter of judgement, and on which cards
//! they are meant.

use serde_json::{Value, json};
use toml::de::DeValue;

use super::Component;
use super::toml::{
    Bounds, Fields, Free, Item, Kind, LengthUpTo, Name, Names, NumberWithin, Text, table,
};
use crate::diag::{Code, Diagnostic, Exception, Level, Policy, Sink, Spanned};
use crate::files::{Files, ReadError};
use crate::units::Length;

/// The column of a table that says which faults of its card are meant.
pub(crate) const COLUMN: &str = "preflight";

table! {
    /// What a game says of how it looks, key by key.
    pub(crate) struct PreflightKeys:
        "`[preflight]`",
        "How strict the checks of looks are, those whose codes begin with L. A card is let off \
         with \
         its reason in a column `preflight`: `L005: the ghost is meant to be faint`, several of \
         them \
         separated by semicolons. `pnp check --write-baseline` writes the faults of an old project \
         into `baseline.txt` next to this file, and they are not reported again.";
    {
        levels: Levels [optional "none"]
            "What is not as usual, such as `{ L002 = \"error\", L005 = \"off\" }`.";
        unused: Free<Text> [optional "none"]
            "What nothing uses and is kept, each with its reason: a column, `deck.column`, a file, \
             or the keys of words as in `aid.title`: `{ notes = \"for playtesters\" }`.";
        contrast: NumberWithin<Ratio> [default 3.0]
            "Text with less contrast to what is behind it is reported (L005): the ratio of \
             luminances as WCAG 2 defines it, 1 for none, 21 for black on white.";
        min_text: LengthUpTo<100> [default Length::pt(5)]
            "Smaller words are an error (L006), as they are printed after all scaling: 5 pt if it \
             says nothing.";
        good_text: LengthUpTo<100> [default Length::pt(6)]
            "Smaller words are a warning (L006): 6 pt if it says nothing.";
        min_line: LengthUpTo<10> [default Length::um(100)]
            "Thinner lines are reported (L003), as they are printed after all scaling.";
    }
}

/// The range of a ratio of contrast.
pub(crate) struct Ratio;

impl Bounds for Ratio {
    const WHAT: &'static str = "a ratio";
    const MIN: f64 = 1.0;
    const MAX: f64 = 21.0;
    const HINT: Option<&'static str> = None;
}

impl Names for Level {
    const WHAT: &'static str = "level";
    const NAMES: &'static [(&'static str, Self)] =
        &[("off", Self::Off), ("warning", Self::Warning), ("error", Self::Error)];
}

/// Levels by code.
pub(crate) struct Levels;

impl Kind for Levels {
    type Value = Vec<(Spanned<String>, Level)>;

    fn takes() -> String {
        format!("codes, each with {}", Name::<Level>::takes())
    }

    fn schema() -> Value {
        json!({ "type": "object", "additionalProperties": Name::<Level>::schema() })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Self::Value> {
        if !matches!(item.value, DeValue::Table(_)) {
            item.wrong("codes with their levels, such as { L005 = \"error\" }", sink);
            return None;
        }
        let fields: Fields<'_, '_> = item.table()?;
        let levels = fields.unknown(&[]).into_iter().filter_map(|(code, span)| {
            let level = fields.optional::<Name<Level>>(code, sink)?;
            Some((Spanned::new(code.to_owned(), span), level.value))
        });
        Some(levels.collect())
    }
}

/// How strict the checks of looks are.
#[derive(Clone, Debug)]
pub struct Preflight {
    /// Levels by code, which may name codes that do not exist.
    pub levels: Vec<(Spanned<String>, Level)>,
    /// What nothing uses and is kept.
    pub unused: Vec<Spanned<String>>,
    /// Text with less contrast is reported.
    pub contrast: f64,
    /// Smaller words are an error.
    pub min_text: Length,
    /// Smaller words are a warning.
    pub good_text: Length,
    /// Thinner lines are reported.
    pub min_line: Length,
    /// Where faults are meant.
    pub exceptions: Vec<Exception>,
    /// The lines of `baseline.txt`.
    pub known: Vec<String>,
}

/// The list of known faults of a game.
pub(crate) fn baseline(game: &str) -> String {
    format!("data/{game}/{BASELINE}")
}

/// Its name.
pub const BASELINE: &str = "baseline.txt";

impl Preflight {
    /// What a game says, with what its cards and its list of known faults say.
    pub(super) fn resolve(
        keys: Option<&PreflightKeys>,
        components: &[Component],
        files: &dyn Files,
        game: &str,
        sink: &mut Sink,
    ) -> Option<Self> {
        let usual = PreflightKeys {
            levels: None,
            unused: None,
            contrast: None,
            min_text: None,
            good_text: None,
            min_line: None,
        };
        let keys = keys.unwrap_or(&usual);
        let levels = keys.levels.as_ref().map_or_else(Vec::new, |levels| levels.value.clone());
        let unused = keys.unused.iter().flat_map(|unused| &unused.value);
        let unused = unused.map(|(name, _)| name.clone()).collect();
        let path = baseline(game);
        let known = match files.read(&path) {
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                let lines = text.lines().map(str::trim);
                lines
                    .filter(|line| !line.is_empty() && !line.starts_with('#'))
                    .map(str::to_owned)
                    .collect()
            }
            Err(ReadError::NotFound) => Vec::new(),
            Err(error) => {
                sink.push(Diagnostic::error(Code::S001, format!("`{path}` {error}")));
                return None;
            }
        };
        let exceptions =
            components.iter().flat_map(|component| exceptions(component, sink)).collect();
        Some(Self {
            levels,
            unused,
            contrast: keys.contrast(),
            min_text: keys.min_text(),
            good_text: keys.good_text(),
            min_line: keys.min_line(),
            exceptions,
            known,
        })
    }

    /// The same for a sink.
    pub fn policy(&self) -> Policy {
        let levels = self.levels.iter().map(|(code, level)| (code.value.clone(), *level));
        let known = self.known.iter().cloned().collect();
        Policy::new(levels.collect(), self.exceptions.clone(), known)
    }
}

/// The faults that are meant on the cards of a component.
fn exceptions(component: &Component, sink: &mut Sink) -> Vec<Exception> {
    let mut found = Vec::new();
    for card in &component.cards {
        let Some(cell) = card.values.get(COLUMN).map(ToString::to_string) else { continue };
        for written in cell.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (code, reason) = written.split_once(':').unwrap_or((written, ""));
            let code = code.trim().to_ascii_uppercase();
            let reason = reason.trim().to_owned();
            if reason.is_empty() {
                sink.push(
                    Diagnostic::error(Code::M045, format!("`{written}` gives no reason"))
                        .at(&card.span)
                        .component(&component.id)
                        .card(card.id.as_str())
                        .hint("write the code, a colon and why it is meant: `L005: a ghost`"),
                );
                continue;
            }
            found.push(Exception {
                component: component.id.clone(),
                card: card.id.clone(),
                code,
                reason,
                span: card.span.clone(),
            });
        }
    }
    found
}
