//! The graph of the imports between the files of a crate or of the extension, parsed from the
//! sources. The rule against cycles (`tidy/cycles.rs`) and the diagrams in docs/modules.md
//! (`diagram.rs`) use it. Names are not resolved as a compiler does: a path ends at the last module
//! that has a file.
//!
//! An import refers to the module that its path names: `use crate::a::Name` imports `a`, even if
//! `a` only re-exports `Name` from `a/b.rs`.

mod rust;
mod scripts;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::sources::Source;

/// The folders of scripts that have a graph.
pub const SCRIPTS: [&str; 2] = ["extension", "server/dashboard"];

/// The files of one crate, or of the extension, and the imports between them.
pub struct Graph {
    /// The crate's folder; where that has more crates than one, the root file of all but the
    /// library.
    pub name: String,
    /// The files, in the order of their paths.
    pub files: Vec<File>,
}

/// A file that is a module.
pub struct File {
    /// Its path from the workspace's folder.
    pub path: String,
    /// Names of the modules down to it; none for the crate's root.
    pub module: Vec<String>,
    /// The files that it imports, as places in [`Graph::files`].
    pub imports: BTreeSet<usize>,
}

/// The graphs of every crate of the workspace, of the extension and of the dashboard.
pub fn graphs(sources: &[Source]) -> Vec<Graph> {
    let texts: BTreeMap<&str, &str> = sources
        .iter()
        .map(|source| (source.path.as_str(), source.text.as_str()))
        .collect();
    let mut graphs = rust::graphs(&texts);
    graphs.extend(SCRIPTS.map(|folder| scripts::graph(folder, &texts)));
    graphs
}

impl Graph {
    /// The import cycles that include more than a module and its own descendants: one entry for
    /// each strongly connected component, with one of its cycles.
    pub fn cycles(&self) -> Vec<CyclicComponent> {
        self.cycles_among(&(0..self.files.len()).collect())
    }

    /// A module and its descendants may import each other. If one file of a component is an
    /// ancestor of all others, the component is searched again without that file.
    fn cycles_among(&self, files: &BTreeSet<usize>) -> Vec<CyclicComponent> {
        let mut cycles = Vec::new();
        for component in self.components(files) {
            let top = component
                .iter()
                .find(|top| component.iter().all(|file| self.is_within(*file, **top)));
            match top {
                Some(top) => {
                    let rest = component
                        .iter()
                        .copied()
                        .filter(|file| file != top)
                        .collect();
                    cycles.extend(self.cycles_among(&rest));
                }
                None => cycles.push(CyclicComponent {
                    cycle: self.shortest_cycle(&component),
                    size: component.len(),
                }),
            }
        }
        cycles
    }

    fn is_within(&self, file: usize, top: usize) -> bool {
        self.files[file].module.starts_with(&self.files[top].module)
    }

    /// The strongly connected components of at least two files.
    fn components(&self, files: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
        let reached: BTreeMap<usize, BTreeSet<usize>> = files
            .iter()
            .map(|file| (*file, self.reachable(*file, files)))
            .collect();
        let mut free = files.clone();
        let mut components = Vec::new();
        while let Some(first) = free.pop_first() {
            let component: BTreeSet<usize> = reached[&first]
                .iter()
                .copied()
                .filter(|other| reached[other].contains(&first))
                .collect();
            free.retain(|file| !component.contains(file));
            if component.len() > 1 {
                components.push(component);
            }
        }
        components
    }

    fn reachable(&self, from: usize, files: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(file) = waiting.pop() {
            for next in self.files[file].imports.intersection(files) {
                if reached.insert(*next) {
                    waiting.push(*next);
                }
            }
        }
        reached
    }

    /// The paths of a shortest cycle in a component. A cycle of a module and its descendants is
    /// returned only if there is no other. The first path is repeated at the end.
    fn shortest_cycle(&self, component: &BTreeSet<usize>) -> Vec<String> {
        let imports = |from: &usize| self.files[*from].imports.intersection(component);
        let arrows = component
            .iter()
            .flat_map(|from| imports(from).map(move |to| (*from, *to)));
        let of_strangers = arrows.filter(|(from, to)| !self.have_top([from, to]));
        let cycles =
            of_strangers.filter_map(|(from, to)| self.shortest_cycle_through(from, to, component));
        let shortest = cycles.min_by_key(|cycle| (self.have_top(cycle), cycle.len()));
        let files = shortest.unwrap_or_default().into_iter();
        files.map(|file| self.files[file].path.clone()).collect()
    }

