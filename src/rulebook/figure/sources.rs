//! What an address names, looked up.
//!
//! In: the address of a figure, the game with its templates, pictures and faces. Out: a [`Figure`],
//! or what is wrong with the address, at its place in the Markdown.

use super::address::{Arrangement, FigureAddress, FigureOptions, FigureSubject};
use super::arrange::{Figure, arrange};
use super::tile::FigureTile;
use crate::compose::{Artwork, ArtworkId, Artworks, Ink, Templates, of_game};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, UnknownName, did_you_mean};
use crate::draw::Pictures;
use crate::game::{Component, ComponentId, Condition, CountOf, Game};
use crate::xml::escape;

/// What figures are made of.
pub struct FigureSources<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its templates.
    pub templates: &'a Templates,
    /// The pictures of its files.
    pub pictures: &'a Pictures<'a>,
    /// The faces of all its components.
    pub artworks: &'a Artworks,
    /// How much ink.
    pub ink: Ink,
}

/// How many faces of a deck are shown where nothing is said.
const USUAL_FACES: usize = 5;
/// In a pyramid, and in a grid.
const USUAL_PYRAMID: usize = 6;
const USUAL_GRID: usize = 12;
/// In the list of components.
const THUMBNAIL_FACES: usize = 3;

impl FigureSources<'_> {
    /// The figure of an address. What is wrong with it goes to the sink.
    pub(in crate::rulebook) fn figure(
        &self,
        address: &str,
        span: &Span,
        sink: &mut Sink,
    ) -> Option<Figure> {
        match self.find(address, span) {
            Ok((figure, warnings)) => {
                sink.extend(warnings);
                Some(figure)
            }
            Err(faults) => {
                sink.extend(faults);
                None
            }
        }
    }

    /// A figure and the warnings about it, or its faults.
    fn find(
        &self,
        address: &str,
        span: &Span,
    ) -> Result<(Figure, Vec<Diagnostic>), Vec<Diagnostic>> {
        let here = |fault: Diagnostic| vec![fault.at(span)];
        let FigureAddress { subject, options } = FigureAddress::parse(address)
            .map_err(|fault| here(wrong(fault.message).maybe_hint(fault.hint)))?;
        let figure = match subject {
            FigureSubject::Component(id) => {
                self.component(&id, options, span).map_err(|fault| here(*fault))?
            }
            FigureSubject::Icon(name) => Figure::icon(name, &options),
            FigureSubject::Image(href) => {
                Figure::single(self.image(&href).map_err(|fault| here(*fault))?, options)
            }
            FigureSubject::Diagram(name) => {
                if !self.templates.has(&name) {
                    return Err(here(
                        wrong(format!("there is no template `{name}`"))
                            .maybe_hint(did_you_mean(&name, self.templates.names())),
                    ));
                }
                let (svg, faults) = self.templates.fill(&name, &of_game(self.game, self.ink));
                let Some(svg) = svg else { return Err(faults) };
                let tile = FigureTile::whole(&svg, self.templates.path(&name));
                let sizeless = || {
                    here(wrong(format!("the diagram `{name}` does not state its size")).hint(
                        "its <svg> needs a viewBox, and a width and a height such as \"100mm\"",
                    ))
                };
                return Ok((Figure::single(tile.ok_or_else(sizeless)?, options), faults));
            }
        };
        Ok((figure, Vec::new()))
    }

    fn component(
        &self,
        id: &str,
        options: FigureOptions,
        span: &Span,
    ) -> Result<Figure, Box<Diagnostic>> {
        let Some(index) = self.game.place_of(id) else {
            let known = self.game.components.iter().map(|c| c.id.as_str());
            return Err(UnknownName::new("component", id, known).error(Code::R004).into());
        };
        let component = &self.game.components[index];
        let selected = match &options.condition {
            Some(text) => {
                let text = Spanned::new(text.clone(), span.clone());
                let condition = Condition::parse(&text, CountOf::Cards)
                    .map_err(|fault| as_figure_fault(vec![*fault]))?;
                Some(condition.select(&component.cards).map_err(as_figure_fault)?)
            }
            None => None,
        };
        let mut found = Vec::new();
        for faces in self.artworks.of(index) {
            let card = &component.cards[faces.card];
            if options.id.as_ref().is_some_and(|id| *id != card.id)
                || selected.as_ref().is_some_and(|selected| !selected.contains(&faces.card))
            {
                continue;
            }
            let face = if options.back { faces.back() } else { Some(faces.front) };
            let face = face.ok_or_else(|| Box::new(wrong(format!("`{id}` has no back"))))?;
            found.push((face, card.copies));
        }
        if found.is_empty() {
            return Err(none_found(component, &options).into());
        }
        Ok(arrange(component, &self.artworks(choose(&found, &options)), options))
    }

    fn artworks(&self, faces: impl IntoIterator<Item = ArtworkId>) -> Vec<&Artwork> {
        faces.into_iter().map(|face| &self.artworks[face]).collect()
    }

    /// A picture of a file. It is found as those of a template in the folder of the game are.
    fn image(&self, href: &str) -> Result<FigureTile, Box<Diagnostic>> {
        let template = format!("{}/rulebook", self.game.id);
        let (width, height) = self
            .pictures
            .size(&template, href)
            .map_err(|fault| Diagnostic { hints: fault.hints, ..wrong(fault.message) })?;
        let address = escape(href);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.4}mm\" \
             height=\"{height:.4}mm\" viewBox=\"0 0 {width:.4} {height:.4}\">\
             <image href=\"{address}\" width=\"{width:.4}\" height=\"{height:.4}\"/></svg>"
        );
        FigureTile::whole(&svg, &template)
            .ok_or_else(|| Box::new(wrong(format!("the picture `{href}` has no size"))))
    }

    /// A small picture of a component, for the list of components.
    pub(in crate::rulebook) fn thumbnail(&self, index: ComponentId) -> Option<Figure> {
        let component = &self.game.components[index];
        let faces = self.artworks.of(index).iter().map(|faces| faces.front);
        let faces = self.artworks(faces.take(THUMBNAIL_FACES));
        if faces.is_empty() {
            return None;
        }
        let several = if component.token().is_some() { Arrangement::Row } else { Arrangement::Fan };
        let arrangement = (faces.len() > 1).then_some(several);
        Some(arrange(component, &faces, FigureOptions { arrangement, ..FigureOptions::default() }))
    }
}

