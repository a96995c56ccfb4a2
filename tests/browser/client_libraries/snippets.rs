//! The snippets of the READMEs and the notebook run as they are, with the built packages.

use crate::client_libraries::python;
use crate::client_libraries::{run, typescript};
use axlens_harness::{Chain, Kind, Page, on_runtime, shared};
use std::process::Command;

/// A page with what the snippets search for.
const PAGE: &str = "<title>Form</title><body><label for=name>Name</label><input id=name>\
    <button onclick='result.textContent = name.value'>Add</button>\
    <button onclick='result.textContent = `Saved ${document.getElementById(`name`).value}`'>Save\
    </button><p id=result role=status>Nothing yet</p><a href='#top'>More</a>";

/// The snippets of a document in TypeScript, one after another.
fn typescript_snippets(path: &str, url: &str) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(shared::workspace().join(path))?;
    let blocks = text.split("```ts\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("\n```").next());
    let blocks: Vec<&str> = blocks.collect();
    anyhow::ensure!(!blocks.is_empty(), "{path} has no snippet");
    Ok(blocks.join("\n").replace("https://example.com/", url))
}

#[test]
fn python_snippets_run() -> anyhow::Result<()> {
    on_runtime(async || {
        let folder = tempfile::tempdir()?;
        let installed = python::install(folder.path())?;
        let chain = Chain::lease(Kind::Unattended).await?;
        let form = chain.open(Page::html(PAGE)).await?;
        let form_url = form.evaluate("location.href").await?;
        let shop = chain.site.page(Page::html(shared::fixture("shop.html")?));
        for (file, url) in [
            ("README.md", shop.as_str()),
            (
                "clients/python/README.md",
                form_url.as_str().unwrap_or_default(),
            ),
            (
                "clients/python/examples/first_steps.ipynb",
                form_url.as_str().unwrap_or_default(),
            ),
        ] {
            let mut snippets = python::python(&installed)?;
            snippets.arg(shared::workspace().join("tests/browser/client_libraries/run.py"));
            snippets.arg(shared::workspace().join(file)).arg(url);
            snippets.env("AXLENS_STATE_DIR", chain.state_folder());
            tokio::task::spawn_blocking(move || run(&mut snippets)).await??;
        }
        Ok(())
    })
}

#[test]
fn typescript_snippets_run() -> anyhow::Result<()> {
    on_runtime(async || {
        let folder = tempfile::tempdir()?;
        typescript::install(folder.path())?;
        let chain = Chain::lease(Kind::Unattended).await?;
        let form = chain.site.page(Page::html(PAGE));
        let source = typescript_snippets("clients/typescript/README.md", &form)?;
        std::fs::write(folder.path().join("snippets.mts"), source)?;
        let tsc = shared::workspace().join("clients/typescript/node_modules/.bin/tsc");
        let compile = [
            "--module", "nodenext", "--target", "es2022", "--strict", "--types", "node",
        ];
        let types = shared::workspace().join("clients/typescript/node_modules/@types");
        let mut compile_all = Command::new(tsc);
        compile_all.args(compile).arg("--typeRoots").arg(types);
        compile_all.args(["--lib", "es2022,esnext.disposable", "snippets.mts"]);
        run(compile_all.current_dir(folder.path()))?;
        let mut node = Command::new("node");
        node.arg("snippets.mjs").current_dir(folder.path());
        node.env("AXLENS_STATE_DIR", chain.state_folder());
        tokio::task::spawn_blocking(move || run(&mut node)).await??;
        Ok(())
    })
}
