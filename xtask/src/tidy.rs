//! House rules and invariants that can be read off the source (ARCHITECTURE.md). Each rule is a
//! function from the tree's files to complaints; where a compiler or clippy can see to something,
//! it does, and there is no rule here.

mod extension;
mod layers;
mod rust;
mod text;

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::build::files_under;
use crate::machine::output;
use crate::places::Places;

/// A file of the tree as text.
pub struct Source {
    /// Its path from the workspace's folder, with `/`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

type Rule = fn(&[Source]) -> Vec<String>;

/// The rules, each with the sentence that it stands for.
const RULES: [(&str, Rule); 18] = [
    (
        "the top level is the one that ARCHITECTURE.md describes",
        layers::top_level,
    ),
    (
        "crates import each other in one direction",
        layers::directions,
    ),
    (
        "nothing names this machine or how the source came about",
        text::speaks_of_itself,
    ),
    (
        "text files end with a line break, and no line with a space",
        text::clean_lines,
    ),
    ("a file opens with what it is", text::opens_with_its_purpose),
    (
        "a function over 60 lines says why it is long",
        rust::long_functions,
    ),
    (
        "no module outside wasm-core/src/web knows that a browser exists (invariant 1)",
        rust::browser_wall,
    ),
    (
        "no clock, randomness or I/O after the record (invariant 3)",
        rust::functions_of_values,
    ),
    (
        "no await under a lock (invariant 7)",
        rust::no_await_under_a_lock,
    ),
    (
        "time is passed in to the queue (invariant 7)",
        rust::queue_has_no_clock,
    ),
    (
        "stdout of the native host is its frames' (invariant 8)",
        rust::frames_only,
    ),
    (
        "nothing waits for a time where it can wait for a condition",
        rust::no_fixed_sleeps,
    ),
    ("one door to Chrome", extension::one_door),
    (
        "the engine is tried in two places only (invariant 2)",
        extension::engine_in_two_places,
    ),
    (
        "reading a page changes nothing in it (invariant 2)",
        extension::changes_nothing,
    ),
    (
        "the extension reads no page content (invariant 5)",
        extension::reads_no_content,
    ),
    (
        "one wire version (invariant 10)",
        extension::one_wire_version,
    ),
    (
        "the manifest asks for what the README explains, and nothing is web-accessible",
        extension::manifest,
    ),
];

/// Checks every rule over every file that is, or would be, in the repository.
pub fn tidy(places: &Places) -> Result<()> {
    let sources = sources(&places.root)?;
    let mut count = 0;
    for (sentence, rule) in RULES {
        let complaints = rule(&sources);
        if !complaints.is_empty() {
            println!("✗ {sentence}");
        }
        for complaint in &complaints {
            println!("    {complaint}");
        }
        count += complaints.len();
    }
    if count > 0 {
        bail!("{count} complaints");
    }
    Ok(())
}

/// The files that git knows or would take; where there is no git, all but what is built.
fn sources(root: &Path) -> Result<Vec<Source>> {
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
    // What is no text, or was just deleted, has nothing to check.
    let read = |path: String| {
        Some(Source {
            text: std::fs::read_to_string(root.join(&path)).ok()?,
            path,
        })
    };
    Ok(paths
        .into_iter()
        .filter(|path| !built(path))
        .filter_map(read)
        .collect())
}

/// Whether a line of code holds this word, not as a part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |character: Option<char>| {
        character.is_some_and(|character| character.is_alphanumeric() || character == '_')
    };
    line.match_indices(word).any(|(start, _)| {
        !is_part(line[..start].chars().next_back())
            && !is_part(line[start + word.len()..].chars().next())
    })
}

/// The lines that are code, with their numbers: neither comments with a line of their own, nor ends
/// of lines behind `//`.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
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

/// What comes before the tests of a Rust file.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default()
}

/// A complaint for every line of code with one of these words.
fn lines_with(source: &Source, text: &str, words: &[&str]) -> Vec<String> {
    let found = |line: &str| {
        words
            .iter()
            .find(|word| has_word(line, word))
            .map(|word| (*word).to_owned())
    };
    code_lines(text)
        .filter_map(|(number, line)| Some(format!("{}:{number}: {}", source.path, found(line)?)))
        .collect()
}

#[cfg(test)]
fn source(path: &str, text: &str) -> Source {
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
