//! Words of the text files that are printed nowhere.

use std::collections::BTreeSet;

use super::check::{Check, GameUse, Run, Unused};
use crate::diag::{Code, Diagnostic, codes, escaped};

codes! {
    /// word that nothing prints
    ///
    /// No template and no rulebook looks up this key of a text file, or any key of this group.
    /// Reported by `pnp check` for whole games.
    ///
    /// Translators work on words that nobody will read, or a card lacks its words.
    ///
    /// ```fails text.en.toml
    /// act = { monkey = "Monkey" }
    /// [aid]
    /// title = "Turns"
    /// ```
    /// ```fails text.it.toml
    /// act = { monkey = "Scimmia" }
    /// [aid]
    /// title = "Turni"
    /// ```
    /// ```passes text.en.toml
    /// act = { monkey = "Monkey" }
    /// [aid]
    /// title = "Turns"
    /// ```
    /// ```passes text.it.toml
    /// act = { monkey = "Scimmia" }
    /// [aid]
    /// title = "Turni"
    /// ```
    /// ```passes game.toml
    /// [preflight]
    /// unused = { "aid.title" = "for the player aid of the next edition" }
    /// ```
    L023;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Use(run) };

fn run(used: &GameUse<'_>) -> Vec<Unused> {
    let keys = &used.game.word_keys;
    // The forms of a noun are chosen by number, whichever the language has.
    let read: Vec<&[String]> = keys
        .iter()
        .filter(|key| key.is_word && used.usage.reads_words(&key.path))
        .map(|key| key.path.as_slice())
        .collect();
    let mut told: BTreeSet<&[String]> = BTreeSet::new();
    let mut unused = Vec::new();
    for key in keys {
        let is_read = read.iter().any(|path| path.starts_with(&key.path));
        let is_empty_group = !key.is_word
            && !keys.iter().any(|other| other.is_word && other.path.starts_with(&key.path));
        let is_told = (1..=key.path.len()).any(|end| told.contains(&key.path[..end]));
        if is_read || is_empty_group || is_told {
            continue;
        }
        told.insert(&key.path);
        let path = key.path.join(".");
        let what = if key.is_word { "word" } else { "group of words" };
        let message = format!("nothing prints the {what} `{}`", escaped(&path));
        let fault = Diagnostic::warning(Code::L023, message)
            .at(&key.span)
            .hint("print it, delete it, or keep it with a reason: `unused` of [preflight]");
        // A group is kept by its words, too.
        let words = keys.iter().filter(|other| other.path.starts_with(&key.path));
        let names = words.map(|other| other.path.join(".")).collect();
        unused.push(Unused { names, fault });
    }
    unused
}
