//! A page as a value, and all texts that are rendered from it. No browsers, clocks, sockets or
//! files.
//!
//! `stitch` combines the frame trees (`tree`) of a page into one tree (`page_tree`). `present`
//! selects its nodes (`shape`, `view`) and prints them (`render`). `delta` compares two texts,
//! `window` cuts a long one, `header` has facts about the page. `markdown` and `text` are a page to
//! read.

pub mod containers;
pub mod context;
pub mod criteria;
pub mod delta;
pub mod frame_selectors;
pub mod header;
pub mod markdown;
pub mod options;
pub mod page_tree;
pub mod place;
pub mod present;
pub mod quote;
pub mod render;
pub mod role;
pub mod rows;
pub mod shape;
mod state_words;
pub mod stitch;
pub mod table;
pub mod text;
pub mod tree;
pub mod uid;
pub mod view;
pub mod window;

pub use context::{ContextChange, ContextHash, NameHash};
pub use options::Options;
pub use page_tree::{Tree, TreeNode};
pub use place::Place;
pub use render::{PrintedId, Rendered, render};
pub use role::Role;
pub use shape::shape;
pub use state_words::state_words;
pub use stitch::{FrameInput, stitch};
pub use tree::{FrameTree, Node, States, Tristate, Unseen};
pub use uid::Uid;
pub use view::View;
