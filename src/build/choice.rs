//! Which cards a build prints, and which slots it leaves empty.

use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned};
use crate::game::{ComponentId, Condition, CountOf, Game};
use crate::impose::Skip;

/// Less than everything, for what must be printed once more.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only the cards that meet this condition, written as the `where` of an `[[expect]]`.
    pub only_cards: Option<String>,
    /// Slots that stay empty, on the sheets of every component.
    pub skip: Vec<Skip>,
}

impl Choice {
    /// Notes which cards are left out, and takes away components of which nothing is left.
    pub(super) fn leave_out(
        &self,
        game: &mut Game,
        selected: &mut Vec<ComponentId>,
        sink: &mut Sink,
    ) {
        let Some(text) = &self.only_cards else { return };
        let source = Source::new("--only-cards", text.as_str());
        let condition = match Condition::parse(
            &Spanned::new(text.clone(), Span::new(&source, 0..text.len())),
            CountOf::Cards,
        ) {
            Ok(condition) => condition,
            Err(fault) => return sink.push(*fault),
        };
        let sink = &mut sink.scope();
        let mut unknown: Option<Vec<Diagnostic>> = None;
        let mut is_known = false;
        for &index in &*selected {
            let component = &mut game.components[index];
            let strangers = condition.faults(&component.cards);
            if !strangers.is_empty() {
                // Another component may have the column.
                unknown.get_or_insert(strangers);
                component.cards.iter_mut().for_each(|card| card.left_out = true);
                continue;
            }
            is_known = true;
            for card in &mut component.cards {
                match condition.matches(card) {
                    Ok(meets) => card.left_out = !meets,
                    // The next cards would fail alike.
                    Err(fault) => return sink.push(fault.component(&component.id)),
                }
            }
        }
        match unknown {
            Some(faults) if !is_known => sink.extend(faults),
            _ => {}
        }
        selected.retain(|index| game.components[*index].printed_copies() > 0);
        if selected.is_empty() && !sink.has_errors() {
            sink.push(
                Diagnostic::error(Code::M044, format!("no card to print meets `{text}`"))
                    .at(&Span::new(&source, 0..text.len())),
            );
        }
    }
}
