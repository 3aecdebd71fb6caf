//! What a variant takes out can be taken out, and what remains is there for the contract to count.

use crate::diag::{Code, Diagnostic, codes};
use crate::game::{CardId, Component, ComponentId, Game, Take, Variant};

codes! {
    /// variant takes out what does not exist
    ///
    /// A `[[variant.NAME.take_out]]` asks for more copies than its component has left, or for none
    /// at all.
    ///
    /// Players would search the box for cards that were never in it.
    ///
    /// ```fails game.toml
    /// [variant.two]
    /// title = "For two"
    ///
    /// [[variant.two.take_out]]
    /// in = "artists"
    /// where = "card.act == 'monkey'"
    /// copies = 3    # there are 2
    /// ```
    /// ```passes game.toml
    /// [variant.two]
    /// title = "For two"
    ///
    /// [[variant.two.take_out]]
    /// in = "artists"
    /// where = "card.act == 'monkey'"
    /// copies = 2
    /// ```
    C007;
}

/// What a variant takes out of a component.
#[derive(Clone, Debug)]
pub struct Taken {
    /// What it is, in the designer's words, or the condition.
    pub that: String,
    /// The component.
    pub component: ComponentId,
    /// The cards and how many copies of each, in the order of the table.
    pub cards: Vec<(CardId, u32)>,
}

/// The components of a game without what a variant takes out.
pub(super) fn remaining(game: &Game, variant: &Variant) -> Result<Vec<Component>, Vec<Diagnostic>> {
    let mut components = game.components.clone();
    for taken in take_out(game, variant)? {
        for (card, copies) in taken.cards {
            components[taken.component].cards[card].copies -= copies;
        }
    }
    Ok(components)
}

/// What a variant takes out, step by step; each takes from what the steps before it have left.
pub fn take_out(game: &Game, variant: &Variant) -> Result<Vec<Taken>, Vec<Diagnostic>> {
    let mut remaining: Vec<Vec<u32>> =
        game.components.iter().map(|c| c.cards.iter().map(|card| card.copies).collect()).collect();
    let mut taken = Vec::new();
    let mut faults = Vec::new();
    for take in &variant.takes {
        let component = &game.components[take.component];
        match step(component, variant, take, &mut remaining[take.component.index()]) {
            Ok(step) => taken.push(step),
            Err(found) => faults.extend(found.into_iter().map(|f| f.component(&component.id))),
        }
    }
    if faults.is_empty() { Ok(taken) } else { Err(faults) }
}

fn step(
    component: &Component,
    variant: &Variant,
    take: &Take,
    remaining: &mut [u32],
) -> Result<Taken, Vec<Diagnostic>> {
    let meant = match &take.condition {
        None => component.cards_with_ids().map(|(id, _)| id).collect(),
        Some(condition) => condition.select(&component.cards)?,
    };
    let available: u32 = meant.iter().map(|card| remaining[card.index()]).sum();
    let wanted = take.copies.as_ref().map_or(available, |copies| copies.value);
    if wanted > available || available == 0 {
        let variant = &variant.name.value;
        let message = match wanted {
            0 => format!("variant `{variant}` takes nothing out of `{}`", component.id),
            _ => format!(
                "variant `{variant}` takes {wanted} out of `{}`, which has only {available}",
                component.id
            ),
        };
        let at = take.copies.as_ref().map_or(&take.span, |copies| &copies.span);
        let fault = Diagnostic::error(Code::C007, message).at(at);
        return Err(vec![fault.maybe_hint(take.that.as_deref())]);
    }
    let mut missing = wanted;
    let mut cards = Vec::new();
    for card in meant {
        let copies = missing.min(remaining[card.index()]);
        if copies > 0 {
            remaining[card.index()] -= copies;
            missing -= copies;
            cards.push((card, copies));
        }
    }
    let that = take
        .that
        .clone()
        .or_else(|| take.condition.as_ref().map(|c| c.text().to_owned()))
        .unwrap_or_else(|| component.id.clone());
    Ok(Taken { that, component: take.component, cards })
}
