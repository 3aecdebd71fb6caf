//! The languages of a run, and what `--lang all` reports once instead of once for each.
//!
//! In: what each language was found to have. Out: what is new, and a summary. It prints nothing.

use std::collections::HashSet;

use super::table::{count, lines};
use crate::diag::{Code, Diagnostic, Severity, escaped};
use crate::files::Files;
use crate::game;

/// What was found in the languages of a game so far. One language alone is reported as it is.
pub(super) struct Languages {
    all: bool,
    tried: Vec<Tried>,
    missing: Vec<Diagnostic>,
    /// Messages as they were printed.
    reported: HashSet<String>,
}

/// What one language has.
struct Tried {
    lang: String,
    /// Whether its texts were laid out, so that none in the list means that all fit.
    known: bool,
    overflows: Vec<Diagnostic>,
}

/// The languages to build: the default, one, or each.
pub(super) fn wanted(
    files: &dyn Files,
    game: &str,
    lang: Option<&str>,
) -> (Vec<Option<String>>, Languages) {
    let all = lang == Some("all");
    let wanted = if all {
        // Faults of the file are reported when the game is read in earnest.
        match game::languages(files, game) {
            none if none.is_empty() => vec![None],
            languages => languages.into_iter().map(Some).collect(),
        }
    } else {
        vec![lang.map(str::to_owned)]
    };
    (wanted, Languages { all, ..Languages::one() })
}

impl Languages {
    /// A single language, reported as it is.
    pub(super) fn one() -> Self {
        Self { all: false, tried: Vec::new(), missing: Vec::new(), reported: HashSet::new() }
    }

    /// How a game is called where there are several languages.
    pub(super) fn name(&self, game: &str, lang: Option<&str>) -> String {
        let game = escaped(game);
        match lang {
            Some(lang) if self.all => format!("{game} ({lang})"),
            _ => game,
        }
    }

    /// Notes what one language has, and returns what is to be reported now: missing words come at
    /// the end, once for each key.
    pub(super) fn note(&mut self, lang: Option<&str>, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if !self.all {
            return found;
        }
        let overflows: Vec<Diagnostic> =
            found.iter().filter(|d| d.overflow.is_some()).cloned().collect();
        let errors = found.iter().any(|d| d.severity == Severity::Error);
        let known = !errors || found.iter().any(|d| d.code.name().starts_with('X'));
        self.tried.push(Tried { lang: lang.unwrap_or("en").to_owned(), known, overflows });
        let (missing, now): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|d| d.code == Code::M012);
        for word in missing {
            let place =
                |d: &Diagnostic| d.span.as_ref().map(|s| (s.path().to_owned(), s.range().start));
            match self.missing.iter_mut().find(|known| place(known) == place(&word)) {
                Some(known) => known
                    .message
                    .push_str(&format!(", `{}`", word.language.as_deref().unwrap_or_default())),
                None => self.missing.push(word),
            }
        }
        now
    }

    /// Whether a message was not reported yet. What all languages have is reported with the first.
    pub(super) fn is_new(&mut self, rendered: &str) -> bool {
        !self.all || self.reported.insert(rendered.to_owned())
    }

    /// The words that languages lack.
    pub(super) fn take_missing(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.missing)
    }

    /// Which texts fit in which languages, where there are several.
    pub(super) fn summary(&self, game: &str, is_quiet: bool) -> String {
        if !self.all {
            return String::new();
        }
        if self.tried.iter().all(|tried| tried.known && tried.overflows.is_empty()) {
            let langs: Vec<&str> = self.tried.iter().map(|tried| tried.lang.as_str()).collect();
            let all_fit = format!("{game}: no text overflows in {}\n", langs.join(", "));
            return if is_quiet { String::new() } else { all_fit };
        }
        let mut rows = Vec::new();
        for Tried { lang, known, overflows } in &self.tried {
            let mut first: [String; 6] = Default::default();
            lang.clone_into(&mut first[0]);
            first[1] = match overflows.len() {
                0 if *known => "all texts fit".to_owned(),
                0 => "unknown: see its errors above".to_owned(),
                many => format!("{} too long", count(many, "text")),
            };
            rows.push(first);
            rows.extend(overflows.iter().map(|d| row(lang, d)));
        }
        let right = [false, false, false, false, true, true];
        format!("{game}: texts that do not fit, by language\n{}", lines(&rows, &right))
    }
}

fn row(lang: &str, d: &Diagnostic) -> [String; 6] {
    let overflow = d.overflow.as_ref();
    let column = overflow.and_then(|o| o.column.clone()).unwrap_or_else(|| "(template)".to_owned());
    let lines = overflow
        .and_then(|o| o.lines)
        .map_or_else(|| "too wide".to_owned(), |lines| count(lines, "line"));
    let mm = overflow.map_or_else(String::new, |o| format!("{:.1} mm", o.mm));
    [
        lang.to_owned(),
        d.component.clone().unwrap_or_default(),
        d.card.clone().unwrap_or_default(),
        column,
        lines,
        mm,
    ]
}
