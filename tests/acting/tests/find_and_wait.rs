//! Finding elements and waiting for them in a real browser, through the agent's endpoints.

use anyhow::{Context, bail};
use axlens_harness::on_runtime;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::{Value, json};

const PEOPLE: &str = "<title>People</title><h1>People</h1><h2>Old</h2>
<label for=f>Filter people</label> <input id=f placeholder='Name or city'>
<img src='data:,' alt='Portrait of Ada' width=10 height=10>
<abbr title='World Health Organization'>WHO</abbr>
<div data-testid=card><p>Inside the card</p></div>
<table aria-label=People>
<tr><td>Ada <b>Lovelace</b></td><td><button>Edit</button></td></tr>
<tr><td>Alan Turing</td><td><button>Edit</button></td></tr></table>
<div id=host></div><iframe srcdoc=\"<button title='In the frame'>Framed</button>\"></iframe>
<input type=password value=hunter2 aria-label=Secret>
<script>host.attachShadow({mode: 'open'}).innerHTML = '<button data-test-id=deep>Shadowed</button>'</script>";

struct Asker<'a> {
    chain: &'a Chain,
    tab: Tab,
}

impl<'a> Asker<'a> {
    async fn open(chain: &'a Chain, html: &str) -> anyhow::Result<Self> {
        let tab = chain.open(Page::html(html)).await?;
        Ok(Asker { chain, tab })
    }

    async fn ask(&self, path: &str, mut body: Value) -> anyhow::Result<Reply> {
        body["session"] = json!(self.tab.name);
        body["tab"] = json!(self.tab.handle().await?);
        self.chain.agent.post(path, body).await
    }

    async fn find(&self, body: Value) -> anyhow::Result<Value> {
        let found = self.ask("/find", body.clone()).await?.ok();
        found.with_context(|| body.to_string())
    }

    async fn wait(&self, body: Value) -> anyhow::Result<Value> {
        let come = self.ask("/wait", body.clone()).await?.ok();
        come.with_context(|| body.to_string())
    }

    /// The code of the fault of a wait that ends without what it waits for.
    async fn in_vain(&self, body: Value) -> anyhow::Result<String> {
        Ok(self.ask("/wait", body).await?.code()?.to_owned())
    }
}

fn tree(answer: &Value) -> &str {
    answer["tree"].as_str().unwrap_or_default()
}

fn name(answer: &Value) -> &str {
    answer["matches"][0]["name"].as_str().unwrap_or_default()
}

#[test]
fn elements_are_found_by_all_that_is_known_of_them() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Asker::open(&chain, PEOPLE).await?;
        for (sought, role, called) in [
            (
                json!({"role": "button", "name": "framed"}),
                "button",
                "Framed",
            ),
            (json!({"role": "h2"}), "heading", "Old"),
            (json!({"label": "filter"}), "textbox", "Filter people"),
            (json!({"placeholder": "city"}), "textbox", "Filter people"),
            (json!({"alt": "portrait"}), "image", "Portrait of Ada"),
            (json!({"title": "in the frame"}), "button", "Framed"),
            (json!({"testid": "deep"}), "button", "Shadowed"),
            (json!({"selector": "#host button"}), "", ""),
            (json!({"selector": "h1"}), "heading", "People"),
            (
                json!({"role": "row", "text": "turing"}),
                "row",
                "Alan Turing Edit",
            ),
            (json!({"text": "Ada Lovelace"}), "cell", "Ada Lovelace"),
            (json!({"text": "who"}), "", "World Health Organization"),
        ] {
            let found = page.find(sought.clone()).await?;
            let matches = usize::from(!called.is_empty());
            assert_eq!(found["count"], matches, "{sought}: {found:#}");
            assert_eq!(name(&found), called, "{sought}: {found:#}");
            if !role.is_empty() {
                assert_eq!(found["matches"][0]["role"], role, "{sought}: {found:#}");
            }
        }
        // Of a wrapper that is no element of the tree, what stands in it.
        let card = page.find(json!({"testid": "card"})).await?;
        assert_eq!(card["count"], 1, "{card:#}");
        assert!(tree(&card).contains("Inside the card"), "{card:#}");
        // The row of what was found, and no other; its uid may be used.
        let ada = page.find(json!({"text": "Lovelace"})).await?;
        assert!(!tree(&ada).contains("Turing"), "{ada:#}");
        let edit = page.find(json!({"role": "button", "name": "Edit"})).await?;
        assert_eq!(edit["count"], 2);
        let first = edit["matches"][0]["uid"].clone();
        let acted = json!({"action": "focus", "uid": first, "snapshot": "none"});
        page.ask("/interact", acted).await?.ok()?;
        let within = json!({"text": "edit", "within": first});
        assert_eq!(page.find(within).await?["count"], 1);
        for secret in [json!({"text": "hunter2"}), json!({"text": "REDACTED"})] {
            assert_eq!(page.find(secret).await?["count"], 0);
        }
        let asks = json!({"selector": "[value^=h]"});
        assert_eq!(page.ask("/find", asks).await?.code()?, "bad_request");
        by_command(&chain, &page).await
    })
}

