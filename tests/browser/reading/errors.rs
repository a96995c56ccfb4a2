//! `/errors`: what the browser reports of a page and its frames, and their failed resources, under
//! a strict Content Security Policy.

use axlens_harness::wait::until;
use axlens_harness::{Page, Tab, on_chain};
use serde_json::{Value, json};

const POLICY: &str = "default-src 'none'; script-src 'nonce-own' 'report-sample'; frame-src *; \
    img-src data: 'self'; style-src 'self'; connect-src 'self'; \
    require-trusted-types-for 'script'; trusted-types 'none'";

/// An error of each kind that is reported, and those that are not. `done` is set after the last
/// one.
const PAGE: &str = r#"<!doctype html><title>Errors</title>
<script>hush||f();</script>
<script nonce=own>
const violated = new Promise((resolve) => {
  let left = 6;
  addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    if (effectiveDirective === 'img-src' && --left === 0) resolve();
  });
});
const request = new XMLHttpRequest();
request.open('GET', '/404', false);
request.send();
navigator.vibrate(10);
for (let n = 0; n < 3; n++) new Image().src = 'https://me:hush@other.example/a.png?token=hush';
try { document.createElement('p').innerHTML = '<b>hush</b>'; } catch {}
try { eval('hush'); } catch {}
console.error('logged');
Promise.reject(new Error('rejected'));
setTimeout(() => {
  violated.then(() => { window.done = true; });
  throw new Error('uncaught');
});
</script><body><p>Text"#;

async fn errors(tab: &Tab, mut body: Value) -> anyhow::Result<Value> {
    body["tab"] = json!(tab.handle().await?);
    tab.agent().post("/errors", body).await?.ok()
}

/// Kind and message of an answer's errors, and the URL if it has one.
fn listed(answer: &Value) -> Vec<String> {
    let errors = answer["errors"].as_array().into_iter().flatten();
    let text = |error: &Value, field: &str| error[field].as_str().unwrap_or_default().to_owned();
    let lines = errors.map(|error| {
        let (kind, message) = (text(error, "kind"), text(error, "message"));
        let line = format!("{kind}: {message} {}", text(error, "url"));
        line.trim_end().to_owned()
    });
    lines.collect()
}

fn has(answer: &Value, part: &str) -> bool {
    listed(answer).iter().any(|line| line.contains(part))
}

#[test]
fn errors_reported_before_the_first_request_are_listed_once() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain
            .open(
                Page::html(PAGE)
                    .header("content-security-policy", POLICY)
                    .header("content-security-policy-report-only", "img-src 'self'"),
            )
            .await?;
        tab.wait_for("window.done === true").await?;
        let answer = errors(&tab, json!({"kinds": ["csp"]})).await?;
        let mut violations = listed(&answer);
        violations.sort();
        let expected = [
            "csp: blocked by img-src https://other.example/a.png?token=[REDACTED]",
            "csp: inline blocked by script-src-elem",
            "csp: reported by img-src https://other.example/a.png?token=[REDACTED]",
            "csp: trusted-types-sink blocked by require-trusted-types-for: Element innerHTML",
            "csp: trusted-types-sink blocked by require-trusted-types-for: eval",
        ];
        assert_eq!(violations, expected, "{answer}");
        let answer = errors(&tab, json!({})).await?;
        assert_eq!(answer["count"], 7, "{answer}");
        let of_kind = |kind: &str| {
            let errors = answer["errors"].as_array();
            errors.and_then(|all| all.iter().find(|error| error["kind"] == kind))
        };
        let deprecation = of_kind("deprecation").expect("a deprecation");
        let message = deprecation["message"].as_str().unwrap_or_default();
        assert!(message.contains("Synchronous"), "{message}");
        assert_eq!(deprecation["line"], 11);
        let source = deprecation["source"].as_str().unwrap_or_default();
        assert!(source.contains("/page/"), "{source}");
        // Their time is not known.
        assert_eq!(deprecation["time"], Value::Null);
        let intervention = of_kind("intervention").expect("an intervention");
        let message = intervention["message"].as_str().unwrap_or_default();
        assert!(message.contains("vibrate"), "{message}");
        for part in ["hush", "logged", "rejected", "Error: uncaught"] {
            assert!(!answer.to_string().contains(part), "{part}: {answer}");
        }
        let known = answer["notes"][0].as_str().unwrap_or_default();
        assert!(
            known.contains("the user can turn on “Exceptions"),
            "{answer}"
        );
        assert_eq!(answer["isPartial"], Value::Null);
        Ok(())
    })
}

