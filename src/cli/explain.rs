//! `pnp explain`

use clap::Args;

use super::output::{Exit, print_stderr, print_stdout};
use crate::checks::{codes, find};
use crate::diag::{Code, CodePage, Snippet, did_you_mean};

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// The code, such as M014; all codes are listed if it is left out
    pub(super) code: Option<String>,
}

pub(super) fn run(args: &ExplainArgs) -> Exit {
    let Some(name) = &args.code else {
        let line = |code: Code| format!("{}  {}\n", code.name(), code.page().title);
        return print_stdout(&codes().into_iter().map(line).collect::<String>());
    };
    if let Some(code) = find(name) {
        return print_stdout(&page(code));
    }
    let hint = did_you_mean(name, codes().iter().map(|code| code.name()))
        .unwrap_or_else(|| "`pnp explain` lists them".to_owned());
    print_stderr(&format!("error: there is no code `{name}`\nhint: {hint}\n"));
    Exit::CouldNotRun
}

fn page(code: Code) -> String {
    let CodePage { title, finds, why, fails, passes } = code.page();
    let indent = |text: &str| text.lines().map(|l| format!("    {l}\n")).collect::<String>();
    let mut page = format!(
        "{}: {title}\n\nWhat it finds\n{}\nWhy it matters in print\n{}",
        code.name(),
        indent(&finds),
        indent(&why),
    );
    for (heading, snippets) in [("Example", &fails), ("Instead", &passes)] {
        for Snippet { place, note, text } in snippets {
            let place = if place.is_empty() { place.clone() } else { format!(" in {place}{note}") };
            page.push_str(&format!("\n{heading}{place}\n{}", indent(text)));
        }
    }
    page
}
