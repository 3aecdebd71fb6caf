//! The component contract: every `[[expect]]` against the cards of its component, or the points and lines of its board.

use std::fmt::Write;

use indexmap::IndexMap;
use tera::Value;

use crate::diag::{Code, Diagnostic, Sink, Span, Spanned};
use crate::game::board::{BoardMap, CellMap, House};
use crate::game::{
    Card, CardId, Component, ComponentId, Dot, Expect, Game, Geometry, Link, Over, unknown_column,
};

/// More places than these would hide the message.
const MAX_PLACES: usize = 8;

/// An expectation and the cards it looks at.
struct Counted<'g> {
    expect: &'g Expect,
    cards: Vec<CardId>,
}

/// Checks all expectations of a game.
pub fn contract(game: &Game, sink: &mut Sink) {
    all(&game.components, &game.expects, sink);
}

/// Checks the expectations of some components.
pub(super) fn all(components: &[Component], expects: &[Expect], sink: &mut Sink) {
    for (index, component) in components.iter().enumerate() {
        let id = ComponentId::new(index);
        for over in [Over::Cards, Over::Points, Over::Lines] {
            let expects: Vec<&Expect> = expects
                .iter()
                .filter(|expect| expect.component == id && expect.over == over)
                .collect();
            if over == Over::Cards {
                check(&expects, component, sink);
            } else if !expects.is_empty() {
                // Points and lines are counted as if each were a card with one copy.
                let parts = Component { cards: parts(component, over), ..component.clone() };
                check(&expects, &parts, sink);
            }
        }
    }
}

fn check(expects: &[&Expect], component: &Component, sink: &mut Sink) {
    let sink = &mut sink.scope();
    let counted: Vec<Counted<'_>> =
        expects.iter().filter_map(|expect| count(expect, component, sink)).collect();
    let all_read = !sink.has_errors();
    for one in &counted {
        check_copies(one, component, sink);
        check_cards(one, component, sink);
        check_unique(one, component, sink);
    }
    // Both compare expectations with each other, which proves nothing while one of them cannot be read.
    if all_read {
        for one in &counted {
            check_every(one, &counted, component, sink);
        }
        check_sum(&counted, component, sink);
    }
}

/// The points or lines of a board, with their columns as templates see them.
fn parts(component: &Component, over: Over) -> Vec<Card> {
    let Some(geometry) = component.geometry() else { return Vec::new() };
    let part =
        |id: String, own: Vec<(&str, Value)>, values: &IndexMap<String, Value>, span: &Span| {
            let values = own
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .chain(values.iter().map(|(n, v)| (n.clone(), v.clone())));
            Card {
                id,
                values: values.collect(),
                copies: 1,
                span: span.clone(),
                copies_span: None,
                has_back: false,
                left_out: false,
            }
        };
    let none = IndexMap::new();
    match (geometry, BoardMap::new(geometry, component.size), over) {
        (Geometry::Field(field), _, Over::Points) => {
            let dot = |dot: &Dot| {
                let own = vec![
                    ("id", dot.id.as_str().into()),
                    ("kind", dot.kind.as_str().into()),
                    ("zone", dot.zone.as_str().into()),
                ];
                part(dot.id.clone(), own, &dot.values, &dot.span)
            };
            field.points.iter().map(dot).collect()
        }
        (Geometry::Field(field), _, Over::Lines) => {
            let line = |link: &Link| {
                let (from, to) =
                    (field.points[link.from].id.as_str(), field.points[link.to].id.as_str());
                part(
                    format!("{from}-{to}"),
                    vec![("from", from.into()), ("to", to.into())],
                    &link.values,
                    &link.span,
                )
            };
            field.lines.iter().map(line).collect()
        }
        (Geometry::Radial(radial), BoardMap::Radial(map), Over::Points) => {
            let house = |house: &House| {
                let own = vec![
                    ("number", house.number.into()),
                    ("spoke", house.spoke.into()),
                    ("ring", house.ring.into()),
                ];
                part(house.number.to_string(), own, &none, &radial.span)
            };
            map.houses.iter().map(house).collect()
        }
        (Geometry::Grid(grid), BoardMap::Grid(map), Over::Points) => {
            let cell = |cell: &CellMap| {
                let own = vec![
                    ("number", cell.number.into()),
                    ("column", cell.column.into()),
                    ("row", cell.row.into()),
                ];
                part(cell.number.to_string(), own, &none, &grid.span)
            };
            map.cells.iter().map(cell).collect()
        }
        _ => Vec::new(),
    }
}

