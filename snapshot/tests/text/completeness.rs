//! What no text leaves out: all that can be acted on, and in `lean` every word.

use crate::pages::{page, rich_page};
use axlens_snapshot::options::{Find, Format};
use axlens_snapshot::render::LineKind;
use axlens_snapshot::shape::compact::compact;
use axlens_snapshot::{Options, Rendered, Role, Tree, render, shape};
use proptest::prelude::*;

fn text(tree: &Tree, options: &Options) -> Rendered {
    render(&shape(&mut tree.clone(), options), tree, options)
}

/// The uids a text shows, in its order.
fn uids(rendered: &Rendered) -> Vec<String> {
    rendered
        .ids
        .iter()
        .filter_map(|shown| shown.uid.as_ref().map(ToString::to_string))
        .collect()
}

fn all_uids(tree: &Tree) -> Vec<String> {
    tree.nodes
        .iter()
        .filter_map(|each| each.uid.as_ref().map(ToString::to_string))
        .collect()
}

/// How many controls a note says are hidden.
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
    fn no_rule_takes_a_control(tree in rich_page(), format in formats(), compact in any::<bool>()) {
        let options = Options { format, compact, cursor: true, find: Some(Find { text: String::new(), context: 0 }), max_depth: Some(15), ..Options::default() };
        let mut shown = uids(&text(&tree, &options));
        shown.sort();
        let mut all = all_uids(&tree);
        all.sort();
        prop_assert_eq!(shown, all);
    }

    #[test]
    fn what_is_folded_or_too_deep_is_counted_once(tree in rich_page(), depth in 1_u32..6, compact in any::<bool>()) {
        let options = Options { fold: true, max_depth: Some(depth), compact, ..Options::default() };
        let rendered = text(&tree, &options);
        let ours = rendered.lines.iter().filter(|line| line.kind == LineKind::Note);
        let hidden: usize = ours.map(|line| hidden_controls(rendered.line(line))).sum();
        prop_assert_eq!(uids(&rendered).len() + hidden, all_uids(&tree).len(), "{}", rendered.text);
    }

    #[test]
    fn compacting_twice_is_compacting_once(tree in prop_oneof![page(), rich_page()], format in formats()) {
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
    fn lean_says_every_word(tree in page()) {
        let said = words(&text(&tree, &Options { format: Format::Lean, ..Options::default() }).text);
        for each in tree.nodes.iter().filter(|each| each.node.role == Role::Text) {
            // Escapes join words to letters of ours: text with marks that are escaped is read back
            // elsewhere.
            if each.node.name.chars().any(|character| character == '\\' || character == '"' || character.is_control() || !character.is_alphanumeric() && !character.is_ascii()) {
                continue;
            }
            for word in words(&each.node.name) {
                // A label's words may be those of its field's name.
                prop_assert!(said.binary_search(&word).is_ok(), "{}", word);
            }
        }
    }
}
