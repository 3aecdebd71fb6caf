//! The largest size at which a text fits its box.
//!
//! In: shaped pieces and a box. Out: the size and the lines, or by how much it overflows. Sizes are
//! tried in steps of a hundredth of a point; pieces are not shaped again, only broken into lines
//! again.

use super::engine::TextEngine;
use super::fault::TextFault;
use super::laid::TextRequest;
use super::layout::{Broken, break_lines};
use super::shape::{AtomKind, Shaped};
use crate::game::text::{Fit, TextStyle};
use crate::units::Length;

/// The step of sizes: a hundredth of a point, in EMU.
const STEP: i64 = 127;
/// What a box may be missed by: a hundredth of the thickness of a hair.
const SLACK_MM: f32 = 0.0005;

/// The size at which a text fits, and its lines there.
pub(super) fn fit(
    engine: &TextEngine,
    shaped: &Shaped,
    request: &TextRequest,
) -> Result<(Length, Broken), Vec<TextFault>> {
    let style = &request.style;
    let (width, height) = inner(request);
    let at = |size: Length| {
        let mm = size.to_mm() as f32;
        let broken = break_lines(engine, shaped, style, (width + SLACK_MM) / mm);
        let fits = broken.too_wide.is_none()
            && height.is_none_or(|height| broken.height * mm <= height + SLACK_MM);
        (broken, fits)
    };
    let wanted = request.size.unwrap_or(style.size);
    let (broken, fits) = at(wanted);
    if fits {
        return Ok((wanted, broken));
    }
    let smallest = style.min_size.min(wanted);
    if style.fit == Fit::None || smallest == wanted || request.size.is_some() {
        return Err(faults(style, shaped, &broken, wanted, width, height, false));
    }
    let (broken, fits) = at(smallest);
    if !fits {
        return Err(faults(style, shaped, &broken, smallest, width, height, true));
    }
    let mut low = 0;
    let mut high = (wanted.to_emu() - smallest.to_emu() + STEP - 1) / STEP;
    let mut best = (smallest, broken);
    while high - low > 1 {
        let middle = i64::midpoint(low, high);
        let size = Length::emu(smallest.to_emu() + middle * STEP);
        let (broken, fits) = at(size);
        if fits {
            low = middle;
            best = (size, broken);
        } else {
            high = middle;
        }
    }
    Ok(best)
}

/// The room inside the padding, in millimetres, in the direction of the text.
pub(super) fn inner(request: &TextRequest) -> (f32, Option<f32>) {
    let [top, right, bottom, left] = request.style.padding;
    let width = request.width.to_mm() - left.to_mm() - right.to_mm();
    let height = request.height.map(|h| (h.to_mm() - top.to_mm() - bottom.to_mm()) as f32);
    (width as f32, height)
}

fn faults(
    style: &TextStyle,
    shaped: &Shaped,
    broken: &Broken,
    size: Length,
    width: f32,
    height: Option<f32>,
    shrunk: bool,
) -> Vec<TextFault> {
    let mm = size.to_mm() as f32;
    let mut faults = Vec::new();
    if let Some((line, atoms, _)) = &broken.too_wide {
        let line = &shaped.lines[*line];
        // The widest word of the line that sticks out.
        let pieces = &line.atoms[atoms.clone()];
        let text =
            pieces.first().zip(pieces.last()).map_or("", |(a, b)| &line.text[a.start..b.end]);
        let word = text.split(' ').max_by_key(|w| w.chars().count()).unwrap_or_default();
        let over: f32 =
            pieces.iter().filter(|a| a.kind != AtomKind::Space).map(|a| a.width).sum::<f32>() * mm
                - width;
        let word = word.replace(super::rich::ICON, "{…}");
        faults.push(TextFault::WordTooWide { word, mm: f64::from(over.max(0.05)), size });
    }
    if let Some(height) = height {
        let over = broken.height * mm - height;
        if over > SLACK_MM {
            let below =
                broken.lines.iter().filter(|line| line.bottom * mm > height + SLACK_MM).count();
            // A blank line at the edge of the box is part of what is too much.
            let leading = super::shape::ems(style.leading, style, 1.0) * mm;
            let lines = below.max((over / leading.max(0.1)).ceil() as usize).max(1);
            faults.push(TextFault::Overflow { lines, mm: f64::from(over), size, shrunk });
        }
    }
    faults
}
