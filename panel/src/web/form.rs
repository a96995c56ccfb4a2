//! Converts the form of the options to the body of a request to observe. Its controls have the
//! names of the fields.

use serde_json::{Map, Value, json};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlSelectElement};

/// The request of a form.
///
/// # Errors
/// If the form can't be queried.
pub fn request(form: &HtmlElement) -> Result<String, JsValue> {
    let mut fields = Map::new();
    fields.insert("what".to_owned(), json!("a11y_tree"));
    let controls = form.query_selector_all("[name]")?;
    for at in 0..controls.length() {
        let control = controls.get(at).and_then(|control| control.dyn_into().ok());
        if let Some(control) = control.as_ref() {
            read(control, &mut fields);
        }
    }
    let context = fields.remove("context").unwrap_or(json!(0));
    if let Some(text) = fields.remove("find") {
        fields.insert("find".to_owned(), json!({"text": text, "context": context}));
    }
    Ok(Value::Object(fields).to_string())
}

fn read(control: &Element, fields: &mut Map<String, Value>) {
    let name = control.get_attribute("name").unwrap_or_default();
    if let Some(select) = control.dyn_ref::<HtmlSelectElement>() {
        fields.insert(name, json!(select.value()));
        return;
    }
    let Some(input) = control.dyn_ref::<HtmlInputElement>() else {
        return;
    };
    match (input.type_().as_str(), input.value()) {
        ("checkbox", value) if name == "include" => {
            let list = fields.entry(name).or_insert_with(|| json!([]));
            if let (true, Some(list)) = (input.checked(), list.as_array_mut()) {
                list.push(json!(value));
            }
        }
        ("checkbox", _) => {
            fields.insert(name, json!(input.checked()));
        }
        (_, value) if value.is_empty() => {}
        ("number", value) => {
            // An invalid number is sent unchanged and rejected.
            let number = value
                .parse::<i64>()
                .map_or(json!(value), |number| json!(number));
            fields.insert(name, number);
        }
        (_, value) if control.has_attribute("data-list") => {
            let items = value
                .split(',')
                .map(str::trim)
                .filter(|item| !item.is_empty());
            fields.insert(name, items.collect());
        }
        (_, value) => {
            fields.insert(name, json!(value));
        }
    }
}
