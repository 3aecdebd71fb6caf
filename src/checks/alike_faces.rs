//! Cards that differ in their data differ in print.

use std::collections::HashMap;

use super::check::{Check, Faces, Run};
use crate::compose::{ArtworkId, CardPart};
use crate::diag::{Code, Diagnostic, codes, escaped};
use crate::game::Card;

codes! {
    /// cards that look alike
    ///
    /// Two cards whose rows differ in more than their ids and copies, and which look exactly alike
    /// on all their sides. Columns that nothing prints, such as notes, make such cards: those are
    /// reported once for each component.
    ///
    /// Players cannot tell them apart, and the column that was to do so is printed nowhere.
    ///
    /// ```fails artists.csv
    /// id,name,act,copies
    /// mira,Mira,monkey,1
    /// nina,Mira,tiger,1
    /// ```
    /// ```passes artists.csv
    /// id,name,act,copies
    /// mira,Mira,monkey,1
    /// nina,Nina,tiger,1
    /// ```
    L001;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Faces(run) };

/// Columns that are not printed by their nature.
const SILENT: [&str; 3] = ["id", "copies", "preflight"];

fn run(faces: &Faces<'_>) -> Vec<Diagnostic> {
    let component = faces.component();
    let mut first: HashMap<&[(CardPart, ArtworkId)], &Card> = HashMap::new();
    let mut alike: Vec<(&Card, &Card, Vec<&str>)> = Vec::new();
    for shown in faces.artworks.of(faces.id) {
        let card = &component.cards[shown.card];
        match first.get(shown.parts.as_slice()) {
            None => {
                first.insert(&shown.parts, card);
            }
            Some(earlier) => {
                let columns = different(earlier, card);
                if !columns.is_empty() {
                    alike.push((earlier, card, columns));
                }
            }
        }
    }
    // One column that is printed nowhere, on a hundred cards, is one mistake.
    let mut reported: Vec<Vec<&str>> = Vec::new();
    let mut faults = Vec::new();
    for (earlier, card, columns) in &alike {
        if reported.contains(columns) {
            continue;
        }
        reported.push(columns.clone());
        let more = alike.iter().filter(|(_, _, others)| others == columns).count() - 1;
        let names: Vec<String> =
            columns.iter().map(|column| format!("`{}`", escaped(column))).collect();
        let message = format!(
            "the cards `{}` and `{}` look alike, though they differ in {}",
            earlier.id,
            card.id,
            names.join(", ")
        );
        faults.push(
            Diagnostic::warning(Code::L001, message)
                .at(&card.span)
                .also(&earlier.span, "looks the same")
                .card(card.id.as_str())
                .maybe_hint((more > 0).then(|| format!("the same is true of {more} more cards")))
                .hint("print what differs, or join the rows and add up their copies"),
        );
    }
    faults
}

/// The columns in which two cards differ, but for those that are not printed.
fn different<'a>(a: &'a Card, b: &'a Card) -> Vec<&'a str> {
    let cell = |card: &Card, column: &str| {
        card.values.get(column).map(ToString::to_string).unwrap_or_default().trim().to_owned()
    };
    let mut columns: Vec<&str> =
        a.values.keys().chain(b.values.keys()).map(String::as_str).collect();
    columns.sort_unstable();
    columns.dedup();
    columns.retain(|column| !SILENT.contains(column) && cell(a, column) != cell(b, column));
    columns
}
