//! `pnp schema`

use clap::{Args, ValueEnum};

use super::output::{Exit, print_stdout};
use crate::game::{game_schema, printer_schema};

#[derive(Debug, Args)]
pub(super) struct SchemaArgs {
    /// Which file
    #[arg(value_enum, default_value_t = SchemaOf::Game)]
    of: SchemaOf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SchemaOf {
    /// `game.toml`
    Game,
    /// The file of a printer
    Printer,
}

pub(super) fn run(args: &SchemaArgs) -> Exit {
    let schema = match args.of {
        SchemaOf::Game => game_schema(),
        SchemaOf::Printer => printer_schema(),
    };
    print_stdout(&(serde_json::to_string_pretty(&schema).unwrap_or_default() + "\n"))
}
