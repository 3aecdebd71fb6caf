//! What a composed game shows, with the sum of each picture.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use rayon::prelude::*;

use super::facts::GameFacts;
use super::snapshot::{Face, Page, Section, SheetSide, Shown, Snapshot};
use super::source::{Moment, Source, View};
use super::sum::Sum;
use crate::build::{Planned, SetBook};
use crate::compose::{ArtworkId, CardPart};
use crate::game::{Card, CardId, Component, ComponentId};
use crate::job::{FaceKey, GameContext, Pile, SideView};
use crate::slug::sides;

/// A composed game, and what there was to see of it before.
pub(super) struct Survey<'a> {
    pub(super) planned: &'a Planned,
    pub(super) context: &'a GameContext<'a>,
    /// What everything is drawn from.
    pub(super) moment: &'a Arc<Moment>,
    /// The sum of the fonts.
    pub(super) fonts: Sum,
    pub(super) last: Option<&'a Snapshot>,
}

/// What pictures are drawn from.
type Sources = HashMap<Sum, Source>;

/// The pictures of artworks.
type Piles = HashMap<ArtworkId, (Shown, Arc<Pile>)>;

/// One of the pictures of a card, if it was composed.
struct Part {
    part: CardPart,
    artwork: Option<ArtworkId>,
}

