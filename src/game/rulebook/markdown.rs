//! What rulebooks are made from besides their own table, and their Markdown in each language.

use std::sync::Arc;

use crate::diag::{Sink, Source, Spanned};
use crate::files::{Files, normalise};
use crate::game::locate::named_file;
use crate::game::print::Duplex;
use crate::game::text::TextOptions;
use crate::game::toml::decode;

/// What the rulebooks of a game share: where their texts are, in which languages, and what else
/// decides about them.
pub(in crate::game) struct RulebookTexts<'a> {
    /// The files of the project.
    pub(in crate::game) files: &'a dyn Files,
    /// The folder of the game.
    pub(in crate::game) folder: &'a str,
    /// The languages, the default first.
    pub(in crate::game) languages: &'a [String],
    /// What `[text]` states.
    pub(in crate::game) options: &'a TextOptions,
    /// `--duplex`.
    pub(in crate::game) duplex: Option<Duplex>,
}

/// What stands for the language in the name of a file.
pub(super) const LANG: &str = "{lang}";

impl RulebookTexts<'_> {
    /// The Markdown by language. That of the default language must exist; which others are missing
    /// is reported when they are built.
    pub(super) fn read(
        &self,
        name: &Spanned<String>,
        sink: &mut Sink,
    ) -> Vec<(String, Arc<Source>)> {
        let mut found = Vec::new();
        for (number, lang) in self.languages.iter().enumerate() {
            let own = Spanned::new(name.value.replace(LANG, lang), name.span.clone());
            let exists = || {
                let path = normalise(self.folder, &own.value);
                path.is_some_and(|path| self.files.read(&path).is_ok())
            };
            if number > 0 && (own.value == name.value || !exists()) {
                continue;
            }
            let Some((path, bytes)) = named_file(self.files, self.folder, &own, sink) else {
                continue;
            };
            match decode::text(&path, &bytes) {
                Ok(source) => found.push((lang.clone(), source)),
                Err(fault) => sink.push(*fault),
            }
        }
        found
    }
}
