//! A simulated browser with a page, whose extension omits what the server has already.

use crate::http::rig::{Rig, SimulatedExtension, chrome_tab};
use axlens_protocol::wire::Query;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const CHROME: i64 = 1_000_000_001;

/// What the pretended browser shows, and what it was query_json.
#[derive(Clone)]
pub struct SimulatedBrowser(Arc<Mutex<BrowserState>>);

pub struct BrowserState {
    pub url: String,
    pub nodes: Vec<Value>,
    pub blank: bool,
    pub visible: bool,
    observed: usize,
    /// The number of answers that were omitted because the server had them.
    sent_again: usize,
    /// Whether it omits an answer that it has never sent.
    pub lies: bool,
}

impl SimulatedBrowser {
    pub fn new(nodes: Vec<Value>) -> SimulatedBrowser {
        SimulatedBrowser(Arc::new(Mutex::new(BrowserState {
            url: "https://example.com/".to_owned(),
            nodes,
            blank: false,
            visible: true,
            observed: 0,
            sent_again: 0,
            lies: false,
        })))
    }

    pub fn change(&self, change: impl FnOnce(&mut BrowserState)) {
        change(&mut self.0.lock().expect("no test panics with it"));
    }

    pub fn observed(&self) -> usize {
        self.0.lock().expect("no test panics with it").observed
    }

    pub fn sent_again(&self) -> usize {
        self.0.lock().expect("no test panics with it").sent_again
    }

    pub fn answer(&self, query: &Query) -> Value {
        let mut state = self.0.lock().expect("no test panics with it");
        let params = serde_json::to_value(query).expect("it is JSON");
        let tab = chrome_tab(CHROME, &state.url);
        match params["kind"].as_str() {
            Some("tabs") => return json!({"ok": {"tabs": [tab]}}),
            Some("screenshot") if state.visible => {
                let screenshot =
                    json!({"width": 8, "height": 6, "scale": 1.0, "devicePixelRatio": 1.0});
                return json!({"ok": {"tab": tab, "mimeType": "image/png", "data": "iVBORw0KGgo=", "picture": screenshot}});
            }
            Some("screenshot") => {
                return json!({"fault": {"error": "tab_not_visible", "message": "It is behind another."}});
            }
            Some("inspect") => return json!({"ok": inspected(&tab, &params["params"]["what"])}),
            Some("network") => return json!({"ok": {"tab": tab, "frames": requests()}}),
            Some("pdf") => return json!({"ok": {"tab": tab, "data": ""}}),
            Some("errors") => return json!({"ok": {"tab": tab, "frames": errors()}}),
            Some("downloads") => return downloads(&tab, &params["params"]["wait"]),
            _ => state.observed += 1,
        }
        if state.blank {
            return json!({"ok": {"tab": tab, "frames": [], "blank": true, "engine": "worker"}});
        }
        let selector = params["params"]["scope"].as_str();
        let target = selector.map(|selector| {
            if selector == "#nonexistent" {
                vec![]
            } else {
                vec![3]
            }
        });
        let mut nodes = vec![json!({"d": 0, "r": "document", "t": "A page"})];
        nodes.extend(state.nodes.iter().cloned());
        let tree = json!({"url": state.url, "title": "A page", "ready": "complete", "world": 11, "nodes": nodes,
            "viewport": [1280, 720], "scroll": [0, 100, 1280, 4000], "elements": 12, "query_dom_bytes": 45_000, "index": -1, "target": target});
        let name = format!("{} {target:?} {:?}", state.url, state.nodes);
        let have = params["params"]["have"].as_array();
        if have.is_some_and(|have| have.contains(&json!(name))) || state.lies {
            state.sent_again += 1;
            return json!({"ok": {"tab": tab, "engine": "worker", "timings": {"total": 4.0}, "name": name, "same": true,
                "frames": [{"timings": {"record": 2.0}}, {}]}});
        }
        json!({"ok": {"tab": tab, "engine": "worker", "timings": {"total": 5.0}, "name": name, "frames": [
            {"document": "D1", "frame": 0, "parent": -1, "url": state.url, "windowIndex": -1, "element": 0, "tree": tree, "timings": {"record": 3.0}},
            {"document": "D2", "frame": 7, "parent": 0, "url": "https://ads.example/", "windowIndex": 0, "element": 0,
             "fault": {"error": "timeout", "message": "The frame did not answer in time."}}]}})
    }
}

/// The requests of the main frame, of a frame, and of one that was not read.
fn requests() -> Value {
    let request = |url: &str, kind: &str, status: u16, bytes: u64, start: f64, duration: f64| {
        json!({"url": url, "kind": kind, "status": status, "bytes": bytes, "start": start,
            "duration": duration, "isCached": bytes == 0})
    };
    json!([
        {"frame": 0, "url": "https://example.com/", "since": 1000.0, "requests": [
            request("https://example.com/", "navigation", 200, 900, 1000.0, 50.2),
            request("https://example.com/api", "fetch", 422, 40, 1200.0, 300.0)]},
        {"frame": 7, "url": "https://b.example/", "since": 1050.0, "requests": [
            request("https://b.example/Image", "img", 0, 0, 1100.0, 10.0)]},
        {"frame": 8, "url": "https://ads.example/",
            "fault": {"error": "timeout", "message": "The frame did not answer in time."}}])
}

