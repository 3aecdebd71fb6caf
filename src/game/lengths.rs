//! Texts to lengths and sizes, and the layers of `[print]`.

use super::names;
use super::sheets::{self, SheetLayer};
use super::{Cutter, Duplex, Gutter, Overrides, Paper, Print};
use crate::diag::{Code, Diagnostic, Sink, Spanned, did_you_mean, escaped};
use crate::game::source::{
    ComponentSource, GutterSource, Kind as ComponentKind, MarginSource, PrintSource, SizeSource,
};
use crate::game::toml::{Item, Kind};
use crate::units::{
    CARD_SIZES, Length, NamedSize, PAPER_SIZES, Sides, Size, card_size, paper_size,
};

/// Wider bleed is a slip of the unit: every sheet would be bleed.
const MAX_BLEED: Length = Length::mm(25);

/// A length of any sign.
pub(super) fn length(text: &Spanned<String>, sink: &mut Sink) -> Option<Length> {
    match Length::parse(&text.value) {
        Ok(length) => Some(length),
        Err(why) => {
            let fault = Diagnostic::error(
                Code::M001,
                format!("`{}` is not a length", escaped(&text.value)),
            )
            .at(&text.span);
            sink.push(fault.hint(why.to_string()));
            None
        }
    }
}

/// A length from zero.
pub(super) fn distance(what: &str, text: &Spanned<String>, sink: &mut Sink) -> Option<Length> {
    let length = length(text, sink)?;
    if length < Length::ZERO {
        sink.push(
            Diagnostic::error(Code::M003, format!("`{what}` cannot be negative, but is {length}"))
                .at(&text.span),
        );
        return None;
    }
    Some(length)
}

/// A length above zero.
pub(crate) fn side(what: &str, text: &Spanned<String>, sink: &mut Sink) -> Option<Length> {
    let length = length(text, sink)?;
    if length <= Length::ZERO {
        sink.push(
            Diagnostic::error(Code::M003, format!("`{what}` must be more than 0, but is {length}"))
                .at(&text.span),
        );
        return None;
    }
    Some(length)
}

fn named(
    what: &str,
    name: &Spanned<String>,
    size: Option<Size>,
    tables: &[&[NamedSize]],
    sink: &mut Sink,
) -> Option<Size> {
    if size.is_none() {
        let known = || tables.iter().flat_map(|table| table.iter()).map(|named| named.name);
        let near = did_you_mean(&name.value, known()).or_else(|| {
            // "poker" is too far from "poker-us" to be a slip, but it is what was meant.
            let family: Vec<String> = known()
                .filter(|k| k.strip_prefix(&name.value).is_some_and(|rest| rest.starts_with('-')))
                .map(|k| format!("`{k}`"))
                .collect();
            (!family.is_empty()).then(|| format!("did you mean {}?", family.join(" or ")))
        });
        let fault = Diagnostic::error(
            Code::M002,
            format!("there is no {what} size `{}`", escaped(&name.value)),
        )
        .at(&name.span);
        let list = format!(
            "the names are {}; or write {{ width = \"63mm\", height = \"88mm\" }}",
            known().collect::<Vec<_>>().join(", ")
        );
        sink.push(fault.maybe_hint(near).hint(list));
    }
    size
}

/// The trimmed size of a component.
pub(crate) fn size(source: &SizeSource, sink: &mut Sink) -> Option<Size> {
    match source {
        SizeSource::Named(name) => {
            named("card", name, card_size(&name.value), &[CARD_SIZES, PAPER_SIZES], sink)
        }
        SizeSource::Own { width, height } => {
            let (width, height) = (side("width", width, sink), side("height", height, sink));
            Some(Size::new(width?, height?))
        }
    }
}

/// The size of a card or a panel.
pub(crate) struct CardSize;

impl Kind for CardSize {
    type Value = Size;

