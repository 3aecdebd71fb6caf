//! Columns of cards that nothing reads.

use std::collections::BTreeSet;

use super::check::{Check, GameUse, Run, Unused};
use crate::diag::{Code, Diagnostic, codes, escaped};
use crate::game::Game;
use crate::lookups::mentioned;

codes! {
    /// column that nothing reads
    ///
    /// No template, condition or rulebook looks up this column of a table of cards. A template that
    /// takes `card` as a whole, or a column by a name that is computed, reads all. Reported by
    /// `pnp check` for whole games; a column for people is kept with a reason, by `unused` of
    /// `[preflight]`.
    ///
    /// What stands in the column is printed nowhere, though somebody wrote it for a card.
    ///
    /// ```fails artists.csv
    /// id,name,act,flavour,copies
    /// mira,Mira,monkey,Never late,1
    /// ```
    /// ```passes artists.csv
    /// id,name,act,flavour,copies
    /// mira,Mira,monkey,Never late,1
    /// ```
    /// ```passes game.toml
    /// [preflight]
    /// unused = { flavour = "for the website" }
    /// ```
    L020;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Use(run) };

/// Columns that `pnp` itself reads.
const OWN: [&str; 7] = ["id", "name", "copies", "qty", "quantity", "count", "preflight"];

/// A column under all the names by which it is read: `name_it` is the Italian of `name`.
fn in_languages(column: &str, game: &Game) -> impl Iterator<Item = String> {
    let base = game.languages.iter().find_map(|lang| column.strip_suffix(&format!("_{lang}")));
    let base = base.unwrap_or(column).to_owned();
    let of_languages = game.languages.iter().map(|lang| format!("{base}_{lang}"));
    let names: Vec<String> = of_languages.chain([column.to_owned(), base.clone()]).collect();
    names.into_iter()
}

fn run(used: &GameUse<'_>) -> Vec<Unused> {
    let game = used.game;
    let rules = game.rulebooks.iter().flat_map(|book| &book.files);
    let texts = rules.map(|(_, source)| source);
    let templates = used.templates.sources().map(|(_, source)| source);
    let texts = texts.chain(templates).map(|source| source.text.as_str());
    let in_conditions: BTreeSet<String> =
        texts.chain([used.game_file.as_str()]).flat_map(|text| mentioned(text, "card")).collect();
    let in_game_file = |column: &str| {
        let quoted = [format!("\"{column}\""), format!("'{column}'")];
        quoted.iter().any(|quoted| used.game_file.contains(quoted))
    };
    let mut unused = Vec::new();
    for component in &game.components {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for card in &component.cards {
            for column in card.values.keys().map(String::as_str) {
                let is_read = |column: &str| {
                    OWN.contains(&column)
                        || used.usage.reads_column(&component.id, column)
                        || in_conditions.contains(column)
                        || in_game_file(column)
                };
                if !seen.insert(column) || in_languages(column, game).any(|name| is_read(&name)) {
                    continue;
                }
                let message =
                    format!("nothing reads the column `{}` of `{}`", escaped(column), component.id);
                let fault = Diagnostic::warning(Code::L020, message)
                    .at(&card.span)
                    .component(&component.id)
                    .hint("print it, delete it, or keep it with a reason: `unused` of [preflight]");
                let full = format!("{}.{column}", component.id);
                unused.push(Unused { names: vec![column.to_owned(), full], fault });
            }
        }
    }
    unused
}
