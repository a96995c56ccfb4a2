//! Editors: text that their own code draws, written by `fill`, `type`, `press` and `clear`.

use crate::came::{Came, judged};
use crate::page::LibraryPage;
use axlens_tests::Chain;
use serde_json::{Value, json};

/// An editor of tests/libraries, and the part of a line by which its text is known.
#[derive(Clone, Copy)]
pub struct Editor {
    pub name: &'static str,
    pub title: &'static str,
    pub line: &'static str,
}

/// What is done to a text, and what it reads afterwards.
pub struct Task {
    pub title: &'static str,
    before: &'static str,
    steps: fn() -> Vec<Value>,
    after: &'static str,
    /// The page's scripts leave it little time meanwhile.
    busy: bool,
}

/// What is done in every editor.
pub const TASKS: [Task; 12] = [
    task(
        "fill, empty",
        "",
        || vec![fill("Hello world")],
        "Hello world",
    ),
    task(
        "fill, filled",
        "Old text\nof two lines",
        || vec![fill("New text")],
        "New text",
    ),
    task(
        "several lines",
        "Old",
        || vec![fill("One\nTwo three\nFour")],
        "One\nTwo three\nFour",
    ),
    task("empty lines", "", || vec![fill("One\n\nTwo")], "One\n\nTwo"),
    task(
        "emoji",
        "",
        || vec![fill("Zoë 👩‍👩‍👧 漢字 🎉 end")],
        "Zoë 👩‍👩‍👧 漢字 🎉 end",
    ),
    task(
        "undo",
        "Before",
        || vec![fill("After"), press("Control+Z")],
        "Before",
    ),
    task(
        "clear",
        "Old text\nof two lines",
        || vec![json!({"action": "clear"})],
        "",
    ),
    task(
        "type",
        "One",
        || vec![json!({"action": "type", "text": " two"})],
        "One two",
    ),
    task(
        "type lines",
        "",
        || vec![json!({"action": "type", "text": "One\nTwo"})],
        "One\nTwo",
    ),
    task(
        "keys",
        "One two",
        || {
            vec![
                json!({"action": "focus"}),
                press("Control+A"),
                press("Backspace"),
                json!({"action": "type", "text": "Three"}),
            ]
        },
        "Three",
    ),
    task("again", "Old", || vec![fill("Once"), fill("Once")], "Once"),
    Task {
        busy: true,
        ..task(
            "slow page",
            "Old",
            || vec![fill("Slowly written"), fill("Slowly written")],
            "Slowly written",
        )
    },
];

const fn task(
    title: &'static str,
    before: &'static str,
    steps: fn() -> Vec<Value>,
    after: &'static str,
) -> Task {
    Task {
        title,
        before,
        steps,
        after,
        busy: false,
    }
}

fn fill(text: &str) -> Value {
    json!({"action": "fill", "value": text})
}

fn press(keys: &str) -> Value {
    json!({"action": "press", "keys": keys})
}

/// Its main thread is busy nine tenths of the time.
const BUSY: &str = "window.busy = setInterval(() => {
    const until = performance.now() + 90;
    while (performance.now() < until);
}, 100); 0";

impl Editor {
    /// Does everything in one page of it.
    pub async fn row(self, chain: &Chain) -> anyhow::Result<Vec<Came>> {
        let mut row = Vec::new();
        for task in TASKS.iter().filter(|task| {
            std::env::var("TASK")
                .is_ok_and(|only| !only.is_empty())
                .then(|| {
                    std::env::var("TASK")
                        .unwrap_or_default()
                        .contains(task.title)
                })
                .unwrap_or(true)
        }) {
            // Of a page in which nobody has been.
            let page = LibraryPage::open(chain, self.name).await?;
            row.push(self.cell(&page, task).await?);
            page.tab.close().await?;
        }
        Ok(row)
    }

    async fn cell(self, page: &LibraryPage<'_>, task: &Task) -> anyhow::Result<Came> {
        let write = format!("void write({})", json!(task.before));
        page.tab.evaluate(&write).await?;
        page.rest().await?;
        if task.busy {
            page.tab.evaluate(BUSY).await?;
        }
        let mut came = Came::Works;
        for step in (task.steps)() {
            let reply = page.act(self.line, step.clone()).await?;
            came = judged(&reply);
            if std::env::var_os("SHOW").is_some() {
                println!(
                    "     {step} -> {} / held {} thrown {}",
                    reply.body,
                    page.held().await?,
                    page.tab.evaluate("thrown.splice(0)").await?
                );
            }
            if matches!(came, Came::Refused(_)) {
                break;
            }
        }
        page.tab.evaluate("clearInterval(window.busy)").await?;
        page.rest().await?;
        let held = page.held().await?;
        Ok(came.with(held["text"].as_str() == Some(task.after), || {
            held["text"].to_string()
        }))
    }
}
