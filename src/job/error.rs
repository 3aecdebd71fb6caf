//! Why nothing was printed.

use crate::diag::{Code, Diagnostic, Failed, Sink};
use crate::files::OutputError;

/// Why nothing was printed.
#[derive(Debug)]
pub enum JobError {
    /// The game has errors; they are in the sink.
    Game,
    /// The output could not be written.
    Output(OutputError),
    /// A promise of ours is broken.
    Internal(String),
}

impl JobError {
    /// As a diagnostic, where nothing is written.
    pub fn report(self, sink: &mut Sink) -> Failed {
        let what = match self {
            Self::Game => return Failed,
            Self::Output(error) => error.to_string(),
            Self::Internal(what) => what,
        };
        sink.push(Diagnostic::error(Code::P002, format!("internal error: {what}")));
        Failed
    }
}

impl From<Failed> for JobError {
    fn from(_: Failed) -> Self {
        Self::Game
    }
}

impl From<OutputError> for JobError {
    fn from(error: OutputError) -> Self {
        Self::Output(error)
    }
}
