//! The sentences of a rulebook by section, for those who quote it.

use super::doc::{Block, BlockKind, plain};
use super::fill::FilledText;
use super::read::read;
use super::{fill, words};
use crate::compose::Ink;
use crate::diag::Sink;
use crate::game::{Game, Rulebook};

/// A section of a rulebook, and those below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSection {
    /// The file, as a path in the project.
    pub path: String,
    /// The language it is written in.
    pub lang: String,
    /// The anchor of its heading.
    pub anchor: String,
    /// Its sentences, in order.
    pub sentences: Vec<String>,
}

impl RuleSection {
    /// The sentence that tells most of something: of a number, as digits or in words, and of words
    /// that it is put in. None in a section without sentences.
    pub fn quote(&self, numbers: &[u32], that: &str) -> Option<&str> {
        let numbers: Vec<Vec<String>> = numbers
            .iter()
            .flat_map(|number| {
                let genders = [words::Gender::Masculine, words::Gender::Feminine];
                let in_words =
                    genders.into_iter().filter_map(|g| words::spelled(*number, &self.lang, g));
                std::iter::once(number.to_string()).chain(in_words)
            })
            // `twenty-eight` is two words that follow each other.
            .map(|number| words_of(&number))
            .filter(|number| !number.is_empty())
            .collect();
        let wanted = words_of(that);
        let score = |sentence: &str| {
            let has = words_of(sentence);
            let shared =
                wanted.iter().filter(|word| is_telling(word) && has.contains(word)).count();
            let holds = |number: &Vec<String>| has.windows(number.len()).any(|n| n == number);
            let is_counted = numbers.iter().any(holds);
            shared + 2 * usize::from(is_counted)
        };
        // The first of those that tell most.
        let best = self.sentences.iter().map(|sentence| score(sentence)).max()?;
        self.sentences.iter().find(|sentence| score(sentence) == best).map(String::as_str)
    }
}

/// Short words stand in every sentence.
fn is_telling(word: &str) -> bool {
    word.chars().count() > 3
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The sections of a rulebook in all its languages. What is wrong with it is reported when it is
/// set.
pub fn sections(book: &Rulebook, game: &Game, ink: Ink) -> Vec<RuleSection> {
    let mut all = Vec::new();
    for (lang, source) in &book.files {
        let mut quiet = Sink::new();
        let Ok(filled) = fill::fill(game, lang, source, ink, &mut quiet) else { continue };
        all.extend(of_text(&filled, lang));
    }
    all
}

fn of_text(filled: &FilledText, lang: &str) -> Vec<RuleSection> {
    let doc = read(filled, &mut Sink::new());
    let mut sections: Vec<RuleSection> = Vec::new();
    // The sections that are open, from the outermost, with their levels.
    let mut open: Vec<(u8, usize)> = Vec::new();
    for block in &doc.blocks {
        if let BlockKind::Heading(heading) = &block.kind {
            open.retain(|(level, _)| *level < heading.level);
            open.push((heading.level, sections.len()));
            sections.push(RuleSection {
                path: filled.source.path.clone(),
                lang: lang.to_owned(),
                anchor: heading.anchor.clone(),
                sentences: Vec::new(),
            });
            continue;
        }
        let mut found = Vec::new();
        collect(block, &mut found);
        for (_, at) in &open {
            if let Some(section) = sections.get_mut(*at) {
                section.sentences.extend(found.iter().cloned());
            }
        }
    }
    sections
}

/// The sentences of a block; each cell of a table and each item of a list begins a new one.
fn collect(block: &Block, found: &mut Vec<String>) {
    match &block.kind {
        BlockKind::Paragraph(runs) => split(&plain(runs), found),
        BlockKind::List { items, .. } => {
            for block in items.iter().flatten() {
                collect(block, found);
            }
        }
        BlockKind::Table(table) => {
            for row in &table.rows {
                let cells: Vec<String> = row.iter().map(|cell| plain(cell)).collect();
                found.push(cells.join(" "));
            }
        }
        BlockKind::Callout { blocks, .. } | BlockKind::Quote(blocks) => {
            for block in blocks {
                collect(block, found);
            }
        }
        BlockKind::Definitions(definitions) => {
            for definition in definitions {
                split(&plain(&definition.term), found);
                for block in definition.texts.iter().flatten() {
                    collect(block, found);
                }
            }
        }
        // A caption repeats what the text says.
        BlockKind::Figure { .. }
        | BlockKind::Heading(_)
        | BlockKind::Code(_)
        | BlockKind::Rule
        | BlockKind::Command(_) => {}
    }
}

/// A sentence ends with its mark, where white space and no small letter follows.
fn split(text: &str, found: &mut Vec<String>) {
    let mut from = 0;
    let mut has_ended = false;
    for (at, c) in text.char_indices() {
        let closes = matches!(c, '.' | '!' | '?' | '…');
        let is_after = has_ended && matches!(c, '”' | '’' | '»' | '"' | ')');
        has_ended = closes || is_after;
        let after = at + c.len_utf8();
        let Some(rest) = text.get(after..).filter(|rest| has_ended && rest.starts_with(' ')) else {
            continue;
        };
        if rest.trim_start().starts_with(char::is_lowercase) {
            continue;
        }
        push(&text[from..after], found);
        from = after;
    }
    push(&text[from..], found);
}

fn push(sentence: &str, found: &mut Vec<String>) {
    let sentence = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    if !sentence.is_empty() {
        found.push(sentence);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_with_their_marks() {
        for (text, wanted) in [
            ("Deal three. Begin!", vec!["Deal three.", "Begin!"]),
            ("One of approx. three cards.", vec!["One of approx. three cards."]),
            (
                "“Stop!” He stops. (Twice.) No mark",
                vec!["“Stop!”", "He stops.", "(Twice.)", "No mark"],
            ),
            ("", vec![]),
        ] {
            let mut found = Vec::new();
            split(text, &mut found);
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn the_sentence_with_the_number_and_the_words_is_quoted() {
        let section = |lang: &str, sentences: &[&str]| RuleSection {
            path: "data/mini/rules.md".to_owned(),
            lang: lang.to_owned(),
            anchor: "box".to_owned(),
            sentences: sentences.iter().map(|&sentence| sentence.to_owned()).collect(),
        };
        let english =
            section("en", &["A box.", "There are 8 tigers.", "There are twenty-eight monkeys."]);
        for (number, that, quote) in [
            (8, "8 tigers", "There are 8 tigers."),
            (28, "28 monkeys", "There are twenty-eight monkeys."),
            (28, "", "There are twenty-eight monkeys."),
            (3, "monkeys", "There are twenty-eight monkeys."),
            (3, "clowns", "A box."),
        ] {
            assert_eq!(english.quote(&[number], that), Some(quote), "{number} {that}");
        }
        let italian = section("it", &["Una scatola.", "Ci sono otto tigri."]);
        assert_eq!(italian.quote(&[8], ""), Some("Ci sono otto tigri."));
        assert_eq!(section("en", &[]).quote(&[8], "tigers"), None);
    }
}
