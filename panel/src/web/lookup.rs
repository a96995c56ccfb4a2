//! The lookup as a JavaScript class, for the scripts of the sidebar and the console.

use crate::explained::facts;
use crate::lookup::{self, options};
use crate::messages::Problem;
use axlens_protocol::wire::PlacesChoice;
use js_sys::Array;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A page that was read.
#[wasm_bindgen]
pub struct Lookup(lookup::PageLookup);

#[wasm_bindgen]
impl Lookup {
    /// Parses an answer of the worker. `request` is the body of a request to observe.
    ///
    /// # Errors
    /// A list of code, message and hint, or a list with the key of a text.
    pub fn read(answer: &str, request: &str) -> Result<Lookup, JsValue> {
        let page =
            lookup::PageLookup::read(answer, request).map_err(|problem| to_error(&problem))?;
        Ok(Lookup(page))
    }

    /// The elements whose boxes the worker must measure for a request.
    ///
    /// # Errors
    /// As for `read`.
    pub fn places(request: &str) -> Result<String, JsValue> {
        let options = options(request).map_err(|problem| to_error(&problem))?;
        let places = serde_json::to_value(PlacesChoice::for_options(&options)).unwrap_or_default();
        Ok(places.as_str().unwrap_or_default().to_owned())
    }

    /// The values of an explanation, as pairs of a label's key and a value.
    pub fn facts(answer: &str) -> Array {
        let facts = facts(answer).unwrap_or_default();
        let pairs = facts.iter().map(|(key, value)| list(&[key, value]));
        pairs.collect()
    }

    /// The text.
    pub fn text(&self) -> String {
        self.0.text().to_owned()
    }

    /// The documents as pairs of Chrome's id and address, main document first.
    pub fn documents(&self) -> Array {
        let pairs = self.0.documents();
        let pairs = pairs.map(|(document, url)| list(&[document, url]));
        pairs.collect()
    }

    /// The random number of a document's load, which JavaScript can represent.
    pub fn world(&self, document: &str) -> Option<f64> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "the recorder created it in JavaScript"
        )]
        self.0.world(document).map(|world| world as f64)
    }

    /// The uid of an element.
    pub fn uid(&self, document: &str, node: u32) -> Option<String> {
        self.0.uid(document, node)
    }

    /// The line of an element.
    pub fn line(&self, document: &str, node: u32) -> Option<String> {
        self.0.line(document, node).map(str::to_owned)
    }

    /// The node id of the element of the main document with this uid.
    pub fn node(&self, uid: &str) -> Option<u32> {
        self.0.node(uid)
    }
}

fn list(texts: &[&str]) -> JsValue {
    let values = texts.iter().map(|text| JsValue::from_str(text));
    values.collect::<Array>().into()
}

fn to_error(problem: &Problem) -> JsValue {
    match problem {
        Problem::Reported(fault) => list(&[&fault.error, &fault.message, &fault.hint]),
        Problem::Own(key) => list(&[key]),
    }
}
