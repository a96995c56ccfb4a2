//! Every format can be parsed: a parser according to docs/formats.md gets exactly the rendered view
//! from the text. Names and values imitate lines, ids, marks and quotes.

use crate::text::pages::page;
use axlens_snapshot::options::Format;
use axlens_snapshot::quote::unquoted;
use axlens_snapshot::{Options, Role, Tree, Tristate, View, render, shape};
use proptest::prelude::*;

/// A parsed element.
#[derive(Debug, Clone, PartialEq, Default)]
struct Parsed {
    depth: usize,
    role: String,
    name: String,
    id: String,
    value: String,
    checked: bool,
}

/// The elements of a view, with the properties that all formats print.
fn elements_of(view: &View, id: impl Fn(&axlens_snapshot::TreeNode) -> String) -> Vec<Parsed> {
    let parsed = |each: &axlens_snapshot::TreeNode| Parsed {
        depth: each.node.depth as usize,
        role: if each.node.role == Role::Image {
            "img".into()
        } else {
            each.node.role.as_str().into()
        },
        name: each.node.name.clone(),
        id: id(each),
        value: each.node.value.clone().unwrap_or_default(),
        checked: each.node.states.checked == Some(Tristate::True),
    };
    view.nodes.iter().map(parsed).collect()
}

fn uid_of(each: &axlens_snapshot::TreeNode) -> String {
    each.uid
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default()
}

fn rendered(tree: &Tree, format: Format) -> (View, String) {
    let options = Options {
        format,
        max_depth: Some(15),
        ..Options::default()
    };
    let view = shape(&mut tree.clone(), &options);
    let text = render(&view, tree, &options).text;
    assert!(
        !text
            .chars()
            .any(|character| character != '\n' && character.is_control()),
        "{text:?}"
    );
    (view, text)
}

/// Indentation in levels, and the rest of the line.
fn indented(line: &str, unit: usize) -> (usize, &str) {
    let rest = line.trim_start_matches(' ');
    ((line.len() - rest.len()) / unit, rest)
}

/// The first token, and the rest.
fn token(rest: &str) -> (&str, &str) {
    rest.split_at(rest.find([' ', '[', ':']).unwrap_or(rest.len()))
}

/// Parses ` "name"` at the beginning.
fn name(rest: &str) -> (String, &str) {
    rest.strip_prefix(' ')
        .and_then(unquoted)
        .unwrap_or((String::new(), rest))
}

fn outline(line: &str) -> Parsed {
    let (depth, rest) = indented(line, 2);
    let (role, rest) = token(rest);
    let rest = rest
        .strip_prefix('[')
        .and_then(|level| level.split_once(']'))
        .map_or(rest, |(_, rest)| rest);
    let (name, mut rest) = name(rest);
    let mut parsed = Parsed {
        depth,
        role: role.into(),
        name,
        ..Parsed::default()
    };
    if let Some((id, behind)) = rest
        .strip_prefix(" [uid=")
        .and_then(|rest| rest.split_once(']'))
    {
        parsed.id = id.into();
        rest = behind;
    }
    if let Some((value, behind)) = rest.strip_prefix(" value=").and_then(unquoted) {
        parsed.value = value;
        rest = behind;
    }
    parsed.checked = rest == " checked";
    parsed
}

