//! The languages of a run, and what `--lang all` tells once instead of once for each.

use std::collections::HashSet;

use super::args::{FormatArg, Selection};
use super::report::{count, told};
use super::tell;
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::files::Files;
use crate::game::source;

/// What was found in the languages of a game so far. One language alone is told as it is.
pub(super) struct Languages {
    all: bool,
    tried: Vec<Tried>,
    missing: Vec<Diagnostic>,
    told: HashSet<String>,
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
        // Faults of the file are told when the game is read in earnest.
        match source::read(files, game, &mut Sink::new()) {
            Ok(source) if !source.languages.is_empty() => {
                source.languages.into_iter().map(|lang| Some(lang.value)).collect()
            }
            _ => vec![None],
        }
    } else {
        vec![lang.map(str::to_owned)]
    };
    (wanted, Languages { all, ..Languages::one() })
}

impl Languages {
    /// A single language, told as it is.
    pub(super) fn one() -> Self {
        Self { all: false, tried: Vec::new(), missing: Vec::new(), told: HashSet::new() }
    }

    /// How a game is called where its languages are told apart.
    pub(super) fn name(&self, game: &str, lang: Option<&str>) -> String {
        match lang {
            Some(lang) if self.all => format!("{game} ({lang})"),
            _ => game.to_owned(),
        }
    }

    /// Notes what one language has and leaves what is to be told now: missing words come at the end, once for each key.
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

    /// Whether a fault is told for the first time. What every language has in common is told with the first.
    pub(super) fn is_new(&mut self, rendered: &str) -> bool {
        !self.all || self.told.insert(rendered.to_owned())
    }

    /// Tells what concerns all languages together.
    pub(super) fn close(mut self, game: &str, selection: &Selection, quiet: bool) {
        if !self.all {
            return;
        }
        let missing = std::mem::take(&mut self.missing);
        told(&missing, selection, &mut self);
        if selection.format == FormatArg::Human {
            self.table(game, quiet);
        }
    }

    fn table(&self, game: &str, quiet: bool) {
        if self.tried.iter().all(|tried| tried.known && tried.overflows.is_empty()) {
            if !quiet {
                let langs: Vec<&str> = self.tried.iter().map(|tried| tried.lang.as_str()).collect();
                tell(&format!("{game}: no text overflows in {}\n", langs.join(", ")));
            }
            return;
        }
        let mut rows = Vec::new();
        for Tried { lang, known, overflows } in &self.tried {
            rows.push([
                lang.clone(),
                match overflows.len() {
                    0 if *known => "all texts fit".to_owned(),
                    0 => "not known: see its errors above".to_owned(),
                    many => format!("{} too long", count(many, "text")),
                },
                String::new(),
                String::new(),
                String::new(),
                String::new(),
            ]);
            rows.extend(overflows.iter().map(|d| row(lang, d)));
        }
        // The first line of a language is not a row of columns and widens none.
        let width = |column: usize| {
            rows.iter()
                .filter(|r| !r[5].is_empty())
                .map(|r| r[column].chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths = [
            rows.iter().map(|r| r[0].chars().count()).max().unwrap_or(0),
            width(1),
            width(2),
            width(3),
            width(4),
            width(5),
        ];
        let mut text = format!("{game}: texts that do not fit, by language\n");
        for [lang, component, card, column, lines, mm] in &rows {
            let [a, b, c, d, e, f] = widths;
            let line = format!(
                "  {lang:<a$}  {component:<b$}  {card:<c$}  {column:<d$}  {lines:>e$}  {mm:>f$}"
            );
            text.push_str(line.trim_end());
            text.push('\n');
        }
        tell(&text);
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
