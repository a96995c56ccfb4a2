//! The program `axlens-gateway`.

use std::process::ExitCode;

fn main() -> ExitCode {
    axlens_gateway::cli::main()
}
