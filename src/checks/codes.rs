//! All codes of all stages, and their reference.

use std::fmt::Write;

use super::{CHECKS, contract, policy, variants};
use crate::diag::{Code, CodePage, Snippet};
use crate::{compose, diag, draw, files, game, impose, job, rulebook, text};

/// The stages by their letters, in order, for the headings of the reference.
const STAGES: &[(char, &str)] = &[
    ('S', "Source: files as written"),
    ('M', "Model: what values mean"),
    ('B', "Boards: points, lines and houses"),
    ('C', "Contract: what must be in the box"),
    ('T', "Templates"),
    ('X', "Text"),
    ('F', "Faces"),
    ('L', "Look: what can be printed, and may not be meant"),
    ('I', "Imposition: faces on paper"),
    ('P', "Press: files written"),
    ('R', "Rulebook"),
];

/// All codes, in the order of the stages.
pub fn codes() -> Vec<Code> {
    let read = [
        diag::CODES,
        files::CODES,
        game::CODES,
        text::CODES,
        compose::CODES,
        draw::CODES,
        impose::CODES,
        rulebook::CODES,
        job::CODES,
        contract::CODES,
        policy::CODES,
        variants::CODES,
    ];
    let mut all: Vec<Code> =
        read.into_iter().chain(CHECKS.iter().map(|check| check.codes)).flatten().copied().collect();
    let stage =
        |code: &Code| STAGES.iter().position(|(letter, _)| code.name().starts_with(*letter));
    all.sort_by_key(|code| (stage(code), code.name()));
    all
}

/// The code of that name, in any letter case.
pub fn find(name: &str) -> Option<Code> {
    codes().into_iter().find(|code| code.name().eq_ignore_ascii_case(name))
}

/// The pages of all codes, in Markdown.
pub fn codes_markdown() -> String {
    let mut out = String::from(
        "# Checks\n\n\
         Every message of `pnp` has a code: a letter for the stage that found the fault, and a \
         number. `pnp explain M014` shows the same page on the terminal. Codes are never \
         reused.\n\n\
         Each example is a change to the same small game, and has no other fault: the lines of \
         `game.toml` are added or replace those of the same key, and what is drawn on a card is \
         added to it. `pnp` is tested with every one of them.\n",
    );
    for (letter, title) in STAGES {
        let _ = write!(out, "\n## {title}\n");
        for code in codes().into_iter().filter(|code| code.name().starts_with(*letter)) {
            let CodePage { title, finds, why, fails, passes } = code.page();
            let name = code.name();
            let _ = write!(
                out,
                "\n### {name}: {title}\n\n{finds}\n\n**Why it matters in print.** {why}\n"
            );
            examples(&mut out, "Example", &fails);
            examples(&mut out, "Instead", &passes);
        }
    }
    out
}

fn examples(out: &mut String, heading: &str, snippets: &[Snippet]) {
    for (index, snippet) in snippets.iter().enumerate() {
        let heading = if index == 0 { format!("**{heading}**") } else { "And".to_owned() };
        let place = if snippet.place.is_empty() {
            String::new()
        } else {
            format!(" in `{}`{}", snippet.place, snippet.note)
        };
        let _ = write!(out, "\n{heading}{place}\n\n```text\n{}```\n", snippet.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_stage_and_a_page_in_the_reference() {
        let markdown = codes_markdown();
        for code in codes() {
            assert!(markdown.contains(&format!("\n### {}: ", code.name())), "{}", code.name());
        }
    }
}
