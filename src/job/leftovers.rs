//! What lies in an output folder besides the files of a build: what an earlier build wrote, and
//! what is not ours.
//!
//! In: the folder with the new files begun, and which manifests this build supersedes. Out: names.
//! Only what a manifest of ours lists, with the sum that it states, is ever taken away.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::layers::sha256;
use crate::diag::{Code, Diagnostic, Sink};
use crate::files::OutputFolder;

/// The files of a folder that this build did not write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    /// Written by an earlier build in the place of which this one stands, and unchanged since.
    pub stale: Vec<String>,
    /// Written by such a build, and changed since by somebody else.
    pub changed: Vec<String>,
    /// Things to print or to upload that no manifest lists.
    pub foreign: Vec<String>,
    /// Files of this build that another build, of another language say, wrote under the same name.
    pub taken: Vec<String>,
}

/// Which builds a folder holds beside this one.
#[derive(Clone, Debug)]
pub struct Superseded<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The manifests in the place of which this build stands, its own among them.
    pub manifests: &'a [String],
    /// The manifests that builds of the game as it is now write.
    pub known: &'a [String],
}

/// Endings of what is printed, cut or uploaded.
const MADE: [&str; 5] = [".pdf", ".png", ".svg", ".dxf", ".html"];
/// Exports have a folder and a list of their own.
const EXPORT: &str = "export/";

impl Leftovers {
    /// Looks through a folder.
    pub fn find(out: &OutputFolder, superseded: &Superseded<'_>) -> Self {
        let present = out.earlier();
        let records: Vec<(&String, BTreeMap<String, String>)> = present
            .iter()
            .filter_map(|name| Some((name, record(out, superseded.game, name)?)))
            .collect();
        let goes = |name: &str| {
            let is_named = |names: &[String]| names.iter().any(|known| known == name);
            is_named(superseded.manifests) || !is_named(superseded.known)
        };
        let listed = |gone: bool| -> BTreeSet<&str> {
            let records = records.iter().filter(|(name, _)| goes(name) == gone);
            records.flat_map(|(_, files)| files.keys().map(String::as_str)).collect()
        };
        let kept = listed(false);
        let gone = listed(true);
        let mut found = Self::default();
        for name in &present {
            if kept.contains(name.as_str()) {
                // It belongs to a build that stands beside this one.
                if out.has(name) {
                    found.taken.push(name.clone());
                }
            } else if !out.has(name) {
                let is_record = records.iter().any(|(record, _)| *record == name);
                let list = if is_record {
                    goes(name).then_some(&mut found.stale)
                } else if gone.contains(name.as_str()) {
                    let sum = out.read_earlier(name).map(|bytes| sha256(&bytes));
                    let is_ours = records
                        .iter()
                        .any(|(record, files)| goes(record) && files.get(name) == sum.as_ref());
                    Some(if is_ours { &mut found.stale } else { &mut found.changed })
                } else {
                    let is_made = MADE.iter().any(|end| name.ends_with(end));
                    (is_made && !name.starts_with(EXPORT)).then_some(&mut found.foreign)
                };
                if let Some(list) = list {
                    list.push(name.clone());
                }
            }
        }
        found
    }

    /// Reports what must not be lost or handed on without a word.
    pub fn report(&self, sink: &mut Sink) {
        for name in &self.taken {
            let message = format!("another build of this game lists `{name}` in its manifest, too");
            sink.push(
                Diagnostic::error(Code::P004, message)
                    .hint("rename a component, or build into another folder"),
            );
        }
        if !self.foreign.is_empty() {
            let names = some_of(&self.foreign);
            let message = format!("no build of this game wrote {names} in the output folder");
            sink.push(
                Diagnostic::warning(Code::P003, message)
                    .hint("delete what is not part of the game before you hand the folder on"),
            );
        }
        if !self.changed.is_empty() {
            let names = some_of(&self.changed);
            let message = format!(
                "{names} in the output folder: an earlier build wrote it, this one does not, and \
                 it was changed since"
            );
            sink.push(
                Diagnostic::warning(Code::P003, message).hint("delete or move what is not needed"),
            );
        }
    }
}

/// The first of some names, and how many more there are.
pub fn some_of(names: &[String]) -> String {
    const SHOWN: usize = 3;
    let mut shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(SHOWN);
    if more > 0 {
        shown.push(format!("{more} more"));
    }
    match shown.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The files that a manifest of the game lists, with their sums; none if it is no such manifest.
fn record(out: &OutputFolder, game: &str, name: &str) -> Option<BTreeMap<String, String>> {
    name.strip_prefix("manifest")?.strip_suffix(".json")?;
    let manifest: Value = serde_json::from_slice(&out.read_earlier(name)?).ok()?;
    if manifest.get("game")?.as_str()? != game || !manifest.get("version")?.is_u64() {
        return None;
    }
    let mut files = BTreeMap::new();
    let mut rest = vec![&manifest];
    while let Some(value) = rest.pop() {
        match value {
            Value::Array(values) => rest.extend(values),
            Value::Object(entries) => {
                if let (Some(Value::String(file)), Some(Value::String(sum))) =
                    (entries.get("file"), entries.get("sha256"))
                {
                    files.insert(file.clone(), sum.clone());
                }
                rest.extend(entries.values());
            }
            _ => {}
        }
    }
    Some(files)
}