/// The same from the command line.
async fn by_command(chain: &Chain, page: &Asker<'_>) -> anyhow::Result<()> {
    let tab = page.tab.handle().await?.to_string();
    let run = |arguments: &[&str]| {
        let output = chain.command(&[arguments, &["--tab", &tab]].concat())?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        anyhow::Ok((output.status.success(), said))
    };
    let (done, found) = run(&["find", "lovelace"])?;
    assert!(done && found.starts_with("...(1 match)\n"), "{found}");
    let (done, found) = run(&["find", "--role", "button", "--name", "edit"])?;
    assert!(done && found.starts_with("...(2 matches: "), "{found}");
    let (done, waited) = run(&["wait", "text", "Turing"])?;
    assert!(
        done && waited.starts_with("text: row") || waited.contains("Turing"),
        "{waited}"
    );
    let (done, _) = run(&["wait", "vanishes", "css=h1", "--timeout", "300"])?;
    assert!(!done);
    let (done, waited) = run(&["wait", "load"])?;
    assert!(done && waited.starts_with("load after"), "{waited}");
    Ok(())
}

const LIVE: &str = "<title>Live</title><button id=go disabled>Go</button><p id=said>Loading</p>
<iframe srcdoc='<p id=inner>Inner</p>'></iframe>
<div id=host></div><script>
const root = host.attachShadow({mode: 'open'}); root.innerHTML = '<i>Shadow</i>';
const later = change => setTimeout(change, 400)</script>";

#[test]
fn a_wait_ends_when_the_page_is_so() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Asker::open(&chain, LIVE).await?;
        // Each change comes while it is waited for, whatever makes it.
        for (change, wait) in [
            (
                "said.textContent = 'Saved'",
                json!({"for": "text", "value": "saved"}),
            ),
            (
                "said.textContent = 'x'",
                json!({"for": "text_gone", "value": "Saved"}),
            ),
            (
                "go.disabled = false",
                json!({"for": "enabled", "role": "button", "name": "Go"}),
            ),
            (
                "go.hidden = true",
                json!({"for": "vanishes", "selector": "#go"}),
            ),
            (
                "root.innerHTML = '<a href=x>New</a>'",
                json!({"role": "link", "name": "New"}),
            ),
            (
                "frames[0].inner.textContent = 'Framed'",
                json!({"for": "text", "value": "Framed"}),
            ),
            (
                "history.pushState(0, '', '?page=2')",
                json!({"for": "url", "value": "page=2"}),
            ),
            (
                "location.reload()",
                json!({"for": "text", "value": "Loading"}),
            ),
        ] {
            page.tab.start(&format!("later(() => {{ {change} }})"))?;
            let come = page.wait(wait.clone()).await?;
            assert!(come["waitedMs"].is_u64(), "{wait}: {come:#}");
        }
        one_element_and_the_whole_page(&page).await
    })
}

