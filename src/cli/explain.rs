//! `pnp explain`

use clap::Args;

use super::output::{Exit, print_stderr, print_stdout};
use crate::diag::{CODES, Code, did_you_mean};

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// The code, such as M014; all codes are listed if it is left out
    pub(super) code: Option<String>,
}

pub(super) fn run(args: &ExplainArgs) -> Exit {
    let Some(name) = &args.code else {
        return print_stdout(
            &CODES
                .iter()
                .map(|code| format!("{}  {}\n", code.name(), code.page().title))
                .collect::<String>(),
        );
    };
    if let Some(code) = Code::find(name) {
        return print_stdout(&page(code));
    }
    let hint = did_you_mean(name, CODES.iter().map(|c| c.name()))
        .unwrap_or_else(|| "`pnp explain` lists them".to_owned());
    print_stderr(&format!("error: there is no code `{name}`\nhint: {hint}\n"));
    Exit::CouldNotRun
}

fn page(code: Code) -> String {
    let page = code.page();
    let indent = |text: &str| text.lines().map(|l| format!("    {l}\n")).collect::<String>();
    format!(
        "{}: {}\n\nWhat it finds\n{}\nWhy it matters in print\n{}\nExample\n{}\nInstead\n{}",
        code.name(),
        page.title,
        indent(page.finds),
        indent(page.why),
        indent(page.example),
        indent(page.instead)
    )
}
