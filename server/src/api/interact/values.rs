//! Values of earlier steps in the texts of later ones: `$price`, or `${unit price}`.

use crate::api::live_element::role_selector;
use axlens_protocol::Fault;
use axlens_protocol::agent::get::GetAnswer;
use axlens_protocol::agent::interact::{ControlStep, ForEach, InteractRequest, Step};
use axlens_snapshot::quote::push_escaped;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashSet;

/// The values that the steps of a request name.
#[derive(Debug, Default, Clone)]
pub struct Values {
    /// Steps of the request decide: a dollar sign in a text begins a name.
    is_used: bool,
    /// Names and values; a later one replaces an earlier one of the same name.
    stored: Vec<(String, String)>,
}

impl Values {
    /// Those of a request, before its first step.
    pub fn of(request: &InteractRequest) -> Values {
        Values {
            is_used: request.decides(),
            stored: Vec::new(),
        }
    }

    /// The number of stored values, for [`Values::forget`].
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Stores a value.
    pub fn store(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.stored.push((name.into(), value.into()));
    }

    /// Removes the values that were stored last.
    pub fn forget(&mut self, len: usize) {
        self.stored.truncate(len);
    }

    /// Removes the values of a name.
    pub fn hide(&mut self, name: &str) {
        for (stored, value) in &mut self.stored {
            // The number of values stays, for `forget`.
            if stored == name {
                (*stored, *value) = (String::new(), String::new());
            }
        }
    }

    /// Whether texts of the request can name values.
    pub fn are_used(&self) -> bool {
        self.is_used
    }

    /// A part of a request with the values in its texts.
    ///
    /// # Errors
    /// `bad_request` if a text names no value, or a field can't have it.
    pub fn fill<T: Serialize + DeserializeOwned + Clone>(&self, part: &T) -> Result<T, Fault> {
        if !self.is_used {
            return Ok(part.clone());
        }
        let invalid = |error: serde_json::Error| Fault::bad_request(format!("{error}."));
        let mut json = serde_json::to_value(part).map_err(invalid)?;
        self.fill_json(&mut json)?;
        serde_json::from_value(json).map_err(invalid)
    }

    fn fill_json(&self, json: &mut Value) -> Result<(), Fault> {
        match json {
            Value::String(text) => *text = self.fill_text(text)?,
            Value::Array(items) => items.iter_mut().try_for_each(|item| self.fill_json(item))?,
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        Value::String(text) if name == "selector" => {
                            *text = self.fill_selector(text)?;
                        }
                        value => self.fill_json(value)?,
                    }
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        Ok(())
    }

    /// The same values, each escaped.
    fn escaped(&self, escape: impl Fn(&str) -> String) -> Values {
        let stored = self.stored.iter();
        Values {
            is_used: true,
            stored: stored
                .map(|(name, value)| (name.clone(), escape(value)))
                .collect(),
        }
    }

    /// Values in a selector are escaped: they are no part of its syntax.
    fn fill_selector(&self, selector: &str) -> Result<String, Fault> {
        if selector.starts_with("text=") || selector.starts_with("at=") {
            return self.fill_text(selector);
        }
        let values = match selector.starts_with(role_selector::PREFIX) {
            true => self.escaped(|value| {
                let mut text = String::new();
                push_escaped(&mut text, value);
                text
            }),
            false => self.escaped(|value| {
                let is_plain = |char: &char| char.is_alphanumeric() || matches!(char, '-' | '_');
                let chars = value.chars().map(|char| match is_plain(&char) {
                    true => char.to_string(),
                    false => format!("\\{:x} ", u32::from(char)),
                });
                chars.collect()
            }),
        };
        values.fill_text(selector)
    }

    fn fill_text(&self, text: &str) -> Result<String, Fault> {
        let mut filled = String::with_capacity(text.len());
        for part in parts(text) {
            filled += match part {
                TextPart::Text(text) => text,
                TextPart::Name(name) => self.value(name).ok_or_else(|| no_value(name))?,
            };
        }
        Ok(filled)
    }

