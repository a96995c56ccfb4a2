//! Checks the invariants of all texts of two trees of one document.

use axlens_snapshot::delta::{self, Base};
use axlens_snapshot::header::header;
use axlens_snapshot::options::{Find, Format, Include, Options};
use axlens_snapshot::render::refs;
use axlens_snapshot::window::{Bounds, Callbacks, window};
use axlens_snapshot::{FrameInput, FrameTree, Rendered, Role, Tree, render, shape, stitch};

const FORMATS: [Format; 5] = [
    Format::Outline,
    Format::Numbered,
    Format::Refs,
    Format::Tabs,
    Format::Lean,
];

/// Renders both trees with some options, in windows, and as a delta. `seed` selects the options.
pub fn check(first: FrameTree, later: FrameTree, seed: u64) {
    let (one, other) = (whole(first), whole(later));
    let head = serde_json::to_string(&header(&one));
    assert!(head.is_ok(), "a header is JSON");
    let options = every_option();
    let start = usize::try_from(seed >> 32).unwrap_or(0) % options.len();
    for options in options.iter().cycle().skip(start).step_by(4).take(3) {
        let (before, after) = (text(&one, options), text(&other, options));
        lines_hold(&before);
        windows_hold(&before.text);
        deltas_hold(
            &delta::base(&before, &one),
            &delta::base(&after, &other),
            &after.text,
        );
    }
}

/// The tree twice: as the page, and in its first frame.
fn whole(tree: FrameTree) -> Tree {
    let frame = |frame: i64, document: &str| FrameInput {
        document: document.to_owned(),
        frame,
        parent: frame - 1,
        url: tree.url.clone(),
        tree: Some(tree.clone()),
        ..FrameInput::default()
    };
    stitch(vec![frame(0, "main"), frame(1, "child")])
}

fn every_option() -> Vec<Options> {
    let plain = FORMATS.map(|format| Options {
        format,
        ..Options::default()
    });
    let small = FORMATS.map(|format| Options {
        format,
        interactive_only: true,
        compact: true,
        cursor: true,
        ..Options::default()
    });
    let found = Options {
        format: Format::Lean,
        fold: true,
        modal_only: true,
        max_depth: Some(5),
        exclude_roles: vec![Role::Listitem],
        find: Some(Find {
            text: "a".to_owned(),
            context: 1,
        }),
        include: vec![
            Include::Boxes,
            Include::Selectors,
            Include::Descriptions,
            Include::Urls,
        ],
        ..Options::default()
    };
    plain.into_iter().chain(small).chain([found]).collect()
}

fn text(tree: &Tree, options: &Options) -> Rendered {
    // The nodes move into the view.
    let mut tree = tree.clone();
    let view = shape(&mut tree, options);
    let rendered = render(&view, &tree, options);
    if options.format == Format::Refs {
        refs::map(&rendered, &view);
    }
    rendered
}

/// Checks that page text forges no line: line breaks and invisible characters are escaped.
fn lines_hold(rendered: &Rendered) {
    let raw = |character: char| {
        character != '\n' && character.is_control()
            || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!rendered.text.contains(raw), "{:?}", rendered.text);
    let mut end = 0;
    for line in &rendered.lines {
        assert!(line.start >= end && line.end as usize <= rendered.text.len());
        assert!(!rendered.line(line).contains('\n'), "one element, one line");
        end = line.end;
    }
}

/// The number of windows is finite, and without notes the joined windows are the whole text.
fn windows_hold(text: &str) {
    let callbacks = Callbacks {
        count: &|text| text.len() / 4,
        cursor: &|line| line.to_string(),
    };
    let bounds = Bounds {
        tokens: None,
        chars: Some(text.len() / 3 + 200),
    };
    let mut first = 0;
    loop {
        let part = window(text, first, bounds, &[], &callbacks);
        assert_eq!(part.first, first.min(part.total));
        match part.next {
            Some(next) => assert!(next > first && next < part.total, "a window goes on"),
            None => return,
        }
        first = part.next.unwrap_or(part.total);
    }
}

/// Checks that the delta, applied to the old text, results in the new one.
fn deltas_hold(old: &Base, new: &Base, full: &str) {
    let count = |text: &str| text.len() / 4;
    delta::answer(Some(old), new, delta::Since::Snapshot(1), full, &count);
    let lines = |base: &Base| {
        let rows = base.rows.iter();
        let lines = rows.map(|row| (row.depth, delta::without_distinction(&row.line)));
        lines.collect::<Vec<_>>()
    };
    let applied = delta::apply(old, &delta::diff(old, new));
    assert_eq!(lines(&applied), lines(new));
    assert!(delta::diff(new, new).is_empty(), "nothing changed");
}
