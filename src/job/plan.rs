//! Plans print jobs: which sheets a component gets, and in which files.

use super::board;
use super::missing_marks;
use super::print_job::{FaceKey, JobComponent, Output, PrintJob};
use crate::compose::CardPart;
use crate::diag::{Code, Diagnostic, Sink};
use crate::game::{Component, ComponentId, CutLine, Duplex, Fold, Game, Kind};
use crate::impose::{
    DoesNotFit, FoldLine, Job, NetJob, NetRun, Pen, PlanError, Run, SharedComponent, SharedJob,
    Skip, TokenJob, beside_marks, plan_nets, plan_shared, plan_skipping, plan_tokens, split_backs,
};
use crate::slug::Purpose;
use crate::units::Length;

/// The print jobs of some components, in their order; components that share sheets are one job,
/// where the first of them is. What does not fit is reported and left out.
pub fn plan(
    game: &Game,
    selected: &[ComponentId],
    skip: &[Skip],
    sink: &mut Sink,
) -> Vec<PrintJob> {
    let mut begun: Vec<char> = Vec::new();
    let mut jobs = Vec::new();
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
                jobs.extend(shared(game, letter, &members, skip, sink));
            }
            None => jobs.extend(alone(game, index, skip, sink)),
        }
    }
    jobs
}

fn alone(game: &Game, index: ComponentId, skip: &[Skip], sink: &mut Sink) -> Option<PrintJob> {
    let component = &game.components[index];
    let id = component.id.clone();
    match outputs(component, index, skip) {
        Ok((member, outputs)) => {
            missing_marks::report(component, &member, &outputs, sink);
            Some(PrintJob { id, components: vec![member], outputs })
        }
        Err(Unplanned::Reported(fault)) => {
            sink.push(*fault);
            None
        }
        Err(Unplanned::NoPlan(refused)) => {
            report(&[component], refused, sink);
            None
        }
    }
}

/// Why a component has no plan.
enum Unplanned {
    /// It is a diagnostic already.
    Reported(Box<Diagnostic>),
    /// It is to be reported.
    NoPlan(PlanError),
}

/// Reports why components have no plan.
fn report(components: &[&Component], refused: PlanError, sink: &mut Sink) {
    let Some(first) = components.first() else { return };
    match refused {
        PlanError::DoesNotFit(misfit) => {
            let component = components.iter().find(|c| c.id == misfit.component).unwrap_or(first);
            sink.push(
                Diagnostic::error(Code::I001, misfit_of(&misfit, component.kind()))
                    .at(&component.span)
                    .component(&component.id)
                    .maybe_hint(component.print.cutter.map(
                        |_| "the margins include the cutter's marks and the white around them",
                    ))
                    .hint("use a larger paper, smaller margins or a smaller size"),
            );
        }
        PlanError::NoSlot(faults) => {
            for fault in faults {
                let message = format!("on the sheets of `{}` {fault}", first.id);
                sink.push(Diagnostic::error(Code::I005, message).component(&first.id).hint(
                    "with `--component` slots are left empty on the sheets of one component only",
                ));
            }
        }
    }
}

fn misfit_of(misfit: &DoesNotFit, kind: Kind) -> String {
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
) -> Result<(JobComponent, Vec<Output>), Unplanned> {
    if let Some(board) = component.board() {
        return board::outputs(component, *board, index).map_err(Unplanned::Reported);
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
        let plan = plan.map_err(Unplanned::NoPlan)?;
        let output = Output {
            purpose: Purpose::Sheets,
            paper: print.paper.name.clone(),
            duplex: print.duplex,
            plan,
        };
        return Ok((JobComponent::new(index), vec![output]));
    }
    let runs = runs(component, index);
    let id = &component.id;
    let form = component.form();
    let trim = component.size;
    let plan = beside_marks(print, |print| {
        let runs = runs.clone();
        match component.token() {
            Some(token) => plan_tokens(&TokenJob {
                component: id,
                form,
                trim,
                runs,
                print,
                outline: pen(token.line),
                skip,
            }),
            None => plan_skipping(&Job { component: id, form, trim, runs, print }, skip),
        }
    });
    let plan = plan.map_err(Unplanned::NoPlan)?;
    let output =
        |purpose, duplex, plan| Output { purpose, paper: print.paper.name.clone(), duplex, plan };
    if print.duplex == Duplex::BacksApart && plan.sheets.iter().any(|sheet| sheet.back.is_some()) {
        let (fronts, backs) = split_backs(&plan);
        let fronts = output(Purpose::Sheets, print.duplex, fronts);
        let backs = output(Purpose::Backs, print.duplex, backs);
        return Ok((JobComponent::new(index), vec![fronts, backs]));
    }
    let duplex = match plan.fold {
        Some(FoldLine::Vertical) => Duplex::FoldVertical,
        Some(FoldLine::Horizontal) => Duplex::FoldHorizontal,
        None if print.duplex.is_folded() => Duplex::FrontsOnly,
        None => print.duplex,
    };
    Ok((JobComponent::new(index), vec![output(Purpose::Sheets, duplex, plan)]))
}

const fn pen(line: CutLine) -> Option<Pen> {
    match line {
        CutLine::Hairline => Some(Pen::Cut),
        CutLine::Kiss => Some(Pen::Kiss),
        CutLine::None => None,
    }
}

/// The job of components that share sheets. The model has seen to it that they go on the same paper
/// in the same way.
fn shared(
    game: &Game,
    letter: char,
    members: &[ComponentId],
    skip: &[Skip],
    sink: &mut Sink,
) -> Option<PrintJob> {
    let components: Vec<&Component> =
        members.iter().map(|index| &game.components[*index]).collect();
    // What has no back does not mind how the sheet is turned.
    let leading = components.iter().find(|c| c.print.duplex.has_backs()).or(components.first())?;
    let pieces: Vec<SharedComponent<'_, FaceKey>> = members
        .iter()
        .zip(&components)
        .map(|(index, component)| SharedComponent {
            component: &component.id,
            form: component.form(),
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
            Some(PrintJob {
                id: format!("shared-{letter}"),
                components: members.iter().copied().map(JobComponent::new).collect(),
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
