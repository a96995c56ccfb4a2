//! Exceptions, rejections and calls of the console: recorded on the sites where the user has turned
//! it on, and nowhere else.

use crate::permission::policy::open_options;
use axlens_harness::own_page::set_policy;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, Page, Tab, on_runtime};
use serde_json::{Value, json};

const POLICY: &str = "script-src 'nonce-own'; style-src 'none'; require-trusted-types-for 'script'";

/// What an agent may never get is `hush`, in a getter, a proxy, an object, a secret field.
const PAGE: &str = r#"<!doctype html><title>Console</title>
<p>Text<input type=password value="hush-password"><input name=plain value="plain-value">
<button id=throw>Throw</button><button id=reject>Reject</button><button id=quiet>Quiet</button>
<script nonce=own>
window.touched = 0;
const touch = () => { window.touched++; return 'hush'; };
const trapped = new Proxy({}, new Proxy({}, { get: touch }));
const strange = Object.defineProperty(new Error('x'), 'message', { get: touch });
console.log('one %s and %d%%%c', 'two', 3, 'color: red', 4, null, undefined, [1], { a: 'hush' });
console.info(new TypeError('typed'), trapped, strange, { toString: touch }, Symbol('mark'));
console.warn('typed hush-password and plain-value');
console.assert(true, 'holds');
console.assert(false, 'broken', 1n);
console.error('https://me:hush@other.example/?token=hush');
Promise.reject(new RangeError('rejected'));
Promise.reject({ toString: touch });
document.querySelector('#throw').onclick = () => { throw new Error('no "stock"'); };
document.querySelector('#reject').onclick = () => { Promise.reject(new SyntaxError('late')); };
document.querySelector('#quiet').onclick = ({ target }) => { target.textContent = 'Clicked'; };
setTimeout(() => {
  dispatchEvent(new ErrorEvent('error', { message: 'forged' }));
  setTimeout(() => { window.done = true; });
  throw new DOMException('uncaught', 'DataError');
});
</script>"#;

async fn errors(tab: &Tab, mut body: Value) -> anyhow::Result<Value> {
    body["tab"] = json!(tab.handle().await?);
    tab.agent().post("/errors", body).await?.ok()
}

/// Kind, method and message of each error.
fn listed(answer: &Value) -> Vec<String> {
    let all = answer["errors"].as_array().into_iter().flatten();
    let line = |error: &Value| {
        let field = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
        let kind = format!("{}.{}", field("kind"), field("method"));
        format!("{}: {}", kind.trim_end_matches('.'), field("message"))
    };
    all.map(line).collect()
}

fn rule(pattern: &str, level: &str, console: bool) -> Value {
    json!({"pattern": pattern, "level": level, "confirm": false, "console": console})
}

async fn set_rules(options: &Tab, rules: &[Value]) -> anyhow::Result<()> {
    set_policy(options, &json!({"default": "act", "sites": rules})).await
}

/// Opens the page, again and again until the user's rule has taken effect in a new document.
async fn open_recorded(chain: &Chain, url: &str) -> anyhow::Result<Tab> {
    let tab = chain.open_url(url).await?;
    until("the scripts in a new document", || async {
        tab.evaluate("window.done = false, location.reload()")
            .await?;
        tab.wait_for("window.done === true").await?;
        let answer = errors(&tab, json!({})).await?;
        let lines = listed(&answer);
        Ok(lines
            .iter()
            .any(|line| line.starts_with("rejection"))
            .then_some(()))
    })
    .await?;
    Ok(tab)
}

fn has_console(answer: &Value) -> bool {
    let notes = answer["notes"].to_string();
    !notes.contains("console calls are not:")
}

