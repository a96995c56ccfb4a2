//! Invalid and extreme records: understanding them terminates without a panic, on a small stack,
//! with a consistent tree. Generated documents, mutated records of the fixtures, and known hard
//! shapes.

mod whole;

use crate::html;
use axlens_wasm_core::encoded_tree::{EncodedTree, encode};
use axlens_wasm_core::pace::{Job, at_once};
use axlens_wasm_core::understand::{explain, explain_in, understand, understand_in};
use proptest::prelude::*;
use std::fmt::Write;
use whole::holds_together;

/// Understands a record twice, the second time with the registry of the first, and explains an
/// element.
fn survives(record: &str) {
    let first = understand(record);
    holds_together(record, &first.tree);
    let parts: Vec<&str> = record.splitn(4, '\u{1d}').collect();
    if let ([head, ints, strings, ..], Some(registry)) = (parts.as_slice(), &first.registry) {
        let record = format!("{head}\u{1d}{ints}\u{1d}{strings}\u{1d}{registry}");
        holds_together(&record, &understand(&record).tree);
    }
    for node in [0, 1, 7, u32::MAX] {
        explain(record, node);
    }
}

/// Numbers of steps of a portion: one, arbitrary ones, and the extension's.
const PORTIONS: [usize; 3] = [1, 7, 1_000];

/// Checks that the result does not depend on the portions.
fn same_in_portions(record: &str) {
    let whole = at_once(async |pace| encode(understand_in(record, pace).await, pace).await);
    for steps in PORTIONS {
        assert_eq!(encoded(record, steps).0, whole, "{steps} steps at a time");
    }
    for node in [0, 3] {
        let record = record.to_owned();
        let whole = explain(&record, node);
        let mut job = Job::new(async move |pace| explain_in(&record, node, &pace).await);
        let explained = std::iter::repeat_with(|| job.advance(7)).find_map(|done| done);
        assert_eq!(explained, Some(whole));
    }
}

/// The result of a record, and the number of portions.
fn encoded(record: &str, steps: usize) -> (EncodedTree, usize) {
    let record = record.to_owned();
    let mut job =
        Job::new(async move |pace| encode(understand_in(&record, &pace).await, &pace).await);
    let mut portions = 0;
    loop {
        portions += 1;
        if let Some(encoded) = job.advance(steps) {
            return (encoded, portions);
        }
    }
}

const TAGS: [&str; 34] = [
    "div", "span", "a", "button", "input", "label", "ul", "li", "table", "tr", "td", "th",
    "caption", "select", "option", "optgroup", "slot", "x-y", "details", "summary", "dialog",
    "iframe", "svg", "title", "p", "br", "h2", "fieldset", "legend", "math", "body", "img",
    "textarea", "canvas",
];
const NAMES: [&str; 24] = [
    "id",
    "role",
    "aria-label",
    "aria-labelledby",
    "aria-describedby",
    "aria-owns",
    "aria-hidden",
    "for",
    "slot",
    "name",
    "href",
    "title",
    "alt",
    "tabindex",
    "type",
    "aria-activedescendant",
    "aria-checked",
    "aria-level",
    "inert",
    "hidden",
    "onclick",
    "aria-errormessage",
    "value",
    "data-testid",
];
const VALUES: [&str; 26] = [
    "",
    "a",
    "b",
    "c",
    "a b c",
    "c b a a",
    "true",
    "button",
    "link",
    "none",
    "row",
    "listitem",
    "option",
    "img",
    "presentation",
    "group list",
    "0",
    "-1",
    "99999999999999999999",
    "checkbox",
    "password",
    "hidden",
    "\u{fffd}\u{202e}",
    "\"\\\n]",
    "mixed",
    "treeitem dialog",
];

/// One operation of a generated document.
#[derive(Debug, Clone)]
enum Step {
    Open(usize, u32, Vec<(usize, usize)>, Vec<(i64, i64)>),
    Text(usize),
    Shadow(i64),
    Close,
}

fn step() -> impl Strategy<Value = Step> {
    let attributes = prop::collection::vec((0..NAMES.len(), 0..VALUES.len()), 0..4);
    let facts = prop::collection::vec((-17..0_i64, -2..60_i64), 0..3);
    prop_oneof![
        6 => (0..TAGS.len(), flags(), attributes, facts).prop_map(|(tag, flags, attrs, facts)| Step::Open(tag, flags, attrs, facts)),
        3 => (0..VALUES.len()).prop_map(Step::Text),
        1 => (0..8_i64).prop_map(Step::Shadow),
        4 => Just(Step::Close),
    ]
}

