//! From the tree of a page to its text: the step that everybody takes who shows one, so that equal
//! trees and equal options make equal texts. Knows nothing of who shows it.

use crate::options::Options;
use crate::page_tree::Tree;
use crate::render::{Rendered, render};
use crate::shape::shape;
use crate::view::View;

/// Shapes and renders a page. Its nodes go from the tree into the view.
pub fn present(tree: &mut Tree, options: &Options) -> (View, Rendered) {
    let view = shape(tree, options);
    let rendered = render(&view, tree, options);
    (view, rendered)
}
