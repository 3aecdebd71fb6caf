//! `[token.ID]`: small things of one shape, and the line to cut along.

use super::cards::CardsKeys;
use super::copies::CopiesKey;
use super::flat::FlatKeys;
use super::outline;
use super::rounded::rounded;
use super::share::ShareKey;
use super::toml::{AboveZeroUpTo, Name, Names, SvgPath, table};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned};
use crate::units::Form;

/// What is cut out of the box of a token, and how that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The form in the box.
    pub form: Form,
    /// The line to cut along.
    pub line: CutLine,
}

/// The line to cut along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CutLine {
    /// Hair thin.
    #[default]
    Hairline,
    /// Dashed: only the upper layer of a sticker is cut.
    Kiss,
    /// Not drawn.
    None,
}

impl Names for CutLine {
    const WHAT: &'static str = "outline";
    const NAMES: &'static [(&'static str, Self)] =
        &[("hairline", Self::Hairline), ("kiss", Self::Kiss), ("none", Self::None)];
}

/// What is cut out of the box of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Square,
    Rectangle,
    Rounded,
    Circle,
    Hex,
    HexFlat,
    Path,
}

impl Names for Shape {
    const WHAT: &'static str = "shape";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("square", Self::Square),
        ("rectangle", Self::Rectangle),
        ("rounded", Self::Rounded),
        ("circle", Self::Circle),
        ("hex", Self::Hex),
        ("hex-flat", Self::HexFlat),
        ("path", Self::Path),
    ];
}

table! {
    /// The keys of tokens.
    pub(crate) struct TokenKeys:
        "`[token.ID]`",
        "Chits, discs, stickers: small things of one shape. `size` is the box around the shape; \
         the face is drawn over the whole box and its bleed, and cut to the shape. Tokens have \
         cards, as a deck does, or are all alike and have `copies`. Hexagons and circles are \
         placed in offset rows where more of them fit.";
    {
        copies: CopiesKey [optional "1"]
            "How many there are, if all are alike. Not together with `cards` or `card`.";
        shape: Name<Shape> [default Shape::Rectangle]
            "What is cut out of the box. A `hex` has a corner at the top and is regular if \
             `height` is 1.1547 times `width`; a `hex-flat` has a side at the top and is regular \
             if `width` is 1.1547 times `height`.";
        radius: AboveZeroUpTo<1000> [optional "required with `shape = \"rounded\"`"]
            "The radius of the corners, at most half of the shorter side. Only with `shape = \
             \"rounded\"`.";
        path: SvgPath [optional "required with `shape = \"path\"`"]
            "One closed outline that does not cross itself, such as `\"M0 0H20V20Z\"`, in \
             millimetres from the upper left corner of the box. Only with `shape = \"path\"`.";
        outline: Name<CutLine> [default CutLine::Hairline]
            "The line to cut along, on the front: thin, dashed for stickers of which only the top \
             layer is cut, or not drawn. Neighbours that touch share one line.";
        share: ShareKey [optional "sheets of its own"] "As in a deck.";
        ..cards: CardsKeys;
        ..flat: FlatKeys;
    }
}

impl TokenKeys {
    /// The form and the line of a token.
    pub(super) fn token(&self, id: &Spanned<String>, sink: &mut Sink) -> Option<Token> {
        Some(Token { form: self.form(id, sink)?, line: self.outline() })
    }

    fn form(&self, id: &Spanned<String>, sink: &mut Sink) -> Option<Form> {
        let shape = self.shape();
        let place = self.shape.as_ref().map_or(&id.span, |shape| &shape.span);
        let id = id.value.as_str();
        let size = self.flat.size.value;
        let radius = self
            .radius
            .as_ref()
            .filter(|radius| only("radius", &radius.span, Shape::Rounded, shape, id, sink));
        let path = self
            .path
            .as_ref()
            .filter(|path| only("path", &path.span, Shape::Path, shape, id, sink));
        let equal = |hint: &str, sink: &mut Sink| {
            if size.width == size.height {
                return Some(());
            }
            let name = shape.name();
            let message =
                format!("a {name} is as high as it is wide, but the box of `{id}` is {size}");
            sink.push(Diagnostic::error(Code::M041, message).at(place).component(id).hint(hint));
            None
        };
        Some(match shape {
            Shape::Square => {
                equal("write shape = \"rectangle\"", sink)?;
                Form::Rectangle
            }
            Shape::Rectangle => Form::Rectangle,
            Shape::Circle => {
                equal("give `size` equal sides", sink)?;
                Form::Circle
            }
            Shape::Hex => Form::Hex,
            Shape::HexFlat => Form::HexFlat,
            Shape::Rounded => {
                let radius = radius.or_else(|| missing("radius", id, place, sink))?;
                rounded(radius, size, id, sink)?
            }
            Shape::Path => {
                let path = path.or_else(|| missing("path", id, place, sink))?;
                Form::Path(outline::path(path, size, id, sink)?)
            }
        })
    }
}

/// Reports a key without which a shape is not known.
fn missing<T>(key: &str, id: &str, place: &Span, sink: &mut Sink) -> Option<T> {
    let message = format!("token `{id}` has no `{key}`");
    sink.push(Diagnostic::error(Code::S005, message).at(place).component(id));
    None
}

/// Whether a key is one of the shape; if not, it is reported.
fn only(key: &str, at: &Span, of: Shape, shape: Shape, id: &str, sink: &mut Sink) -> bool {
    if of != shape {
        let message = format!("`{key}` does nothing for the shape `{}`", shape.name());
        sink.push(
            Diagnostic::error(Code::M041, message)
                .at(at)
                .component(id)
                .hint(format!("write shape = \"{}\", or leave out `{key}`", of.name())),
        );
    }
    of == shape
}
