//! A text in its box: read, shaped, fitted and placed.

use std::sync::Arc;

use super::engine::TextEngine;
use super::fault::TextFault;
use super::fit::{fit, inner};
use super::laid::{LaidLine, LaidText, TextRequest};
use super::layout::{Broken, chunks, icon_reach};
use super::marks;
use super::rich::ICON;
use super::shape::{Shaped, shape};
use super::typography::Typesetter;
use crate::game::text::{OptionFault, VerticalAlign};
use crate::units::Length;

/// Lays a text out. The same request is laid out once.
pub fn lay_out(
    engine: &TextEngine,
    request: &TextRequest,
) -> Result<Arc<LaidText>, Vec<TextFault>> {
    engine.known(request).unwrap_or_else(|| {
        let laid = lay_out_anew(engine, request).map(Arc::new);
        engine.keep(request, &laid);
        laid
    })
}

fn lay_out_anew(engine: &TextEngine, request: &TextRequest) -> Result<LaidText, Vec<TextFault>> {
    let style = &request.style;
    // A text turned by a quarter runs along the other side of its box.
    let turned = style.rotate.rem_euclid(180_000) == 90_000 && request.height.is_some();
    let outer = (request.width.to_mm(), request.height.unwrap_or_default().to_mm());
    let turned_request;
    let inside = if turned {
        turned_request = TextRequest {
            width: request.height.unwrap_or_default(),
            height: Some(request.width),
            ..request.clone()
        };
        &turned_request
    } else {
        request
    };
    let (width, height) = inner(inside);
    if width <= 0.0 || height.is_some_and(|h| h <= 0.0) {
        return Err(vec![OptionFault::new("padding", "leaves no room in the box").into()]);
    }
    let rich = marks::parse(&request.text, Typesetter::new(style.quotes, &style.lang))?;
    let shaped = shape(engine, &rich, style)?;
    let (size, broken) = fit(engine, &shaped, inside)?;
    Ok(place(engine, inside, shaped, &broken, size, outer, turned))
}

fn place(
    engine: &TextEngine,
    request: &TextRequest,
    shaped: Shaped,
    broken: &Broken,
    size: Length,
    outer: (f64, f64),
    turned: bool,
) -> LaidText {
    let style = &request.style;
    let mm = size.to_mm() as f32;
    let (room, height) = inner(request);
    let [top, _, _, left] = style.padding.map(|p| p.to_mm() as f32);
    let free = height.map_or(0.0, |h| (h - broken.height * mm).max(0.0));
    let top = top
        + match style.valign {
            VerticalAlign::Top => 0.0,
            VerticalAlign::Middle => free / 2.0,
            VerticalAlign::Bottom => free,
        };
    let lines: Vec<LaidLine> = broken
        .lines
        .iter()
        .map(|line| {
            let chunks = chunks(engine, &shaped, style, line, left, room, mm);
            let source = &shaped.lines[line.source];
            let atoms = &source.atoms[line.atoms.clone()];
            let text =
                atoms.first().zip(atoms.last()).map_or("", |(a, b)| &source.text[a.start..b.end]);
            LaidLine::new(top + line.baseline * mm, left, text.replace(ICON, ""), chunks)
        })
        .collect();
    let widest = lines.iter().fold(0.0_f32, |widest, line| widest.max(line.width));
    let (icon_above, _) = icon_reach(engine, &shaped, style, 1.0);
    let Shaped { inline_styles, face, bullet, warnings, .. } = shaped;
    LaidText {
        size,
        lines,
        width: widest,
        height: broken.height * mm,
        warnings,
        style: Arc::clone(style),
        inline_styles,
        face,
        bullet,
        icon_above,
        outer,
        turned,
    }
}