    fn takes() -> String {
        "a name (listed below) or `{ width, height }`".to_owned()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Size> {
        size(&item.fields.size(item.key, sink)?, sink)
    }
}

/// A margin on all sides, or on some with the usual one on the others.
pub(crate) fn margin(source: &MarginSource, usual: Sides, sink: &mut Sink) -> Sides {
    let mut side = |text: &Option<Spanned<String>>, usual: Length| {
        text.as_ref().and_then(|text| distance("margin", text, sink)).unwrap_or(usual)
    };
    match source {
        MarginSource::All(all) => Sides::all(side(&Some(all.clone()), usual.top)),
        MarginSource::Each { top, right, bottom, left } => Sides {
            top: side(top, usual.top),
            right: side(right, usual.right),
            bottom: side(bottom, usual.bottom),
            left: side(left, usual.left),
        },
    }
}

fn paper(source: &SizeSource, sink: &mut Sink) -> Option<Paper> {
    match source {
        SizeSource::Named(name) => {
            let size = named("paper", name, paper_size(&name.value), &[PAPER_SIZES], sink)?;
            Some(Paper { name: name.value.clone(), size })
        }
        SizeSource::Own { .. } => {
            let size = size(source, sink)?;
            let size = if size.is_landscape() { size.turned() } else { size };
            Some(Paper { name: size.to_string(), size })
        }
    }
}

/// What one table says, typed. The values of a table shared by all components are typed, and their faults told, once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layer {
    paper: Option<Paper>,
    margin: [Option<Length>; 4],
    bleed: Option<Length>,
    safe: Option<Length>,
    gutter: [Option<Length>; 2],
    duplex: Option<Duplex>,
    cutter: Option<Cutter>,
    sheets: SheetLayer,
}

impl Layer {
    /// The paper, if the table says one.
    pub(crate) fn paper(&self) -> Option<&Paper> {
        self.paper.as_ref()
    }
}

/// Types a table.
pub(crate) fn layer(source: &PrintSource, sink: &mut Sink) -> Layer {
    let mut maybe = |what: &str, text: Option<&Spanned<String>>| {
        text.and_then(|text| distance(what, text, sink))
    };
    let margin = match &source.margin {
        None => [None; 4],
        Some(MarginSource::All(all)) => [maybe("margin", Some(all)); 4],
        Some(MarginSource::Each { top, right, bottom, left }) => {
            [top, right, bottom, left].map(|side| maybe("margin", side.as_ref()))
        }
    };
    let gutter = match &source.gutter {
        None => [None; 2],
        Some(GutterSource::Both(both)) => [maybe("gutter", Some(both)); 2],
        Some(GutterSource::Each { x, y }) => [x, y].map(|way| maybe("gutter", way.as_ref())),
    };
    let (bleed, safe) =
        (maybe("bleed", source.bleed.as_ref()), maybe("safe", source.safe.as_ref()));
    if let (Some(bleed), Some(text)) = (bleed, &source.bleed)
        && bleed > MAX_BLEED
    {
        sink.push(
            Diagnostic::error(Code::M003, format!("a bleed of {bleed} is more than {MAX_BLEED}"))
                .at(&text.span),
        );
    }
    Layer {
        paper: source.paper.as_ref().and_then(|p| paper(p, sink)),
        margin,
        bleed,
        safe,
        gutter,
        duplex: source
            .duplex
            .as_ref()
            .and_then(|d| names::named("duplex mode", d, Duplex::NAMES, sink)),
        cutter: source.cutter.as_ref().map(|keys| keys.value.cutter()),
        sheets: sheets::layer(&source.sheets, sink),
    }
}

