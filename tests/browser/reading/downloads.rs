//! `/downloads` and waits for a download: each way in which a page starts one, in a browser whose
//! user lets Axlens see downloads.

use axlens_harness::own_page::set_policy;
use axlens_harness::site::Gate;
use axlens_harness::{Chain, Kind, Page, Reply, Tab, on_chain, on_runtime};
use serde_json::{Value, json};

const POLICY: &str = "default-src 'none'; form-action *; script-src 'none'";

async fn start() -> anyhow::Result<Chain> {
    Chain::lease(Kind::Downloads).await
}

/// A file that is downloaded, not shown.
fn file(name: &str, content: &str) -> Page {
    Page::html(content)
        .content_type("application/octet-stream")
        .header(
            "content-disposition",
            &format!("attachment; filename=\"{name}\""),
        )
}

async fn act(tab: &Tab, mut body: Value) -> anyhow::Result<Value> {
    body["tab"] = json!(tab.handle().await?);
    body["session"] = json!(tab.name);
    body["snapshot"] = json!("none");
    let answer = tab.agent().post("/interact", body).await?.ok()?;
    Ok(answer["results"][0].clone())
}

async fn click(tab: &Tab, selector: &str) -> anyhow::Result<Value> {
    act(tab, json!({"action": "click", "selector": selector})).await
}

async fn wait(tab: &Tab, timeout_ms: u64) -> anyhow::Result<Reply> {
    let tab_handle = tab.handle().await?;
    let body =
        json!({"for": "download", "tab": tab_handle, "session": tab.name, "timeoutMs": timeout_ms});
    tab.agent().post("/wait", body).await
}

async fn downloads(tab: &Tab) -> anyhow::Result<Value> {
    let body = json!({"tab": tab.handle().await?});
    tab.agent().post("/downloads", body).await?.ok()
}

/// Clicks an element, and waits for the download: its name, its content, and how it is bound.
async fn downloaded(tab: &Tab, selector: &str) -> anyhow::Result<[String; 3]> {
    let result = click(tab, selector).await?;
    let started = &result["evidence"]["download"];
    let answer = wait(tab, 10_000).await?.ok()?;
    let download = &answer["download"];
    assert_eq!(started["name"], download["name"], "{selector}: {result}");
    assert_eq!(started["boundBy"], download["boundBy"], "{result} {answer}");
    assert_eq!(download["state"], "complete", "{answer}");
    let text = |field: &str| download[field].as_str().unwrap_or_default().to_owned();
    let content = std::fs::read_to_string(text("path"))?;
    Ok([text("name"), content, text("boundBy")])
}

#[test]
fn each_way_to_start_a_download_is_bound_to_its_action() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = start().await?;
        let attached = chain.site.path(file("report.csv", "a,b"));
        let plain = chain
            .site
            .path(Page::html("plain").content_type("text/plain"));
        let foreign = chain.site.foreign(file("foreign.bin", "far"));
        let posted = chain.site.path(file("posted.txt", "sent").for_posts());
        let page = format!(
            "<a id=attached href='{attached}?access_token=hush'>A</a>
            <a id=plain href='{plain}' download=named.txt>B</a>
            <a id=foreign href='{foreign}'>C</a>
            <a id=blank href='{attached}' target=_blank>D</a>
            <form action='{posted}' method=post><button id=post>E</button></form>
            <a id=data href='data:text/csv,1,2' download=data.csv>F</a>"
        );
        let strict = Page::html(page).header("content-security-policy", POLICY);
        let tab = chain.open(strict).await?;
        for (selector, name, content, bound_by) in [
            ("#attached", "report.csv", "a,b", "navigation"),
            ("#plain", "named.txt", "plain", "page"),
            ("#foreign", "foreign.bin", "far", "navigation"),
            ("#blank", "report (1).csv", "a,b", "navigation"),
            ("#post", "posted.txt", "sent", "navigation"),
            ("#data", "data.csv", "1,2", "page"),
        ] {
            let expected = [name, content, bound_by].map(str::to_owned);
            assert_eq!(downloaded(&tab, selector).await?, expected, "{selector}");
        }
        let listed = downloads(&tab).await?;
        assert_eq!(listed["count"], 6, "{listed}");
        let all = listed["downloads"].to_string();
        assert!(all.contains("access_token=[REDACTED]"), "{all}");
        assert!(!all.contains("hush") && !all.contains("1,2"), "{all}");
        // An action on the tab starts one too.
        let address = format!("{}{attached}", chain.site.origin());
        let navigated = act(&tab, json!({"action": "navigate", "url": address})).await?;
        let started = &navigated["evidence"]["download"];
        assert_eq!(started["boundBy"], "navigation", "{navigated}");
        // Chrome may report its download before it says which tab it has opened.
        for _ in 0..3 {
            let opened = act(&tab, json!({"action": "new_tab", "url": address})).await?;
            let started = &opened["evidence"]["download"];
            assert_eq!(started["boundBy"], "navigation", "{opened}");
        }
        // Of another tab, nothing is listed.
        let other = chain.open(Page::html("<p>Other")).await?;
        let listed = downloads(&other).await?;
        assert_eq!(listed["count"], 0, "{listed}");
        Ok(())
    })
}

