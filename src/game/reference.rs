//! The reference of all keys, made of their declarations.

use std::fmt::Write;

use super::game_file::GameKeys;
use super::printer::PrinterKeys;
use super::toml::{Absent, Table, TableDoc};
use crate::units::{CARD_SIZES, NamedSize, PAPER_SIZES};

/// The tables of `game.toml` and of the profiles of printers, each once.
fn tables() -> Vec<TableDoc> {
    let mut all: Vec<TableDoc> = Vec::new();
    for root in [GameKeys::doc(), PrinterKeys::doc()] {
        for table in root.all() {
            if !all.iter().any(|known| known.title == table.title) {
                all.push(table.clone());
            }
        }
    }
    all
}

/// The reference of all keys, in Markdown.
pub fn keys_markdown() -> String {
    let mut out = String::from(
        "# Keys of `game.toml`\n\nA length is a string with a number and a unit: `\"63mm\"`, \
         `\"6.3cm\"`, `\"2.5in\"`, `\"1/8in\"`, `\"18pt\"`. Decimals have a point, and the longest \
         length is ten metres. A key that is not listed here is an error.\n",
    );
    for table in tables() {
        table_markdown(&table, &mut out);
    }
    sizes(&mut out, "Names for `size`", CARD_SIZES, "The names of paper sizes work too.");
    sizes(&mut out, "Names for `paper`", PAPER_SIZES, "In portrait.");
    out
}

/// The names of all keys, whatever table they stand in.
pub fn key_names() -> Vec<&'static str> {
    tables().iter().flat_map(|table| &table.keys).map(|key| key.key).collect()
}

/// A key that does something in words where it is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefaultInWords {
    /// The title of its table.
    pub table: &'static str,
    /// The key.
    pub key: &'static str,
    /// What the reference says.
    pub words: String,
}

/// All defaults that the reference tells in words, which nothing but a test can hold to the truth.
pub fn defaults_in_words() -> Vec<DefaultInWords> {
    let mut found = Vec::new();
    for table in tables() {
        for key in table.keys {
            if let Absent::Words(words) = key.absent {
                found.push(DefaultInWords { table: table.title, key: key.key, words });
            }
        }
    }
    found
}

fn table_markdown(table: &TableDoc, out: &mut String) {
    let _ = write!(out, "\n## {}\n\n{}\n", table.title, table.about);
    let includes: Vec<&str> = table.includes.iter().map(|table| table.title).collect();
    if let Some((last, others)) = includes.split_last() {
        let others: String = others.iter().map(|title| format!("{title}; ")).collect();
        let _ = write!(out, "\nAlso takes the keys of: {others}{last}.\n");
    }
    if table.keys.is_empty() {
        return;
    }
    out.push_str("\n| key | takes | when left out | what it does |\n|---|---|---|---|\n");
    for k in &table.keys {
        let takes = cell(&k.takes);
        let absent = match &k.absent {
            Absent::Required => "required".to_owned(),
            Absent::Value(value) => format!("`{}`", cell(value)),
            Absent::Words(words) => cell(words),
        };
        let _ = writeln!(out, "| `{}` | {takes} | {absent} | {} |", k.key, cell(k.doc));
    }
}

/// A bar would end the cell of a Markdown table, also inside code.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn sizes(out: &mut String, title: &str, sizes: &[NamedSize], about: &str) {
    let _ = write!(out, "\n## {title}\n\n{about}\n\n| name | size |\n|---|---|\n");
    for named in sizes {
        let _ = writeln!(out, "| `{}` | {} |", named.name, named.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_lists_every_key_and_size() {
        let markdown = keys_markdown();
        for table in tables() {
            for key in &table.keys {
                assert!(markdown.contains(&format!("| `{}` |", key.key)), "{}", key.key);
            }
        }
        assert!(markdown.contains("| `poker-us` | 63.5 × 88.9 mm |"));
        assert!(markdown.contains("`card.cost \\| int > 3`"));
        assert!(markdown.ends_with("|\n"));
    }
}
