//! Places of components in a game and of cards in a component, each of a type of its own, so that
//! neither is taken for the other or for a number.

macro_rules! place {
    ($(#[$doc:meta])* $id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(usize);

        impl $id {
            /// The place with that number, from 0.
            pub const fn new(index: usize) -> Self {
                Self(index)
            }

            /// Its number, from 0.
            pub const fn index(self) -> usize {
                self.0
            }
        }
    };
}

place! {
    /// A component, by its place in the game.
    ComponentId
}

place! {
    /// A card, by its place in its component.
    CardId
}

/// Lists of something are indexed by places of its own.
macro_rules! indexed_by {
    ($id:ty, $what:ty) => {
        impl Index<$id> for Vec<$what> {
            type Output = $what;

            fn index(&self, id: $id) -> &$what {
                &self[id.index()]
            }
        }

        impl IndexMut<$id> for Vec<$what> {
            fn index_mut(&mut self, id: $id) -> &mut $what {
                &mut self[id.index()]
            }
        }
    };
}

pub(super) use indexed_by;
