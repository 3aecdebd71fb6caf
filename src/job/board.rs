//! The files of a board: its sheets or its tiles, and the poster.

use super::print_job::{FaceKey, JobComponent, Output};
use crate::compose::CardPart;
use crate::diag::{Code, Diagnostic};
use crate::game::{
    Board, CardId, Component, ComponentId, Duplex, Gutter, LONGEST_PAGE, Orientation, Paper, Print,
};
use crate::impose::{BoardJob, Job, Run, Tiling, TilingError, beside_marks, plan, tile};
use crate::slug::Purpose;
use crate::units::{Length, Sides};

/// Around the bleed of a poster: a gap, a crop mark, the ruler, and the edge that no printer
/// reaches.
const ROOM_FOR_MARKS: Length = Length::mm(12);

/// Whether one of it fits on a sheet, though not in so many columns and rows as are given.
fn fits_alone(component: &Component) -> bool {
    let print = Print { columns: None, rows: None, ..component.print.clone() };
    let id = &component.id;
    let form = component.form();
    let trim = component.size;
    plan::<FaceKey>(&Job { component: id, form, trim, runs: Vec::new(), print: &print }).is_ok()
}

/// The files of a board.
pub(super) fn outputs(
    component: &Component,
    board: Board,
    index: ComponentId,
) -> Result<(JobComponent, Vec<Output>), Box<Diagnostic>> {
    let Component { id, size, print, .. } = component;
    let form = component.form();
    let has_back = component.back().is_some() && print.duplex.has_backs();
    let key = |part| FaceKey { component: index, card: CardId::new(0), part };
    let face = key(CardPart::Front);
    let back = has_back.then(|| key(CardPart::Back));
    let copies = component.copies();
    let fault =
        |message: String| Diagnostic::error(Code::I004, message).at(&component.span).component(id);
    let runs = |copies| vec![Run { face, back, copies }];
    let alone = beside_marks(print, |print| {
        plan(&Job { component: id, form, trim: *size, runs: runs(copies), print })
    });
    let mut member = JobComponent::new(index);
    let sheets = match alone {
        Ok(plan) => plan,
        Err(misfit) if fits_alone(component) => {
            return Err(Box::new(
                fault(misfit.of("board")).hint("leave `columns` and `rows` out, or lower them"),
            ));
        }
        Err(_) => {
            let job = BoardJob { trim: *size, face, back, copies, tiles: board.tiles, print };
            member.tiling = Tiling::choose(*size, board.tiles, print).ok();
            tile(&job).map_err(|why| {
                let hint = match &why {
                    TilingError::Overlap { .. } => "make `overlap` smaller, or use a larger paper",
                    TilingError::NoRoom { .. } => "use a larger paper or smaller margins",
                    TilingError::TooMany { .. } => {
                        "check the units of `size` and `overlap`, or use a larger paper"
                    }
                    TilingError::TooManySheets { .. } => {
                        "print fewer copies at a time, or use a larger paper"
                    }
                };
                Box::new(fault(why.to_string()).hint(hint))
            })?
        }
    };
    let mut outputs = vec![Output {
        purpose: Purpose::Sheets,
        paper: print.paper.name.clone(),
        duplex: print.duplex,
        plan: sheets,
    }];
    if board.poster {
        let room = print.bleed + ROOM_FOR_MARKS;
        let page = size.grown(room);
        if page.width.max(page.height) > LONGEST_PAGE {
            return Err(Box::new(
                fault(format!(
                    "a poster of {size} takes a page of {page}, and no page of a PDF is longer \
                     than {LONGEST_PAGE}"
                ))
                .hint("leave `poster` out, and send the tiles to the print shop"),
            ));
        }
        let print = Print {
            paper: Paper { name: page.to_string(), size: page },
            margin: Sides::all(room),
            gutter: Gutter::default(),
            // These are about the sheets of the board; the page of its poster has room for one.
            orientation: Orientation::Auto,
            columns: None,
            rows: None,
            ..print.clone()
        };
        // One page is enough for any number of copies: the print shop prints as many as are
        // ordered.
        let job = Job { component: id, form, trim: *size, runs: runs(1), print: &print };
        let plan = plan(&job).map_err(|misfit| {
            Box::new(Diagnostic::error(Code::P002, format!("internal error: {misfit}")))
        })?;
        let duplex = if has_back { print.duplex } else { Duplex::FrontsOnly };
        outputs.push(Output {
            purpose: Purpose::Poster,
            paper: print.paper.name.clone(),
            duplex,
            plan,
        });
    }
    Ok((member, outputs))
}
