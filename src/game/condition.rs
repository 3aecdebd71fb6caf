//! A condition over one card, as the `where` of an `[[expect]]` has it.
//!
//! In: a tera expression such as `card.act == 'monkey'`. Out: whether a card meets it.

use serde_json::json;
use std::collections::BTreeMap;

use super::expression::{Asked, Expression};
use super::toml::{Item, Kind};
use super::{Card, CardId};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, UnknownName};
use crate::lookups::{Findings, Library, Problem, Shape};

const NAME: &str = "condition";

/// What a condition is about, and a line of the contract counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountOf {
    /// The cards of a component.
    Cards,
    /// The points of a field, the spaces of a radial board or the cells of a grid.
    Points,
    /// The lines of a field.
    Lines,
}

impl CountOf {
    /// What is counted where a number of points or of lines is stated.
    pub(super) const fn new(has_points: bool, has_lines: bool) -> Self {
        match (has_points, has_lines) {
            (true, _) => Self::Points,
            (false, true) => Self::Lines,
            (false, false) => Self::Cards,
        }
    }

    /// How conditions name one of them.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cards => "card",
            Self::Points => "point",
            Self::Lines => "line",
        }
    }
}

/// A condition, compiled once.
#[derive(Clone, Debug)]
pub struct Condition {
    of: CountOf,
    expression: Expression,
}

impl Condition {
    /// Compiles the expression over one card, point or line.
    pub fn parse(text: &Spanned<String>, of: CountOf) -> Result<Self, Box<Diagnostic>> {
        let expression = Expression::parse(text, Asked::Truth, of.word())?;
        Ok(Self { of, expression })
    }

    /// Where it is written.
    pub fn span(&self) -> &Span {
        &self.expression.text.span
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.expression.text.value
    }

    /// The cards that meet it; or, where that cannot be known, the columns that none of them has,
    /// or the first card on which it fails: the next ones would fail alike.
    pub fn select(&self, cards: &[Card]) -> Result<Vec<CardId>, Vec<Diagnostic>> {
        let faults = self.faults(cards);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut found = Vec::new();
        for (index, card) in cards.iter().enumerate() {
            if self.matches(card).map_err(|fault| vec![*fault])? {
                found.push(CardId::new(index));
            }
        }
        Ok(found)
    }

    /// What shows only on the cards: columns that none of them has, and words for no that would
    /// meet it.
    pub fn faults(&self, cards: &[Card]) -> Vec<Diagnostic> {
        let columns = self.expression.columns.iter();
        let unknown = columns
            .filter_map(|column| unknown_column(column, &self.expression.text, cards, self.of));
        unknown.chain(self.met_by_no(cards)).collect()
    }

    /// A cell that holds `FALSE` is not empty, and so it meets `card.unique`.
    fn met_by_no(&self, cards: &[Card]) -> Option<Diagnostic> {
        let shape = |column: &String| {
            let cells = cards.iter().filter_map(|card| card.values.get(column));
            (column.clone(), Shape::of_cells(cells))
        };
        let card = Shape::map("column", self.expression.columns.iter().map(shape));
        let variables = BTreeMap::from([(self.of.word().to_owned(), card)]);
        let text = format!("{{% if {} %}}{{% endif %}}", self.expression.text.value);
        let mut findings = Findings::default();
        Library::new([(NAME, text.as_str())]).look(NAME, &variables, &[], &mut findings);
        let found = findings.into_all();
        let (path, no) = found.iter().find_map(|finding| match &finding.problem {
            Problem::TrueForNo { path, no } => Some((path, no)),
            Problem::Unknown { .. } => None,
        })?;
        let message =
            format!("the condition `{path}` is met by `{no}`, as by any cell that is not empty");
        Some(
            Diagnostic::error(Code::C002, message)
                .at(&self.expression.text.span)
                .hint(format!("compare it, as in `{path} != '{no}'`")),
        )
    }

    /// Whether a card meets it.
    pub fn matches(&self, card: &Card) -> Result<bool, Box<Diagnostic>> {
        match self.expression.of(&card.values) {
            Ok(text) => Ok(text == "1"),
            Err(fault) => Err(Box::new(
                fault.also(&card.span, format!("this {}", self.of.word())).card(card.id.as_str()),
            )),
        }
    }
}

/// A condition over one card.
pub(crate) struct CardCondition;

/// A condition over one of what an `[[expect]]` counts: points or lines where it says how many of
/// those there must be, else cards.
pub(crate) struct CountedCondition;

impl Kind for CardCondition {
    type Value = Condition;

    fn takes() -> String {
        "a condition such as `\"card.act == 'monkey'\"`".to_owned()
    }

