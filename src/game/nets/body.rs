//! What a net is folded to.

use std::fmt::Debug;

use super::builder::Builder;
use super::context::Context;
use super::panel::Panel;
use crate::diag::Sink;
use crate::game::toml::Table;

/// What a net is folded to. Panels are as large as the inside: card is thin, and the clearance
/// covers it.
pub trait Body: Debug {
    /// Its panels, in the order in which templates are filled. There is at least one.
    fn panels(&self) -> Vec<Panel>;
    /// Lays out its panels and flaps.
    fn draw(&self, net: &mut Builder<'_>);
}

/// A body that game files can name: all that a file of this folder must say of its net.
pub(crate) trait Declared: Body + Sized + 'static {
    /// Its name in game files.
    const NAME: &'static str;
    /// The keys it takes beside those of every fold.
    type Keys: Table + Debug + Send + Sync + 'static;
    /// The body that the keys describe.
    fn resolve(keys: &Self::Keys, context: &Context<'_>, sink: &mut Sink) -> Option<Self>;
}
