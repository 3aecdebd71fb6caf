//! What the templates and rulebooks of a game read of it.

use std::collections::{BTreeMap, BTreeSet};

use super::artworks::CardPart;
use super::context::{Ink, of_game};
use super::fill::template_of;
use super::names::{library, of_context, roots, seen_by};
use super::templates::{Templates, name_of};
use crate::game::Game;
use crate::lookups::{Findings, Library, Reads, Shape};

/// What the templates and rulebooks of a game read of it.
pub struct Usage {
    reads: Reads,
    /// The names of templates that draw something, and of those they lead to.
    templates: BTreeSet<String>,
}

/// Under which name it is noted that words of the game are read. No component can have it.
const WORDS: &str = "t.";

/// The words that rulebooks look for by themselves.
const WORDS_OF_RULEBOOKS: &str = "{{ t.components }}{{ t.rulebook }}";

/// The templates that rulebooks look for by themselves.
const OF_RULEBOOKS: [&str; 2] = ["rules-page.svg", "rules-title.svg"];

impl Usage {
    /// Follows all templates that components and rulebooks use.
    pub fn new(templates: &Templates, game: &Game) -> Self {
        let library = library(templates);
        let roots = roots();
        let words = Shape::noted_tree(&game.texts, WORDS);
        let mut findings = Findings::default();
        let mut reached: BTreeSet<String> = BTreeSet::new();
        let mut follow = |name: &str, variables: &BTreeMap<String, Shape>| {
            reached.extend(library.reach(name).into_iter().map(str::to_owned));
            library.look(name, variables, &roots, &mut findings);
        };
        for component in &game.components {
            let mut variables = seen_by(game, component, Ink::Full, &roots);
            variables.insert("t".to_owned(), words.clone());
            let back = component.back().map(|_| CardPart::Back);
            for part in [CardPart::Front].into_iter().chain(back) {
                follow(name_of(template_of(component, part)), &variables);
            }
        }
        let mut variables = of_context(&of_game(game, Ink::Full), &roots);
        variables.insert("t".to_owned(), words);
        let books = || game.rulebooks.iter().flat_map(|book| &book.files);
        if !game.rulebooks.is_empty() {
            for name in OF_RULEBOOKS {
                follow(name, &variables);
            }
        }
        let texts: Vec<&str> = books().map(|(_, source)| source.text.as_str()).collect();
        for name in templates.names() {
            let address = format!("diagram:{name}");
            if texts.iter().any(|text| text.contains(&address)) {
                follow(name, &variables);
            }
        }
        for text in &texts {
            // The anchor of a heading is no comment.
            let text = text.replace("{#", "{ #") + WORDS_OF_RULEBOOKS;
            Library::new([("rules", text.as_str())]).look("rules", &variables, &[], &mut findings);
        }
        Self { reads: findings.into_reads(), templates: reached }
    }

    /// Whether a column of a component is read by a template.
    pub fn reads_column(&self, component: &str, column: &str) -> bool {
        self.reads.has(component, column)
    }

    /// Whether words of the text files are read: those that these keys lead to.
    pub fn reads_words(&self, path: &[String]) -> bool {
        let Some((key, folders)) = path.split_last() else { return true };
        let origin: Vec<&str> =
            [WORDS].into_iter().chain(folders.iter().map(String::as_str)).collect();
        let origin = origin.join(".");
        self.reads.has(&origin, key)
    }

    /// Whether a template draws something, or belongs to one that does.
    pub fn uses_template(&self, name: &str) -> bool {
        self.templates.contains(name)
    }
}
