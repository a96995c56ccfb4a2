//! TiddlyWiki: a notebook that stores each note on its server.

use super::visit::Visit;
use super::{Application, node, stored};
use crate::libraries::waits::on_measured_chain;
use anyhow::ensure;
use serde_json::{Value, json};

async fn start() -> anyhow::Result<Application> {
    const SCRIPT: &str = "tiddlywiki/tiddlywiki.js";
    Application::start("/status", |data, port| {
        let made = node(SCRIPT)?
            .arg(data.join("wiki"))
            .args(["--init", "server"])
            .output()?;
        ensure!(made.status.success(), "{made:?}");
        let mut command = node(SCRIPT)?;
        command
            .arg(data.join("wiki"))
            .arg("--listen")
            .arg(format!("port={port}"));
        Ok(command)
    })
    .await
}

#[test]
#[ignore = "full: applications"]
fn tasks_in_tiddlywiki() -> anyhow::Result<()> {
    on_measured_chain(async |chain| {
        let wiki = start().await?;
        let visit = Visit::open(chain, &wiki, "/").await?;
        let note = |name: &str, field: &'static str| {
            let (wiki, path) = (&wiki, format!("/recipes/default/tiddlers/{name}"));
            move || Ok(wiki.json(&path)?[field].take())
        };

        // A new note. Its text is in a frame.
        visit.click("button \"new tiddler\"").await?;
        let fields = json!([
            {"action": "fill", "on": "=\"New Tiddler\"", "value": "Harbour tour"},
            {"action": "fill", "on": "textbox \"Type the text", "value": "Leaves at nine."},
            {"action": "fill", "on": "textbox \"tag name\"", "value": "boats"},
            {"action": "click", "on": "button \"add\""},
            {"action": "click", "on": "button \"Confirm changes"},
        ]);
        visit.act(fields).await?;
        stored(json!("Leaves at nine."), note("Harbour%20tour", "text")).await?;
        stored(json!("boats"), note("Harbour%20tour", "tags")).await?;

        // The first one of two notes that are open is changed.
        visit.click("button \"Edit this tiddler\"").await?;
        visit
            .fill("textbox \"Type the text", "Leaves at ten.")
            .await?;
        visit.click("button \"Confirm changes").await?;
        stored(json!("Leaves at ten."), note("Harbour%20tour", "text")).await?;

        // What is found is opened.
        visit.fill("searchbox", "ten").await?;
        let found = json!([{"action": "click", "selector": "text=Harbour tour", "nth": 1}]);
        visit.act(found).await?;

        // A note is deleted, which a dialog of the page asks about.
        visit.click("button \"Edit this tiddler\"").await?;
        let delete = json!({
            "action": "click",
            "uid": visit.uid("button \"Delete this tiddler\"").await?,
            "session": visit.tab.name,
            "tab": visit.tab.handle().await?,
            "dialogs": {"confirm": "accept"},
        });
        chain.agent.post("/interact", delete).await?.ok()?;
        stored(json!(404), || {
            let response = wiki.get("/recipes/default/tiddlers/Harbour%20tour");
            Ok(response.map_or(json!(404), Value::from))
        })
        .await?;

        // The title of the notebook, which is a note of its own.
        visit.click("button \"control panel\"").await?;
        visit.fill("textbox =\"My TiddlyWiki\"", "Boats").await?;
        stored(json!("Boats"), note("$:%2FSiteTitle", "text")).await
    })
}
