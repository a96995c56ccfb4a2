//! Tabs that can't be read: the fault, its reason, and no delay for other tabs.

use axlens_harness::tab::text;
use axlens_harness::{Page, on_chain, wait};
use serde_json::json;

#[test]
fn the_browsers_own_pages_are_restricted() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        tab.handle().await?;
        for url in [
            "chrome://version/",
            "chrome://extensions/",
            "view-source:about:blank",
        ] {
            tab.goto(url).await?;
            let reply = tab.ask(json!({})).await?;
            if url.starts_with("chrome:") {
                assert_eq!(
                    (reply.status, reply.code()?),
                    (403, "restricted_page"),
                    "{url}"
                );
                assert!(
                    reply.body["hint"]
                        .as_str()
                        .is_some_and(|hint| hint.len() > 10),
                    "{}",
                    reply.body
                );
            } else {
                assert!(reply.status < 500, "{url}: {reply:?}");
            }
        }
        Ok(())
    })
}

#[test]
fn a_page_that_could_not_be_loaded_is_restricted() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        tab.handle().await?;
        // Nothing listens on port 1.
        tab.navigate("http://127.0.0.1:1/").await?;
        wait::until("an error page", || async {
            let reply = tab.ask(json!({})).await?;
            Ok((reply.status != 200).then_some(reply))
        })
        .await
        .and_then(|reply| {
            assert_eq!(reply.code()?, "restricted_page", "{reply:?}");
            Ok(())
        })
    })
}

#[test]
fn a_file_without_permission_is_restricted() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        tab.handle().await?;
        let file = chain.folder.path().join("page.html");
        std::fs::write(&file, "<title>File</title><button>In a file</button>")?;
        tab.goto(&format!("file://{}", file.display())).await?;
        let reply = tab.ask(json!({})).await?;
        // Some ways of loading an extension grant files from the start.
        match reply.status {
            200 => assert!(text(&reply.body).contains("In a file"), "{reply:?}"),
            _ => assert_eq!((reply.status, reply.code()?), (403, "restricted_page")),
        }
        Ok(())
    })
}

#[test]
fn an_open_alert_blocks_only_its_own_tab() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain
            .open_url(
                &chain
                    .site
                    .alone("alert", Page::html("<!doctype html><title>Alert</title>")),
            )
            .await?;
        let other = chain.open_fixture("dashboard.html").await?;
        tab.observe(json!({})).await?;
        other.observe(json!({})).await?;
        tab.event_after("Page.javascriptDialogOpening", async || {
            tab.start("alert('Stop')")
        })
        .await?;
        let (blocked, free) = tokio::join!(tab.ask(json!({})), other.ask(json!({})));
        assert_eq!(free?.status, 200);
        let blocked = blocked?;
        assert_eq!(
            (blocked.status, blocked.code()?),
            (409, "page_blocked"),
            "{blocked:?}"
        );
        tab.command("Page.handleJavaScriptDialog", json!({"accept": true}))
            .await?;
        assert_eq!(tab.ask(json!({})).await?.status, 200);
        Ok(())
    })
}

#[test]
fn a_crashed_tab_gives_a_fault() -> anyhow::Result<()> {
    on_chain(async |chain| {
        // The page has its own host and therefore its own process, so that no other test's page
        // crashes with it.
        let tab = chain.tab().await?;
        tab.goto(
            &chain
                .site
                .alone("doomed", Page::html("<!doctype html><title>Doomed</title>")),
        )
        .await?;
        tab.handle().await?;
        tab.event_after("Inspector.targetCrashed", async || {
            tab.command("Inspector.enable", json!({})).await?;
            tab.navigate("chrome://crash").await.map(|_| ()).or(Ok(()))
        })
        .await?;
        let reply = wait::until("the crash to be noticed", || async {
            let reply = tab.ask(json!({})).await?;
            Ok((reply.status != 200).then_some(reply))
        })
        .await?;
        assert!(
            ["tab_crashed", "restricted_page"].contains(&reply.code()?),
            "{reply:?}"
        );
        Ok(())
    })
}

#[test]
fn a_closed_tab_is_not_found() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        tab.observe(json!({})).await?;
        tab.close().await?;
        let reply = wait::until("the closed tab", || async {
            let reply = tab.ask(json!({})).await?;
            Ok((reply.status != 200).then_some(reply))
        })
        .await?;
        assert_eq!((reply.status, reply.code()?), (404, "tab_not_found"));
        assert_eq!(
            tab.ask(json!({"tab": 987654})).await?.code()?,
            "tab_not_found"
        );
        Ok(())
    })
}

