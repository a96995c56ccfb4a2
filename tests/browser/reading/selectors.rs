//! Every selector of a `uidMap` matches exactly its element in the live page.

use axlens_harness::{Page, Tab, on_chain, shared};
use serde_json::{Value, json};

/// Runs in the page: resolves every entry and returns the wrong ones.
const CHECK: &str = "((map) => {
    const wrong = [], found = new Map();
    for (const [uid, entry] of Object.entries(map)) {
        if (entry.frame && uid.includes('.')) continue;
        let root = document;
        for (const host of entry.hosts ?? []) {
            const hosts = root.querySelectorAll(host);
            if (hosts.length !== 1) { wrong.push([uid, 'host', host, hosts.length]); root = null; break; }
            root = hosts[0].shadowRoot ?? hosts[0].__closed;
            if (!root) break;
        }
        if (!root) continue;
        const hits = root.querySelectorAll(entry.selector);
        if (hits.length !== 1) { wrong.push([uid, entry.selector, hits.length]); continue; }
        if (hits[0].localName !== entry.tag) wrong.push([uid, entry.selector, hits[0].localName, entry.tag]);
        if (found.has(hits[0])) wrong.push([uid, entry.selector, 'the same as', found.get(hits[0])]);
        found.set(hits[0], uid);
    }
    return {wrong, found: found.size};
})";

/// Checks all selectors of the tab's page. Returns their number.
pub async fn check(tab: &Tab, what: &str) -> anyhow::Result<u64> {
    let answer = tab
        .observe(json!({"interactive_only": true, "max_depth": 15}))
        .await?;
    let result = tab
        .evaluate(&format!("{CHECK}({})", answer["uidMap"]))
        .await?;
    assert_eq!(result["wrong"], json!([]), "{what}");
    Ok(result["found"].as_u64().unwrap_or_default())
}

#[test]
fn selectors_of_the_fixtures_match_their_elements() -> anyhow::Result<()> {
    on_chain(async |chain| {
        for name in [
            "dashboard.html",
            "plain.html",
            "login.html",
            "states.html",
            "deep.html",
            "clobbered.html",
            "shadow.html",
            "hostile.html",
            "generated.html",
            "live.html",
            "secrets.html",
        ] {
            let tab = chain.open_fixture(name).await?;
            assert!(check(&tab, name).await? > 0, "{name}");
        }
        Ok(())
    })
}

#[test]
fn selectors_match_elements_with_unusual_ids_and_names() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<!doctype html><title>Names</title><div id=list></div><script>
            // Unusual ids, equal ids, generated ids, attributes that need escaping.
            const odd = ['', '1a', 'a.b', 'a:b', 'a#b', '\\u00e9', 'a b', '\"', \"'\", '\\\\', ']', 'react-:r1:', 'ember123', '-', '--', '-1', 'same', 'same', '\\u{1f600}', '\\n'];
            odd.forEach((id, n) => {
                const at = document.createElement(n % 3 ? 'div' : 'section');
                list.append(at);
                for (const kind of ['id', 'name', 'data-testid']) {
                    const b = document.createElement('button');
                    b.setAttribute(kind, id);
                    b.setAttribute('aria-label', `mark ${n} ${kind}`);
                    at.append(b);
                }
            });
        </script>")).await?;
        let answer = tab
            .observe(json!({"interactive_only": true, "max_depth": 15}))
            .await?;
        let tree = axlens_harness::tab::text(&answer);
        let mut named = serde_json::Map::new();
        for line in tree.lines().filter(|line| line.contains("mark ")) {
            let uid = axlens_harness::tab::uid_on(line).unwrap_or_default();
            let name = line.split('"').nth(1).unwrap_or_default();
            named.insert(name.to_string(), answer["uidMap"][&uid]["selector"].clone());
        }
        assert_eq!(named.len(), 60, "{tree}");
        let script = format!(
            "Object.entries({}).filter(([name, selector]) => {{
            const hits = document.querySelectorAll(selector);
            return hits.length !== 1 || hits[0].getAttribute('aria-label') !== name;
        }})",
            Value::Object(named)
        );
        assert_eq!(tab.evaluate(&script).await?, json!([]));
        Ok(())
    })
}

#[test]
fn locate_returns_the_box_of_the_element() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain
            .open(Page::html(shared::fixture("plain.html")?))
            .await?;
        let answer = tab.observe(json!({"interactive_only": true})).await?;
        for (uid, entry) in answer["uidMap"].as_object().into_iter().flatten() {
            let found = tab.locate(uid).await?.ok()?;
            assert_eq!(found["selector"], entry["selector"]);
            let expected = tab.evaluate(&format!("(() => {{ const r = document.querySelector({}).getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; }})()", entry["selector"])).await?;
            for side in 0..4 {
                let (ours, theirs) = (
                    found["box"][side].as_f64().unwrap_or(-1.0),
                    expected[side].as_f64().unwrap_or(-2.0),
                );
                assert!(
                    (ours - theirs).abs() <= 1.0,
                    "{uid} {entry}: {} {expected}",
                    found["box"]
                );
            }
        }
        Ok(())
    })
}