/// An element by its uid, one that appears, and the page as a whole.
async fn one_element_and_the_whole_page(page: &Asker<'_>) -> anyhow::Result<()> {
    let link = page.find(json!({"role": "button"})).await?;
    let uid = link["matches"][0]["uid"].clone();
    assert_eq!(
        page.in_vain(json!({"for": "enabled", "uid": uid, "timeoutMs": 600}))
            .await?,
        "not_yet"
    );
    page.tab.start("later(() => go.remove())")?;
    page.wait(json!({"for": "vanishes", "uid": uid})).await?;
    // What appeared may be used.
    page.tab.start(
        "later(() => document.body.insertAdjacentHTML('beforeend', '<button>Late</button>'))",
    )?;
    let late = page.wait(json!({"role": "button", "name": "Late"})).await?;
    let acted = json!({"action": "click", "uid": late["found"]["uid"], "snapshot": "none"});
    page.ask("/interact", acted).await?.ok()?;
    assert_eq!(page.wait(json!({"for": "quiet"})).await?["for"], "quiet");
    assert_eq!(page.wait(json!({"for": "load"})).await?["for"], "load");
    let time = page.wait(json!({"for": "time", "timeoutMs": 200})).await?;
    assert!(time["waitedMs"].as_u64() >= Some(200), "{time:#}");
    page.tab.start("setInterval(() => said.append('.'), 100)")?;
    assert_eq!(
        page.in_vain(json!({"for": "quiet", "timeoutMs": 1500}))
            .await?,
        "not_yet"
    );
    Ok(())
}

#[test]
fn a_wait_that_nobody_waits_for_ends() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Asker::open(&chain, LIVE).await?;
        let handle = page.tab.handle().await?;
        let body = json!({"for": "text", "value": "never", "tab": handle, "timeoutMs": 60_000});
        let asker = chain.agent.post_and_hold("/wait", &body).await?;
        let taken = async |count: u64| {
            until("the query to be taken or not", || async {
                let status = chain.agent.status().await?;
                let taken = status["queue"]["leased"].as_u64();
                match taken == Some(count) {
                    true => Ok(Some(())),
                    false => bail!("{status:#}"),
                }
            })
            .await
        };
        taken(1).await?;
        drop(asker);
        taken(0).await?;
        // The tab that is waited for is closed.
        let closing = page.wait(json!({"for": "text", "value": "never"}));
        let (waited, _) = tokio::join!(closing, async {
            taken(1).await?;
            page.tab.close().await
        });
        assert!(format!("{:?}", waited.err()).contains("tab"), "it is gone");
        Ok(())
    })
}

#[test]
fn one_fact_is_got_and_never_what_a_secret_field_holds() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Asker::open(&chain, PEOPLE).await?;
        let uid = async |sought: Value| {
            let found = page.find(sought).await?;
            anyhow::Ok(found["matches"][0]["uid"].clone())
        };
        let get = async |what: &str, uid: &Value| {
            let got = page.ask("/get", json!({"what": what, "uid": uid})).await?;
            got.ok()
        };
        let field = uid(json!({"label": "filter"})).await?;
        assert_eq!(get("value", &field).await?["value"], Value::Null);
        let filled = json!({"action": "fill", "uid": field, "value": "Ada", "snapshot": "none"});
        page.ask("/interact", filled).await?.ok()?;
        assert_eq!(get("value", &field).await?["value"], "Ada");
        let located = page.ask("/locate", json!({"uid": field})).await?.ok()?;
        assert!(located["box"].is_array(), "{located:#}");
        assert_eq!(get("box", &field).await?["box"], located["box"]);
        let secret = uid(json!({"label": "secret"})).await?;
        let tab = page.tab.handle().await?;
        let said = get("value", &secret).await?;
        assert_eq!(said, json!({"secret": true, "tab": tab}));
        let state = get("state", &secret).await?;
        assert!(!state.to_string().contains("hunter2"), "{state:#}");
        let title = page.ask("/get", json!({"what": "title"})).await?.ok()?;
        assert_eq!(title["title"], "People");
        texts_counts_and_tables(&page).await
    })
}

