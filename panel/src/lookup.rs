//! Looks up single elements of a reading, for the sidebar and the console.

use crate::messages::Problem;
use crate::reading::Reading;
use crate::view::{ElementAt, TextView};
use axlens_protocol::Fault;
use axlens_protocol::agent::observe::ObserveRequest;
use axlens_protocol::wire::PlacesChoice;
use axlens_snapshot::Options;
use axlens_snapshot::uid::Uid;
use std::rc::Rc;

/// The text options in the body of a request to observe.
///
/// # Errors
/// If the request is invalid.
pub fn options(request: &str) -> Result<Options, Problem> {
    let request: ObserveRequest = serde_json::from_str(request).map_err(|error| {
        Fault::bad_request(format!("The options could not be understood: {error}."))
    })?;
    Ok(request.options()?)
}

/// A reading and its text.
#[derive(Debug)]
pub struct PageLookup(TextView);

impl PageLookup {
    /// Reads an answer of the worker.
    ///
    /// # Errors
    /// The fault in the answer, or an invalid answer or request.
    pub fn read(answer: &str, request: &str) -> Result<PageLookup, Problem> {
        let options = options(request)?;
        let places = PlacesChoice::for_options(&options);
        let reading = Reading::read(answer, 1, places, &|| 0.0)?;
        Ok(PageLookup(TextView::new(
            &Rc::new(reading),
            &options,
            &|| 0.0,
        )))
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// Chrome's ids and addresses of the documents, main document first.
    pub fn documents(&self) -> impl Iterator<Item = (&str, &str)> {
        let frames = self.0.reading.tree.frames.iter();
        let read = frames.filter(|frame| !frame.document.is_empty());
        read.map(|frame| (frame.document.as_str(), frame.url.as_str()))
    }

    /// The random number of a document's load.
    pub fn world(&self, document: &str) -> Option<u64> {
        let frames = &self.0.reading.tree.frames;
        Some(frames.get(self.frame(document)?)?.world)
    }

    /// The uid of an element, if it has one.
    pub fn uid(&self, document: &str, node: u32) -> Option<String> {
        let frame = self.frame(document)?;
        let nodes = &self.0.reading.tree.nodes;
        let same = nodes
            .iter()
            .find(|each| each.identity() == Some((frame, node)))?;
        Some(same.uid.as_ref()?.to_text())
    }

    /// The line of an element, without indentation, if it has one.
    pub fn line(&self, document: &str, node: u32) -> Option<&str> {
        let frame = self.frame(document)?;
        let row = self.0.row_of(ElementAt { frame, node })?;
        Some(self.0.line(row).trim_start())
    }

    /// The node id of the element with this uid, if it is in the main document.
    pub fn node(&self, uid: &str) -> Option<u32> {
        let has_uid = |own: &Option<Uid>| own.as_ref().is_some_and(|own| own.equals_text(uid));
        let mut nodes = self.0.reading.tree.nodes.iter();
        let (frame, node) = nodes.find(|each| has_uid(&each.uid))?.identity()?;
        (frame == 0).then_some(node)
    }

    fn frame(&self, document: &str) -> Option<usize> {
        let mut frames = self.0.reading.tree.frames.iter();
        frames.position(|frame| frame.document == document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::tests::buttons;

    const LEAN: &str = r#"{"what": "a11y_tree", "format": "lean"}"#;

    fn lookup() -> PageLookup {
        PageLookup::read(&buttons(&["Save", "Delete"]), LEAN).expect("a page")
    }

    #[test]
    fn an_element_is_found_by_its_node_and_by_its_uid() {
        let page = lookup();
        assert_eq!(page.uid("D1", 11).as_deref(), Some("2"));
        assert_eq!(page.line("D1", 11), Some("2 button \"Delete\""));
        assert_eq!(page.node("2"), Some(11));
        assert_eq!(page.world("D1"), Some(7));
        let documents: Vec<(&str, &str)> = page.documents().collect();
        assert_eq!(documents, [("D1", "https://example.test/")]);
    }

    #[test]
    fn missing_elements_are_not_found() {
        let page = lookup();
        assert_eq!((page.uid("D1", 99), page.line("D2", 11)), (None, None));
        assert_eq!((page.node("3"), page.node("1.2")), (None, None));
        assert_eq!((page.node("+2"), page.world("D2")), (None, None));
    }

    #[test]
    fn invalid_options_are_a_problem() {
        for request in ["", "[]", r#"{"what": "a11y_tree", "format": "knob"}"#] {
            assert!(options(request).is_err(), "{request}");
        }
    }
}
