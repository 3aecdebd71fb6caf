//! What is printed together: which sheets a component gets, and in which files.

use super::boards;
use crate::compose::CardPart;
use crate::diag::{Code, Diagnostic, Sink};
use crate::game::{CardId, Component, ComponentId, CutLine, Duplex, Fold, Game, Kind};
use crate::impose::{
    Fold as SheetFold, Job, Misfit, NetJob, NetRun, Pen, Piece, Plan, Refused, Run, SharedJob,
    Skip, TokenJob, apart, beside_marks, plan_nets, plan_shared, plan_skipping, plan_tokens,
};
use crate::manifest::Purpose;
use crate::units::{Form, Length};

/// Components that are printed together: one, or several that share sheets.
#[derive(Clone, Debug)]
pub struct Lot {
    /// Names the files: the id of the component, or `shared-a` for those that share sheets.
    pub id: String,
    /// The components.
    pub components: Vec<ComponentId>,
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
    /// Its sheets. Plans come before pictures: how many sheets there are does not depend on what is drawn.
    pub plan: Plan<FaceKey>,
}

/// A face before it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaceKey {
    /// The component.
    pub component: ComponentId,
    /// The card.
    pub card: CardId,
    /// Which of its faces.
    pub part: CardPart,
}

/// The lots of the components with the given places, in their order; components that share sheets are one lot, where
/// the first of them is. What does not fit is reported and left out.
pub(super) fn lots(
    game: &Game,
    selected: &[ComponentId],
    skip: &[Skip],
    sink: &mut Sink,
) -> Vec<Lot> {
    let mut begun: Vec<char> = Vec::new();
    let mut lots = Vec::new();
    for &index in selected {
        match game.components[index].share {
            Some(letter) if begun.contains(&letter) => {}
            Some(letter) => {
                begun.push(letter);
                let members: Vec<ComponentId> = selected
                    .iter()
                    .copied()
                    .filter(|index| game.components[*index].share == Some(letter))
                    .collect();
                lots.extend(shared(game, letter, &members, skip, sink));
            }
            None => lots.extend(lot(game, index, skip, sink)),
        }
    }
    lots
}

fn lot(game: &Game, index: ComponentId, skip: &[Skip], sink: &mut Sink) -> Option<Lot> {
    let component = &game.components[index];
    match outputs(component, index, skip) {
        Ok(outputs) => Some(Lot { id: component.id.clone(), components: vec![index], outputs }),
        Err(Unplanned::Told(fault)) => {
            sink.push(*fault);
            None
        }
        Err(Unplanned::Refused(refused)) => {
            report(&[component], refused, sink);
            None
        }
    }
}

/// Why a component has no plan.
enum Unplanned {
    /// It is a diagnostic already.
    Told(Box<Diagnostic>),
    /// It is to be told.
    Refused(Refused),
}

/// Says why components have no plan.
fn report(components: &[&Component], refused: Refused, sink: &mut Sink) {
    let Some(first) = components.first() else { return };
    match refused {
        Refused::Misfit(misfit) => {
            let component = components.iter().find(|c| c.id == misfit.component).unwrap_or(first);
            sink.push(
                Diagnostic::error(Code::I001, misfit_of(&misfit, component.kind()))
                    .at(&component.span)
                    .component(&component.id)
                    .maybe_hint(component.print.cutter.map(
                        |_| "the margins are as wide as the marks of the cutter with their white",
                    ))
                    .hint("use a larger paper, smaller margins or a smaller size"),
            );
        }
        Refused::NoSlot(faults) => {
            for fault in faults {
                let message = format!("on the sheets of `{}` {fault}", first.id);
                sink.push(Diagnostic::error(Code::I005, message).component(&first.id).hint(
                    "with `--component` slots are left empty on the sheets of one component only",
                ));
            }
        }
    }
}

fn misfit_of(misfit: &Misfit, kind: Kind) -> String {
    match kind {
        Kind::Token => misfit.of("token"),
        Kind::Fold => misfit.of("net"),
        Kind::Deck | Kind::Sheet | Kind::Board => misfit.to_string(),
    }
}