/// Facts of more than one element.
async fn texts_counts_and_tables(page: &Asker<'_>) -> anyhow::Result<()> {
    let got = async |body: Value| page.ask("/get", body).await?.ok();
    let all = got(json!({"what": "text"})).await?;
    let text = all["text"].as_str().context("a text")?;
    assert!(text.contains("Ada Lovelace\tEdit"), "{text}");
    assert!(
        text.contains("Shadowed") && text.contains("Framed"),
        "{text}"
    );
    assert!(
        !text.contains("hunter2") && !text.contains("REDACTED"),
        "{text}"
    );
    for (selector, count) in [("button", 4), ("#host button", 0), ("nav", 0)] {
        let said = got(json!({"what": "count", "selector": selector})).await?;
        assert_eq!(said["count"], count, "{selector}: {said:#}");
    }
    let table = got(json!({"what": "table"})).await?;
    assert_eq!(
        (&table["count"], &table["columns"]),
        (&json!(2), &json!(["1", "2"]))
    );
    let row = got(json!({"what": "table", "where": {"1": "turing"}})).await?;
    assert_eq!(
        row["row"],
        json!({"1": "Alan Turing", "2": "Edit"}),
        "{row:#}"
    );
    // Its uids may be used.
    let lines = tree(&row);
    let edit = lines
        .lines()
        .find(|line| line.contains("button"))
        .context("a button")?;
    let edit = edit.split_whitespace().next().context("a uid")?;
    let acted = json!({"action": "focus", "uid": edit, "snapshot": "none"});
    page.ask("/interact", acted).await?.ok()?;
    assert_eq!(
        got(json!({"what": "text", "uid": edit})).await?["text"],
        "Edit"
    );
    no_such_fact(page, edit).await
}

async fn no_such_fact(page: &Asker<'_>, edit: &str) -> anyhow::Result<()> {
    for (body, code) in [
        (
            json!({"what": "table", "where": {"1": "Grace"}}),
            "option_not_found",
        ),
        (
            json!({"what": "table", "where": {"Age": "3"}}),
            "option_not_found",
        ),
        (json!({"what": "count"}), "bad_request"),
        (
            json!({"what": "text", "selector": "button"}),
            "ambiguous_id",
        ),
        (
            json!({"what": "text", "selector": "nav"}),
            "scope_not_found",
        ),
        (
            json!({"what": "html", "selector": "[value^=h]"}),
            "bad_request",
        ),
        (json!({"what": "attribute", "uid": edit}), "bad_request"),
        (
            json!({"what": "attribute", "uid": edit, "name": "a b"}),
            "bad_request",
        ),
        (json!({"what": "styles", "uid": edit}), "bad_request"),
        (
            json!({"what": "styles", "uid": edit, "names": ["colour"]}),
            "bad_request",
        ),
        (json!({"what": "styles", "names": ["color"]}), "bad_request"),
        (
            json!({"what": "count", "selector": "[value^=h]"}),
            "bad_request",
        ),
        (
            json!({"what": "html", "uid": edit, "selector": "h1"}),
            "bad_request",
        ),
        (
            json!({"what": "html", "uid": edit, "name": "id"}),
            "bad_request",
        ),
        (json!({"what": "html", "hosts": ["#host"]}), "bad_request"),
    ] {
        assert_eq!(
            page.ask("/get", body.clone()).await?.code()?,
            code,
            "{body}"
        );
    }
    Ok(())
}

/// Whatever says `hush` must not be told; the fields that hold it are secret in many ways.
const SOURCE: &str = "<title>Source</title>
<style>h1 { color: rgb(1, 2, 3); --own: plain }</style>
<h1 id=top title='A \"title\" &amp; more' onclick='0'>Head &lt;line&gt; <!-- a note --></h1>
<a href='https://ada:hush@example.com/there'>Link</a>
<img alt=Dot width=9 height=9 src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'>
<section aria-label=Secrets>
<input type=hidden name=csrf value=hush-token>
<input id=password type=password value=hush1 data-value=hush2 aria-valuetext=hush3 style='--it: hush4'>
<input id=shown type=password value=hush5 aria-label=Revealed>
<input autocomplete=one-time-code value=hush6 aria-label=Code>
<textarea name=cvv>hush7</textarea>
<select autocomplete=cc-exp-month aria-label=Month><option value=1>hush8</option></select>
<div contenteditable id=pin aria-label='PIN'><b>hush9</b></div>
</section>
<input aria-label=Plain value=told>
<iframe srcdoc=\"<p id=deep>Framed <b>text</b><input type=password value=hush10>\"></iframe>
<div id=opened></div><div id=shut></div>
<script>const own = 'hush11';
opened.attachShadow({mode: 'open'}).innerHTML = '<button class=o>In the open</button><slot></slot>';
opened.innerHTML = 'Slotted';
shut.attachShadow({mode: 'closed'}).innerHTML =
  '<button>In the closed</button><input type=password value=hush12>';
</script>";