/// The cards that an expectation looks at, or nothing after a fault.
fn count<'g>(expect: &'g Expect, component: &'g Component, sink: &mut Sink) -> Option<Counted<'g>> {
    let id = component.id.as_str();
    if expect.copies.is_none()
        && expect.cards.is_none()
        && expect.unique.is_none()
        && expect.every.is_none()
    {
        let fault =
            Diagnostic::error(Code::C006, format!("an expectation of `{id}` counts nothing"))
                .at(&expect.span)
                .component(id);
        sink.push(fault.hint("give it `copies`, `cards`, `points`, `lines`, `unique` or `every`"));
    }
    let mut faults: Vec<Diagnostic> = Vec::new();
    for column in expect.unique.iter().chain(&expect.every) {
        faults.extend(unknown_column(&column.value, column, &component.cards, expect.over));
    }
    let mut cards: Vec<CardId> = component.cards_with_ids().map(|(id, _)| id).collect();
    if let Some(condition) = &expect.condition {
        match condition.select(&component.cards) {
            Ok(chosen) => cards = chosen,
            Err(broken) => faults.extend(broken),
        }
    }
    let sound = faults.is_empty();
    sink.extend(faults.into_iter().map(|fault| fault.component(id)));
    sound.then_some(Counted { expect, cards })
}

impl Counted<'_> {
    /// The cards that are printed at all.
    fn printed<'c>(&self, component: &'c Component) -> impl Iterator<Item = &'c Card> {
        self.cards.iter().map(|&card| &component.cards[card]).filter(|card| card.copies > 0)
    }

    /// `where card.act == 'monkey'`, or the component.
    fn scope(&self, component: &Component) -> String {
        match &self.expect.condition {
            Some(condition) => format!("where {}", condition.text()),
            None => format!("in `{}`", component.id),
        }
    }
}

fn check_copies(counted: &Counted<'_>, component: &Component, sink: &mut Sink) {
    let Some(expected) = &counted.expect.copies else { return };
    let found: u32 = counted.printed(component).map(|card| card.copies).sum();
    if found != expected.value {
        let noun = match (counted.expect.over, expected.value) {
            (Over::Cards, 1) => "copy".to_owned(),
            (Over::Cards, _) => "copies".to_owned(),
            (over, 1) => over.word().to_owned(),
            (over, _) => format!("{}s", over.word()),
        };
        sink.push(differs(expected, &noun, found, counted, component));
    }
}

fn check_cards(counted: &Counted<'_>, component: &Component, sink: &mut Sink) {
    let Some(expected) = &counted.expect.cards else { return };
    let found = counted.printed(component).count() as u32;
    if found != expected.value {
        let noun = if expected.value == 1 { "card" } else { "cards" };
        sink.push(differs(expected, noun, found, counted, component));
    }
}

fn differs(
    expected: &Spanned<u32>,
    noun: &str,
    found: u32,
    counted: &Counted<'_>,
    component: &Component,
) -> Diagnostic {
    let message =
        format!("expected {} {noun} {}, found {found}", expected.value, counted.scope(component));
    let mut fault = Diagnostic::error(Code::C001, message)
        .at(&expected.span)
        .component(component.id.as_str())
        .maybe_hint(counted.expect.that.as_deref());
    for card in counted.printed(component).take(MAX_PLACES) {
        let copies = match (counted.expect.over, card.copies) {
            (Over::Points | Over::Lines, _) => format!("`{}`", card.id),
            (Over::Cards, 1) => "1 copy".to_owned(),
            (Over::Cards, copies) => format!("{copies} copies"),
        };
        fault = fault.also(card.copies_span.as_ref().unwrap_or(&card.span), copies);
    }
    fault
}

fn check_unique(counted: &Counted<'_>, component: &Component, sink: &mut Sink) {
    let Some(column) = &counted.expect.unique else { return };
    let mut seen: IndexMap<String, &Card> = IndexMap::new();
    for card in counted.printed(component) {
        let Some(value) = value_of(card, &column.value) else { continue };
        match seen.get(&value) {
            Some(first) => {
                let word = counted.expect.over.word();
                let message = format!(
                    "`{}` has `{}` twice: on {word} `{}` and on {word} `{}`",
                    column.value, value, first.id, card.id
                );
                let fault = Diagnostic::error(Code::C004, message)
                    .at(&card.span)
                    .also(&first.span, "first used here")
                    .also(&column.span, "must be unique");
                sink.push(
                    fault
                        .component(component.id.as_str())
                        .card(card.id.as_str())
                        .maybe_hint(counted.expect.that.as_deref()),
                );
            }
            None => {
                seen.insert(value, card);
            }
        }
    }
}

