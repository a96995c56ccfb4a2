//! The endpoints apply formats, filters, compaction, deltas and windows. The rules themselves have
//! unit tests in `snapshot`.

use axlens_harness::tab::{text, uid_of};
use axlens_harness::{Page, on_chain};
use serde_json::json;

#[test]
fn each_format_shows_every_control() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        for (format, mark) in [
            ("outline", "[uid="),
            ("numbered", ": "),
            ("refs", "[ref=e"),
            ("tabs", "[e"),
            ("lean", ""),
        ] {
            let tree = text(&tab.observe(json!({"format": format})).await?);
            for name in [
                "One",
                "Two",
                "Shipping",
                "Count",
                "Note",
                "Colour",
                "Order",
                "Pay",
                "How",
                "Write to us",
            ] {
                assert!(
                    tree.lines()
                        .any(|line| line.contains(name) && line.contains(mark)),
                    "{format} {name}:\n{tree}"
                );
            }
        }
        Ok(())
    })
}

#[test]
fn lean_is_the_shortest() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("deep.html").await?;
        let lean = text(&tab.observe(json!({"format": "lean"})).await?).len();
        for format in ["refs", "numbered"] {
            assert!(
                lean < text(&tab.observe(json!({"format": format})).await?).len(),
                "{format}"
            );
        }
        Ok(())
    })
}

#[test]
fn compaction_saves_a_third_and_loses_no_control() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("deep.html").await?;
        let plain = tab.observe(json!({"max_depth": 15})).await?;
        let compact = tab
            .observe(json!({"max_depth": 15, "compact": true}))
            .await?;
        let again = tab.observe(json!({"max_depth": 15})).await?;
        assert_eq!(plain["tree"], again["tree"]);
        let (long, short) = (text(&plain), text(&compact));
        assert!(
            short.chars().count() * 10 <= long.chars().count() * 7,
            "{long}\n{short}"
        );
        for area in 1..=5 {
            for control in ["Save", "Name", "Agree", "More"] {
                assert_eq!(
                    uid_of(&long, &format!("{control} {area}\""))?,
                    uid_of(&short, &format!("{control} {area}\""))?
                );
            }
            assert!(
                short.contains(&format!("region \"Area {area}\"")),
                "{short}"
            );
        }
        Ok(())
    })
}

#[test]
fn a_delta_has_only_the_changes() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("deep.html").await?;
        let params = json!({"compact": true, "compression": "delta", "max_depth": 15});
        let full = text(&tab.observe(params.clone()).await?);
        assert!(full.contains("Save 1"), "{full}");
        let same = text(&tab.observe(params.clone()).await?);
        assert!(
            same.contains("unchanged") && same.lines().count() <= 2,
            "{same}"
        );
        tab.evaluate("document.getElementById('check-1').checked = true; document.getElementById('more-5').setAttribute('aria-expanded', 'true'); void 0").await?;
        let delta = text(&tab.observe(params.clone()).await?);
        for uid in [uid_of(&full, "Agree 1\"")?, uid_of(&full, "More 5\"")?] {
            assert!(delta.contains(&uid), "{uid} in\n{delta}");
        }
        assert!(
            !delta.contains("Save 2") && delta.len() * 2 < full.len(),
            "{delta}"
        );
        tab.goto(&chain.site.fixture("plain.html")?).await?;
        let elsewhere = text(&tab.observe(params).await?);
        assert!(elsewhere.contains("Write to us"), "{elsewhere}");
        Ok(())
    })
}

#[test]
fn all_windows_together_have_every_line() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let whole = text(&tab.observe(json!({"format": "lean"})).await?);
        let mut answer = tab
            .observe(json!({"format": "lean", "max_chars": 600}))
            .await?;
        let mut windows = vec![text(&answer)];
        while let Some(cursor) = answer["cursor"].as_str().map(str::to_string) {
            answer = tab
                .observe(json!({"format": "lean", "max_chars": 600, "cursor": cursor}))
                .await?;
            windows.push(text(&answer));
            assert!(windows.len() < 100, "too many windows");
        }
        assert!(windows.len() > 2, "{whole}");
        for window in &windows {
            assert!(window.chars().count() <= 600, "{window}");
        }
        let joined = windows.join("\n");
        for line in whole.lines() {
            assert!(
                joined.contains(line.trim()),
                "{line} is in no window:\n{joined}"
            );
        }
        Ok(())
    })
}