/// How a component goes on paper: built in, then `[print]`, then its own keys, then the command line.
pub(crate) fn print(
    game: &Layer,
    component: &ComponentSource,
    size: Option<Size>,
    shared: &PrintSource,
    overrides: &Overrides,
    sink: &mut Sink,
) -> Print {
    let own = layer(&component.print, sink);
    let built_in = Print::default();
    let pick = |mine: Option<Length>, ours: Option<Length>, built_in: Length| {
        mine.or(ours).unwrap_or(built_in)
    };
    let margin =
        |side: usize, built_in: Length| pick(own.margin[side], game.margin[side], built_in);
    // Three millimetres would leave nothing of a small token.
    let usual = match component.kind {
        ComponentKind::Token => Length::mm(1),
        // The sides of a box for a few cards are narrower than any token.
        ComponentKind::Fold => {
            Length::mm(1).min(size.map_or(Length::MAX, |size| size.width.min(size.height) / 4))
        }
        ComponentKind::Deck | ComponentKind::Sheet | ComponentKind::Board => built_in.safe,
    };
    let safe = pick(own.safe, game.safe, usual);
    if let Some(size) = size
        && safe * 2 >= size.width.min(size.height)
    {
        let place = component
            .print
            .safe
            .as_ref()
            .or(shared.safe.as_ref())
            .map_or(&component.id.span, |text| &text.span);
        sink.push(
            Diagnostic::error(
                Code::M003,
                format!("a safe distance of {safe} leaves no room on a component of {size}"),
            )
            .at(place)
            .component(component.id.value.as_str()),
        );
    }
    let paper = overrides.paper.clone().or(own.paper).or_else(|| game.paper.clone());
    Print {
        paper: paper.unwrap_or(built_in.paper),
        margin: Sides {
            top: margin(0, built_in.margin.top),
            right: margin(1, built_in.margin.right),
            bottom: margin(2, built_in.margin.bottom),
            left: margin(3, built_in.margin.left),
        },
        bleed: pick(own.bleed, game.bleed, built_in.bleed),
        safe,
        gutter: Gutter {
            x: pick(own.gutter[0], game.gutter[0], built_in.gutter.x),
            y: pick(own.gutter[1], game.gutter[1], built_in.gutter.y),
        },
        duplex: overrides.flip(sides(
            component,
            own.duplex,
            game.duplex,
            overrides.duplex,
            shared,
            sink,
        )),
        cutter: own.cutter.or(game.cutter),
        fold: own.sheets.fold.or(game.sheets.fold),
        orientation: own
            .sheets
            .orientation
            .or(game.sheets.orientation)
            .unwrap_or(built_in.orientation),
        columns: own.sheets.columns.or(game.sheets.columns),
        rows: own.sheets.rows.or(game.sheets.rows),
        alternate: own.sheets.alternate.or(game.sheets.alternate).unwrap_or(built_in.alternate),
        marks: sheets::marks(&game.sheets, &own.sheets),
    }
}

/// What happens to backs. Both sides can only be printed of what has a back, so that the way of turning in `[print]` and
/// on the command line is meant for those components alone; a component's own wish without a back is a mistake.
fn sides(
    component: &ComponentSource,
    own: Option<Duplex>,
    game: Option<Duplex>,
    asked: Option<Duplex>,
    shared: &PrintSource,
    sink: &mut Sink,
) -> Duplex {
    let id = component.id.value.as_str();
    let written = component.print.duplex.as_ref();
    let Some(back) = &component.back else {
        if let (Some(own), Some(written)) = (own, written)
            && own.has_backs()
        {
            sink.push(
                Diagnostic::error(
                    Code::M015,
                    format!("`{id}` is to be printed with backs but has no back"),
                )
                .at(&written.span)
                .component(id)
                .hint("give it a `back`, or write duplex = \"fronts-only\""),
            );
        }
        return Duplex::FrontsOnly;
    };
    let said = own.or(game).unwrap_or_default();
    if !said.has_backs() && asked.is_none() {
        let place = written.or(shared.duplex.as_ref()).map_or(&back.span, |text| &text.span);
        sink.push(
            Diagnostic::warning(Code::M015, format!("the back of `{id}` is never printed"))
                .at(&back.span)
                .also(place, "fronts only, as written here")
                .component(id),
        );
    }
    asked.unwrap_or(said)
}
