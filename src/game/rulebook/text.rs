//! How the text of a rulebook looks: what its tables state, over `[text]`, over what books have.

use crate::diag::{Code, Diagnostic, Sink, Spanned};
use crate::game::text::{Align, Extent, OptionsTable, TextOptions};
use crate::game::text::{FontSize, Leading, NameOf, Opt};
use crate::game::toml::{Inline, Item, Kind, Shown};
use crate::units::Length;
use serde_json::{Value, json};

/// 10 on 13 points: about 65 letters to a line of an A5 page.
const SIZE: Length = Length::pt(10);
const LEADING: Extent = Extent::Share(1300);
const ALIGN: Align = Align::Justify;

/// How much larger than the text a section's heading is that states no size.
pub const HEADING_SIZE: f64 = 1.6;

/// Options of texts under a heading of their own.
pub(crate) struct Options;

impl Kind for Options {
    type Value = OptionsTable;

    fn takes() -> String {
        "a table".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "object" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<OptionsTable> {
        Inline::<OptionsTable>::read(item, sink)
    }
}

/// What holds where a rulebook states nothing of its text.
pub(super) fn usual_text() -> String {
    format!(
        "as `[text]` states; what that leaves open is as usual, but `size = {}`, `leading = {}`, \
         `align = {}`",
        Opt::<FontSize>::show(&SIZE),
        Opt::<Leading>::show(&LEADING),
        Opt::<NameOf<Align>>::show(&ALIGN)
    )
}

/// What holds where it states nothing of its headings.
pub(super) fn usual_heading() -> String {
    format!(
        "like its text, {HEADING_SIZE} times as large, bold, in the accent colour, aligned at the \
         start and not hyphenated"
    )
}

/// The options of the text of a rulebook.
pub(super) fn text(
    stated: Option<&Spanned<OptionsTable>>,
    of_game: &TextOptions,
    sink: &mut Sink,
) -> TextOptions {
    let mut options = TextOptions {
        size: Some(SIZE),
        leading: Some(LEADING),
        align: Some(ALIGN),
        ..TextOptions::default()
    };
    options.merge(of_game);
    if let Some(stated) = stated {
        report_idle(&stated.value, Part::Text, sink);
        options.merge(&stated.value.options());
    }
    options
}

/// What is stated of the headings of a rulebook.
pub(super) fn heading(stated: Option<&Spanned<OptionsTable>>, sink: &mut Sink) -> TextOptions {
    stated.map_or_else(TextOptions::default, |stated| {
        report_idle(&stated.value, Part::Headings, sink);
        stated.value.options()
    })
}

/// A part of a rulebook with options of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Text,
    Headings,
}

/// Reports the options that pages have no use for: those of boxes, and the distance of lines that
/// stand on a grid.
fn report_idle(stated: &OptionsTable, part: Part, sink: &mut Sink) {
    // Every option stands here, so that no new one is forgotten.
    let OptionsTable {
        family: _,
        fallback: _,
        size: _,
        min_size,
        leading,
        colour: _,
        weight: _,
        italic: _,
        align: _,
        valign,
        paragraph_spacing,
        padding,
        rotate,
        lang: _,
        hyphenate: _,
        letter_spacing: _,
        fit,
        quotes: _,
        figures: _,
        icon_baseline: _,
        icon_size: _,
        same_size,
    } = stated;
    let in_boxes = "it is for text in boxes";
    let on_grid = "lines stand on the grid of its text";
    let leading = leading.as_ref().filter(|_| part == Part::Headings);
    let where_stated = match part {
        Part::Text => "the text of a rulebook",
        Part::Headings => "the headings of a rulebook",
    };
    for (key, span, why) in [
        ("min_size", min_size.as_ref().map(|key| &key.span), in_boxes),
        ("leading", leading.map(|key| &key.span), on_grid),
        ("valign", valign.as_ref().map(|key| &key.span), in_boxes),
        ("paragraph_spacing", paragraph_spacing.as_ref().map(|key| &key.span), on_grid),
        ("padding", padding.as_ref().map(|key| &key.span), in_boxes),
        ("rotate", rotate.as_ref().map(|key| &key.span), in_boxes),
        ("fit", fit.as_ref().map(|key| &key.span), in_boxes),
        ("same_size", same_size.as_ref().map(|key| &key.span), in_boxes),
    ] {
        if let Some(span) = span {
            let message = format!("`{key}` does nothing for {where_stated}: {why}");
            sink.push(Diagnostic::warning(Code::M017, message).at(span).hint("leave it out"));
        }
    }
}