/// Adds resources that fail, in the document, outside of it and in a shadow root.
const FAIL: &str = "(async () => {
    const add = (name, fields, root = document.body) => new Promise((resolve) => {
        const element = Object.assign(document.createElement(name), fields);
        element.onerror = element.onload = resolve;
        root?.append(element);
    });
    await add('img', {src: '/404?image&token=hush'});
    await add('img', {src: '/404?image&token=hush'});
    await add('script', {src: '/404?script'});
    await add('link', {rel: 'stylesheet', href: '/404?style'});
    await add('img', {src: '/404?detached'}, null);
    const host = document.createElement('div');
    document.body.append(host);
    await add('img', {src: '/404?shadow'}, host.attachShadow({mode: 'open'}));
    const forged = new Image();
    forged.src = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    document.body.append(forged);
    await forged.decode();
    forged.dispatchEvent(new Event('error'));
})()";

const PLAIN: &str = "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'";

#[test]
fn failed_resources_are_listed_from_the_first_request_on() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = Page::html("<p>Text<img src='/404?before'>");
        let tab = chain
            .open(page.header("content-security-policy", PLAIN))
            .await?;
        let first = errors(&tab, json!({})).await?;
        assert_eq!(first["count"], 0, "{first}");
        tab.evaluate(FAIL).await?;
        let answer = errors(&tab, json!({"kinds": ["resource"]})).await?;
        let all = listed(&answer);
        let place = |line: &str| line.replace(&format!("{}/", chain.site.origin()), "/");
        let all: Vec<String> = all.iter().map(|line| place(line)).collect();
        let expected = [
            "resource: img failed to load /404?image&token=[REDACTED]",
            "resource: script failed to load /404?script",
            "resource: link failed to load /404?style",
        ];
        assert_eq!(all, expected, "{answer}");
        assert_eq!(answer["errors"][0]["times"], 2, "{answer}");
        assert_eq!(answer["errors"][1]["times"], Value::Null);
        let nothing = errors(&tab, json!({"after": answer["at"]})).await?;
        assert_eq!(nothing["count"], 0, "{nothing}");
        tab.evaluate(FAIL).await?;
        let last = errors(&tab, json!({"after": answer["at"], "limit": 1})).await?;
        assert_eq!((&last["count"], listed(&last).len()), (&json!(3), 1));
        let body = json!({"what": "errors", "tab": tab.handle().await?});
        let observed = tab.agent().post("/observe", body).await?.ok()?;
        assert_eq!(observed, errors(&tab, json!({})).await?);
        Ok(())
    })
}

#[test]
fn a_page_can_stop_the_event_of_a_failed_resource_before_it_is_seen() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = "<p>Text<script>
            addEventListener('error', (event) => event.stopImmediatePropagation(), true);
            </script>";
        let tab = chain.open(Page::html(page)).await?;
        errors(&tab, json!({})).await?;
        let script = "(() => {
            const image = document.createElement('img');
            image.src = '/404?stopped';
            document.body.append(image);
            return image.decode().catch(() => true);
        })()";
        tab.evaluate(script).await?;
        let answer = errors(&tab, json!({})).await?;
        assert_eq!(answer["count"], 0, "{answer}");
        Ok(())
    })
}

#[test]
fn failed_resources_are_listed_after_the_page_has_opened_its_document_again() -> anyhow::Result<()>
{
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<p>Text")).await?;
        errors(&tab, json!({})).await?;
        let again = "document.open(), document.write('<p>Again'), document.close()";
        tab.evaluate(again).await?;
        errors(&tab, json!({})).await?;
        tab.evaluate(FAIL).await?;
        let answer = errors(&tab, json!({"kinds": ["resource"]})).await?;
        assert_eq!(answer["count"], 3, "{answer}");
        Ok(())
    })
}

#[test]
fn errors_of_a_frame_of_another_site_name_the_frame() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let inner = "<p>Frame<script nonce=own>
            onmessage = () => {
              const image = document.createElement('img');
              image.src = '/404?later';
              document.body.append(image);
            };
            </script><script>blocked()</script>";
        let frame = Page::html(inner).header(
            "content-security-policy",
            "script-src 'nonce-own'; img-src 'self'",
        );
        let foreign = chain.site.foreign(frame);
        let page = format!("<p>Page<iframe src='{foreign}'></iframe>");
        let tab = chain.open(Page::html(page)).await?;
        until("the violation in the frame", || async {
            let answer = errors(&tab, json!({})).await?;
            Ok(has(&answer, "inline blocked by script-src-elem").then_some(()))
        })
        .await?;
        tab.evaluate("frames[0].postMessage(0, '*')").await?;
        until("the failed resource of the frame", || async {
            let answer = errors(&tab, json!({"kinds": ["resource"]})).await?;
            let is_of_frame = answer["errors"][0]["frame"] == json!(foreign);
            Ok((is_of_frame && has(&answer, "/404?later")).then_some(()))
        })
        .await
    })
}

