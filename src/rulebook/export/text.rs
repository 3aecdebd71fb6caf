//! The rules as plain text, for screen readers.

use crate::game::Game;
use crate::rulebook::doc::{
    Block, BlockKind, Definition, Doc, DocCommand, InlineContent, InlineRun, Table,
};
use crate::rulebook::lang::Phrases;

/// Lines of the plain form are at most so many characters long.
const MAX_LINE: usize = 76;

/// The rules as plain text.
pub(in crate::rulebook) fn text(doc: &Doc, game: &Game, phrases: &Phrases) -> String {
    let mut writer = TextWriter { doc, game, phrases, out: String::new(), lead: None };
    if let Some(title) = &doc.title {
        writer.heading(&writer.words(&title.runs), '=');
    }
    writer.blocks(&doc.blocks, "", "");
    let notes: Vec<(usize, &[Block])> = doc
        .notes
        .values()
        .filter(|n| !n.blocks.is_empty())
        .map(|n| (n.number, n.blocks.as_slice()))
        .collect();
    for (number, blocks) in notes {
        let mark = format!("[{number}] ");
        let indent = " ".repeat(mark.len());
        writer.blocks(blocks, &mark, &indent);
    }
    let mut text = writer.out.trim_start_matches('\n').trim_end().to_owned();
    text.push('\n');
    text
}

struct TextWriter<'a> {
    doc: &'a Doc,
    game: &'a Game,
    phrases: &'a Phrases,
    out: String,
    /// What stands before the next line: the mark of an item that is still to be written.
    lead: Option<String>,
}

