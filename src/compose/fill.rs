//! Fills the templates of one component: the faces of its cards, or the panels of its folds.

use std::sync::Arc;

use rayon::prelude::*;
use tera::Context;

use super::artworks::CardPart;
use super::context::{Ink, add_card, add_panel, of_component};
use super::templates::{Templates, name_of};
use super::textbox::{Sizes, TextTrace, trace};
use crate::diag::Diagnostic;
use crate::game::{Card, CardId, Component, Game};

/// The filled faces of one card.
pub(super) struct FilledCard {
    pub(super) card: CardId,
    pub(super) faces: Vec<FilledFace>,
}

/// A filled template, and what its texts left behind.
#[derive(Clone)]
pub(super) struct FilledFace {
    pub(super) part: CardPart,
    pub(super) svg: Result<String, Box<Diagnostic>>,
    pub(super) texts: TextTrace,
}

/// Fills the templates with each card that has copies, in parallel. Boxes that share a size take
/// the smallest that any card needs, which is known only when all were filled once.
pub(super) fn fill(
    templates: &Templates,
    game: &Game,
    component: &Component,
    ink: Ink,
) -> Vec<FilledCard> {
    let context = of_component(game, component, ink);
    let first = fill_cards(templates, component, &context, None);
    let mut sizes = Sizes::new();
    for face in first.iter().flat_map(|card| &card.faces) {
        for (key, size) in &face.texts.sizes {
            sizes.entry(*key).and_modify(|least| *least = (*least).min(*size)).or_insert(*size);
        }
    }
    if sizes.is_empty() {
        return first;
    }
    fill_cards(templates, component, &context, Some(&Arc::new(sizes)))
}

fn fill_cards(
    templates: &Templates,
    component: &Component,
    context: &Context,
    sizes: Option<&Arc<Sizes>>,
) -> Vec<FilledCard> {
    let fill = |part: CardPart, context: &Context| {
        let template = name_of(template_of(component, part));
        let (svg, texts) = trace(sizes, || templates.tera.render(template, context));
        let svg = svg.map_err(|error| Box::new(templates.diagnose(&error)));
        FilledFace { part, svg, texts }
    };
    // A back that looks the same on every card is filled once, and its faults are reported with the
    // first.
    let uses_card = templates.uses(name_of(template_of(component, CardPart::Back)), "card");
    let same_back = (!uses_card)
        .then(|| component.cards_with_ids().find(|(_, card)| has_filled_back(component, card)))
        .flatten()
        .map(|(id, card)| {
            let mut context = context.clone();
            add_card(&mut context, card);
            (id, fill(CardPart::Back, &context))
        });
    let fill_card = |(index, card): (usize, &Card)| {
        let id = CardId::new(index);
        let mut context = context.clone();
        add_card(&mut context, card);
        let fill_part = |part| match (part, component.fold(), &same_back) {
            (CardPart::Back, _, Some((first, face))) if *first == id => face.clone(),
            (CardPart::Back, _, Some((_, face))) => {
                FilledFace { texts: TextTrace::default(), ..face.clone() }
            }
            (CardPart::Panel(panel), Some(fold), _) => {
                add_panel(&mut context, &fold.panels[panel], component.print.bleed);
                fill(part, &context)
            }
            _ => fill(part, &context),
        };
        let parts: Vec<CardPart> = match component.fold() {
            Some(fold) => (0..fold.panels.len()).map(CardPart::Panel).collect(),
            None if has_filled_back(component, card) => vec![CardPart::Front, CardPart::Back],
            None => vec![CardPart::Front],
        };
        let faces = parts.into_iter().map(fill_part).collect();
        FilledCard { card: id, faces }
    };
    component.cards.par_iter().enumerate().filter(|(_, c)| c.copies > 0).map(fill_card).collect()
}

fn has_filled_back(component: &Component, card: &Card) -> bool {
    card.copies > 0 && card.has_back && component.back().is_some()
}

/// The path of the template of a face.
pub(super) fn template_of(component: &Component, part: CardPart) -> &str {
    match (part, component.back()) {
        (CardPart::Back, Some(back)) => &back.value,
        (CardPart::Front | CardPart::Back | CardPart::Panel(_), _) => &component.face.value,
    }
}
