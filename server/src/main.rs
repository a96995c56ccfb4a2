//! The `axlens` program: server and command line in one.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    axlens_server::cli::main()
}
