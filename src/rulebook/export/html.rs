//! The rules as one page of HTML, for the page of a shop.

use crate::game::Game;
use crate::rulebook::doc::{
    Block, BlockKind, Definition, Doc, DocCommand, InlineContent, InlineRun, LinkTarget, RunTag,
    Table, plain,
};
use crate::rulebook::lang::Phrases;
use crate::xml::escape;

const STYLE: &str = "\
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; }
aside { border-left: .25rem solid; padding: .1rem 1rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid; padding: .2rem .6rem; text-align: left; }
dt { font-weight: bold; }
figure { margin: 1.5rem 0; text-align: center; }
img { max-width: 100%; height: auto; background: #fff; }
figcaption { font-style: italic; }
";

/// The rules as one page of HTML. The picture of its first figure is at `figure:1`, where its bytes
/// are still to be put.
pub(in crate::rulebook) fn html(
    doc: &Doc,
    game: &Game,
    phrases: &Phrases,
    lang: &str,
    title: &str,
) -> String {
    let mut writer = HtmlWriter { doc, game, phrases, out: String::new() };
    let lang = escape(lang);
    let title = escape(title);
    writer.out.push_str(&format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    ));
    if let Some(title) = &doc.title {
        writer.out.push_str(&format!("<h1>{}</h1>\n", writer.runs(&title.runs)));
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
}

impl HtmlWriter<'_> {
    fn runs(&self, runs: &[InlineRun]) -> String {
        let mut out = String::new();
        let mut open: Option<usize> = None;
        for run in runs {
            let link = match RunTag::of(&run.style) {
                Some(RunTag::Link(number)) => Some(number),
                Some(RunTag::Picture(_) | RunTag::Note(_) | RunTag::Heading(_)) | None => None,
            };
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
                (matches!(run.content, InlineContent::Code(_)), "code"),
                (run.style.bold, "strong"),
                (run.style.italic, "em"),
                (run.style.strike, "s"),
            ];
            for (_, tag) in marks.iter().filter(|(on, _)| *on) {
                out.push_str(&format!("<{tag}>"));
            }
            match &run.content {
                InlineContent::Text(words) | InlineContent::Code(words) => {
                    out.push_str(&escape(words));
                }
                InlineContent::Break => out.push_str("<br>"),
                InlineContent::Icon(name) => {
                    out.push_str(&format!("({})", escape(name.rsplit('/').next().unwrap_or(name))));
                }
                InlineContent::Note(label) => {
                    let number = self.doc.note_number(label);
                    out.push_str(&format!("<sup><a href=\"#note-{number}\">{number}</a></sup>"));
                }
                InlineContent::Page(anchor) => {
                    out.push_str(&format!(
                        "<a href=\"#{}\">{}</a>",
                        escape(anchor),
                        escape(&self.doc.title_of(anchor))
                    ));
                }
                InlineContent::Title(anchor) => out.push_str(&escape(&self.doc.title_of(anchor))),
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
                let words = self.runs(&h.runs);
                self.out.push_str(&format!(
                    "<h{0} id=\"{1}\">{words}</h{0}>\n",
                    h.level.min(6),
                    escape(&h.anchor)
                ));
            }
            BlockKind::Paragraph(runs) => {
                let words = self.runs(runs);
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
                let own = self.runs(title);
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
                for Definition { term, texts } in all {
                    let words = self.runs(term);
                    self.out.push_str(&format!("<dt>{words}</dt>\n"));
                    for text in texts {
                        self.out.push_str("<dd>\n");
                        self.blocks(text);
                        self.out.push_str("</dd>\n");
                    }
                }
                self.out.push_str("</dl>\n");
            }
            BlockKind::Figure { number, caption, .. } => {
                let words = self.runs(caption);
                let name = self.phrases.get("figure");
                // The caption says what is to be seen; a picture with the same words would be read
                // out twice.
                self.out.push_str(&format!(
                    "<figure><img src=\"figure:{number}\" alt=\"\">\
                     <figcaption>{name} {number}: {words}</figcaption></figure>\n"
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
                        escape(&plain(&h.runs))
                    ));
                }
                self.out.push_str("</ul>\n</nav>\n");
            }
            BlockKind::Command(DocCommand::Components) => {
                self.out.push_str("<ul>\n");
                for component in &self.game.components {
                    let count = self.phrases.counted(component);
                    let name = self.phrases.component(&component.id);
                    self.out.push_str(&format!("<li>{count}: {}</li>\n", escape(&name)));
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
                .map(|cell| format!("<th scope=\"col\">{}</th>", self.runs(cell)))
                .collect();
            self.out.push_str(&format!("<thead><tr>{cells}</tr></thead>\n"));
        }
        self.out.push_str("<tbody>\n");
        for row in &table.rows {
            let cells: String =
                row.iter().map(|cell| format!("<td>{}</td>", self.runs(cell))).collect();
            self.out.push_str(&format!("<tr>{cells}</tr>\n"));
        }
        self.out.push_str("</tbody>\n</table>\n");
    }
}