#[test]
fn a_hung_page_times_out_and_delays_no_other_tab() -> anyhow::Result<()> {
    on_chain(async |chain| {
        // The page has its own site, so that the hung process has no page of another test.
        let hung = chain
            .open_url(&chain.site.alone(
                "hung-page",
                Page::html("<!doctype html><title>Hung</title>"),
            ))
            .await?;
        let other = chain.open_fixture("plain.html").await?;
        hung.handle().await?;
        other.observe(json!({})).await?;
        hung.start("const end = performance.now() + 6000; while (performance.now() < end);")?;
        let (stuck, free) =
            tokio::join!(hung.ask(json!({"timeoutMs": 3000})), other.ask(json!({})));
        assert_eq!(free?.status, 200);
        let stuck = stuck?;
        assert!(
            ["timeout", "page_blocked"].contains(&stuck.code()?),
            "{stuck:?}"
        );
        let after = wait::until("the page to come back", || async {
            Ok(Some(hung.observe(json!({})).await?))
        })
        .await?;
        assert!(text(&after).starts_with("document \"Hung\""), "{after}");
        Ok(())
    })
}

#[test]
fn a_navigation_during_a_request_ends_it() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        tab.handle().await?;
        let next = chain.site.fixture("plain.html")?;
        for _ in 0..5 {
            let (reply, navigated) = tokio::join!(tab.ask(json!({})), tab.goto(&next));
            navigated?;
            let reply = reply?;
            // It ends by the navigation, not by its own deadline.
            let is_answered = reply.status == 200 || reply.code()? != "timeout";
            assert!(is_answered, "{reply:?}");
        }
        assert_eq!(tab.ask(json!({})).await?.status, 200);
        Ok(())
    })
}

#[test]
fn a_pdf_file_is_restricted() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
        let tab = chain.tab().await?;
        tab.navigate(
            &chain
                .site
                .page(Page::html(pdf).content_type("application/pdf")),
        )
        .await?;
        let noticed = wait::until("the PDF to be noticed", || async {
            let reply = tab.ask(json!({})).await?;
            Ok((reply.status == 403).then_some(reply))
        });
        let reply = noticed.await?;
        assert_eq!(reply.code()?, "restricted_page");
        assert!(
            reply.body["message"]
                .as_str()
                .unwrap_or_default()
                .contains("PDF"),
            "{}",
            reply.body
        );
        Ok(())
    })
}

/// The audit log has failed requests with their sites.
#[test]
fn a_failed_request_is_in_the_audit_log_with_its_site() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = Page::html("<!doctype html><title>Faulty</title><p>Nothing</p>");
        let tab = chain.open_url(&chain.site.alone("faulty", page)).await?;
        let handle = tab.handle().await?;
        let site = tab.evaluate("location.origin").await?;
        let nowhere = tab.ask(json!({"scope": ".nowhere"})).await?;
        assert_eq!(nowhere.code()?, "scope_not_found");
        assert_eq!(tab.explain(".nowhere").await?.code()?, "scope_not_found");
        tab.event_after("Page.javascriptDialogOpening", async || {
            tab.start("alert('Stop')")
        })
        .await?;
        assert_eq!(tab.ask(json!({})).await?.code()?, "page_blocked");
        let pinged = chain.agent.post("/ping", json!({"tab": handle})).await?;
        assert_eq!(pinged.code()?, "page_blocked");
        tab.command("Page.handleJavaScriptDialog", json!({"accept": true}))
            .await?;
        let hidden = chain.hidden_tab().await?;
        let page = Page::html("<!doctype html><title>Hidden</title>");
        hidden.goto(&chain.site.alone("faulty", page)).await?;
        let endpoint = format!(
            "/tabs/{}/snapshot?userId=a&includeScreenshot=true",
            hidden.handle().await?
        );
        let screenshot = chain.agent.get(&endpoint).await?;
        assert_eq!(screenshot.code()?, "tab_not_visible");
        wait::until("the audit log", || async {
            let logged: Vec<String> = chain
                .log()?
                .iter()
                .filter(|entry| entry["origin"] == site)
                .map(|entry| format!("{} {}", entry["kind"], entry["outcome"]).replace('"', ""))
                .collect();
            let expected = [
                "observe scope_not_found",
                "explain scope_not_found",
                "observe page_blocked",
                "ping page_blocked",
                "screenshot tab_not_visible",
            ];
            anyhow::ensure!(logged == expected, "{logged:?}");
            Ok(Some(()))
        })
        .await
    })
}
