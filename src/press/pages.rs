//! Plans become printpdf pages. Faces stand in as placeholders, which the finishing pass fills.

use std::collections::{BTreeMap, BTreeSet};

use printpdf::{
    CurTransMat, ExternalStream, ExternalXObject, LinePoint, Op, PaintMode, PdfDocument, PdfPage,
    Polygon, PolygonRing, Pt, Rect as PdfRect, WindingOrder, XObject, XObjectId, XObjectTransform,
};

use super::layers::ContentLayer;
use super::reading::Reading;
use super::traps::{Strip, Traps};
use super::windows::{Windows, face_name, window_name};
use crate::draw::{FaceId, LayerId, OpaqueEdges, Stacks};
use crate::game::Affine;
use crate::impose::{Placement, Plan, Side};
use crate::slug::{Purpose, SideKind, sides};
use crate::units::{Length, Outline, Point, Rect, Segment, Size, Turn};

/// The tag of what is drawn for the sake of the press alone (ISO 32000-1, 14.8.2.2).
pub(super) const ARTIFACT: &str = "Artifact";

/// One side to be printed.
#[derive(Clone, Debug)]
pub struct PrintedSide<'a> {
    /// The sheet, from 1.
    pub sheet: usize,
    /// The side of it.
    pub kind: SideKind,
    /// What lies on it.
    pub side: &'a Side<FaceId>,
    /// The face of what is printed beside the others: marks, slug line, ruler.
    pub slug: FaceId,
}

impl<'a> PrintedSide<'a> {
    /// All sides of a plan, in the order of printing; `slugs` are in the same order.
    pub fn all(plan: &'a Plan<FaceId>, purpose: Purpose, slugs: &[FaceId]) -> Vec<Self> {
        sides(plan, purpose)
            .zip(slugs)
            .map(|((sheet, kind, side), slug)| Self { sheet, kind, side, slug: *slug })
            .collect()
    }
}

/// A PDF to be written: the printed sides of a plan.
#[derive(Clone, Debug)]
pub struct PrintFile<'a> {
    /// What the viewer's title bar says.
    pub title: String,
    /// The game's author.
    pub author: String,
    /// The language of the words, as in BCP 47.
    pub lang: String,
    /// What it is of, for the uppermost bookmark: a component, or several that share sheets.
    pub name: String,
    /// The plan that the sides come from.
    pub plan: &'a Plan<FaceId>,
    /// How the printer is to turn the sheets.
    pub flip: PaperFlip,
    /// The sides in the order of printing.
    pub sides: Vec<PrintedSide<'a>>,
    /// What makes it something to be read on a screen, if it is that.
    pub reading: Option<Reading>,
    /// What is done to whole pages to make up for a printer, fronts and backs. The boxes of a page
    /// stay those of the paper as it comes out.
    pub corrections: Option<Corrections>,
    /// The layers that are neither art nor, beside them, marks.
    pub visible: BTreeMap<LayerId, ContentLayer>,
}

/// How a printer turns sheets over between their sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperFlip {
    /// It prints on one side only.
    None,
    /// About their long edge.
    LongEdge,
    /// About their short edge.
    ShortEdge,
}

impl PaperFlip {
    /// The value of `/Duplex` (ISO 32000-1, 12.2).
    pub(super) const fn pdf_name(self) -> &'static str {
        match self {
            Self::None => "Simplex",
            Self::LongEdge => "DuplexFlipLongEdge",
            Self::ShortEdge => "DuplexFlipShortEdge",
        }
    }
}

/// What is done to whole pages to make up for a printer.
#[derive(Clone, Copy, Debug)]
pub struct Corrections {
    /// To fronts.
    pub front: Affine,
    /// To backs.
    pub back: Affine,
}

impl PrintedSide<'_> {
    /// What is cut on a side, and what may be inked; nothing where nothing is printed.
    pub(super) fn boxes(&self) -> Option<(Rect, Rect)> {
        // Of a tile, whose trim is the whole board, only a part is printed.
        let boxes = self.side.placements.iter().map(|p| (p.trim.within(p.clip), p.clip));
        boxes.reduce(|a, b| (a.0.around(b.0), a.1.around(b.1)))
    }
}

