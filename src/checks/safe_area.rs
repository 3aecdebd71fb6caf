//! Everything that a board computes lies inside of its safe area.

use super::board::{MappedBoard, ROUNDED};
use super::check::{Check, Run};
use crate::diag::{Code, Diagnostic, Span, codes};
use crate::game::board::Hull;
use crate::units::Length;

codes! {
    /// board outside of its safe area
    ///
    /// A point, a line, a circle or a cell leaves the safe area of its board.
    ///
    /// A cut that is a little off takes it away.
    ///
    /// ```fails points.csv
    /// id,kind,x,y
    /// gate,star,2mm,20mm
    /// tower,star,80mm,20mm
    /// mill,star,80mm,80mm
    /// inn,star,20mm,80mm
    /// ```
    /// ```passes points.csv
    /// id,kind,x,y
    /// gate,star,8mm,20mm
    /// tower,star,80mm,20mm
    /// mill,star,80mm,80mm
    /// inn,star,20mm,80mm
    /// ```
    B007;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Board(run) };

fn run(board: &MappedBoard<'_>) -> Vec<Diagnostic> {
    let outside = |what: &str, bounds: [f64; 4], span: &Span| {
        let by = beyond(bounds, board)?;
        let message = format!("{what} lies {by:.1} mm outside of the safe area");
        Some(Diagnostic::error(Code::B007, message).at(span))
    };
    let mut faults = Vec::new();
    if let Some((field, map)) = board.field() {
        faults.extend(field.points.iter().zip(&map.points).filter_map(|(point, place)| {
            outside(&format!("`{}`", point.id), place.hull.bounds(), &point.span)
        }));
        faults.extend(field.edges.iter().zip(&map.edges).filter_map(|(edge, place)| {
            let from = &field.points[edge.from].id;
            let to = &field.points[edge.to].id;
            let what = format!("the line from `{from}` to `{to}`");
            outside(&what, Hull(place.run.clone()).bounds(), &edge.span)
        }));
    }
    if let Some((radial, map)) = board.radial() {
        let (x, y) = map.centre;
        let outer = map.radii.first().copied().unwrap_or_default();
        let bounds = [x - outer, y - outer, x + outer, y + outer];
        faults.extend(outside("the outermost circle", bounds, &radial.span));
    }
    if let Some((grid, map)) = board.grid() {
        faults.extend(outside("the grid", map.bounds, &grid.span));
    }
    faults
}

/// By how many millimetres a box leaves the safe area, if it does.
fn beyond([left, top, right, bottom]: [f64; 4], board: &MappedBoard<'_>) -> Option<f64> {
    let safe = board.component.print.safe;
    let size = board.component.size;
    let mm = |length: Length| length.to_mm();
    let by = (mm(safe) - left)
        .max(mm(safe) - top)
        .max(right - mm(size.width - safe))
        .max(bottom - mm(size.height - safe));
    (by > ROUNDED).then_some(by)
}
