//! From the tree of a page to its text: the step that everybody takes who shows one, so that equal
//! trees and equal options make equal texts. Knows nothing of who shows it.

use crate::options::Options;
use crate::page_tree::Tree;
use crate::render::{Rendered, render};
use crate::shape::shape;
use crate::view::View;

/// Shapes and renders a page. Its nodes go from the tree into the view.
pub fn present(tree: &mut Tree, options: &Options) -> (View, Rendered) {
    present_noting(tree, options, || ())
}

/// The same, with a call between the two, for whoever measures what each of them takes.
pub fn present_noting(
    tree: &mut Tree,
    options: &Options,
    shaped: impl FnOnce(),
) -> (View, Rendered) {
    let view = shape(tree, options);
    shaped();
    let rendered = render(&view, tree, options);
    (view, rendered)
}