fn check_every(counted: &Counted<'_>, all: &[Counted<'_>], component: &Component, sink: &mut Sink) {
    let Some(column) = &counted.expect.every else { return };
    let others = || {
        all.iter().filter(|other| {
            !std::ptr::eq(other.expect, counted.expect)
                && other.expect.condition.is_some()
                && other.expect.copies.is_some()
        })
    };
    let mut missing: IndexMap<String, Vec<&Card>> = IndexMap::new();
    for &index in &counted.cards {
        let card = &component.cards[index];
        if card.copies > 0 && !others().any(|other| other.cards.contains(&index)) {
            missing
                .entry(value_of(card, &column.value).unwrap_or_default())
                .or_default()
                .push(card);
        }
    }
    for (value, cards) in missing {
        let word = counted.expect.over.word();
        let plural = if cards.len() == 1 { "" } else { "s" };
        let message = format!(
            "no expectation counts the {} {word}{plural} where {word}.{} == '{value}'",
            cards.len(),
            column.value
        );
        let mut fault = Diagnostic::error(Code::C003, message)
            .at(&column.span)
            .component(component.id.as_str());
        for card in cards.iter().take(MAX_PLACES) {
            fault = fault.also(&card.span, "not counted");
        }
        let mut example = String::new();
        let copies: u32 = cards.iter().map(|card| card.copies).sum();
        let counts = if counted.expect.over == Over::Cards {
            "copies".to_owned()
        } else {
            format!("{word}s")
        };
        let _ = write!(
            example,
            "add an [[expect]] with where = \"{word}.{} == '{value}'\" and {} = {copies}",
            column.value, counts
        );
        sink.push(fault.hint(example));
    }
}

