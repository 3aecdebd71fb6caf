//! Nets: what is cut out of one piece of paper, folded and glued.
//!
//! In: the keys of a fold, and how large the decks of the game are. Out: its [`Panel`]s, and the
//! [`Net`] in which each of them has its place, computed once. Lengths only: how nets go on sheets
//! is not known here.
//!
//! **A net is a file**, with everything that is known of it: its name, its keys, its panels and how
//! it is drawn. What is cut, folded, glued and inked follows from the drawing. To add one, write
//! the file (`Declared` says what must be in it) and list it here.

mod body;
mod builder;
mod context;
mod flap;
mod ink;
mod kind;
mod lines;
mod net;
mod pack;
mod panel;
mod pencil;
mod profile;
mod solid;
mod walls;

pub mod band;
pub mod car;
pub mod cube;
pub mod plain_box;
pub mod tent;
pub mod tuck_box;

pub use body::Body;
pub use builder::Builder;
pub(crate) use context::{Context, Pile};
pub use ink::Ink;
pub(crate) use kind::{NetKind, Written};
pub use net::{Crease, Net, NetPart, Role};
pub use panel::{Panel, PanelCut};
pub use profile::Profile;
pub use solid::Solid;

/// All nets, in the order of the reference.
pub(crate) const NETS: &[NetKind] = &[
    NetKind::of::<cube::Cube>(),
    NetKind::of::<tuck_box::TuckBox>(),
    NetKind::of::<tent::Tent>(),
    NetKind::of::<plain_box::PlainBox>(),
    NetKind::of::<car::Car>(),
    NetKind::of::<band::Band>(),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::NETS;

    #[test]
    fn every_net_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = NETS.iter().map(|net| net.name).collect();
        assert_eq!(names.len(), NETS.len(), "{names:?}");
    }
}
