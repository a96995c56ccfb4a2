//! The text files of the workspace, and how rules look at their lines. Knows no rule.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::files::files_under;
use crate::machine::output;

/// A file of the tree as text.
pub struct Source {
    /// Its path from the workspace's folder, with `/`.
    pub path: String,
    /// Its content.
    pub text: String,
}

/// The files that are tracked by git or not ignored. Without git: all files except build output.
pub fn read(root: &Path) -> Result<Vec<Source>> {
    let mut git = Command::new("git");
    git.current_dir(root)
        .args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let paths: Vec<String> = match output(&mut git) {
        Ok(list) => list.lines().map(str::to_owned).collect(),
        Err(_) => files_under(root)?
            .iter()
            .filter_map(|file| Some(file.strip_prefix(root).ok()?.to_str()?.to_owned()))
            .collect(),
    };
    let built = |path: &String| {
        path.starts_with("target/") || path.starts_with(".git/") || path.contains("node_modules/")
    };
    // An image has no text, and a deleted file is skipped.
    let read = |path: String| {
        let bytes = std::fs::read(root.join(&path)).ok()?;
        let text = String::from_utf8(bytes).unwrap_or_default();
        Some(Source { path, text })
    };
    Ok(paths
        .into_iter()
        .filter(|path| !built(path))
        .filter_map(read)
        .collect())
}

/// Whether a line of code holds this name, not as a part of a longer one.
pub fn has_word(line: &str, name: &str) -> bool {
    let is_part = |character: Option<char>| {
        character.is_some_and(|character| character.is_alphanumeric() || character == '_')
    };
    line.match_indices(name).any(|(start, _)| {
        !is_part(line[..start].chars().next_back())
            && !is_part(line[start + name.len()..].chars().next())
    })
}

/// The lines that are code, with their numbers: neither comments with a line of their own, nor ends
/// of lines behind `//`.
pub fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line));
    let is_comment = |line: &str| {
        ["//", "/*", "* ", "*/"]
            .iter()
            .any(|sign| line.trim_start().starts_with(sign))
            || line.trim() == "*"
    };
    numbered
        .filter(move |(_, line)| !is_comment(line))
        .map(|(number, line)| (number, line.split(" //").next().unwrap_or_default()))
}

/// The part of a Rust file before its tests.
pub fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default()
}

/// A complaint for every line of code with one of these words.
pub fn lines_with(source: &Source, text: &str, words: &[&str]) -> Vec<String> {
    let found = |line: &str| {
        words
            .iter()
            .find(|name| has_word(line, name))
            .map(|name| (*name).to_owned())
    };
    code_lines(text)
        .filter_map(|(number, line)| Some(format!("{}:{number}: {}", source.path, found(line)?)))
        .collect()
}

/// A made-up file.
#[cfg(test)]
pub fn source(path: &str, text: &str) -> Source {
    Source {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_no_part_of_a_longer_one() {
        assert!(has_word("use web_sys::Node;", "web_sys"));
        assert!(!has_word("use my_web_sys_like::Node;", "web_sys"));
    }

    #[test]
    fn comments_are_no_code() {
        let lines: Vec<usize> =
            code_lines("//! a\ncode();\n  // b\n/** c */\n * d\nmore(); // e\n")
                .map(|(number, _)| number)
                .collect();
        assert_eq!(lines, [2, 6]);
    }
}
