//! Converts the tree of a page to its text. Server and panel both use it, so equal trees and equal
//! options result in equal texts.

use crate::options::Options;
use crate::page_tree::Tree;
use crate::render::{Rendered, render};
use crate::shape::shape;
use crate::view::View;

/// Shapes and renders a page. The nodes move from the tree into the view.
pub fn present(tree: &mut Tree, options: &Options) -> (View, Rendered) {
    present_with_callback(tree, options, || ())
}

/// Like [`present`], with a callback between the two steps to measure their times.
pub fn present_with_callback(
    tree: &mut Tree,
    options: &Options,
    shaped: impl FnOnce(),
) -> (View, Rendered) {
    let view = shape(tree, options);
    shaped();
    let rendered = render(&view, tree, options);
    (view, rendered)
}
