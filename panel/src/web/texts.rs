//! Texts of the extension in the user's language, by key.

use super::Host;
use crate::messages::Problem;
use js_sys::Array;
use wasm_bindgen::JsValue;

/// The extension's texts.
#[derive(Clone)]
pub struct Texts(pub Host);

impl Texts {
    /// A text.
    pub fn get(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// A text with values for its placeholders.
    pub fn with(&self, key: &str, values: &[&str]) -> String {
        let list: Array = values
            .iter()
            .map(|value| JsValue::from_str(value))
            .collect();
        self.0.text(key, &list)
    }

    /// The code, message and hint of a problem.
    pub fn problem(&self, problem: &Problem) -> [String; 3] {
        match problem {
            Problem::Reported(fault) => {
                [&fault.error, &fault.message, &fault.hint].map(String::to_owned)
            }
            Problem::Own(key) => {
                let hint = self.get(&format!("{key}_hint"));
                [String::new(), self.get(key), hint]
            }
        }
    }

    /// A problem on one line.
    pub fn on_one_line(&self, problem: &Problem) -> String {
        let [code, message, hint] = self.problem(problem);
        let parts = [code, message, hint];
        let parts = parts.iter().filter(|part| !part.is_empty());
        parts.map(String::as_str).collect::<Vec<_>>().join(" · ")
    }
}
