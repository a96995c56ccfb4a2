//! The `axlens` program.
fn main() {}