/// Flags of mostly visible elements.
fn flags() -> impl Strategy<Value = u32> {
    prop_oneof![3 => 2..7_u32, 1 => 0..8_u32, 2 => 0..1_u32 << 18]
}

fn packed(steps: &[Step]) -> String {
    let strings: Vec<&str> = TAGS.iter().chain(&NAMES).chain(&VALUES).copied().collect();
    let (names, values) = (TAGS.len(), TAGS.len() + NAMES.len());
    let mut ints = String::from("1,1,0,4,0");
    for (node, step) in steps.iter().enumerate() {
        let _ = match step {
            Step::Open(tag, flags, attrs, facts) => {
                let _ = write!(
                    ints,
                    ",1,{},{tag},{flags},{}",
                    node + 2,
                    attrs.len() + facts.len()
                );
                attrs.iter().for_each(|(name, value)| {
                    let _ = write!(ints, ",{},{}", names + name, values + value);
                });
                facts
                    .iter()
                    .try_for_each(|(fact, value)| write!(ints, ",{fact},{value}"))
            }
            Step::Text(value) => write!(ints, ",2,{}", values + value),
            Step::Shadow(mode) => write!(ints, ",3,{mode}"),
            Step::Close => write!(ints, ",0"),
        };
    }
    format!(
        "{{\"focused\":5,\"target\":[4,9]}}\u{1d}{ints}\u{1d}{}\u{1d}",
        strings.join("\u{1e}")
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_document(steps in prop::collection::vec(step(), 0..120)) {
        survives(&packed(&steps));
    }

    #[test]
    fn any_document_in_portions(steps in prop::collection::vec(step(), 0..60)) {
        same_in_portions(&packed(&steps));
    }

    #[test]
    fn any_text(text in "[\\PC\u{1d}\u{1e},0-9-]{0,80}") {
        survives(&text);
    }

    #[test]
    fn any_numbers(ints in prop::collection::vec(prop_oneof![0..4_i64, -20..100_i64, any::<i64>()], 0..200)) {
        let ints: Vec<String> = ints.iter().map(i64::to_string).collect();
        survives(&format!("{{}}\u{1d}{}\u{1d}div\u{1e}a\u{1e}role\u{1d}1|5|", ints.join(",")));
    }
}

/// Records of the fixtures, by the HTML parser.
fn fixtures() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");
    let files = std::fs::read_dir(folder).expect("the fixtures are there");
    let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    paths.sort();
    let pages = paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|kind| kind == "html"));
    pages
        .map(|path| html::record(&std::fs::read_to_string(path).expect("a fixture is text")))
        .collect()
}

#[test]
fn the_fixtures_and_their_mutations() {
    let records = fixtures();
    assert!(!records.is_empty());
    // A deterministic generator.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap_or(0)
    };
    for record in &records {
        survives(record);
        same_in_portions(record);
        for _ in 0..6 {
            let mut bytes = record.clone().into_bytes();
            for _ in 0..=random(4) {
                let at = random(bytes.len());
                match random(3) {
                    0 => bytes.truncate(at),
                    1 => bytes[at] = b",-0123456789\x1d\x1e"[random(14)],
                    _ => {
                        drop(bytes.drain(at..(at + random(40)).min(record.len()).min(bytes.len())))
                    }
                }
                if bytes.is_empty() {
                    break;
                }
            }
            survives(&String::from_utf8_lossy(&bytes));
        }
    }
}

/// `levels` nested elements, each with these attributes (string indexes), and a text in the
/// innermost one.
fn deep(levels: usize, tag: usize, pairs: &str, shadow: bool) -> String {
    let mut ints = String::from("1,1,0,4,0");
    let count = pairs.split(',').filter(|part| !part.is_empty()).count() / 2;
    for level in 0..levels {
        let _ = write!(
            ints,
            ",1,{},{tag},4,{count}{}{pairs}",
            level + 2,
            if count == 0 { "" } else { "," }
        );
        if shadow {
            ints.push_str(",3,1");
        }
    }
    ints.push_str(",2,5");
    format!(
        "{{}}\u{1d}{ints}\u{1d}div\u{1e}a\u{1e}href\u{1e}id\u{1e}aria-labelledby\u{1e}words\u{1e}label\u{1e}aria-owns\u{1e}role\u{1e}row\u{1d}"
    )
}

