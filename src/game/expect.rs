//! `[[expect]]`: the list of contents, one claim about the kit each.

use std::fmt;

use super::ComponentId;
use super::claims::{
    ColumnName, Covers, CoversKeys, Measure, MeasureKeys, OneOf, OneOfKeys, SameAs, SameAsKeys,
    never_true,
};
use super::component_table::ComponentTable;
use super::condition::{Condition, CountOf, CountedCondition};
use super::lookup::{ComponentName, component_named};
use super::toml::{Count, Inline, Text, table, text_kind};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, escaped};

text_kind! {
    /// The address of a rule.
    pub(crate) struct RuleName: "a file and a heading, such as \"rules.en.md#setup\"";
}

table! {
    /// What must be true of a component.
    pub(crate) struct ExpectKeys:
        "`[[expect]]`",
        "A line of the list of contents, checked before each build: a statement about one \
         component. Each needs at least one key that states something. One that could never fail, \
         or never be true, is an error.";
    {
        that: Text [optional "none"]
            "What the line states, in your words; shown if it is not true.";
        r#in: ComponentName [required] "The component it is about.";
        r#where: CountedCondition [optional "all cards"]
            "Which cards count. Cells of a CSV table are strings, so write `card.cost == '3'`, or \
             `card.cost | int > 3`.";
        copies: Count<0, 1_000_000> [optional "not checked"]
            "How many printed cards there must be, copies included.";
        cards: Count<0, 1_000_000> [optional "not checked"]
            "How many different cards there must be: rows with at least one copy.";
        points: Count<0, 1_000_000> [optional "not checked"]
            "How many points of a field, houses of a radial board or cells of a grid there must \
             be. With it, `where`, `unique` and `every` apply to those: `where = \"point.kind == \
             'star'\"`.";
        lines: Count<0, 1_000_000> [optional "not checked"]
            "How many lines of a field there must be; `where` then applies to `line`.";
        unique: ColumnName [optional "not checked"]
            "No two cards may share a value of this column. Empty cells do not count.";
        at_least: Count<0, 1_000_000> [optional "not checked"]
            "How many printed cards there must be at least, copies included.";
        at_most: Count<0, 1_000_000> [optional "not checked"]
            "How many printed cards there may be at most, copies included.";
        same_as: Inline<SameAsKeys> [optional "not checked"]
            "As many printed cards as another component has.";
        sum: Inline<MeasureKeys> [optional "not checked"] "What the numbers of a column add up to.";
        average: Inline<MeasureKeys> [optional "not checked"]
            "The average of the numbers of a column, empty cells left out.";
        covers: Inline<CoversKeys> [optional "not checked"]
            "A range of numbers of which each is there once.";
        one_of: Inline<OneOfKeys> [optional "not checked"] "The values that a column may have.";
        equal: ColumnName [optional "not checked"]
            "There must be as many copies with one value of this column as with any other. Empty \
             cells do not count.";
        from: RuleName [optional "none"]
            "The rule it comes from, which `pnp check --contract` shows beside it: a Markdown file \
             of a rulebook and the anchor of a heading.";
        lang: Text [optional "every language"] "The language in which it must be true.";
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
    /// The language in which it must be true; none means each.
    pub lang: Option<Spanned<String>>,
    /// The rule that it comes from.
    pub from: Option<RuleAddress>,
    /// Which of them; none counts all.
    pub condition: Option<Condition>,
    /// What must be true of them. Claims of a number of points or lines stand alone among the
    /// numbers.
    pub claims: Vec<Claim>,
}

/// Where a rule is written.
#[derive(Clone, Debug)]
pub struct RuleAddress {
    /// The Markdown file of a rulebook, in the folder of the game.
    pub file: String,
    /// The anchor of a heading in it.
    pub anchor: String,
    /// Where that is stated.
    pub span: Span,
}

impl fmt::Display for RuleAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.file, self.anchor)
    }
}

