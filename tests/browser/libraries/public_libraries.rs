//! One test for each library. `cargo xtask test --full` installs the libraries from the
//! package registry.

use crate::libraries::documented_table::{Row, ensure_documented};
use crate::libraries::editors::EDITORS;
use crate::libraries::kits::KITS;
use crate::libraries::waits::on_measured_chain;
use crate::libraries::web_components::COMPONENT_LIBRARIES;
use anyhow::Context;

fn test_editor(name: &str) -> anyhow::Result<()> {
    let editor = EDITORS.iter().find(|editor| editor.name == name);
    let editor = editor.context("no such editor")?;
    on_measured_chain(async |chain| {
        ensure_documented(&Row {
            title: editor.title,
            package: editor.package,
            results: editor.run(chain).await?,
        })
    })
}

fn test_kit(name: &str) -> anyhow::Result<()> {
    let mut kits = KITS.iter().chain(&COMPONENT_LIBRARIES);
    let kit = kits.find(|kit| kit.name == name);
    let kit = kit.context("no such library")?;
    on_measured_chain(async |chain| {
        ensure_documented(&Row {
            title: kit.title,
            package: kit.package,
            results: kit.run(chain).await?,
        })
    })
}

/// Creates a test for the page of each library.
macro_rules! tests {
    ($run:ident: $($test:ident $page:literal),+) => {
        $(
            #[test]
            #[ignore = "full: libraries"]
            fn $test() -> anyhow::Result<()> {
                $run($page)
            }
        )+
    };
}

tests! {
    test_editor: lexical "lexical", tiptap "tiptap", slate "slate", draft "draft", quill "quill",
    codemirror "codemirror", monaco "monaco", ckeditor "ckeditor", tinymce "tinymce", trix "trix"
}

tests! {
    test_kit: react "react", mui "mui", radix "radix", react_select "react-select",
    react_dropzone "react-dropzone", dnd_kit "dnd-kit", react_datepicker "react-datepicker",
    tanstack "tanstack", element_plus "element-plus", bits_ui "bits-ui", sortable "sortable",
    flatpickr "flatpickr", imask "imask", shoelace "shoelace",
    material "material", spectrum "spectrum"
}
