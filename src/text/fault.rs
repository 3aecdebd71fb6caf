//! What can be wrong with a text, in the designer's words. Component, card, column and language are
//! added by the caller.

use std::fmt;

use crate::diag::{Code, Severity};
use crate::game::text::OptionFault;
use crate::units::Length;

/// Something wrong with one text.
#[derive(Clone, Debug, PartialEq)]
pub enum TextFault {
    /// The text is higher than its box, even at the smallest size.
    Overflow {
        /// Lines that lie below the box, in whole lines.
        lines: usize,
        /// By how much the text is higher than the box, in millimetres.
        mm: f64,
        /// The size it was tried at.
        size: Length,
        /// Whether shrinking was allowed.
        shrunk: bool,
    },
    /// A word that cannot be broken is wider than the box.
    WordTooWide {
        /// The word.
        word: String,
        /// By how much, in millimetres.
        mm: f64,
        /// The size it was tried at.
        size: Length,
    },
    /// A mark that is opened and never closed.
    Unclosed {
        /// As typed.
        mark: String,
    },
    /// A mark that closes what is not open, or closes the wrong one.
    Crossed {
        /// The closing mark, as typed.
        closed: String,
        /// The innermost open mark.
        open: Option<String>,
    },
    /// Something that looks like a mark and is none.
    UnknownMark {
        /// As typed.
        mark: String,
        /// What to write instead.
        hint: String,
    },
    /// An icon that does not exist.
    UnknownIcon {
        /// As typed.
        name: String,
        /// The nearest one.
        hint: Option<String>,
    },
    /// An icon whose file cannot be drawn in a line of text.
    BadIcon {
        /// Its name.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// A character that no font of the chain has.
    MissingGlyph {
        /// The characters that belong together.
        cluster: String,
        /// The families that were asked.
        families: Vec<String>,
    },
    /// A named style that does not exist.
    UnknownStyle {
        /// As typed.
        name: String,
        /// The nearest one.
        hint: Option<String>,
    },
    /// An option that does not exist, or a value that it cannot take.
    BadOption(OptionFault),
    /// A family that is not in the project.
    UnknownFamily {
        /// As typed.
        family: String,
        /// The nearest one, or the list of those that exist.
        hint: String,
    },
    /// A slant or a weight that the family does not have. It is drawn without.
    NoSuchFace {
        /// The family.
        family: String,
        /// `italic`, `bold`, `bold italic` or a feature.
        wanted: String,
    },
}

impl From<OptionFault> for TextFault {
    fn from(fault: OptionFault) -> Self {
        Self::BadOption(fault)
    }
}

impl TextFault {
    /// Which fault, as `pnp explain` knows it.
    pub const fn code(&self) -> Code {
        match self {
            Self::Overflow { .. } => Code::X001,
            Self::WordTooWide { .. } => Code::X002,
            Self::Unclosed { .. } | Self::Crossed { .. } => Code::X003,
            Self::UnknownMark { .. } => Code::X004,
            Self::UnknownIcon { .. } => Code::X005,
            Self::BadIcon { .. } => Code::X006,
            Self::MissingGlyph { .. } => Code::X007,
            Self::UnknownStyle { .. } => Code::X008,
            Self::BadOption(_) => Code::X009,
            Self::UnknownFamily { .. } => Code::X010,
            Self::NoSuchFace { .. } => Code::X011,
        }
    }

