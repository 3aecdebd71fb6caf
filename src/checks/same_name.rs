//! Two cards of one name differ in more than their ids.

use std::collections::{BTreeMap, HashMap};

use super::check::{Check, Run};
use crate::diag::{Code, Diagnostic, codes, escaped};
use crate::game::{Card, Component};

codes! {
    /// two ids, one card
    ///
    /// Two rows with ids of their own have the same `name`, and every other column has the same
    /// values, too. Rows that differ in another column are not reported: cards of a series often
    /// share a name. To forbid that as well, write an `[[expect]]` with `unique = "name"`.
    ///
    /// A row was copied and only its id was changed: one card is printed twice, and another is
    /// missing. Where the copies are wanted, one row with more `copies` is enough; where only the
    /// picture differs, name the picture in a column.
    ///
    /// ```fails artists.csv
    /// id,name,act,copies
    /// mira,Mira,monkey,1
    /// nina,Mira,monkey,1
    /// ```
    /// ```passes artists.csv
    /// id,name,act,copies
    /// mira,Mira,monkey,1
    /// nina,Nina,monkey,1
    /// ```
    M018;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Component(run) };

fn run(component: &Component) -> Vec<Diagnostic> {
    let mut seen: HashMap<BTreeMap<&str, String>, &Card> = HashMap::new();
    let mut faults = Vec::new();
    for card in component.cards.iter().filter(|card| card.copies > 0) {
        let mut cells: BTreeMap<&str, String> = card
            .values
            .iter()
            .map(|(column, value)| (column.as_str(), value.to_string()))
            .filter(|(_, value)| !value.is_empty())
            .collect();
        // An id that nobody wrote comes from the name, and is no sign of another card.
        if cells.remove("id").is_none() {
            continue;
        }
        let Some(name) = cells.get("name").cloned() else { continue };
        if let Some(first) = seen.get(&cells) {
            let kind = component.kind().word();
            let message = format!(
                "two cards of {kind} `{}` have the name `{}` and differ only in their ids",
                component.id,
                escaped(&name)
            );
            let fault = Diagnostic::warning(Code::M018, message)
                .at(&card.span)
                .also(&first.span, "the same but for its id");
            faults.push(fault.card(card.id.as_str()).hint("change the name, or join the rows"));
        } else {
            seen.insert(cells, card);
        }
    }
    faults
}
