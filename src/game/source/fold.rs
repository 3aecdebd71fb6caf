//! What only folded things say.

use super::SizeSource;
use super::fields::Fields;
use super::game::entries;
use crate::diag::{Sink, Span, Spanned};

/// The keys of a folded thing, as written.
#[derive(Clone, Debug, Default)]
pub struct FoldSource {
    /// `net`.
    pub net: Option<Spanned<String>>,
    /// `deck`.
    pub deck: Option<Spanned<String>>,
    /// `thickness`.
    pub thickness: Option<Spanned<String>>,
    /// `sleeves`.
    pub sleeves: Option<SizeSource>,
    /// `sleeve`.
    pub sleeve: Option<Spanned<String>>,
    /// `clearance`.
    pub clearance: Option<Spanned<String>>,
    /// `inside`.
    pub inside: Option<SolidSource>,
    /// `notch`.
    pub notch: Option<Spanned<bool>>,
    /// `stand`.
    pub stand: Option<Spanned<String>>,
    /// `lid`.
    pub lid: Option<Spanned<bool>>,
    /// `profile`.
    pub profile: Option<Spanned<String>>,
    /// `[[fold.….cut]]`.
    pub cuts: Vec<CutSource>,
}

/// `{ width = "65mm", height = "90mm", depth = "20mm" }`.
#[derive(Clone, Debug)]
pub struct SolidSource {
    /// `width`.
    pub width: Spanned<String>,
    /// `height`.
    pub height: Spanned<String>,
    /// `depth`.
    pub depth: Spanned<String>,
    /// The whole.
    pub span: Span,
}

/// A `[[fold.….cut]]`.
#[derive(Clone, Debug)]
pub struct CutSource {
    /// `panel`.
    pub panel: Spanned<String>,
    /// `path`.
    pub path: Spanned<String>,
}

/// Reads the keys of a `[fold.…]` but those that every component has.
pub(crate) fn read(fields: &Fields<'_, '_>, sink: &mut Sink) -> FoldSource {
    let net = fields.required_text("net", sink);
    let sleeves = fields.size("sleeves", sink);
    let inside = solid(fields, sink);
    let (notch, lid) = (fields.truth("notch", sink), fields.truth("lid", sink));
    let mut cuts = Vec::new();
    for (table, span) in entries(fields, "cut", sink) {
        let cut = Fields {
            source: fields.source,
            name: format!("a cut of {}", fields.name),
            table,
            span,
        };
        cut.only_listed(&["fold-cut"], sink);
        let (panel, path) = (cut.required_text("panel", sink), cut.required_text("path", sink));
        if let (Some(panel), Some(path)) = (panel, path) {
            cuts.push(CutSource { panel, path });
        }
    }
    let mut text = |key| fields.text(key, sink);
    FoldSource {
        net,
        deck: text("deck"),
        thickness: text("thickness"),
        sleeves,
        sleeve: text("sleeve"),
        clearance: text("clearance"),
        inside,
        notch,
        stand: text("stand"),
        lid,
        profile: text("profile"),
        cuts,
    }
}

fn solid(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<SolidSource> {
    let inside = fields.sub("inside", format!("`inside` of {}", fields.name), sink)?;
    inside.only_listed(&["inside"], sink);
    for side in ["width", "height", "depth"].into_iter().filter(|side| inside.get(side).is_none()) {
        inside.missing(side, sink);
    }
    let (width, height, depth) =
        (inside.length("width", sink), inside.length("height", sink), inside.length("depth", sink));
    Some(SolidSource { width: width?, height: height?, depth: depth?, span: inside.span })
}