#[test]
fn the_tabs_endpoint_has_every_field_of_its_contract() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        let handle = tab.handle().await?;
        let missing = chain.agent.get(&format!("/tabs/{handle}/snapshot")).await?;
        assert_eq!(missing.status, 400, "{missing:?}");
        assert_eq!(
            chain
                .agent
                .get("/tabs/424242/snapshot?userId=a")
                .await?
                .status,
            404
        );
        let user = chain.session();
        let answer = chain
            .agent
            .get(&format!("/tabs/{handle}/snapshot?userId={user}"))
            .await?
            .ok()?;
        for field in [
            "url",
            "snapshot",
            "refsCount",
            "truncated",
            "totalChars",
            "hasMore",
        ] {
            assert!(!answer[field].is_null(), "{field} in {answer}");
        }
        let snapshot = answer["snapshot"].as_str().unwrap_or_default();
        assert!(snapshot.contains("- button \"Order\" [e"), "{snapshot}");
        assert_eq!(answer["truncated"], false);
        Ok(())
    })
}

#[test]
fn all_pieces_of_a_long_page_are_of_one_snapshot() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let body: String = (0..3_000).map(|n| format!("<p>Paragraph number {n} of a page that goes on for long</p><a href=/{n}>Link {n}</a>")).collect();
        let tab = chain
            .open(Page::html(format!(
                "<!doctype html><title>Long</title><div id=it>{body}</div>"
            )))
            .await?;
        let (handle, user) = (tab.handle().await?, chain.session());
        let endpoint = format!("/tabs/{handle}/snapshot?userId={user}");
        let first = chain.agent.get(&endpoint).await?.ok()?;
        assert_eq!(
            (&first["truncated"], &first["hasMore"]),
            (&json!(true), &json!(true)),
            "{}",
            first["totalChars"]
        );
        assert!(
            first["snapshot"]
                .as_str()
                .is_some_and(|text| text.chars().count() <= 80_000 + 1_000)
        );
        tab.evaluate("it.textContent = 'emptied'; void 0").await?;
        let next = first["nextOffset"].as_u64().unwrap_or_default();
        let second = chain
            .agent
            .get(&format!("{endpoint}&offset={next}"))
            .await?
            .ok()?;
        assert_eq!(second["totalChars"], first["totalChars"]);
        assert!(
            second["snapshot"]
                .as_str()
                .is_some_and(|text| text.contains("Link 2999")),
            "every piece has the tail"
        );
        Ok(())
    })
}

#[test]
fn a_screenshot_needs_a_visible_tab() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        let handle = tab.handle().await?;
        let front = chain
            .agent
            .get(&format!(
                "/tabs/{handle}/snapshot?userId={}&includeScreenshot=true",
                chain.session()
            ))
            .await?
            .ok()?;
        assert_eq!(front["screenshot"]["mimeType"], "image/png");
        assert!(
            front["screenshot"]["data"]
                .as_str()
                .is_some_and(|data| data.starts_with("iVBORw0KGgo")),
            "a PNG"
        );
        let back = chain.hidden_tab().await?;
        back.goto(&chain.site.fixture("dashboard.html")?).await?;
        let handle = back.handle().await?;
        let endpoint = format!(
            "/tabs/{handle}/snapshot?userId={}&includeScreenshot=true",
            chain.session()
        );
        let reply = chain.agent.get(&endpoint).await?;
        assert_eq!((reply.status, reply.code()?), (409, "tab_not_visible"));
        Ok(())
    })
}

#[test]
fn filters_apply_to_the_tree() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let found = text(
            &tab.observe(json!({"format": "lean", "find": {"text": "invoice 42"}}))
                .await?,
        );
        assert!(
            found.contains("Invoice 42 is paid") && !found.contains("Display name"),
            "{found}"
        );
        let links = text(
            &tab.observe(json!({"format": "lean", "roles": ["link"]}))
                .await?,
        );
        assert!(
            links.contains("Settings") && !links.contains("checkbox"),
            "{links}"
        );
        let boxes = text(
            &tab.observe(json!({"format": "lean", "include": ["boxes"]}))
                .await?,
        );
        assert_ne!(boxes, text(&tab.observe(json!({"format": "lean"})).await?));
        let whole = tab.tree().await?;
        let uid = uid_of(&whole, "\"Weekly digest\"")?;
        let scoped = text(&tab.observe(json!({"scope": uid, "max_depth": 15})).await?);
        assert!(
            scoped.contains("Weekly digest") && !scoped.contains("Home"),
            "{scoped}"
        );
        Ok(())
    })
}
