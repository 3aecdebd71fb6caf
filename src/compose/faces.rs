//! Templates filled, each different result kept once.

use std::collections::HashMap;
use std::sync::Arc;

use super::artworks::{Artwork, ArtworkId, Artworks, CardPart, Faces};
use super::context::Ink;
use super::fill::{fill, template_of};
use super::names::{self, is_in_line_of};
use super::templates::Templates;
use super::text_faults;
use crate::diag::Sink;
use crate::game::{Card, Component, ComponentId, Game};
use crate::units::Size;

/// Fills the templates of the components with the given places. Every card that fails is reported,
/// and lacks the face that failed.
pub fn compose(
    templates: &Templates,
    game: &Game,
    selected: &[ComponentId],
    ink: Ink,
    sink: &mut Sink,
) -> Artworks {
    let names = names::check(templates, game, selected, ink);
    sink.extend(names.iter().cloned());
    let mut artworks = Artworks::new(game.components.len());
    for &id in selected {
        let component = &game.components[id];
        let mut known: HashMap<(Arc<str>, Size), ArtworkId> = HashMap::new();
        let mut faces = Vec::with_capacity(component.cards.len());
        for filled in fill(templates, game, component, ink) {
            let card = &component.cards[filled.card];
            // It was filled all the same, for texts of one size must fit all cards.
            if card.is_left_out() {
                continue;
            }
            let mut parts = Vec::with_capacity(filled.faces.len());
            for face in filled.faces {
                let template = template_of(component, face.part);
                if !templates.is_whole(template) {
                    continue;
                }
                for finding in &face.texts.found {
                    let fault = text_faults::on_card(finding, templates, game, template, card);
                    sink.push(fault.component(&component.id).card(&card.id));
                }
                let svg: Arc<str> = match face.svg {
                    Ok(svg) => svg.into(),
                    // tera stops at a name that has been reported, on each card.
                    Err(fault) if is_in_line_of(&fault, &names) => continue,
                    Err(fault) => {
                        sink.push(fault.component(&component.id).card(&card.id));
                        continue;
                    }
                };
                let (name, trim) = name_and_size(component, card, face.part);
                let artwork = *known.entry((Arc::clone(&svg), trim)).or_insert_with(|| {
                    artworks.add(Artwork {
                        component: id,
                        name,
                        template: template.into(),
                        card: card.span.clone(),
                        svg,
                        trim,
                        bleed: component.print.bleed,
                    })
                });
                parts.push((face.part, artwork));
            }
            // Without one, the fault was reported.
            let front = parts.iter().find(|(part, _)| *part != CardPart::Back);
            if let Some(&(_, front)) = front {
                faces.push(Faces { card: filled.card, front, parts });
            }
        }
        artworks.set_faces(id, faces);
    }
    artworks
}

fn name_and_size(component: &Component, card: &Card, part: CardPart) -> (String, Size) {
    match (part, component.fold()) {
        (CardPart::Panel(panel), Some(fold)) => {
            let panel = &fold.panels[panel];
            (format!("{}-{}", card.id, panel.name), panel.size)
        }
        (CardPart::Back, _) => (format!("{}-back", card.id), component.size),
        (CardPart::Front | CardPart::Panel(_), _) => (card.id.clone(), component.size),
    }
}
