//! What usvg only logs, captured.

use std::cell::RefCell;
use std::sync::Once;

use log::{Level, LevelFilter, Log, Metadata, Record};

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LogLine {
    pub(super) target: String,
    pub(super) message: String,
}

thread_local! {
    static LINES: RefCell<Option<Vec<LogLine>>> = const { RefCell::new(None) };
}

struct Capture;

impl Log for Capture {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= Level::Warn
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        LINES.with_borrow_mut(|lines| {
            if let Some(lines) = lines {
                lines.push(LogLine {
                    target: record.target().to_owned(),
                    message: record.args().to_string(),
                });
            }
        });
    }

    fn flush(&self) {}
}

/// Runs something and returns what it logged on this thread, each line once.
pub(super) fn capture<T>(run: impl FnOnce() -> T) -> (T, Vec<LogLine>) {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        // Another logger exists only if a program that uses this library installed one; then the
        // lines are in its log.
        if log::set_logger(&Capture).is_ok() {
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