    fn value(&self, name: &str) -> Option<&str> {
        let mut stored = self.stored.iter().rev();
        let (_, value) = stored.find(|(stored, _)| stored == name)?;
        Some(value)
    }
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
enum TextPart<'t> {
    Text(&'t str),
    /// The name of a value.
    Name(&'t str),
}

/// The parts of a text: `$name`, `${any name}`, and `$$` for a dollar sign. A dollar sign before
/// anything else is one.
fn parts(mut text: &str) -> Vec<TextPart<'_>> {
    let mut parts = Vec::new();
    while let Some(at) = text.find('$') {
        let (before, rest) = text.split_at(at);
        let after = &rest[1..];
        parts.push(TextPart::Text(before));
        let name = after.len() - after.trim_start_matches(is_name_char).len();
        let braced = after
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'));
        text = if let Some((name, rest)) = braced {
            parts.push(TextPart::Name(name));
            rest
        } else if name > 0 && !after.starts_with(|first: char| first.is_ascii_digit()) {
            parts.push(TextPart::Name(&after[..name]));
            &after[name..]
        } else {
            parts.push(TextPart::Text("$"));
            after.strip_prefix('$').unwrap_or(after)
        };
    }
    parts.push(TextPart::Text(text));
    parts
}

fn is_name_char(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Whether a name can be written as `$name`.
fn is_name(name: &str) -> bool {
    let begins = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
    begins && name.chars().all(is_name_char)
}

fn no_value(name: &str) -> Fault {
    Fault::bad_request(format!(
        "There is no value `{name}` before this step. A dollar sign in a text is `$$`."
    ))
}

/// Checks before the first step that every value is stored before it is named, and whether each
/// text without values is valid by itself.
///
/// # Errors
/// `bad_request`.
pub fn check(request: &InteractRequest) -> Result<(), Fault> {
    match request.decides() {
        true => check_names(&request.actions, &mut HashSet::new()),
        false => Ok(()),
    }
}

fn check_names(steps: &[Step], names: &mut HashSet<String>) -> Result<(), Fault> {
    let invalid = |error: serde_json::Error| Fault::bad_request(format!("{error}."));
    for step in steps {
        match step {
            Step::Action(_) | Step::Read(_) => {
                check_texts(&serde_json::to_value(step).map_err(invalid)?, names)?;
            }
            Step::Control(control) => check_control(control, names)?,
        }
    }
    Ok(())
}

fn check_control(control: &ControlStep, names: &mut HashSet<String>) -> Result<(), Fault> {
    let invalid = |error: serde_json::Error| Fault::bad_request(format!("{error}."));
    let condition = match control {
        ControlStep::If(step) => serde_json::to_value(&step.condition),
        ControlStep::Unless(step) => serde_json::to_value(&step.unless),
        ControlStep::Expect(step) => serde_json::to_value(&step.expect),
        ControlStep::Stop(step) => serde_json::to_value(&step.stop),
        ControlStep::Let(step) => serde_json::to_value(&step.from),
        ControlStep::Collect(step) => serde_json::to_value(step),
        ControlStep::For(step) => match &step.each {
            ForEach::Find(find) => serde_json::to_value(find),
            ForEach::Rows(_) | ForEach::Times(_) => Ok(Value::Null),
        },
    };
    check_texts(&condition.map_err(invalid)?, names)?;
    let own = match control {
        ControlStep::Let(step) => Some(&step.name),
        ControlStep::For(step) => step.name.as_ref(),
        ControlStep::If(_)
        | ControlStep::Unless(_)
        | ControlStep::Expect(_)
        | ControlStep::Collect(_)
        | ControlStep::Stop(_) => None,
    };
    if let Some(name) = own.filter(|name| !is_name(name)) {
        let message = format!("{name:?} is no name of a value: write letters, digits and `_`.");
        return Err(Fault::bad_request(message));
    }
    // A value of one branch is not there after it.
    if let ControlStep::Let(step) = control {
        names.insert(step.name.clone());
        return Ok(());
    }
    for list in control.lists() {
        let mut within = names.clone();
        within.extend(own.cloned());
        if let ControlStep::For(step) = control
            && let ForEach::Rows(rows) = &step.each
        {
            let mut fields = rows.iter().map(|row| row.keys().collect::<HashSet<_>>());
            let first = fields.next().unwrap_or_default();
            let in_all = fields.fold(first, |all, row| &all & &row);
            within.extend(in_all.into_iter().cloned());
        }
        check_names(list, &mut within)?;
    }
    Ok(())
}

fn check_texts(json: &Value, names: &HashSet<String>) -> Result<(), Fault> {
    match json {
        Value::String(text) => {
            let unknown = parts(text).into_iter().find_map(|part| match part {
                TextPart::Name(name) if !names.contains(name) => Some(name),
                TextPart::Name(_) | TextPart::Text(_) => None,
            });
            unknown.map_or(Ok(()), |name| Err(no_value(name)))
        }
        Value::Array(items) => items.iter().try_for_each(|item| check_texts(item, names)),
        Value::Object(fields) => {
            let mut values = fields.values();
            values.try_for_each(|value| check_texts(value, names))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

/// Whether a text of a part of a request names a value.
pub fn names_values(part: &impl Serialize) -> bool {
    fn any(json: &Value) -> bool {
        match json {
            Value::String(text) => parts(text)
                .iter()
                .any(|part| matches!(part, TextPart::Name(_))),
            Value::Array(items) => items.iter().any(any),
            Value::Object(fields) => fields.values().any(any),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
    serde_json::to_value(part).is_ok_and(|json| any(&json))
}

/// The text of an answer that has a single one; `None` for a secret, a text that
/// was cut, and for other answers. Of
/// `rows`, it is the cell of the first row if there is one column.
pub fn single_value(answer: &GetAnswer) -> Option<String> {
    if answer.secret || answer.truncated {
        return None;
    }
    if let Some(value) = &answer.value {
        return Some(value.clone().unwrap_or_default());
    }
    if let Some(rows) = &answer.rows {
        let [column] = &answer.columns[..] else {
            return None;
        };
        let cell = rows.first().and_then(|row| row.cells.get(column));
        return Some(cell.cloned().unwrap_or_default());
    }
    let texts = [&answer.text, &answer.markdown, &answer.title, &answer.url];
    if let Some(text) = texts.into_iter().flatten().next() {
        return Some(text.clone());
    }
    match (&answer.states, answer.count, &answer.row) {
        (Some(states), ..) => Some(states.join(" ")),
        (None, Some(count), None) => Some(count.to_string()),
        (None, ..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axlens_protocol::agent::interact::InteractRequest;
    use serde_json::json;

    fn request(actions: Value) -> InteractRequest {
        serde_json::from_value(json!({"actions": actions})).expect("a request")
    }

    #[test]
    fn names_in_texts_are_replaced() {
        let mut values = Values {
            is_used: true,
            stored: Vec::new(),
        };
        values.store("price", "3 €");
        values.store("unit price", "1 €");
        for (text, expected) in [
            ("$price", "3 €"),
            ("[${unit price}]", "[1 €]"),
            ("$$price costs $5, $", "$price costs $5, $"),
            ("${price", "${price"),
        ] {
            let filled = values.fill_text(text);
            assert_eq!(filled.expect("text"), expected);
        }
        assert!(values.fill_text("$prices").is_err());
        let selector = values.fill_selector("#row-$price").expect("a selector");
        assert_eq!(selector, r"#row-3\20 \20ac ");
        let len = values.len();
        values.store("price", "4");
        assert_eq!(values.value("price"), Some("4"));
        values.forget(len);
        assert_eq!(values.value("price"), Some("3 €"));
    }

    #[test]
    fn a_value_is_stored_before_it_is_named() {
        let fill = |value: &str| json!({"action": "fill", "uid": 5, "value": value});
        let price = json!({"let": "price", "from": {"get": {"what": "text", "uid": 4}}});
        let rows = json!({"for": {"rows": [{"a": 1, "b": 2}, {"a": 3}]}, "do": [fill("$a")]});
        for valid in [
            json!([fill("$price")]),
            json!([price, fill("$price")]),
            json!([rows]),
            json!([{"for": {"find": {"role": "row"}}, "as": "row",
                "do": [{"action": "click", "uid": "$row"}]}]),
        ] {
            let checked = check(&request(valid.clone()));
            assert_eq!(checked, Ok(()), "{valid}");
        }
        let b = json!({"for": {"rows": [{"a": 1, "b": 2}, {"a": 3}]}, "do": [fill("$b")]});
        let branch = json!({"if": {"find": {"name": "x"}}, "then": [price]});
        for invalid in [
            json!([fill("$price"), price]),
            json!([b]),
            json!([rows, fill("$a")]),
            json!([branch, fill("$price")]),
            json!([{"if": {"value": "$price"}, "then": []}]),
            json!([{"let": "a b", "from": {"get": {"what": "url"}}}]),
        ] {
            assert!(check(&request(invalid.clone())).is_err(), "{invalid}");
        }
    }
}
