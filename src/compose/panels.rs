//! Fills the template of a fold, once for each panel of each card.

use std::sync::Arc;

use rayon::prelude::*;

use super::context::{add_card, add_panel, of_component};
use super::faces::Side;
use super::templates::name_of;
use super::textbox::{Sizes, Trace, trace};
use super::{Ink, Templates};
use crate::diag::Diagnostic;
use crate::game::{CardId, Component, Fold, Game};

/// The filled panels of each card that has copies, by the place of the card.
pub(super) fn fill(
    templates: &Templates,
    game: &Game,
    component: &Component,
    fold: &Fold,
    ink: Ink,
) -> Vec<(CardId, Vec<Side>)> {
    let first = render_all(templates, game, component, fold, ink, None);
    // As on the faces of a deck, boxes that share a size take the smallest that any card needs.
    let mut sizes: Sizes = Sizes::new();
    for (key, size) in first
        .iter()
        .flat_map(|(_, panels)| panels.iter().flat_map(|(_, trace)| trace.sizes.iter().copied()))
    {
        sizes.entry(key).and_modify(|least| *least = size.min(*least)).or_insert(size);
    }
    let all = if sizes.is_empty() {
        first
    } else {
        render_all(templates, game, component, fold, ink, Some(&Arc::new(sizes)))
    };
    let plain = |(card, panels): (CardId, Vec<TracedSide>)| {
        (card, panels.into_iter().map(|(result, trace)| (result, trace.found)).collect())
    };
    all.into_iter().map(plain).collect()
}

type TracedSide = (Result<String, Box<Diagnostic>>, Trace);

fn render_all(
    templates: &Templates,
    game: &Game,
    component: &Component,
    fold: &Fold,
    ink: Ink,
    sizes: Option<&Arc<Sizes>>,
) -> Vec<(CardId, Vec<TracedSide>)> {
    let context = of_component(game, component, ink);
    let name = name_of(&component.face.value);
    let cards = component.cards.par_iter().enumerate().filter(|(_, card)| card.copies > 0);
    cards
        .map(|(number, card)| {
            let mut context = context.clone();
            add_card(&mut context, card);
            let panels = fold.panels.iter().map(|panel| {
                add_panel(&mut context, panel, component.print.bleed);
                trace(sizes, || {
                    templates
                        .tera
                        .render(name, &context)
                        .map_err(|error| Box::new(templates.diagnose(&error)))
                })
            });
            (CardId::new(number), panels.collect())
        })
        .collect()
}
