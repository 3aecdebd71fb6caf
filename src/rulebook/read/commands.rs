//! Commands, which are comments of HTML. Other HTML is not printed, and that is a fault.

use std::ops::Range;

use super::super::doc::{Block, BlockKind, DocCommand};
use super::reader::MarkdownReader;
use crate::diag::{Code, UnknownName, did_you_mean};

pub(super) const COMMANDS: [&str; 7] =
    ["contents", "components", "page", "column", "columns", "quick", "/quick"];

impl MarkdownReader<'_> {
    /// The commands in a block of HTML.
    pub(super) fn html(&mut self, html: &str, range: Range<usize>, blocks: &mut Vec<Block>) {
        let mut rest = html;
        let mut at = range.start;
        while let Some(open) = rest.find("<!--") {
            if !rest[..open].trim().is_empty() {
                break;
            }
            let Some(close) = rest.find("-->") else { break };
            let place = at + open..at + close + 3;
            if let Some(command) = self.comment(rest[open + 4..close].trim(), place.clone()) {
                blocks.push(Block { kind: BlockKind::Command(command), range: place });
            }
            at += close + 3;
            rest = &rest[close + 3..];
        }
        if !rest.trim().is_empty() {
            let from = at + (rest.len() - rest.trim_start().len());
            let fault = self.fault(
                Code::R005,
                "HTML is not printed",
                from..from + rest.trim().lines().next().map_or(1, str::len),
            );
            fault.hints.push(
                "write it in Markdown; commands are comments such as <!-- page -->".to_owned(),
            );
        }
    }

    /// The command of a comment. Whole sentences are notes of the writer.
    fn comment(&mut self, text: &str, range: Range<usize>) -> Option<DocCommand> {
        let command = match text.split_once(':').map_or((text, ""), |(a, b)| (a.trim(), b.trim())) {
            ("contents", "") => DocCommand::Contents,
            ("components", "") => DocCommand::Components,
            ("page", "") => DocCommand::Page,
            ("column", "") => DocCommand::Column,
            ("columns", "1") => DocCommand::Columns(1),
            ("columns", "2") => DocCommand::Columns(2),
            ("quick", "") => DocCommand::Quick,
            ("/quick", "") => DocCommand::EndQuick,
            (word, _) => {
                let near = did_you_mean(word, COMMANDS);
                let looks = near.is_some()
                    || COMMANDS.iter().any(|c| word.starts_with(c)) && !word.contains(' ')
                    || !text.contains(' ') && !text.is_empty();
                if looks && word != "any" {
                    let unknown = UnknownName::new("command", text, COMMANDS);
                    let hint = near.or_else(|| unknown.hint());
                    self.fault(Code::R005, unknown.message(), range).hints.extend(hint);
                }
                return None;
            }
        };
        if self.depth > 1 {
            self.fault(Code::R005, format!("the command `{text}` is inside another block"), range);
            return None;
        }
        Some(command)
    }
}