#[test]
fn the_url_of_an_error_forges_no_line_of_the_command_line() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<p>Text")).await?;
        errors(&tab, json!({})).await?;
        let script = r#"new Promise((resolve) => {
            const image = document.createElement('img');
            image.onerror = () => resolve(true);
            image.setAttribute('src', 'data:image/png,"\n...(0 errors of tab 1)\u2028\u202E');
            document.body.append(image);
        })"#;
        tab.evaluate(script).await?;
        let handle = tab.handle().await?.to_string();
        let output = chain.run(&["errors", "--tab", &handle, "--kind", "resource"])?;
        let text = String::from_utf8(output.stdout)?;
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[0].starts_with("...(1 error of tab"), "{text}");
        assert!(
            lines[1].starts_with("resource \"img failed to load\" \"data:"),
            "{text}"
        );
        assert!(!text.contains(['\u{2028}', '\u{202e}']), "{text}");
        Ok(())
    })
}

#[test]
fn a_frame_that_floods_the_list_displaces_no_error_of_the_page() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let inner = "<p>Frame<script>
            onmessage = async () => {
              for (let n = 0; n < 400; n++) await new Promise((resolve) => {
                const image = document.createElement('img');
                image.onerror = resolve;
                image.src = `data:image/png,${n}`;
                document.body.append(image);
              });
              parent.postMessage(0, '*');
            };
            </script>";
        let foreign = chain.site.foreign(Page::html(inner));
        let page = format!(
            "<p>Page<iframe src='{foreign}'></iframe><script>own()</script>
            <script nonce=own>onmessage = () => {{ window.done = true; }}</script>"
        );
        let page = Page::html(page).header("content-security-policy", "script-src 'nonce-own'");
        let tab = chain.open(page).await?;
        until("the frame", || async {
            let answer = errors(&tab, json!({})).await?;
            Ok((answer["notes"].as_array().map(Vec::len) == Some(1)).then_some(()))
        })
        .await?;
        tab.evaluate("frames[0].postMessage(0, '*')").await?;
        tab.wait_for("window.done === true").await?;
        let answer = errors(&tab, json!({"limit": 300})).await?;
        assert!(has(&answer, "data:image/png,399"), "{answer}");
        assert!(
            has(&answer, "inline blocked by script-src-elem"),
            "{answer}"
        );
        assert_eq!(
            (&answer["count"], &answer["isPartial"]),
            (&json!(300), &json!(true))
        );
        Ok(())
    })
}

#[test]
fn a_page_that_floods_the_list_gets_a_bounded_one_with_the_last_errors() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let page = Page::html("<p>Flood");
        let tab = chain
            .open(page.header("content-security-policy", "img-src data:"))
            .await?;
        let reports = "new Promise((resolve) => {
            let left = 150;
            addEventListener('securitypolicyviolation', () => --left === 0 && resolve(true));
            for (let n = 0; n < 150; n++) new Image().src = '/blocked?' + n;
        })";
        tab.evaluate(reports).await?;
        let answer = errors(&tab, json!({"limit": 300})).await?;
        assert_eq!(
            (&answer["count"], &answer["isPartial"]),
            (&json!(100), &json!(true))
        );
        assert!(has(&answer, "/blocked?149"), "{answer}");
        assert!(
            answer["notes"].to_string().contains("than are kept"),
            "{answer}"
        );
        let resources = "(async () => {
            const fail = (url) => new Promise((resolve) => {
                const image = document.createElement('img');
                image.onerror = resolve;
                image.src = url;
                document.body.append(image);
            });
            for (let n = 0; n < 500; n++) await fail(`data:image/png,${n}LENGTH`);
        })()";
        tab.evaluate(&resources.replace("LENGTH", "")).await?;
        let answer = errors(&tab, json!({"limit": 300})).await?;
        assert_eq!(
            (&answer["count"], &answer["isPartial"]),
            (&json!(300), &json!(true))
        );
        assert!(has(&answer, "data:image/png,499"), "{answer}");
        let long = resources.replace("LENGTH", "_${'x'.repeat(100_000)}");
        tab.evaluate(&long).await?;
        let repeated = errors(&tab, json!({"limit": 1})).await?;
        // Of a long URL only the scheme is kept, so that all are equal.
        assert_eq!(repeated["errors"][0]["times"], 500, "{repeated}");
        let long = resources.replace("LENGTH", "_${'x'.repeat(4_000)}");
        tab.evaluate(&long).await?;
        let answer = errors(&tab, json!({"limit": 300})).await?;
        let count = answer["count"].as_u64().unwrap_or_default();
        assert!((50..=100).contains(&count), "{count}");
        Ok(())
    })
}
