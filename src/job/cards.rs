//! The cards of a game as its manifest lists them: with the fingerprints of their prints, and
//! pictures of these where they are asked for.

use std::collections::HashMap;

use rayon::prelude::*;
use serde_json::Value;

use super::context::GameContext;
use super::layers::LayeredJob;
use crate::changes::{CardState, Pictures, PrintName};
use crate::compose::{Artwork, ArtworkId, CardPart, Faces};
use crate::diag::{Code, Diagnostic, Sink};
use crate::draw::{Canvas, FaceId, FaceSource, Fault, Fingerprint, Fingerprints, Medium};
use crate::game::{Component, ComponentId};
use crate::press::Canvases;
use crate::units::Dpi;

impl GameContext<'_> {
    /// The cards of some components that have copies to print.
    pub fn cards(&self, components: &[ComponentId]) -> Vec<CardState> {
        let prints = self.fingerprints(components);
        let of = |id: &ComponentId| {
            let component = &self.game.components[*id];
            let cards = self.artworks.of(*id).iter();
            cards.map(|faces| state(component, faces, &prints)).collect::<Vec<_>>()
        };
        let cards = components.iter().flat_map(of);
        cards.filter(|card| card.copies > 0).collect()
    }

    /// PNG pictures of some prints.
    pub fn pictures_of(
        &self,
        components: &[ComponentId],
        wanted: &[PrintName],
        dpi: Dpi,
    ) -> Pictures {
        let mut shown: Vec<(PrintName, ArtworkId)> = Vec::new();
        for id in components {
            let component = &self.game.components[*id];
            for faces in self.artworks.of(*id) {
                shown.extend(faces.parts.iter().map(|(part, artwork)| {
                    let print = PrintName {
                        component: component.id.clone(),
                        card: component.cards[faces.card].id.clone(),
                        side: side_of(component, *part),
                    };
                    (print, *artwork)
                }));
            }
        }
        shown.retain(|(print, _)| wanted.contains(print));
        let sources: Vec<FaceSource<'_>> =
            shown.iter().map(|(_, artwork)| source(&self.artworks[*artwork])).collect();
        // What cannot be drawn was reported when the game was checked.
        let diagnose = |_, fault: Fault| Diagnostic::error(Code::P002, fault.message);
        let job = LayeredJob::split(&sources, self.drawing(), diagnose, &mut Sink::new());
        let drawer = job.drawer(Medium::Pixels);
        let mut canvases = Canvases::new(&drawer, &job.stacks, dpi);
        let drawn = shown.into_iter().enumerate().filter_map(|(face, (print, _))| {
            Some((print, canvases.face_png(FaceId::new(face)).ok().flatten()?))
        });
        drawn.collect()
    }

    fn fingerprints(&self, components: &[ComponentId]) -> HashMap<ArtworkId, Fingerprint> {
        let fingerprints = Fingerprints::new(&self.fonts, &self.pictures);
        let artworks: Vec<_> = self
            .artworks
            .iter()
            .filter(|(_, artwork)| components.contains(&artwork.component))
            .collect();
        let of_each =
            artworks.into_par_iter().map(|(id, artwork)| (id, fingerprints.of(source(artwork))));
        of_each.collect()
    }
}

pub(super) fn source(artwork: &Artwork) -> FaceSource<'_> {
    let canvas = Canvas { trim: artwork.trim, bleed: artwork.bleed };
    FaceSource { svg: &artwork.svg, template: &artwork.template, canvas, limits: None }
}

/// `front`, `back` or the name of a panel.
pub(super) fn side_of(component: &Component, part: CardPart) -> String {
    match part {
        CardPart::Front => "front".to_owned(),
        CardPart::Back => "back".to_owned(),
        CardPart::Panel(panel) => component
            .fold()
            .and_then(|fold| fold.panels.get(panel))
            .map_or_else(|| format!("panel {}", panel + 1), |panel| panel.name.to_owned()),
    }
}

fn state(
    component: &Component,
    faces: &Faces,
    prints: &HashMap<ArtworkId, Fingerprint>,
) -> CardState {
    let card = &component.cards[faces.card];
    let printed = faces.parts.iter().filter_map(|(part, artwork)| {
        Some((side_of(component, *part), prints.get(artwork)?.to_string()))
    });
    let cells = card.values.iter().map(|(column, value)| {
        (column.clone(), serde_json::to_value(value).unwrap_or(Value::Null))
    });
    CardState {
        component: component.id.clone(),
        id: card.id.clone(),
        copies: card.printed(),
        prints: printed.collect(),
        row: cells.collect(),
    }
}
