//! Numbers as letters, as on a map: A to Z, then AA.

/// The letters of a number, counted from 0.
pub(super) fn letters(number: u32) -> String {
    let mut letters = Vec::new();
    let mut remaining = u64::from(number) + 1;
    while remaining > 0 {
        remaining -= 1;
        letters.push(char::from(b'A' + (remaining % 26) as u8));
        remaining /= 26;
    }
    letters.iter().rev().collect()
}
