//! What a manifest tells of a game: its cards, how their prints are told apart, its promises.

use std::collections::BTreeMap;
use std::{error, fmt};

use serde_json::{Map, Value, json};

/// A game at one time, in one language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The id of the game.
    pub game: String,
    /// The language of the printed words.
    pub lang: String,
    /// How much ink it was printed with.
    pub ink: String,
    /// Its cards, those without copies left out.
    pub cards: Vec<CardState>,
    /// What its designer promises of it.
    pub promises: Vec<PromiseState>,
    /// Whether these are all cards of the game.
    pub is_whole: bool,
}

/// A card at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardState {
    /// The component.
    pub component: String,
    /// Its id.
    pub id: String,
    /// How often it is in the game.
    pub copies: u32,
    /// The fingerprint of each of its prints, by `front`, `back` or the name of a panel.
    pub prints: BTreeMap<String, String>,
    /// Its cells, by column.
    pub row: Map<String, Value>,
}

/// A promise and its verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromiseState {
    /// What is promised.
    pub that: String,
    /// Whether it is kept.
    pub is_kept: bool,
}

/// Why some bytes say nothing of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAManifest {
    /// They are no manifest of pnp.
    Foreign,
    /// They come from a version that did not note prints.
    TooOld,
    /// They come from a later version, which may mean something else.
    TooNew,
}

impl fmt::Display for NotAManifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "is not a manifest of pnp",
            Self::TooOld => "was written by an earlier pnp, which did not note what was printed",
            Self::TooNew => "was written by a later pnp",
        })
    }
}

impl error::Error for NotAManifest {}

/// The form of manifests; raised when a field changes its meaning.
pub const VERSION: u64 = 1;

impl State {
    /// The state that a manifest tells. Of one that says how the whole game is after a print of a
    /// part, that whole.
    pub fn read(bytes: &[u8]) -> Result<Self, NotAManifest> {
        let manifest: Value = serde_json::from_slice(bytes).map_err(|_| NotAManifest::Foreign)?;
        let word = |key: &str| manifest.get(key).and_then(Value::as_str).map(str::to_owned);
        let version =
            manifest.get("version").and_then(Value::as_u64).ok_or(NotAManifest::Foreign)?;
        let game = word("game").ok_or(NotAManifest::Foreign)?;
        if version > VERSION {
            return Err(NotAManifest::TooNew);
        }
        let cards = manifest.get("state").or_else(|| manifest.get("cards"));
        let cards = cards.and_then(Value::as_array).ok_or(NotAManifest::TooOld)?;
        let cards = cards.iter().map(CardState::read).collect::<Option<Vec<_>>>();
        let promises = manifest.get("promises").and_then(Value::as_array);
        Ok(Self {
            game,
            lang: word("lang").unwrap_or_default(),
            ink: word("ink").ok_or(NotAManifest::TooOld)?,
            is_whole: manifest.get("state").is_some() || manifest.get("part").is_none(),
            cards: cards.ok_or(NotAManifest::TooOld)?,
            promises: promises.into_iter().flatten().filter_map(PromiseState::read).collect(),
        })
    }

    /// The same after some cards were printed, with what they show now.
    #[must_use]
    pub fn with_printed(mut self, printed: &[CardState]) -> Self {
        for card in printed {
            match self.cards.iter_mut().find(|known| known.is_same_card(card)) {
                Some(known) => *known = card.clone(),
                None => self.cards.push(card.clone()),
            }
        }
        self
    }

    /// As a manifest, for a file of its own.
    pub fn to_json(&self) -> Value {
        json!({
            "game": self.game, "version": VERSION, "lang": self.lang, "ink": self.ink,
            "cards": self.cards.iter().map(CardState::to_json).collect::<Vec<_>>(),
            "promises": self.promises.iter().map(PromiseState::to_json).collect::<Vec<_>>(),
        })
    }
}

impl CardState {
    /// Whether the two are one card at two times.
    pub fn is_same_card(&self, other: &Self) -> bool {
        self.component == other.component && self.id == other.id
    }

