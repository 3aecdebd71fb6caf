//! Repeated faults as one message, with their number and some of their places.
//!
//! For people: eighteen thousand lines about one habit of one table are read by nobody.

use std::collections::HashMap;

use super::{Code, Diagnostic, Severity, Span};

/// How many places are named besides the first.
const MAX_PLACES: usize = 3;
/// So many messages that differ only in their numbers are reported one by one.
const MAX_NUMBERS: usize = 10;
/// So many messages that differ in what they quote, too.
const MAX_QUOTES: usize = 50;

/// Faults that are reported together.
struct Group {
    first: Diagnostic,
    places: Vec<String>,
    /// How many there are besides the first.
    more: usize,
    /// Whether all say the same.
    same: bool,
}

/// The faults, in their order; of those that say the same only the first, with a note of the
/// others.
pub fn grouped(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let alone = found.into_iter().map(|first| Group { first, places: vec![], more: 0, same: true });
    let groups = merge(alone.collect(), str::to_owned, 1);
    let groups = merge(groups, |message| without(message, false), MAX_NUMBERS);
    let groups = merge(groups, |message| without(message, true), MAX_QUOTES);
    groups.into_iter().map(Group::into_diagnostic).collect()
}

/// Joins groups whose messages have the same key, if there are more than `max` of them.
fn merge(groups: Vec<Group>, key: impl Fn(&str) -> String, max: usize) -> Vec<Group> {
    let key = |group: &Group| -> (Code, Severity, String) {
        (group.first.code, group.first.severity, key(&group.first.message))
    };
    let mut counts: HashMap<_, usize> = HashMap::new();
    for group in &groups {
        *counts.entry(key(group)).or_default() += 1;
    }
    let mut merged: Vec<Group> = Vec::new();
    let mut places: HashMap<_, usize> = HashMap::new();
    for group in groups {
        let key = key(&group);
        let is_one_of_many = counts.get(&key).is_some_and(|count| *count > max);
        match places.get(&key).and_then(|place| merged.get_mut(*place)) {
            Some(known) if is_one_of_many => known.add(group),
            _ => {
                places.insert(key, merged.len());
                merged.push(group);
            }
        }
    }
    merged
}

/// A message with `0` for its numbers, and nothing in its quotes if those do not count either.
fn without(message: &str, quotes: bool) -> String {
    let mut out = String::new();
    let mut in_quotes = false;
    let mut in_number = false;
    for c in message.chars() {
        in_quotes ^= c == '`';
        if quotes && in_quotes && c != '`' {
            continue;
        }
        if c.is_ascii_digit() || (in_number && c == '.') {
            if !in_number {
                out.push('0');
            }
            in_number = true;
        } else {
            in_number = false;
            out.push(c);
        }
    }
    // The plural goes with the number.
    out.replace("lines", "line").replace("cells", "cell")
}

impl Group {
    fn add(&mut self, other: Self) {
        self.same &= other.same && other.first.message == self.first.message;
        self.more += 1 + other.more;
        let place = other.first.span.as_ref().map(Span::place);
        self.places.extend(place.into_iter().chain(other.places));
        self.places.truncate(MAX_PLACES);
    }

    fn into_diagnostic(self) -> Diagnostic {
        let Self { first, places, more, same } = self;
        if more == 0 {
            return first;
        }
        let times = if more == 1 { "once more".to_owned() } else { format!("{more} more times") };
        let what = match (same, more) {
            (true, _) => format!("the same {times}"),
            (false, 1) => "one more like it".to_owned(),
            (false, _) => format!("{more} more like it"),
        };
        let all = if more > places.len() { "among others at" } else { "at" };
        let note = match places.split_last() {
            None => what,
            Some((last, [])) => format!("{what}, {all} {last}"),
            Some((last, others)) => format!("{what}, {all} {} and {last}", others.join(", ")),
        };
        let is_cut = more > places.len();
        let how = if is_cut { "; `--format short` shows each of them" } else { "" };
        first.hint(format!("{note}{how}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Source;

    fn fault(message: &str, at: usize) -> Diagnostic {
        let source = Source::new("a.csv", "\n".repeat(2_000));
        Diagnostic::error(Code::P002, message).at(&Span::new(&source, at..at))
    }

    fn shown(found: Vec<Diagnostic>) -> Vec<(String, Vec<String>)> {
        grouped(found).into_iter().map(|fault| (fault.message, fault.hints)).collect()
    }

    #[test]
    fn the_same_words_are_said_once_with_their_number_and_three_places() {
        let found = (0..1_865).map(|at| fault(["mark a", "mark b"][at % 2], at)).collect();
        let shown = shown(found);
        assert_eq!(shown.len(), 2);
        let (message, hints) = &shown[0];
        assert_eq!(message, "mark a");
        assert_eq!(
            hints,
            &["the same 932 more times, among others at a.csv:3:1, a.csv:5:1 and a.csv:7:1; \
               `--format short` shows each of them"]
        );
    }

    #[test]
    fn a_few_that_differ_stay_apart_and_many_do_not() {
        let overflows =
            |many| (1..=many).map(|n| fault(&format!("text is {n}.{n} mm too long"), n)).collect();
        assert_eq!(shown(overflows(10)).len(), 10);
        let all = shown(overflows(11));
        assert_eq!(all.len(), 1);
        assert!(all[0].1[0].starts_with("10 more like it, among others at a.csv:3:1"));
        let ids = |many| (0..many).map(|n| fault(&format!("no card `c{n}x`"), n)).collect();
        assert_eq!(shown(ids(10)).len(), 10);
        let words = |many: u8| {
            let word = |n: u8| format!("no card `{}`", "x".repeat(usize::from(n)));
            (0..many).map(|n| fault(&word(n), n.into())).collect()
        };
        assert_eq!(shown(words(50)).len(), 50);
        assert_eq!(shown(words(51)).len(), 1);
        let two = shown(vec![fault("x", 1), fault("x", 2)]);
        assert_eq!(two[0].1, ["the same once more, at a.csv:3:1"]);
    }
}
