//! Which file imports which, within a crate or within the extension, read off the sources. The
//! rule against circles (`tidy/circles.rs`) and the diagrams in docs/modules.md (`diagram.rs`) use
//! it. It does not resolve names as a compiler does: a path ends at the last module with a file.
//!
//! An import is of the module that its path names: `use crate::a::Name` is one of `a`, also where
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
    /// Where files import each other in a circle that runs through more than a module and its own
    /// descendants: one list for each knot of such files, with one circle of it in order.
    pub fn circles(&self) -> Vec<Knot> {
        self.circles_among(&(0..self.files.len()).collect())
    }

    /// A module may import its descendants and they it. So a knot whose files all lie below one of
    /// them is looked at again without that one.
    fn circles_among(&self, files: &BTreeSet<usize>) -> Vec<Knot> {
        let mut circles = Vec::new();
        for knot in self.knots(files) {
            let top = knot
                .iter()
                .find(|top| knot.iter().all(|file| self.is_within(*file, **top)));
            match top {
                Some(top) => {
                    let rest = knot.iter().copied().filter(|file| file != top).collect();
                    circles.extend(self.circles_among(&rest));
                }
                None => circles.push(Knot {
                    circle: self.shortest_circle(&knot),
                    size: knot.len(),
                }),
            }
        }
        circles
    }

    fn is_within(&self, file: usize, top: usize) -> bool {
        self.files[file].module.starts_with(&self.files[top].module)
    }

    /// Sets of two and more files that all reach each other.
    fn knots(&self, files: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
        let reached: BTreeMap<usize, BTreeSet<usize>> = files
            .iter()
            .map(|file| (*file, self.reachable(*file, files)))
            .collect();
        let mut free = files.clone();
        let mut knots = Vec::new();
        while let Some(first) = free.pop_first() {
            let knot: BTreeSet<usize> = reached[&first]
                .iter()
                .copied()
                .filter(|other| reached[other].contains(&first))
                .collect();
            free.retain(|file| !knot.contains(file));
            if knot.len() > 1 {
                knots.push(knot);
            }
        }
        knots
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

    /// The paths of a shortest circle in a knot that is more than a module and its descendants,
    /// its first file again at the end.
    fn shortest_circle(&self, knot: &BTreeSet<usize>) -> Vec<String> {
        let imports = |from: &usize| self.files[*from].imports.intersection(knot);
        let arrows = knot
            .iter()
            .flat_map(|from| imports(from).map(move |to| (*from, *to)));
        let of_strangers = arrows.filter(|(from, to)| !self.have_top([from, to]));
        let circles = of_strangers.filter_map(|(from, to)| self.circle_with(from, to, knot));
        let shortest = circles.min_by_key(|circle| (self.have_top(circle), circle.len()));
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

    /// A shortest circle through this import.
    fn circle_with(&self, from: usize, to: usize, knot: &BTreeSet<usize>) -> Option<Vec<usize>> {
        let mut ways = VecDeque::from([vec![from, to]]);
        let mut seen = BTreeSet::from([to]);
        while let Some(way) = ways.pop_front() {
            for next in self.files[*way.last()?].imports.intersection(knot) {
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

/// Files that all reach each other by their imports.
pub struct Knot {
    /// A shortest circle in it: paths, the first one again at the end.
    pub circle: Vec<String>,
    /// How many files the knot has.
    pub size: usize,
}

#[cfg(test)]
mod tests {
    use crate::sources::source;

    use super::*;

    /// The circles of a crate with these files below `a/src/`.
    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let mut sources: Vec<Source> = files
            .iter()
            .map(|(path, text)| source(&format!("a/src/{path}"), text))
            .collect();
        sources.push(source("a/Cargo.toml", ""));
        let graphs = graphs(&sources);
        let knots = graphs.iter().flat_map(Graph::circles);
        knots.map(|knot| knot.circle.join(" ")).collect()
    }

    #[test]
    fn a_circle_is_named_in_order() {
        let found = circles(&[
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
        let found = circles(&[
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
        let found = circles(&[
            ("lib.rs", "mod b;\n"),
            ("b.rs", "mod c;\nmod d;\nuse c::f;\n"),
            ("b/c.rs", "use super::d::g;\nuse super::b;\n"),
            ("b/d.rs", "use super::{self, c::{f, h as i}};\n"),
        ]);
        assert_eq!(found, ["a/src/b/c.rs a/src/b/d.rs a/src/b/c.rs"]);
    }

    #[test]
    fn a_circle_through_a_parent_and_a_stranger_is_one() {
        let found = circles(&[
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
            circles(&[
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
    fn scripts_circle_too() {
        let sources = [
            source("extension/a.js", "import {\n  x,\n} from './b/c.js';\n"),
            source(
                "extension/b/c.js",
                "// from './d.js'\nexport * from '../d.js';\n/** @type {import('../a.js').X} */\n",
            ),
            source("extension/d.js", "const late = await import('./a.js');\n"),
        ];
        let graphs = graphs(&sources);
        let knots: Vec<Knot> = graphs.iter().flat_map(Graph::circles).collect();
        assert_eq!(knots.len(), 1);
        assert_eq!(
            knots[0].circle,
            [
                "extension/a.js",
                "extension/b/c.js",
                "extension/d.js",
                "extension/a.js"
            ]
        );
    }
}
