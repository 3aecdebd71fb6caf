//! Strings to lengths and sizes, for tables that are not declared yet.

use super::size::known;
use crate::diag::{Code, Diagnostic, Sink, Spanned, escaped};
use crate::game::source::SizeSource;
use crate::units::{CARD_SIZES, Length, PAPER_SIZES, Size, card_size};

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

/// The trimmed size of a component.
pub(crate) fn size(source: &SizeSource, sink: &mut Sink) -> Option<Size> {
    match source {
        SizeSource::Named(name) => {
            known("card", name, card_size(&name.value), &[CARD_SIZES, PAPER_SIZES], sink)
        }
        SizeSource::Own { width, height } => {
            let (width, height) = (side("width", width, sink), side("height", height, sink));
            Some(Size::new(width?, height?))
        }
    }
}
