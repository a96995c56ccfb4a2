//! The snapshot as a value: what the engine makes of a page, and every text an agent can ask for.
//! Knows nothing of browsers, clocks, sockets or files.

pub mod role;
pub mod tree;

pub use role::Role;
pub use tree::{FrameTree, Node, States, Tristate};
