//! The resolved game.

use std::sync::Arc;

use tera::Value;

use super::{Component, ComponentId, Expect, Paper, PictureLimits, Preflight, Rulebook, Variant};
use crate::diag::Source;
use crate::game::text::TextSettings;
use crate::game::texts::WordKey;

/// A game, ready to be composed.
#[derive(Clone, Debug)]
pub struct Game {
    /// The name of its folder under `data/`.
    pub id: String,
    /// What it says on the box.
    pub title: String,
    /// Who made it, for the PDF's properties.
    pub author: String,
    /// `game.toml`.
    pub source: Arc<Source>,
    /// The languages it exists in, the default first.
    pub languages: Vec<String>,
    /// The language of this build.
    pub lang: String,
    /// The printed words, nested as in `text.<lang>.toml`.
    pub texts: Value,
    /// The keys of the text files of all languages.
    pub word_keys: Vec<WordKey>,
    /// The free `[data]` table, for templates.
    pub data: Value,
    /// How texts look.
    pub text: TextSettings,
    /// How fine pictures must be.
    pub pictures: PictureLimits,
    /// In the order of the file.
    pub components: Vec<Component>,
    /// The contract.
    pub expects: Vec<Expect>,
    /// Other ways to play.
    pub variants: Vec<Variant>,
    /// The paper of what says no other, such as booklets.
    pub paper: Paper,
    /// The rulebooks, in the order of the file.
    pub rulebooks: Vec<Rulebook>,
    /// How strict the checks of looks are.
    pub preflight: Preflight,
}

impl Game {
    /// Each component with its place.
    pub fn components_with_ids(&self) -> impl Iterator<Item = (ComponentId, &Component)> {
        self.components.iter().enumerate().map(|(index, c)| (ComponentId::new(index), c))
    }

    /// What follows the names of files in a language: `-it` for all but the default one.
    pub fn suffix_of(&self, lang: &str) -> String {
        let is_default = self.languages.first().is_some_and(|default| default == lang);
        if is_default { String::new() } else { format!("-{lang}") }
    }

    /// The place of the component with an id.
    pub fn place_of(&self, id: &str) -> Option<ComponentId> {
        self.components.iter().position(|c| c.id == id).map(ComponentId::new)
    }
}
