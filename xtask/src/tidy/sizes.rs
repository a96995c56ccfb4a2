//! Limits on what a reader has to take in at once: the lines of a file and the files of a folder.

use std::collections::BTreeMap;

use super::Source;

const MAX_LINES: usize = 500;
const MAX_FILES: usize = 25;
const WRITTEN: [&str; 7] = [".rs", ".js", ".mjs", ".css", ".html", ".py", ".sh"];

/// Generated files, which nobody reads from top to bottom.
const GENERATED: [&str; 2] = [
    "clients/python/src/axlens/_options.py",
    "clients/python/src/axlens/_types.py",
];

/// Folders that may have more files, and why.
const LARGE_FOLDERS: [(&str, &str); 1] = [("docs", "one flat folder of documents, with an index")];

/// No source file has more than 500 lines.
pub fn short_files(sources: &[Source]) -> Vec<String> {
    let written = own(sources)
        .filter(|source| WRITTEN.iter().any(|end| source.path.ends_with(end)))
        .filter(|source| !GENERATED.contains(&&*source.path));
    let lengths = written.map(|source| (source, source.text.lines().count()));
    lengths
        .filter(|(_, lines)| *lines > MAX_LINES)
        .map(|(source, lines)| format!("{}: {lines} lines", source.path))
        .collect()
}

/// No folder has more than 25 files of its own.
pub fn small_folders(sources: &[Source]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for source in own(sources) {
        let folder = source
            .path
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        *counts.entry(folder).or_default() += 1;
    }
    let is_large = |folder: &str| LARGE_FOLDERS.iter().any(|(large, _)| *large == folder);
    counts
        .into_iter()
        .filter(|(folder, count)| *count > MAX_FILES && !is_large(folder))
        .map(|(folder, count)| format!("{folder}: {count} files"))
        .collect()
}

fn own(sources: &[Source]) -> impl Iterator<Item = &Source> {
    sources
        .iter()
        .filter(|source| !source.path.split('/').any(|part| part == "fixtures"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::source;

    #[test]
    fn a_long_file_is_a_complaint() {
        let long = "line\n".repeat(MAX_LINES + 1);
        let sources = [
            source("a.rs", &long),
            source("a.md", &long),
            source("fixtures/a.js", &long),
        ];
        assert_eq!(short_files(&sources), ["a.rs: 501 lines"]);
    }

    #[test]
    fn a_folder_with_many_files_is_a_complaint() {
        let sources: Vec<Source> = (0..=MAX_FILES)
            .flat_map(|at| {
                [
                    source(&format!("a/b/{at}.rs"), ""),
                    source(&format!("a/{at}/c.rs"), ""),
                ]
            })
            .collect();
        assert_eq!(small_folders(&sources), ["a/b: 26 files"]);
    }
}
