//! Which cards a build prints, and which slots it leaves empty.

use std::collections::HashMap;

use crate::changes::CopyCount;
use crate::diag::{Code, Diagnostic, Failed, Sink, Source, Span, Spanned, UnknownName};
use crate::game::{Card, Component, ComponentId, Condition, CountOf, Game};
use crate::impose::Skip;
use crate::job::manifest::Changed;

/// Less than everything, for what must be printed once more.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only the cards that meet this condition, written as the `where` of an `[[expect]]`.
    pub only_cards: Option<String>,
    /// Only what differs from an earlier print.
    pub changed: Option<Changed>,
    /// Only these cards, such as `artists/pipo`; none means all.
    pub cards: Vec<String>,
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
        if let Some(changed) = &self.changed {
            keep(&changed.print, game, selected);
        }
        self.leave_out_others(game, selected, sink);
        self.leave_out_unmet(game, selected, sink);
        selected.retain(|index| game.components[*index].printed_copies() > 0);
    }

    /// Leaves out all cards but those that are named.
    fn leave_out_others(&self, game: &mut Game, selected: &[ComponentId], sink: &mut Sink) {
        if self.cards.is_empty() {
            return;
        }
        let name = |component: &Component, card: &Card| format!("{}/{}", component.id, card.id);
        let mut known: Vec<String> = Vec::new();
        for &index in selected {
            let component = &game.components[index];
            let printed = component.cards.iter().filter(|card| card.copies > 0);
            known.extend(printed.map(|card| name(component, card)));
        }
        for unknown in self.cards.iter().filter(|card| !known.contains(card)) {
            let known = known.iter().map(String::as_str);
            sink.push(UnknownName::new("card", unknown, known).error(Code::M044));
        }
        for &index in selected {
            let component = &mut game.components[index];
            let names: Vec<String> =
                component.cards.iter().map(|card| name(component, card)).collect();
            for (card, name) in component.cards.iter_mut().zip(names) {
                if !self.cards.contains(&name) {
                    card.left_out = card.copies;
                }
            }
        }
    }

    /// Leaves out the cards that do not meet the condition.
    fn leave_out_unmet(&self, game: &mut Game, selected: &[ComponentId], sink: &mut Sink) {
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
        for &index in selected {
            let component = &mut game.components[index];
            let strangers = condition.faults(&component.cards);
            if !strangers.is_empty() {
                // Another component may have the column.
                unknown.get_or_insert(strangers);
                component.cards.iter_mut().for_each(|card| card.left_out = card.copies);
                continue;
            }
            is_known = true;
            for card in &mut component.cards {
                match condition.matches(card) {
                    Ok(true) => {}
                    Ok(false) => card.left_out = card.copies,
                    // The next cards would fail alike.
                    Err(fault) => return sink.push(fault.component(&component.id)),
                }
            }
        }
        match unknown {
            Some(faults) if !is_known => sink.extend(faults),
            _ => {}
        }
        let is_empty = |index: &ComponentId| game.components[*index].printed_copies() == 0;
        if selected.iter().all(is_empty) && !sink.has_errors() {
            sink.push(
                Diagnostic::error(Code::M044, format!("no card to print meets `{text}`"))
                    .at(&Span::new(&source, 0..text.len())),
            );
        }
    }
}

/// Leaves out all copies but these, and components of which nothing is left.
fn keep(copies: &[CopyCount], game: &mut Game, selected: &mut Vec<ComponentId>) {
    let wanted: HashMap<(&str, &str), u32> = copies
        .iter()
        .map(|count| ((count.component.as_str(), count.id.as_str()), count.copies))
        .collect();
    for &index in &*selected {
        let component = &mut game.components[index];
        for card in &mut component.cards {
            let kept = wanted.get(&(component.id.as_str(), card.id.as_str())).copied();
            card.left_out = card.copies.saturating_sub(kept.unwrap_or(0));
        }
    }
    selected.retain(|index| game.components[*index].printed_copies() > 0);
}

/// The components that are asked for by their ids; all if none is.
pub(super) fn select(
    game: &Game,
    wanted: &[String],
    sink: &mut Sink,
) -> Result<Vec<ComponentId>, Failed> {
    for id in wanted {
        if !game.components.iter().any(|c| c.id == *id)
            && !game.rulebooks.iter().any(|b| b.id == *id)
        {
            let components = game.components.iter().map(|c| c.id.as_str());
            let known = components.chain(game.rulebooks.iter().map(|b| b.id.as_str()));
            sink.push(UnknownName::new("component", id, known).error(Code::M013));
        }
    }
    sink.gate()?;
    Ok(game
        .components_with_ids()
        .filter(|(_, component)| wanted.is_empty() || wanted.contains(&component.id))
        .map(|(id, _)| id)
        .collect())
}
