//! What the numbers of all languages share.

/// The gender a number agrees with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gender {
    /// Also for languages whose numbers have none.
    #[default]
    Masculine,
    /// `una scimmia`, `одна обезьяна`.
    Feminine,
    /// `одно яйцо`.
    Neuter,
}

impl Gender {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Masculine, Self::Feminine, Self::Neuter];

    /// By the letter that texts write: `m`, `f` or `n`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "m" => Some(Self::Masculine),
            "f" => Some(Self::Feminine),
            "n" => Some(Self::Neuter),
            _ => None,
        }
    }
}

/// The larger part of a number and its rest, if it has one.
pub(super) fn joined(head: String, by: &str, rest: u32, spell: impl Fn(u32) -> String) -> String {
    if rest == 0 { head } else { format!("{head}{by}{}", spell(rest)) }
}