#[test]
fn exceptions_and_console_calls_are_listed_where_the_user_turned_it_on() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = open_options(&chain).await?;
        let page = || Page::html(PAGE).header("content-security-policy", POLICY);
        let url = chain.site.alone("shop", page());
        let other = chain.open_url(&chain.site.alone("other", page())).await?;
        set_rules(&options, &[rule("shop.localhost", "act", true)]).await?;
        let tab = open_recorded(&chain, &url).await?;
        let answer = errors(&tab, json!({})).await?;
        let mut lines = listed(&answer);
        lines.sort();
        let expected = [
            "console.assert: broken 1",
            "console.error: https://other.example/?token=[REDACTED]",
            "console.warn: typed [REDACTED] and plain-value",
            "exception: Uncaught DataError: uncaught",
            "rejection: Object",
            "rejection: RangeError: rejected",
        ];
        assert_eq!(lines, expected, "{answer}");
        let notes = answer["notes"].to_string();
        assert!(
            notes.contains("2 console calls without a problem"),
            "{notes}"
        );
        assert!(has_console(&answer), "{notes}");
        let calls = errors(&tab, json!({"kinds": ["console"]})).await?;
        let lines = listed(&calls);
        assert_eq!(calls["count"], 5, "{calls}");
        assert_eq!(
            lines[..2],
            [
                "console.log: one two and 3% 4 null undefined Array Object",
                "console.info: TypeError: typed Object Error Object Symbol(mark)",
            ]
        );
        for part in ["hush", "forged", "holds"] {
            assert!(!answer.to_string().contains(part), "{part}: {answer}");
            assert!(!calls.to_string().contains(part), "{part}: {calls}");
        }
        // Of another site, nothing is recorded, and the page's console is the browser's own.
        other.evaluate("location.reload()").await?;
        other.wait_for("window.done === true").await?;
        let answer = errors(&other, json!({})).await?;
        assert_eq!(listed(&answer), Vec::<String>::new(), "{answer}");
        assert!(!has_console(&answer), "{answer}");
        let native = "console.log.toString().includes('native code')";
        assert_eq!(other.evaluate(native).await?, true);
        assert_eq!(tab.evaluate(native).await?, false);
        // The browser itself describes some values.
        let touched = "window.touched";
        assert_eq!(tab.evaluate(touched).await?, other.evaluate(touched).await?);
        Ok(())
    })
}

/// Calls the console, `fetch` and `XMLHttpRequest` after it has replaced what scripts use most.
/// `final` is what was used of that.
const POISONED: &str = r#"<!doctype html><title>Poisoned</title><script>
let ran = '';
const { apply, defineProperty } = Reflect, later = setTimeout;
const wrap = (owner, name) => {
  const original = owner[name];
  owner[name] = function (...args) { ran += `call ${String(name)}\n`; return apply(original, this, args); };
};
const trap = (owner, name) => defineProperty(owner, name, { __proto__: null, configurable: true,
  get() { ran += `get ${name}\n`; },
  set(value) {
    ran += `set ${name}\n`;
    defineProperty(this, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  } });
for (const name of ['slice', 'toUpperCase', 'split']) wrap(String.prototype, name);
for (const name of ['push', 'slice', 'map', 'join', Symbol.iterator]) wrap(Array.prototype, name);
for (const name of ['apply', 'call', 'bind']) wrap(Function.prototype, name);
for (const name of ['get', 'set', 'has']) { wrap(Map.prototype, name); wrap(WeakMap.prototype, name); }
for (const name of ['apply', 'defineProperty', 'getOwnPropertyDescriptor']) wrap(Reflect, name);
wrap(Object, 'hasOwn'); wrap(Response.prototype, 'clone'); wrap(MessagePort.prototype, 'postMessage');
wrap(EventTarget.prototype, 'addEventListener'); wrap(window, 'setTimeout'); wrap(Promise.prototype, 'then');
(async () => {
  for (const name of ['value', 'get', 'writable', 'method', 'message', 'kind']) trap(Object.prototype, name);
  for (let index = 0; index < 8; index++) trap(Array.prototype, index);
  for (let index = 0; index < 30; index++) trap(String.prototype, index);
  console.log('logged %s %', 'x', 7); console.assert(); console.assert(false, 'broken');
  console.error(new TypeError('typed')); Promise.reject(new RangeError('rejected'));
  try { await fetch('FAILS'); await fetch(); } catch (error) { ran += `${error}\n`; }
  const request = new XMLHttpRequest();
  request.open('GET', 'FAILS');
  await new Promise((done) => { request.onloadend = done; request.send(); });
  await new Promise((done) => later(done, 100));
  for (const owner of [Object, Array, String])
    for (const name of Object.getOwnPropertyNames(owner.prototype))
      if (/^\d+$|^(value|get|writable|method|message|kind)$/.test(name)) delete owner.prototype[name];
  window.final = ran;
  window.done = true;
})();
</script>"#;

#[test]
fn recording_runs_no_code_of_a_page_that_has_replaced_every_function() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = open_options(&chain).await?;
        let fails = |name: &str| chain.site.alone(name, Page::html("no").status(500));
        let page = |name: &str| Page::html(POISONED.replace("FAILS", &fails(name)));
        let other = chain
            .open_url(&chain.site.alone("other", page("other")))
            .await?;
        other.wait_for("window.done === true").await?;
        set_rules(&options, &[rule("shop.localhost", "act", true)]).await?;
        let tab = open_recorded(&chain, &chain.site.alone("shop", page("shop"))).await?;
        let ran = tab.evaluate("final").await?;
        assert!(ran.as_str().is_some_and(|ran| !ran.is_empty()), "{ran}");
        assert_eq!(ran, other.evaluate("final").await?);
        let answer = errors(&tab, json!({})).await?;
        let listed = listed(&answer);
        for line in [
            "console.assert: broken",
            "console.error: TypeError: typed",
            "rejection: RangeError: rejected",
            "response.GET: 500 no",
        ] {
            assert!(
                listed.iter().any(|each| each == line),
                "{line} in {listed:#?}"
            );
        }
        Ok(())
    })
}

