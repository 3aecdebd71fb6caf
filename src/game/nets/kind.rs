//! A kind of net, as the list of all of them has it.

use std::fmt;
use std::sync::Arc;

use super::body::{Body, Declared};
use super::context::Context;
use crate::diag::Sink;
use crate::game::toml::{Fields, Table, TableDoc};

/// A kind of net.
pub(crate) struct NetKind {
    /// Its name in game files.
    pub(crate) name: &'static str,
    /// The documentation of its keys.
    pub(crate) doc: fn() -> TableDoc,
    /// The keys it takes beside those of every fold.
    pub(crate) keys: fn() -> Vec<&'static str>,
    /// Reads these keys, whatever else may stand there.
    pub(crate) read: fn(&Fields<'_, '_>, &mut Sink) -> Option<Arc<dyn Written>>,
}

/// A net as written. It is resolved when the sizes of all decks are known.
pub(crate) trait Written: fmt::Debug + Send + Sync {
    /// What it is folded to.
    fn resolve(&self, context: &Context<'_>, sink: &mut Sink) -> Option<Box<dyn Body>>;
}

impl NetKind {
    /// The kind of a body.
    pub(super) const fn of<N: Declared>() -> Self {
        Self { name: N::NAME, doc: N::Keys::doc, keys: N::Keys::keys, read: read::<N> }
    }
}

impl fmt::Debug for NetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[derive(Debug)]
struct Keys<N: Declared>(N::Keys);

impl<N: Declared> Written for Keys<N> {
    fn resolve(&self, context: &Context<'_>, sink: &mut Sink) -> Option<Box<dyn Body>> {
        Some(Box::new(N::resolve(&self.0, context, sink)?))
    }
}

fn read<N: Declared>(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<Arc<dyn Written>> {
    Some(Arc::new(Keys::<N>(N::Keys::read_keys(fields, sink)?)))
}
