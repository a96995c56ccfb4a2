//! No import cycles: files in a cycle can only be understood, tested and moved together.

use super::Source;
use crate::imports::{Graph, graphs};

/// Reports import cycles, except between a module and its own descendants.
pub fn no_cycles(sources: &[Source]) -> Vec<String> {
    graphs(sources).iter().flat_map(complaints).collect()
}

fn complaints(graph: &Graph) -> Vec<String> {
    let components = graph.cycles();
    components
        .iter()
        .map(|component| {
            let cycle = component.cycle.join(" → ");
            match component.size {
                size if size >= component.cycle.len() => {
                    format!("{cycle} (one of the cycles of {size} files)")
                }
                _ => cycle,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn a_cycle_is_a_complaint_that_names_its_files_in_order() {
        let crate_with = |of_c: &str| {
            no_cycles(&[
                source("a/Cargo.toml", ""),
                source("a/src/lib.rs", "mod b;\nmod c;\n"),
                source("a/src/b.rs", "mod d;\nuse crate::c::Name;\nuse d::f;\n"),
                source("a/src/b/d.rs", "use super::Other;\n"),
                source("a/src/c.rs", of_c),
            ])
        };
        assert_eq!(
            crate_with("pub use crate::b::Other;\n"),
            ["a/src/b.rs → a/src/c.rs → a/src/b.rs (one of the cycles of 3 files)"]
        );
        // A module and its child import each other, and that is all.
        assert!(crate_with("use std::fmt;\n").is_empty());
    }
}
