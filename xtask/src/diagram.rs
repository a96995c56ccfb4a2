//! The picture in ARCHITECTURE.md: the crates, and each one's modules with their imports, as
//! Mermaid flowcharts. A module and its descendants are one box, a crate's root is left out, and
//! so is an arrow where a longer way leads to the same box.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::Result;

use crate::imports::{Graph, graphs};
use crate::manifest::{dependencies, members, package};
use crate::places::Places;
use crate::sources::{Source, read};

const FILE: &str = "ARCHITECTURE.md";
const BEGIN: &str = "<!-- diagram: begin (written by `cargo xtask diagram`) -->\n";
const END: &str = "<!-- diagram: end -->\n";
/// Names that Mermaid takes for its own.
const RESERVED: [&str; 10] = [
    "call",
    "class",
    "classDef",
    "click",
    "default",
    "end",
    "graph",
    "linkStyle",
    "style",
    "subgraph",
];

/// Boxes, and the boxes that each points to.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Writes the picture between its marks; at the end of the document where there are none.
pub fn diagram(places: &Places) -> Result<()> {
    let sources = read(&places.root)?;
    let path = places.root.join(FILE);
    let text = std::fs::read_to_string(&path)?;
    let end = format!("{text}\n## Crates and modules\n\n");
    let (before, _, after) = parts(&text).unwrap_or((&end, "", ""));
    let text = format!("{before}{BEGIN}{}{END}{after}", picture(&sources));
    std::fs::write(&path, text)?;
    println!("the picture: {FILE}");
    Ok(())
}

/// A complaint where the picture in the document is not the one that the sources give.
pub fn up_to_date(sources: &[Source]) -> Vec<String> {
    let Some(document) = sources.iter().find(|source| source.path == FILE) else {
        return Vec::new();
    };
    match parts(&document.text) {
        Some((_, inside, _)) if inside == picture(sources) => Vec::new(),
        Some(_) => vec![format!("{FILE}: run `cargo xtask diagram`")],
        None => Vec::new(),
    }
}

/// What stands before, between and behind the marks.
fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (inside, after) = rest.split_once(END)?;
    Some((before, inside, after))
}

fn picture(sources: &[Source]) -> String {
    let mut text = String::new();
    section(&mut text, "Crates", &crates(sources));
    let members: BTreeSet<&str> = sources
        .iter()
        .filter(|source| source.path == "Cargo.toml")
        .flat_map(|source| members(&source.text))
        .collect();
    for graph in graphs(sources) {
        if members.contains(graph.name.as_str()) || graph.name == "server/dashboard" {
            section(&mut text, &graph.name, &modules(&graph, 0));
        } else if graph.name == "extension" {
            for folder in folders(&graph) {
                let title = format!("{}/{folder}", graph.name);
                section(
                    &mut text,
                    title.trim_end_matches('/'),
                    &within(&graph, &folder),
                );
            }
        }
    }
    text
}

/// One flowchart; none where there is nothing to see.
fn section(text: &mut String, title: &str, arrows: &Arrows) {
    if arrows.values().all(BTreeSet::is_empty) {
        return;
    }
    let _ = writeln!(text, "\n### {title}\n\n```mermaid\nflowchart TD");
    for (from, to) in &reduced(arrows) {
        if to.is_empty() {
            let _ = writeln!(text, "    {}", shape(from));
        }
        for to in to {
            let _ = writeln!(text, "    {} --> {}", shape(from), shape(to));
        }
    }
    text.push_str("```\n");
}

/// A box. Mermaid takes a name such as `style-sheets` for its statement `style`.
fn shape(name: &str) -> String {
    let first = name.split(['-', '/', '_']).next().unwrap_or_default();
    if RESERVED.contains(&first) {
        format!("_{name}[\"{name}\"]")
    } else {
        name.to_owned()
    }
}

/// The workspace's members by their folders, and what they depend on.
fn crates(sources: &[Source]) -> Arrows {
    let manifests = sources.iter().filter_map(|source| {
        let folder = source.path.strip_suffix("/Cargo.toml")?;
        Some((folder, package(&source.text)?, source.text.as_str()))
    });
    let manifests: Vec<(&str, &str, &str)> = manifests.collect();
    let folder_of = |dependency: &String| {
        let found = manifests.iter().find(|(_, name, _)| name == dependency);
        found.map(|(folder, ..)| (*folder).to_owned())
    };
    manifests
        .iter()
        .map(|(folder, _, text)| {
            let ours = dependencies(text).iter().filter_map(folder_of).collect();
            ((*folder).to_owned(), ours)
        })
        .collect()
}

