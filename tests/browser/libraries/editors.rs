//! Editors, whose own code renders the text: `fill`, `type`, `press` and `clear`.

use crate::libraries::library_page::LibraryPage;
use crate::libraries::task::Step::{Act, Clear, Fill, Press, Type};
use crate::libraries::task::{Results, Step, run_steps};
use crate::libraries::verdict::Verdict;
use anyhow::Context;
use axlens_harness::Chain;
use serde_json::json;

pub struct Editor {
    /// The name of its page in tests/packages/libraries/editors.
    pub name: &'static str,
    pub title: &'static str,
    pub package: &'static str,
}

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

/// A task that is executed in each editor: its title, the text before, the steps, the text after.
type EditorTask = (&'static str, &'static str, &'static [Step], &'static str);

const TWO_LINES: &str = "Old text\nof two lines";
const THREE_LINES: &str = "One\nTwo three\nFour";
const EMOJI: &str = "Zoë 👩‍👩‍👧 漢字 🎉 end";
/// The text box of an editor.
const BOX: &str = "textbox";
/// The task during which the page's scripts use nine tenths of the time.
const SLOW_PAGE: &str = "slow page";

const TASKS: [EditorTask; 12] = [
    ("fill", "", &[Fill(BOX, "Hello world")], "Hello world"),
    (
        "fill over a text",
        TWO_LINES,
        &[Fill(BOX, "New text")],
        "New text",
    ),
    (
        "several lines",
        "Old",
        &[Fill(BOX, THREE_LINES)],
        THREE_LINES,
    ),
    ("empty lines", "", &[Fill(BOX, "One\n\nTwo")], "One\n\nTwo"),
    ("emoji", "", &[Fill(BOX, EMOJI)], EMOJI),
    (
        "undo",
        "Before",
        &[Fill(BOX, "After"), Press(BOX, "Control+Z")],
        "Before",
    ),
    ("clear", TWO_LINES, &[Clear(BOX)], ""),
    ("type", "One", &[Type(BOX, " two")], "One two"),
    ("type lines", "", &[Type(BOX, "One\nTwo")], "One\nTwo"),
    (
        "keys",
        "One two",
        &[
            Act(BOX, r#"{"action": "focus"}"#),
            Press(BOX, "Control+A"),
            Press(BOX, "Backspace"),
            Type(BOX, "Three"),
        ],
        "Three",
    ),
    (
        "fill again",
        "Old",
        &[Fill(BOX, "Once"), Fill(BOX, "Once")],
        "Once",
    ),
    (
        SLOW_PAGE,
        "Old",
        &[Fill(BOX, "Slowly written"), Fill(BOX, "Slowly written")],
        "Slowly written",
    ),
];

/// Blocks the page's main thread for nine tenths of the time.
const BLOCK_MAIN_THREAD: &str = "window.busy = setInterval(() => {
    const end = performance.now() + 90;
    while (performance.now() < end);
}, 100); 0";

impl Editor {
    /// Executes each task in a new page.
    pub async fn run(&self, chain: &Chain) -> anyhow::Result<Results> {
        let mut results = Results::new();
        for task in &TASKS {
            let page = LibraryPage::open(chain, self.name).await?;
            let verdict = run(task, &page).await.context(task.0)?;
            results.push((task.0, verdict));
            page.tab.close().await?;
        }
        Ok(results)
    }
}

async fn run(
    (title, before, steps, after): &EditorTask,
    page: &LibraryPage<'_>,
) -> anyhow::Result<Verdict> {
    let before = json!(before);
    page.tab
        .evaluate(&format!("void setText({before})"))
        .await?;
    page.wait_for_value("text", &before).await?;
    if *title == SLOW_PAGE {
        page.tab.evaluate(BLOCK_MAIN_THREAD).await?;
    }
    let verdict = run_steps(steps, page).await?;
    page.tab.evaluate("clearInterval(window.busy)").await?;
    let after = json!(after);
    let value = page.wait_for_value("text", &after).await?;
    Ok(verdict.with_value(&value, &after))
}
