//! The library for Rust.

use crate::client_libraries::run;
use axlens_client::protocol::agent::find::ElementCriteria;
use axlens_client::protocol::agent::get::{GetRequest, Property};
use axlens_client::protocol::agent::wait::WaitFor;
use axlens_client::{Options, Target, connect_with};
use axlens_harness::{Chain, Kind, Page, on_runtime, shared};
use serde_json::Map;
use std::process::Command;

const FORM: &str = "<title>Form</title><form onsubmit='event.preventDefault(); \
    result.textContent = `Saved ${who.value}`'><label>Name <input id=who></label>\
    <label>Born <input type=date></label><label>Photo <input type=file></label>\
    <button id=send>Save</button></form>\
    <button id=remove onclick='document.querySelector(\"[type=file]\").remove()'>Remove</button>\
    <p id=result role=status>Nothing yet</p>";

fn named(label: &str) -> ElementCriteria {
    ElementCriteria {
        label: Some(label.to_owned()),
        ..ElementCriteria::default()
    }
}

#[test]
fn a_page_is_read_and_a_form_sent() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let browser = connect_with(Options {
            state_dir: Some(chain.state_folder()),
            ..Options::default()
        })
        .await?;
        let page = browser.open(chain.site.page(Page::html(FORM))).await?;
        let name = page.find(named("Name")).await?;
        assert_eq!(
            (name.role().map(|role| role.as_str()), name.name()),
            (Some("textbox"), "Name")
        );
        name.fill("Ada").await?;
        let born = page.find(named("Born")).await?;
        born.set("1815-12-10").await?;
        born.clear().await?;
        let value = born.get(Property::Value).await?.value;
        assert_eq!(value.flatten().unwrap_or_default(), "");
        assert_eq!(page.find_all(named("Photo")).await?.len(), 1);
        page.observe().await?;
        assert!(page.text().contains("button \"Save\""), "{}", page.text());
        let save = page.element(Target::selector("#send"));
        save.click().await?;
        let changes = save.page().changes();
        assert!(
            changes.starts_with("changed: click button \"Save\""),
            "{changes}"
        );
        assert!(changes.contains("Saved Ada"), "{changes}");
        let photo = page.find(named("Photo")).await?;
        page.click(Target::selector("#remove")).await?;
        let vanished = photo.wait(WaitFor::Vanishes).await?;
        assert_eq!(vanished.event, WaitFor::Vanishes);
        let title = page.get(GetRequest::of(Property::Title)).await?;
        assert_eq!(title.title.as_deref(), Some("Form"));
        let tabs = browser.call("tabs", Map::new()).await?;
        assert!(tabs["tabs"].as_array().is_some_and(|tabs| !tabs.is_empty()));
        let error = page.click(99_999).await.err();
        let error = error.ok_or_else(|| anyhow::anyhow!("a fault"))?;
        assert!(!error.hint().is_empty() && !error.retryable(), "{error}");
        page.close_tab().await?;
        browser.close();
        Ok(())
    })
}

#[test]
#[ignore = "full: client libraries"]
fn the_example_finds_the_server_by_the_environment() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let tab = chain.open(Page::html(FORM)).await?;
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut example = Command::new(cargo);
        example.args([
            "run",
            "--quiet",
            "--package",
            "axlens-client",
            "--example",
            "form",
            "--",
        ]);
        example.arg("Grace").current_dir(shared::workspace());
        example.env("AXLENS_STATE_DIR", chain.state_folder());
        let printed = tokio::task::spawn_blocking(move || run(&mut example)).await??;
        assert!(
            printed.starts_with("changed: fill textbox \"Name\""),
            "{printed}"
        );
        assert_eq!(tab.evaluate("who.value").await?, "Grace");
        Ok(())
    })
}
