//! Role and name of every control on a page, beside what Chromium's own accessibility tree says of it (over DevTools, in tests alone).

use crate::Tab;
use crate::tab::uid_on;
use anyhow::Context;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// Words of ours for which Chromium has another one, and means the same.
const SAME: &[(&str, &str)] = &[
    ("summary", "DisclosureTriangle"),
    ("summary", "DisclosureTriangleGrouped"),
    ("iframe", "Iframe"),
    ("iframe", "IframePresentational"),
    ("clickable", "generic"),
    ("focusable", "generic"),
    ("audio", "Audio"),
    ("video", "Video"),
    ("img", "image"),
    ("image", "img"),
    ("date", "Date"),
    ("time", "InputTime"),
];

/// What the two said of one control.
#[derive(Debug)]
pub struct Pair {
    /// Page it stands on.
    pub page: String,
    /// Its selector.
    pub selector: String,
    /// Role and name by us.
    pub ours: (String, String),
    /// Role and name by Chromium; `ignored` where it leaves the element out of its tree.
    pub theirs: (String, String),
}

impl Pair {
    /// The same role and the same name.
    pub fn agree(&self) -> bool {
        self.same_role() && self.same_name()
    }

    /// The same role.
    pub fn same_role(&self) -> bool {
        self.ours.0 == self.theirs.0
            || SAME.contains(&(self.ours.0.as_str(), self.theirs.0.as_str()))
    }

    /// The same name, white space apart. An element without a role may have no name in ARIA; ours is what it reads.
    pub fn same_name(&self) -> bool {
        let unnamed =
            self.theirs.1.is_empty() && matches!(self.ours.0.as_str(), "clickable" | "focusable");
        unnamed || collapse(&self.ours.1) == collapse(&self.theirs.1)
    }
}

/// Compares every control that one snapshot of the tab shows.
pub async fn compare(tab: &Tab, page: &str) -> anyhow::Result<Vec<Pair>> {
    let answer = tab
        .observe(json!({"interactive_only": true, "max_depth": 15}))
        .await?;
    let tree = crate::tab::text(&answer);
    let chromium = chromium_tree(tab).await?;
    let document =
        tab.command("DOM.getDocument", json!({"depth": 0})).await?["root"]["nodeId"].clone();
    let mut pairs = Vec::new();
    for line in tree.lines() {
        let Some(uid) = uid_on(line) else { continue };
        let entry = &answer["uidMap"][&uid];
        if entry["hosts"].is_array() || entry["frame"].is_array() || uid.contains('.') {
            continue;
        }
        let found = tab
            .command(
                "DOM.querySelector",
                json!({"nodeId": document, "selector": entry["selector"]}),
            )
            .await?;
        let node = tab
            .command("DOM.describeNode", json!({"nodeId": found["nodeId"]}))
            .await?;
        let backend = node["node"]["backendNodeId"]
            .as_i64()
            .context("a backend node")?;
        pairs.push(Pair {
            page: page.to_string(),
            selector: entry["selector"].as_str().unwrap_or_default().to_string(),
            ours: (
                entry["role"].as_str().unwrap_or_default().to_string(),
                name_on(line),
            ),
            theirs: chromium
                .get(&backend)
                .cloned()
                .unwrap_or_else(|| ("ignored".into(), String::new())),
        });
    }
    Ok(pairs)
}

async fn chromium_tree(tab: &Tab) -> anyhow::Result<HashMap<i64, (String, String)>> {
    tab.command("Accessibility.enable", json!({})).await?;
    let tree = tab
        .command("Accessibility.getFullAXTree", json!({}))
        .await?;
    tab.command("Accessibility.disable", json!({})).await?;
    let word = |value: &Value| value["value"].as_str().unwrap_or_default().to_string();
    let nodes = tree["nodes"].as_array().into_iter().flatten();
    let seen = nodes.filter(|node| node["ignored"] != true);
    Ok(seen
        .filter_map(|node| {
            Some((
                node["backendDOMNodeId"].as_i64()?,
                (word(&node["role"]), word(&node["name"])),
            ))
        })
        .collect())
}

/// The name on a line of the outline, its escapes undone; a cut name ends in an ellipsis.
fn name_on(line: &str) -> String {
    // `role "name" …`; without a name, the first quotation mark is a value's.
    let Some((_, rest)) = line.trim_start().split_once(' ') else {
        return String::new();
    };
    let Some(rest) = rest.strip_prefix('"') else {
        return String::new();
    };
    let mut name = String::new();
    let mut letters = rest.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => name.extend(letters.next()),
            letter => name.push(letter),
        }
    }
    name
}

fn collapse(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // The outline cuts names at a hundred characters, and a name's beginning is as telling.
    text.chars().take(90).collect()
}

/// Why the two differ, class by class.
const REASONS: &[(&str, &str)] = &[
    (
        "role: clickable, link",
        "html-aam: an `a` without `href` is generic; ours says that it can be clicked",
    ),
    (
        "role: clickable, ignored",
        "an empty element with a pointer cursor: nothing to read for Chromium, something to click for us",
    ),
    (
        "role: focusable, LabelText",
        "html-aam gives `label` no role; ours says that it takes the focus",
    ),
    (
        "role: textbox, generic",
        "an editable element without a role takes text: what an agent can do with it counts",
    ),
    (
        "name: audio",
        "accname 2F is not allowed for `audio`: its fallback text is no name",
    ),
    (
        "name: button",
        "html-aam: where `value` is empty, the `title` is the name",
    ),
    (
        "name: link",
        "accname 2F goes through every child, a `figure` too, down to its image's `alt`",
    ),
    (
        "name: textbox",
        "html-aam: where the `label` is empty, `title` and `placeholder` follow",
    ),
];

/// The report as Markdown: classes of disagreement with their counts, an example and the reason. It quotes nothing of the pages.
pub fn report(pairs: &[Pair]) -> String {
    let mut classes: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for pair in pairs.iter().filter(|pair| !pair.agree()) {
        let class = if pair.same_role() {
            format!("name: {}", pair.ours.0)
        } else {
            format!("role: {}, {}", pair.ours.0, pair.theirs.0)
        };
        let place = format!("{} `{}`", pair.page, pair.selector);
        classes.entry(class).or_insert((0, place)).0 += 1;
    }
    let right = pairs.iter().filter(|pair| pair.agree()).count();
    let mut text = format!(
        "# Beside Chromium's own accessibility tree\n\nRole and name of every control that a snapshot of a real page shows, beside what Chromium's own accessibility tree says of the same\nelement (asked over DevTools, in the test alone). Made by `cargo xtask agreement`.\n\n{} controls, {right} with the same role and name.\n\n| class (ours, Chromium's) | how often | for example | why |\n|---|--:|---|---|\n",
        pairs.len()
    );
    for (class, (count, place)) in classes {
        let reason = REASONS.iter().find(|(known, _)| *known == class);
        let reason = reason.map_or("not explained yet", |(_, reason)| reason);
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {class} | {count} | {place} | {reason} |");
    }
    text
}