impl PrintFile<'_> {
    /// The faces that occur, slugs included.
    pub fn faces(&self) -> BTreeSet<FaceId> {
        self.sides
            .iter()
            .flat_map(|s| s.side.placements.iter().map(|p| p.face).chain([s.slug]))
            .collect()
    }

    /// The part of the document that a layer of a face belongs to.
    pub(super) fn visible(&self, face: FaceId, layer: LayerId) -> ContentLayer {
        let beside = || {
            if self.sides.iter().any(|printed| printed.slug == face) {
                ContentLayer::Marks
            } else {
                ContentLayer::Art
            }
        };
        self.visible.get(&layer).copied().unwrap_or_else(beside)
    }

    /// What is done to a page, if anything is.
    pub(super) fn correction(&self, kind: SideKind) -> Option<Affine> {
        let corrections = self.corrections?;
        let affine = match kind {
            SideKind::Front | SideKind::Fold => corrections.front,
            SideKind::Back => corrections.back,
        };
        (affine != Affine::IDENTITY).then_some(affine)
    }

    /// The pages, with a placeholder for each face.
    pub(super) fn to_printpdf(
        &self,
        stacks: &Stacks,
        windows: &Windows,
        opaque: &OpaqueEdges,
    ) -> PdfDocument {
        let mut document = PdfDocument::new(&self.title);
        let windows_of_faces =
            windows.all().enumerate().map(|(window, (face, _))| window_name(face, window));
        for name in self.faces().into_iter().map(face_name).chain(windows_of_faces) {
            let empty = ExternalXObject {
                stream: ExternalStream::default(),
                width: None,
                height: None,
                dpi: None,
            };
            document.resources.xobjects.map.insert(XObjectId(name), XObject::External(empty));
        }
        let traps = Traps::new(self.plan, stacks, opaque);
        let page = |side| self.page(side, stacks, windows, &traps);
        document.pages = self.sides.iter().map(page).collect();
        document
    }

    fn page(
        &self,
        printed: &PrintedSide<'_>,
        stacks: &Stacks,
        windows: &Windows,
        traps: &Traps<'_>,
    ) -> PdfPage {
        let paper = self.plan.paper;
        let mut ops = Vec::with_capacity(printed.side.placements.len() * 5 + 4);
        let correction = self.correction(printed.kind);
        if let Some(affine) = correction {
            ops.push(Op::SaveGraphicsState);
            ops.push(Op::SetTransformationMatrix {
                matrix: CurTransMat::Raw(about_the_middle(affine, paper)),
            });
        }
        for (at, placement) in printed.side.placements.iter().enumerate() {
            let face = placement.face;
            let bleed = stacks.get(face).map_or(Length::ZERO, |stack| stack.canvas.bleed);
            let later = printed.side.placements.get(at + 1..).unwrap_or_default();
            let name = windows
                .find(placement, bleed)
                .map_or_else(|| face_name(face), |window| window_name(face, window));
            for strip in traps.strips(placement, later) {
                ops.extend(strip_ops(&strip, placement.turn, paper, &name));
            }
            let clip = traps.clip(placement, later);
            ops.push(Op::SaveGraphicsState);
            ops.push(Op::DrawRectangle {
                rectangle: PdfRect { mode: Some(PaintMode::Clip), ..pdf_rect(clip, paper) },
            });
            if let Some(trapped) = self.trapped(placement) {
                ops.push(Op::DrawPolygon { polygon: pdf_clip(&trapped, paper) });
            }
            ops.push(Op::SetTransformationMatrix {
                matrix: CurTransMat::Raw(matrix(
                    placement.trim.grown(bleed),
                    placement.turn,
                    paper,
                )),
            });
            ops.push(call(name));
            ops.push(Op::RestoreGraphicsState);
        }
        ops.push(call(face_name(printed.slug)));
        if correction.is_some() {
            ops.push(Op::RestoreGraphicsState);
        }
        let whole = pdf_rect(Rect::new(Length::ZERO, Length::ZERO, paper), paper);
        PdfPage { media_box: whole.clone(), trim_box: whole.clone(), crop_box: whole, ops }
    }

    /// What is inked of a placement that is no rectangle, where it lies.
    pub(super) fn trapped(&self, placement: &Placement<FaceId>) -> Option<Outline> {
        let contour = self.plan.contours.get(placement.contour?)?;
        Some(contour.trapped.placed(
            placement.turn.apply(placement.trim.size),
            placement.trim,
            placement.turn,
        ))
    }
}