fn lean(line: &str) -> Parsed {
    let (depth, mut rest) = indented(line, 1);
    if let Some((text, "")) = unquoted(rest) {
        return Parsed {
            depth,
            role: "text".into(),
            name: text,
            ..Parsed::default()
        };
    }
    let mut parsed = Parsed {
        depth,
        ..Parsed::default()
    };
    if rest.starts_with(|first: char| first.is_ascii_digit()) {
        let (id, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        parsed.id = id.into();
        rest = behind;
    }
    let (role, rest) = token(rest);
    parsed.role = role.into();
    let (name, mut rest) = name(rest);
    parsed.name = name;
    if let Some((value, behind)) = rest.strip_prefix(" =").and_then(unquoted) {
        parsed.value = value;
        rest = behind;
    }
    parsed.checked = rest == " checked";
    parsed
}

fn numbered(line: &str) -> Parsed {
    let (depth, rest) = indented(line, 2);
    let (id, rest) = rest.split_once(": ").unwrap_or(("", rest));
    let (role, rest) = token(rest);
    let (name, mut rest) = name(rest);
    let mut parsed = Parsed {
        depth,
        role: role.into(),
        name,
        id: id.into(),
        ..Parsed::default()
    };
    if let Some((value, behind)) = rest.strip_prefix(" value=").and_then(unquoted) {
        parsed.value = value;
        rest = behind;
    }
    parsed.checked = rest == " checked";
    parsed
}

/// `- role "name" [e1] [flag]: value`, of `refs` and `tabs`; in `refs` the text after the colon,
/// for an element without a value.
fn dashed(line: &str) -> (Parsed, String) {
    let (depth, rest) = indented(line, 2);
    let (role, rest) = token(rest.strip_prefix("- ").unwrap_or(rest));
    let (name, mut rest) = name(rest);
    let mut parsed = Parsed {
        depth,
        role: role.into(),
        name,
        ..Parsed::default()
    };
    while let Some((flag, behind)) = rest
        .strip_prefix(" [")
        .and_then(|rest| rest.split_once(']'))
    {
        let flag = flag.strip_prefix("ref=").unwrap_or(flag);
        match flag {
            "checked" => parsed.checked = true,
            _ if flag.starts_with('e') && flag[1..].parse::<u32>().is_ok() => {
                parsed.id = flag.into()
            }
            _ => {}
        }
        rest = behind;
    }
    let behind = rest.strip_prefix(": ").unwrap_or_default();
    let text = unquoted(behind)
        .filter(|(_, rest)| rest.is_empty())
        .map_or(behind.to_owned(), |(text, _)| text);
    (parsed, text)
}

/// Elements of `tabs` and `refs` whose only content is text have it on their line.
fn with_text_on_the_line(mut all: Vec<Parsed>, as_name: bool) -> Vec<Parsed> {
    let mut position = 0;
    while position < all.len() {
        let only = all
            .get(position + 1)
            .is_some_and(|text| text.role == "text" && text.depth > all[position].depth)
            && all
                .get(position + 2)
                .is_none_or(|next| next.depth <= all[position].depth);
        if only && all[position].name.is_empty() && !is_control(&all[position]) {
            let text = all.remove(position + 1).name;
            *(if as_name {
                &mut all[position].name
            } else {
                &mut all[position].value
            }) = text;
        }
        position += 1;
    }
    all
}

/// Removes the document; everything moves up one level.
fn without_document(mut all: Vec<Parsed>) -> Vec<Parsed> {
    all.remove(0);
    all.iter_mut().for_each(|each| each.depth -= 1);
    all
}

fn with_ids(
    mut all: Vec<Parsed>,
    has: impl Fn(&Parsed) -> bool,
    write: impl Fn(usize) -> String,
) -> Vec<Parsed> {
    let mut last = 0;
    for each in &mut all {
        each.id = String::new();
        if has(each) {
            last += 1;
            each.id = write(last);
        }
    }
    all
}

fn is_control(parsed: &Parsed) -> bool {
    matches!(
        parsed.role.as_str(),
        "button" | "link" | "textbox" | "checkbox"
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn outline_round_trip(tree in page()) {
        let (view, text) = rendered(&tree, Format::Outline);
        let mut expected = elements_of(&view, uid_of);
        if view.nodes.len() == 1 && view.nodes[0].node.name.is_empty() {
            expected[0].name = "(empty)".into();
        }
        prop_assert_eq!(text.lines().map(outline).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lean_round_trip(tree in page()) {
        let (view, text) = rendered(&tree, Format::Lean);
        let expected = match view.nodes.len() {
            1 => elements_of(&view, uid_of),
            _ => without_document(elements_of(&view, uid_of)),
        };
        // A value that equals the name is printed once.
        let expected: Vec<Parsed> = expected.into_iter().map(|mut parsed| {
            if parsed.value == parsed.name { parsed.value.clear(); }
            parsed
        }).collect();
        prop_assert_eq!(text.lines().map(lean).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn numbered_round_trip(tree in page()) {
        let (view, text) = rendered(&tree, Format::Numbered);
        let expected = with_ids(without_document(elements_of(&view, uid_of)), |_| true, |number| number.to_string());
        let expected: Vec<Parsed> = expected.into_iter().map(|mut parsed| {
            if parsed.value == parsed.name { parsed.value.clear(); }
            parsed
        }).collect();
        let body = match tree.main.title.is_empty() {
            true => text.as_str(),
            false => {
                let (page, body) = text.split_once("\n\n").unwrap_or_default();
                prop_assert_eq!(unquoted(&page["Page: ".len()..]), Some((tree.main.title.clone(), "")));
                body
            }
        };
        prop_assert_eq!(body.lines().map(numbered).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn tabs_round_trip(tree in page()) {
        let (view, text) = rendered(&tree, Format::Tabs);
        let expected = with_ids(with_text_on_the_line(without_document(elements_of(&view, uid_of)), true), is_control, |number| format!("e{number}"));
        let read = text.lines().map(|line| { let (parsed, value) = dashed(line); Parsed { value, ..parsed } }).collect::<Vec<_>>();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn refs_round_trip(tree in page()) {
        let (view, text) = rendered(&tree, Format::Refs);
        let content = |parsed: &Parsed| matches!(parsed.role.as_str(), "heading" | "region" | "listitem") && !parsed.name.is_empty();
        let all = with_text_on_the_line(without_document(elements_of(&view, uid_of)), false);
        let expected = with_ids(all, |parsed| is_control(parsed) || content(parsed), |number| format!("e{number}"));
        let read = text.lines().map(|line| {
            let (parsed, behind) = dashed(line);
            if parsed.role == "text" { Parsed { name: behind, ..parsed } } else { Parsed { value: behind, ..parsed } }
        }).collect::<Vec<_>>();
        prop_assert_eq!(read, expected);
    }
}