fn wrong(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::R004, message)
}

/// The first fault of a condition, as one of the figure that states it.
fn as_figure_fault(faults: Vec<Diagnostic>) -> Box<Diagnostic> {
    let first = faults.into_iter().next();
    Box::new(first.map_or_else(
        || wrong("the condition cannot be read"),
        |fault| Diagnostic { hints: fault.hints, ..wrong(fault.message) },
    ))
}

fn none_found(component: &Component, options: &FigureOptions) -> Diagnostic {
    let deck = &component.id;
    match (&options.id, &options.condition) {
        (Some(id), _) => wrong(format!("no card `{id}` of `{deck}` is printed"))
            .maybe_hint(did_you_mean(id, component.cards.iter().map(|card| card.id.as_str()))),
        (None, Some(condition)) => wrong(format!("no card of `{deck}` meets `{condition}`")),
        (None, None) => wrong(format!("`{deck}` has no cards")),
    }
}

/// The faces that are shown: different ones first, then further copies of each, if those are asked
/// for.
fn choose(found: &[(ArtworkId, u32)], options: &FigureOptions) -> Vec<ArtworkId> {
    let is_single =
        options.arrangement.is_none() && (options.id.is_some() || options.condition.is_none());
    let limit = options.limit.unwrap_or(match options.arrangement {
        None if is_single => 1,
        Some(Arrangement::Pyramid) => USUAL_PYRAMID,
        Some(Arrangement::Grid) => USUAL_GRID,
        Some(Arrangement::Fan | Arrangement::Row) | None => USUAL_FACES,
    });
    let repeats = options.limit.is_some() || options.arrangement == Some(Arrangement::Pyramid);
    let most = found.iter().map(|(_, copies)| *copies).max().unwrap_or(0);
    let mut faces: Vec<ArtworkId> = Vec::new();
    for round in 0..if repeats { most } else { 1 } {
        for (face, copies) in found {
            if faces.len() == limit {
                return faces;
            }
            let is_wanted = round > 0 || options.back || !faces.contains(face);
            if *copies > round && is_wanted {
                faces.push(*face);
            }
        }
    }
    faces
}