/// Three downloads of the tab; for a wait, how far the first one is: the first query of a wait
/// starts it, and the next one completes it.
fn downloads(tab: &Value, wait: &Value) -> Value {
    let complete = json!({"name": "report.csv", "path": "/home/ada/report.csv", "bytes": 5, "total": 5,
        "url": "https://example.com/report", "state": "complete", "boundBy": "navigation",
        "start": 1200.0, "end": 1300.4});
    let running = json!({"name": "report.csv", "bytes": 3, "total": 5, "state": "in_progress",
        "url": "https://example.com/report", "boundBy": "navigation", "start": 1200.0});
    if wait.is_null() {
        return json!({"ok": {"tab": tab, "since": 1000.0, "downloads": [
            {"name": "", "url": "", "state": "interrupted", "error": "NETWORK_FAILED", "bytes": 2,
                "boundBy": "shared_page", "start": 1100.0},
            complete,
            {"name": "b.zip", "url": "blob:https://example.com/1", "state": "in_progress",
                "danger": "file", "bytes": 7, "boundBy": "page", "start": 1400.0}]}});
    }
    match wait["download"].as_i64() {
        None => json!({"ok": {"tab": tab, "since": 1100.0, "awaited": 9, "downloads": [running]}}),
        Some(9) if wait["since"] == 1100.0 => {
            json!({"ok": {"tab": tab, "since": 1100.0, "awaited": 9, "downloads": [complete]}})
        }
        Some(_) => json!({"fault": {"error": "internal", "message": "another wait"}}),
    }
}

/// The errors of the main frame, of a frame, and of one that was not read.
fn errors() -> Value {
    json!([
        {"frame": 0, "url": "https://example.com/", "since": 1000.0, "errors": [
            {"kind": "deprecation", "message": "Old.", "source": "https://example.com/app.js",
                "line": 3, "time": 1000.0, "last": 1000.0, "times": 1, "isEarlier": true},
            {"kind": "resource", "message": "img failed to load", "url": "https://example.com/a.png",
                "time": 1100.0, "last": 1300.4, "times": 2}]},
        {"frame": 7, "url": "https://b.example/", "since": 1050.0, "isPartial": true, "errors": [
            {"kind": "console", "method": "log", "message": "one", "time": 1150.0, "last": 1150.0,
                "times": 1},
            {"kind": "console", "method": "warn", "message": "two", "time": 1160.0,
                "last": 1160.0, "times": 1},
            {"kind": "csp", "message": "blocked by img-src", "url": "", "time": 1200.0,
                "last": 1200.0, "times": 1}]},
        {"frame": 8, "url": "https://ads.example/",
            "fault": {"error": "timeout", "message": "The frame did not answer in time."}}])
}

/// What no tree holds; every attribute is secret that is called `value`.
fn inspected(tab: &Value, what: &Value) -> Value {
    if let Some(name) = what["attribute"]["name"].as_str() {
        return match name {
            "value" => json!({"tab": tab, "value": null, "secret": true}),
            _ => json!({"tab": tab, "value": null}),
        };
    }
    if what["visual"].is_object() {
        return json!({"tab": tab, "visual": visual(), "position": {"origin": [0, 0], "visible": [0, 0, 1280, 720]}});
    }
    match what["styles"].is_object() {
        true => json!({"tab": tab, "styles": {"color": "red"}}),
        false => json!({"tab": tab, "html": "<button>Save</button>"}),
    }
}

/// A red circle in the element with node id 4, which is the uid 4 of its row.
fn visual() -> Value {
    let style = |color: &str| json!({"color": color, "behind": "", "size": 0});
    json!({"facts": [{"kind": "shape", "tag": "circle", "node": 0, "around": [4], "size": [20, 20],
            "at": [132, 88], "style": style("rgb(255, 0, 0)"), "opacity": 1},
        {"kind": "box", "tag": "button", "node": 4, "around": [], "size": [30, 30], "at": [200, 88],
            "style": style("rgb(0, 0, 255)"), "opacity": 1}],
        "surroundings": style("rgb(0, 0, 0)"), "frames": 0, "outside": 0, "stopped": 0})
}

pub fn page() -> Vec<Value> {
    vec![
        json!({"d": 1, "n": 1, "r": "heading", "t": "Welcome", "c": true, "g": "h1", "s": {"level": 1}}),
        json!({"d": 1, "n": 2, "u": 42, "r": "link", "t": "Home", "c": true, "h": "/", "g": "a", "p": {"selector": "#home"}, "i": true}),
        json!({"d": 1, "n": 3, "u": 37, "r": "iframe", "t": "Ads", "g": "iframe", "p": {"selector": "iframe"}, "f": 0}),
    ]
}

pub fn start(nodes: Vec<Value>) -> (Rig, SimulatedBrowser, SimulatedExtension) {
    start_on(Rig::new(), nodes)
}

pub fn start_on(rig: Rig, nodes: Vec<Value>) -> (Rig, SimulatedBrowser, SimulatedExtension) {
    let browser = SimulatedBrowser::new(nodes);
    let answering = browser.clone();
    let extension = rig.simulate(move |query| answering.answer(query));
    (rig, browser, extension)
}

pub fn many() -> Vec<Value> {
    let button = |number: u32| json!({"d": 1, "n": number, "u": number, "r": "button", "t": format!("Button number {number}"), "c": true, "g": "button", "p": {"selector": format!("#b{number}")}});
    (1..=60).map(button).collect()
}
