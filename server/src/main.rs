//! The `axlens` program: server and command line in one.

fn main() -> std::process::ExitCode {
    axlens_server::cli::main()
}
