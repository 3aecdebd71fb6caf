//! The fonts, icons and styles of a game, and the texts that were laid out with them.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use indexmap::IndexMap;
use usvg::fontdb::Database;

use super::fault::TextFault;
use super::fonts::FontBook;
use super::icons::IconBook;
use super::laid::{LaidText, TextRequest};
use crate::diag::did_you_mean;
use crate::game::text::{Figures, TextOptions, TextStyle};

/// Laid-out texts kept for the next card that has the same; a deck of a thousand cards with three
/// texts fits.
const KEPT: usize = 4096;

/// What came of a request.
pub(super) type Outcome = Result<Arc<LaidText>, Vec<TextFault>>;

/// Everything that laying out needs from a game, shared by all threads.
pub struct TextEngine {
    pub(super) fonts: FontBook,
    pub(super) icons: IconBook,
    defaults: TextOptions,
    styles: IndexMap<String, Vec<TextOptions>>,
    cache: Mutex<HashMap<TextRequest, Outcome>>,
}

impl TextEngine {
    /// With the fonts of a project, its icons by name as SVG texts, the defaults of a game and its
    /// named styles, each after those it is built on.
    pub fn new(
        fonts: &Arc<Database>,
        icons: impl IntoIterator<Item = (String, String)>,
        defaults: TextOptions,
        styles: impl IntoIterator<Item = (String, Vec<TextOptions>)>,
    ) -> Self {
        Self {
            fonts: FontBook::new(fonts),
            icons: IconBook::new(icons),
            defaults,
            styles: styles.into_iter().collect(),
            cache: Mutex::default(),
        }
    }

    /// The names of the icons that texts asked for so far.
    pub fn used_icons(&self) -> BTreeSet<String> {
        self.icons.used()
    }

    /// The style of a call: the game's defaults, the language of the build, a named style, and what
    /// the call states.
    pub fn style(
        &self,
        lang: &str,
        name: Option<&str>,
        call: &TextOptions,
    ) -> Result<Arc<TextStyle>, TextFault> {
        let mut style = TextStyle { lang: lang.to_owned(), ..TextStyle::default() };
        self.defaults.apply(&mut style);
        if let Some(name) = name {
            for options in self.chain(name)? {
                options.apply(&mut style);
            }
        }
        call.apply(&mut style);
        Ok(Arc::new(style))
    }

    /// A named style after those it is built on.
    pub(super) fn chain(&self, name: &str) -> Result<&[TextOptions], TextFault> {
        self.styles.get(name).map(Vec::as_slice).ok_or_else(|| TextFault::UnknownStyle {
            name: name.to_owned(),
            hint: did_you_mean(name, self.styles.keys().map(String::as_str)),
        })
    }

    /// Whether the face of a style has such digits.
    pub fn has_figures(&self, style: &TextStyle, figures: Figures) -> bool {
        let found = self.fonts.find(&style.family, style.weight, style.italic);
        found.is_some_and(|found| self.fonts.with_figures(found.face, figures).is_ok())
    }

    /// Whether the project has a family.
    pub fn has_family(&self, family: &str) -> bool {
        self.fonts.find(family, 400, false).is_some()
    }

    /// What came of a request, if it was made before.
    pub(super) fn known(&self, request: &TextRequest) -> Option<Outcome> {
        self.cache.lock().ok()?.get(request).cloned()
    }

    /// Keeps what came of a request.
    pub(super) fn keep(&self, request: &TextRequest, outcome: &Outcome) {
        if let Ok(mut cache) = self.cache.lock() {
            if cache.len() >= KEPT {
                cache.clear();
            }
            cache.insert(request.clone(), outcome.clone());
        }
    }
}
