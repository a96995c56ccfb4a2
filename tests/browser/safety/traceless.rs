//! Reading changes nothing in a page, and the page can't detect it. No policy of the page changes
//! the result.

use axlens_harness::tab::text;
use axlens_harness::{Page, Tab, on_chain, shared};
use serde_json::{Value, json};

/// Response headers with every kind of policy.
const POLICIES: &[&[(&str, &str)]] = &[
    &[],
    &[(
        "content-security-policy",
        "default-src 'none'; report-uri /csp-report",
    )],
    &[(
        "content-security-policy",
        "script-src 'nonce-abc123' 'strict-dynamic'; object-src 'none'; report-uri /csp-report",
    )],
    &[(
        "content-security-policy",
        "script-src 'self'; require-trusted-types-for 'script'; trusted-types none; report-uri /csp-report",
    )],
    &[("content-security-policy", "sandbox; report-uri /csp-report")],
    &[(
        "content-security-policy-report-only",
        "default-src 'none'; script-src 'self'; report-uri /csp-report",
    )],
    &[
        ("reporting-endpoints", "csp=\"/csp-report\""),
        (
            "content-security-policy",
            "default-src 'self'; report-to csp",
        ),
    ],
];

fn plain_with(policy: &[(&str, &str)]) -> anyhow::Result<Page> {
    let page = Page::html(shared::fixture("plain.html")?);
    Ok(policy
        .iter()
        .fold(page, |page, (name, value)| page.header(name, value)))
}

#[test]
fn every_policy_gives_the_same_tree_byte_for_byte() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let mut first: Option<(Value, Value)> = None;
        for policy in POLICIES {
            let tab = chain.open(plain_with(policy)?).await?;
            for engine in ["auto", "worker", "page"] {
                let answer = tab
                    .observe(json!({"max_depth": 15, "engine": engine}))
                    .await?;
                let now = (answer["tree"].clone(), answer["uidMap"].clone());
                assert!(text(&answer).contains("Write to us"), "{answer}");
                assert_eq!(
                    first.get_or_insert_with(|| now.clone()),
                    &now,
                    "{policy:?} {engine}"
                );
            }
        }
        let meta = shared::fixture("plain.html")?.replace(
            "<title>",
            "<meta http-equiv=content-security-policy content=\"default-src 'none'\"><title>",
        );
        let answer = chain
            .open(Page::html(meta))
            .await?
            .observe(json!({"max_depth": 15}))
            .await?;
        assert_eq!(
            first,
            Some((answer["tree"].clone(), answer["uidMap"].clone()))
        );
        Ok(())
    })
}

#[test]
fn a_hidden_tab_gives_the_same_tree() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let front = chain.open_fixture("plain.html").await?;
        let back = chain.hidden_tab().await?;
        back.goto(&chain.site.fixture("plain.html")?).await?;
        assert_eq!(front.tree().await?, back.tree().await?);
        Ok(())
    })
}

/// Observes in the page everything that a reader could change or trigger.
const OBSERVER: &str = "(() => {
    const seen = window.__seen = {mutations: 0, violations: 0, events: [], globals: Object.getOwnPropertyNames(window).sort().join(), html: document.documentElement.outerHTML, timings: []};
    // The browser requests the icon and sends reports of the page's own violations at any time; the
    // reports are checked below.
    const ofPage = (entries) => entries.map(({name}) => name).filter((name) => !/\\/(favicon\\.ico|csp-report)$/.test(name));
    seen.entries = () => ofPage(performance.getEntriesByType('resource')).length;
    seen.known = seen.entries();
    new PerformanceObserver((list) => { seen.timings.push(...ofPage(list.getEntries())); }).observe({type: 'resource'});
    new MutationObserver((list) => { seen.mutations += list.length; }).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    document.addEventListener('securitypolicyviolation', () => { seen.violations++; });
    for (const type of ['message', 'error', 'unhandledrejection', 'focus', 'blur', 'click', 'scroll', 'selectionchange', 'slotchange'])
        window.addEventListener(type, (event) => { if (event.target !== window || type === 'message' || type === 'error') seen.events.push(type); }, true);
    new ReportingObserver((reports) => { seen.violations += reports.length; }).observe();
})()";

