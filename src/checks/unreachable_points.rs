//! Every point of a field can be reached, and within a zone without leaving it.

use std::collections::HashSet;

use super::board::MappedBoard;
use super::check::{Check, Run};
use crate::diag::{Code, Diagnostic, codes};
use crate::game::board::FieldMap;

codes! {
    /// board in pieces
    ///
    /// Points that cannot be reached from the first one along the lines, or, within a zone, without
    /// leaving it.
    ///
    /// A player could never get there.
    ///
    /// ```fails lines.csv
    /// from,to
    /// gate,tower
    /// mill,inn
    /// ```
    /// ```passes lines.csv
    /// from,to
    /// gate,tower
    /// tower,mill
    /// mill,inn
    /// ```
    B003;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Board(run) };

fn run(board: &MappedBoard<'_>) -> Vec<Diagnostic> {
    let Some((field, map)) = board.field() else { return Vec::new() };
    let all: Vec<usize> = (0..field.points.len()).collect();
    if let Some((first, unreached)) = unreachable(map, &all) {
        let first = &field.points[first];
        let other = &field.points[unreached];
        let message = format!("`{}` cannot be reached from `{}`", other.id, first.id);
        let fault = Diagnostic::error(Code::B003, message).at(&other.span);
        return vec![fault.also(&first.span, "from here")];
    }
    let zone = |zone: &crate::diag::Spanned<String>| {
        let inside: Vec<usize> =
            all.iter().copied().filter(|point| field.points[*point].zone == zone.value).collect();
        let (first, unreached) = unreachable(map, &inside)?;
        let first = &field.points[first];
        let other = &field.points[unreached];
        let message = format!(
            "`{}` cannot be reached from `{}` within zone `{}`",
            other.id, first.id, zone.value
        );
        let fault = Diagnostic::error(Code::B003, message).at(&other.span);
        Some(fault.also(&first.span, "from here").also(&zone.span, "this zone"))
    };
    field.zones.iter().filter_map(zone).collect()
}

/// The first of some points, and one that cannot be reached from it by way of the others.
fn unreachable(map: &FieldMap, inside: &[usize]) -> Option<(usize, usize)> {
    let first = *inside.first()?;
    let allowed: HashSet<usize> = inside.iter().copied().collect();
    let mut reached = HashSet::from([first]);
    let mut open = vec![first];
    while let Some(point) = open.pop() {
        for near in &map.points[point].neighbours {
            if allowed.contains(near) && reached.insert(*near) {
                open.push(*near);
            }
        }
    }
    inside.iter().copied().find(|point| !reached.contains(point)).map(|point| (first, point))
}