fn call(name: String) -> Op {
    Op::UseXobject {
        id: XObjectId(name),
        transform: XObjectTransform { no_auto_scale: true, ..XObjectTransform::default() },
    }
}

fn pdf_rect(rect: Rect, paper: Size) -> PdfRect {
    let pt = |length: Length| Pt(length.to_pt() as f32);
    PdfRect::from_xywh(
        pt(rect.x),
        pt(paper.height - rect.bottom()),
        pt(rect.size.width),
        pt(rect.size.height),
    )
}

/// An outline as a clip.
fn pdf_clip(outline: &Outline, paper: Size) -> Polygon {
    let point = |p: Point, bezier: bool| LinePoint {
        p: printpdf::Point {
            x: Pt(p.x.to_pt() as f32),
            y: Pt((paper.height - p.y).to_pt() as f32),
        },
        bezier,
    };
    let mut points = vec![point(outline.start, false)];
    for segment in &outline.segments {
        match *segment {
            Segment::Line(end) => points.push(point(end, false)),
            Segment::Curve(a, b, end) => {
                points.extend([point(a, true), point(b, true), point(end, false)]);
            }
        }
    }
    Polygon {
        rings: vec![PolygonRing { points }],
        mode: PaintMode::Clip,
        winding_order: WindingOrder::NonZero,
    }
}

/// Puts a form of the face's own size, upright with its origin at the lower left, into an area of
/// the side. This is where y is flipped, once.
fn matrix(area: Rect, turn: Turn, paper: Size) -> [f32; 6] {
    let left = area.x.to_pt() as f32;
    let right = area.right().to_pt() as f32;
    let bottom = (paper.height - area.bottom()).to_pt() as f32;
    let top = (paper.height - area.y).to_pt() as f32;
    match turn {
        Turn::None => [1.0, 0.0, 0.0, 1.0, left, bottom],
        Turn::Right => [0.0, -1.0, 1.0, 0.0, left, top],
        Turn::Half => [-1.0, 0.0, 0.0, -1.0, right, top],
        Turn::Left => [0.0, 1.0, -1.0, 0.0, right, bottom],
    }
}

/// A map about the middle of the paper as PDF writes it: in points, from the lower left corner, y
/// upwards.
fn about_the_middle(affine: Affine, paper: Size) -> [f32; 6] {
    let x = paper.width.to_pt() / 2.0;
    let y = paper.height.to_pt() / 2.0;
    let [a, b, c, d] = [affine.xx, -affine.yx, -affine.xy, affine.yy];
    let pt = |mm: f64| mm * 72.0 / 25.4;
    let e = x - a * x - c * y + pt(affine.x);
    let f = y - b * x - d * y - pt(affine.y);
    [a, b, c, d, e, f].map(|value| value as f32)
}

/// A strip beside a face, which is no part of what a plan places.
fn strip_ops(strip: &Strip, turn: Turn, paper: Size, name: &str) -> [Op; 7] {
    let clip = pdf_rect(strip.clip, paper);
    [
        Op::BeginMarkedContent { tag: ARTIFACT.to_owned() },
        Op::SaveGraphicsState,
        Op::DrawRectangle { rectangle: PdfRect { mode: Some(PaintMode::Clip), ..clip } },
        Op::SetTransformationMatrix { matrix: CurTransMat::Raw(matrix(strip.trim, turn, paper)) },
        call(name.to_owned()),
        Op::RestoreGraphicsState,
        Op::EndMarkedContent,
    ]
}
