//! No circle of files: where files import each other in a circle, none of them can be understood,
//! tested or moved without the others.

use super::Source;
use crate::imports::{Graph, graphs};

/// No circle beyond a module and its own descendants.
pub fn no_circles(sources: &[Source]) -> Vec<String> {
    graphs(sources).iter().flat_map(complaints).collect()
}

fn complaints(graph: &Graph) -> Vec<String> {
    let knots = graph.circles();
    knots
        .iter()
        .map(|knot| {
            let circle = knot.circle.join(" → ");
            match knot.size {
                size if size >= knot.circle.len() => {
                    format!("{circle} (one of the circles of {size} files)")
                }
                _ => circle,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn a_circle_is_a_complaint_that_names_its_files_in_order() {
        let crate_with = |of_c: &str| {
            no_circles(&[
                source("a/Cargo.toml", ""),
                source("a/src/lib.rs", "mod b;\nmod c;\n"),
                source("a/src/b.rs", "mod d;\nuse crate::c::Name;\nuse d::f;\n"),
                source("a/src/b/d.rs", "use super::Other;\n"),
                source("a/src/c.rs", of_c),
            ])
        };
        assert_eq!(
            crate_with("pub use crate::b::Other;\n"),
            ["a/src/b.rs → a/src/c.rs → a/src/b.rs (one of the circles of 3 files)"]
        );
        // A module and its child import each other, and that is all.
        assert!(crate_with("use std::fmt;\n").is_empty());
    }
}
