//! Fills the templates, face by face.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Index;
use std::sync::Arc;

use rayon::prelude::*;

use super::context::{add_card, of_component};
use super::templates::name_of;
use super::textbox::{Found, Sizes, Trace, trace};
use super::{Ink, Templates, panels};
use crate::diag::{Diagnostic, Failed, Overflow, Sink, Span};
use crate::game::{Card, CardId, Component, ComponentId, Game};
use crate::text::TextFault;
use crate::units::{Length, Size};

/// One of [`Artworks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArtworkId(usize);

/// One picture to be drawn: SVG text, and where it came from.
#[derive(Clone, Debug)]
pub struct Artwork {
    /// The component it belongs to.
    pub component: ComponentId,
    /// The first card that shows it, or `back`.
    pub name: String,
    /// The path of its template under `templates/`.
    pub template: Arc<str>,
    /// The row of the first card that shows it.
    pub card: Span,
    /// The filled template.
    pub svg: String,
    /// The finished size of what it shows.
    pub trim: Size,
    /// What is drawn around it.
    pub bleed: Length,
}

/// The faces of one card that has copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    /// The card.
    pub card: CardId,
    /// The front; of a fold its first panel.
    pub front: ArtworkId,
    /// The back, if the card has one.
    pub back: Option<ArtworkId>,
    /// The panels of a fold, in its order.
    pub panels: Vec<ArtworkId>,
}

/// All pictures of a game, each different one once.
#[derive(Debug, Default)]
pub struct Artworks {
    /// In the order in which they are first shown.
    all: Vec<Artwork>,
    /// For each component, the faces of each of its cards that has copies.
    cards: Vec<Vec<Faces>>,
}

impl Index<ArtworkId> for Artworks {
    type Output = Artwork;

    fn index(&self, id: ArtworkId) -> &Artwork {
        &self.all[id.0]
    }
}

impl Artworks {
    /// In the order in which they are first shown.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ArtworkId, &Artwork)> {
        self.all.iter().enumerate().map(|(index, artwork)| (ArtworkId(index), artwork))
    }

    /// The faces of each card of a component that has copies.
    pub fn of(&self, component: ComponentId) -> &[Faces] {
        &self.cards[component.index()]
    }

    fn add(&mut self, artwork: Artwork) -> ArtworkId {
        self.all.push(artwork);
        ArtworkId(self.all.len() - 1)
    }
}

/// Fills the templates of the components with the given places, in parallel. Every card that fails is reported.
pub fn compose(
    templates: &Templates,
    game: &Game,
    selected: &[ComponentId],
    ink: Ink,
    sink: &mut Sink,
) -> Result<Artworks, Failed> {
    let mut artworks = Artworks::default();
    artworks.cards.resize(game.components.len(), Vec::new());
    for &place in selected {
        let component = &game.components[place];
        let mut known: HashMap<u64, Vec<ArtworkId>> = HashMap::new();
        let mut keep = |svg: String, name: &str, template: &Arc<str>, card: &Card, trim: Size| {
            let same = known.entry(hash(&svg)).or_default();
            if let Some(&face) =
                same.iter().find(|&&face| artworks[face].svg == svg && artworks[face].trim == trim)
            {
                return face;
            }
            let face = artworks.add(Artwork {
                component: place,
                name: name.to_owned(),
                template: Arc::clone(template),
                card: card.span.clone(),
                svg,
                trim,
                bleed: component.print.bleed,
            });
            same.push(face);
            face
        };
        let front_path: Arc<str> = component.face.value.as_str().into();
        let back_path: Arc<str> = component.back().map_or("", |b| b.value.as_str()).into();
        let mut side =
            |card: &Card, (result, found): Side, name: &str, path: &Arc<str>, trim: Size| {
                for found in &found {
                    sink.push(
                        diagnose(found, templates, game, path, card)
                            .component(&component.id)
                            .card(&card.id),
                    );
                }
                match result {
                    Ok(svg) => Some(keep(svg, name, path, card, trim)),
                    Err(fault) => {
                        sink.push(fault.component(&component.id).card(&card.id));
                        None
                    }
                }
            };
        let mut faces = Vec::with_capacity(component.cards.len());
        if let Some(fold) = component.fold() {
            for (number, sides) in panels::fill(templates, game, component, fold, ink) {
                let card = &component.cards[number];
                if card.left_out {
                    continue;
                }
                let panels: Vec<ArtworkId> = sides
                    .into_iter()
                    .zip(&fold.panels)
                    .filter_map(|(filled, panel)| {
                        side(
                            card,
                            filled,
                            &format!("{}-{}", card.id, panel.name),
                            &front_path,
                            panel.size,
                        )
                    })
                    .collect();
                faces.extend(panels.first().map(|front| Faces {
                    card: number,
                    front: *front,
                    back: None,
                    panels: panels.clone(),
                }));
            }
            artworks.cards[place.index()] = faces;
            continue;
        }
        for (number, front, back) in fill(templates, game, component, ink) {
            let card = &component.cards[number];
            // It was filled all the same, for texts of one size must fit all cards.
            if card.left_out {
                continue;
            }
            let front = side(card, front, &card.id, &front_path, component.size);
            let back = back.and_then(|back| {
                side(card, back, &format!("{}-back", card.id), &back_path, component.size)
            });
            faces.extend(front.map(|front| Faces {
                card: number,
                front,
                back,
                panels: Vec::new(),
            }));
        }
        artworks.cards[place.index()] = faces;
    }
    sink.gate()?;
    Ok(artworks)
}

