//! `[variant.NAME]`: another way to play that needs less of the kit.

use super::ComponentId;
use super::component_table::ComponentTable;
use super::condition::{CardCondition, Condition};
use super::expect::{Expect, ExpectKeys};
use super::lookup::{ComponentName, component_named};
use super::toml::{Count, Entries, Text, table};
use crate::diag::{Sink, Span, Spanned};

table! {
    /// Another way to play, key by key.
    pub(crate) struct VariantKeys:
        "`[variant.NAME]`",
        "Another way to play that needs less of the kit, such as a game for two. `pnp list \
         --variant NAME` prints what to take out, and `pnp check` verifies that it is in the kit \
         and that what stays is right.";
    {
        title: Text [required] "What it is called in the list.";
        take_out: Entries<TakeKeys> [optional "none"] "What to take out, in order.";
        expect: Entries<ExpectKeys> [optional "none"]
            "What must be true of what stays, with the keys of `[[expect]]`.";
    }
}

table! {
    /// Cards that stay in the box.
    pub(crate) struct TakeKeys: "`[[variant.NAME.take_out]]`",
        "Cards that are taken out of the kit.";
    {
        that: Text [optional "the condition"] "What it is, in your words.";
        r#in: ComponentName [required] "Where it is taken from.";
        r#where: CardCondition [optional "all cards"] "Which cards.";
        copies: Count<0, 10_000> [optional "all of them"] "How many, in the order of the table.";
    }
}

/// Another way to play that needs less of the kit.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name on the command line.
    pub name: Spanned<String>,
    /// What it is called.
    pub title: String,
    /// What to take out, in order.
    pub takes: Vec<Take>,
    /// What must be true of the rest.
    pub expects: Vec<Expect>,
}

/// Cards that stay in the box.
#[derive(Clone, Debug)]
pub struct Take {
    /// In the designer's words.
    pub that: Option<String>,
    /// Its table.
    pub span: Span,
    /// The component.
    pub component: ComponentId,
    /// Which cards; none means all.
    pub condition: Option<Condition>,
    /// How many; none means all of them.
    pub copies: Option<Spanned<u32>>,
}

impl Variant {
    /// The variant of a table.
    pub(super) fn resolve(
        name: &Spanned<String>,
        keys: &VariantKeys,
        components: &[ComponentTable],
        sink: &mut Sink,
    ) -> Self {
        let takes = keys.take_out.iter().flat_map(|takes| &takes.value);
        let expects = keys.expect.iter().flat_map(|expects| &expects.value);
        Self {
            name: name.clone(),
            title: keys.title.value.clone(),
            takes: takes.filter_map(|take| Take::resolve(take, components, sink)).collect(),
            expects: expects.filter_map(|line| Expect::resolve(line, components, sink)).collect(),
        }
    }
}

impl Take {
    fn resolve(
        written: &Spanned<TakeKeys>,
        components: &[ComponentTable],
        sink: &mut Sink,
    ) -> Option<Self> {
        let Spanned { value: keys, span } = written;
        Some(Self {
            that: keys.that.as_ref().map(|that| that.value.clone()),
            span: span.clone(),
            component: component_named(&keys.r#in, components, sink)?,
            condition: keys.r#where.as_ref().map(|condition| condition.value.clone()),
            copies: keys.copies.clone(),
        })
    }
}
