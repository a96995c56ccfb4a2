//! Names of types: one name is one thing, so that a reader who finds it needs no path to know which
//! type it is.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, code_lines, without_tests};
use crate::imports::graphs;

/// The folders of the crates that users run. A name in tests may repeat one of these.
const PRODUCT: [&str; 8] = [
    "native-host/src/",
    "protocol/page-facts/src/",
    "panel/src/",
    "protocol/src/",
    "server/local/src/",
    "server/src/",
    "snapshot/src/",
    "wasm-core/src/",
];

/// No two structs, enums, traits or unions of the product have the same name.
pub fn unique_names(sources: &[Source]) -> Vec<String> {
    let graphs = graphs(sources);
    // Modules that only tests see are not in the graphs.
    let modules: BTreeSet<&str> = graphs
        .iter()
        .flat_map(|graph| &graph.files)
        .map(|file| file.path.as_str())
        .filter(|path| PRODUCT.iter().any(|folder| path.starts_with(folder)))
        .collect();
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for source in sources {
        if !modules.contains(source.path.as_str()) {
            continue;
        }
        for (number, line) in code_lines(without_tests(&source.text)) {
            if let Some(name) = declared_type(line) {
                let place = format!("{}:{number}", source.path);
                let places = places.entry(name).or_default();
                if !places
                    .iter()
                    .any(|other| is_for_another_system(other, &source.path))
                {
                    places.push(place);
                }
            }
        }
    }
    places
        .into_iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect()
}

/// Whether a place has the code of another system for the same part: `platform/unix/files.rs:9` and
/// `platform/windows/files.rs`.
fn is_for_another_system(place: &str, path: &str) -> bool {
    const SYSTEMS: [&str; 4] = ["unix", "linux", "macos", "windows"];
    fn parts(path: &str) -> Option<(&str, &str, &str)> {
        let (before, after) = path.split_once("/platform/")?;
        let (system, part) = after.split_once(['/', '.'])?;
        SYSTEMS.contains(&system).then_some((before, system, part))
    }
    let (file, _) = place.rsplit_once(':').unwrap_or((place, ""));
    let (Some(one), Some(other)) = (parts(file), parts(path)) else {
        return false;
    };
    // What Linux and macOS have in common is compiled together with each of them.
    let excludes = |one: &str, other: &str| {
        one != other && [one, other] != ["unix", "linux"] && [one, other] != ["unix", "macos"]
    };
    (one.0, one.2) == (other.0, other.2) && excludes(one.1, other.1) && excludes(other.1, one.1)
}

/// The name of the type that a line declares.
fn declared_type(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| {
        word.starts_with("pub") || word.ends_with(')') || ["in", "unsafe"].contains(word)
    });
    let keyword = words.next()?;
    if !["struct", "enum", "trait", "union"].contains(&keyword) {
        return None;
    }
    let name = words.next()?;
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    name.split(|character| !is_part(character))
        .next()
        .filter(|name| name.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn the_same_part_for_another_system_may_repeat_a_name() {
        let other = |place: &str, path: &str| is_for_another_system(place, path);
        assert!(other("a/platform/unix/b.rs:1", "a/platform/windows/b.rs"));
        assert!(other("a/platform/macos.rs:1", "a/platform/linux.rs"));
        assert!(!other("a/platform/unix.rs:1", "a/platform/linux.rs"));
        assert!(!other("a/platform/unix.rs:1", "a/platform/unix.rs"));
        assert!(!other("a/platform/unix/b.rs:1", "a/platform/windows/c.rs"));
        assert!(!other("a/b.rs:1", "a/platform/windows/b.rs"));
    }

    #[test]
    fn a_declaration_has_a_name() {
        let names = [
            "pub struct Node<'r> {",
            "    pub(super) enum Node {",
            "pub(in crate::dom) struct Node(u32);",
            "unsafe trait Node: Sized {",
            "struct Node;",
        ];
        for line in names {
            assert_eq!(declared_type(line), Some("Node"), "{line}");
        }
        for line in [
            "let union = Node;",
            "impl Node {",
            "pub fn node() -> Node {",
        ] {
            assert_eq!(declared_type(line), None, "{line}");
        }
    }

    #[test]
    fn two_types_with_one_name_are_a_complaint() {
        let sources = |of_panel: &str, declaration: &str| {
            unique_names(&[
                source("panel/Cargo.toml", ""),
                source("panel/src/lib.rs", declaration),
                source("panel/src/side.rs", of_panel),
                source("server/Cargo.toml", ""),
                source("server/src/lib.rs", "pub enum Side {\n    Left,\n}\n"),
                source("tests/browser/Cargo.toml", ""),
                source("tests/browser/main.rs", "struct Side;\n"),
            ])
        };
        let side = "/// A side.\nstruct Side {\n    left: bool,\n}\n";
        assert_eq!(
            sources(side, "mod side;\n"),
            ["Side: panel/src/side.rs:2, server/src/lib.rs:1"]
        );
        assert!(sources(side, "#[cfg(test)]\nmod side;\n").is_empty());
        let in_tests = format!("fn f() {{}}\n#[cfg(test)]\nmod tests {{\n{side}}}\n");
        assert!(sources(&in_tests, "mod side;\n").is_empty());
    }
}