impl TextWriter<'_> {
    fn words(&self, runs: &[InlineRun]) -> String {
        let mut text = String::new();
        for run in runs {
            match &run.content {
                InlineContent::Text(words) | InlineContent::Code(words) => text.push_str(words),
                InlineContent::Break => text.push('\n'),
                InlineContent::Icon(name) => {
                    text.push_str(&format!("({})", name.rsplit('/').next().unwrap_or(name)));
                }
                InlineContent::Note(label) => {
                    text.push_str(&format!("[{}]", self.doc.note_number(label)));
                }
                // There are no pages here.
                InlineContent::Page(anchor) | InlineContent::Title(anchor) => {
                    text.push_str(&self.doc.title_of(anchor));
                }
                InlineContent::Any => {}
            }
        }
        text
    }

    fn heading(&mut self, words: &str, line: char) {
        let length = words.chars().count();
        self.out.push_str(&format!("\n\n{words}\n{}\n", line.to_string().repeat(length)));
    }

    /// Blocks with `first` before the first line and `indent` before the others.
    fn blocks(&mut self, blocks: &[Block], first: &str, indent: &str) {
        self.lead = Some(first.to_owned());
        for block in blocks {
            self.block(block, indent);
        }
        // What a mark stands before may be empty.
        if let Some(mark) = self.lead.take().filter(|lead| !lead.trim().is_empty()) {
            self.out.push_str(&format!("\n{}\n", mark.trim_end()));
        }
    }

    /// What is inside of another block and set in, with the mark that is still to be written.
    fn inner(&mut self, blocks: &[Block], indent: &str) {
        let first = self.lead.take().unwrap_or_else(|| indent.to_owned());
        let inner = format!("{indent}    ");
        self.blocks(blocks, &format!("{first}    "), &inner);
    }

    /// A line with what stands before it: the mark of the item it begins, or nothing but space.
    fn line(&mut self, indent: &str, words: &str) {
        let before = self.lead.take().unwrap_or_else(|| indent.to_owned());
        self.out.push_str(format!("{before}{words}").trim_end());
        self.out.push('\n');
    }

    fn wrapped(&mut self, words: &str, indent: &str) {
        self.out.push('\n');
        for line in words.split('\n') {
            let mut current = String::new();
            for word in line.split_whitespace() {
                let long =
                    indent.chars().count() + current.chars().count() + 1 + word.chars().count()
                        > MAX_LINE;
                if long && !current.is_empty() {
                    self.line(indent, &current);
                    current.clear();
                }
                if !current.is_empty() {
                    current.push(' ');
                }
                current.push_str(word);
            }
            self.line(indent, &current);
        }
    }

    fn block(&mut self, block: &Block, indent: &str) {
        match &block.kind {
            BlockKind::Heading(heading) => {
                let words = self.words(&heading.runs);
                self.heading(&words, if heading.level == 2 { '-' } else { '.' });
            }
            BlockKind::Paragraph(runs) => {
                let words = self.words(runs);
                self.wrapped(&words, indent);
            }
            BlockKind::List { start, tight, items } => self.list(*start, *tight, items, indent),
            BlockKind::Table(table) => self.table(table, indent),
            BlockKind::Callout { kind, title, blocks } => {
                let own = self.words(title);
                let name = self.phrases.callout(*kind);
                let title = if own.trim().is_empty() {
                    format!("{name}:")
                } else {
                    format!("{name}: {}", own.trim())
                };
                self.wrapped(&title, indent);
                self.inner(blocks, indent);
            }
            BlockKind::Quote(blocks) => self.inner(blocks, indent),
            BlockKind::Definitions(all) => {
                for Definition { term, texts } in all {
                    let words = self.words(term);
                    self.wrapped(&words, indent);
                    for text in texts {
                        let from = self.out.len();
                        self.inner(text, indent);
                        let text = self.out.split_off(from);
                        self.out.push_str(text.trim_start_matches('\n'));
                    }
                }
            }
            BlockKind::Figure { number, caption, .. } => {
                let words = self.words(caption);
                let name = self.phrases.get("figure");
                self.wrapped(&format!("[{name} {number}: {}]", words.trim()), indent);
            }
            BlockKind::Code(code) => {
                self.out.push('\n');
                for line in code.lines() {
                    self.line(indent, &format!("    {line}"));
                }
            }
            BlockKind::Rule => {
                self.out.push('\n');
                self.line(indent, "* * *");
            }
            BlockKind::Command(DocCommand::Components) => {
                self.out.push('\n');
                for component in &self.game.components {
                    let count = self.phrases.counted(component);
                    let name = self.phrases.component(&component.id);
                    self.line(indent, &format!("* {count}: {name}"));
                }
            }
            BlockKind::Command(_) => {}
        }
    }

    fn list(&mut self, start: Option<u64>, tight: bool, items: &[Vec<Block>], indent: &str) {
        self.out.push('\n');
        for (number, item) in items.iter().enumerate() {
            let mark = start
                .map_or_else(|| "* ".to_owned(), |first| format!("{}. ", first + number as u64));
            let inner = format!("{indent}{}", " ".repeat(mark.len()));
            // A list may be the beginning of the item of another.
            let before = self.lead.take().unwrap_or_else(|| indent.to_owned());
            let from = self.out.len();
            self.blocks(item, &format!("{before}{mark}"), &inner);
            if tight {
                // Items of a tight list stand one below the other.
                let text = self.out.split_off(from);
                self.out.push_str(text.trim_start_matches('\n'));
            }
        }
    }

    fn table(&mut self, table: &Table, indent: &str) {
        let cells = |row: &[Vec<InlineRun>]| {
            row.iter().map(|cell| self.words(cell).replace('\n', " ")).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<String>> =
            std::iter::once(&table.head).chain(&table.rows).map(|row| cells(row)).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(|c| c.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        self.out.push('\n');
        for (number, row) in rows.iter().enumerate() {
            let line: Vec<String> =
                widths.iter().zip(row).map(|(width, cell)| format!("{cell:<width$}")).collect();
            self.line(indent, &line.join("  "));
            if number == 0 {
                let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
                self.line(indent, &rule.join("  "));
            }
        }
    }
}
