//! Completeness of texts: every interactive element, and in `lean` every word.

use crate::text::pages::{page, rich_page};
use axlens_snapshot::options::{Find, Format};
use axlens_snapshot::render::LineKind;
use axlens_snapshot::shape::compact::compact;
use axlens_snapshot::{Options, Rendered, Role, Tree, render, shape};
use proptest::prelude::*;

fn text(tree: &Tree, options: &Options) -> Rendered {
    render(&shape(&mut tree.clone(), options), tree, options)
}

/// The uids in a text, in order.
fn uids(rendered: &Rendered) -> Vec<String> {
    rendered
        .ids
        .iter()
        .filter_map(|printed| printed.uid.as_ref().map(ToString::to_string))
        .collect()
}

fn all_uids(tree: &Tree) -> Vec<String> {
    tree.nodes
        .iter()
        .filter_map(|each| each.uid.as_ref().map(ToString::to_string))
        .collect()
}

/// The number of hidden controls in a note.
fn hidden_controls(line: &str) -> usize {
    let words: Vec<&str> = line.split(' ').collect();
    let counted = words.windows(2).filter_map(|pair| match pair[1] {
        "control" | "controls" => pair[0].parse::<usize>().ok(),
        "of" => pair[0].parse().ok(),
        _ => None,
    });
    counted.sum()
}

fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.sort();
    words
}

fn formats() -> impl Strategy<Value = Format> {
    prop::sample::select(vec![
        Format::Outline,
        Format::Numbered,
        Format::Refs,
        Format::Tabs,
        Format::Lean,
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_control_is_lost(tree in page(), format in formats(), compact in any::<bool>(), interactive_only in any::<bool>()) {
        let options = Options { format, compact, interactive_only, max_depth: Some(15), ..Options::default() };
        let depth = tree.nodes.iter().map(|each| each.node.depth).max().unwrap_or(0);
        prop_assume!(depth <= 15);
        let rendered = text(&tree, &options);
        prop_assert_eq!(uids(&rendered), all_uids(&tree));
        prop_assert_eq!(rendered.lines.len(), rendered.text.lines().count() - if format == Format::Numbered && !tree.main.title.is_empty() { 2 } else { 0 });
    }

    #[test]
    fn no_rule_removes_a_control(tree in rich_page(), format in formats(), compact in any::<bool>()) {
        let options = Options { format, compact, cursor: true, find: Some(Find { text: String::new(), context: 0 }), max_depth: Some(15), ..Options::default() };
        let mut printed = uids(&text(&tree, &options));
        printed.sort();
        let mut all = all_uids(&tree);
        all.sort();
        prop_assert_eq!(printed, all);
    }

    #[test]
    fn folded_and_too_deep_nodes_are_counted_once(tree in rich_page(), depth in 1_u32..6, compact in any::<bool>()) {
        let options = Options { fold: true, max_depth: Some(depth), compact, ..Options::default() };
        let rendered = text(&tree, &options);
        let ours = rendered.lines.iter().filter(|line| line.kind == LineKind::Note);
        let hidden: usize = ours.map(|line| hidden_controls(rendered.line(line))).sum();
        prop_assert_eq!(uids(&rendered).len() + hidden, all_uids(&tree).len(), "{}", rendered.text);
    }

    #[test]
    fn compaction_is_idempotent(tree in prop_oneof![page(), rich_page()], format in formats()) {
        let options = Options { format, compact: true, ..Options::default() };
        let once = shape(&mut tree.clone(), &options);
        let mut twice = once.clone();
        compact(&mut twice, &options);
        prop_assert_eq!(render(&twice, &tree, &options).text, render(&once, &tree, &options).text);
        prop_assert_eq!(twice, once);
    }

    #[test]
    fn compaction_is_an_option(tree in page(), format in formats()) {
        let plain = text(&tree, &Options { format, ..Options::default() });
        text(&tree, &Options { format, compact: true, ..Options::default() });
        prop_assert_eq!(text(&tree, &Options { format, ..Options::default() }), plain);
    }

    #[test]
    fn lean_prints_every_word(tree in page()) {
        let printed_words = words(&text(&tree, &Options { format: Format::Lean, ..Options::default() }).text);
        for each in tree.nodes.iter().filter(|each| each.node.role == Role::Text) {
            // Escapes join words to other letters: other tests parse text with escapes.
            if each.node.name.chars().any(|character| character == '\\' || character == '"' || character.is_control() || !character.is_alphanumeric() && !character.is_ascii()) {
                continue;
            }
            for word in words(&each.node.name) {
                // The words of a label can be those of its field's name.
                prop_assert!(printed_words.binary_search(&word).is_ok(), "{}", word);
            }
        }
    }
}
