//! What a build is asked for.

use super::choice::Choice;
use crate::changes::State;
use crate::game::Overrides;
use crate::job::PrintOptions;

/// What a build is asked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Language, paper and duplex in place of the game's.
    pub overrides: Overrides,
    /// Only these components; none means all.
    pub components: Vec<String>,
    /// Only some cards, and not on every slot.
    pub choice: Choice,
    /// How everything is printed.
    pub print: PrintOptions,
    /// Only what differs from an earlier print.
    pub since: Option<Since>,
    /// Write nothing if there are warnings.
    pub deny_warnings: bool,
}

/// An earlier print.
#[derive(Clone, Debug)]
pub struct Since {
    /// What it is called, in messages and in the manifest.
    pub name: String,
    /// What was printed.
    pub state: State,
}