impl Survey<'_> {
    /// What there is to see. Pages stay as they were until the rulebooks are set.
    pub(super) fn snapshot(&self) -> Snapshot {
        let piles = self.piles();
        let mut sources: Sources = HashMap::new();
        let (artworks, _) = self.context.composed();
        for (shown, pile) in artworks.iter().filter_map(|(id, _)| piles.get(&id)) {
            sources.insert(shown.sum, self.source(View::Pile(Arc::clone(pile))));
        }
        let mut by_key: HashMap<FaceKey, (String, Shown, Arc<Pile>)> = HashMap::new();
        let mut faces = Vec::new();
        for &id in &self.planned.selected {
            self.faces_of(id, &piles, &mut sources, &mut by_key, &mut faces);
        }
        let mut game = Arc::new(GameFacts::of(&self.planned.game));
        let mut sides = self.sides(&by_key, &mut sources);
        let mut promises = Vec::new();
        if let Some(last) = self.last.filter(|_| !self.planned.is_read) {
            // Cards, and even components, may be lost with what could not be read.
            let known: BTreeSet<&str> = faces.iter().map(|face| face.id.as_str()).collect();
            let lost = last.faces.iter().filter(|face| !known.contains(face.id.as_str()));
            let lost = lost.map(|face| Face { is_stale: true, change: None, ..face.clone() });
            let lost: Vec<Face> = lost.collect();
            faces.extend(lost);
            game = last.game.clone().unwrap_or(game);
            sides.clone_from(&last.sides);
            promises.clone_from(&last.promises);
        }
        let pages = self.last.map(|last| last.pages.clone()).unwrap_or_default();
        let kept = faces.iter().flat_map(|face| [face.front, face.back]).flatten();
        let kept = kept.chain(sides.iter().map(|side| side.shown));
        self.keep_sources(kept.chain(pages.iter().map(|page| page.shown)), &mut sources);
        let by_id = faces.iter().enumerate().map(|(at, face)| (face.id.clone(), at)).collect();
        Snapshot {
            game: Some(game),
            faces,
            sides,
            pages,
            promises,
            messages: Vec::new(),
            is_complete: false,
            sources,
            by_id,
        }
    }

    /// The pages of the rulebooks that were set; the others stay as they were.
    pub(super) fn pages(&self, books: &[SetBook], snapshot: &mut Snapshot) {
        let is_in_game = |page: &Page| {
            let all = &self.planned.game.rulebooks;
            all.iter().any(|book| book.id == page.book)
                && books.iter().all(|book| book.id != page.book)
        };
        snapshot.pages.retain(is_in_game);
        for SetBook { id, typeset } in books {
            for (page, number) in typeset.pages.iter().zip(1..) {
                let pile = self.context.page_view(page);
                let marks = typeset.marks.iter().filter(|mark| mark.page == number);
                let section = marks.map(|m| Section {
                    title: m.title.clone(),
                    y_mm: f64::from(m.y),
                    place: m.place.clone(),
                });
                let sections = section.collect();
                let shown = self.shown(&pile);
                let source = self.source(View::Pile(Arc::new(pile)));
                snapshot.sources.insert(shown.sum, source);
                snapshot.pages.push(Page { book: id.clone(), number, shown, sections });
            }
        }
    }

    /// Adds the fronts with little ink that are others; `low` was composed with little ink.
    pub(super) fn add_low_ink(&self, low: &GameContext<'_>, snapshot: &mut Snapshot) {
        let (artworks, _) = low.composed();
        let mut fronts: HashMap<String, (Shown, Pile)> = HashMap::new();
        for (id, component) in self.planned.game.components_with_ids() {
            for faces in artworks.of(id).iter().filter(|_| component.fold().is_none()) {
                let card = &component.cards[faces.card];
                if let Some(pile) = low.face_view(faces.front) {
                    let id = format!("{}/{}", component.id, card.id);
                    fronts.insert(id, (self.shown(&pile), pile));
                }
            }
        }
        for face in snapshot.faces.iter_mut().filter(|face| !face.is_stale) {
            let Some((shown, pile)) = fronts.remove(&face.id) else { continue };
            if face.front.is_some_and(|front| front != shown) {
                face.low_ink = Some(shown);
                let source = self.source(View::Pile(Arc::new(pile)));
                snapshot.sources.insert(shown.sum, source);
            }
        }
    }

    fn source(&self, view: View) -> Source {
        Source { view, moment: Arc::clone(self.moment) }
    }

    fn shown(&self, pile: &Pile) -> Shown {
        let sum = Sum::of_pile(pile, &self.moment.contents, self.fonts);
        Shown { sum, size: pile.canvas.size() }
    }

    /// What can be drawn of the artworks.
    fn piles(&self) -> Piles {
        let (artworks, _) = self.context.composed();
        let pile = |id: ArtworkId| {
            let pile = self.context.face_view(id)?;
            Some((id, (self.shown(&pile), Arc::new(pile))))
        };
        let all: Vec<ArtworkId> = artworks.iter().map(|(id, _)| id).collect();
        all.into_par_iter().filter_map(pile).collect()
    }

    /// The faces of a component: those of its cards, or the panels of its folds.
    fn faces_of(
        &self,
        id: ComponentId,
        piles: &Piles,
        sources: &mut Sources,
        by_key: &mut HashMap<FaceKey, (String, Shown, Arc<Pile>)>,
        faces: &mut Vec<Face>,
    ) {
        let component = &self.planned.game.components[id];
        for (card, row) in component.cards_with_ids().filter(|(_, card)| card.printed() > 0) {
            for (front, back) in self.parts(id, component, card, row) {
                let name = match (front.part, component.fold()) {
                    (CardPart::Panel(at), Some(fold)) => {
                        let panel = fold.panels.get(at).map_or("", |panel| panel.name);
                        format!("{}-{panel}", row.id)
                    }
                    _ => row.id.clone(),
                };
                let face_id = format!("{}/{name}", component.id);
                let before = self.last.and_then(|last| last.face(&face_id));
                let mut is_stale = false;
                let mut look = |part: &Part, before: Option<Option<Shown>>| {
                    let drawn = part.artwork.and_then(|artwork| piles.get(&artwork)).cloned();
                    is_stale |= drawn.is_none();
                    let (shown, pile) = drawn.or_else(|| {
                        let shown = before??;
                        let source = self.last?.sources.get(&shown.sum)?;
                        let View::Pile(pile) = &source.view else { return None };
                        sources.insert(shown.sum, source.clone());
                        Some((shown, Arc::clone(pile)))
                    })?;
                    let key = FaceKey { component: id, card, part: part.part };
                    by_key.insert(key, (face_id.clone(), shown, pile));
                    Some(shown)
                };
                let shown = look(&front, before.map(|face| face.front));
                let behind = back.and_then(|back| look(&back, before.map(|face| face.back)));
                let (_, templates) = self.context.composed();
                faces.push(Face {
                    id: face_id.clone(),
                    component: component.id.clone(),
                    card: name,
                    of: format!("{}/{}", component.id, row.id),
                    copies: row.printed(),
                    row: row.values.iter().map(|(c, v)| (c.clone(), words(v))).collect(),
                    front: shown,
                    back: behind,
                    is_stale,
                    row_place: row.span.clone(),
                    template_place: templates.whole(&component.face.value),
                    change: None,
                    boxes: Vec::new(),
                    low_ink: None,
                });
            }
        }
    }

    /// The pictures of a card: its front with its back, or each of its panels alone.
    fn parts(
        &self,
        id: ComponentId,
        component: &Component,
        card: CardId,
        row: &Card,
    ) -> Vec<(Part, Option<Part>)> {
        let (artworks, _) = self.context.composed();
        let composed = artworks.of(id).iter().find(|faces| faces.card == card);
        let part = |part: CardPart| {
            let found = composed.and_then(|faces| faces.parts.iter().find(|(p, _)| *p == part));
            Part { part, artwork: found.map(|(_, artwork)| *artwork) }
        };
        if let Some(fold) = component.fold() {
            return (0..fold.panels.len()).map(|at| (part(CardPart::Panel(at)), None)).collect();
        }
        let has_back = row.has_back && component.back().is_some();
        vec![(part(CardPart::Front), has_back.then(|| part(CardPart::Back)))]
    }

    fn sides(
        &self,
        by_key: &HashMap<FaceKey, (String, Shown, Arc<Pile>)>,
        sources: &mut Sources,
    ) -> Vec<SheetSide> {
        let mut found = Vec::new();
        for job in &self.planned.jobs {
            let view = |key: FaceKey| by_key.get(&key).map(|(.., pile)| Arc::clone(pile));
            let outputs = job.outputs.iter().zip(self.context.sheet_views(job, &view));
            for (output, sheets) in outputs {
                let sheets = Arc::new(sheets);
                let sums: Vec<Sum> = sheets.faces.iter().map(|pile| self.shown(pile).sum).collect();
                let name = format!("{}{}", job.id, output.purpose.suffix());
                let keys = sides(&output.plan, output.purpose);
                for (at, (number, kind, side)) in keys.enumerate() {
                    let view = SideView { sheets: Arc::clone(&sheets), at };
                    let Some((inner, sum)) = Sum::of_side(&view, &sums, self.fonts) else {
                        continue;
                    };
                    let mut seen = BTreeSet::new();
                    let ids = side.placements.iter().filter_map(|placement| {
                        let (id, ..) = by_key.get(&placement.face)?;
                        seen.insert(id).then(|| id.clone())
                    });
                    found.push(SheetSide {
                        job: job.id.clone(),
                        id: format!("{name}/{number}/{}", kind.word()),
                        number,
                        kind,
                        faces: ids.collect(),
                        shown: Shown { sum, size: view.size() },
                        inner,
                        is_changed: false,
                    });
                    sources.insert(sum, self.source(View::Side(view)));
                }
            }
        }
        found
    }

    /// Keeps what pictures of before are drawn from.
    fn keep_sources(&self, shown: impl Iterator<Item = Shown>, sources: &mut Sources) {
        for Shown { sum, .. } in shown {
            if let Some(source) = self.last.and_then(|last| last.sources.get(&sum)) {
                sources.entry(sum).or_insert_with(|| source.clone());
            }
        }
    }
}

/// A cell as it is read.
fn words(value: &tera::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