    /// How bad.
    pub const fn severity(&self) -> Severity {
        match self {
            Self::NoSuchFace { .. } => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Whether the call or the style is wrong, not the text.
    pub const fn is_about_options(&self) -> bool {
        matches!(
            self,
            Self::BadOption(_)
                | Self::UnknownStyle { .. }
                | Self::UnknownFamily { .. }
                | Self::NoSuchFace { .. }
        )
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        let fixed = match self {
            Self::Overflow { shrunk: false, .. } => {
                "shorten the text, enlarge the box, or allow fit=\"shrink\""
            }
            Self::Overflow { .. } => {
                "shorten the text, enlarge the box, or allow a smaller min_size"
            }
            Self::WordTooWide { .. } => {
                "put a soft hyphen (U+00AD) into the word, switch hyphenation on, or enlarge the \
                 box"
            }
            Self::Unclosed { mark } => {
                return Some(format!(
                    "close it in the same paragraph, or write `\\{mark}` if the characters \
                     themselves are meant"
                ));
            }
            Self::Crossed { open: Some(open), .. } => {
                return Some(format!("close `{open}` first"));
            }
            Self::Crossed { .. } => "nothing is open there; remove it, or write a `\\` before it",
            Self::UnknownIcon { hint: None, .. } => {
                "icons are SVG files in the game's icons folder; write `\\{` for the brace itself"
            }
            Self::MissingGlyph { cluster, .. } if cluster.contains(char::is_control) => {
                "delete it: it is a control character, which prints nothing"
            }
            Self::MissingGlyph { .. } => {
                "use a font that has it, or add a family that does to `fallback` under [text]"
            }
            Self::NoSuchFace { .. } => "add the font file to fonts/, or choose another family",
            Self::UnknownMark { hint, .. } | Self::UnknownFamily { hint, .. } => {
                return Some(hint.clone());
            }
            Self::UnknownIcon { hint, .. }
            | Self::UnknownStyle { hint, .. }
            | Self::BadOption(OptionFault { hint, .. }) => return hint.clone(),
            Self::BadIcon { .. } => return None,
        };
        Some(fixed.to_owned())
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow { lines, mm, size, shrunk } => {
                let noun = if *lines == 1 { "line" } else { "lines" };
                let tried = if *shrunk { "even at the smallest size" } else { "at its size" };
                write!(
                    f,
                    "the text overflows its box by {lines} {noun} ({mm:.1} mm) {tried}, {}",
                    points(*size)
                )
            }
            Self::WordTooWide { word, mm, size } => {
                write!(
                    f,
                    "`{word}` is {mm:.1} mm wider than its box at {} and cannot be broken",
                    points(*size)
                )
            }
            Self::Unclosed { mark } => write!(f, "`{mark}` is opened and never closed"),
            Self::Crossed { closed, open: Some(open) } => {
                write!(f, "`{closed}` closes nothing while `{open}` is still open")
            }
            Self::Crossed { closed, open: None } => {
                write!(f, "`{closed}` closes what was never opened")
            }
            Self::UnknownMark { mark, .. } => {
                write!(f, "`{mark}` is not a mark that text can contain")
            }
            Self::UnknownIcon { name, .. } => write!(f, "there is no icon `{name}`"),
            Self::BadIcon { name, why } => {
                write!(f, "the icon `{name}` cannot be used in text: {why}")
            }
            Self::MissingGlyph { cluster, families } => {
                let codes: Vec<String> =
                    cluster.chars().map(|c| format!("U+{:04X}", u32::from(c))).collect();
                // Private characters have no picture of their own to show.
                let shown = if cluster
                    .chars()
                    .all(|c| ('\u{e000}'..='\u{f8ff}').contains(&c) || c.is_control())
                {
                    String::new()
                } else {
                    format!(" `{cluster}`")
                };
                write!(f, "no glyph for {}{shown} in {}", codes.join(" "), families.join(", "))
            }
            Self::UnknownStyle { name, .. } => write!(f, "there is no text style `{name}`"),
            Self::BadOption(fault) => fault.fmt(f),
            Self::UnknownFamily { family, .. } => write!(f, "there is no font family `{family}`"),
            Self::NoSuchFace { family, wanted } => {
                write!(f, "`{family}` has no {wanted}, so the text is drawn without")
            }
        }
    }
}

/// A size as designers say it.
fn points(size: Length) -> String {
    format!("{} pt", (size.to_pt() * 100.0).round() / 100.0)
}