const BLOB: &str = "<button id=blob>Export</button><button id=late>Later</button><script>
    const save = (name) => Object.assign(document.createElement('a'), {
        href: URL.createObjectURL(new Blob([name])), download: name }).click();
    blob.onclick = () => save('blob.txt');
    late.onclick = () => setTimeout(() => save('late.txt'), 1500);
    </script>";

#[test]
fn the_binding_to_one_of_several_equal_pages_is_uncertain() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = start().await?;
        let address = chain.site.page(Page::html(BLOB));
        let tab = chain.open_url(&address).await?;
        let own = ["blob.txt", "blob.txt", "page"].map(str::to_owned);
        assert_eq!(downloaded(&tab, "#blob").await?, own);
        // It starts after the answer of the action.
        let result = click(&tab, "#late").await?;
        assert_eq!(result["evidence"]["download"], Value::Null, "{result}");
        let answer = wait(&tab, 10_000).await?.ok()?;
        assert_eq!(answer["download"]["name"], "late.txt", "{answer}");
        let _same = chain.open_url(&address).await?;
        let shared = ["blob (1).txt", "blob.txt", "shared_page"].map(str::to_owned);
        assert_eq!(downloaded(&tab, "#blob").await?, shared);
        let listed = downloads(&tab).await?;
        let notes = listed["notes"].to_string();
        assert!(notes.contains("Other tabs with the same page"), "{notes}");
        let handle = tab.handle().await?.to_string();
        let output = chain.run(&["downloads", "--tab", &handle, "--state", "complete"])?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.starts_with("...(3 downloads of tab "), "{text}");
        assert!(text.contains("complete late.txt 8 bytes at \""), "{text}");
        assert!(
            text.contains("complete \"blob (1).txt\" 8 bytes, shared_page at"),
            "{text}"
        );
        // Without a tab, a wait is for the last action in the active one.
        tab.activate().await?;
        chain.run(&["click", "css=#blob", "--show", "none"])?;
        let output = chain.run(&["wait", "download", "--timeout", "10000"])?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("complete \"blob (2).txt\""), "{text}");
        let steps = ["click css=#blob", "wait download", "downloads --limit 1"];
        let output = chain.run(&[&["do", "--tab", &handle], &steps[..]].concat())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            text.contains("perhaps download: \"blob (3).txt\""),
            "{text}"
        );
        assert!(
            text.contains("download: complete \"blob (3).txt\""),
            "{text}"
        );
        Ok(())
    })
}

