//! What is printed beside the cards, as artwork like everything else: marks, a line that says what the sheet is, and a
//! ruler that proves the printer did not scale. Also the guides of a proof.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::game::Marks;
use crate::impose::{Caption, Cut, Mark, Pen, RulerSpot, Side, SlugLineSpot};
use crate::units::{Form, Length, Rect, Size, Turn};
use crate::xml::escape;

/// The size of the label in mm: 6 pt.
const LABEL_MM: f64 = 2.1;
/// Alegreya runs to about 0.47 em a letter.
const LETTER_MM: f64 = 0.47 * LABEL_MM;

/// The room of a digit in mm.
const DIGIT_MM: f64 = 0.5 * LABEL_MM;

/// The line of print on a sheet.
#[derive(Clone, Debug)]
pub struct Label {
    /// The sheet, from 1.
    pub sheet: usize,
    /// How many there are.
    pub sheets: usize,
    /// What is the same on all sheets.
    pub rest: String,
    /// What stands at the end even if the rest must be shortened: the name of the layout, and the printer.
    pub end: String,
}

/// The family of the label, always there because it is shipped.
pub const LABEL_FAMILY: &str = "Alegreya";

/// The artwork of one side that is the same on many: everything but the faces and the number of the sheet.
pub fn sheet_side<F>(paper: Size, side: &Side<F>, label: &Label, style: &Marks) -> String {
    let mut content = marks(&side.marks, style);
    content.push_str(&cuts(&side.cuts, style));
    content.extend(side.captions.iter().map(caption));
    if let Some(spot) = &side.slug.ruler {
        content.push_str(&ruler(spot));
    }
    if let Some(spot) = &side.slug.line {
        let line = Line::new(label);
        let room = spot.turn.apply(spot.area.size).width.to_mm() - line.end;
        let end = if label.end.is_empty() { String::new() } else { format!(" · {}", label.end) };
        let letters = ((room / LETTER_MM) as usize).saturating_sub(end.chars().count());
        let rest =
            cut(&format!("of {} · {}", label.sheets, label.rest), letters) + &cut(&end, usize::MAX);
        content.push_str(&format!(
            r#"{}<text y="1.7">sheet</text><text x="{}" y="1.7">{rest}</text></g>"#,
            open(spot),
            line.end
        ));
    }
    whole_side(paper, &content)
}

/// The number of the sheet, an artwork for each digit in a column of its own: all sheets together take ten of them for
/// each column, however many sheets there are.
pub fn sheet_number<F>(paper: Size, side: &Side<F>, label: &Label) -> Vec<String> {
    let Some(spot) = &side.slug.line else { return Vec::new() };
    let line = Line::new(label);
    let digits = format!("{:>1$}", label.sheet, line.columns);
    let artwork = |(column, digit): (usize, char)| {
        let x = line.start + (column as f64 + 0.5) * DIGIT_MM;
        whole_side(
            paper,
            &format!(
                r#"{}<text x="{x}" y="1.7" text-anchor="middle">{digit}</text></g>"#,
                open(spot)
            ),
        )
    };
    digits.chars().enumerate().filter(|(_, digit)| *digit != ' ').map(artwork).collect()
}

fn whole_side(paper: Size, content: &str) -> String {
    let (width, height) = (paper.width.to_mm(), paper.height.to_mm());
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" font-family="{LABEL_FAMILY}" fill="#333">{content}</svg>"##
    )
}

