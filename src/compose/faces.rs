//! Fills the templates, face by face.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use rayon::prelude::*;

use super::context::{add_card, of_component};
use super::templates::name_of;
use super::{Ink, Templates};
use crate::diag::{Diagnostic, Failed, Sink, Span};
use crate::model::{Card, Component, Game};

/// The number of an artwork in [`Artworks::faces`].
pub type FaceId = usize;

/// One picture to be drawn: SVG text, and where it came from.
#[derive(Clone, Debug)]
pub struct Artwork {
    /// The component it belongs to, by its place in the game.
    pub component: usize,
    /// The first card that shows it, or `back`.
    pub name: String,
    /// The path of its template under `templates/`.
    pub template: Arc<str>,
    /// The row of the first card that shows it.
    pub card: Span,
    /// The filled template.
    pub svg: String,
}

/// The faces of one card that has copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces {
    /// The card, by its place in the component.
    pub card: usize,
    /// The front.
    pub front: FaceId,
    /// The back, if the component has one.
    pub back: Option<FaceId>,
}

/// All pictures of a game, each different one once.
#[derive(Debug, Default)]
pub struct Artworks {
    /// In the order in which they are first shown.
    pub faces: Vec<Artwork>,
    /// For each component, the faces of each of its cards that has copies.
    pub cards: Vec<Vec<Faces>>,
}

/// Fills the templates of the components with the given places, in parallel. Every card that fails is reported.
pub fn compose(templates: &Templates, game: &Game, selected: &[usize], ink: Ink, sink: &mut Sink) -> Result<Artworks, Failed> {
    let mut artworks = Artworks::default();
    artworks.cards.resize(game.components.len(), Vec::new());
    for &index in selected {
        let Some(component) = game.components.get(index) else { continue };
        let filled = fill(templates, game, component, ink);
        let mut known: HashMap<u64, Vec<FaceId>> = HashMap::new();
        let mut keep = |svg: String, name: &str, template: &Arc<str>, card: &Card| {
            let same = known.entry(hash(&svg)).or_default();
            if let Some(&face) = same.iter().find(|&&face| artworks.faces[face].svg == svg) {
                return face;
            }
            let face = artworks.faces.len();
            artworks.faces.push(Artwork {
                component: index,
                name: name.to_owned(),
                template: Arc::clone(template),
                card: card.span.clone(),
                svg,
            });
            same.push(face);
            face
        };
        let front_path: Arc<str> = component.face.value.as_str().into();
        let back_path: Arc<str> = component.back.as_ref().map_or("", |b| b.value.as_str()).into();
        let mut faces = Vec::with_capacity(filled.len());
        for (number, front, back) in filled {
            let card = &component.cards[number];
            let mut side = |result: Option<Result<String, Diagnostic>>, name: &str, path: &Arc<str>| match result? {
                Ok(svg) => Some(keep(svg, name, path, card)),
                Err(fault) => {
                    sink.push(fault.component(&component.id).card(&card.id));
                    None
                }
            };
            let front = side(Some(front), &card.id, &front_path);
            let back = side(back, &format!("{}-back", card.id), &back_path);
            faces.extend(front.map(|front| Faces { card: number, front, back }));
        }
        artworks.cards[index] = faces;
    }
    sink.gate()?;
    Ok(artworks)
}

type Filled = (usize, Result<String, Diagnostic>, Option<Result<String, Diagnostic>>);

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn fill(templates: &Templates, game: &Game, component: &Component, ink: Ink) -> Vec<Filled> {
    let context = of_component(game, component, ink);
    let front = name_of(&component.face.value);
    let back = component.back.as_ref().map(|b| name_of(&b.value));
    let render = |name: &str, context: &tera::Context| templates.tera.render(name, context).map_err(|error| templates.diagnose(&error));
    // A back that looks the same on every card is filled once.
    let shared_back = match (back, component.cards.first()) {
        (Some(name), Some(card)) if !templates.uses(name, "card") => {
            let mut context = context.clone();
            add_card(&mut context, card);
            Some(render(name, &context))
        }
        _ => None,
    };
    component
        .cards
        .par_iter()
        .enumerate()
        .filter(|(_, card)| card.copies > 0)
        .map(|(number, card)| {
            let mut context = context.clone();
            add_card(&mut context, card);
            let back = back.map(|name| shared_back.clone().unwrap_or_else(|| render(name, &context)));
            (number, render(front, &context), back)
        })
        .collect()
}
