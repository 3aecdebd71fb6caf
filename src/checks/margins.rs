//! Home printers can keep the margins.

use super::check::{Check, Run};
use crate::diag::{Code, Diagnostic, codes};
use crate::game::Component;
use crate::units::Length;

codes! {
    /// inside the unprintable edge of most printers
    ///
    /// A margin of less than 5 mm. Most home printers cannot reach the outer 4 to 6 mm.
    ///
    /// Marks and the outer cards may be cut off by the printer.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// margin = "2mm"
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// margin = "8mm"
    /// ```
    I002;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Component(run) };

/// Printers that leave a narrower edge white are rare.
const MIN_MARGIN: Length = Length::mm(5);

fn run(component: &Component) -> Vec<Diagnostic> {
    let margin = component.print.margin;
    let narrowest = margin.top.min(margin.right).min(margin.bottom).min(margin.left);
    if narrowest >= MIN_MARGIN {
        return Vec::new();
    }
    let message = format!(
        "the margin of {narrowest} lies inside the edge that most home printers leave white"
    );
    let fault = Diagnostic::warning(Code::I002, message).at(&component.span);
    vec![fault.hint("use at least 5mm, better 8mm, unless the printer prints to the edge")]
}