/// How the lines of a pen look.
fn stroke(pen: Pen, style: &Marks) -> String {
    let colour = &style.colour;
    match pen {
        Pen::Crop | Pen::Cut => format!(
            r#"stroke="{colour}" stroke-width="{}""#,
            style.weight.unwrap_or(Marks::HAIRLINE).to_mm()
        ),
        Pen::Kiss => {
            let weight = style.weight.unwrap_or(Marks::HAIRLINE).to_mm();
            format!(r#"stroke="{colour}" stroke-width="{weight}" stroke-dasharray="1.2 0.8""#)
        }
        // Half-way between black and white, to be seen on either.
        Pen::Fold => {
            r##"stroke="#808080" stroke-width="0.15" stroke-dasharray="1.6 1""##.to_owned()
        }
        Pen::Dotted => {
            let weight = style.weight.unwrap_or(Marks::DOT).to_mm();
            format!(
                r#"stroke="{colour}" stroke-width="{weight}" stroke-linecap="round" stroke-dasharray="0 {}""#,
                weight * 4.0
            )
        }
        Pen::Glue => r##"stroke="#999" stroke-width="0.12""##.to_owned(),
        Pen::Join => r##"stroke="#000" stroke-width="0.12""##.to_owned(),
        Pen::Register => r##"fill="#000""##.to_owned(),
    }
}

/// The lines, one path for each pen.
fn marks(marks: &[Mark], style: &Marks) -> String {
    let mut drawn = String::new();
    let pens: BTreeSet<Pen> = marks.iter().map(|mark| mark.pen).collect();
    for pen in pens {
        let mut path = String::new();
        for mark in marks.iter().filter(|mark| mark.pen == pen) {
            let (from, to) = (mark.from, mark.to);
            let (x1, y1, x2, y2) = (from.x.to_mm(), from.y.to_mm(), to.x.to_mm(), to.y.to_mm());
            // Writing to a String cannot fail.
            let _ = match pen {
                Pen::Register => write!(path, "M{x1} {y1}H{x2}V{y2}H{x1}Z"),
                _ => write!(path, "M{x1} {y1}L{x2} {y2}"),
            };
        }
        let fill = if pen == Pen::Register { "" } else { r#"fill="none" "# };
        let _ = write!(drawn, r#"<path d="{path}" {fill}{}/>"#, stroke(pen, style));
    }
    drawn
}

/// The outlines to cut along, one path for each pen.
fn cuts(cuts: &[Cut], style: &Marks) -> String {
    let mut drawn = String::new();
    let pens: BTreeSet<Pen> = cuts.iter().filter(|cut| cut.is_drawn).map(|cut| cut.pen).collect();
    for pen in pens {
        let mut path = String::new();
        for cut in cuts.iter().filter(|cut| cut.is_drawn && cut.pen == pen) {
            path.push_str(&cut.path.to_svg());
        }
        let _ = write!(
            drawn,
            r#"<path d="{path}" fill="none" stroke-linejoin="round" {}/>"#,
            stroke(pen, style)
        );
    }
    drawn
}

/// A line of words in the middle of its room.
fn caption(caption: &Caption) -> String {
    let room = caption.turn.apply(caption.area.size);
    let (width, height) = (room.width.to_mm(), room.height.to_mm());
    let text = cut(&caption.text, (width / (0.47 * height)) as usize);
    format!(
        r#"<g transform="{}" font-size="{height}"><text x="{}" y="{}" text-anchor="middle">{text}</text></g>"#,
        place(caption.area, caption.turn),
        width / 2.0,
        height * 0.8,
    )
}

/// A transform that puts something drawn from its own upper left corner into a spot.
fn place(area: Rect, turn: Turn) -> String {
    let (x, y) = match turn {
        Turn::None => (area.x, area.y),
        Turn::Right => (area.right(), area.y),
        Turn::Half => (area.right(), area.bottom()),
        Turn::Left => (area.x, area.bottom()),
    };
    format!("translate({} {}) rotate({})", x.to_mm(), y.to_mm(), u16::from(turn.quarters()) * 90)
}

/// Where the parts of `sheet 12 of 123 · front · …` stand, in mm from its start.
struct Line {
    columns: usize,
    start: f64,
    end: f64,
}

impl Line {
    fn new(label: &Label) -> Self {
        let columns = label.sheets.to_string().len();
        let start = LETTER_MM * 5.0;
        Self { columns, start, end: start + columns as f64 * DIGIT_MM + LABEL_MM / 4.0 }
    }
}

fn open(spot: &SlugLineSpot) -> String {
    format!(r#"<g transform="{}" font-size="{LABEL_MM}">"#, place(spot.area, spot.turn))
}

/// At most so many letters, so that a long title never reaches the ruler.
fn cut(text: &str, most: usize) -> String {
    let short: String = if text.chars().count() > most {
        text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
    } else {
        text.to_owned()
    };
    escape(&short).into_owned()
}

/// 100 mm above, 4 in below, on one line.
fn ruler(spot: &RulerSpot) -> String {
    let mut path = String::from("M0 1.5H101.6");
    for mm in 0..=100 {
        let length = match mm % 10 {
            0 => 1.5,
            5 => 1.1,
            _ => 0.7,
        };
        let _ = write!(path, "M{mm} 1.5V{}", 1.5 - length);
    }
    for eighth in 0..=32 {
        let length = match eighth % 8 {
            0 => 1.5,
            4 => 1.1,
            _ => 0.7,
        };
        let _ = write!(path, "M{} 1.5V{}", f64::from(eighth) * 3.175, 1.5 + length);
    }
    format!(
        r##"<g transform="{}" font-size="1.5"><path d="{path}" fill="none" stroke="#333" stroke-width="0.1"/><text x="99.5" y="0.95" text-anchor="end" stroke="#fff" stroke-width="0.5" stroke-linejoin="round">100 mm</text><text x="99.5" y="0.95" text-anchor="end">100 mm</text><text x="101.1" y="2.95" text-anchor="end" stroke="#fff" stroke-width="0.5" stroke-linejoin="round">4 in</text><text x="101.1" y="2.95" text-anchor="end">4 in</text></g>"##,
        place(spot.area, spot.turn)
    )
}

/// The guides of a proof over one face that is cut to a form.
pub fn proof_form(form: &Form, trim: Size, bleed: Length, safe: Length, is_back: bool) -> String {
    let (full, corner) = (trim.grown(bleed), -bleed.to_mm());
    let (w, h) = (full.width.to_mm(), full.height.to_mm());
    let mut guides = vec![(form.cut(trim), r##"stroke="#ff00aa""##)];
    // The grown line of a path crosses itself, and none shrinks along it; where the ink ends shows the bleed.
    if !matches!(form, Form::Path(_)) {
        guides.push((form.grown(trim, bleed), r##"stroke="#0077ff" stroke-width="0.4""##));
        guides.push((form.grown(trim, -safe), r##"stroke="#00994d" stroke-dasharray="1 0.6""##));
    }
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="{corner} {corner} {w} {h}"><g fill="none" stroke-width="0.2">"#
    );
    for (outline, look) in guides {
        let outline = if is_back { outline.mirrored(trim.width) } else { outline };
        let _ = write!(svg, r#"<path d="{}" {look}/>"#, outline.to_svg());
    }
    svg + "</g></svg>"
}

/// The guides of a proof over one face: the bleed in blue, the trim in magenta, the safe area in green and dashed.
pub fn proof(trim: Size, bleed: Length, safe: Length) -> String {
    let (w, h, b, s) = (trim.width.to_mm(), trim.height.to_mm(), bleed.to_mm(), safe.to_mm());
    let (full_w, full_h) = (w + 2.0 * b, h + 2.0 * b);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{full_w}mm" height="{full_h}mm" viewBox="{x} {x} {full_w} {full_h}"><g fill="none" stroke-width="0.2"><rect x="{x}" y="{x}" width="{full_w}" height="{full_h}" stroke="#0077ff" stroke-width="0.4"/><rect width="{w}" height="{h}" stroke="#ff00aa"/>"##,
        x = -b
    );
    let (safe_w, safe_h) = (w - 2.0 * s, h - 2.0 * s);
    let _ = write!(
        svg,
        r##"<rect x="{s}" y="{s}" width="{safe_w}" height="{safe_h}" stroke="#00994d" stroke-dasharray="1 0.6"/></g></svg>"##
    );
    svg
}
