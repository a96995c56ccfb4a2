//! Reading makes Chrome load nothing: no image of a style, of a lazy or of a hidden element. The
//! site counts the requests.

use anyhow::{Context, ensure};
use axlens_harness::{Chain, Page, Tab, on_chain};
use serde_json::{Value, json};

/// Content that Chrome does not load on its own. `URL` is an image or a page.
const NOT_LOADED: &[(&str, &str)] = &[
    (
        "background in closed details",
        "<details><summary>More</summary><div style='background:url(URL)'>x</div></details>",
    ),
    (
        "generated image in closed details",
        "<style>.a::before { content: url(URL) }</style><details><summary>More</summary><p class=a>x</p></details>",
    ),
    (
        "list image in closed details",
        "<details><summary>More</summary><ul style='list-style-image:url(URL)'><li>x</ul></details>",
    ),
    (
        "image of a nested element in closed details",
        "<details><summary>More</summary><section><p><b style='border-image:url(URL) 1'>x</b></p></section></details>",
    ),
    (
        "background of a second summary",
        "<details><summary>More</summary><summary>x <i style='background:url(URL)'>y</i></summary></details>",
    ),
    (
        "background of a second summary in a shadow root",
        "<div><template shadowrootmode=open><details><summary>More</summary><summary style='background:url(URL)'>x</summary></details></template></div>",
    ),
    (
        "background of a summary in closed details",
        "<details><summary>More</summary><details open><summary style='background:url(URL)'>x</summary>y</details></details>",
    ),
    (
        "background of a frame in closed details",
        "<details><summary>More</summary><iframe srcdoc=\"<p style='background:url(URL)'>x</p>\"></iframe></details>",
    ),
    (
        "background of a frame in content that is never rendered",
        "<div style='content-visibility:hidden'><iframe srcdoc=\"<p style='background:url(URL)'>x</p>\"></iframe></div>",
    ),
    (
        "background until it is found",
        "<div hidden=until-found><div style='background:url(URL)'>x</div></div>",
    ),
    (
        "background in content that is never rendered",
        "<div style='content-visibility:hidden'><div style='background:url(URL)'>x</div></div>",
    ),
    (
        "generated image of an element with hidden content",
        "<style>.b::after { content: url(URL) }</style><div class=b style='content-visibility:hidden'>x</div>",
    ),
    (
        "background of an element that is not displayed",
        "<div style='display:none'><div style='background:url(URL)'>x</div></div>",
    ),
    (
        "mask in a closed dialog",
        "<dialog><div style='mask-image:url(URL)'>x</div></dialog>",
    ),
    (
        "background in a closed popover",
        "<div popover><div style='background:url(URL)'>x</div></div>",
    ),
    (
        "lazy image far away",
        "<div style='height:20000px'></div><img alt=Lazy loading=lazy src='URL'>",
    ),
    (
        "lazy frame far away",
        "<div style='height:20000px'></div><iframe title=Lazy loading=lazy src='URL'></iframe>",
    ),
    (
        "video without preload",
        "<video preload=none controls src='URL'></video>",
    ),
    ("link", "<a href='URL'>Link</a>"),
    (
        "image of an element that is pointed at",
        "<style>i:hover { background: url(URL) }</style><i role=button tabindex=0>x</i>",
    ),
    (
        "image of an element that has the focus",
        "<style>i:focus { background: url(URL) }</style><i role=button tabindex=0>x</i>",
    ),
];

#[test]
fn reading_makes_a_page_load_nothing() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let mut loaded = Vec::new();
        let tab = chain.tab().await?;
        // The control: what is rendered is requested.
        let url = chain.site.page(Page::html(""));
        let html = format!(
            "<details open><summary>More</summary><p style='background:url({url})'>x</p></details>"
        );
        chain.show(&tab, Page::html(html)).await?;
        rendered(&tab).await?;
        let path = &url[url.find("/page/").context("a path")?..];
        ensure!(chain.site.was_requested(path), "the control");
        for (what, html) in NOT_LOADED {
            let image = "<svg xmlns='http://www.w3.org/2000/svg' width='5' height='5'/>";
            let url = chain
                .site
                .page(Page::html(image).content_type("image/svg+xml"));
            let path = &url[url.find("/page/").context("a path")?..];
            chain
                .show(&tab, Page::html(html.replace("URL", &url)))
                .await?;
            rendered(&tab).await?;
            ensure!(!chain.site.was_requested(path), "{what}: without a read");
            for (endpoint, body) in reads() {
                let request = format!("{endpoint} {body}");
                read(chain, &tab, endpoint, body).await?;
                if chain.site.was_requested(path) {
                    loaded.push(format!("{what}: at the latest {request}"));
                    break;
                }
            }
            rendered(&tab).await?;
            if chain.site.was_requested(path) {
                loaded.push(what.to_string());
            }
        }
        ensure!(loaded.is_empty(), "{}", loaded.join("\n"));
        Ok(())
    })
}

/// Waits until Chrome has rendered the page and started what that needs.
async fn rendered(tab: &Tab) -> anyhow::Result<()> {
    let frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))";
    tab.evaluate(frames).await.map(drop)
}

/// Every endpoint that reads a page, apart from those that say what they request.
fn reads() -> Vec<(&'static str, Value)> {
    vec![
        ("/observe", json!({})),
        ("/observe", json!({"max_depth": 30, "include": ["boxes"]})),
        (
            "/observe",
            json!({"include": ["selectors", "descriptions", "urls"]}),
        ),
        ("/observe", json!({"interactive_only": true})),
        ("/find", json!({"text": "x"})),
        ("/find", json!({"role": "button"})),
        ("/get", json!({"what": "text"})),
        ("/get", json!({"what": "markdown"})),
        ("/get", json!({"what": "html"})),
        ("/get", json!({"what": "table"})),
        ("/get", json!({"what": "rows"})),
        ("/get", json!({"what": "count", "selector": "p, div"})),
        ("/get", json!({"what": "visual", "selector": "body"})),
        ("/explain", json!({"selector": "body"})),
        ("/get", json!({"what": "box", "selector": "body"})),
        ("/screenshot", json!({})),
        ("/errors", json!({})),
        ("/network", json!({})),
        ("/ping", json!({})),
    ]
}

/// The request of a part may be refused: not every page has a table.
async fn read(chain: &Chain, tab: &Tab, endpoint: &str, mut body: Value) -> anyhow::Result<()> {
    body["tab"] = json!(tab.handle().await?);
    if endpoint != "/ping" {
        body["session"] = json!(tab.name);
    }
    if endpoint == "/observe" {
        body["what"] = json!("a11y_tree");
    }
    let reply = chain.agent.post(endpoint, body).await?;
    ensure!(
        endpoint == "/get" || reply.status < 400,
        "{endpoint}: {}",
        reply.body
    );
    Ok(())
}