/// A filled template, and what is wrong with its texts.
pub(super) type Side = (Result<String, Box<Diagnostic>>, Vec<Found>);
type Filled = (CardId, Side, Option<Side>);

/// A fault of a text, with its column and its place.
fn diagnose(
    found: &Found,
    templates: &Templates,
    game: &Game,
    template: &str,
    card: &Card,
) -> Diagnostic {
    let Found { fault, text } = found;
    let cell = |value: &tera::Value| {
        !text.is_empty()
            && (value.as_str() == Some(text)
                || value.as_str().is_none() && value.to_string() == *text)
    };
    let column = card.values.iter().find(|(_, value)| cell(value)).map(|(name, _)| name.as_str());
    let lang = (game.languages.len() > 1).then(|| format!("in language `{}`", game.lang));
    let about: Vec<String> =
        column.map(|c| format!("column `{c}`")).into_iter().chain(lang).collect();
    let message =
        if about.is_empty() { fault.to_string() } else { format!("{}: {fault}", about.join(" ")) };
    let diagnostic = Diagnostic::new(fault.code(), fault.severity(), message);
    let overflow = match fault {
        TextFault::Overflow { lines, mm, .. } => Some((Some(*lines), *mm)),
        TextFault::WordTooWide { mm, .. } => Some((None, *mm)),
        _ => None,
    };
    let overflow =
        overflow.map(|(lines, mm)| Overflow { column: column.map(str::to_owned), lines, mm });
    let diagnostic =
        diagnostic.maybe_hint(fault.hint()).language(game.lang.as_str()).overflow(overflow);
    let is_call = matches!(
        fault,
        TextFault::BadOption { .. }
            | TextFault::UnknownStyle { .. }
            | TextFault::UnknownFamily { .. }
            | TextFault::NoSuchFace { .. }
    );
    let place = match column {
        Some(_) if !is_call => card.span.find(text).or_else(|| Some(card.span.clone())),
        _ => (!text.is_empty())
            .then(|| templates.find(template, text))
            .flatten()
            .or_else(|| templates.find(template, "textbox("))
            .or_else(|| templates.whole(template)),
    };
    match place {
        Some(span) => diagnostic.at(&span),
        None => diagnostic.at(&card.span),
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn fill(templates: &Templates, game: &Game, component: &Component, ink: Ink) -> Vec<Filled> {
    let context = of_component(game, component, ink);
    let front = name_of(&component.face.value);
    let back = component.back().map(|b| name_of(&b.value));
    let first = render_all(templates, component, &context, front, back, None);
    // Boxes that share a size take the smallest that any card needs.
    let mut sizes: Sizes = Sizes::new();
    let of_side = |side: &TracedSide| side.1.sizes.clone();
    for (key, size) in first.iter().flat_map(|(_, front, back)| {
        of_side(front).into_iter().chain(back.iter().flat_map(of_side))
    }) {
        sizes.entry(key).and_modify(|least| *least = size.min(*least)).or_insert(size);
    }
    let all = if sizes.is_empty() {
        first
    } else {
        render_all(templates, component, &context, front, back, Some(&Arc::new(sizes)))
    };
    let plain = |(result, trace): TracedSide| (result, trace.found);
    all.into_iter().map(|(number, front, back)| (number, plain(front), back.map(plain))).collect()
}

type TracedSide = (Result<String, Box<Diagnostic>>, Trace);

fn render_all(
    templates: &Templates,
    component: &Component,
    context: &tera::Context,
    front: &str,
    back: Option<&str>,
    sizes: Option<&Arc<Sizes>>,
) -> Vec<(CardId, TracedSide, Option<TracedSide>)> {
    let render = |name: &str, context: &tera::Context| {
        trace(sizes, || {
            templates
                .tera
                .render(name, context)
                .map_err(|error| Box::new(templates.diagnose(&error)))
        })
    };
    // A back that looks the same on every card is filled once, and what is wrong with it is told with the first.
    let first = component.cards_with_ids().find(|(_, card)| card.copies > 0 && card.has_back);
    let mut shared_back = match (back, first) {
        (Some(name), Some((id, card))) if !templates.uses(name, "card") => {
            let mut context = context.clone();
            add_card(&mut context, card);
            Some((id, render(name, &context)))
        }
        _ => None,
    };
    let shared = shared_back.as_ref().map(|(_, (result, _))| result.clone());
    let mut all: Vec<(CardId, TracedSide, Option<TracedSide>)> = component
        .cards
        .par_iter()
        .enumerate()
        .filter(|(_, card)| card.copies > 0)
        .map(|(number, card)| {
            let mut context = context.clone();
            add_card(&mut context, card);
            let back = back.filter(|_| card.has_back).map(|name| match &shared {
                Some(result) => (result.clone(), Trace::default()),
                None => render(name, &context),
            });
            (CardId::new(number), render(front, &context), back)
        })
        .collect();
    if let Some((card, side)) = shared_back.take()
        && let Some((_, _, back)) = all.iter_mut().find(|(number, ..)| *number == card)
    {
        *back = Some(side);
    }
    all
}