impl RuleAddress {
    fn read(written: &Spanned<String>, sink: &mut Sink) -> Option<Self> {
        let parts = written.value.split_once('#');
        let Some((file, anchor)) =
            parts.filter(|(file, anchor)| !file.is_empty() && !anchor.is_empty())
        else {
            let message = format!("`{}` names no section of a rulebook", escaped(&written.value));
            let fault = Diagnostic::error(Code::S004, message).at(&written.span);
            sink.push(fault.hint("write a file and the anchor of a heading: rules.en.md#setup"));
            return None;
        };
        Some(Self {
            file: file.trim().to_owned(),
            anchor: anchor.trim().to_owned(),
            span: written.span.clone(),
        })
    }
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
    /// There are at least so many copies.
    AtLeast(Spanned<u32>),
    /// There are at most so many copies.
    AtMost(Spanned<u32>),
    /// There are as many copies as another component has.
    SameAs(Spanned<SameAs>),
    /// The numbers of a column add up to something.
    Sum(Spanned<Measure>),
    /// The numbers of a column have an average.
    Average(Spanned<Measure>),
    /// Each number of a range is there once.
    Covers(Spanned<Covers>),
    /// A column has none but these values.
    OneOf(Spanned<OneOf>),
    /// Each value of a column is there equally often.
    Equal(Spanned<String>),
}

impl Claim {
    /// The number of copies, points or lines, if that is what is claimed.
    pub const fn total(&self) -> Option<&Spanned<u32>> {
        match self {
            Self::Copies(number) | Self::Points(number) | Self::Lines(number) => Some(number),
            _ => None,
        }
    }

    /// Whether it states a number of cards, of points or of lines.
    const fn is_number(&self) -> bool {
        self.total().is_some() || matches!(self, Self::Cards(_))
    }

    /// Where it is written.
    pub const fn span(&self) -> &Span {
        match self {
            Self::Copies(number)
            | Self::Cards(number)
            | Self::Points(number)
            | Self::Lines(number)
            | Self::AtLeast(number)
            | Self::AtMost(number) => &number.span,
            Self::Unique(column) | Self::Every(column) | Self::Equal(column) => &column.span,
            Self::Sum(measure) | Self::Average(measure) => &measure.span,
            Self::SameAs(same_as) => &same_as.span,
            Self::Covers(covers) => &covers.span,
            Self::OneOf(one_of) => &one_of.span,
        }
    }

    /// The column it is about, if there is one.
    pub const fn column(&self) -> Option<&Spanned<String>> {
        match self {
            Self::Unique(column) | Self::Every(column) | Self::Equal(column) => Some(column),
            Self::Sum(measure) | Self::Average(measure) => Some(&measure.value.column),
            Self::Covers(covers) => Some(&covers.value.column),
            Self::OneOf(one_of) => Some(&one_of.value.column),
            Self::Copies(_)
            | Self::Cards(_)
            | Self::Points(_)
            | Self::Lines(_)
            | Self::AtLeast(_)
            | Self::AtMost(_)
            | Self::SameAs(_) => None,
        }
    }
}

/// Reads well before " where …".
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut number =
            |number: u32, one, many| write!(f, "{number} {}", if number == 1 { one } else { many });
        match self {
            Self::Copies(copies) => number(copies.value, "copy", "copies"),
            Self::Cards(cards) => number(cards.value, "card", "cards"),
            Self::Points(points) => number(points.value, "point", "points"),
            Self::Lines(lines) => number(lines.value, "line", "lines"),
            Self::Unique(column) => write!(f, "no `{}` twice", column.value),
            Self::Every(column) => write!(f, "every `{}` counted", column.value),
            Self::AtLeast(least) => write!(f, "at least {}", least.value),
            Self::AtMost(most) => write!(f, "at most {}", most.value),
            Self::SameAs(_) => f.write_str("as many as of another component"),
            Self::Sum(sum) => write!(f, "the sum of `{}`", sum.value.column.value),
            Self::Average(average) => {
                write!(f, "the average of `{}`", average.value.column.value)
            }
            Self::Covers(covers) => {
                let Covers { column, first, last } = &covers.value;
                write!(f, "`{}` from {first} to {last}", column.value)
            }
            Self::OneOf(one_of) => {
                let OneOf { column, values } = &one_of.value;
                write!(f, "`{}` one of {}", column.value, values.join(", "))
            }
            Self::Equal(column) => write!(f, "each `{}` equally often", column.value),
        }
    }
}