/// The engine has 128 kB of stack in the browser; stack frames of test builds are larger.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new()
        .stack_size(512 * 1024)
        .spawn(run)
        .expect("a thread");
    thread.join().expect("it ends");
}

#[test]
fn depth_needs_no_stack() {
    on_a_small_stack(|| {
        for (tag, pairs, shadow) in [
            (0, "", false),
            (1, "2,5", false),
            (6, "", false),
            (0, "", true),
            (0, "4,3,3,3", false),
            (0, "7,3,3,3", false),
        ] {
            let record = deep(30_000, tag, pairs, shadow);
            let tree = understand(&record).tree;
            holds_together(&record, &tree);
            assert!(
                tree.nodes.iter().any(|node| node.name == "words"),
                "tag {tag} {pairs}"
            );
        }
        explain(&deep(20_000, 1, "2,5", false), 19_000);
    });
}

#[test]
fn a_hundred_thousand_siblings_and_a_megabyte() {
    let mut ints = String::from("1,1,0,4,0");
    for node in 0..100_000 {
        let _ = write!(ints, ",1,{},1,2,1,2,3,2,3,0", node + 2);
    }
    let long = "word ".repeat(200_000);
    let record = format!("{{}}\u{1d}{ints}\u{1d}div\u{1e}a\u{1e}href\u{1e}x\u{1d}");
    let tree = understand(&record).tree;
    holds_together(&record, &tree);
    assert_eq!(
        tree.nodes.iter().filter(|node| node.uid.is_some()).count(),
        100_000
    );
    let record =
        format!("{{}}\u{1d}1,1,0,4,1,1,2,2,2,0\u{1d}button\u{1e}aria-label\u{1e}{long}\u{1d}");
    holds_together(&record, &understand(&record).tree);
}

#[test]
fn a_large_page_takes_many_portions() {
    let mut ints = String::from("1,1,0,4,0");
    for node in 0..5_000 {
        let _ = write!(ints, ",1,{},1,2,1,2,3,2,3,0", node + 2);
    }
    let record = format!("{{}}\u{1d}{ints}\u{1d}div\u{1e}a\u{1e}href\u{1e}x\u{1d}");
    let (in_portions, portions) = encoded(&record, 1_000);
    let (at_once, one) = encoded(&record, usize::MAX);
    assert_eq!(one, 1);
    // About twenty passes over 10,000 nodes, all of which count their steps.
    assert!((50..1_000).contains(&portions), "{portions}");
    assert_eq!(in_portions, at_once);
}

#[test]
fn repeated_text_is_shortened() {
    // A record has each string once, but every element of a page can use it.
    let bytes = |pairs: &str, count: usize| {
        let mut ints = String::from("1,1,0,4,0,1,2,0,4,1,1,6,2,2,0");
        for node in 0..count {
            let _ = write!(ints, ",1,{},3,1026,{pairs},0", node + 3);
        }
        let long = "word ".repeat(100_000);
        let strings = [
            "div",
            "id",
            &long,
            "button",
            "aria-label",
            "aria-describedby",
            "x",
        ];
        let record = format!("{{}}\u{1d}{ints}\u{1d}{}\u{1d}", strings.join("\u{1e}"));
        let tree = understand(&record).tree;
        holds_together(&record, &tree);
        let words = |node: &axlens_snapshot::tree::Node| node.name.len() + node.description.len();
        assert!(tree.nodes.last().is_some_and(|node| words(node) > 50));
        tree.nodes.iter().map(words).sum::<usize>()
    };
    for pairs in ["1,4,2", "1,5,6"] {
        assert!(bytes(pairs, 20) > 20 * 9_000, "{pairs}");
        assert!(bytes(pairs, 20_000) < 100_000_000, "{pairs}");
    }
}

#[test]
fn a_record_without_selectors_is_consistent() {
    let around = html::RecordOptions {
        plain: true,
        ..html::RecordOptions::default()
    };
    survives(&html::record_in(
        "<a href=/>Home</a><iframe title=Inner></iframe><button>Go</button>",
        &around,
    ));
}
