//! The snapshot as a value: what the engine makes of a page, and every text an agent can ask for.
//! Knows nothing of browsers, clocks, sockets or files.
//!
//! A page's frame trees are stitched (`stitch`), nodes are chosen (`shape`), and written
//! (`render`); `delta` tells two views apart, `window` cuts a long text, `header` says what is true
//! of the page as a whole.

pub mod delta;
pub mod header;
pub mod options;
pub mod quote;
pub mod render;
pub mod role;
pub mod shape;
pub mod stitch;
pub mod tree;
pub mod uid;
pub mod window;

pub use options::Options;
pub use render::{Rendered, Shown, render};
pub use role::Role;
pub use shape::{View, shape};
pub use stitch::{FrameInput, Place, Tree, TreeNode, stitch};
pub use tree::{FrameTree, Node, States, Tristate};
pub use uid::Uid;
