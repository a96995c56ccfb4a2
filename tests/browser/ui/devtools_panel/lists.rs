//! The views of errors, requests and downloads: tabs, keyboard, the start of a record, and their
//! text compared with the server's.

use super::{click, lines, messages, open_with_lines, press, wait_for_text};
use crate::ui::panel::wire_answer;
use anyhow::Context;
use axlens_harness::own_page;
use axlens_harness::wait::until;
use axlens_harness::{Page, Tab, on_chain};
use axlens_page_facts::{errors, network};
use axlens_panel::list_view::ListView;
use axlens_panel::messages::ListKind;
use axlens_protocol::agent::errors::ErrorsAnswer;
use axlens_protocol::agent::network::NetworkAnswer;
use serde_json::{Value, json};

/// Answers of the simulated worker: a page that is recorded.
const RECORDED: &str = "stub.answers.list = ({ what }) => stub.list(what);";

/// Answers of the simulated worker: a page that is recorded after the user has started it.
const UNRECORDED: &str = "stub.answers.list = ({ what, starts }) => {
    stub.isRecorded ||= starts;
    return stub.isRecorded ? stub.list(what) : stub.unrecorded(2);
};";

/// A page whose policy blocks an image, and a failed request.
const PAGE: &str = "<!doctype html><title>Order</title><script nonce=own>
    new Image().src = 'https://ads.example/x.png?token=hush';
    fetch('/404?order').finally(() => { window.done = true; });
    </script><p>Text";

const POLICY: &str =
    "default-src 'none'; script-src 'nonce-own'; img-src 'self'; connect-src 'self'";

/// The lines of the list.
async fn listed(tab: &Tab) -> anyhow::Result<Vec<String>> {
    let read = "[...document.querySelectorAll('#list-lines > li')].map((line) => line.textContent)";
    Ok(serde_json::from_value(tab.evaluate(read).await?)?)
}

/// Waits until this view is active, and its tab the only one that Tab reaches.
async fn wait_for_view(tab: &Tab, view: &str) -> anyhow::Result<()> {
    tab.wait_for(&format!(
        "(() => {{
            const tabs = [...document.querySelectorAll('[role=tablist] > [role=tab]')];
            const active = tabs.filter((each) => each.ariaSelected === 'true');
            const reached = tabs.filter((each) => each.tabIndex === 0);
            const panel = [...document.querySelectorAll('[role=tabpanel]')]
                .filter((each) => each.checkVisibility());
            return tabs.length === 5 && active.length === 1 && reached.length === 1
                && panel.length === 1 && active[0] === reached[0]
                && active[0].id === 'view-{view}'
                && panel[0].id === active[0].getAttribute('aria-controls')
                && panel[0].getAttribute('aria-labelledby') === active[0].id;
        }})()"
    ))
    .await
}

#[test]
fn keys_select_a_view_and_focus_its_tab() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open_with_lines(chain, RECORDED).await?;
        wait_for_view(&tab, "snapshot").await?;
        tab.evaluate("document.querySelector('#view-snapshot').focus()")
            .await?;
        for (key, view) in [
            ("ArrowRight", "errors"),
            ("ArrowRight", "network"),
            ("End", "page_tools"),
            ("ArrowRight", "snapshot"),
            ("ArrowLeft", "page_tools"),
            ("Home", "snapshot"),
        ] {
            press(&tab, key).await?;
            wait_for_view(&tab, view).await?;
            let focused = tab.evaluate("document.activeElement.id").await?;
            assert_eq!(focused, format!("view-{view}"), "{key}");
        }
        assert_eq!(lines(&tab).await?.len(), 2);
        let requests = messages(&tab, "list").await?;
        let what: Vec<&Value> = requests.iter().map(|request| &request["what"]).collect();
        assert_eq!(what, ["errors", "network", "page_tools", "page_tools"]);
        Ok(())
    })
}

#[test]
fn a_list_is_shown_with_its_limits_read_again_and_copied() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open_with_lines(chain, RECORDED).await?;
        click(&tab, "#view-errors").await?;
        wait_for_text(&tab, "#list-lines", "csp \"blocked by img-src\"").await?;
        let drawn = listed(&tab).await?;
        assert_eq!(drawn[0], "...(1 error; up to 2000)");
        let role = "document.querySelector('#list-lines').getAttribute('role')";
        assert_eq!(tab.evaluate(role).await?, "list");
        wait_for_text(&tab, "#list-limits", "errors in workers").await?;
        wait_for_text(&tab, "#counts", "Known since").await?;
        wait_for_text(&tab, "#tokens", "≈").await?;
        for hidden in ["search", "#how", "#follow", "#unrecorded", "#list-empty"] {
            let visible = format!("document.querySelector('{hidden}').checkVisibility()");
            assert_eq!(tab.evaluate(&visible).await?, false, "{hidden}");
        }
        click(&tab, "#copy-all").await?;
        assert_eq!(tab.evaluate("stub.copied[0]").await?, drawn.join("\n"));
        // An empty list says since when nothing has occurred.
        tab.evaluate("stub.entries = []").await?;
        click(&tab, "#read").await?;
        wait_for_text(&tab, "#list-empty", "No errors since").await?;
        assert_eq!(listed(&tab).await?[0], "...(0 errors; up to 1000)");
        assert!(
            messages(&tab, "list")
                .await?
                .iter()
                .all(|each| each["starts"] == false)
        );
        assert_eq!(messages(&tab, "read").await?.len(), 1);
        click(&tab, "#view-snapshot").await?;
        wait_for_text(&tab, "#counts", "2 actionable").await?;
        assert_eq!(lines(&tab).await?.len(), 2);
        Ok(())
    })
}

