//! Public libraries and editors, acted on as an agent does it.

mod came;
mod editors;
mod page;

use axlens_tests::on_chain;
use editors::Editor;

const EDITORS: [Editor; 10] = [
    editor("lexical", "Lexical", "textbox \"Text"),
    editor("tiptap", "TipTap (ProseMirror)", "textbox \"Text"),
    editor("slate", "Slate", "textbox \"Text"),
    editor("draft", "Draft.js", "textbox \"Text"),
    editor("quill", "Quill", "textbox \"Text"),
    editor("codemirror", "CodeMirror", "textbox \"Text"),
    editor("monaco", "Monaco", "textbox \"Text"),
    editor("ckeditor", "CKEditor", "textbox \"Text"),
    editor("tinymce", "TinyMCE", "textbox"),
    editor("trix", "Trix", "textbox \"Text"),
];

const fn editor(name: &'static str, title: &'static str, line: &'static str) -> Editor {
    Editor { name, title, line }
}

#[test]
fn trees() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let names = std::env::var("NAMES")?;
        for editor in EDITORS.iter().filter(|editor| names.contains(editor.name)) {
            println!("== {}", editor.title);
            let row = editor.row(chain).await?;
            for (task, came) in editors::TASKS.iter().zip(row) {
                println!("   {}: {came:?}", task.title);
            }
        }
        Ok(())
    })
}
