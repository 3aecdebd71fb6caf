//! What the clock says, for a page that shows when something was saved. Nothing that is built
//! depends on it.

use std::time::{SystemTime, UNIX_EPOCH};

/// The time in UTC as in ISO 8601: `2026-12-01T14:32:07Z`.
#[expect(clippy::disallowed_methods, reason = "shown to whoever is at work, and never printed")]
pub(super) fn now() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    written(now.as_secs())
}

/// A number of seconds since 1970, as in ISO 8601.
fn written(seconds: u64) -> String {
    let days = seconds / 86_400;
    let rest = seconds % 86_400;
    // Years that begin with March end with the day that not each of them has; 400 of them always
    // have as many days.
    let from_march = days + 719_468;
    let era = from_march / 146_097;
    let day = from_march % 146_097;
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let is_next_year = month >= 10;
    let month = if is_next_year { month - 9 } else { month + 3 };
    let year = era * 400 + year + u64::from(is_next_year);
    format!(
        "{year:04}-{month:02}-{day_of_month:02}T{:02}:{:02}:{:02}Z",
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_written_as_days_and_times() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_796_135_527, "2026-12-01T14:32:07Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(written(seconds), text);
        }
    }
}
