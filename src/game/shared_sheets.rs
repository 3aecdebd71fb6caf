//! What components must agree on that share sheets.

use std::collections::BTreeSet;

use super::component::Component;
use crate::diag::{Code, Diagnostic, Sink};

/// Components that share sheets must go on the same paper in the same way.
pub(super) fn check_shares(components: &[Component], sink: &mut Sink) {
    let letters: BTreeSet<char> = components.iter().filter_map(|c| c.share).collect();
    for letter in letters {
        let mut members = components.iter().filter(|c| c.share == Some(letter));
        let Some(first) = members.next() else { continue };
        let file = format!("shared-{letter}");
        if let Some(taken) = components.iter().find(|c| c.id == file) {
            sink.push(
                Diagnostic::error(
                    Code::M008,
                    format!("the id `{file}` is the name of the sheets shared under `{letter}`"),
                )
                .at(&taken.span)
                .also(&first.span, "on these sheets")
                .component(&taken.id),
            );
        }
        let mut turned = Some(first).filter(|c| c.print.duplex.has_backs());
        for component in members {
            let print = &component.print;
            // What has no back does not mind how the sheet is turned.
            let other = turned
                .filter(|other| print.duplex.has_backs() && other.print.duplex != print.duplex);
            let difference = if print.paper != first.print.paper {
                Some((
                    first,
                    format!("different paper, {} and {}", first.print.paper.name, print.paper.name),
                ))
            } else if print.margin != first.print.margin {
                Some((first, "different margins".to_owned()))
            } else if print.orientation != first.print.orientation {
                Some((first, "different orientations".to_owned()))
            } else if print.cutter != first.print.cutter {
                Some((first, "different cutters".to_owned()))
            } else if print.marks.register != first.print.marks.register {
                Some((first, "registration crosses on only one of them".to_owned()))
            } else {
                other.map(|other| (other, "different duplex modes".to_owned()))
            };
            if turned.is_none() && print.duplex.has_backs() {
                turned = Some(component);
            }
            if let Some((other, what)) = difference {
                let message =
                    format!("`{}` cannot share sheets with `{}`: {what}", component.id, other.id);
                sink.push(
                    Diagnostic::error(Code::M042, message)
                        .at(&component.span)
                        .also(&other.span, format!("also shares sheets under `{letter}`"))
                        .component(&component.id)
                        .hint(
                            "give both the same `paper`, `margin`, `orientation`, `duplex`, \
                             `cutter` and \
                             `marks`, or another letter to one of them",
                        ),
                );
            }
        }
    }
}
