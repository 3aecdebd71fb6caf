//! No two lines of a field cross, unless it allows that.

use super::board::MappedBoard;
use super::check::{Check, Run};
use crate::diag::{Code, Diagnostic, codes};
use crate::game::board::{Hull, crossing};

codes! {
    /// lines cross
    ///
    /// Two lines of a field cross, and the field does not allow it with `crossings = true`.
    ///
    /// Where lines cross without a point, players argue whether one may turn.
    ///
    /// ```fails lines.csv
    /// from,to
    /// gate,mill
    /// tower,inn
    /// inn,gate
    /// ```
    /// ```passes game.toml
    /// [board.map.field]
    /// crossings = true
    /// ```
    /// ```passes lines.csv
    /// from,to
    /// gate,mill
    /// tower,inn
    /// inn,gate
    /// ```
    B006;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Board(run) };

fn run(board: &MappedBoard<'_>) -> Vec<Diagnostic> {
    let Some((field, map)) = board.field().filter(|(field, _)| !field.crossings) else {
        return Vec::new();
    };
    let bounds: Vec<[f64; 4]> =
        map.edges.iter().map(|line| Hull(line.run.clone()).bounds()).collect();
    let name = |line: usize| {
        let edge = &field.edges[line];
        format!("`{}` to `{}`", field.points[edge.from].id, field.points[edge.to].id)
    };
    let mut faults = Vec::new();
    for one in 0..bounds.len() {
        for other in one + 1..bounds.len() {
            let a = bounds[one];
            let b = bounds[other];
            if a[0] > b[2] || b[0] > a[2] || a[1] > b[3] || b[1] > a[3] {
                continue;
            }
            if let Some((x, y)) = crossing(&map.edges[one].run, &map.edges[other].run) {
                let message = format!(
                    "the lines {} and {} cross at {x:.1}, {y:.1} mm",
                    name(one),
                    name(other)
                );
                let fault = Diagnostic::error(Code::B006, message).at(&field.edges[other].span);
                faults.push(
                    fault
                        .also(&field.edges[one].span, "the other line")
                        .hint("curve one of them with `bend`, or allow it with crossings = true"),
                );
            }
        }
    }
    faults
}
