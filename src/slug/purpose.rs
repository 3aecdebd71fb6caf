//! What a file of sheets is for.

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To be printed at home and cut.
    Sheets,
    /// Backs in a file of their own.
    Backs,
    /// In one piece, for a print shop.
    Poster,
    /// The cutting lines alone.
    Cut,
}

impl Purpose {
    /// The word in the manifest.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sheets => "sheets",
            Self::Backs => "backs",
            Self::Poster => "poster",
            Self::Cut => "cut",
        }
    }

    /// What follows the id in the name of the file.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Sheets => "",
            Self::Backs => "-backs",
            Self::Poster => "-poster",
            Self::Cut => "-cut",
        }
    }

    /// Whether it takes paper of its own at home: backs are printed on the paper of their fronts.
    pub const fn takes_paper(self) -> bool {
        matches!(self, Self::Sheets)
    }

    /// Whether its paper goes into the printer at home.
    pub const fn is_for_home(self) -> bool {
        matches!(self, Self::Sheets | Self::Backs)
    }
}