    fn read(value: &Value) -> Option<Self> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let mut prints: BTreeMap<String, String> = BTreeMap::new();
        for side in ["front", "back"] {
            if let Some(print) = value.get(side).and_then(text) {
                prints.insert(side.to_owned(), print);
            }
        }
        for (panel, print) in value.get("panels").and_then(Value::as_object).into_iter().flatten() {
            prints.insert(panel.clone(), text(print)?);
        }
        (!prints.is_empty()).then_some(())?;
        Some(Self {
            component: value.get("component").and_then(text)?,
            id: value.get("id").and_then(text)?,
            copies: value.get("copies")?.as_u64().and_then(|copies| copies.try_into().ok())?,
            prints,
            row: value.get("row").and_then(Value::as_object).cloned().unwrap_or_default(),
        })
    }

    /// As a manifest lists it.
    pub fn to_json(&self) -> Value {
        let mut card = json!({ "component": self.component, "id": self.id, "copies": self.copies });
        let is_side = |name: &str| matches!(name, "front" | "back");
        let mut panels = Map::new();
        for (name, print) in &self.prints {
            if is_side(name) {
                card[name] = json!(print);
            } else {
                panels.insert(name.clone(), json!(print));
            }
        }
        if !panels.is_empty() {
            card["panels"] = Value::Object(panels);
        }
        if !self.row.is_empty() {
            card["row"] = Value::Object(self.row.clone());
        }
        card
    }
}

impl PromiseState {
    fn read(value: &Value) -> Option<Self> {
        Some(Self {
            that: value.get("promise")?.as_str()?.to_owned(),
            is_kept: value.get("kept")?.as_bool()?,
        })
    }

    /// As a manifest lists it.
    pub fn to_json(&self) -> Value {
        json!({ "promise": self.that, "kept": self.is_kept })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::changes) fn card(id: &str, copies: u32, front: &str) -> CardState {
        CardState {
            component: "cards".to_owned(),
            id: id.to_owned(),
            copies,
            prints: BTreeMap::from([("front".to_owned(), front.to_owned())]),
            row: Map::from_iter([("name".to_owned(), json!(id))]),
        }
    }

    pub(in crate::changes) fn state(cards: &[CardState]) -> State {
        State {
            game: "mini".to_owned(),
            lang: "en".to_owned(),
            ink: "full".to_owned(),
            cards: cards.to_vec(),
            promises: vec![PromiseState { that: "4 copies".to_owned(), is_kept: true }],
            is_whole: true,
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut net = card("box", 1, "");
        net.prints = BTreeMap::from([("lid".to_owned(), "a".to_owned())]);
        let written = state(&[card("river", 2, "b"), net]);
        let bytes = written.to_json().to_string();
        assert_eq!(State::read(bytes.as_bytes()), Ok(written));
    }

    #[test]
    fn what_is_no_manifest_is_refused() {
        for (text, why) in [
            ("", NotAManifest::Foreign),
            ("{\"a\": 1}", NotAManifest::Foreign),
            ("{\"version\": 1, \"game\": \"mini\", \"cards\": []}", NotAManifest::TooOld),
            (
                "{\"version\": 1, \"game\": \"mini\", \"ink\": \"full\", \"cards\": [{\"id\": \
                 \"a\", \"component\": \"b\", \"copies\": 1}]}",
                NotAManifest::TooOld,
            ),
            ("{\"version\": 99, \"game\": \"mini\"}", NotAManifest::TooNew),
        ] {
            assert_eq!(State::read(text.as_bytes()), Err(why), "{text}");
        }
    }

    #[test]
    fn a_print_of_some_cards_changes_these_alone() {
        let before = state(&[card("river", 2, "a"), card("hill", 1, "b")]);
        let after = before.with_printed(&[card("hill", 2, "c"), card("mill", 1, "d")]);
        let wanted = [card("river", 2, "a"), card("hill", 2, "c"), card("mill", 1, "d")];
        assert_eq!(after.cards, wanted);
    }
}
