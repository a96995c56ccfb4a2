//! The stitched page of an answer of the extension.

use crate::messages::Problem;
use axlens_protocol::model::EngineLocation;
use axlens_protocol::wire::{ObserveResult, PlacesChoice, page, page_pieces};
use axlens_snapshot::Tree;
use axlens_snapshot::frame_selectors::FrameSelectors;
use axlens_snapshot::header::{Header, header};
use std::collections::BTreeMap;

/// A clock: milliseconds since a fixed moment.
pub type Clock = dyn Fn() -> f64;

/// A page that was read.
#[derive(Debug, Default)]
pub struct Reading {
    /// Its number, from 1.
    pub number: u64,
    /// The tree of the page.
    pub tree: Tree,
    /// The selectors of its frames.
    pub frames: FrameSelectors,
    /// Facts about the page.
    pub header: Header,
    /// Where the engine ran.
    pub engine: EngineLocation,
    /// The elements whose boxes were measured.
    pub places: PlacesChoice,
    /// The times of the stages in the worker and in the panel, in milliseconds.
    pub stages: Vec<(String, f64)>,
}

impl Reading {
    /// Parses an answer, which is equal to the one that the server gets.
    ///
    /// # Errors
    /// The fault in the answer, or an invalid answer.
    pub fn read(
        text: &str,
        number: u64,
        places: PlacesChoice,
        clock: &Clock,
    ) -> Result<Reading, Problem> {
        let began = clock();
        let mut read: ObserveResult =
            serde_json::from_str(text).map_err(|_| Problem::Own("panel_fault_answer"))?;
        page_pieces::parse(&mut read.frames);
        let parsed = clock();
        let mut stages = ordered_stages(page::stage_times(&read));
        let tree = match (read.blank, read.frames.first_mut()) {
            (true, _) => page::blank_page(&read.tab),
            (false, None) => return Err(Problem::Own("panel_fault_answer")),
            (false, Some(main)) => match main.fault.take() {
                Some(fault) => return Err(fault.into()),
                None => page::stitch_frames(read.frames),
            },
        };
        stages.push(("parse".to_owned(), parsed - began));
        stages.push(("stitch".to_owned(), clock() - parsed));
        Ok(Reading {
            number,
            frames: FrameSelectors::new(&tree),
            header: header(&tree),
            tree,
            engine: read.engine,
            places,
            stages,
        })
    }
}

/// The worker's stages. Their total is last, under the name that the server uses.
fn ordered_stages(mut stages: BTreeMap<String, f64>) -> Vec<(String, f64)> {
    let total = stages.remove("total");
    let total = total.map(|total| ("extension".to_owned(), total));
    stages.into_iter().chain(total).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::rc::Rc;

    /// The answer of the wire fixtures, without its envelope.
    pub(crate) fn answer() -> String {
        let text = include_str!("../../fixtures/wire/result-observe.json");
        let reply: serde_json::Value = serde_json::from_str(text).expect("JSON");
        reply["ok"].to_string()
    }

    /// An answer with one frame of these nodes.
    pub(crate) fn answer_with(world: u64, nodes: &serde_json::Value) -> String {
        let tree = serde_json::json!({
            "url": "https://example.test/", "title": "A page", "ready": "complete",
            "world": world, "viewport": [800, 600], "scroll": [0, 0, 800, 600],
            "elements": 3, "query_dom_bytes": 10, "index": 0, "nodes": nodes,
        });
        serde_json::json!({
            "tab": {"id": 1, "url": "https://example.test/", "title": "A page"},
            "frames": [{"document": "D1", "frame": 0, "parent": -1, "url": "https://example.test/",
                "windowIndex": -1, "tree": tree}],
            "engine": "worker", "timings": {"total": 5.0},
        })
        .to_string()
    }

    /// A page with a heading and buttons.
    pub(crate) fn buttons(names: &[&str]) -> String {
        let mut nodes = vec![serde_json::json!({"d": 0, "r": "document", "t": "A page"})];
        nodes.push(serde_json::json!({"d": 1, "n": 4, "r": "heading", "t": "Orders", "g": "h1"}));
        for (at, name) in names.iter().enumerate() {
            nodes.push(
                serde_json::json!({"d": 1, "n": 10 + at, "u": 1 + at, "r": "button",
                "t": name, "g": "button", "p": {"selector": format!("#b{at}")}}),
            );
        }
        answer_with(7, &serde_json::json!(nodes))
    }

    pub(crate) fn read(text: &str, number: u64) -> Rc<Reading> {
        Rc::new(Reading::read(text, number, PlacesChoice::None, &|| 0.0).expect("a page"))
    }

    #[test]
    fn an_answer_becomes_a_page() {
        let reading = read(&answer(), 1);
        assert!(!reading.tree.nodes.is_empty());
    }

    #[test]
    fn the_fault_of_the_main_frame_is_returned() {
        let text = r#"{"tab": {"id": 1, "url": "", "title": ""}, "frames": [{"fault":
            {"error": "page_blocked", "message": "It is busy.", "hint": "Wait.", "retryable": true}}]}"#;
        let problem = Reading::read(text, 1, PlacesChoice::None, &|| 0.0).expect_err("a fault");
        assert!(matches!(problem, Problem::Reported(fault) if fault.message == "It is busy."));
    }

    #[test]
    fn an_invalid_answer_is_a_problem() {
        for text in [
            "",
            "{}",
            "null",
            r#"{"tab": {"id": 1, "url": "", "title": ""}, "frames": []}"#,
        ] {
            let read = Reading::read(text, 1, PlacesChoice::None, &|| 0.0);
            assert_eq!(
                read.map(|_| ()),
                Err(Problem::Own("panel_fault_answer")),
                "{text}"
            );
        }
    }
}
