//! Arguments in, exit code out.

use std::process::ExitCode;

/// Parsing text allocates much in small pieces, from several threads at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(pnp::cli::run(std::env::args_os()) as u8)
}
