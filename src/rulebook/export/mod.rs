//! The same rules without pages: plain text and HTML, for screen readers and for the page of a shop.

use crate::game::Game;
use crate::rulebook::doc::{
    Block, BlockKind, Doc, DocCommand, InlineContent, InlineRun, LinkTarget, Table, plain,
};
use crate::rulebook::lang::Phrases;
use crate::xml::escape;

/// Lines of the plain form are at most so many characters long.
const LINE: usize = 76;

/// The rules as plain text.
pub(in crate::rulebook) fn text(doc: &Doc, game: &Game, phrases: &Phrases) -> String {
    let mut writer = TextWriter { doc, game, phrases, out: String::new(), figure: 0 };
    if let Some(title) = &doc.title {
        writer.heading(&writer.words(&title.pieces), '=');
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
    figure: usize,
}

impl TextWriter<'_> {
    fn words(&self, pieces: &[InlineRun]) -> String {
        let mut text = String::new();
        for piece in pieces {
            match &piece.content {
                InlineContent::Text(words) => text.push_str(words),
                InlineContent::Break => text.push('\n'),
                InlineContent::Icon(name) => {
                    text.push_str(&format!("({})", name.rsplit('/').next().unwrap_or(name)))
                }
                InlineContent::Note(label) => text
                    .push_str(&format!("[{}]", self.doc.notes.get(label).map_or(0, |n| n.number))),
                // There are no pages here.
                InlineContent::Page(anchor) | InlineContent::Title(anchor) => {
                    text.push_str(&title_of(self.doc, anchor))
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
        let mut lead = first.to_owned();
        for block in blocks {
            self.block(block, &lead, indent);
            indent.clone_into(&mut lead);
        }
    }

    fn wrapped(&mut self, words: &str, lead: &str, indent: &str) {
        self.out.push('\n');
        let mut before = lead;
        for line in words.split('\n') {
            let mut current = String::new();
            for word in line.split_whitespace() {
                let long =
                    indent.chars().count() + current.chars().count() + 1 + word.chars().count()
                        > LINE;
                if long && !current.is_empty() {
                    self.out.push_str(&format!("{before}{current}\n"));
                    before = indent;
                    current.clear();
                }
                if !current.is_empty() {
                    current.push(' ');
                }
                current.push_str(word);
            }
            self.out.push_str(&format!("{before}{current}\n"));
            before = indent;
        }
    }

    fn block(&mut self, block: &Block, lead: &str, indent: &str) {
        match &block.kind {
            BlockKind::Heading(heading) => {
                let words = self.words(&heading.pieces);
                self.heading(&words, if heading.level == 2 { '-' } else { '.' });
            }
            BlockKind::Paragraph(pieces) => {
                let words = self.words(pieces);
                self.wrapped(&words, lead, indent);
            }
            BlockKind::List { start, tight, items } => {
                self.out.push('\n');
                for (number, item) in items.iter().enumerate() {
                    let mark = start.map_or_else(
                        || "* ".to_owned(),
                        |first| format!("{}. ", first + number as u64),
                    );
                    let inner = format!("{indent}{}", " ".repeat(mark.len()));
                    let from = self.out.len();
                    self.blocks(item, &format!("{indent}{mark}"), &inner);
                    if *tight {
                        // Items of a tight list stand one below the other.
                        let text = self.out.split_off(from);
                        self.out.push_str(text.trim_start_matches('\n'));
                    }
                }
            }
            BlockKind::Table(table) => self.table(table, indent),
            BlockKind::Callout { kind, title, blocks } => {
                let own = self.words(title);
                let name = self.phrases.callout(*kind);
                let title = if own.trim().is_empty() {
                    format!("{name}:")
                } else {
                    format!("{name}: {}", own.trim())
                };
                self.wrapped(&title, lead, indent);
                let inner = format!("{indent}    ");
                self.blocks(blocks, &inner, &inner);
            }
            BlockKind::Quote(blocks) => {
                let inner = format!("{indent}    ");
                self.blocks(blocks, &inner, &inner);
            }
            BlockKind::Definitions(all) => {
                for (term, texts) in all {
                    let words = self.words(term);
                    self.wrapped(&words, lead, indent);
                    let inner = format!("{indent}    ");
                    for text in texts {
                        let from = self.out.len();
                        self.blocks(text, &inner, &inner);
                        let text = self.out.split_off(from);
                        self.out.push_str(text.trim_start_matches('\n'));
                    }
                }
            }
            BlockKind::Figure { caption, .. } => {
                self.figure += 1;
                let words = self.words(caption);
                let number = self.figure;
                self.wrapped(
                    &format!("[{} {number}: {}]", self.phrases.get("figure"), words.trim()),
                    lead,
                    indent,
                );
            }
            BlockKind::Code(code) => {
                self.out.push('\n');
                for line in code.lines() {
                    self.out.push_str(&format!("{indent}    {line}\n"));
                }
            }
            BlockKind::Rule => self.out.push_str(&format!("\n{indent}* * *\n")),
            BlockKind::Command(DocCommand::Components) => {
                self.out.push('\n');
                for component in &self.game.components {
                    let copies = component.copies();
                    let noun = self.phrases.noun(&component.id, component.kind().word(), copies);
                    self.out.push_str(&format!(
                        "{indent}* {copies} {noun}: {}\n",
                        self.phrases.component(&component.id)
                    ));
                }
            }
            BlockKind::Command(_) => {}
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
            self.out.push_str(&format!("{indent}{}\n", line.join("  ").trim_end()));
            if number == 0 {
                let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
                self.out.push_str(&format!("{indent}{}\n", rule.join("  ")));
            }
        }
    }
}

fn title_of(doc: &Doc, anchor: &str) -> String {
    doc.headings()
        .find(|h| h.anchor == anchor)
        .map_or_else(|| anchor.to_owned(), |h| plain(&h.pieces))
}

/// The rules as one page of HTML. The picture of its first figure is at `figure:1`, where its bytes are still to be put.
pub(in crate::rulebook) fn html(
    doc: &Doc,
    game: &Game,
    phrases: &Phrases,
    lang: &str,
    title: &str,
) -> String {
    let mut writer = HtmlWriter { doc, game, phrases, out: String::new(), figure: 0 };
    writer.out.push_str(&format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>\nbody {{ max-width: 42rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; }}\naside {{ border-left: .25rem solid; padding: .1rem 1rem; }}\ntable {{ border-collapse: collapse; }}\nth, td {{ border-bottom: 1px solid; padding: .2rem .6rem; text-align: left; }}\ndt {{ font-weight: bold; }}\nfigure {{ margin: 1.5rem 0; text-align: center; }}\nimg {{ max-width: 100%; height: auto; background: #fff; }}\nfigcaption {{ font-style: italic; }}\n</style>\n</head>\n<body>\n<main>\n",
        escape(lang),
        escape(title)
    ));
    if let Some(title) = &doc.title {
        writer.out.push_str(&format!("<h1>{}</h1>\n", writer.pieces(&title.pieces)));
    }
    writer.blocks(&doc.blocks);
    let notes: Vec<(&String, usize)> =
        doc.notes.iter().map(|(label, note)| (label, note.number)).collect();
    if !notes.is_empty() {
        writer.out.push_str("<hr>\n<ol>\n");
        for (label, number) in notes {
            writer.out.push_str(&format!("<li id=\"note-{number}\">\n"));
            let blocks = &doc.notes[label].blocks;
            writer.blocks(blocks);
            writer.out.push_str("</li>\n");
        }
        writer.out.push_str("</ol>\n");
    }
    writer.out.push_str("</main>\n</body>\n</html>\n");
    writer.out
}

struct HtmlWriter<'a> {
    doc: &'a Doc,
    game: &'a Game,
    phrases: &'a Phrases,
    out: String,
    figure: usize,
}

impl HtmlWriter<'_> {
    fn pieces(&self, pieces: &[InlineRun]) -> String {
        let mut out = String::new();
        let mut open: Option<usize> = None;
        for piece in pieces {
            let link = piece.look.link;
            if link != open {
                if open.is_some() {
                    out.push_str("</a>");
                }
                if let Some(link) = link.and_then(|l| self.doc.links.get(l)) {
                    let address = match &link.target {
                        LinkTarget::Anchor(anchor) => format!("#{anchor}"),
                        LinkTarget::Url(url) => url.clone(),
                    };
                    out.push_str(&format!("<a href=\"{}\">", escape(&address)));
                }
                open = link;
            }
            let marks = [
                (piece.look.code, "code"),
                (piece.look.bold, "strong"),
                (piece.look.italic, "em"),
                (piece.look.strike, "s"),
            ];
            for (_, tag) in marks.iter().filter(|(on, _)| *on) {
                out.push_str(&format!("<{tag}>"));
            }
            match &piece.content {
                InlineContent::Text(words) => out.push_str(&escape(words)),
                InlineContent::Break => out.push_str("<br>"),
                InlineContent::Icon(name) => {
                    out.push_str(&format!("({})", escape(name.rsplit('/').next().unwrap_or(name))))
                }
                InlineContent::Note(label) => {
                    let number = self.doc.notes.get(label).map_or(0, |n| n.number);
                    out.push_str(&format!("<sup><a href=\"#note-{number}\">{number}</a></sup>"));
                }
                InlineContent::Page(anchor) => {
                    out.push_str(&format!(
                        "<a href=\"#{}\">{}</a>",
                        escape(anchor),
                        escape(&title_of(self.doc, anchor))
                    ));
                }
                InlineContent::Title(anchor) => out.push_str(&escape(&title_of(self.doc, anchor))),
                InlineContent::Any => {}
            }
            for (_, tag) in marks.iter().rev().filter(|(on, _)| *on) {
                out.push_str(&format!("</{tag}>"));
            }
        }
        if open.is_some() {
            out.push_str("</a>");
        }
        out
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Heading(h) => {
                let words = self.pieces(&h.pieces);
                self.out.push_str(&format!(
                    "<h{0} id=\"{1}\">{words}</h{0}>\n",
                    h.level.min(6),
                    escape(&h.anchor)
                ));
            }
            BlockKind::Paragraph(pieces) => {
                let words = self.pieces(pieces);
                self.out.push_str(&format!("<p>{words}</p>\n"));
            }
            BlockKind::List { start, items, .. } => {
                match start {
                    Some(1) => self.out.push_str("<ol>\n"),
                    Some(first) => self.out.push_str(&format!("<ol start=\"{first}\">\n")),
                    None => self.out.push_str("<ul>\n"),
                }
                for item in items {
                    self.out.push_str("<li>\n");
                    self.blocks(item);
                    self.out.push_str("</li>\n");
                }
                self.out.push_str(if start.is_some() { "</ol>\n" } else { "</ul>\n" });
            }
            BlockKind::Table(table) => self.table(table),
            BlockKind::Callout { kind, title, blocks } => {
                let name = self.phrases.callout(*kind);
                let own = self.pieces(title);
                let title =
                    if own.trim().is_empty() { name } else { format!("{name}: {}", own.trim()) };
                self.out.push_str(&format!(
                    "<aside class=\"{}\">\n<p><strong>{title}</strong></p>\n",
                    kind.word()
                ));
                self.blocks(blocks);
                self.out.push_str("</aside>\n");
            }
            BlockKind::Quote(blocks) => {
                self.out.push_str("<blockquote>\n");
                self.blocks(blocks);
                self.out.push_str("</blockquote>\n");
            }
            BlockKind::Definitions(all) => {
                self.out.push_str("<dl>\n");
                for (term, texts) in all {
                    let words = self.pieces(term);
                    self.out.push_str(&format!("<dt>{words}</dt>\n"));
                    for text in texts {
                        self.out.push_str("<dd>\n");
                        self.blocks(text);
                        self.out.push_str("</dd>\n");
                    }
                }
                self.out.push_str("</dl>\n");
            }
            BlockKind::Figure { caption, .. } => {
                self.figure += 1;
                let (words, number) = (self.pieces(caption), self.figure);
                let name = self.phrases.get("figure");
                // The caption says what is to be seen; a picture with the same words would be read out twice.
                self.out.push_str(&format!(
                    "<figure><img src=\"figure:{number}\" alt=\"\"><figcaption>{name} {number}: {words}</figcaption></figure>\n"
                ));
            }
            BlockKind::Code(code) => self.out.push_str(&format!("<pre>{}</pre>\n", escape(code))),
            BlockKind::Rule => self.out.push_str("<hr>\n"),
            BlockKind::Command(DocCommand::Contents) => {
                self.out.push_str(&format!(
                    "<nav>\n<p><strong>{}</strong></p>\n<ul>\n",
                    escape(&self.phrases.get("contents"))
                ));
                for h in self.doc.headings().filter(|h| h.level == 2) {
                    self.out.push_str(&format!(
                        "<li><a href=\"#{}\">{}</a></li>\n",
                        escape(&h.anchor),
                        escape(&plain(&h.pieces))
                    ));
                }
                self.out.push_str("</ul>\n</nav>\n");
            }
            BlockKind::Command(DocCommand::Components) => {
                self.out.push_str("<ul>\n");
                for component in &self.game.components {
                    let copies = component.copies();
                    let noun = self.phrases.noun(&component.id, component.kind().word(), copies);
                    self.out.push_str(&format!(
                        "<li>{copies} {noun}: {}</li>\n",
                        escape(&self.phrases.component(&component.id))
                    ));
                }
                self.out.push_str("</ul>\n");
            }
            BlockKind::Command(_) => {}
        }
    }

    fn table(&mut self, table: &Table) {
        self.out.push_str("<table>\n");
        if table.head.iter().any(|cell| !cell.is_empty()) {
            let cells: String = table
                .head
                .iter()
                .map(|cell| format!("<th scope=\"col\">{}</th>", self.pieces(cell)))
                .collect();
            self.out.push_str(&format!("<thead><tr>{cells}</tr></thead>\n"));
        }
        self.out.push_str("<tbody>\n");
        for row in &table.rows {
            let cells: String =
                row.iter().map(|cell| format!("<td>{}</td>", self.pieces(cell))).collect();
            self.out.push_str(&format!("<tr>{cells}</tr>\n"));
        }
        self.out.push_str("</tbody>\n</table>\n");
    }
}
