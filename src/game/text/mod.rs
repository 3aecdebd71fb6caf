//! How texts look: `[text]`, `[style.NAME]`, and the options that these, `textbox` and rulebooks
//! all take.
//!
//! In: a table of the game, or names and values of a call in a template. Out: [`TextOptions`],
//! typed, and a complete [`TextStyle`]. Which fonts there are is not known here.

mod kinds;
mod options;
mod tables;
mod value;

pub use kinds::{Align, Extent, Figures, Fit, IconBaseline, VerticalAlign, check_colour};
pub(crate) use kinds::{FontSize, Leading, NameOf, Paint};
pub(crate) use options::{Opt, OptionsTable};
pub use options::{TextOptions, TextStyle, text_option_names};
pub use tables::TextSettings;
pub(crate) use tables::{StyleKeys, TextKeys};
pub use value::{OptionFault, OptionValue, from_mm, length};
