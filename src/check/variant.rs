//! Whether what a variant takes out is there, and what stays is what it promises.

use super::contract;
use crate::diag::{Code, Diagnostic, Sink};
use crate::game::{CardId, ComponentId, Game, Take, Variant};

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

/// Checks all variants of a game.
pub fn variants(game: &Game, sink: &mut Sink) {
    for variant in &game.variants {
        let sink = &mut sink.scope();
        let taken = take_out(game, variant, sink);
        // What stays means nothing if something could not be taken out.
        if !sink.has_errors() {
            let mut rest = game.components.clone();
            for (component, card, copies) in
                taken.iter().flat_map(|t| t.cards.iter().map(|(card, n)| (t.component, *card, *n)))
            {
                rest[component].cards[card].copies -= copies;
            }
            contract::all(&rest, &variant.expects, sink);
        }
    }
}

/// What a variant takes out, step by step; each takes from what the ones before have left.
pub fn take_out(game: &Game, variant: &Variant, sink: &mut Sink) -> Vec<Taken> {
    let mut left: Vec<Vec<u32>> =
        game.components.iter().map(|c| c.cards.iter().map(|card| card.copies).collect()).collect();
    variant
        .takes
        .iter()
        .filter_map(|take| one(game, variant, take, &mut left[take.component.index()], sink))
        .collect()
}

fn one(
    game: &Game,
    variant: &Variant,
    take: &Take,
    left: &mut [u32],
    sink: &mut Sink,
) -> Option<Taken> {
    let component = &game.components[take.component];
    let meant = match &take.condition {
        None => component.cards_with_ids().map(|(id, _)| id).collect(),
        Some(condition) => match condition.select(&component.cards) {
            Ok(cards) => cards,
            Err(faults) => {
                sink.extend(faults.into_iter().map(|fault| fault.component(&component.id)));
                return None;
            }
        },
    };
    let there: u32 = meant.iter().map(|card| left[card.index()]).sum();
    let wanted = take.copies.as_ref().map_or(there, |copies| copies.value);
    if wanted > there || there == 0 {
        let message = match wanted {
            0 => {
                format!("variant `{}` takes nothing out of `{}`", variant.name.value, component.id)
            }
            _ => format!(
                "variant `{}` takes {wanted} out of `{}`, where there are {there}",
                variant.name.value, component.id
            ),
        };
        let at = take.copies.as_ref().map_or(&take.span, |copies| &copies.span);
        sink.push(
            Diagnostic::error(Code::C007, message)
                .at(at)
                .component(&component.id)
                .maybe_hint(take.that.as_deref()),
        );
        return None;
    }
    let mut missing = wanted;
    let mut cards = Vec::new();
    for card in meant {
        let copies = missing.min(left[card.index()]);
        if copies > 0 {
            left[card.index()] -= copies;
            missing -= copies;
            cards.push((card, copies));
        }
    }
    let that = take
        .that
        .clone()
        .or_else(|| take.condition.as_ref().map(|c| c.text().to_owned()))
        .unwrap_or_else(|| component.id.clone());
    Some(Taken { that, component: take.component, cards })
}
