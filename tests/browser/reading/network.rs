//! `/network`: the requests of a page and its frames, under a strict Content Security Policy, and
//! what the page can't see of it.

use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Tab, on_chain};
use serde_json::{Value, json};

const POLICY: &str = "default-src 'none'; script-src 'nonce-own'; connect-src *; img-src *; \
    frame-src *; require-trusted-types-for 'script'; trusted-types 'none'";

/// Requests of each kind. `done` is set after the last one.
const PAGE: &str = r#"<!doctype html><title>Requests</title><iframe src="FOREIGN"></iframe>
<script nonce=own>
(async () => {
  const own = (path, options) => fetch(path, options).then((answer) => answer.text());
  await own('/404?access_token=hush&page=2');
  await own('MISSING');
  await own('FINE?page=2');
  await new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.onloadend = resolve;
    request.open('GET', 'MISSING');
    request.send();
  });
  await fetch('OTHER', { mode: 'no-cors' });
  await fetch('http://127.0.0.1:1/refused').catch(() => {});
  const abort = new AbortController();
  const aborted = fetch('FINE?aborted', { signal: abort.signal }).catch(() => {});
  abort.abort();
  await aborted;
  await new Promise((resolve) => {
    const image = new Image();
    image.onerror = image.onload = resolve;
    image.src = 'MISSING?image';
  });
  window.done = true;
})();
</script>"#;

async fn network(tab: &Tab, mut body: Value) -> anyhow::Result<Value> {
    body["tab"] = json!(tab.handle().await?);
    tab.agent().post("/network", body).await?.ok()
}

/// Opens the page. Returns the tab, and the addresses of the missing, the fine and the foreign one.
async fn open(chain: &Chain) -> anyhow::Result<(Tab, [String; 3])> {
    let missing = chain.site.path(Page::html("missing").status(422));
    let fine = chain.site.path(Page::html("fine"));
    let other = chain.site.foreign(Page::html("other"));
    let frame =
        "<p>Frame<script>fetch('/in-the-frame').then(() => parent.postMessage(0, '*'))</script>";
    let page = PAGE
        .replace("FOREIGN", &chain.site.foreign(Page::html(frame)))
        .replace("MISSING", &missing)
        .replace("FINE", &fine)
        .replace("OTHER", &other);
    let page = Page::html(page).header("content-security-policy", POLICY);
    let tab = chain.open(page).await?;
    tab.wait_for("window.done === true").await?;
    Ok((tab, [missing, fine, other]))
}

/// Status and kind of the requests whose URL contains a text.
fn found(answer: &Value, part: &str) -> Vec<(Value, String)> {
    let requests = answer["requests"].as_array().into_iter().flatten();
    let matching = requests.filter(|request| {
        let url = request["url"].as_str().unwrap_or_default();
        url.contains(part)
    });
    let facts = matching.map(|request| {
        let kind = request["kind"].as_str().unwrap_or_default();
        (request["status"].clone(), kind.to_owned())
    });
    facts.collect()
}

#[test]
fn the_requests_of_all_frames_have_status_kind_and_no_secret() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let (tab, [missing, fine, other]) = open(chain).await?;
        let answer = network(&tab, json!({})).await?;
        let of = |status: u16, kind: &str| (json!(status), kind.to_owned());
        let expected = [of(422, "fetch"), of(422, "xmlhttprequest"), of(422, "img")];
        assert_eq!(found(&answer, &missing), expected, "{answer}");
        let second = format!("{fine}?page=2");
        assert_eq!(found(&answer, &second), [of(200, "fetch")], "{answer}");
        let secret = found(&answer, "?access_token=[REDACTED]&page=2");
        assert_eq!(secret, [of(404, "fetch")], "{answer}");
        assert!(!answer.to_string().contains("hush"), "{answer}");
        // Another site's status is not visible without CORS, and some requests have none.
        let unknown = [(Value::Null, "fetch".to_owned())];
        assert_eq!(found(&answer, "/refused"), unknown, "{answer}");
        assert_eq!(found(&answer, "?aborted"), unknown, "{answer}");
        assert_eq!(found(&answer, "/")[0].1, "navigation", "{answer}");
        assert_eq!(answer["notes"], json!([]));
        // The request whose body the page does not read, and that of the frame, may end later.
        until("the request of another site", || async {
            let answer = network(&tab, json!({})).await?;
            Ok((found(&answer, &other) == unknown).then_some(()))
        })
        .await?;
        until("the request of the frame", || async {
            let answer = network(&tab, json!({"url": "IN-THE-frame"})).await?;
            let request = &answer["requests"][0];
            Ok((request["status"] == 404 && request["frame"].is_string()).then_some(()))
        })
        .await
    })
}

#[test]
fn an_answer_can_be_limited_to_new_and_failed_requests() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let (tab, [missing, fine, _]) = open(chain).await?;
        let failed = network(&tab, json!({"failed": true, "url": missing})).await?;
        assert_eq!(failed["count"], 3, "{failed}");
        let last = network(&tab, json!({"url": missing, "limit": 1})).await?;
        assert_eq!((&last["count"], found(&last, "").len()), (&json!(3), 1));
        let kinds = network(&tab, json!({"kinds": ["img"]})).await?;
        assert_eq!(kinds["count"], 1, "{kinds}");
        let body = json!({"what": "network", "tab": tab.handle().await?, "kinds": ["img"]});
        assert_eq!(tab.agent().post("/observe", body).await?.ok()?, kinds);
        let script = format!("fetch('{fine}?later').then((answer) => answer.text())");
        tab.evaluate(&script).await?;
        let later = network(&tab, json!({"after": last["at"], "url": fine})).await?;
        assert_eq!(later["count"], 1, "{later}");
        let nothing = network(&tab, json!({"after": later["at"], "url": fine})).await?;
        assert_eq!(nothing["count"], 0, "{nothing}");
        Ok(())
    })
}

#[test]
fn requests_are_known_after_the_page_has_cleared_its_own_list() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let fine = chain.site.path(Page::html("fine"));
        let tab = chain.open(Page::html("<p>Many")).await?;
        network(&tab, json!({})).await?;
        let script = format!(
            "(async () => {{
                for (let n = 0; n < 300; n++) await fetch('{fine}?' + n).then((answer) => answer.text());
                const kept = performance.getEntriesByType('resource').length;
                performance.clearResourceTimings();
                return kept;
            }})()"
        );
        assert_eq!(tab.evaluate(&script).await?, 250);
        let answer = network(&tab, json!({"url": fine, "limit": 1000})).await?;
        assert_eq!(
            (&answer["count"], &answer["notes"]),
            (&json!(300), &json!([]))
        );
        Ok(())
    })
}

#[test]
fn an_answer_says_that_the_list_of_the_page_was_full() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let fine = chain.site.path(Page::html("fine"));
        let tab = chain.open(Page::html("<p>Many")).await?;
        let script = format!(
            "(async () => {{
                for (let n = 0; n < 300; n++) await fetch('{fine}?' + n).then((answer) => answer.text());
            }})()"
        );
        tab.evaluate(&script).await?;
        let answer = network(&tab, json!({"url": fine, "limit": 1000})).await?;
        // The page's list has other requests, too.
        let count = answer["count"].as_u64().unwrap_or_default();
        assert!((200..=250).contains(&count), "{count}");
        let note = answer["notes"][0].as_str().unwrap_or_default();
        assert!(note.contains("was full"), "{answer}");
        Ok(())
    })
}