    /// Whether these files are one module and descendants of it.
    fn have_top<'a>(&self, files: impl IntoIterator<Item = &'a usize> + Clone) -> bool {
        let mut tops = files.clone().into_iter();
        tops.any(|top| {
            files
                .clone()
                .into_iter()
                .all(|file| self.is_within(*file, *top))
        })
    }

    /// A shortest cycle that contains this import.
    fn shortest_cycle_through(
        &self,
        from: usize,
        to: usize,
        component: &BTreeSet<usize>,
    ) -> Option<Vec<usize>> {
        let mut ways = VecDeque::from([vec![from, to]]);
        let mut seen = BTreeSet::from([to]);
        while let Some(way) = ways.pop_front() {
            for next in self.files[*way.last()?].imports.intersection(component) {
                let mut longer = way.clone();
                longer.push(*next);
                if *next == from {
                    return Some(longer);
                }
                if seen.insert(*next) {
                    ways.push_back(longer);
                }
            }
        }
        None
    }
}

/// A strongly connected component: files that all import each other, directly or indirectly.
pub struct CyclicComponent {
    /// The paths of a shortest cycle. The first path is repeated at the end.
    pub cycle: Vec<String>,
    /// The number of files in the component.
    pub size: usize,
}

#[cfg(test)]
mod tests {
    use crate::sources::source;

    use super::*;

    /// The cycles of a crate with these files below `a/src/`.
    fn cycles(files: &[(&str, &str)]) -> Vec<String> {
        let mut sources: Vec<Source> = files
            .iter()
            .map(|(path, text)| source(&format!("a/src/{path}"), text))
            .collect();
        sources.push(source("a/Cargo.toml", ""));
        let graphs = graphs(&sources);
        let components = graphs.iter().flat_map(Graph::cycles);
        components
            .map(|component| component.cycle.join(" "))
            .collect()
    }

    #[test]
    fn a_cycle_is_named_in_order() {
        let found = cycles(&[
            ("lib.rs", "mod b;\nmod c;\nmod d;\nmod e;\n"),
            ("b.rs", "use crate::c::Name;\n"),
            ("c.rs", "pub struct Name;\nfn f() { super::d::g(); }\n"),
            ("d.rs", "use crate::{b, e};\n"),
            ("e.rs", "use std::fmt;\n"),
        ]);
        assert_eq!(found, ["a/src/b.rs a/src/c.rs a/src/d.rs a/src/b.rs"]);
    }

    #[test]
    fn a_module_and_its_own_descendants_may_import_each_other() {
        let found = cycles(&[
            ("lib.rs", "mod b;\npub use b::Name;\n"),
            (
                "b.rs",
                "mod c;\nmod d;\npub use c::Name;\nuse d::deep::g;\n",
            ),
            ("b/c.rs", "use super::*;\nuse crate::Name;\n"),
            ("b/d.rs", "pub mod deep;\n"),
            ("b/d/deep.rs", "use crate::b::c;\n"),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn children_of_one_module_may_not() {
        let found = cycles(&[
            ("lib.rs", "mod b;\n"),
            ("b.rs", "mod c;\nmod d;\nuse c::f;\n"),
            ("b/c.rs", "use super::d::g;\nuse super::b;\n"),
            ("b/d.rs", "use super::{self, c::{f, h as i}};\n"),
        ]);
        assert_eq!(found, ["a/src/b/c.rs a/src/b/d.rs a/src/b/c.rs"]);
    }

    #[test]
    fn a_cycle_through_a_parent_and_a_stranger_is_one() {
        let found = cycles(&[
            ("main.rs", "mod b;\nmod e;\n"),
            ("b.rs", "mod c;\nuse crate::e;\n"),
            ("b/c.rs", "use super::Name;\n"),
            ("e.rs", "fn f() { crate::b::c::g(); }\n"),
        ]);
        assert_eq!(found, ["a/src/b.rs a/src/e.rs a/src/b/c.rs a/src/b.rs"]);
    }

    #[test]
    fn tests_do_not_count_and_macros_do() {
        let files = |of_c: &str| {
            cycles(&[
                ("lib.rs", "mod b;\nmod c;\n"),
                ("b.rs", "use crate::c;\n"),
                ("c.rs", of_c),
            ])
        };
        let tests =
            "#[cfg(test)]\nuse crate::b::f;\n#[cfg(test)]\nmod tests {\n use crate::b::f;\n}\n";
        assert!(files(tests).is_empty());
        assert_eq!(files("fn f() { vec![crate::b::f()]; }\n").len(), 1);
        assert_eq!(files("mod inner { use super::super::b; }\n").len(), 1);
    }

    #[test]
    fn scripts_cycle_too() {
        let sources = [
            source("extension/a.js", "import {\n  x,\n} from './b/c.js';\n"),
            source(
                "extension/b/c.js",
                "// from './d.js'\nexport * from '../d.js';\n/** @type {import('../a.js').X} */\n",
            ),
            source("extension/d.js", "const late = await import('./a.js');\n"),
        ];
        let graphs = graphs(&sources);
        let components: Vec<CyclicComponent> = graphs.iter().flat_map(Graph::cycles).collect();
        assert_eq!(components.len(), 1);
        assert_eq!(
            components[0].cycle,
            [
                "extension/a.js",
                "extension/b/c.js",
                "extension/d.js",
                "extension/a.js"
            ]
        );
    }
}
