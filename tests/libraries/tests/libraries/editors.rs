//! Editors: text that their own code draws, written by `fill`, `type`, `press` and `clear`.

use crate::came::{Came, judged};
use crate::page::LibraryPage;
use anyhow::Context;
use axlens_harness::Chain;
use serde_json::{Value, json};

/// An editor of tests/libraries: its page, its name, and its package.
pub struct Editor {
    pub name: &'static str,
    pub title: &'static str,
    pub package: &'static str,
}

/// All of them.
pub const EDITORS: [Editor; 10] = [
    editor("lexical", "Lexical", "lexical"),
    editor("tiptap", "TipTap (ProseMirror)", "@tiptap/core"),
    editor("slate", "Slate", "slate"),
    editor("draft", "Draft.js", "draft-js"),
    editor("quill", "Quill", "quill"),
    editor("codemirror", "CodeMirror", "codemirror"),
    editor("monaco", "Monaco", "monaco-editor"),
    editor("ckeditor", "CKEditor", "ckeditor5"),
    editor("tinymce", "TinyMCE", "tinymce"),
    editor("trix", "Trix", "trix"),
];

const fn editor(name: &'static str, title: &'static str, package: &'static str) -> Editor {
    Editor {
        name,
        title,
        package,
    }
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
    task("fill", "", || vec![fill("Hello world")], "Hello world"),
    task(
        "fill over a text",
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
    task(
        "fill again",
        "Old",
        || vec![fill("Once"), fill("Once")],
        "Once",
    ),
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
    /// Does everything, each in a page in which nobody has been.
    pub async fn row(&self, chain: &Chain) -> anyhow::Result<Vec<(&'static str, Came)>> {
        let mut row = Vec::new();
        for task in &TASKS {
            let page = LibraryPage::open(chain, self.name).await?;
            let came = self.cell(&page, task).await;
            row.push((task.title, came.with_context(|| task.title)?));
            page.tab.close().await?;
        }
        Ok(row)
    }

    async fn cell(&self, page: &LibraryPage<'_>, task: &Task) -> anyhow::Result<Came> {
        let write = format!("void write({})", json!(task.before));
        page.tab.evaluate(&write).await?;
        page.rest().await?;
        if task.busy {
            page.tab.evaluate(BUSY).await?;
        }
        let mut came: Option<Came> = None;
        for step in (task.steps)() {
            let reply = page.act("textbox", step).await?;
            let next = judged(&reply);
            came = Some(match came {
                Some(before) => before.and(next),
                None => next,
            });
            if matches!(came, Some(Came::Refused(_))) {
                break;
            }
        }
        page.tab.evaluate("clearInterval(window.busy)").await?;
        page.rest().await?;
        let held = page.held().await?;
        let came = came.context("no step")?;
        Ok(came.with(held["text"].as_str() == Some(task.after), || {
            held["text"].to_string()
        }))
    }
}
