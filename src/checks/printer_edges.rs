//! Nothing falls into the edge that the printer leaves white.

use std::collections::BTreeMap;

use super::check::{Check, PrintedSheets, Run};
use crate::diag::{Code, Diagnostic, codes};
use crate::game::{Affine, Component, ComponentId, Printer};
use crate::impose::{Mark, Plan, Side};
use crate::job::{FaceKey, PrintJob};
use crate::slug::Purpose;
use crate::units::{Length, Rect, Sides, Size};

codes! {
    /// inside the unprintable edge of this printer
    ///
    /// Something would fall into the edge that the printer of `--printer` leaves white: part of a
    /// face, its bleed, or marks and words beside it. It is measured after the correction, and the
    /// message says by how much.
    ///
    /// That part is not printed. A face comes out incomplete; without bleed, a cut that is a little
    /// off shows white.
    ///
    /// ```fails printers/office.toml
    /// edges = "12mm"
    /// ```
    /// ```fails
    /// $ pnp check --printer office
    /// ```
    /// ```passes printers/office.toml
    /// edges = "4.2mm"
    /// ```
    /// ```passes
    /// $ pnp check --printer office
    /// ```
    I006;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Sheets(run) };

/// What lies too far out; the worst comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    /// A part of a finished face.
    Face,
    /// Only what is cut off.
    Bleed,
    /// Marks, words and rulers.
    Beside,
}

/// How far something reaches into each edge, in mm; zero or less is not at all.
#[derive(Clone, Copy, Debug, Default)]
struct Depth {
    top: f64,
    right: f64,
    bottom: f64,
    left: f64,
}

/// Less is lost in how exactly edges are read.
const SLACK_MM: f64 = 0.05;

/// Looks at every side of every sheet that is printed at home, as the printer gets it: corrected.
fn run(sheets: &PrintedSheets<'_>) -> Vec<Diagnostic> {
    let printer = sheets.printer;
    let mut found: BTreeMap<(ComponentId, What), Depth> = BTreeMap::new();
    for job in sheets.jobs {
        for output in job.outputs.iter().filter(|output| output.purpose.is_for_home()) {
            let paper = output.plan.paper;
            let back = printer.back(paper, output.duplex).inverse();
            let front = if output.purpose == Purpose::Backs {
                back
            } else {
                printer.front(paper).inverse()
            };
            for sheet in &output.plan.sheets {
                for (side, sent) in std::iter::once((&sheet.front, front))
                    .chain(sheet.back.iter().map(|side| (side, back)))
                {
                    look(job, &output.plan, side, sent, printer.edges_of(paper), &mut found);
                }
            }
        }
    }
    let mut faults = Vec::new();
    let mut last = None;
    for ((component, what), depth) in found {
        // A face that is cut short takes its bleed along.
        if what == What::Bleed && last == Some(component) {
            continue;
        }
        last = (what == What::Face).then_some(component);
        faults.push(fault(&sheets.game.components[component], what, depth, printer));
    }
    faults
}

fn look(
    job: &PrintJob,
    plan: &Plan<FaceKey>,
    side: &Side<FaceKey>,
    sent: Affine,
    edges: Sides,
    found: &mut BTreeMap<(ComponentId, What), Depth>,
) {
    let mut note = |component: ComponentId, what: What, area: Rect| {
        let depth = reach(area, plan, sent, edges);
        if depth.deepest() > SLACK_MM {
            let known = found.entry((component, what)).or_default();
            *known = known.max(depth);
        }
    };
    let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
    for placement in &side.placements {
        let component = placement.face.component;
        // A tile shows only a part of its face; what is off the paper is on another tile.
        note(component, What::Face, both(placement.trim, both(placement.clip, paper)));
        note(component, What::Bleed, placement.clip);
    }
    let Some(first) = job.components.first() else { return };
    let marks = side.marks.iter().map(Mark::bounds);
    let captions = side.captions.iter().map(|caption| caption.area);
    for area in marks.chain(captions).chain(side.slug.areas()) {
        note(first.id, What::Beside, area);
    }
}

/// What two areas have in common; without extent where they have nothing.
fn both(a: Rect, b: Rect) -> Rect {
    let x = a.x.max(b.x);
    let y = a.y.max(b.y);
    let size = Size::new(
        (a.right().min(b.right()) - x).max(Length::ZERO),
        (a.bottom().min(b.bottom()) - y).max(Length::ZERO),
    );
    Rect::new(x, y, size)
}

fn reach(area: Rect, plan: &Plan<FaceKey>, sent: Affine, edges: Sides) -> Depth {
    let width = plan.paper.width.to_mm();
    let height = plan.paper.height.to_mm();
    let corners = [
        (area.x, area.y),
        (area.right(), area.y),
        (area.x, area.bottom()),
        (area.right(), area.bottom()),
    ];
    let corners = corners.map(|(x, y)| {
        let (x, y) = sent.at(x.to_mm() - width / 2.0, y.to_mm() - height / 2.0);
        (x + width / 2.0, y + height / 2.0)
    });
    let max = |of: &dyn Fn((f64, f64)) -> f64| {
        corners.iter().map(|corner| of(*corner)).fold(f64::NEG_INFINITY, f64::max)
    };
    Depth {
        top: max(&|(_, y)| edges.top.to_mm() - y),
        right: max(&|(x, _)| x - (width - edges.right.to_mm())),
        bottom: max(&|(_, y)| y - (height - edges.bottom.to_mm())),
        left: max(&|(x, _)| edges.left.to_mm() - x),
    }
}

impl Depth {
    fn each(self) -> [(&'static str, f64); 4] {
        [("upper", self.top), ("right", self.right), ("lower", self.bottom), ("left", self.left)]
    }

    fn deepest(self) -> f64 {
        self.each().into_iter().map(|(_, depth)| depth).fold(f64::NEG_INFINITY, f64::max)
    }

    fn max(self, other: Self) -> Self {
        Self {
            top: self.top.max(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
            left: self.left.max(other.left),
        }
    }
}

fn fault(component: &Component, what: What, depth: Depth, printer: &Printer) -> Diagnostic {
    let (who, verb) = match what {
        What::Face => ("faces", "reach"),
        What::Bleed => ("bleed", "reaches"),
        What::Beside => ("marks and words beside it", "reach"),
    };
    let edges: Vec<String> = depth
        .each()
        .iter()
        .filter(|(_, mm)| *mm > SLACK_MM)
        .map(|(edge, mm)| format!("{mm:.1} mm into the {edge}"))
        .collect();
    let named = format!("edge that printer `{}` leaves white", printer.name);
    let message = match what {
        What::Beside => {
            format!("`{}`: the {who} {verb} {} {named}", component.id, edges.join(" and "))
        }
        What::Face | What::Bleed => {
            format!("the {who} of `{}` {verb} {} {named}", component.id, edges.join(" and "))
        }
    };
    let hint = match what {
        What::Face => {
            "this part of the picture will be missing; use wider margins or a smaller size"
        }
        What::Bleed => "a cut that is a little off would show white there; use wider margins",
        What::Beside => "they will not be printed whole; use wider margins if you need them",
    };
    Diagnostic::warning(Code::I006, message).at(&component.span).component(&component.id).hint(hint)
}
