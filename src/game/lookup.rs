//! Components by their ids.

use super::ComponentId;
use super::component_table::ComponentTable;
use super::toml::text_kind;
use crate::diag::{Code, Sink, Spanned, UnknownName};

text_kind! {
    /// The ID of a component.
    pub(crate) struct ComponentName: "the ID of a component";
}

/// The place of a component that is named.
pub(super) fn component_named(
    name: &Spanned<String>,
    components: &[ComponentTable],
    sink: &mut Sink,
) -> Option<ComponentId> {
    let found = components.iter().position(|c| c.id.value == name.value).map(ComponentId::new);
    if found.is_none() {
        let known = components.iter().map(|c| c.id.value.as_str());
        let unknown = UnknownName::new("component", &name.value, known);
        sink.push(unknown.error(Code::M013).at(&name.span));
    }
    found
}
