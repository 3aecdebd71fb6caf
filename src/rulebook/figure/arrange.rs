//! Faces laid out as a figure.
//!
//! In: faces and how they lie. Out: a [`Figure`]: tiles at their places in millimetres of the real
//! thing, which a page scales as it needs.

use std::sync::Arc;

use super::address::{Arrangement, FigureOptions, FigurePlace, FigureWidth};
use super::marks::{FigureMark, MarkStyle};
use super::tile::{FigureTile, TileArt, TileEdge};
use crate::compose::Artwork;
use crate::game::{Component, Details};
use crate::units::math;

/// A figure, not yet placed.
#[derive(Clone, Debug)]
pub(in crate::rulebook) struct Figure {
    /// What it shows.
    pub picture: FigurePicture,
    /// Its size in millimetres, as large as the things themselves.
    pub size: (f32, f32),
    /// The width asked for.
    pub width: Option<FigureWidth>,
    /// Where it stands.
    pub place: FigurePlace,
    /// The width in millimetres it has where none is asked for, if the text is wide enough.
    pub usual: f32,
}

/// What a figure shows.
#[derive(Clone, Debug)]
pub(in crate::rulebook) enum FigurePicture {
    /// An icon by its name.
    Icon(String),
    /// Tiles from the lowest to the uppermost, and arrows and labels over them.
    Tiles(Vec<FigureTile>, Vec<FigureMark>),
}

/// The corners of a card.
const CORNER_RADIUS: f32 = 3.0;

impl Figure {
    /// An icon.
    pub(super) fn icon(name: String, options: &FigureOptions) -> Self {
        let FigureOptions { width, place, .. } = *options;
        let picture = FigurePicture::Icon(name);
        Self { picture, size: (20.0, 20.0), width, place, usual: 15.0 }
    }

    /// One tile, usually as large as it is.
    pub(super) fn single(tile: FigureTile, options: FigureOptions) -> Self {
        let FigureOptions { width, place, marks, .. } = options;
        let size = tile.trim;
        let picture = FigurePicture::Tiles(vec![tile], marks);
        Self { picture, size, width, place, usual: size.0 }
    }

    /// Draws its arrows and labels where its corner stands at `at` and it is scaled.
    pub(in crate::rulebook) fn marks_svg(
        &self,
        at: (f32, f32),
        scale: f32,
        style: MarkStyle<'_>,
    ) -> String {
        let mut out = String::new();
        if let FigurePicture::Tiles(tiles, marks) = &self.picture {
            let crop = tiles.first().and_then(|tile| tile.crop);
            let (left, top) = crop.map_or((0.0, 0.0), |[x, y, ..]| (x, y));
            let place = |(x, y): (f32, f32)| (at.0 + (x - left) * scale, at.1 + (y - top) * scale);
            for mark in marks {
                mark.draw(&mut out, place, style);
            }
        }
        out
    }
}

