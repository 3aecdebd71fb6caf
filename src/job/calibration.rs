//! The page to measure a printer with, as a PDF.

use super::layers::Drawing;
use super::loose::{self, LooseSheets};
use crate::draw::{FontSet, Pictures};
use crate::files::Shipped;
use crate::game::Duplex;
use crate::impose::{Grid, Plan, Sheet, Side, TestPage};
use crate::press::{self, ContentLayer, PaperFlip};
use crate::slug::SideKind;
use crate::units::{Length, Rect};

/// The bytes of the PDF, or which promise of ours is broken. It needs no project.
pub fn calibration(page: &TestPage) -> Result<Vec<u8>, String> {
    let paper = page.paper;
    let grid = Grid { columns: 1, rows: 1, area: Rect::new(Length::ZERO, Length::ZERO, paper) };
    let sheet = Sheet { front: Side::default(), back: Some(Side::default()) };
    let plan = Plan::new(paper, grid, vec![sheet]);
    let kinds = [SideKind::Front, SideKind::Back];
    let book = LooseSheets {
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
        artworks: kinds
            .map(|kind| (press::calibration_side(page, kind), ContentLayer::Art))
            .to_vec(),
        sides: kinds.into_iter().zip(0..).map(|(kind, artwork)| (1, kind, vec![artwork])).collect(),
    };
    let drawing =
        Drawing { fonts: &FontSet::load(&Shipped), pictures: &Pictures::new(&Shipped, "") };
    loose::print(book, drawing)
}
