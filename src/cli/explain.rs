//! `pnp explain`

use clap::Args;

use super::output::{Exit, print_stderr, print_stdout};
use crate::checks::{codes, find};
use crate::diag::{Code, CodePage, Snippet, escaped};

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
    print_stderr(&format!("error: there is no code `{}`\nhint: {}\n", escaped(name), hint(name)));
    Exit::CouldNotRun
}

/// What to ask for instead. Another letter is another stage and no near name, and neither is
/// another number.
fn hint(name: &str) -> String {
    let upper = name.to_uppercase();
    let mut rest = upper.chars();
    let letter = rest.next().unwrap_or_default();
    let number = rest.as_str().replace('O', "0").parse::<u32>();
    if let Ok(number) = number
        && let Some(code) = find(&format!("{letter}{number:03}"))
    {
        return format!("did you mean `{}`?", code.name());
    }
    let stage: Vec<Code> =
        codes().into_iter().filter(|code| code.name().starts_with(letter)).collect();
    match (stage.first(), stage.last()) {
        (Some(first), Some(last)) if number.is_ok() => format!(
            "the codes that begin with {letter} go from {} to {}; `pnp explain` lists all codes",
            first.name(),
            last.name()
        ),
        _ => "`pnp explain` lists all codes".to_owned(),
    }
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
