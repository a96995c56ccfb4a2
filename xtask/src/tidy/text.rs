//! Rules over every text file.

use super::Source;

/// Written in two pieces so that this file does not break its own rule.
const UNSPEAKABLE: [&str; 12] = [
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/user"),
    concat!("/tm", "p/b/"),
    concat!("/tm", "p/t/"),
    concat!("co-auth", "ored-by"),
    concat!("clau", "de"),
    concat!("chat", "gpt"),
    concat!("cop", "ilot"),
    concat!("as a language", " model"),
    concat!("this sess", "ion of"),
    concat!("the br", "ief says"),
];

/// What a client of the Model Context Protocol is called, that the product has a snippet for.
const CLIENT: &str = concat!("clau", "de");

/// The only files that may name it.
const CLIENTS: [&str; 3] = [
    "README.md",
    "server/src/cli/mcp/config.rs",
    "server/tests/mcp_config.rs",
];

/// Endings of files that are written by hand and open with a comment or heading.
const WRITTEN: [&str; 2] = [".rs", ".js"];
const CLEAN: [&str; 8] = [
    ".rs", ".js", ".toml", ".md", ".json", ".html", ".css", "/run",
];

/// The project speaks of itself alone.
pub fn speaks_of_itself(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| !is_borrowed(&source.path)) {
        for (index, line) in source.text.lines().enumerate() {
            let lower = line.to_lowercase();
            let found = UNSPEAKABLE
                .iter()
                .filter(|words| **words != CLIENT || !CLIENTS.contains(&&*source.path))
                .find(|words| lower.contains(**words))
                .map(|words| (*words).to_owned());
            if let Some(words) = found.or_else(|| issue_number(&lower)) {
                complaints.push(format!("{}:{}: {words}", source.path, index + 1));
            }
        }
    }
    complaints
}

/// Whole lines, and nothing invisible at their ends.
pub fn clean_lines(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| {
        CLEAN.iter().any(|end| source.path.ends_with(end)) && !is_borrowed(&source.path)
    }) {
        if !source.text.is_empty() && !source.text.ends_with('\n') {
            complaints.push(format!("{}: no line break at the end", source.path));
        }
        let loose = source
            .text
            .lines()
            .position(|line| line.ends_with([' ', '\t']));
        complaints
            .extend(loose.map(|index| format!("{}:{}: space at the end", source.path, index + 1)));
    }
    complaints
}

/// `//!` in Rust, a comment in JavaScript: what it is and what it does not know.
pub fn opens_with_its_purpose(sources: &[Source]) -> Vec<String> {
    let written = sources.iter().filter(|source| {
        WRITTEN.iter().any(|end| source.path.ends_with(end)) && !is_borrowed(&source.path)
    });
    let silent = written.filter(|source| {
        let first = source.text.lines().find(|line| !line.starts_with("#!"));
        let sign = if source.path.ends_with(".rs") {
            "//!"
        } else {
            "/"
        };
        !first.unwrap_or_default().starts_with(sign)
    });
    silent
        .map(|source| format!("{} does not say what it is", source.path))
        .collect()
}

/// Data, not written by hand line by line.
fn is_borrowed(path: &str) -> bool {
    path.starts_with("fixtures/") || path.ends_with(".lock") || path == "LICENSE"
}

/// A number of an issue list that a reader does not have.
fn issue_number(line: &str) -> Option<String> {
    let prefix = concat!("iss", "ue ");
    let start = line.find(prefix)?;
    line[start + prefix.len()..]
        .starts_with(|character: char| character.is_ascii_digit())
        .then(|| prefix.to_owned() + "and a number")
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn a_machines_path_is_seen() {
        let named = source("docs/x.md", concat!("see /wo", "rk/main\nfine\n"));
        assert_eq!(speaks_of_itself(&[named]).len(), 1);
        assert!(
            speaks_of_itself(&[source(
                "docs/x.md",
                "the session of an agent; an issue of style\n"
            )])
            .is_empty()
        );
    }

    #[test]
    fn a_client_is_named_where_it_is_configured_and_nowhere_else() {
        let line = concat!("by Clau", "de\nin /wo", "rk/main\n");
        let complaints = |path| speaks_of_itself(&[source(path, line)]).len();
        assert_eq!(complaints("server/src/cli/mcp/config.rs"), 1);
        assert_eq!(complaints("server/src/cli/token.rs"), 2);
        assert_eq!(complaints("CHANGELOG.md"), 2);
    }

    #[test]
    fn loose_ends_are_seen() {
        assert_eq!(clean_lines(&[source("a.rs", "x \ny")]).len(), 2);
        assert!(clean_lines(&[source("a.rs", "x\n")]).is_empty());
    }

    #[test]
    fn a_file_without_its_purpose_is_seen() {
        assert_eq!(
            opens_with_its_purpose(&[source("a.rs", "use x;\n"), source("b.js", "let x;\n")]).len(),
            2
        );
        assert!(
            opens_with_its_purpose(&[source("a.rs", "//! A.\n"), source("b.js", "// B.\n")])
                .is_empty()
        );
    }
}
