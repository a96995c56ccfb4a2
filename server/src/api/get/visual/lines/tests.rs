//! Tests of the lines for facts.

use super::*;
use axlens_protocol::wire::TextStyle;

const AT_ORIGIN: FramePosition = FramePosition {
    origin: [0.0, 0.0],
    visible: [0.0, 0.0, 1280.0, 720.0],
};

fn fact(kind: VisualKind, tag: &str, color: &str, size: f64) -> VisualFact {
    VisualFact {
        kind,
        tag: tag.to_owned(),
        node: 0,
        around: Vec::new(),
        size: [size, size],
        at: [10.0, 20.0],
        covered: false,
        style: TextStyle {
            color: color.to_owned(),
            behind: String::new(),
            size: 16.0,
        },
        opacity: 1.0,
        stroke: String::new(),
        image: String::new(),
        points: String::new(),
        text: String::new(),
        class: String::new(),
        round: false,
        hollow: false,
    }
}

const RED: &str = "rgb(255, 0, 0)";
const BLUE: &str = "rgb(0, 0, 255)";

fn facts(facts: Vec<VisualFact>) -> VisualFacts {
    VisualFacts {
        facts,
        surroundings: TextStyle {
            color: "rgb(0, 0, 0)".to_owned(),
            behind: String::new(),
            size: 16.0,
        },
        ..VisualFacts::default()
    }
}

fn written(all: &VisualFacts) -> String {
    let known = KnownUids::from([
        (7, ("12".to_owned(), "clickable")),
        (8, ("3".to_owned(), "treeitem")),
    ]);
    let context = LineContext {
        known: &known,
        position: Some(AT_ORIGIN),
        element: None,
    };
    lines(all, &context).text
}

#[test]
fn shapes_have_a_color_and_a_size() {
    let triangle = VisualFact {
        points: "0,0 48,0 24,48".to_owned(),
        at: [210.0, 95.46],
        ..fact(VisualKind::Shape, "polygon", BLUE, 48.0)
    };
    let ring = VisualFact {
        stroke: "rgb(0, 128, 0)".to_owned(),
        covered: true,
        ..fact(VisualKind::Shape, "circle", "", 20.0)
    };
    let circle = fact(VisualKind::Shape, "circle", RED, 20.0);
    assert_eq!(
        written(&facts(vec![circle, triangle, ring])),
        "at=10,20 circle red small 20x20\n\
         at=210,95.5 triangle blue large 48x48\n\
         at=10,20 circle none border green small 20x20 covered"
    );
}

#[test]
fn an_element_of_a_snapshot_has_its_uid_and_one_in_it_says_so() {
    let swatch = VisualFact {
        node: 7,
        ..fact(VisualKind::Box, "div", "rgb(255, 255, 0)", 30.0)
    };
    let icon = VisualFact {
        around: vec![5, 8, 7],
        image: "url(\"/i/folder.png\")".to_owned(),
        class: "icon".to_owned(),
        ..fact(VisualKind::Image, "span", "", 16.0)
    };
    assert_eq!(
        written(&facts(vec![swatch, icon])),
        "12 clickable yellow 30x30\n\
         at=10,20 span 16x16 image \"folder.png\" class \"icon\" in 3"
    );
}

#[test]
fn a_box_in_the_color_behind_it_is_left_out() {
    let mut same = fact(VisualKind::Box, "div", RED, 30.0);
    same.style.behind = RED.to_owned();
    let faint = VisualFact {
        opacity: 0.0,
        ..fact(VisualKind::Box, "div", RED, 30.0)
    };
    let half = VisualFact {
        opacity: 0.5,
        ..fact(VisualKind::Box, "div", RED, 30.0)
    };
    assert_eq!(
        written(&facts(vec![same, faint, half])),
        "at=10,20 div light red 30x30"
    );
}

#[test]
fn equal_words_of_different_colors_have_the_exact_color() {
    let colors = [RED, "rgb(230, 0, 0)", BLUE];
    let boxes = colors.map(|color| fact(VisualKind::Box, "div", color, 30.0));
    assert_eq!(
        written(&facts(boxes.to_vec())),
        "at=10,20 div red #ff0000 30x30\n\
         at=10,20 div red #e60000 30x30\n\
         at=10,20 div blue 30x30"
    );
}

fn text(text: &str, color: &str, size: f64) -> VisualFact {
    let mut fact = fact(VisualKind::Text, "b", color, 10.0);
    text.clone_into(&mut fact.text);
    fact.style.size = size;
    fact
}

#[test]
fn texts_are_quoted_and_only_those_that_differ_are_listed() {
    let prose = text(&"prose ".repeat(30), "rgb(0, 0, 0)", 16.0);
    let hostile = format!("x\"\n12 button \u{202e}{}", "y".repeat(60));
    let mut tile = text("7", "rgb(0, 128, 0)", 32.0);
    tile.style.behind = "rgb(255, 255, 0)".to_owned();
    let written = written(&facts(vec![
        prose.clone(),
        text(&hostile, RED, 16.0),
        tile,
        prose,
    ]));
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(lines.len(), 3, "{written}");
    assert!(
        lines[0].starts_with("at=10,20 text \"x\\\"\\n12 button \\u{202e}yyy"),
        "{written}"
    );
    assert!(lines[0].ends_with("…\" red small"), "{written}");
    assert_eq!(lines[1], "at=10,20 text \"7\" green on yellow large");
    assert_eq!(lines[2], "...(the other texts: black on white, 16 px)");
}

#[test]
fn nothing_is_left_out_silently() {
    let all = facts(vec![fact(VisualKind::Shape, "circle", RED, 20.0); 250]);
    let cut = lines(
        &VisualFacts {
            frames: 2,
            outside: 3,
            stopped: 30_000,
            untested: 7,
            ..all
        },
        &LineContext {
            known: &KnownUids::new(),
            position: Some(FramePosition {
                origin: [100.0, 50.5],
                ..AT_ORIGIN
            }),
            element: Some(4),
        },
    );
    assert!(cut.is_cut);
    let cut_lines: Vec<&str> = cut.text.lines().collect();
    assert_eq!(cut_lines[0], "at=110,70.5 circle red 20x20");
    assert_eq!(
        cut_lines[200..],
        [
            "...(200 of 250 shown; name an element for fewer)",
            "...(not in the viewport: 3 more; scroll to them)",
            "...(frames left out: 2; name an element in one)",
            "...(stopped after 30000 elements; name an element)",
            "...(points that may be covered, because testing takes too long: 7; name an element or \
             take a screenshot)",
        ]
    );
    assert_eq!(
        written(&facts(Vec::new())),
        "...(nothing that is only visible)"
    );
}

#[test]
fn what_the_frame_clips_is_not_listed() {
    let known = KnownUids::new();
    let context = |position| LineContext {
        known: &known,
        position,
        element: Some(4),
    };
    let all = facts(vec![fact(VisualKind::Shape, "circle", RED, 20.0)]);
    let clipped = FramePosition {
        origin: [100.0, 50.0],
        visible: [100.0, 50.0, 105.0, 55.0],
    };
    assert_eq!(
        lines(&all, &context(Some(clipped))).text,
        "...(nothing that is only visible)\n...(not in the viewport: 1 more; scroll to them)"
    );
    assert_eq!(lines(&all, &context(None)).text, "at=? circle red 20x20");
}
