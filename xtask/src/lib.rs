//! What `cargo xtask` does: build, run, test, check and measure. `axlens-dist` uses a part of it.
//!
//! Knows the folders of the workspace and the tools of the machine; knows nothing of what the
//! product does.

#![allow(
    clippy::print_stdout,
    reason = "a command's progress and results belong on its stdout"
)]

pub mod build;
pub mod cache;
pub mod cargo;
pub mod chromium;
pub mod compiler_cache;
pub mod diagram;
pub mod files;
pub mod format;
pub mod fuzz;
pub mod imports;
pub mod machine;
pub mod manifest;
pub mod measure;
pub mod places;
pub mod progress;
pub mod run;
pub mod sources;
pub mod targets;
pub mod test;
pub mod tidy;
pub mod times;
pub mod toolchain;
pub mod workspace;