#[test]
fn a_wait_says_how_far_a_download_is_and_how_it_failed() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = start().await?;
        let (ends, breaks) = (Gate::default(), Gate::default());
        let first = "x".repeat(40_000);
        let slow = file("slow.bin", &first)
            .header("content-length", "40004")
            .then(&ends, "last");
        let broken = file("broken.bin", &first)
            .header("content-length", "50000")
            .then_fail(&breaks);
        let page = format!(
            "<a id=slow href='{}'>A</a><a id=broken href='{}'>B</a>
            <a id=missing href='/404' download=missing.txt>C</a><p id=none>D</p>",
            chain.site.path(slow),
            chain.site.path(broken),
        );
        let tab = chain.open(Page::html(page)).await?;
        let none = wait(&tab, 300).await?;
        assert_eq!(none.code()?, "not_yet");
        click(&tab, "#slow").await?;
        let running = wait(&tab, 500).await?;
        assert_eq!(running.code()?, "not_yet");
        let message = running.body["message"].to_string();
        assert!(
            message.contains("slow.bin") && message.contains("of 40004 bytes"),
            "{message}"
        );
        let listed = downloads(&tab).await?;
        assert_eq!(listed["downloads"][0]["state"], "in_progress", "{listed}");
        assert_eq!(listed["downloads"][0]["path"], Value::Null, "{listed}");
        let (answer, ()) = tokio::join!(wait(&tab, 20_000), async { ends.open() });
        assert_eq!(answer?.ok()?["download"]["bytes"], 40_004);
        click(&tab, "#broken").await?;
        breaks.open();
        let broken = wait(&tab, 20_000).await?;
        assert_eq!(broken.code()?, "download_interrupted");
        click(&tab, "#missing").await?;
        let missing = wait(&tab, 10_000).await?;
        assert_eq!(missing.code()?, "download_interrupted");
        let message = missing.body["message"].to_string();
        assert!(message.contains("SERVER_BAD_CONTENT"), "{message}");
        Ok(())
    })
}

#[test]
fn a_hidden_site_and_a_pause_hide_downloads() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = start().await?;
        let address = chain.site.alone("hidden", file("secret-name.bin", "x"));
        let page = format!("<a id=a href='{address}'>A</a>");
        let tab = chain.open(Page::html(page)).await?;
        downloaded(&tab, "#a").await?;
        let options = chain.own_page("options").await?;
        let sites = json!([{"pattern": "hidden.localhost", "level": "block", "confirm": false}]);
        set_policy(&options, &json!({"default": "ask", "sites": sites})).await?;
        let listed = downloads(&tab).await?;
        let download = &listed["downloads"][0];
        assert_eq!(download["name"], "", "{listed}");
        assert_eq!(download["url"], "", "{listed}");
        assert_eq!(download["path"], Value::Null, "{listed}");
        let all = listed.to_string();
        assert!(
            !all.contains("secret-name") && !all.contains("hidden."),
            "{all}"
        );
        let handle = tab.handle().await?;
        options
            .evaluate("document.getElementById('pause').click()")
            .await?;
        options
            .wait_for("document.getElementById('state').dataset.look === 'paused'")
            .await?;
        let body = json!({"tab": handle});
        let paused = chain.agent.post("/downloads", body).await?;
        assert_eq!(paused.code()?, "reading_paused");
        Ok(())
    })
}

#[test]
fn without_the_permission_the_fault_says_what_to_allow() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let path = chain.site.path(file("report.csv", "a,b"));
        let tab = chain
            .open(Page::html(format!("<a id=a href='{path}'>A</a>")))
            .await?;
        let result = click(&tab, "#a").await?;
        assert_eq!(result["evidence"]["download"], Value::Null, "{result}");
        let body = json!({"tab": tab.handle().await?});
        let refused = tab.agent().post("/downloads", body).await?;
        assert_eq!(refused.code()?, "downloads_disabled");
        let hint = refused.body["hint"].to_string();
        assert!(hint.contains("options of Axlens"), "{hint}");
        assert_eq!(wait(&tab, 1000).await?.code()?, "downloads_disabled");
        Ok(())
    })
}
