//! Rules over the documents: what they point at is in the repository.

use std::collections::BTreeSet;

use crate::sources::{Source, has_word};

/// Folders at the top whose files documents name by their whole path.
const FOLDERS: [&str; 14] = [
    "dist",
    "docs",
    "examples",
    "extension",
    "fixtures",
    "gateway",
    "native-host",
    "panel",
    "protocol",
    "server",
    "snapshot",
    "tests",
    "wasm-core",
    "xtask",
];

/// Every relative link of a Markdown file leads to a file, a folder or a heading.
pub fn links_lead_somewhere(sources: &[Source]) -> Vec<String> {
    let paths = paths(sources);
    let mut complaints = Vec::new();
    for document in documents(sources) {
        for target in links(&document.text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = match file {
                "" => document.path.clone(),
                file => joined(&document.path, file),
            };
            let headings = sources.iter().find(|source| source.path == path);
            let has_heading = heading.is_empty()
                || headings.is_some_and(|source| anchors(&source.text).contains(heading));
            if !paths.contains(path.as_str()) || !has_heading {
                complaints.push(format!("{}: {target} is not there", document.path));
            }
        }
    }
    complaints
}

/// Every path that a Markdown file names is a file or a folder of the repository.
pub fn paths_exist(sources: &[Source]) -> Vec<String> {
    let paths = paths(sources);
    let mut complaints = Vec::new();
    for document in documents(sources) {
        for path in named_paths(&document.text) {
            let is_module = paths.contains(format!("{path}.rs").as_str());
            if !paths.contains(path) && !is_module {
                complaints.push(format!("{}: {path} is not there", document.path));
            }
        }
    }
    complaints
}

/// A row of ARCHITECTURE.md's table "to change, look in, name" names what one of its files holds;
/// one of docs/security.md names tests, which are functions, or attacks, which are rows of tables
/// too.
pub fn rows_name_what_is_there(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for document in documents(sources) {
        for row in document.text.lines().filter(|line| line.starts_with('|')) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            let (places, names, holds): (_, _, Holds) = match (document.path.as_str(), &cells[..]) {
                ("ARCHITECTURE.md", [_, places, names]) => (places, names, has_word),
                ("docs/security.md", [_, _, places, names]) => (places, names, has_test),
                _ => continue,
            };
            let places: Vec<&str> = named_paths(places).collect();
            for name in in_backticks(names).filter(|name| is_name(name)) {
                if !places.is_empty() && !is_held(sources, &places, name, holds) {
                    complaints.push(format!("{}: no {name} in {places:?}", document.path));
                }
            }
        }
    }
    complaints
}

/// Whether a text holds a name.
type Holds = fn(&str, &str) -> bool;

fn has_test(text: &str, name: &str) -> bool {
    text.contains(&format!("fn {name}(")) || text.contains(&format!("\"{name}\""))
}

/// Whether one of the files at these places holds the name.
fn is_held(sources: &[Source], places: &[&str], name: &str, holds: Holds) -> bool {
    let inside = |source: &Source, place: &str| {
        source.path == place
            || source.path == format!("{place}.rs")
            || source.path.starts_with(&format!("{place}/"))
    };
    let mut files = sources
        .iter()
        .filter(|source| places.iter().any(|place| inside(source, place)));
    files.any(|file| holds(&file.text, name))
}

fn documents(sources: &[Source]) -> impl Iterator<Item = &Source> {
    sources
        .iter()
        .filter(|source| source.path.ends_with(".md") && !source.path.starts_with("fixtures/"))
}

/// Every file and every folder.
fn paths(sources: &[Source]) -> BTreeSet<&str> {
    let mut paths = BTreeSet::new();
    for source in sources {
        let mut path = source.path.as_str();
        paths.insert(path);
        while let Some((folder, _)) = path.rsplit_once('/') {
            paths.insert(folder);
            path = folder;
        }
    }
    paths
}

/// The text in the parentheses of `[words](target)`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("](")
        .filter_map(|(at, _)| Some(text[at + 2..].split_once(')')?.0))
        .filter(|target| !target.is_empty() && !target.contains(char::is_whitespace))
}

/// A link's path from the folder at the top.
fn joined(document: &str, link: &str) -> String {
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The names by which a document's headings are linked to.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|character| {
                character.is_alphanumeric() || matches!(character, ' ' | '-' | '_')
            });
            kept.map(|character| if character == ' ' { '-' } else { character })
                .collect()
        })
        .collect()
}

/// Words that are paths below one of our folders; patterns and parts of addresses are none.
fn named_paths(text: &str) -> impl Iterator<Item = &str> {
    let between =
        |character: char| character.is_whitespace() || "`()[]|\",;:<>'".contains(character);
    text.split(between).filter_map(move |text| {
        let path = text.trim_end_matches(['.', '/']);
        let (folder, rest) = path.split_once('/')?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
        (FOLDERS.contains(&folder) && !rest.is_empty() && path.bytes().all(plain)).then_some(path)
    })
}

fn in_backticks(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Looks like the name of a function, a type or a constant.
fn is_name(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::source;

    fn tree(path: &str, document: &str) -> Vec<Source> {
        vec![
            source(path, document),
            source("docs/other.md", "# Two words: `more`\n"),
            source("server/src/queue.rs", "pub fn add() {}\n"),
        ]
    }

    #[test]
    fn a_link_to_nothing_is_seen() {
        let fine =
            "[a](other.md) [b](../server/src) [c](other.md#two-words-more) [d](https://x.y)\n";
        assert_eq!(
            links_lead_somewhere(&tree("docs/x.md", fine)),
            Vec::<String>::new()
        );
        let broken = "[a](gone.md) [b](other.md#three) [c](#here)\n";
        assert_eq!(links_lead_somewhere(&tree("docs/x.md", broken)).len(), 3);
    }

    #[test]
    fn a_path_of_nothing_is_seen() {
        let fine = "`server/src/queue`, server/src/queue.rs. `fn a/b`, docs/*.md, target/axlens\n";
        assert_eq!(paths_exist(&tree("docs/x.md", fine)), Vec::<String>::new());
        assert_eq!(
            paths_exist(&tree("docs/x.md", "see `server/src/gone.rs`\n")).len(),
            1
        );
    }

    #[test]
    fn a_name_that_no_file_holds_is_seen() {
        let row = |name: &str| format!("| a limit | `server/src/queue.rs` | `{name}` |\n");
        assert_eq!(
            rows_name_what_is_there(&tree("ARCHITECTURE.md", &row("add"))),
            Vec::<String>::new()
        );
        assert_eq!(
            rows_name_what_is_there(&tree("ARCHITECTURE.md", &row("ad"))).len(),
            1
        );
    }

    #[test]
    fn a_threat_whose_test_is_gone_is_seen() {
        let row = |name: &str| format!("| a flood | bounds | `server/src/queue.rs` | `{name}` |\n");
        assert_eq!(
            rows_name_what_is_there(&tree("docs/security.md", &row("add"))),
            Vec::<String>::new()
        );
        assert_eq!(
            rows_name_what_is_there(&tree("docs/security.md", &row("gone"))).len(),
            1
        );
    }
}
