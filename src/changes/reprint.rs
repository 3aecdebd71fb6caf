//! What to print again, and what to throw away, so that the printed copies are those of a game.

use std::collections::{BTreeMap, HashMap};

use super::state::{CardState, State};

/// Some copies of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyCount {
    /// The component.
    pub component: String,
    /// The id of the card.
    pub id: String,
    /// How many copies.
    pub copies: u32,
}

/// How printed copies become those of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reprint {
    /// What to print, in the order of the game.
    pub print: Vec<CopyCount>,
    /// What to throw away of the earlier copies, in the order of the earlier game.
    pub throw_away: Vec<CopyCount>,
}

/// A print by what is seen of it; cards that look alike are one.
type Print<'a> = (&'a str, &'a BTreeMap<String, String>);

fn print_of(card: &CardState) -> Print<'_> {
    (&card.component, &card.prints)
}

/// What to print and to throw away, so that `now` is on the table in place of `before`.
///
/// Copies are told apart by what is printed on them: a card with another id and the same print is
/// not printed again.
pub fn reprint(before: &State, now: &State) -> Reprint {
    Reprint { print: beyond(now, before), throw_away: beyond(before, now) }
}

/// The copies of one state that are not in another.
fn beyond(of: &State, other: &State) -> Vec<CopyCount> {
    let mut there: HashMap<Print<'_>, u32> = HashMap::new();
    for card in &other.cards {
        let copies = there.entry(print_of(card)).or_default();
        *copies = copies.saturating_add(card.copies);
    }
    let mut beyond = Vec::new();
    for card in &of.cards {
        let in_other = there.entry(print_of(card)).or_default();
        let shared = card.copies.min(*in_other);
        *in_other -= shared;
        if card.copies > shared {
            beyond.push(CopyCount {
                component: card.component.clone(),
                id: card.id.clone(),
                copies: card.copies - shared,
            });
        }
    }
    beyond
}

#[cfg(test)]
mod tests {
    use super::super::state::tests::{card, state};
    use super::*;

    fn counts(of: &[CopyCount]) -> Vec<(&str, u32)> {
        of.iter().map(|count| (count.id.as_str(), count.copies)).collect()
    }

    #[test]
    fn only_what_differs_is_printed_and_thrown_away() {
        let before = [card("river", 2, "a"), card("hill", 3, "b"), card("mill", 1, "c")];
        for (now, print, throw_away) in [
            // Nothing changed.
            (before.to_vec(), vec![], vec![]),
            // One looks different.
            (
                vec![card("river", 2, "A"), card("hill", 3, "b"), card("mill", 1, "c")],
                vec![("river", 2)],
                vec![("river", 2)],
            ),
            // More and fewer copies.
            (
                vec![card("river", 4, "a"), card("hill", 1, "b"), card("mill", 1, "c")],
                vec![("river", 2)],
                vec![("hill", 2)],
            ),
            // Another id with the same print; one is gone.
            (vec![card("stream", 2, "a"), card("hill", 3, "b")], vec![], vec![("mill", 1)]),
            // A new card that looks like another.
            (
                vec![
                    card("river", 2, "a"),
                    card("hill", 3, "b"),
                    card("mill", 1, "c"),
                    card("brook", 1, "a"),
                ],
                vec![("brook", 1)],
                vec![],
            ),
        ] {
            let reprint = reprint(&state(&before), &state(&now));
            assert_eq!(counts(&reprint.print), print);
            assert_eq!(counts(&reprint.throw_away), throw_away);
        }
    }
}