const TRACES: &str = "({mutations: __seen.mutations, violations: __seen.violations, events: __seen.events,
    globals: Object.getOwnPropertyNames(window).filter((name) => name !== '__seen').sort().join() === __seen.globals.split(',').filter((name) => name !== '__seen').join(),
    timings: __seen.timings, added: __seen.entries() - __seen.known,
    html: document.documentElement.outerHTML === __seen.html, focus: document.activeElement === document.body})";

async fn ten_snapshots_leave_no_trace(tab: &Tab, what: &str) -> anyhow::Result<()> {
    tab.evaluate(OBSERVER).await?;
    for round in 0..10 {
        let params = match round % 5 {
            0 => json!({}),
            1 => json!({"interactive_only": true}),
            2 => json!({"scope": "main"}),
            3 => json!({"format": "lean", "include": ["boxes"]}),
            _ => json!({"engine": "page"}),
        };
        tab.observe(params).await?;
    }
    tab.explain("h1").await?.ok()?;
    let (session, handle) = (&tab.name, tab.handle().await?);
    for (path, mut body) in [
        ("/find", json!({"selector": "h1"})),
        ("/get", json!({"what": "text"})),
        ("/get", json!({"what": "visual"})),
        ("/network", json!({})),
        ("/errors", json!({})),
        ("/get", json!({"what": "count", "selector": "a"})),
        ("/wait", json!({"for": "quiet"})),
    ] {
        body["session"] = json!(session);
        body["tab"] = json!(handle);
        tab.agent().post(path, body).await?.ok()?;
    }
    // Observers are called after the task that they observe. Therefore this waits for another task.
    let traces = tab.evaluate(&format!("new Promise((resolve) => {{ const c = new MessageChannel(); c.port1.onmessage = () => resolve({TRACES}); c.port2.postMessage(0); }})")).await?;
    let expected = json!({"mutations": 0, "violations": 0, "events": [], "globals": true, "timings": [], "added": 0, "html": true, "focus": true});
    assert_eq!(traces, expected, "{what}");
    Ok(())
}

#[test]
fn ten_snapshots_leave_no_trace_under_any_policy() -> anyhow::Result<()> {
    on_chain(async |chain| {
        for policy in POLICIES
            .iter()
            .filter(|policy| !policy.iter().any(|(_, value)| value.contains("sandbox")))
        {
            let tab = chain.open(plain_with(policy)?).await?;
            ten_snapshots_leave_no_trace(&tab, &format!("{policy:?}")).await?;
        }
        // The harness causes reports too. They do not name the engine or the extension.
        let ours: Vec<String> = chain
            .site
            .posted("/csp-report")
            .into_iter()
            .filter(|report| report.contains("wasm") || report.contains("chrome-extension"))
            .collect();
        assert_eq!(ours, Vec::<String>::new());
        Ok(())
    })
}

#[test]
fn ten_snapshots_leave_no_trace_in_shadow_roots_and_frames() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("shadow.html").await?;
        tab.evaluate("document.querySelector('h1').insertAdjacentHTML('afterend', '<main><iframe srcdoc=\"<p>In</p>\"></iframe></main>'); void 0").await?;
        tab.wait_for(
            "document.querySelector('iframe').contentDocument?.querySelector('p') !== null",
        )
        .await?;
        ten_snapshots_leave_no_trace(&tab, "shadow").await
    })
}

/// A file has no headers, so the engine may run in the page. The page can't detect it either.
#[test]
fn the_engine_in_the_page_leaves_no_trace() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        tab.handle().await?;
        let file = chain.folder.path().join("no-trace.html");
        std::fs::write(&file, shared::fixture("plain.html")?)?;
        tab.goto(&format!("file://{}", file.display())).await?;
        let answer = tab.observe(json!({"engine": "page"})).await?;
        assert_eq!(answer["engine"], "page");
        ten_snapshots_leave_no_trace(&tab, "the engine in the page").await
    })
}
