//! `printers/NAME.toml`: what one printer does, as written.

use std::sync::Arc;

use super::fields::Fields;
use super::{MarginSource, decode, parse};
use crate::diag::{Sink, Source, Span, Spanned};

/// The profile of a printer as written.
#[derive(Clone, Debug)]
pub struct PrinterSource {
    /// The name of its file.
    pub name: String,
    /// The file.
    pub source: Arc<Source>,
    /// `edges`.
    pub edges: Option<MarginSource>,
    /// `back.x` and `back.y`.
    pub back: [Option<Spanned<String>>; 2],
    /// `back.angle`.
    pub angle: Option<Spanned<f64>>,
    /// `scale.x` and `scale.y`.
    pub scale: [Option<Spanned<f64>>; 2],
    /// `duplex`.
    pub duplex: Option<Spanned<String>>,
}

/// Reads the bytes of a profile; `path` is how messages call the file. All its faults go to the sink.
pub fn read_printer(
    name: &str,
    path: &str,
    bytes: &[u8],
    sink: &mut Sink,
) -> Option<PrinterSource> {
    let source = match decode::text(path, bytes) {
        Ok(source) => source,
        Err(fault) => {
            sink.push(*fault);
            return None;
        }
    };
    let tree = parse::parse(&source, sink)?;
    let top = Fields {
        source: &source,
        name: format!("printer `{name}`"),
        table: tree.get_ref(),
        span: Span::file(&source),
    };
    top.only_listed(&["printer"], sink);
    let edges = edges(&top, sink);
    let (mut back, mut angle) = ([None, None], None);
    if let Some(fields) = top.sub("back", format!("`back` of {}", top.name), sink) {
        fields.only_listed(&["printer-back"], sink);
        back = ["x", "y"].map(|key| fields.length(key, sink));
        angle = number(&fields, "angle", sink);
    }
    let mut scale = [None, None];
    if let Some(found) = top.get("scale") {
        if found.value.is_table() {
            if let Some(fields) = top.sub("scale", format!("`scale` of {}", top.name), sink) {
                fields.only_listed(&["printer-scale"], sink);
                scale = ["x", "y"].map(|key| number(&fields, key, sink));
            }
        } else if let Some(both) = number(&top, "scale", sink) {
            scale = [Some(both.clone()), Some(both)];
        }
    }
    let duplex = top.text("duplex", sink);
    Some(PrinterSource {
        name: name.to_owned(),
        source: Arc::clone(&source),
        edges,
        back,
        angle,
        scale,
        duplex,
    })
}

fn edges(top: &Fields<'_, '_>, sink: &mut Sink) -> Option<MarginSource> {
    if !top.get("edges")?.value.is_table() {
        return top.length("edges", sink).map(MarginSource::All);
    }
    let each = top.sub("edges", format!("`edges` of {}", top.name), sink)?;
    each.only_listed(&["margin"], sink);
    let mut side = |key| each.length(key, sink);
    Some(MarginSource::Each {
        top: side("top"),
        right: side("right"),
        bottom: side("bottom"),
        left: side("left"),
    })
}

/// A number, whole or not.
fn number(fields: &Fields<'_, '_>, key: &str, sink: &mut Sink) -> Option<Spanned<f64>> {
    let found = fields.get(key)?;
    if let Some(value) = super::value::number(found.value) {
        return Some(Spanned::new(value, found.span));
    }
    Fields::wrong(key, "a number such as 0.998", &found, sink);
    None
}
