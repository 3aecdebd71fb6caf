//! Which layers are plain once usvg has read them.

use usvg::layout::Span;
use usvg::{Group, Node, Paint};

/// Whether a layer can be drawn from a document it shares with others: solid colours, no clips,
/// masks, filters, pictures or blends.
pub(super) fn is_plain(group: &Group) -> bool {
    group.clip_path().is_none()
        && group.mask().is_none()
        && group.filters().is_empty()
        && group.blend_mode() == usvg::BlendMode::Normal
        && group.children().iter().all(|node| match node {
            Node::Group(group) => is_plain(group),
            Node::Path(path) => is_plain_path(path),
            Node::Image(_) => false,
            Node::Text(text) => text.layouted().iter().all(is_plain_span),
        })
}

fn is_plain_path(path: &usvg::Path) -> bool {
    path.fill().is_none_or(|f| matches!(f.paint(), Paint::Color(_)))
        && path.stroke().is_none_or(|s| matches!(s.paint(), Paint::Color(_)))
}

fn is_plain_span(span: &Span) -> bool {
    let decorations = [&span.underline, &span.overline, &span.line_through];
    (span.fill.is_some() || span.stroke.is_some())
        && span.fill.as_ref().is_none_or(|f| matches!(f.paint(), Paint::Color(_)))
        && span.stroke.as_ref().is_none_or(|s| matches!(s.paint(), Paint::Color(_)))
        && decorations.into_iter().flatten().all(is_plain_path)
}