#[test]
fn a_page_is_recorded_only_after_the_user_has_started_it() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open_with_lines(chain, UNRECORDED).await?;
        click(&tab, "#view-network").await?;
        wait_for_text(&tab, "#unrecorded-note", "is not recorded yet").await?;
        click(&tab, "#read").await?;
        tab.wait_for("stub.messages.filter((each) => each.do === 'list').length === 2")
            .await?;
        assert!(listed(&tab).await?.is_empty());
        assert!(
            messages(&tab, "list")
                .await?
                .iter()
                .all(|each| each["starts"] == false)
        );
        tab.evaluate("document.querySelector('#start-recording').focus()")
            .await?;
        click(&tab, "#start-recording").await?;
        wait_for_text(&tab, "#list-lines", "422 fetch https://example.test/api").await?;
        // The focus does not stay on the button, which is hidden now.
        tab.wait_for("document.activeElement.id === 'list'").await?;
        tab.wait_for("document.querySelector('#unrecorded').hidden")
            .await
    })
}

#[test]
fn a_fault_of_a_list_has_its_hint_and_page_text_is_never_html() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let fault = "stub.answers.list = () => { throw { error: 'downloads_disabled',
            message: 'The user has not allowed downloads.', hint: 'Allow them.' }; };";
        let tab = open_with_lines(chain, fault).await?;
        click(&tab, "#view-downloads").await?;
        for part in [
            "has not allowed downloads",
            "Allow them.",
            "downloads_disabled",
        ] {
            wait_for_text(&tab, "#fault", part).await?;
        }
        // The fault is that of the list only.
        click(&tab, "#view-snapshot").await?;
        tab.wait_for("document.querySelector('#fault').hidden")
            .await?;
        tab.evaluate(
            "stub.entries = [{ kind: 'csp', message: '<img src=x><b>bold</b>\\n...(forged)',
                time: 2000, last: 2000, times: 1, url: '<script>1</script>' }];
            stub.answers.list = ({ what }) => stub.list(what); 0",
        )
        .await?;
        click(&tab, "#view-errors").await?;
        wait_for_text(&tab, "#list-lines", "<b>bold</b>").await?;
        let made = "document.querySelectorAll('#list-lines :is(img, b, script)').length";
        assert_eq!(tab.evaluate(made).await?, 0);
        assert_eq!(listed(&tab).await?.len(), 3);
        Ok(())
    })
}

/// The panel's text of a list, from the answer that the server gets.
async fn panel_text(reader: &Tab, tab: &Tab, kind: ListKind) -> anyhow::Result<String> {
    let url = tab.evaluate("location.href").await?;
    let url = url.as_str().context("a URL")?;
    let answer = wire_answer(reader, url, kind.as_str(), &json!({})).await?;
    let list = ListView::read(kind, &answer);
    let list = list.map_err(|problem| anyhow::anyhow!("{problem:?}"))?;
    Ok(list.text())
}

/// The server's text of an answer, without the number of the tab, which only the server knows.
fn without_tab(text: &str, tab: u64) -> String {
    text.replacen(&format!(" of tab {tab}"), "", 1)
}

#[test]
fn the_panels_lists_equal_the_servers() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let reader = chain.tab().await?;
        own_page::go_to_own_page(&reader, "options").await?;
        let page = Page::html(PAGE).header("content-security-policy", POLICY);
        let tab = chain.open(page).await?;
        tab.wait_for("window.done === true").await?;
        let handle = tab.handle().await?;
        until("equal errors and requests", async || {
            let request = json!({"tab": handle});
            let answer = tab.agent().post("/errors", request.clone()).await?.ok()?;
            let served = errors::text(&serde_json::from_value::<ErrorsAnswer>(answer)?);
            let own = panel_text(&reader, &tab, ListKind::Errors).await?;
            let has_errors = own.contains("csp \"blocked by img-src\"");
            anyhow::ensure!(has_errors && !own.contains("hush"), "{own}");
            anyhow::ensure!(own == without_tab(&served, handle), "{own}\n{served}");
            let answer = tab.agent().post("/network", request).await?.ok()?;
            let served = network::text(&serde_json::from_value::<NetworkAnswer>(answer)?);
            let own = panel_text(&reader, &tab, ListKind::Network).await?;
            anyhow::ensure!(own.contains("404 fetch"), "{own}");
            anyhow::ensure!(own == without_tab(&served, handle), "{own}\n{served}");
            Ok(Some(()))
        })
        .await
    })
}
