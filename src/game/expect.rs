//! `[[expect]]`: the list of contents, one claim about the kit each.

use super::ComponentId;
use super::component_table::ComponentTable;
use super::condition::{Condition, CountOf, CountedCondition};
use super::lookup::{ComponentName, component_named};
use super::toml::{Count, Text, table, text_kind};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, escaped};

text_kind! {
    /// The name of a column of cards, points or lines.
    pub(crate) struct ColumnName: "the name of a column";
}

table! {
    /// What must be true of a component.
    pub(crate) struct ExpectKeys:
        "`[[expect]]`",
        "A line of the list of contents, checked before each build: a statement about one \
         component. Each needs at least one of `copies`, `cards`, `points`, `lines`, `unique` and \
         `every`.";
    {
        that: Text [optional "none"]
            "What the line states, in your words; shown if it is not true.";
        r#in: ComponentName [required] "The component it is about.";
        r#where: CountedCondition [optional "all cards"]
            "Which cards count. Cells of a CSV table are strings, so write `card.cost == '3'`, or \
             `card.cost | int > 3`.";
        copies: Count<0> [optional "not checked"]
            "How many printed cards there must be, copies included.";
        cards: Count<0> [optional "not checked"]
            "How many different cards there must be: rows with at least one copy.";
        points: Count<0> [optional "not checked"]
            "How many points of a field, houses of a radial board or cells of a grid there must \
             be. With it, `where`, `unique` and `every` apply to those: `where = \"point.kind == \
             'star'\"`.";
        lines: Count<0> [optional "not checked"]
            "How many lines of a field there must be; `where` then applies to `line`.";
        unique: ColumnName [optional "not checked"]
            "No two cards may share a value of this column. Empty cells do not count.";
        every: ColumnName [optional "not checked"]
            "Each value of this column must be counted by another `[[expect]]` of the same \
             component with `where` and `copies`, so that no new kind of card slips in uncounted.";
    }
}

/// One line of the contract: what must be true of a component.
#[derive(Clone, Debug)]
pub struct Expect {
    /// In the designer's words.
    pub that: Option<String>,
    /// Its table in `game.toml`.
    pub span: Span,
    /// The component it looks at.
    pub component: ComponentId,
    /// What of the component it counts.
    pub of: CountOf,
    /// Which of them; none counts all.
    pub condition: Option<Condition>,
    /// What must be true of them. Claims of a number of points or lines stand alone among the
    /// numbers.
    pub claims: Vec<Claim>,
}

/// What must be true of the cards, points or lines that an expectation counts.
#[derive(Clone, Debug)]
pub enum Claim {
    /// There are so many printed cards, copies included.
    Copies(Spanned<u32>),
    /// There are so many different cards, each with at least one copy.
    Cards(Spanned<u32>),
    /// There are so many points.
    Points(Spanned<u32>),
    /// There are so many lines.
    Lines(Spanned<u32>),
    /// The values of a column differ from card to card.
    Unique(Spanned<String>),
    /// Each value of a column is named by the condition of some other expectation of the component.
    Every(Spanned<String>),
}

impl Claim {
    /// The number of copies, points or lines, if that is what is claimed.
    pub const fn total(&self) -> Option<&Spanned<u32>> {
        match self {
            Self::Copies(number) | Self::Points(number) | Self::Lines(number) => Some(number),
            Self::Cards(_) | Self::Unique(_) | Self::Every(_) => None,
        }
    }

    /// The column it is about, if there is one.
    pub const fn column(&self) -> Option<&Spanned<String>> {
        match self {
            Self::Unique(column) | Self::Every(column) => Some(column),
            Self::Copies(_) | Self::Cards(_) | Self::Points(_) | Self::Lines(_) => None,
        }
    }
}

impl Expect {
    /// The number of copies, points or lines that is claimed, if there is one.
    pub fn total(&self) -> Option<&Spanned<u32>> {
        self.claims.iter().find_map(Claim::total)
    }

    /// The expectation of a table.
    pub(super) fn resolve(
        written: &Spanned<ExpectKeys>,
        components: &[ComponentTable],
        sink: &mut Sink,
    ) -> Option<Self> {
        let Spanned { value: keys, span } = written;
        let component = component_named(&keys.r#in, components, sink)?;
        let of = CountOf::new(keys.points.is_some(), keys.lines.is_some());
        let claims = keys.claims();
        let is_number = |claim: &&Claim| claim.column().is_none();
        if of != CountOf::Cards && claims.iter().filter(is_number).count() > 1 {
            let message = "an [[expect]] counts more than one of cards, points and lines";
            let fault = Diagnostic::error(Code::S004, message).at(span);
            sink.push(fault.hint("write one [[expect]] for each"));
            return None;
        }
        if of != CountOf::Cards && !components[component.index()].has_geometry() {
            let message = format!("`{}` has no {}s", escaped(&keys.r#in.value), of.word());
            sink.push(Diagnostic::error(Code::M013, message).at(span).hint(
                "`points` and `lines` are those of a board with a `field`, `radial` or `grid`",
            ));
            return None;
        }
        Some(Self {
            that: keys.that.as_ref().map(|that| that.value.clone()),
            span: span.clone(),
            component,
            of,
            condition: keys.r#where.as_ref().map(|condition| condition.value.clone()),
            claims,
        })
    }
}

impl ExpectKeys {
    fn claims(&self) -> Vec<Claim> {
        [
            self.copies.clone().map(Claim::Copies),
            self.cards.clone().map(Claim::Cards),
            self.points.clone().map(Claim::Points),
            self.lines.clone().map(Claim::Lines),
            self.unique.clone().map(Claim::Unique),
            self.every.clone().map(Claim::Every),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
