//! Imports of ES modules, by their lines: `import` and `export … from`, and
//! `import()` of what is loaded later. Types in comments do not count.

use std::collections::{BTreeMap, BTreeSet};

use crate::sources::code_lines;

use super::{File, Graph};

/// Folders of developers' own.
const NOT_SCRIPTS: [&str; 3] = ["types/", "tools/", "node_modules/"];
/// The text before the quoted path of another module.
const SIGNS: [&str; 3] = ["from ", "import ", "import("];

/// The graph of the scripts in a folder.
pub fn graph(folder: &str, texts: &BTreeMap<&str, &str>) -> Graph {
    let inside = |path: &str| {
        let rest = path.strip_prefix(folder)?.strip_prefix('/')?;
        let counts = !NOT_SCRIPTS.iter().any(|other| rest.starts_with(other));
        let name = rest.strip_suffix(".js")?;
        counts.then(|| name.split('/').map(str::to_owned).collect())
    };
    let scripts: Vec<(&str, &str, Vec<String>)> = texts
        .iter()
        .filter_map(|(path, text)| Some((*path, *text, inside(path)?)))
        .collect();
    let places: BTreeMap<&str, usize> = scripts
        .iter()
        .enumerate()
        .map(|(place, (path, ..))| (*path, place))
        .collect();
    let files = scripts.iter().map(|(path, text, module)| {
        let mut imports: BTreeSet<usize> = imported(path, text)
            .iter()
            .filter_map(|path| places.get(path.as_str()).copied())
            .collect();
        imports.remove(&places[path]);
        File {
            path: (*path).to_owned(),
            module: module.clone(),
            imports,
        }
    });
    Graph {
        name: folder.to_owned(),
        files: files.collect(),
    }
}

/// The paths of the modules that a script imports, from the workspace's folder.
fn imported(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, line) in code_lines(text) {
        let line = without_comments(line);
        for sign in SIGNS {
            for (at, _) in line.match_indices(sign) {
                let rest = line[at + sign.len()..].trim_start();
                let mut parts = rest.splitn(3, ['\'', '"']);
                if let (Some(""), Some(target)) = (parts.next(), parts.next())
                    && target.starts_with('.')
                {
                    found.push(joined(path, target));
                }
            }
        }
    }
    found
}

/// A line without the comments that begin and end in it.
fn without_comments(line: &str) -> String {
    let mut parts = line.split("/*");
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        code.push_str(part.split_once("*/").map_or("", |(_, rest)| rest));
    }
    code
}

/// The path that a relative one names, seen from a file.
fn joined(from: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}
