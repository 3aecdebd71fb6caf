//! What usvg only logs, caught.

use std::cell::RefCell;
use std::sync::Once;

use log::{Level, LevelFilter, Log, Metadata, Record};

/// The target under which [`super::fonts::select`] tells of a family that is not there.
pub(super) const FONT: &str = "pnp::font";

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) target: String,
    pub(super) message: String,
}

thread_local! {
    static LINES: RefCell<Option<Vec<Line>>> = const { RefCell::new(None) };
}

struct Catcher;

impl Log for Catcher {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= Level::Warn
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        LINES.with_borrow_mut(|lines| {
            if let Some(lines) = lines {
                lines.push(Line {
                    target: record.target().to_owned(),
                    message: record.args().to_string(),
                });
            }
        });
    }

    fn flush(&self) {}
}

/// Runs something and returns what it logged on this thread, each line once.
pub(super) fn catch<T>(run: impl FnOnce() -> T) -> (T, Vec<Line>) {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        // Another logger can only be there if a program that uses this library set one; then its log has the lines.
        if log::set_logger(&Catcher).is_ok() {
            log::set_max_level(LevelFilter::Warn);
        }
    });
    LINES.with_borrow_mut(|lines| *lines = Some(Vec::new()));
    let value = run();
    let mut lines = LINES.with_borrow_mut(Option::take).unwrap_or_default();
    let mut at = 0;
    while at < lines.len() {
        let repeated = lines[..at].contains(&lines[at]);
        if repeated { drop(lines.remove(at)) } else { at += 1 }
    }
    (value, lines)
}
