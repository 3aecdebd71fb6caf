//! Says which marks the sheets of a component lack.

use super::print_job::{JobComponent, Output};
use crate::diag::{Code, Diagnostic, Sink};
use crate::game::{Component, Kind};
use crate::impose::{MissingMarks, missing_marks};

/// Reports the marks that the sheets of a component should have and have no room for.
pub(super) fn report(
    component: &Component,
    member: &JobComponent,
    outputs: &[Output],
    sink: &mut Sink,
) {
    // Tiles and nets have marks of their own kinds.
    let is_cut_straight = match component.kind() {
        Kind::Deck | Kind::Sheet => true,
        Kind::Board => member.tiling.is_none(),
        Kind::Token | Kind::Fold => false,
    };
    let Some(sheets) = outputs.first().filter(|_| is_cut_straight) else { return };
    for missing in missing_marks(&sheets.plan, &component.print) {
        let message = message(&missing, &component.id);
        sink.push(
            Diagnostic::warning(Code::I007, message)
                .at(&component.span)
                .component(&component.id)
                .hint(hint(&missing)),
        );
    }
}

fn message(missing: &MissingMarks, id: &str) -> String {
    match missing {
        MissingMarks::Cuts { sides, room, needed } => {
            let sides = sides.join(" and ");
            if room < needed {
                format!(
                    "no room for the crop marks {sides} the cards of `{id}`: they need {needed} \
                     from the cards to the edge of the paper, and there are {room}"
                )
            } else {
                format!(
                    "no room for some of the crop marks {sides} the cards of `{id}`: other cards \
                     or the marks of a cutting machine are in the way"
                )
            }
        }
        MissingMarks::Fold => {
            format!("no room for the fold line of `{id}`: the cards reach across the sheet")
        }
        MissingMarks::Crosses { found } => format!(
            "no room for registration crosses on the sheets of `{id}`: at least two are needed, \
             and there is room for {found}"
        ),
    }
}

const fn hint(missing: &MissingMarks) -> &'static str {
    match missing {
        MissingMarks::Cuts { .. } => {
            "use wider margins, less bleed, or fewer columns or rows; `marks = \"none\"` if none \
             are wanted"
        }
        MissingMarks::Fold => "use wider margins, or a `fold` that leaves room beside the line",
        MissingMarks::Crosses { .. } => "use wider margins, or fewer columns or rows",
    }
}
