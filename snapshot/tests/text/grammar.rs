//! The grammar of the `numbered` format, version 1.0 (docs/contracts.md), as a checker. Every text
//! in the format `numbered` must conform to it.

use crate::text::pages::page;
use axlens_snapshot::options::Format;
use axlens_snapshot::{Options, render, shape};
use proptest::prelude::*;

const STATES: [&str; 9] = [
    "focused",
    "disabled",
    "checked",
    "expanded",
    "collapsed",
    "selected",
    "required",
    "readonly",
    "multiline",
];

/// `<snapshot> ::= [<page-line> "\n\n"] <element-lines>`; returns the first error.
fn check(text: &str) -> Result<(), String> {
    let body = match text.strip_prefix("Page: \"") {
        Some(rest) => {
            rest.split_once("\"\n\n")
                .ok_or("a page line ends with a quote and a blank line")?
                .1
        }
        None => text,
    };
    let mut depth = 0;
    for (number, line) in body.split_terminator('\n').enumerate() {
        depth = element(line, number + 1, depth).map_err(|wrong| format!("{wrong}: {line:?}"))?;
    }
    Ok(())
}

/// `<indent> <id> ": " <role> [" " <quoted-name>] [" " <value>] [" " <states>]`
fn element(line: &str, number: usize, above: usize) -> Result<usize, String> {
    let rest = line.trim_start_matches(' ');
    let spaces = line.len() - rest.len();
    if !spaces.is_multiple_of(2) || spaces / 2 > above + 1 {
        return Err("two spaces a level, one level at a time".into());
    }
    let rest = rest
        .strip_prefix(&format!("{number}: "))
        .ok_or("ids go up by one, without a gap")?;
    let role = rest.len()
        - rest
            .trim_start_matches(|letter: char| letter.is_ascii_lowercase())
            .len();
    if role == 0 {
        return Err("a role is lower-case letters".into());
    }
    let rest = quoted(&rest[role..], " \"", 80)?;
    let rest = quoted(rest, " value=\"", 50)?;
    if !rest.is_empty() && !rest.starts_with(' ') {
        return Err(format!("{rest:?} follows no space"));
    }
    for state in rest.split(' ').skip(1) {
        if !STATES.contains(&state) {
            return Err(format!("{state:?} is no state"));
        }
    }
    Ok(spaces / 2)
}

/// Parses an optional quoted text of 1 to `limit` characters; returns the rest.
fn quoted<'a>(rest: &'a str, opening: &str, limit: usize) -> Result<&'a str, String> {
    let Some(inner) = rest.strip_prefix(opening) else {
        return Ok(rest);
    };
    let mut escaped = false;
    for (at, character) in inner.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => {
                let length = inner[..at].chars().count();
                return if (1..=limit).contains(&length) {
                    Ok(&inner[at + 1..])
                } else {
                    Err(format!("{length} characters in quotes"))
                };
            }
            _ => {}
        }
    }
    Err("a quote that does not close".into())
}

#[test]
fn the_checker_accepts_and_rejects() {
    assert_eq!(
        check(
            "Page: \"Google\"\n\n1: link \"Gmail\"\n2: list\n  3: listitem\n4: textbox \"Search\" value=\"a\" required focused\n"
        ),
        Ok(())
    );
    for wrong in [
        "2: link\n",
        "1: link\n3: link\n",
        "1: Link\n",
        "1: link \"\"\n",
        "1: doc-toc\n",
        "1: link pressed\n",
        "1: link \"a\n",
        "    1: link\n",
    ] {
        assert!(check(wrong).is_err(), "{wrong:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_numbered_text_conforms(tree in page(), interactive_only in any::<bool>(), compact in any::<bool>()) {
        let options = Options { format: Format::Numbered, interactive_only, compact, ..Options::default() };
        let view = shape(&mut tree.clone(), &options);
        let text = render(&view, &tree, &options).text;
        prop_assert_eq!(check(&text), Ok(()), "{}", text);
    }
}
