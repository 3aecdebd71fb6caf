//! What is likely to go wrong on the paper, though it fits.

use crate::diag::{Code, Diagnostic, Sink};
use crate::game::Component;
use crate::units::Length;

/// Printers that leave less than this white are rare.
const NARROWEST_MARGIN: Length = Length::mm(5);

/// Warns of margins that home printers cannot keep, and of gutters that are neither a single cut nor wide enough for
/// two bleeds.
pub fn paper(component: &Component, sink: &mut Sink) {
    let print = &component.print;
    let margin = [print.margin.top, print.margin.right, print.margin.bottom, print.margin.left]
        .into_iter()
        .min()
        .unwrap_or_default();
    if margin < NARROWEST_MARGIN {
        sink.push(
            Diagnostic::warning(Code::I002, format!("the margin of {margin} lies inside the edge that most home printers leave white"))
                .at(&component.span)
                .component(&component.id)
                .hint("use at least 5mm, better 8mm, unless the printer prints to the edge"),
        );
    }
    for (gutter, between) in [(print.gutter.x, "columns"), (print.gutter.y, "rows")] {
        // On shared sheets everything keeps its whole bleed.
        if component.share.is_none() && gutter > Length::ZERO && gutter < print.bleed * 2 {
            sink.push(
                Diagnostic::warning(
                    Code::I003,
                    format!("the gutter of {gutter} between {between} is narrower than two bleeds of {}", print.bleed),
                )
                .at(&component.span)
                .component(&component.id)
                .hint(format!("use {} or more, or 0mm for a single cut", print.bleed * 2)),
            );
        }
    }
}
