//! No line of a field runs through the symbol of a third point.

use super::board::MappedBoard;
use super::check::{Check, Run};
use crate::diag::{Code, Diagnostic, codes};
use crate::game::board::through;

codes! {
    /// line through a symbol
    ///
    /// A line touches the symbol of a point at which it neither begins nor ends.
    ///
    /// It looks as if the line ended there.
    ///
    /// ```fails points.csv
    /// id,kind,x,y
    /// left,star,20mm,20mm
    /// middle,star,50mm,20mm
    /// right,star,80mm,20mm
    /// below,star,50mm,80mm
    /// ```
    /// ```fails lines.csv
    /// from,to
    /// left,right
    /// left,below
    /// middle,below
    /// ```
    /// ```passes points.csv
    /// id,kind,x,y
    /// left,star,20mm,20mm
    /// middle,star,50mm,20mm
    /// right,star,80mm,20mm
    /// below,star,50mm,80mm
    /// ```
    /// ```passes lines.csv
    /// from,to,bend
    /// left,right,8mm
    /// left,below,
    /// middle,below,
    /// ```
    B005;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Board(run) };

fn run(board: &MappedBoard<'_>) -> Vec<Diagnostic> {
    let Some((field, map)) = board.field() else { return Vec::new() };
    let mut faults = Vec::new();
    for (edge, line) in field.edges.iter().zip(&map.edges) {
        for (third, place) in field.points.iter().zip(&map.points) {
            let from = &field.points[edge.from];
            let to = &field.points[edge.to];
            if third.id == from.id || third.id == to.id || !through(&line.run, &place.hull) {
                continue;
            }
            let message =
                format!("the line from `{}` to `{}` runs through `{}`", from.id, to.id, third.id);
            let fault = Diagnostic::error(Code::B005, message).at(&edge.span);
            faults.push(
                fault
                    .also(&third.span, "this point")
                    .hint("curve the line with `bend`, or end it at the point between"),
            );
        }
    }
    faults
}