#[test]
fn source_is_told_without_what_is_secret() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Asker::open(&chain, SOURCE).await?;
        page.tab.observe(json!({})).await?;
        // Once a password, always a secret.
        let reveal = "document.querySelector('#shown').type = 'text'; 0";
        page.tab.evaluate(reveal).await?;
        let watch = "window.seen = 0; new MutationObserver(() => seen += 1).observe(document,
            {subtree: true, childList: true, attributes: true, characterData: true}); 0";
        page.tab.evaluate(watch).await?;
        let got = async |body: Value| {
            let got = page.ask("/get", body.clone()).await?.ok()?;
            assert!(!got.to_string().contains("hush"), "{body}: {got:#}");
            anyhow::Ok(got)
        };
        let all = got(json!({"what": "html"})).await?;
        let html = all["html"].as_str().context("HTML")?;
        for part in [
            r#"<h1 id="top" title="A &quot;title&quot; &amp; more" onclick="0">Head &lt;line&gt; </h1>"#,
            r#"<a href="https://example.com/there">Link</a>"#,
            r#"<input id="password" type="password">"#,
            r#"<input id="shown" type="text" aria-label="Revealed">"#,
            r#"<textarea name="cvv"></textarea>"#,
            r#"<div contenteditable="" id="pin" aria-label="PIN"></div>"#,
            r#"<input aria-label="Plain" value="told">"#,
            r#"<div id="opened"><template shadowrootmode="open"><button class="o">In the open</button><slot></slot></template>Slotted</div>"#,
            r#"<div id="shut"><template shadowrootmode="closed"><button>In the closed</button><input type="password"></template></div>"#,
            "<iframe></iframe>",
            "<script></script>",
        ] {
            assert!(html.contains(part), "{part} in\n{html}");
        }
        assert!(!html.contains("a note") && !html.contains("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA7"));
        assert_eq!(all["secret"], true);
        parts_of_the_source(&got).await?;
        assert_eq!(page.tab.evaluate("seen").await?, 0, "nothing was changed");
        Ok(())
    })
}

async fn parts_of_the_source(
    got: &impl AsyncFn(Value) -> anyhow::Result<Value>,
) -> anyhow::Result<()> {
    let framed = got(json!({"what": "html", "selector": "#deep"})).await?;
    let html = r#"<p id="deep">Framed <b>text</b><input type="password"></p>"#;
    assert_eq!(framed["html"], html);
    let shadowed = got(json!({"what": "html", "selector": "button", "hosts": ["#opened"]})).await?;
    assert_eq!(
        shadowed["html"],
        r#"<button class="o">In the open</button>"#
    );
    assert_eq!(shadowed["secret"], Value::Null, "{shadowed:#}");
    let said = got(json!({"what": "html", "selector": "option"})).await?;
    let secret = (&said["html"], &said["secret"]);
    assert_eq!(secret, (&Value::Null, &json!(true)), "of a secret list");
    for (selector, name, value, secret) in [
        ("h1", "title", json!("A \"title\" & more"), Value::Null),
        ("h1", "lang", Value::Null, Value::Null),
        ("a", "HREF", json!("https://example.com/there"), Value::Null),
        ("#password", "type", json!("password"), Value::Null),
        ("#password", "value", Value::Null, json!(true)),
        ("#password", "data-value", Value::Null, json!(true)),
        ("#shown", "value", Value::Null, json!(true)),
        ("iframe", "srcdoc", Value::Null, json!(true)),
    ] {
        let body = json!({"what": "attribute", "selector": selector, "name": name});
        let said = got(body).await?;
        assert_eq!(
            (&said["value"], &said["secret"]),
            (&value, &secret),
            "{selector} {name}"
        );
    }
    let names = ["color", "--own", "display"];
    let styles = got(json!({"what": "styles", "selector": "h1", "names": names})).await?;
    let wanted = json!({"color": "rgb(1, 2, 3)", "--own": "plain", "display": "block"});
    assert_eq!(styles["styles"], wanted);
    let names = ["--it", "display"];
    let styles = got(json!({"what": "styles", "selector": "#password", "names": names})).await?;
    assert_eq!(
        (&styles["styles"], &styles["secret"]),
        (&json!({"display": "inline-block"}), &json!(true))
    );
    Ok(())
}
