//! What imposition makes: sheets with a face in each slot.

use super::cutters::cut::Cut;
use super::grid::Grid;
use super::marks::{Mark, SlugSpots};
use super::paper::FoldLine;
use crate::units::{Length, Outline, Point, Rect, Segment, Size, Turn};

/// Copies that are all alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run<F> {
    /// What is on the front.
    pub face: F,
    /// What is on the back, if anything is.
    pub back: Option<F>,
    /// How many.
    pub copies: u32,
}

/// All sheets of a component. `F` is whatever the caller names its faces by; no planner looks into
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<F> {
    /// The paper as it lies: turned if its long side lies flat.
    pub paper: Size,
    /// The slots of each sheet.
    pub grid: Grid,
    /// The sheets in the order of printing; none if there are no copies.
    pub sheets: Vec<Sheet<F>>,
    /// The outlines that placements point to.
    pub contours: Vec<Contour>,
    /// Where the sheets are folded, if they are: then backs lie on the fronts' side of the paper.
    pub fold: Option<FoldLine>,
}

/// How something that is no rectangle is cut. Counted from the upper left corner of the trim as it
/// stands upright; what lies behind a form that is not the same on both sides has a contour of its
/// own, mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contour {
    /// Where to cut.
    pub cut: Outline,
    /// What may be inked around it, by the rule of winding numbers that are not zero; together with
    /// the `clip` of the placement it never overlaps that of another.
    pub ink: Outline,
    /// What is inked when faces are drawn in their order: the same, but going on a little way under
    /// pieces that come later and touch it, so that no paper shines through where two smoothed
    /// edges meet.
    pub trapped: Outline,
}

impl Contour {
    /// Whether all of its box is inked: then a straight side of its clip covers what lies under it.
    pub fn inks_its_box(&self) -> bool {
        let Rect { x, y, size } = self.cut.bounds();
        let right = x + size.width;
        let bottom = y + size.height;
        let corners = [(x, y), (right, y), (right, bottom), (x, bottom)];
        // On one side of all lines, the ink having no bays.
        let side = |(from, segment): (Point, Segment)| {
            let to = segment.end();
            let across = |a: Length, b: Length| a.to_mm() * b.to_mm();
            corners
                .map(|(x, y)| across(to.x - from.x, y - from.y) - across(to.y - from.y, x - from.x))
        };
        let is_line = |segment: &Segment| matches!(segment, Segment::Line(_));
        let sides: Vec<f64> = self.ink.edges().flat_map(side).collect();
        let near = 1e-4;
        self.ink.segments.iter().all(is_line)
            && (sides.iter().all(|side| *side > -near) || sides.iter().all(|side| *side < near))
    }

    /// What lies behind it in a box of that width.
    pub(super) fn mirrored(&self, width: Length) -> Self {
        Self {
            cut: self.cut.mirrored(width),
            ink: self.ink.mirrored(width),
            trapped: self.trapped.mirrored(width),
        }
    }
}

/// One piece of paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet<F> {
    /// What is printed first.
    pub front: Side<F>,
    /// What is printed behind it. Every sheet of a plan has one or none has, even if nothing is on
    /// it: a printer that takes sides in pairs must find them in pairs.
    pub back: Option<Side<F>>,
}

/// One side of a piece of paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side<F> {
    /// The faces, by slot; on a sheet to be folded, the fronts before the backs.
    pub placements: Vec<Placement<F>>,
    /// Where to cut and to fold; the same lines on both sides.
    pub marks: Vec<Mark>,
    /// Outlines to cut along; on the front only, since the printer may shift the back. None for
    /// cards, which are cut along their trims or contours.
    pub cuts: Vec<Cut>,
    /// Words beside the faces, such as the name of a tile.
    pub captions: Vec<Caption>,
    /// Where the slug line and the ruler lie.
    pub slug: SlugSpots,
}

/// One line of words on a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caption {
    /// The room it is centred in; as high as its letters may be.
    pub area: Rect,
    /// How it lies.
    pub turn: Turn,
    /// What it says.
    pub text: String,
}

/// A face in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement<F> {
    /// The slot from 0 in reading order on the front; a back has the slot of its front.
    pub slot: u32,
    /// Which copy this is, from 0 over all runs.
    pub copy: u32,
    /// The face.
    pub face: F,
    /// The finished edge on this side.
    pub trim: Rect,
    /// What may be inked: the bleed, cut at the middle of a gutter narrower than two bleeds, if
    /// there is a card beyond it, and at the edge of the paper. A placement with a contour inks
    /// what lies in both.
    pub clip: Rect,
    /// How the face lies in its trim.
    pub turn: Turn,
    /// The number of its outline in the plan; none for a rectangle.
    pub contour: Option<usize>,
}

impl<F> Plan<F> {
    /// A plan of plain rectangles that are not folded.
    pub const fn new(paper: Size, grid: Grid, sheets: Vec<Sheet<F>>) -> Self {
        Self { paper, grid, sheets, contours: Vec::new(), fold: None }
    }

    /// The same plan with other faces. It fails with the first face that has no other.
    pub fn try_map<G, E>(self, mut other: impl FnMut(F) -> Result<G, E>) -> Result<Plan<G>, E> {
        self.with_placements(|placements| {
            placements.into_iter().map(|placement| placement.try_map(&mut other)).collect()
        })
    }

    /// The same sheets with other placements on each side.
    pub(super) fn with_placements<G, E>(
        self,
        mut other: impl FnMut(Vec<Placement<F>>) -> Result<Vec<Placement<G>>, E>,
    ) -> Result<Plan<G>, E> {
        let mut side = |side: Side<F>| -> Result<Side<G>, E> {
            let Side { placements, marks, cuts, captions, slug } = side;
            Ok(Side { placements: other(placements)?, marks, cuts, captions, slug })
        };
        let sheets = self.sheets.into_iter().map(|sheet| {
            let front = side(sheet.front)?;
            Ok(Sheet { front, back: sheet.back.map(&mut side).transpose()? })
        });
        Ok(Plan {
            paper: self.paper,
            grid: self.grid,
            sheets: sheets.collect::<Result<_, E>>()?,
            contours: self.contours,
            fold: self.fold,
        })
    }
}

/// A side with nothing on it.
impl<F> Default for Side<F> {
    fn default() -> Self {
        Self {
            placements: Vec::new(),
            marks: Vec::new(),
            cuts: Vec::new(),
            captions: Vec::new(),
            slug: SlugSpots::default(),
        }
    }
}

impl<F> Placement<F> {
    /// The same place for another face.
    pub(super) fn try_map<G, E>(
        self,
        other: impl FnOnce(F) -> Result<G, E>,
    ) -> Result<Placement<G>, E> {
        let Self { slot, copy, face, trim, clip, turn, contour } = self;
        Ok(Placement { slot, copy, face: other(face)?, trim, clip, turn, contour })
    }
}

/// A plan as two: the fronts alone and the backs alone, each sheet with its own side in front.
pub fn split_backs<F: Clone>(plan: &Plan<F>) -> (Plan<F>, Plan<F>) {
    let one_side = |side: &dyn Fn(&Sheet<F>) -> Side<F>| {
        let sheets =
            plan.sheets.iter().map(|sheet| Sheet { front: side(sheet), back: None }).collect();
        Plan { sheets, ..plan.clone() }
    };
    (
        one_side(&|sheet| sheet.front.clone()),
        one_side(&|sheet| sheet.back.clone().unwrap_or_default()),
    )
}