#[test]
fn an_action_names_the_exceptions_that_follow() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = open_options(&chain).await?;
        set_rules(&options, &[rule("shop.localhost", "act", true)]).await?;
        let url = chain
            .site
            .alone("shop", Page::html(PAGE.replace(" nonce=own", "")));
        let tab = open_recorded(&chain, &url).await?;
        for (selector, expected) in [
            ("#throw", json!(["Uncaught Error: no \"stock\""])),
            ("#reject", json!(["SyntaxError: late"])),
            ("#quiet", Value::Null),
        ] {
            let body = json!({"tab": tab.handle().await?, "action": "click", "selector": selector});
            let answer = tab.agent().post("/interact", body).await?.ok()?;
            let evidence = &answer["results"][0]["evidence"];
            assert_eq!(evidence["exceptions"], expected, "{answer}");
        }
        Ok(())
    })
}

#[test]
fn the_most_specific_rule_decides_and_turning_it_off_hides_what_was_recorded() -> anyhow::Result<()>
{
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = open_options(&chain).await?;
        let on = rule("*.localhost", "act", true);
        let off = rule("quiet.localhost", "act", false);
        let blocked = rule("blocked.localhost", "block", true);
        set_rules(&options, &[on.clone(), off.clone(), blocked]).await?;
        let page = || Page::html(PAGE.replace(" nonce=own", ""));
        let tab = open_recorded(&chain, &chain.site.alone("shop", page())).await?;
        let native = "console.log.toString().includes('native code')";
        for name in ["quiet", "blocked"] {
            let quiet = chain.open_url(&chain.site.alone(name, page())).await?;
            assert_eq!(quiet.evaluate(native).await?, true, "{name}");
        }
        set_rules(&options, &[off]).await?;
        let answer = errors(&tab, json!({})).await?;
        assert_eq!(listed(&answer), Vec::<String>::new(), "{answer}");
        assert!(!has_console(&answer), "{answer}");
        until("the browser's own console", || async {
            tab.evaluate("window.done = false, location.reload()")
                .await?;
            tab.wait_for("window.done === true").await?;
            Ok((tab.evaluate(native).await? == true).then_some(()))
        })
        .await
    })
}

#[test]
fn a_flood_of_calls_displaces_no_exception() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = open_options(&chain).await?;
        set_rules(&options, &[rule("shop.localhost", "act", true)]).await?;
        let url = chain
            .site
            .alone("shop", Page::html(PAGE.replace(" nonce=own", "")));
        let tab = open_recorded(&chain, &url).await?;
        // The page calls the console from a function that the recording uses, too.
        let flood = "(async () => {
            const { now } = Date;
            Date.now = () => { console.log('again'); return now(); };
            for (let round = 0; round < 20; round++) {
                for (let call = 0; call < 90; call++) console.error(`flood ${round} ${call}`);
                await new Promise((resolve) => setTimeout(resolve, 5));
            }
            for (let call = 0; call < 2_000; call++) console.error('x'.repeat(1_000));
        })()";
        tab.evaluate(flood).await?;
        let answer = errors(&tab, json!({"kinds": ["exception", "rejection"]})).await?;
        assert_eq!(answer["count"], 3, "{answer}");
        let calls = errors(&tab, json!({"kinds": ["console"], "limit": 300})).await?;
        assert_eq!(
            (&calls["isPartial"], listed(&calls).len()),
            (&json!(true), 300)
        );
        Ok(())
    })
}

/// A page with one `fetch` and one `XMLHttpRequest` for each answer, whose scripts use the answers.
const REQUESTS: &str = r#"<!doctype html><title>Requests</title>
<input type=password value="hush-password">
<script>
window.unhandled = [];
addEventListener('unhandledrejection', ({ reason }) => { unhandled.push(reason.name); });
const sent = (path, type) => new Promise((resolve) => {
  const request = new XMLHttpRequest();
  request.open('post', path);
  request.responseType = type;
  request.onloadend = () => resolve(request.response);
  request.send('x');
});
const run = async (api, big, hidden, fine) => {
  const answer = await fetch(api, { method: 'post', body: 'x' });
  const used = [answer.status, (await answer.json()).error];
  used.push((await sent(api, '')).length > 10, (await sent(api, 'json')).error);
  used.push((await sent(api, 'arraybuffer')).byteLength > 10);
  used.push((await (await fetch(new Request(big, { method: 'POST' }))).text()).length);
  used.push((await (await fetch(hidden)).text()).length, (await (await fetch(fine)).text()).length);
  fetch('no-scheme://x');
  await new Promise((resolve) => setTimeout(resolve, 100));
  return JSON.stringify([...used, ...window.unhandled]);
};
</script>"#;

