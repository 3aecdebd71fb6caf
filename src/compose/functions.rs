//! What templates may call besides tera's own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tera::{Kwargs, State, Tera, TeraResult, Value};

use super::textbox::TextBox;
use crate::diag::{Source, Span, Spanned, did_you_mean};
use crate::game::{Card, Component, Condition, CountOf, Game, Kind};
use crate::text::TextEngine;

/// A function that templates may call.
pub struct TemplateFunction {
    /// Its name.
    pub name: &'static str,
    /// How it is called.
    pub call: &'static str,
    /// What it gives.
    pub gives: &'static str,
    register: Register,
}

/// Who may call a function, and how tera gets to know it.
enum Register {
    /// Templates, and texts outside of them.
    Everywhere(fn(&mut Tera, &'static str, &Game)),
    /// Templates only.
    InTemplates(fn(&mut Tera, &'static str, &Game, &Arc<TextEngine>)),
}

/// All functions: those that are registered and those of the reference.
pub const FUNCTIONS: &[TemplateFunction] = &[
    TemplateFunction {
        name: "count",
        call: "count(where=\"card.act == 'monkey'\", deck=\"artists\")",
        gives: "The number of copies in a deck for which the condition holds. Without `where` all \
                copies are counted; without `deck` the deck of the face being drawn. A card that \
                prints `4/4` this way never disagrees with the data.",
        register: Register::Everywhere(|tera, name, game| {
            tera.register_function(name, Count::new(name, game, |card| card.copies));
        }),
    },
    TemplateFunction {
        name: "cards",
        call: "cards(where=\"card.act == 'monkey'\", deck=\"artists\")",
        gives: "The number of different cards, copies not counted, called like `count`.",
        register: Register::Everywhere(|tera, name, game| {
            let worth = |card: &Card| u32::from(card.copies > 0);
            tera.register_function(name, Count::new(name, game, worth));
        }),
    },
    TemplateFunction {
        name: "total",
        call: "total()",
        gives: "All cards of all decks, copies included.",
        register: Register::Everywhere(|tera, name, game| {
            let decks = game.components.iter().filter(|c| c.kind() == Kind::Deck);
            let total: u32 = decks.map(Component::copies).sum();
            tera.register_function(name, move |kwargs: Kwargs, _: &State| -> TeraResult<u32> {
                only(name, &kwargs, &[]).map(|()| total)
            });
        }),
    },
    TemplateFunction {
        name: "textbox",
        call: "textbox(text=card.text, x=5, y=48, width=53, height=30, style=\"rules\", \
               size=\"9pt\")",
        gives: "The text, wrapped and shrunk to fit the box, with its icons. Lengths are \
                millimetres, or strings with a unit. Every option of `[text]` in `game.toml` can \
                be given here too. Text that does not fit is an error that names the card and the \
                column.",
        register: Register::InTemplates(|tera, name, game, engine| {
            tera.register_function(name, TextBox::drawing(engine, game));
        }),
    },
    TemplateFunction {
        name: "measure",
        call: "measure(text=card.name, size=\"12pt\")",
        gives: "The size of a text once set: `width`, `height` and `size` in millimetres, and \
                `lines`. Takes the same arguments as `textbox`; without `width` nothing is \
                wrapped.",
        register: Register::InTemplates(|tera, name, game, engine| {
            tera.register_function(name, TextBox::measuring(engine, game));
        }),
    },
];

/// Makes all functions known to the tera of the templates.
pub(super) fn register(tera: &mut Tera, game: &Game, engine: &Arc<TextEngine>) {
    tera.register_filter("default", or_default);
    for function in FUNCTIONS {
        match function.register {
            Register::Everywhere(register) => register(tera, function.name, game),
            Register::InTemplates(register) => register(tera, function.name, game, engine),
        }
    }
}

/// Makes the functions that count cards known to a tera for texts outside of templates.
pub fn register_counts(tera: &mut Tera, game: &Game) {
    tera.register_filter("default", or_default);
    for function in FUNCTIONS {
        if let Register::Everywhere(register) = function.register {
            register(tera, function.name, game);
        }
    }
}

/// `default(value="-")`: also for an empty cell, which tera would take for a value.
#[expect(clippy::needless_pass_by_value, reason = "filters of tera take their arguments like this")]
fn or_default(value: Value, kwargs: Kwargs, _: &State) -> TeraResult<Value> {
    only("default", &kwargs, &["value", "boolean"])?;
    let default = kwargs.must_get::<Value>("value")?;
    let is_empty = if kwargs.get::<bool>("boolean")?.unwrap_or_default() {
        !value.is_truthy()
    } else {
        value.is_undefined() || value.is_none() || value.as_str().is_some_and(str::is_empty)
    };
    Ok(if is_empty { default } else { value })
}

/// Refuses arguments that a function or filter does not know: if it were ignored, a misspelt
/// `where` would count all.
pub(crate) fn only(name: &str, kwargs: &Kwargs, known: &[&str]) -> TeraResult<()> {
    let mut unknown: Vec<&str> = kwargs
        .iter()
        .filter_map(|(key, _)| key.as_str())
        .filter(|key| !known.contains(key))
        .collect();
    unknown.sort_unstable();
    let Some(first) = unknown.first() else { return Ok(()) };
    let hint = match did_you_mean(first, known.iter().copied()) {
        Some(hint) => hint,
        None if known.is_empty() => "it takes none".to_owned(),
        None => format!("it takes `{}`", known.join("`, `")),
    };
    Err(tera::Error::message(format!("{name}: there is no argument `{first}`; {hint}")))
}

/// `count()` and `cards()`, remembering what it counted: 110 cards ask the same few questions.
struct Count {
    name: &'static str,
    decks: Vec<(String, Arc<[Card]>)>,
    /// What a card that meets the condition counts for.
    worth: fn(&Card) -> u32,
    known: Mutex<HashMap<(String, String), u32>>,
}

impl Count {
    fn new(name: &'static str, game: &Game, worth: fn(&Card) -> u32) -> Self {
        let decks =
            game.components.iter().map(|c| (c.id.clone(), Arc::from(c.cards.clone()))).collect();
        Self { name, decks, worth, known: Mutex::default() }
    }
}

impl tera::Function<TeraResult<u32>> for Count {
    fn call(&self, kwargs: Kwargs, state: &State) -> TeraResult<u32> {
        only(self.name, &kwargs, &["deck", "where"])?;
        let deck: String = match kwargs.get("deck")? {
            Some(id) => id,
            None => state
                .get::<Value>("deck")?
                .and_then(|deck| deck.get_from_path("id")?.as_str().map(str::to_owned))
                .unwrap_or_default(),
        };
        let condition = kwargs.get::<String>("where")?.unwrap_or_else(|| "true".to_owned());
        let key = (deck, condition);
        if let Ok(known) = self.known.lock()
            && let Some(count) = known.get(&key)
        {
            return Ok(*count);
        }
        let Some((_, cards)) = self.decks.iter().find(|(id, _)| *id == key.0) else {
            return Err(tera::Error::message(format!(
                "{}: there is no component `{}`",
                self.name, key.0
            )));
        };
        let source = Source::new("count()", key.1.as_str());
        let place = Span::new(&source, 0..key.1.len());
        let wrong = |fault: Box<crate::diag::Diagnostic>| {
            tera::Error::message(format!("{}: {}", self.name, fault.message))
        };
        let condition =
            Condition::parse(&Spanned::new(key.1.clone(), place), CountOf::Cards).map_err(wrong)?;
        if let Some(fault) = condition.faults(cards).into_iter().next() {
            let hint = fault.hints.first().map_or_else(String::new, |hint| format!("; {hint}"));
            return Err(tera::Error::message(format!("{}: {}{hint}", self.name, fault.message)));
        }
        let mut count = 0;
        for card in cards.iter() {
            if condition.matches(card).map_err(wrong)? {
                count += (self.worth)(card);
            }
        }
        if let Ok(mut known) = self.known.lock() {
            known.insert(key, count);
        }
        Ok(count)
    }
}
