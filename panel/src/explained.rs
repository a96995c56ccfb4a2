//! An explanation of an element as a list of labeled values. The values contain unquoted page text,
//! so they are always inserted as text, never as HTML.

use axlens_protocol::agent::explain::{Explanation, TextReason};
use axlens_protocol::wire::ExplainResult;

/// The key of a label in the extension's texts, and a value.
pub type LabeledValue = (&'static str, String);

/// The labeled values of an explanation; `None` if the answer can't be parsed.
pub fn facts(answer: &str) -> Option<Vec<LabeledValue>> {
    let answer: ExplainResult<Explanation> = serde_json::from_str(answer).ok()?;
    let explanation = answer.explanation;
    let shown_as = explanation.role.shown_as.as_deref();
    let role = match shown_as {
        Some(alias) => format!(
            "{} → {alias} ({})",
            explanation.role.value, explanation.role.from
        ),
        None => format!("{} ({})", explanation.role.value, explanation.role.from),
    };
    let selector: Vec<String> = explanation
        .hosts
        .into_iter()
        .chain([explanation.selector])
        .collect();
    let mut facts = vec![
        ("panel_role", role),
        ("panel_name", reason(&explanation.name)),
        ("panel_description", reason(&explanation.description)),
        ("panel_why", explanation.why),
        ("panel_tag", explanation.tag),
        ("panel_selector", selector.join(" >>> ")),
    ];
    let states = serde_json::to_value(&explanation.states).unwrap_or_default();
    let states = states.as_object().into_iter().flatten();
    let states: Vec<String> = states
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    facts.push(("panel_states", states.join("\n")));
    facts.extend(explanation.value.map(|value| ("panel_value", value)));
    facts.retain(|(_, value)| !value.is_empty());
    Some(facts)
}

/// A text, followed by the steps that produced it.
fn reason(reason: &TextReason) -> String {
    let steps = reason.from.iter();
    let steps = steps.map(|step| format!("{} {}: {:?}", step.step, step.node, step.text));
    let text = (!reason.value.is_empty()).then(|| format!("{:?}", reason.value));
    text.into_iter().chain(steps).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_explanation_becomes_a_list() {
        let reason = serde_json::json!({"value": "Save", "from": [
            {"node": "#save", "step": "2F", "text": "Save"}]});
        let answer = serde_json::json!({
            "tab": {"id": 1, "url": "", "title": ""}, "document": "D1", "world": 7,
            "explanation": {
                "role": {"value": "button", "from": "<button>"}, "name": reason,
                "description": {"value": "", "from": []}, "why": "It can be acted on.",
                "inTree": true, "selector": "#save", "states": {"disabled": true},
                "tag": "button", "uid": 1,
            },
        });
        let facts = facts(&answer.to_string()).expect("it makes sense");
        let keys: Vec<&str> = facts.iter().map(|(key, _)| *key).collect();
        assert!(
            keys.contains(&"panel_role") && keys.contains(&"panel_why"),
            "{facts:?}"
        );
        assert!(facts.iter().all(|(_, value)| !value.is_empty()));
        assert_eq!(super::facts("{}"), None);
    }
}