#[test]
fn failed_responses_have_method_status_and_the_beginning_of_the_body() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = open_options(&chain).await?;
        let rules = [
            rule("shop.localhost", "act", true),
            rule("hidden.localhost", "block", false),
        ];
        set_rules(&options, &rules).await?;
        let recorded = open_recorded(
            &chain,
            &chain
                .site
                .alone("shop", Page::html(PAGE.replace(" nonce=own", ""))),
        )
        .await?;
        let body = r#"{"error": "no \"stock\" for hush-password", "code": 7, "api_token": "hush"}"#;
        let json = |body: &str| Page::html(body).content_type("application/json");
        let api = chain.site.alone("shop", json(body).status(422).for_posts());
        let big = chain
            .site
            .alone("shop", json(&"y".repeat(100_000)).status(500).for_posts());
        let hidden = json("hush")
            .status(403)
            .header("access-control-allow-origin", "*");
        let hidden = chain.site.alone("hidden", hidden);
        let fine = chain.site.alone("shop", json("fine"));
        let url = chain.site.alone("shop", Page::html(REQUESTS));
        recorded
            .evaluate(&format!("location.href = {url:?}"))
            .await?;
        recorded.wait_for("typeof run === 'function'").await?;
        let run = format!("run({api:?}, {big:?}, {hidden:?}, {fine:?})");
        let used = recorded.evaluate(&run).await?;
        let expected = json!([
            422,
            "no \"stock\" for hush-password",
            true,
            "no \"stock\" for hush-password",
            true,
            100_000,
            4,
            4,
            "TypeError"
        ]);
        assert_eq!(used, json!(expected.to_string()));
        let answer = errors(&recorded, json!({"kinds": ["response"]})).await?;
        check_responses(&answer);
        Ok(())
    })
}

/// Checks the listed responses: of two requests, which have received the same, one entry.
fn check_responses(answer: &Value) {
    let mut lines = listed(answer);
    lines.sort();
    let body =
        r#"422 {"error": "no \"stock\" for [REDACTED]", "code": 7, "api_token": "[REDACTED]"}"#;
    assert_eq!(lines.len(), 4, "{answer}");
    assert_eq!(lines[..2], ["response.GET: 403", "response.POST: 422"]);
    assert_eq!(lines[2], format!("response.POST: {body}"));
    assert!(lines[3].starts_with("response.POST: 500 yyy"), "{answer}");
    assert_eq!(lines[3].len(), "response.POST: ".len() + 500);
    assert!(!answer.to_string().contains("hush"), "{answer}");
    let urls = answer["errors"].as_array().into_iter().flatten();
    let hidden_urls = urls.filter(|error| error["url"] == "");
    assert_eq!(hidden_urls.count(), 1, "{answer}");
}

/// A form of shadow roots, an open and a closed one in it, which logs what is entered.
const SHADOW_PAGE: &str = r#"<!doctype html><title>Shadow</title><x-outer></x-outer><script>
const outer = document.querySelector('x-outer').attachShadow({ mode: 'open' });
outer.innerHTML = '<input id=plain aria-label=Name><x-inner></x-inner>';
const inner = outer.querySelector('x-inner').attachShadow({ mode: 'closed' });
inner.innerHTML = '<input type=password aria-label=Password>';
const log = ({ target }) => console.error('entered ' + target.value);
outer.querySelector('input').addEventListener('input', log);
inner.querySelector('input').addEventListener('input', log);
Promise.reject(new Error('ready'));
window.done = true;
</script>"#;

#[test]
fn values_of_secret_fields_in_shadow_roots_are_redacted() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let options = open_options(&chain).await?;
        set_rules(&options, &[rule("shop.localhost", "act", true)]).await?;
        let url = chain.site.alone("shop", Page::html(SHADOW_PAGE));
        let tab = open_recorded(&chain, &url).await?;
        for (name, value) in [("Name", "Ada Lovelace"), ("Password", "hush-password")] {
            let handle = tab.handle().await?;
            let find = json!({"tab": handle, "name": name});
            let found = tab.agent().post("/find", find).await?.ok()?;
            let uid = &found["matches"][0]["uid"];
            let fill = json!({"tab": handle, "action": "fill", "uid": uid, "value": value});
            tab.agent().post("/interact", fill).await?.ok()?;
        }
        let answer = errors(&tab, json!({"kinds": ["console"]})).await?;
        let expected = [
            "console.error: entered Ada Lovelace",
            "console.error: entered [REDACTED]",
        ];
        assert_eq!(listed(&answer), expected, "{answer}");
        Ok(())
    })
}