/// Lays faces of a component out.
pub(super) fn arrange(component: &Component, faces: &[&Artwork], options: FigureOptions) -> Figure {
    let w = component.size.width.to_mm() as f32;
    let h = component.size.height.to_mm() as f32;
    let card = TileEdge::Rounded(CORNER_RADIUS.min(w.min(h) / 8.0));
    let square = TileEdge::Rounded(0.0);
    let (edge, is_small) = match &component.details {
        Details::Deck(..) => (card, true),
        Details::Token(_, token) if options.crop.is_none() => {
            (TileEdge::Path(token.form.cut(component.size).to_svg().into()), true)
        }
        Details::Token(..) => (square, true),
        // What there are several different ones of is shown like cards.
        Details::Sheet(_) | Details::Board(..) | Details::Fold(_) if component.cards.len() > 1 => {
            (card, true)
        }
        Details::Sheet(_) | Details::Board(..) | Details::Fold(_) => (square, false),
    };
    let mut tiles: Vec<FigureTile> = faces
        .iter()
        .map(|face| FigureTile {
            template: Arc::clone(&face.template),
            art: TileArt::parse(&face.svg).map(Arc::new),
            trim: (w, h),
            bleed: component.print.bleed.to_mm() as f32,
            at: (0.0, 0.0),
            turn: 0.0,
            crop: options.crop,
            edge: edge.clone(),
        })
        .collect();
    let count = tiles.len();
    let mut size = match options.arrangement {
        Some(Arrangement::Fan) if count > 1 => fan(&mut tiles, (w, h)),
        Some(Arrangement::Pyramid) => rows(&mut tiles, &pyramid(count), (w, h)),
        Some(Arrangement::Grid) => rows(&mut tiles, &grid(count), (w, h)),
        Some(Arrangement::Fan | Arrangement::Row) | None => rows(&mut tiles, &[count], (w, h)),
    };
    if let (Some([x, y, width, height]), [tile]) = (options.crop, &mut tiles[..]) {
        // What is cut off takes no room.
        tile.at = (-x, -y);
        size = (width, height);
    }
    let usual = match (options.arrangement, count) {
        _ if !is_small => size.0,
        (_, 1) => size.0 * (42.0 / h).min(1.0),
        (Some(Arrangement::Fan), _) => size.0 * 0.5,
        (Some(Arrangement::Pyramid), _) => size.0 * 0.36,
        (Some(Arrangement::Row | Arrangement::Grid) | None, _) => size.0 * 0.42,
    };
    let FigureOptions { width, place, marks, .. } = options;
    Figure { picture: FigurePicture::Tiles(tiles, marks), size, width, place, usual }
}

/// The lengths of the rows of a pyramid: one, two, three …; what does not fill a row is left out.
fn pyramid(count: usize) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut remaining = count;
    while remaining > lengths.len() {
        remaining -= lengths.len() + 1;
        lengths.push(lengths.len() + 1);
    }
    lengths
}

fn grid(count: usize) -> Vec<usize> {
    let columns = (count as f32 * 1.6).sqrt().ceil().max(1.0) as usize;
    let mut lengths = vec![columns; count / columns];
    lengths.extend((!count.is_multiple_of(columns)).then_some(count % columns));
    lengths
}

/// Places tiles in centred rows of so many; those that are in no row go. Returns the size of all.
fn rows(tiles: &mut Vec<FigureTile>, lengths: &[usize], (w, h): (f32, f32)) -> (f32, f32) {
    let gap = 0.07 * w.min(h);
    let widest = lengths.iter().copied().max().unwrap_or(1) as f32;
    let size = (widest * w + (widest - 1.0) * gap, lengths.len() as f32 * (h + gap) - gap);
    tiles.truncate(lengths.iter().sum());
    let mut next = tiles.iter_mut();
    for (row, length) in lengths.iter().enumerate() {
        let left = (size.0 - (*length as f32 * (w + gap) - gap)) / 2.0;
        for (column, tile) in next.by_ref().take(*length).enumerate() {
            tile.at = (left + column as f32 * (w + gap), row as f32 * (h + gap));
        }
    }
    size
}

/// Places tiles as cards lie in a hand. Returns the size of all.
fn fan(tiles: &mut [FigureTile], (w, h): (f32, f32)) -> (f32, f32) {
    let count = tiles.len() as f32;
    let step = (40.0 / count).min(11.0);
    for (at, tile) in tiles.iter_mut().enumerate() {
        tile.turn = (at as f32 - (count - 1.0) / 2.0) * step;
        // Outer cards sit a little lower.
        let lower = 1.1 * h * (1.0 - math::cos(tile.turn.to_radians().into()) as f32);
        tile.at = (at as f32 * (0.3 * w), lower);
    }
    let mut left = f32::MAX;
    let mut top = f32::MAX;
    let mut right = f32::MIN;
    let mut bottom = f32::MIN;
    for (x, y) in tiles.iter().flat_map(FigureTile::corners) {
        left = left.min(x);
        top = top.min(y);
        right = right.max(x);
        bottom = bottom.max(y);
    }
    for tile in tiles {
        tile.at = (tile.at.0 - left, tile.at.1 - top);
    }
    (right - left, bottom - top)
}
