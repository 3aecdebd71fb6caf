//! A gutter is a single cut, or wide enough for two bleeds.

use super::check::{Check, Run};
use crate::diag::{Code, Diagnostic, codes};
use crate::game::Component;
use crate::units::Length;

codes! {
    /// bleeds overlap
    ///
    /// Cards lie closer together than their bleed, so that each bleed ends in the middle of the
    /// gutter. A gutter of 0 is always accepted.
    ///
    /// A cut that is off by more than half the gutter shows the neighbour's colour.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// bleed = "2mm"
    /// gutter = "1mm"
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// bleed = "2mm"
    /// gutter = "4mm"    # or "0mm" for one cut between two cards
    /// ```
    I003;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Component(run) };

fn run(component: &Component) -> Vec<Diagnostic> {
    let print = &component.print;
    let two_bleeds = print.bleed * 2;
    let fault = |(gutter, between): (Length, &str)| {
        // On shared sheets everything keeps its whole bleed.
        let overlaps = component.share.is_none() && gutter > Length::ZERO && gutter < two_bleeds;
        let message = format!(
            "the gutter of {gutter} between {between} is narrower than two bleeds of {}",
            print.bleed
        );
        overlaps.then(|| {
            Diagnostic::warning(Code::I003, message)
                .at(&component.span)
                .hint(format!("use {two_bleeds} or more, or 0mm for a single cut"))
        })
    };
    [(print.gutter.x, "columns"), (print.gutter.y, "rows")].into_iter().filter_map(fault).collect()
}
