//! Trees of which only what differs is sent: the answer is that of a tree that was sent whole, and
//! what makes no sense is a fault.

use crate::http::rig::{Rig, SimulatedExtension, chrome_tab};
use axlens_protocol::Code;
use axlens_protocol::wire::Query;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const CHROME: i64 = 1_000_000_001;

/// A pretended browser with one page, of which it sends what differs.
#[derive(Clone, Default)]
struct TreeBrowser(Arc<Mutex<TreeState>>);

#[derive(Default)]
struct TreeState {
    /// What the page's one link is called.
    link: String,
    /// What is sent instead of the true difference.
    forged: Option<Value>,
    /// Texts of the trees that were sent, in order; each is named by its number.
    sent: Vec<String>,
    /// Which of them the last query named.
    had: Value,
    /// How many were sent as what differs.
    changes: usize,
}

impl TreeBrowser {
    fn with<T>(&self, what: impl FnOnce(&mut TreeState) -> T) -> T {
        what(&mut self.0.lock().expect("no test panics with it"))
    }

    fn rename(&self, link: &str) {
        self.with(|state| state.link = link.to_owned());
    }

    fn changes(&self) -> usize {
        self.with(|state| state.changes)
    }

    fn answer(&self, query: &Query) -> Value {
        let params = serde_json::to_value(query).expect("it is JSON");
        let tab = chrome_tab(CHROME, "https://example.com/");
        if params["kind"] == "tabs" {
            return json!({"ok": {"tabs": [tab]}});
        }
        let frame = self.with(|state| state.frame(&params["params"]["haveTrees"]));
        json!({"ok": {"tab": tab, "engine": "worker", "frames": [frame]}})
    }
}

impl TreeState {
    fn frame(&mut self, had: &Value) -> Value {
        let tree = tree(&self.link);
        let text = tree.to_string();
        let mut frame = json!({"document": "D1", "frame": 0, "parent": -1, "url": "https://example.com/",
            "windowIndex": -1, "element": 0, "treeName": self.sent.len().to_string()});
        let last = self.sent.len().wrapping_sub(1);
        let known = had
            .as_array()
            .is_some_and(|had| had.contains(&json!(last.to_string())));
        match (self.forged.take(), known) {
            (Some(forged), _) => frame["treeChange"] = forged,
            (None, true) => {
                self.changes += 1;
                frame["treeChange"] = change(last, &self.sent[last], &text);
            }
            (None, false) => frame["tree"] = tree,
        }
        self.had = had.clone();
        self.sent.push(text);
        frame
    }
}

/// A page with much around one link.
fn tree(link: &str) -> Value {
    let mut nodes = vec![json!({"d": 0, "r": "document", "t": "Ä page"})];
    let around = |node: u32| json!({"d": 1, "n": node, "r": "heading", "t": "🙂 Heading", "g": "h2", "s": {"level": 2}});
    nodes.extend((10..20).map(around));
    nodes.push(json!({"d": 1, "n": 2, "u": 42, "r": "link", "t": link, "c": true, "h": "/", "g": "a", "p": {"selector": "#home"}}));
    nodes.extend((20..30).map(around));
    json!({"url": "https://example.com/", "title": "A page", "ready": "complete", "world": 11, "nodes": nodes,
        "viewport": [1280, 720], "scroll": [0, 100, 1280, 4000], "elements": 12, "query_dom_bytes": 45_000, "index": -1})
}

fn change(from: usize, before: &str, text: &str) -> Value {
    let (old, new): (Vec<u16>, Vec<u16>) = (
        before.encode_utf16().collect(),
        text.encode_utf16().collect(),
    );
    let like = |(one, other): &(&u16, &u16)| one == other;
    let head = old.iter().zip(&new).take_while(like).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(like)
        .count();
    let middle = String::from_utf16(&new[..new.len() - tail]).expect("no half of a character");
    json!({"from": from.to_string(), "head": head, "middle": middle, "tail": tail})
}

fn start() -> (Rig, TreeBrowser, SimulatedExtension) {
    let (rig, browser) = (Rig::new(), TreeBrowser::default());
    let answering = browser.clone();
    let extension = rig.simulate(move |query| answering.answer(query));
    browser.rename("Home");
    (rig, browser, extension)
}

fn lean() -> Value {
    json!({"format": "lean", "include": ["selectors"]})
}

#[tokio::test(start_paused = true)]
async fn of_a_tree_that_was_sent_what_differs_is_enough() {
    let (rig, browser, _extension) = start();
    rig.observe(lean()).await.ok();
    assert_eq!(browser.changes(), 0);
    for (changes, link) in ["Über \"uns\"", "", "Home 🙂", "Home 🙂", "Home"]
        .iter()
        .enumerate()
    {
        browser.rename(link);
        let mut spliced = rig.observe(lean()).await.ok();
        assert_eq!(browser.changes(), changes + 1);
        let (other, theirs, _extension) = start();
        theirs.rename(link);
        let mut whole = other.observe(lean()).await.ok();
        assert_eq!(theirs.changes(), 0);
        for answer in [&mut spliced, &mut whole] {
            answer["snapshot"] = Value::Null;
        }
        assert_eq!(spliced, whole);
    }
}

#[tokio::test(start_paused = true)]
async fn another_session_is_answered_from_the_same_tree() {
    let (rig, browser, _extension) = start();
    let first = rig.observe(lean()).await.ok();
    let mut theirs = lean();
    theirs["session"] = json!("other");
    let other = rig.observe(theirs).await.ok();
    assert_eq!(browser.changes(), 1);
    assert_eq!(
        (&first["tree"], &first["uidMap"]),
        (&other["tree"], &other["uidMap"])
    );
}

#[tokio::test(start_paused = true)]
async fn what_differs_from_something_else_is_a_fault_and_never_a_page() {
    let (rig, browser, _extension) = start();
    rig.observe(lean()).await.ok();
    browser.rename("Other");
    rig.observe(lean()).await.ok();
    let length = browser.with(|state| state.sent[1].encode_utf16().count());
    let wrong = [
        json!({"from": "0", "head": 10, "middle": "", "tail": 10}),
        json!({"from": "", "head": 0, "middle": tree("Forged").to_string(), "tail": 0}),
        json!({"from": "1", "head": length, "middle": "", "tail": 1}),
        json!({"from": "1", "head": length + 1, "middle": "", "tail": 0}),
        json!({"from": "1", "head": 10, "middle": "", "tail": 10}),
        json!({"from": "1", "head": -1, "middle": "", "tail": 10}),
    ];
    for forged in wrong {
        browser.with(|state| state.forged = Some(forged.clone()));
        rig.observe(lean()).await.fault(Code::Internal);
        assert_eq!(
            browser.with(|state| state.had.clone()),
            json!(["1"]),
            "{forged}"
        );
    }
    let now = rig.observe(lean()).await.ok();
    assert!(
        now["tree"]
            .as_str()
            .is_some_and(|tree| tree.contains("\"Other\"")),
        "{now}"
    );
}

#[tokio::test(start_paused = true)]
async fn trees_of_tabs_that_are_gone_are_forgotten() {
    let (rig, browser, _extension) = start();
    rig.observe(lean()).await.ok();
    rig.state.sessions().retain_tabs(rig.browser(), [CHROME]);
    rig.observe(lean()).await.ok();
    assert_eq!(browser.with(|state| state.had.clone()), json!(["0"]));
    rig.state.sessions().retain_tabs(rig.browser(), []);
    rig.observe(lean()).await.ok();
    assert_eq!(browser.with(|state| state.had.clone()), Value::Null);
}