/// The modules at a depth, each with its descendants.
fn modules(graph: &Graph, depth: usize) -> Arrows {
    let mut arrows = Arrows::new();
    for file in &graph.files {
        let Some(from) = file.module.get(depth) else {
            continue;
        };
        let imports = file.imports.iter().map(|import| &graph.files[*import]);
        let to = imports
            .filter_map(|import| import.module.get(depth))
            .filter(|to| *to != from)
            .cloned();
        arrows.entry(from.clone()).or_default().extend(to);
    }
    arrows
}

/// The folders of scripts; an empty name for those at the top.
fn folders(graph: &Graph) -> BTreeSet<String> {
    let folder = |module: &Vec<String>| match module.as_slice() {
        [folder, _, ..] => folder.clone(),
        _ => String::new(),
    };
    graph
        .files
        .iter()
        .map(|file| folder(&file.module))
        .collect()
}

/// The scripts of one folder alone.
fn within(graph: &Graph, folder: &str) -> Arrows {
    let is_inside = |module: &[String]| match folder {
        "" => module.len() == 1,
        folder => module.len() > 1 && module[0] == folder,
    };
    let depth = usize::from(!folder.is_empty());
    let mut arrows = modules(graph, depth);
    let inside: BTreeSet<&String> = graph
        .files
        .iter()
        .filter(|file| is_inside(&file.module))
        .filter_map(|file| file.module.get(depth))
        .collect();
    arrows.retain(|from, _| inside.contains(from));
    for to in arrows.values_mut() {
        to.retain(|to| inside.contains(to));
    }
    arrows
}

/// Without the arrows that a longer way stands for; as it is where there is a circle.
fn reduced(arrows: &Arrows) -> Arrows {
    let reach: BTreeMap<&String, BTreeSet<&String>> = arrows
        .keys()
        .map(|from| (from, reachable(from, arrows)))
        .collect();
    if reach.iter().any(|(from, reached)| reached.contains(from)) {
        return arrows.clone();
    }
    let direct = |to: &BTreeSet<String>| -> BTreeSet<String> {
        let is_longer = |name: &String| to.iter().any(|other| reach[other].contains(name));
        to.iter().filter(|name| !is_longer(name)).cloned().collect()
    };
    arrows
        .iter()
        .map(|(from, to)| (from.clone(), direct(to)))
        .collect()
}

fn reachable<'a>(from: &str, arrows: &'a Arrows) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(name) = waiting.pop() {
        for next in arrows.get(name).into_iter().flatten() {
            if reached.insert(next) {
                waiting.push(next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use crate::sources::source;

    use super::*;

    #[test]
    fn a_name_that_starts_like_a_statement_is_a_label() {
        assert_eq!(shape("style-sheets"), "_style-sheets[\"style-sheets\"]");
        assert_eq!(shape("styles"), "styles");
    }

    fn workspace(document: &str) -> Vec<Source> {
        let uses = "use crate::{b, end, b::c};\n";
        vec![
            source(FILE, document),
            source("Cargo.toml", "[workspace]\nmembers = [\"a\", \"z\"]\n"),
            source(
                "a/Cargo.toml",
                "name = \"p-a\"\n[dependencies]\np-z.workspace = true\n",
            ),
            source("z/Cargo.toml", "name = \"p-z\"\n"),
            source("a/src/lib.rs", "mod b;\nmod d;\nmod end;\nuse b::x;\n"),
            source("a/src/b.rs", "mod c;\n"),
            source("a/src/b/c.rs", "use crate::end;\nuse super::x;\n"),
            source("a/src/d.rs", uses),
            source("a/src/end.rs", ""),
        ]
    }

    #[test]
    fn crates_and_modules_are_drawn_without_shortcuts() {
        let chart = |title: &str, lines: &str| {
            format!("\n### {title}\n\n```mermaid\nflowchart TD\n{lines}```\n")
        };
        assert_eq!(
            picture(&workspace("")),
            chart("Crates", "    a --> z\n    z\n")
                + &chart(
                    "a",
                    "    b --> _end[\"end\"]\n    d --> b\n    _end[\"end\"]\n"
                )
        );
    }

    #[test]
    fn a_stale_picture_is_seen() {
        let picture = picture(&workspace(""));
        let fresh = format!("# A\n\n{BEGIN}{picture}{END}\nmore\n");
        assert!(up_to_date(&workspace(&fresh)).is_empty());
        let stale = fresh.replace("d --> b", "b --> d");
        assert_eq!(up_to_date(&workspace(&stale)).len(), 1);
    }
}
