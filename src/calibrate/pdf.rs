//! The calibration page as a PDF.

use super::draw::side;
use super::error::CalibrationError;
use super::page::CalibrationPage;
use crate::draw::{FontSet, Pictures};
use crate::files::Shipped;
use crate::game::Duplex;
use crate::impose::{Grid, Plan, Sheet, Side};
use crate::job::{Drawing, LooseSheets, print_loose};
use crate::press::{ContentLayer, PaperFlip};
use crate::slug::SideKind;
use crate::units::{Length, Rect};

/// The bytes of the PDF. It needs no project.
pub fn pdf(page: &CalibrationPage) -> Result<Vec<u8>, CalibrationError> {
    let paper = page.paper;
    let grid = Grid { columns: 1, rows: 1, area: Rect::new(Length::ZERO, Length::ZERO, paper) };
    let sheet = Sheet { front: Side::default(), back: Some(Side::default()) };
    let plan = Plan::new(paper, grid, vec![sheet]);
    let kinds = [SideKind::Front, SideKind::Back];
    let sheets = LooseSheets {
        title: "pnp: calibrate your printer".to_owned(),
        author: String::new(),
        lang: "en".to_owned(),
        name: "calibration".to_owned(),
        plan: &plan,
        flip: if page.duplex == Duplex::ShortEdge {
            PaperFlip::ShortEdge
        } else {
            PaperFlip::LongEdge
        },
        artworks: kinds.map(|kind| (side(page, kind), ContentLayer::Art)).to_vec(),
        sides: kinds.into_iter().zip(0..).map(|(kind, artwork)| (1, kind, vec![artwork])).collect(),
    };
    let drawing =
        Drawing { fonts: &FontSet::load(&Shipped), pictures: &Pictures::new(&Shipped, "") };
    print_loose(sheets, drawing).map_err(CalibrationError::Internal)
}
