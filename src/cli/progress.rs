//! Bars on a terminal.

use std::io::IsTerminal;
use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressStyle};

use crate::job::{Progress, Silent};

/// Bars if somebody is watching, silence otherwise.
pub(super) fn progress(quiet: bool) -> Box<dyn Progress> {
    if quiet || !std::io::stderr().is_terminal() {
        Box::new(Silent)
    } else {
        Box::new(Bars::default())
    }
}

/// One bar for each component.
#[derive(Default)]
struct Bars {
    bar: Mutex<Option<ProgressBar>>,
}

impl Progress for Bars {
    fn begin(&self, component: &str, steps: usize) {
        let bar = ProgressBar::new(steps as u64);
        if let Ok(style) = ProgressStyle::with_template("{msg:>20} {bar:40} {pos}/{len} layers") {
            bar.set_style(style);
        }
        bar.set_message(component.to_owned());
        if let Ok(mut slot) = self.bar.lock() {
            *slot = Some(bar);
        }
    }

    fn done(&self, steps: usize) {
        if let Ok(slot) = self.bar.lock()
            && let Some(bar) = &*slot
        {
            bar.inc(steps as u64);
            if bar.length() == Some(bar.position()) {
                bar.set_message("writing");
            }
        }
    }

    fn end(&self) {
        if let Ok(mut slot) = self.bar.lock()
            && let Some(bar) = slot.take()
        {
            bar.finish_and_clear();
        }
    }
}
