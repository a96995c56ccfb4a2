//! The `axlens` program: server and command line in one.

/// The system's own would keep for good what a huge page took.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    axlens_server::memory::arrange();
    axlens_server::cli::main()
}
