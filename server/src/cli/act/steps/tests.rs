//! Tests of the commands of `axlens do`, and of the text of their outcomes.

use super::*;
use serde_json::{Value, json};

fn parsed(command: &str) -> Value {
    let steps = parse(command).expect("a valid command").into_iter();
    let steps: Vec<Step> = steps.map(|(step, _)| step).collect();
    serde_json::to_value(steps).expect("JSON")
}

fn error(command: &str) -> String {
    match parse(command) {
        Err(LineError::Usage(error)) => error,
        other => panic!("{command}: {other:?}"),
    }
}

#[test]
fn a_command_is_parsed_like_the_arguments_of_the_single_command() {
    assert_eq!(
        parsed("fill 5 'Ada Lovelace'"),
        json!([{"action": "fill", "value": "Ada Lovelace", "id": "5"}])
    );
    assert_eq!(
        parsed("axlens press Tab Tab Enter"),
        json!([{"action": "press", "keys": ["Tab", "Tab", "Enter"]}])
    );
    assert_eq!(
        parsed("wait text \"All saved\" --within 3 --new --timeout 900"),
        json!([{"wait": {"for": "text", "value": "All saved", "within": "3", "new": true, "timeoutMs": 900}}])
    );
    assert_eq!(
        parsed("get value 3"),
        json!([{"get": {"what": "value", "id": "3"}}])
    );
    assert_eq!(
        parsed("find -r button"),
        json!([{"find": {"role": "button"}}])
    );
    assert_eq!(
        parsed("screenshot --marks --uid 4"),
        json!([{"screenshot": {"marks": true, "uid": "4", "format": "png"}}])
    );
    let snapshot = parsed("snapshot -i --scope '#list'");
    assert_eq!(snapshot[0]["observe"]["scope"], "#list");
    assert!(snapshot[0]["observe"].get("session").is_none());
}

#[test]
fn an_image_is_written_to_the_file_of_its_step() {
    let steps = parse("screenshot -o page.png").expect("a valid command");
    assert_eq!(steps[0].1, Some(PathBuf::from("page.png")));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.png");
    let done: InteractAnswer = serde_json::from_value(json!({
        "results": [{"screenshot": {
            "data": "UE5H", "devicePixelRatio": 1.0, "height": 6, "mimeType": "image/png",
            "scale": 1.0, "tab": 2, "url": "https://a.example/", "width": 8,
        }}],
        "tab": 2, "waitedMs": 0,
    }))
    .expect("an answer");
    let text = outcome_text(Some(&done), None, (&[Some(file.clone())], false)).expect("text");
    let name = file.display();
    assert_eq!(text, format!("1 {name}\n...(8×6 pixels of tab 2)\n"));
    assert_eq!(std::fs::read(&file).expect("the image"), b"PNG");
}

#[test]
fn several_elements_are_several_steps() {
    let ids = parsed("check 932 css=#a 12");
    assert_eq!(
        ids,
        json!([{"action": "check", "id": "932"}, {"action": "check", "selector": "#a"}, {"action": "check", "id": "12"}])
    );
    let clicks = parsed("click 4 9 --button right");
    assert_eq!(
        (&clicks[0]["button"], &clicks[1]["button"]),
        (&json!("right"), &json!("right"))
    );
}

#[test]
fn an_invalid_command_says_why() {
    assert!(error("fill 5 'Ada").contains("quote"));
    assert!(error("chek 7").contains("check"), "{}", error("chek 7"));
    assert!(error("status").contains("status"));
    let unknown = error("do 'click 9'");
    assert!(unknown.contains("unrecognized"), "{unknown}");
    assert!(unknown.contains("snapshot, find, "), "{unknown}");
    assert!(unknown.contains(", fill, "), "{unknown}");
    for common in [
        "click 9 --tab 2",
        "find -r button --session a",
        "press Enter --timeout 900",
    ] {
        assert!(error(common).contains("axlens do"), "{common}");
    }
    assert!(error("screenshot -o -").contains("name a file"));
    assert!(matches!(parse("click --help"), Err(LineError::Help(_))));
}

#[test]
fn the_text_has_a_line_for_each_step_the_fault_and_the_rest() {
    let done: InteractAnswer = serde_json::from_value(json!({
        "results": [
            {"action": "fill", "outcome": "changed", "role": "textbox", "name": "Name"},
            {"action": "check", "outcome": "already"},
        ],
        "tab": 1, "waitedMs": 0, "hint": "More.",
    }))
    .expect("an answer");
    let fault = Fault::new(Code::ElementCovered, "It is covered.").hint("Scroll.");
    let text = outcome_text(Some(&done), Some(&fault), (&vec![None; 5], false)).expect("text");
    assert_eq!(
        text,
        "1 changed: fill textbox \"Name\"\n2 already: check\n3 element_covered: It is covered.\n  → Scroll.\n\
         ...(2 steps were not executed)\n...(More.)\n"
    );
    assert_eq!(
        outcome_text(None, Some(&fault), (&[None], false)).expect("text"),
        "1 element_covered: It is covered.\n  → Scroll.\n"
    );
    let invalid =
        Fault::bad_request("Step 2: It is invalid. Nothing was executed.").hint("Correct.");
    assert_eq!(
        outcome_text(None, Some(&invalid), (&[None, None], false)).expect("text"),
        "bad_request: Step 2: It is invalid. Nothing was executed.\n  → Correct.\n...(2 steps were not executed)\n"
    );
}
