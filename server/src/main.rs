//! The `axlens` program: server and command line in one.

/// The system's own would keep for good what a huge page took.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    give_memory_back_at_once();
    axlens_server::cli::main()
}

/// Between two queries the server is to be small. Numbers of the options: `mi_option_t` of mimalloc 2.
#[allow(unsafe_code, reason = "the allocator's options have no other door")]
fn give_memory_back_at_once() {
    const ARENA_EAGER_COMMIT: std::ffi::c_int = 4;
    const PURGE_DELAY: std::ffi::c_int = 15;
    // SAFETY: both take any number, and no other thread runs yet.
    unsafe {
        libmimalloc_sys::mi_option_set(ARENA_EAGER_COMMIT, 0);
        libmimalloc_sys::mi_option_set(PURGE_DELAY, 0);
    }
}
