//! No two symbols of a field overlap.

use super::board::{MappedBoard, ROUNDED};
use super::check::{Check, Run};
use crate::diag::{Code, Diagnostic, codes};

codes! {
    /// symbols overlap
    ///
    /// The symbols of two points of a field overlap, by their shapes and sizes.
    ///
    /// The pieces on them would push each other away.
    ///
    /// ```fails points.csv
    /// id,kind,x,y
    /// gate,star,20mm,20mm
    /// tower,star,22mm,20mm
    /// mill,star,80mm,80mm
    /// inn,star,20mm,80mm
    /// ```
    /// ```passes points.csv
    /// id,kind,x,y
    /// gate,star,20mm,20mm
    /// tower,star,30mm,20mm
    /// mill,star,80mm,80mm
    /// inn,star,20mm,80mm
    /// ```
    B004;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Board(run) };

fn run(board: &MappedBoard<'_>) -> Vec<Diagnostic> {
    let Some((field, map)) = board.field() else { return Vec::new() };
    // From left to right, a symbol can only overlap those that begin before it ends.
    let bounds: Vec<[f64; 4]> = map.points.iter().map(|point| point.hull.bounds()).collect();
    let mut order: Vec<usize> = (0..bounds.len()).collect();
    order.sort_by(|a, b| bounds[*a][0].total_cmp(&bounds[*b][0]));
    let mut found = Vec::new();
    for (at, &one) in order.iter().enumerate() {
        let near = order[at + 1..].iter().take_while(|other| bounds[**other][0] <= bounds[one][2]);
        for &other in near {
            let gap = map.points[one].hull.gap(&map.points[other].hull);
            if gap < -ROUNDED {
                found.push((one.max(other), one.min(other), gap));
            }
        }
    }
    found.sort_by_key(|(later, first, _)| (*later, *first));
    let fault = |(later, first, gap): (usize, usize, f64)| {
        let later = &field.points[later];
        let first = &field.points[first];
        let message =
            format!("the symbols of `{}` and `{}` overlap by {:.1} mm", first.id, later.id, -gap);
        Diagnostic::error(Code::B004, message).at(&later.span).also(&first.span, "the other point")
    };
    found.into_iter().map(fault).collect()
}
