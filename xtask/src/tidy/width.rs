//! Comments and prose wrap at 100 columns: longer lines are hard to read next to code.

use super::Source;

/// Columns of a line.
const WIDTH: usize = 100;

/// How a kind of file marks a line that is a comment; in Markdown every line is prose.
const KINDS: [(&[&str], &[&str]); 3] = [
    (&[".md"], &[""]),
    (&[".rs", ".js", ".mjs", ".ts", ".css"], &["//", "/*", "*"]),
    (&[".toml", ".yml", ".py", ".sh", "/run"], &["#"]),
];

/// No line of a comment or of Markdown prose is longer. Tables, code in fences and single words
/// that are too long (addresses) stay as they are.
pub fn comments_and_prose(sources: &[Source]) -> Vec<String> {
    sources.iter().flat_map(long_lines).collect()
}

fn long_lines(source: &Source) -> Vec<String> {
    let ends = |ends: &[&str]| ends.iter().any(|end| source.path.ends_with(end));
    let kind = KINDS.iter().find(|(names, _)| ends(names));
    let Some((_, marks)) = kind.filter(|_| !source.path.starts_with("fixtures/")) else {
        return Vec::new();
    };
    let mut complaints = Vec::new();
    let mut in_code = false;
    for (index, line) in source.text.lines().enumerate() {
        let Some(mark) = marks
            .iter()
            .find(|mark| line.trim_start().starts_with(**mark))
        else {
            in_code = false;
            continue;
        };
        let text = if mark.is_empty() {
            line
        } else {
            without_mark(line)
        };
        let text = text.trim_start();
        if text.starts_with("```") {
            in_code = !in_code;
        }
        let columns = line.chars().count();
        if columns > WIDTH && !in_code && !text.starts_with('|') && can_be_broken(text) {
            complaints.push(format!("{}:{}: {columns} columns", source.path, index + 1));
        }
    }
    complaints
}

/// What a comment's line says.
fn without_mark(line: &str) -> &str {
    line.trim_start().trim_start_matches(['/', '*', '!', '#'])
}

/// Whether there is a second word, behind the sign of an item of a list.
fn can_be_broken(text: &str) -> bool {
    let words = text.split_whitespace();
    let is_sign = |text: &&str| matches!(*text, "-" | "*" | "+" | ">" | "#" | "##" | "###");
    words.skip_while(is_sign).count() > 1
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn what_is_too_long_is_seen() {
        let long = "word ".repeat(21);
        let rust = format!("fn f() {{}} {long}\n    /// {long}\n// short\n");
        assert_eq!(
            comments_and_prose(&[source("a.rs", &rust)]),
            ["a.rs:2: 113 columns"]
        );
        let prose = format!("short\n{long}\n- {long}\n");
        assert_eq!(comments_and_prose(&[source("a.md", &prose)]).len(), 2);
        let script = format!("/**\n * {long}\n */\nlet x = '{long}';\n");
        assert_eq!(comments_and_prose(&[source("a.js", &script)]).len(), 1);
        let settings = format!("# {long}\nx = \"{long}\"\n");
        assert_eq!(comments_and_prose(&[source("a.toml", &settings)]).len(), 1);
    }

    #[test]
    fn tables_code_and_addresses_may_be_long() {
        let long = "word ".repeat(21);
        let address = format!("https://example.test/{}", "x".repeat(100));
        let prose = format!("| {long} |\n```\n{long}\n```\n- {address}\n");
        assert!(comments_and_prose(&[source("a.md", &prose)]).is_empty());
        let rust = format!("//! ```\n//! {long}\n//! ```\n/// {address}\n/// | {long} |\n");
        assert!(comments_and_prose(&[source("a.rs", &rust)]).is_empty());
    }
}
