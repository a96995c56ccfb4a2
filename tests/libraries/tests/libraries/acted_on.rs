//! One test for each library. They come from the package registry: the tests run where
//! `cargo xtask test chain` could install them, and count as skipped elsewhere.

use crate::editors::EDITORS;
use crate::kits::KITS;
use crate::table::{Row, ensure_documented};
use anyhow::Context;
use axlens_harness::on_chain;

fn edits(name: &str) -> anyhow::Result<()> {
    let editor = EDITORS.iter().find(|editor| editor.name == name);
    let editor = editor.context("no such editor")?;
    on_chain(async |chain| {
        let came = editor.row(chain).await?;
        ensure_documented(&Row {
            title: editor.title,
            package: editor.package,
            came,
        })
    })
}

fn works(name: &str) -> anyhow::Result<()> {
    let kit = KITS.iter().find(|kit| kit.name == name);
    let kit = kit.context("no such library")?;
    on_chain(async |chain| {
        let came = kit.row(chain).await?;
        ensure_documented(&Row {
            title: kit.title,
            package: kit.package,
            came,
        })
    })
}

/// A test for each, by the name of its page.
macro_rules! tests {
    ($how:ident: $($test:ident $page:literal),+) => {
        $(
            #[test]
            #[ignore = "needs the libraries: `cargo xtask test chain` installs them"]
            fn $test() -> anyhow::Result<()> {
                $how($page)
            }
        )+
    };
}

tests! {
    edits: lexical "lexical", tiptap "tiptap", slate "slate", draft "draft", quill "quill",
    codemirror "codemirror", monaco "monaco", ckeditor "ckeditor", tinymce "tinymce", trix "trix"
}

tests! {
    works: react "react", mui "mui", radix "radix", react_select "react-select",
    react_dropzone "react-dropzone", dnd_kit "dnd-kit", react_datepicker "react-datepicker",
    tanstack "tanstack", element_plus "element-plus", bits_ui "bits-ui", sortable "sortable",
    flatpickr "flatpickr", imask "imask", shoelace "shoelace",
    material "material", spectrum "spectrum"
}
