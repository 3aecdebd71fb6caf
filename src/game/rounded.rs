//! Round corners: whether a box has room for them.

use crate::diag::{Code, Diagnostic, Sink, Spanned};
use crate::units::{Form, Length, Size};

/// The form of a box with round corners, if there is room for them on all sides.
pub(super) fn rounded(
    radius: &Spanned<Length>,
    size: Size,
    id: &str,
    sink: &mut Sink,
) -> Option<Form> {
    if radius.value * 2 <= size.width.min(size.height) {
        return Some(Form::Rounded(radius.value));
    }
    let message = format!("a radius of {} is more than half of a side of {size}", radius.value);
    sink.push(Diagnostic::error(Code::M041, message).at(&radius.span).component(id));
    None
}
