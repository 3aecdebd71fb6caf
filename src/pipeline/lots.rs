//! What is printed together: which sheets a component gets, and in which files.

use super::boards;
use crate::diag::{Code, Diagnostic, Sink};
use crate::impose::{Fold, Job, Plan, Run, apart, plan};
use crate::manifest::Purpose;
use crate::model::{Component, Duplex, Game};

/// Components that are printed together: one, or several that share sheets.
#[derive(Clone, Debug)]
pub struct Lot {
    /// Names the files: the id of the component.
    pub id: String,
    /// The components, by their places in the game.
    pub components: Vec<usize>,
    /// What a placement's face is, by its number. Plans come before pictures: how many sheets there are does not depend
    /// on what is drawn.
    pub keys: Vec<Key>,
    /// The files to write, the one everybody prints first. There is at least one.
    pub outputs: Vec<Output>,
}

/// One PDF of a lot.
#[derive(Clone, Debug)]
pub struct Output {
    /// What it is for; its name is part of the file's.
    pub purpose: Purpose,
    /// The name of its paper.
    pub paper: String,
    /// How it is turned over.
    pub duplex: Duplex,
    /// Its sheets.
    pub plan: Plan,
}

/// A face before it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The component, by its place in the game.
    pub component: usize,
    /// The card, by its place in the component.
    pub card: usize,
    /// Which of its faces.
    pub part: Part,
}

/// One of the faces of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The front.
    Front,
    /// The back.
    Back,
}

/// The lots of the components with the given places, in their order. What does not fit is reported and left out.
pub(super) fn lots(game: &Game, selected: &[usize], sink: &mut Sink) -> Vec<Lot> {
    selected.iter().filter_map(|&index| lot(game, index, sink)).collect()
}

fn lot(game: &Game, index: usize, sink: &mut Sink) -> Option<Lot> {
    let component = &game.components[index];
    let mut keys = Vec::new();
    match outputs(component, index, &mut keys) {
        Ok(outputs) => Some(Lot { id: component.id.clone(), components: vec![index], keys, outputs }),
        Err(fault) => {
            sink.push(*fault);
            None
        }
    }
}

fn outputs(component: &Component, index: usize, keys: &mut Vec<Key>) -> Result<Vec<Output>, Box<Diagnostic>> {
    if let Some(board) = component.board {
        return boards::outputs(component, board, index, keys);
    }
    let print = &component.print;
    let runs = runs(component, index, keys);
    let plan = plan(&Job { component: &component.id, trim: component.size, runs, print }).map_err(|misfit| {
        Diagnostic::error(Code::I001, misfit.to_string())
            .at(&component.span)
            .component(&component.id)
            .hint("use a larger paper, smaller margins or a smaller size")
    })?;
    let output = |purpose, duplex, plan| Output { purpose, paper: print.paper.name.clone(), duplex, plan };
    if print.duplex == Duplex::BacksApart && plan.sheets.iter().any(|sheet| sheet.back.is_some()) {
        let (fronts, backs) = apart(&plan);
        return Ok(vec![output(Purpose::Sheets, print.duplex, fronts), output(Purpose::Backs, print.duplex, backs)]);
    }
    let duplex = match plan.fold {
        Some(Fold::Vertical) => Duplex::FoldVertical,
        Some(Fold::Horizontal) => Duplex::FoldHorizontal,
        None if print.duplex.is_folded() => Duplex::FrontsOnly,
        None => print.duplex,
    };
    Ok(vec![output(Purpose::Sheets, duplex, plan)])
}

/// The cards of a component as runs, their faces numbered in `keys`.
fn runs(component: &Component, index: usize, keys: &mut Vec<Key>) -> Vec<Run> {
    let printed = component.print.duplex.has_backs();
    let mut key = |card, part| {
        keys.push(Key { component: index, card, part });
        keys.len() - 1
    };
    let cards = component.cards.iter().enumerate();
    cards
        .map(|(card, c)| Run {
            face: key(card, Part::Front),
            back: (printed && component.has_back(card)).then(|| key(card, Part::Back)),
            copies: c.copies,
        })
        .collect()
}
