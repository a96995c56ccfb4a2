//! Build, run and test the project: `cargo xtask help`.
fn main() {}
