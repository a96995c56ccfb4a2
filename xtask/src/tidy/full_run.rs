//! Rules over the tests that only the full run has.

use std::collections::BTreeSet;

use super::Source;

/// The document with the table of what only the full run has.
const DOCUMENT: &str = "tests/README.md";
/// The heading of its section.
const HEADING: &str = "## Only in the full run";
/// How an attribute begins, and how its reason does.
const ATTRIBUTE: &str = concat!("#[", "ignore");
const REASON: &str = " = \"full: ";

/// Every `#[ignore]` names a row of the table, and every row is the subject of a test. A row in
/// backticks is a part that is not tests.
pub fn table_of_ignored_tests(sources: &[Source]) -> Vec<String> {
    let Some(document) = sources.iter().find(|source| source.path == DOCUMENT) else {
        return Vec::new();
    };
    let rows = rows(&document.text);
    let mut used = BTreeSet::new();
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with(".rs")) {
        for (index, line) in source.text.lines().enumerate() {
            let Some(rest) = line.trim().strip_prefix(ATTRIBUTE) else {
                continue;
            };
            let place = format!("{}:{}", source.path, index + 1);
            match subject(rest) {
                None => complaints.push(format!("{place}: write {ATTRIBUTE}{REASON}SUBJECT\"]")),
                Some(subject) if !rows.contains(subject) => {
                    complaints.push(format!("{place}: {DOCUMENT} has no row {subject}"));
                }
                Some(subject) => drop(used.insert(subject)),
            }
        }
    }
    let unused = rows.difference(&used);
    complaints.extend(unused.map(|row| format!("{DOCUMENT}: no test has the subject {row}")));
    complaints
}

fn subject(rest: &str) -> Option<&str> {
    rest.strip_prefix(REASON)?.strip_suffix("\"]")
}

/// The first cells of the table's rows.
fn rows(document: &str) -> BTreeSet<&str> {
    let section = document.split(HEADING).nth(1).unwrap_or_default();
    let section = section.split("\n## ").next().unwrap_or_default();
    let cells = section
        .lines()
        .filter_map(|line| line.strip_prefix('|')?.split('|').next());
    // The heading of the table and the line below it.
    let subjects = cells.skip(2).map(str::trim);
    subjects.filter(|cell| !cell.starts_with('`')).collect()
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    fn complaints(table: &str, attributes: &str) -> Vec<String> {
        let document = format!("# tests\n\n{HEADING}\n\n| subject | why |\n|---|---|\n{table}");
        let attributes = attributes.replace('@', ATTRIBUTE);
        table_of_ignored_tests(&[
            source(DOCUMENT, &document),
            source("tests/browser/src/a.rs", &attributes),
        ])
    }

    #[test]
    fn a_subject_is_a_row() {
        let table = "| page time | minutes |\n| `fuzz` | a minute |\n\n## More\n\n| a | b |\n";
        let fine = "    @ = \"full: page time\"]\n";
        assert_eq!(complaints(table, fine), Vec::<String>::new());
        let unknown = format!("{fine}@ = \"full: soak\"]\n");
        assert_eq!(complaints(table, &unknown).len(), 1);
    }

    #[test]
    fn an_attribute_without_a_subject_and_a_row_without_a_test_are_seen() {
        let found = complaints("| soak | minutes |\n", "@]\n@ = \"needs a library\"]\n");
        assert_eq!(found.len(), 3, "{found:?}");
    }
}
