//! An explanation of an element as a list of facts. Whose words they are is the engine's; what the
//! page says in them is quoted by nobody, so they are shown as text alone.

use axlens_protocol::agent::explain::{Explanation, TextReason};
use axlens_protocol::wire::ExplainAnswer;

/// A fact: the key of its name in the extension's texts, and what it says.
pub type Fact = (&'static str, String);

/// The facts of an explanation; none where the answer makes no sense.
pub fn facts(answer: &str) -> Option<Vec<Fact>> {
    let answer: ExplainAnswer<Explanation> = serde_json::from_str(answer).ok()?;
    let said = answer.explanation;
    let shown_as = said.role.shown_as.as_deref();
    let role = match shown_as {
        Some(word) => format!("{} → {word} ({})", said.role.value, said.role.from),
        None => format!("{} ({})", said.role.value, said.role.from),
    };
    let selector: Vec<String> = said.hosts.into_iter().chain([said.selector]).collect();
    let mut facts = vec![
        ("panel_role", role),
        ("panel_name", reason(&said.name)),
        ("panel_description", reason(&said.description)),
        ("panel_why", said.why),
        ("panel_tag", said.tag),
        ("panel_selector", selector.join(" >>> ")),
    ];
    let states = serde_json::to_value(&said.states).unwrap_or_default();
    let states = states.as_object().into_iter().flatten();
    let states: Vec<String> = states
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    facts.push(("panel_states", states.join("\n")));
    facts.extend(said.value.map(|value| ("panel_value", value)));
    facts.retain(|(_, says)| !says.is_empty());
    Some(facts)
}

/// A text, and under it the steps that gave it.
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
    fn an_explanation_of_the_wire_is_a_list() {
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
        assert!(facts.iter().all(|(_, says)| !says.is_empty()));
        assert_eq!(super::facts("{}"), None);
    }
}
