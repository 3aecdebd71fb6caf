//! A code: the name of a fault, and the page that `pnp explain` shows. Codes are never reused.
//!
//! Each stage declares its codes with [`codes!`](crate::diag::codes), beside where they are raised.

/// A fault, by the letter of its stage and a number.
///
/// S source, M model, B board, C count contract, T template, X text, F face, L look, I imposition,
/// P press, R rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    name: &'static str,
    doc: &'static str,
}

/// The page of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePage {
    /// The fault in a few words, reading well after "allow …".
    pub title: String,
    /// What it finds.
    pub finds: String,
    /// Why it matters in print.
    pub why: String,
    /// An example that has the fault, and no other.
    pub fails: Vec<Snippet>,
    /// The same example without it.
    pub passes: Vec<Snippet>,
}

/// What an example puts into a file of a game, or does on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// The file; nothing for a command, which begins with `$`.
    pub place: String,
    /// What must be known besides, such as ` saved as Windows-1252`.
    pub note: String,
    /// Its lines.
    pub text: String,
}

impl Code {
    /// A code with its page, as [`codes!`](crate::diag::codes) makes it.
    pub(crate) const fn new(name: &'static str, doc: &'static str) -> Self {
        Self { name, doc }
    }

    /// As written in messages: `M014`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Whether it is a matter of judgement: a game may give it another level, and a card may have
    /// it with a reason.
    pub fn is_judgement(self) -> bool {
        self.name.starts_with('L')
    }

    /// What `pnp explain` shows.
    pub fn page(self) -> CodePage {
        let mut paragraphs = vec![String::new()];
        let mut fails = Vec::new();
        let mut passes = Vec::new();
        let mut lines = self.doc.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
        while let Some(line) = lines.next() {
            if let Some(fence) = line.strip_prefix("```") {
                let (list, place) = match fence.strip_prefix("fails") {
                    Some(place) => (&mut fails, place),
                    None => (&mut passes, fence.strip_prefix("passes").unwrap_or(fence)),
                };
                let (place, note) = match place.trim_start().split_once(' ') {
                    Some((place, note)) => (place, format!(" {note}")),
                    None => (place.trim_start(), String::new()),
                };
                let text = lines.by_ref().take_while(|line| *line != "```");
                let text = text.flat_map(|line| [line, "\n"]).collect();
                list.push(Snippet { place: place.to_owned(), note, text });
            } else if line.is_empty() {
                paragraphs.push(String::new());
            } else if let Some(paragraph) = paragraphs.last_mut() {
                let space = if paragraph.is_empty() { "" } else { " " };
                paragraph.push_str(space);
                paragraph.push_str(line);
            }
        }
        let mut paragraphs = paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty());
        let mut next = || paragraphs.next().unwrap_or_default();
        CodePage { title: next(), finds: next(), why: next(), fails, passes }
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Declares codes with their pages, each as a doc comment and a name:
///
/// ```text
/// codes! {
///     /// The fault in a few words, without a capital or a full stop.
///     ///
///     /// What it finds.
///     ///
///     /// Why it matters in print.
///     ///
///     /// ```fails game.toml
///     /// An example that has this fault and no other: lines for game.toml, for the SVG of a card
///     /// or for a rulebook, the whole of any other file, or a command after `$`.
///     /// ```
///     /// ```passes game.toml
///     /// The same example without the fault.
///     /// ```
///     M099;
/// }
/// ```
///
/// Makes `Code::M099`, and `CODES` for [`checks::codes`](crate::checks::codes). The game that the
/// examples change is in `tests/fixtures/checks`.
macro_rules! codes {
    ($(#[doc = $title:literal] $(#[doc = $doc:literal])* $name:ident;)+) => {
        impl $crate::diag::Code {
            $(
                #[doc = $title]
                pub const $name: Self =
                    Self::new(stringify!($name), concat!($title, $("\n", $doc),*));
            )+
        }

        /// The codes declared here.
        pub(crate) const CODES: &[$crate::diag::Code] = &[$($crate::diag::Code::$name),+];
    };
}
pub(crate) use codes;

codes! {
    /// internal error
    ///
    /// Something that pnp relies on is not true. No game may cause this.
    ///
    /// The output could be wrong, so none is written. Please report it with the game that shows it.
    P002;
}