impl Expect {
    /// The number of copies, points or lines that is claimed, if there is one.
    pub fn total(&self) -> Option<&Spanned<u32>> {
        self.claims.iter().find_map(Claim::total)
    }

    /// The numbers that are claimed.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.claims.iter().filter_map(|claim| match claim {
            Claim::Copies(number)
            | Claim::Cards(number)
            | Claim::Points(number)
            | Claim::Lines(number)
            | Claim::AtLeast(number)
            | Claim::AtMost(number) => Some(number.value),
            _ => None,
        })
    }

    /// What it states of a component: in the designer's words, or else in ours.
    pub fn words(&self, component: &str) -> String {
        if let Some(that) = &self.that {
            return that.clone();
        }
        let claims: Vec<String> = self.claims.iter().map(ToString::to_string).collect();
        let scope = match &self.condition {
            Some(condition) => format!(" where {}", condition.text()),
            None => String::new(),
        };
        format!("{component}: {}{scope}", claims.join(", "))
    }

    /// Where it is written: its table, its claims and its condition.
    pub fn places(&self) -> impl Iterator<Item = &Span> {
        let claims = self.claims.iter().map(Claim::span);
        std::iter::once(&self.span)
            .chain(claims)
            .chain(self.condition.as_ref().map(Condition::span))
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
        let claims = keys.claims(components, sink)?;
        if of != CountOf::Cards && claims.iter().filter(|claim| claim.is_number()).count() > 1 {
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
            lang: keys.lang.clone(),
            from: keys.from.as_ref().and_then(|from| RuleAddress::read(from, sink)),
            condition: keys.r#where.as_ref().map(|condition| condition.value.clone()),
            claims,
        })
    }
}

impl ExpectKeys {
    /// What is stated. `None` after a fault.
    fn claims(&self, components: &[ComponentTable], sink: &mut Sink) -> Option<Vec<Claim>> {
        let sink = &mut sink.scope();
        self.check_bounds(sink);
        let same_as = self.same_as.as_ref();
        let same_as =
            same_as.and_then(|keys| placed(keys, SameAs::resolve(keys, components, sink)));
        let sum = self.sum.as_ref();
        let sum = sum.and_then(|keys| placed(keys, Measure::resolve(keys, sink)));
        let average = self.average.as_ref();
        let average = average.and_then(|keys| placed(keys, Measure::resolve(keys, sink)));
        let covers = self.covers.as_ref();
        let covers = covers.and_then(|keys| placed(keys, Covers::resolve(keys, sink)));
        let one_of = self.one_of.as_ref();
        let one_of = one_of.and_then(|keys| placed(keys, OneOf::resolve(keys, sink)));
        sink.gate().ok()?;
        let claims = [
            self.copies.clone().map(Claim::Copies),
            self.cards.clone().map(Claim::Cards),
            self.points.clone().map(Claim::Points),
            self.lines.clone().map(Claim::Lines),
            self.at_least.clone().map(Claim::AtLeast),
            self.at_most.clone().map(Claim::AtMost),
            same_as.map(Claim::SameAs),
            sum.map(Claim::Sum),
            average.map(Claim::Average),
            covers.map(Claim::Covers),
            one_of.map(Claim::OneOf),
            self.equal.clone().map(Claim::Equal),
            self.unique.clone().map(Claim::Unique),
            self.every.clone().map(Claim::Every),
        ];
        Some(claims.into_iter().flatten().collect())
    }

    /// Reports bounds that hold whatever the kit has, or never.
    fn check_bounds(&self, sink: &mut Sink) {
        if let Some(least) = self.at_least.as_ref().filter(|least| least.value == 0) {
            let message = "`at_least = 0` can never fail";
            let fault = Diagnostic::error(Code::S004, message).at(&least.span);
            sink.push(fault.hint("state the least number that would be right, or delete it"));
        }
        if let (Some(least), Some(most)) = (&self.at_least, &self.at_most)
            && least.value > most.value
        {
            sink.push(never_true(&least.span, "at_least", "at_most").also(&most.span, "the most"));
        }
    }
}

/// A claim at the place of its key.
fn placed<K, T>(keys: &Spanned<K>, claim: Option<T>) -> Option<Spanned<T>> {
    claim.map(|claim| Spanned::new(claim, keys.span.clone()))
}
