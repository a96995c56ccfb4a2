//! Tasks: the steps of an agent, and the value that the library has afterwards.

use crate::libraries::library_page::LibraryPage;
use crate::libraries::verdict::Verdict;
use anyhow::Context;
use serde_json::{Value, json};

/// The tasks of a library, and their verdicts.
pub type Results = Vec<(&'static str, Verdict)>;

/// An action. The first field is a text on the line of its element, with ' in place of ".
#[derive(Debug, Clone, Copy)]
pub enum Step {
    Click(&'static str),
    Fill(&'static str, &'static str),
    Clear(&'static str),
    Type(&'static str, &'static str),
    /// The option with this label.
    Select(&'static str, &'static str),
    Set(&'static str, &'static str),
    Check(&'static str),
    Uncheck(&'static str),
    /// Keys with spaces between them.
    Press(&'static str, &'static str),
    /// The second field is a text on the line of the other element.
    Drag(&'static str, &'static str),
    Upload(&'static str),
    /// A request, as JSON.
    Act(&'static str, &'static str),
}

use Step::{Act, Check, Clear, Click, Drag, Fill, Press, Select, Set, Type, Uncheck, Upload};

/// Creates tasks: `"title": steps => name of the value == expected;`
macro_rules! tasks {
    ($($title:literal: $($step:expr),+ => $value:ident == $expected:tt;)+) => {
        &[$($crate::libraries::task::Task {
            title: $title,
            steps: &[$($step),+],
            value: stringify!($value),
            expected: || serde_json::json!($expected),
        }),+]
    };
}
pub(crate) use tasks;

pub struct Task {
    pub title: &'static str,
    pub steps: &'static [Step],
    /// The name of a value of the library.
    pub value: &'static str,
    pub expected: fn() -> Value,
}

impl Task {
    /// Executes the task in a page.
    pub async fn run(&self, page: &LibraryPage<'_>) -> anyhow::Result<Verdict> {
        let verdict = run_steps(self.steps, page).await?;
        let expected = (self.expected)();
        let value = page.wait_for_value(self.value, &expected).await?;
        Ok(verdict.with_value(&value, &expected))
    }
}

/// Executes steps up to the first fault.
pub async fn run_steps(steps: &[Step], page: &LibraryPage<'_>) -> anyhow::Result<Verdict> {
    let mut verdict = None;
    for step in steps {
        let next = Verdict::of_reply(&step.run(page).await?);
        verdict = Some(match verdict {
            Some(previous) => Verdict::then(previous, next),
            None => next,
        });
        if matches!(verdict, Some(Verdict::Refused(_))) {
            break;
        }
    }
    verdict.context("no step")
}

impl Step {
    async fn run(self, page: &LibraryPage<'_>) -> anyhow::Result<axlens_harness::Reply> {
        let (line, body) = match self {
            Click(line) => (line, json!({"action": "click"})),
            Fill(line, value) => (line, json!({"action": "fill", "value": value})),
            Clear(line) => (line, json!({"action": "clear"})),
            Type(line, text) => (line, json!({"action": "type", "text": text})),
            Select(line, label) => (line, json!({"action": "select", "labels": [label]})),
            Set(line, value) => (line, json!({"action": "set", "value": value})),
            Check(line) => (line, json!({"action": "check"})),
            Uncheck(line) => (line, json!({"action": "uncheck"})),
            Press(line, keys) => {
                let keys: Vec<&str> = keys.split(' ').collect();
                (line, json!({"action": "press", "keys": keys}))
            }
            Drag(line, to) => {
                let to = page.uid(&to.replace('\'', "\"")).await?;
                (line, json!({"action": "drag", "to": {"uid": to}}))
            }
            Upload(line) => {
                let file = json!({"name": "a.txt", "type": "text/plain", "base64": "aGk="});
                (line, json!({"action": "upload", "files": [file]}))
            }
            Act(line, body) => (line, serde_json::from_str(body)?),
        };
        page.act(&line.replace('\'', "\""), body).await
    }
}