fn outputs(
    component: &Component,
    index: ComponentId,
    skip: &[Skip],
) -> Result<Vec<Output>, Unplanned> {
    if let Some(board) = component.board() {
        return boards::outputs(component, *board, index).map_err(Unplanned::Told);
    }
    let print = &component.print;
    if let Some(fold) = component.fold() {
        let runs = panel_runs(component, fold, index);
        let plan = beside_marks(print, |print| {
            plan_nets(&NetJob {
                component: &component.id,
                net: &fold.net,
                runs: runs.clone(),
                print,
                skip,
            })
        });
        let plan = plan.map_err(Unplanned::Refused)?;
        return Ok(vec![Output {
            purpose: Purpose::Sheets,
            paper: print.paper.name.clone(),
            duplex: print.duplex,
            plan,
        }]);
    }
    let runs = runs(component, index);
    let (id, trim) = (&component.id, component.size);
    let plan = beside_marks(print, |print| {
        let runs = runs.clone();
        match component.token() {
            Some(token) => plan_tokens(&TokenJob {
                component: id,
                form: &token.form,
                trim,
                runs,
                print,
                outline: pen(token.line),
                skip,
            }),
            None => plan_skipping(&Job { component: id, trim, runs, print }, skip),
        }
    });
    let plan = plan.map_err(Unplanned::Refused)?;
    let output =
        |purpose, duplex, plan| Output { purpose, paper: print.paper.name.clone(), duplex, plan };
    if print.duplex == Duplex::BacksApart && plan.sheets.iter().any(|sheet| sheet.back.is_some()) {
        let (fronts, backs) = apart(&plan);
        return Ok(vec![
            output(Purpose::Sheets, print.duplex, fronts),
            output(Purpose::Backs, print.duplex, backs),
        ]);
    }
    let duplex = match plan.fold {
        Some(SheetFold::Vertical) => Duplex::FoldVertical,
        Some(SheetFold::Horizontal) => Duplex::FoldHorizontal,
        None if print.duplex.is_folded() => Duplex::FrontsOnly,
        None => print.duplex,
    };
    Ok(vec![output(Purpose::Sheets, duplex, plan)])
}

const fn pen(line: CutLine) -> Option<Pen> {
    match line {
        CutLine::Hairline => Some(Pen::Cut),
        CutLine::Kiss => Some(Pen::Kiss),
        CutLine::None => None,
    }
}

/// The lot of components that share sheets. The model has seen to it that they go on the same paper in the same way.
fn shared(
    game: &Game,
    letter: char,
    members: &[ComponentId],
    skip: &[Skip],
    sink: &mut Sink,
) -> Option<Lot> {
    let components: Vec<&Component> =
        members.iter().map(|index| &game.components[*index]).collect();
    // What has no back does not mind how the sheet is turned.
    let leading = components.iter().find(|c| c.print.duplex.has_backs()).or(components.first())?;
    let pieces: Vec<Piece<'_, FaceKey>> = members
        .iter()
        .zip(&components)
        .map(|(index, component)| Piece {
            component: &component.id,
            form: component.token().map_or(&Form::Rectangle, |token| &token.form),
            trim: component.size,
            bleed: component.print.bleed,
            gutter: component.print.gutter.x.max(component.print.gutter.y).max(Length::ZERO),
            runs: runs(component, *index),
            // Crop marks have no room between pieces of all sizes.
            outline: component.token().map_or(Some(Pen::Cut), |token| pen(token.line)),
        })
        .collect();
    let print = &leading.print;
    match beside_marks(print, |print| {
        plan_shared(&SharedJob { print, pieces: pieces.clone(), skip })
    }) {
        Ok(plan) => {
            let output = Output {
                purpose: Purpose::Sheets,
                paper: print.paper.name.clone(),
                duplex: print.duplex,
                plan,
            };
            Some(Lot {
                id: format!("shared-{letter}"),
                components: members.to_vec(),
                outputs: vec![output],
            })
        }
        Err(refused) => {
            report(&components, refused, sink);
            None
        }
    }
}

/// The cards of a component as runs.
fn runs(component: &Component, index: ComponentId) -> Vec<Run<FaceKey>> {
    let printed = component.print.duplex.has_backs();
    let key = |card, part| FaceKey { component: index, card, part };
    component
        .cards_with_ids()
        .map(|(id, card)| Run {
            face: key(id, CardPart::Front),
            back: (printed && card.has_back).then(|| key(id, CardPart::Back)),
            copies: card.printed(),
        })
        .collect()
}

/// The cards of a fold as runs of nets.
fn panel_runs(component: &Component, fold: &Fold, index: ComponentId) -> Vec<NetRun<FaceKey>> {
    let faces = |card| {
        let panels = 0..fold.panels.len();
        panels.map(move |panel| FaceKey { component: index, card, part: CardPart::Panel(panel) })
    };
    component
        .cards_with_ids()
        .map(|(id, card)| NetRun { faces: faces(id).collect(), copies: card.printed() })
        .collect()
}
