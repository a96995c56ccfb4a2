//! Tests that work is linear: counts accesses to nodes at three sizes of many shapes.

use super::understand;
use crate::dom::steps::STEPS;
use std::fmt::Write;

/// A record in progress.
#[derive(Default)]
struct Page {
    ints: String,
    strings: Vec<String>,
    nodes: usize,
}

impl Page {
    fn string(&mut self, text: &str) -> usize {
        // Few strings are repeated, so a table is not needed.
        match self.strings.iter().take(16).position(|known| known == text) {
            Some(number) => number,
            None => {
                self.strings.push(text.to_owned());
                self.strings.len() - 1
            }
        }
    }

    fn open(&mut self, tag: &str, attributes: &[(&str, &str)]) {
        self.open_with(tag, 4, attributes);
    }

    fn open_with(&mut self, tag: &str, flags: u32, attributes: &[(&str, &str)]) {
        self.nodes += 1;
        let tag = self.string(tag);
        let _ = write!(
            self.ints,
            "1,{},{tag},{flags},{},",
            self.nodes,
            attributes.len()
        );
        for (name, value) in attributes {
            let (name, value) = (self.string(name), self.string(value));
            let _ = write!(self.ints, "{name},{value},");
        }
    }

    fn text(&mut self, text: &str) {
        let number = self.string(text);
        let _ = write!(self.ints, "2,{number},");
    }

    fn close(&mut self) {
        self.ints.push_str("0,");
    }

    fn record(&self) -> String {
        format!(
            "{{}}\u{1d}{}\u{1d}{}\u{1d}",
            self.ints.trim_end_matches(','),
            self.strings.join("\u{1e}")
        )
    }
}

/// Number of accesses to the nodes of a page, without and with its registry.
fn work(shape: fn(&mut Page, usize), size: usize) -> u64 {
    let mut page = Page::default();
    page.open("body", &[]);
    shape(&mut page, size);
    let record = page.record();
    let before = STEPS.get();
    let registry = understand(&record).registry.unwrap_or_default();
    understand(&format!("{record}{registry}"));
    STEPS.get() - before
}

/// Checks that ten times the page is about ten times the work. The budget of a small page allows
/// several readings; quadratic work would be a hundred times.
fn check(name: &str, shape: fn(&mut Page, usize)) {
    let [small, medium, large] = [40, 400, 4_000].map(|size| work(shape, size));
    assert!(medium <= small * 40, "{name}: {small}, {medium}, {large}");
    assert!(large <= medium * 15, "{name}: {small}, {medium}, {large}");
}

#[test]
fn a_table_of_links() {
    check("table", |page, size| {
        page.open("table", &[("aria-label", "T")]);
        for row in 0..size {
            page.open("tr", &[]);
            page.open("td", &[]);
            page.text(&format!("row {row}"));
            page.open("a", &[("href", "/x")]);
            page.text("Edit");
            (0..3).for_each(|_| page.close());
        }
    });
}

#[test]
fn nested_elements() {
    check("links", |page, size| {
        for _ in 0..size {
            page.open("a", &[("href", "/x")]);
            page.text("word");
        }
    });
    check("labels", |page, size| {
        (0..size).for_each(|_| page.open("label", &[]))
    });
    check("lists", |page, size| {
        for _ in 0..size {
            page.open("ul", &[]);
            page.open("li", &[("tabindex", "0")]);
        }
    });
}

#[test]
fn references_and_cycles() {
    check("every element is named by every other", |page, size| {
        for _ in 0..size {
            page.open(
                "button",
                &[
                    ("id", "x"),
                    ("aria-labelledby", "x y x"),
                    ("aria-describedby", "y x"),
                ],
            );
            page.text("word");
            page.close();
            page.open("p", &[("id", "y"), ("aria-labelledby", "x")]);
            page.close();
        }
    });
    check("named by what they stand in", |page, size| {
        page.open("div", &[("id", "x")]);
        for _ in 0..size {
            page.open("button", &[("aria-labelledby", "x")]);
            page.text("word");
            page.close();
        }
    });
    check(
        "each owns the one before and the one after",
        |page, size| {
            for node in 1..=size {
                let owned = format!("n{} n{}", node - 1, node + 1);
                page.open("div", &[("id", &format!("n{node}")), ("aria-owns", &owned)]);
                page.close();
            }
        },
    );
}

#[test]
fn searches_among_siblings() {
    check("a closed disclosure without a summary", |page, size| {
        page.open("details", &[]);
        for _ in 0..size {
            page.open("p", &[]);
            page.text("word");
            page.close();
        }
    });
    check("a group of fields, its legends last", |page, size| {
        page.open("fieldset", &[("disabled", "")]);
        for tag in ["p", "legend"] {
            for _ in 0..size {
                page.open(tag, &[]);
                page.close();
            }
        }
    });
    check("a figure of captions and images", |page, size| {
        page.open("figure", &[]);
        for tag in ["figcaption", "img"] {
            for _ in 0..size {
                page.open(tag, &[]);
                page.close();
            }
        }
    });
    check("the slots of a host and what they take", |page, size| {
        page.open("x-host", &[]);
        page.ints.push_str("3,1,");
        for slot in 0..size {
            page.open("slot", &[("name", &format!("s{slot}"))]);
            page.close();
        }
        page.close();
        for slot in 0..size {
            page.open("b", &[("slot", &format!("s{slot}"))]);
            page.text("word");
            page.close();
        }
    });
}

#[test]
fn nested_drawings() {
    check("drawings", |page, size| {
        for _ in 0..size {
            page.open_with("svg", 4 | 1 << 8, &[("aria-label", "x")]);
            page.open("div", &[]);
        }
    });
    check("drawings of one symbol", |page, size| {
        page.open_with("symbol", 4 | 1 << 8, &[("id", "s")]);
        page.open_with("title", 4 | 1 << 8, &[]);
        for _ in 0..size {
            page.text("word");
            page.open("i", &[]);
            page.close();
        }
        page.close();
        page.close();
        for _ in 0..size {
            page.open_with("use", 4 | 1 << 8, &[("href", "#s"), ("tabindex", "0")]);
            page.close();
        }
    });
}

#[test]
fn repeated_descriptions() {
    check("described by one", |page, size| {
        page.open("div", &[("id", "x")]);
        for _ in 0..size {
            page.open("i", &[]);
            page.text("word");
            page.close();
        }
        page.close();
        for _ in 0..size {
            let reads = [
                ("aria-describedby", "x"),
                ("aria-errormessage", "x"),
                ("aria-invalid", "true"),
            ];
            page.open("button", &reads);
            page.close();
        }
    });
    check("lists of options, all of them chosen", |page, size| {
        page.open("select", &[("aria-label", "x")]);
        for _ in 0..size {
            page.open("optgroup", &[("label", "x")]);
            page.open("option", &[]);
            page.text("word");
            page.close();
        }
    });
}

#[test]
fn many_fields_with_labels() {
    check("fields", |page, size| {
        page.open("fieldset", &[("disabled", "")]);
        for node in 0..size {
            page.open("label", &[("for", &format!("f{node}"))]);
            page.text("Field");
            page.close();
            page.open("select", &[("id", &format!("f{node}"))]);
            page.open("option", &[]);
            page.text("one");
            (0..2).for_each(|_| page.close());
        }
    });
}