    fn schema() -> serde_json::Value {
        json!({ "type": "string" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Condition> {
        read(item, CountOf::Cards, sink)
    }
}

impl Kind for CountedCondition {
    type Value = Condition;

    fn takes() -> String {
        CardCondition::takes()
    }

    fn schema() -> serde_json::Value {
        CardCondition::schema()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Condition> {
        let counts = |key: &str| item.fields.item(key).is_some();
        read(item, CountOf::new(counts("points"), counts("lines")), sink)
    }
}

fn read(item: &Item<'_, '_, '_>, of: CountOf, sink: &mut Sink) -> Option<Condition> {
    let text = item.string("a string", sink)?;
    Condition::parse(&text, of).map_err(|fault| sink.push(*fault)).ok()
}

/// The fault of a column that none of the cards has, if that is so.
pub(crate) fn unknown_column(
    column: &str,
    at: &Spanned<String>,
    cards: &[Card],
    of: CountOf,
) -> Option<Diagnostic> {
    if cards.iter().any(|card| card.values.contains_key(column)) {
        return None;
    }
    let mut known: Vec<&str> = Vec::new();
    for name in cards.iter().flat_map(|card| card.values.keys()) {
        if !known.contains(&name.as_str()) {
            known.push(name);
        }
    }
    let hint = UnknownName::new("column", column, known).hint();
    let place = at.span.find(&format!("{}.{column}", of.word()));
    Some(
        Diagnostic::error(Code::C002, format!("no {} has a column `{column}`", of.word()))
            .at(place.as_ref().unwrap_or(&at.span))
            .maybe_hint(hint),
    )
}

#[cfg(test)]
mod tests {
    use tera::Value;

    use super::*;
    use crate::diag::{Source, Span};

    fn condition(text: &str) -> Result<Condition, Box<Diagnostic>> {
        let source = Source::new("game.toml", text);
        Condition::parse(
            &Spanned::new(text.to_owned(), Span::new(&source, 0..text.len())),
            CountOf::Cards,
        )
    }

    fn card(values: &[(&str, Value)]) -> Card {
        let span = Span::file(&Source::new("a.csv", ""));
        let values = values.iter().map(|(k, v)| ((*k).to_owned(), v.clone())).collect();
        Card {
            id: "tiger".into(),
            values,
            copies: 1,
            span,
            copies_span: None,
            has_back: false,
            left_out: 0,
        }
    }

    #[test]
    fn conditions_choose_cards() {
        let tiger = card(&[
            ("act", Value::from("tiger")),
            ("cost", Value::from("3")),
            ("card name", Value::from("Rajah")),
        ]);
        for (text, met) in [
            ("card.act == 'tiger'", true),
            ("card.act == 'monkey'", false),
            ("card.act != 'monkey' and card.cost | int > 2", true),
            ("card['act'] == \"tiger\"", true),
            ("card[\"card name\"] == 'Rajah'", true),
            ("card.act in ['tiger', 'lion']", true),
            ("card.pedestal == ''", true),
            ("not card.act", false),
            ("card.act == 'a') or (card.cost == '3'", true),
        ] {
            assert_eq!(condition(text).unwrap().matches(&tiger).unwrap(), met, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_or_leaves_the_tag_is_refused() {
        for text in [
            "card.act ==",
            "",
            "1) %}x{% if (true",
            "card.act == '{{ x }}'",
            "((",
            "card.act == 'x",
        ] {
            assert_eq!(condition(text).unwrap_err().code, Code::C002, "{text}");
        }
        let stranger = condition("act == 'monkey'").unwrap_err();
        assert_eq!(
            stranger.message,
            "the condition `act == 'monkey'` cannot be read: `act` is unknown here"
        );
        assert_eq!(stranger.hints, ["write `card.act` for a column, and strings in quotes: 'act'"]);
    }

    #[test]
    fn a_column_that_no_card_has_is_named() {
        let cards = [card(&[("act", Value::from("tiger"))])];
        let fault = &condition("card.akt == 'card.nothing'").unwrap().faults(&cards)[0];
        assert_eq!(fault.message, "no card has a column `akt`");
        assert_eq!(fault.hints, ["did you mean `act`?"]);
        assert_eq!(condition("card.a.b == card['c'] and x.card.y").unwrap_err().code, Code::C002);
    }

    #[test]
    fn a_column_may_be_missing_where_it_is_asked_for() {
        let cards = [card(&[("act", Value::from("tiger"))])];
        let asked = condition("card.akt is not defined or card.akt == 'x'").unwrap();
        assert!(asked.faults(&cards).is_empty());
        assert!(asked.matches(&cards[0]).unwrap());
    }

    #[test]
    fn a_word_for_no_meets_no_condition() {
        let cards = ["TRUE", "FALSE"].map(|unique| card(&[("unique", Value::from(unique))]));
        for text in ["card.unique", "not card.unique", "card['unique'] and card.unique == 'TRUE'"] {
            let fault = condition(text).unwrap().select(&cards).unwrap_err().remove(0);
            assert!(fault.message.contains("`card.unique` is met by `FALSE`"), "{}", fault.message);
        }
        assert_eq!(condition("card.unique == 'TRUE'").unwrap().select(&cards).unwrap().len(), 1);
    }

    #[test]
    fn a_comparison_that_fails_names_the_card() {
        let fault = condition("card.act | int > 3")
            .unwrap()
            .matches(&card(&[("act", Value::from("tiger"))]))
            .unwrap_err();
        assert_eq!((fault.code, fault.card.as_deref()), (Code::C002, Some("tiger")));
    }
}
