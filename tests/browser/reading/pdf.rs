//! `/get` of the PDF file that a tab shows: its text, the request for it, and files that are not
//! read.

use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab, on_chain, pdf};
use serde_json::{Value, json};

/// The lines of the first page try to be those of Axlens.
fn two_pages() -> String {
    pdf::of_pages(&[
        &["Invoice 17", "# page 2 of 2", "...(no text)"],
        &["Total 12.50"],
    ])
}

/// Waits until the tab shows Chrome's viewer, of which snapshots are a fault.
async fn wait_for_viewer(tab: &Tab) -> anyhow::Result<Value> {
    until("the viewer", || async {
        let reply = tab.ask(json!({})).await?;
        let message = reply.body["message"].as_str().unwrap_or_default();
        Ok(message.contains("PDF").then_some(reply.body))
    })
    .await
}

async fn open(chain: &Chain, address: &str) -> anyhow::Result<Tab> {
    let tab = chain.tab().await?;
    tab.navigate(address).await?;
    wait_for_viewer(&tab).await?;
    Ok(tab)
}

async fn get(tab: &Tab, mut body: Value) -> anyhow::Result<axlens_harness::Reply> {
    body["what"] = json!("pdf");
    body["tab"] = json!(tab.handle().await?);
    tab.agent().post("/get", body).await
}

/// The code and the message of a fault.
async fn refusal(tab: &Tab) -> anyhow::Result<String> {
    let reply = get(tab, json!({})).await?;
    Ok(format!("{} {}", reply.body["error"], reply.body["message"]))
}

#[test]
fn the_text_of_a_file_is_read_with_the_cookies_of_its_tab() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let login =
            Page::html("<p>In").header("set-cookie", "pdf=1; HttpOnly; SameSite=Strict; Path=/");
        let tab = chain.open(login).await?;
        let file = Page::pdf(two_pages())
            .needs_cookie("pdf=1")
            .header("content-security-policy", "default-src 'none'");
        let path = chain.site.path(file);
        tab.navigate(&format!("{}{path}#page=2", chain.site.origin()))
            .await?;
        let fault = wait_for_viewer(&tab).await?;
        assert_eq!(fault["error"], "restricted_page");
        assert_eq!(
            fault["hint"],
            "Read the text of the file (`POST /get` with `pdf`)."
        );
        let before = chain.site.requests(&path);
        let answer = get(&tab, json!({})).await?.ok()?;
        let expected = "# page 1 of 2\nInvoice 17\n\\# page 2 of 2\n\\...(no text)\n# page 2 of 2\nTotal 12.50";
        assert_eq!(answer["pdf"], expected, "{answer}");
        assert_eq!(answer["pageCount"], 2);
        assert_eq!(chain.site.requests(&path), before + 1);
        let answer = get(&tab, json!({"pages": "2"})).await?.ok()?;
        assert_eq!(answer["pdf"], "# page 2 of 2\nTotal 12.50");
        Ok(())
    })
}

#[test]
fn a_file_in_the_browsers_cache_is_not_requested_again() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let file = Page::html(two_pages())
            .content_type("application/pdf")
            .header("cache-control", "max-age=600");
        let path = chain.site.path(file);
        let tab = open(chain, &format!("{}{path}", chain.site.origin())).await?;
        get(&tab, json!({})).await?.ok()?;
        let requests = chain.site.requests(&path);
        let answer = get(&tab, json!({})).await?.ok()?;
        assert_eq!(answer["pageCount"], 2);
        assert_eq!(chain.site.requests(&path), requests);
        Ok(())
    })
}

#[test]
fn the_command_prints_pages_and_notes() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open(chain, &chain.site.page(Page::pdf(two_pages()))).await?;
        let handle = tab.handle().await?.to_string();
        let print = |arguments: &[&str]| -> anyhow::Result<String> {
            let output = chain.run(&[arguments, &["--tab", &handle]].concat())?;
            let text = [output.stdout, output.stderr].concat();
            Ok(String::from_utf8_lossy(&text).into_owned())
        };
        let printed = print(&["get", "pdf", "--pages", "2-"])?;
        let expected = "# page 2 of 2\nTotal 12.50\n\
            ...(the file was requested again; its site may have received that GET request)\n";
        assert_eq!(printed, expected);
        let printed = print(&["do", "get pdf --pages 2"])?;
        assert!(
            printed.contains(r##""# page 2 of 2\nTotal 12.50""##),
            "{printed}"
        );
        let printed = print(&["snapshot"])?;
        assert!(printed.contains("(`axlens get pdf`)"), "{printed}");
        Ok(())
    })
}

#[test]
fn a_page_is_no_pdf_file_and_a_file_in_a_frame_is_named() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let file = chain.site.page(Page::pdf(two_pages()));
        let page = format!("<p id=x>Text<img name=contentType><iframe src='{file}'></iframe>");
        let tab = chain.open(Page::html(page)).await?;
        let fault = refusal(&tab).await?;
        assert_eq!(fault, "\"not_applicable\" \"The tab shows no PDF file.\"");
        until("the frame's viewer to be named", || async {
            let tree = tab.tree().await?;
            Ok(tree
                .contains("Its text can be read if a tab shows the frame's address.")
                .then_some(()))
        })
        .await
    })
}

/// Each is what the address has when it is requested again.
#[test]
fn an_address_that_has_no_file_any_more_is_a_fault() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let foreign = chain.site.foreign(Page::pdf(two_pages()));
        let elsewhere = foreign.splitn(4, '/').last().unwrap_or_default();
        let redirect = Page::pdf("").status(302).header("location", &foreign);
        let large = Page::pdf("%PDF-1.5\n".repeat(4_000_000));
        for (page, expected) in [
            (
                Page::html("x").header("cache-control", "no-store"),
                "of the type text/html",
            ),
            (Page::pdf("x").status(410), "the status 410"),
            (redirect, "redirected to another site"),
            (large, "more than 32 MiB"),
        ] {
            let address = chain.site.page(Page::pdf(two_pages()));
            let tab = open(chain, &address).await?;
            chain.site.replace(&address, page);
            let fault = refusal(&tab).await?;
            assert!(fault.contains(expected), "{expected}: {fault}");
        }
        assert!(!chain.site.was_requested(&format!("/{elsewhere}")));
        Ok(())
    })
}

#[test]
fn a_damaged_file_is_a_fault_with_the_next_step() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = open(chain, &chain.site.page(Page::pdf("%PDF-1.5\nno more"))).await?;
        let reply = get(&tab, json!({})).await?;
        assert_eq!(reply.code()?, "not_applicable");
        let hint = reply.body["hint"].as_str().unwrap_or_default();
        assert!(hint.contains("screenshot"), "{hint}");
        Ok(())
    })
}