/// Whether the parts can be true together with the total. Only parts that share no card and leave none out have a sum
/// that means something; they are looked for in the order of the file.
fn check_sum(all: &[Counted<'_>], component: &Component, sink: &mut Sink) {
    let mut is_taken: Vec<bool> = component.cards.iter().map(|card| card.copies == 0).collect();
    let (mut parts, mut sum) = (Vec::new(), 0_u64);
    for part in all.iter().filter(|one| one.expect.condition.is_some()) {
        let Some(copies) = &part.expect.copies else { continue };
        let printed: Vec<CardId> =
            part.cards.iter().copied().filter(|&card| component.cards[card].copies > 0).collect();
        if printed.is_empty() || printed.iter().any(|&card| is_taken[card.index()]) {
            continue;
        }
        for card in printed {
            is_taken[card.index()] = true;
        }
        sum += u64::from(copies.value);
        parts.push(copies);
    }
    if is_taken.contains(&false) {
        return;
    }
    for total in all
        .iter()
        .filter(|one| one.expect.condition.is_none())
        .filter_map(|one| one.expect.copies.as_ref())
    {
        if u64::from(total.value) != sum {
            let message = format!(
                "the expected parts add up to {sum}, the expected total is {}",
                total.value
            );
            let mut fault = Diagnostic::warning(Code::C005, message)
                .at(&total.span)
                .component(component.id.as_str());
            for part in parts.iter().take(MAX_PLACES) {
                fault = fault.also(&part.span, "a part");
            }
            sink.push(fault);
        }
    }
}

/// The value of a column, if something stands in it.
fn value_of(card: &Card, column: &str) -> Option<String> {
    card.values.get(column).map(ToString::to_string).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::MemoryFiles;
    use crate::game::source;
    use crate::game::{Overrides, resolve};

    const CARDS: &str = "name,qty,layout\nRiver,4,land\nHill,3,land\nFerry,2,boat\nReference,1,help\nSpare,0,land\n";

    fn found(expects: &str) -> Vec<Diagnostic> {
        let game = format!(
            "title = 'x'\n[deck.a]\nsize = 'poker-us'\nface = 'a.svg'\ncards = 'a.csv'\n{expects}"
        );
        let files = MemoryFiles::new()
            .with("data/g/game.toml", game)
            .with("data/g/a.csv", CARDS)
            .with("templates/g/a.svg", "<svg/>");
        let mut sink = Sink::new();
        let game = source::read(&files, "g", &mut sink)
            .and_then(|source| resolve(&files, &source, &Overrides::default(), &mut sink));
        let Ok(game) = game else { panic!("{:?}", sink.into_sorted()) };
        contract(&game, &mut sink);
        sink.into_sorted()
    }

    fn said(expects: &str) -> Vec<String> {
        found(expects).iter().map(|d| format!("{} {}", d.code.name(), d.message)).collect()
    }

    #[test]
    fn copies_are_counted_and_not_rows_and_parts_are_added() {
        let expects = "[[expect]]\nin='a'\nwhere=\"card.layout == 'land'\"\ncopies = 7\n[[expect]]\nthat='three boats'\nin='a'\nwhere=\"card.layout == 'boat'\"\ncopies = 3\n\
                       [[expect]]\nin='a'\nwhere=\"card.layout == 'help'\"\ncopies = 1\n[[expect]]\nin='a'\ncopies = 10\n";
        let found = found(expects);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].code, found[0].message.as_str()),
            (Code::C001, "expected 3 copies where card.layout == 'boat', found 2")
        );
        assert_eq!(found[0].span.as_ref().unwrap().start(), (14, 10));
        assert_eq!(
            found[0]
                .also
                .iter()
                .map(|(span, label)| (span.path(), span.start(), label.as_str()))
                .collect::<Vec<_>>(),
            [("data/g/a.csv", (4, 7), "2 copies")]
        );
        assert_eq!(
            (found[0].component.as_deref(), found[0].hints.as_slice()),
            (Some("a"), ["three boats".to_owned()].as_slice())
        );
        assert_eq!(
            (found[1].code, found[1].severity),
            (Code::C005, crate::diag::Severity::Warning)
        );
        assert_eq!(found[1].message, "the expected parts add up to 11, the expected total is 10");
        assert_eq!(found[1].span.as_ref().unwrap().start(), (21, 10));
    }

    #[test]
    fn a_contract_that_is_kept_says_nothing() {
        for expects in [
            "[[expect]]\nin='a'\ncopies = 10\ncards = 4\nunique = 'name'\n",
            "[[expect]]\nin='a'\nwhere=\"card.layout == 'land'\"\ncopies = 7\ncards = 2\n",
            "[[expect]]\nin='a'\nwhere=\"card.layout == 'bear'\"\ncopies = 0\n",
            // Parts that share cards have no sum.
            "[[expect]]\nin='a'\nwhere=\"card.layout != ''\"\ncopies = 10\n[[expect]]\nin='a'\nwhere=\"card.name == 'River'\"\ncopies = 4\n[[expect]]\nin='a'\ncopies = 10\n",
        ] {
            assert_eq!(said(expects), Vec::<String>::new(), "{expects}");
        }
    }

    #[test]
    fn each_broken_promise_has_its_words() {
        for (expects, message) in [
            ("copies = 110", "C001 expected 110 copies in `a`, found 10"),
            ("copies = 1", "C001 expected 1 copy in `a`, found 10"),
            ("cards = 5", "C001 expected 5 cards in `a`, found 4"),
            (
                "where = \"card.layout == 'land'\"\ncards = 1",
                "C001 expected 1 card where card.layout == 'land', found 2",
            ),
            ("where = \"card.layout == 'land'\"", "C006 an expectation of `a` counts nothing"),
            (
                "unique = 'layout'",
                "C004 `layout` has `land` twice: on card `river` and on card `hill`",
            ),
            ("unique = 'nme'", "C002 no card has a column `nme`"),
            ("where = \"card.layuot == 'land'\"\ncopies = 7", "C002 no card has a column `layuot`"),
            (
                "where = \"card.name | int > 2\"\ncopies = 7",
                "C002 the condition `card.name | int > 2` fails on a card: ",
            ),
        ] {
            let said = said(&format!("[[expect]]\nin='a'\n{expects}\n"));
            assert_eq!(said.len(), 1, "{said:?}");
            assert!(said[0].starts_with(message), "{said:?}");
        }
    }

    #[test]
    fn a_kind_of_card_without_an_expectation_is_named() {
        let expects = "[[expect]]\nin='a'\nevery = 'layout'\n[[expect]]\nin='a'\nwhere=\"card.layout == 'land'\"\ncopies = 7\n[[expect]]\nin='a'\nwhere=\"card.layout == 'help'\"\ncards = 1\n";
        let found = found(expects);
        assert_eq!(
            found.iter().map(|d| d.message.as_str()).collect::<Vec<_>>(),
            [
                "no expectation counts the 1 card where card.layout == 'boat'",
                "no expectation counts the 1 card where card.layout == 'help'"
            ]
        );
        assert!(found.iter().all(|d| d.code == Code::C003));
        assert_eq!(
            found[0].hints,
            ["add an [[expect]] with where = \"card.layout == 'boat'\" and copies = 2"]
        );
        assert_eq!(found[0].also[0].0.start(), (4, 1));
    }

    #[test]
    fn a_column_name_with_a_near_one_gets_a_hint() {
        assert_eq!(
            found("[[expect]]\nin='a'\nunique = 'nme'\n")[0].hints,
            ["did you mean `name`?"]
        );
    }
}
