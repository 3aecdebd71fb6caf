//! The slug line: the line of text on a sheet that says what it is.

use super::side::SideKind;
use super::svg::{LETTER_EM, SLUG_FAMILY, shortened, transform, whole_side};
use crate::draw::FontSet;
use crate::game::{Game, Printer};
use crate::impose::SlugLineSpot;
use crate::units::Size;

/// The size of its letters in mm: 6 pt.
const SIZE_MM: f64 = 2.1;
/// The width of a letter in mm.
const LETTER_MM: f64 = LETTER_EM * SIZE_MM;
/// The room of a digit in mm.
const DIGIT_MM: f64 = 0.5 * SIZE_MM;

/// What the slug lines of a document say.
#[derive(Clone, Debug)]
pub struct SlugLine {
    /// The title of the game, and the name of the document.
    title: String,
    name: String,
    /// What stands at the end even if the rest must be shortened: the name of the layout, by which
    /// the files for a cutter are found, and the printer that the sheet is corrected for, since it
    /// comes out wrong on any other.
    end: String,
}

impl SlugLine {
    /// The line of a document of a game.
    pub fn new(
        game: &Game,
        name: &str,
        layout: &str,
        printer: Option<&Printer>,
        fonts: &FontSet,
    ) -> Self {
        // A title in letters that our own face does not have gives way to the id, which is always
        // Latin.
        let title = if fonts.covers(SLUG_FAMILY, &game.title) { &game.title } else { &game.id };
        let printer = printer.map(|printer| format!(" · printer {}", printer.name));
        Self {
            title: title.clone(),
            name: name.to_owned(),
            end: format!(" · layout {layout}{}", printer.unwrap_or_default()),
        }
    }

    /// What is the same on all sheets of so many: everything but the number of the sheet.
    pub(super) fn text(&self, spot: &SlugLineSpot, kind: SideKind, sheets: usize) -> String {
        let number = NumberRoom::of(sheets);
        let room = spot.turn.apply(spot.area.size).width.to_mm() - number.end;
        let letters = ((room / LETTER_MM) as usize).saturating_sub(self.end.chars().count());
        let rest = format!("of {sheets} · {} · {} · {}", kind.word(), self.title, self.name);
        format!(
            r#"{}<text y="1.7">sheet</text><text x="{}" y="1.7">{}{}</text></g>"#,
            group(spot),
            number.end,
            shortened(&rest, letters),
            shortened(&self.end, usize::MAX)
        )
    }
}

/// The number of a sheet, an artwork for each digit in a column of its own: all sheets together
/// take ten of them for each column, however many sheets there are.
pub(super) fn sheet_number(
    paper: Size,
    spot: &SlugLineSpot,
    sheet: usize,
    sheets: usize,
) -> impl Iterator<Item = String> {
    let room = NumberRoom::of(sheets);
    let digits: Vec<char> = format!("{sheet:>0$}", room.columns).chars().collect();
    let group = group(spot);
    let digits = digits.into_iter().enumerate().filter(|(_, digit)| *digit != ' ');
    digits.map(move |(column, digit)| {
        let x = room.start + (column as f64 + 0.5) * DIGIT_MM;
        let text = format!(r#"<text x="{x}" y="1.7" text-anchor="middle">{digit}</text>"#);
        whole_side(paper, &format!("{group}{text}</g>"))
    })
}

/// Where the number stands in `sheet 12 of 123 · front · …`, in mm from the start of the line.
struct NumberRoom {
    columns: usize,
    start: f64,
    end: f64,
}

impl NumberRoom {
    fn of(sheets: usize) -> Self {
        let columns = sheets.to_string().len();
        let start = LETTER_MM * 5.0;
        Self { columns, start, end: start + columns as f64 * DIGIT_MM + SIZE_MM / 4.0 }
    }
}

fn group(spot: &SlugLineSpot) -> String {
    format!(r#"<g transform="{}" font-size="{SIZE_MM}">"#, transform(spot.area, spot.turn))
}
