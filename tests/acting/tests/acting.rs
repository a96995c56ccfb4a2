//! Acting in a real browser, through the agent's endpoint: what was done, what came of it, and
//! nothing else.

use anyhow::{Context, bail};
use axlens_harness::on_runtime;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Page, Reply, Tab};
use serde_json::{Value, json};

/// A page, and the session in which it was shown.
struct Shown<'a> {
    chain: &'a Chain,
    tab: Tab,
    tree: String,
}

impl<'a> Shown<'a> {
    async fn open(chain: &'a Chain, html: &str) -> anyhow::Result<Self> {
        let tab = chain.open(Page::html(html)).await?;
        Self::of(chain, tab).await
    }

    async fn of(chain: &'a Chain, tab: Tab) -> anyhow::Result<Self> {
        let observed = tab.observe(json!({"format": "lean"})).await?;
        let tree = observed["tree"].as_str().unwrap_or_default().to_owned();
        Ok(Shown { chain, tab, tree })
    }

    /// The uid of the line that holds this text, as a lean snapshot prints it.
    fn uid(&self, part: &str) -> anyhow::Result<String> {
        let line = self.tree.lines().find(|line| line.contains(part));
        let line = line.ok_or_else(|| anyhow::anyhow!("no {part:?} in\n{}", self.tree))?;
        let uid = line
            .trim_start()
            .split([' ', ':'])
            .next()
            .unwrap_or_default();
        Ok(uid.to_owned())
    }

    async fn ask(&self, mut body: Value) -> anyhow::Result<Reply> {
        body["session"] = json!(self.tab.name);
        if body.get("tab").is_none() {
            body["tab"] = json!(self.tab.handle().await?);
        }
        self.chain.agent.post("/interact", body).await
    }

    /// Does one action to the element of this line, and gives the answer.
    async fn act(&self, part: &str, mut body: Value) -> anyhow::Result<Value> {
        body["uid"] = json!(self.uid(part)?);
        self.ask(body).await?.ok()
    }

    /// Does an action to the button or field of the second row.
    async fn second(&self, mut body: Value) -> anyhow::Result<Reply> {
        let part = if body["action"] == "click" {
            "button"
        } else {
            "textbox"
        };
        let line = self.tree.lines().filter(|line| line.contains(part)).nth(1);
        let uid = line.and_then(|line| line.split_whitespace().next());
        body["uid"] = json!(uid.context("a second row")?);
        self.ask(body).await
    }

    async fn click(&self, part: &str) -> anyhow::Result<Value> {
        self.act(part, json!({"action": "click"})).await
    }
}

fn outcome(answer: &Value) -> &str {
    answer["results"][0]["outcome"].as_str().unwrap_or_default()
}

fn tree(answer: &Value) -> &str {
    answer["tree"].as_str().unwrap_or_default()
}

const BUTTONS: &str = "<title>Buttons</title><h1>Buttons</h1>
<button id=now onclick='said.textContent = \"Done now\"'>Now</button>
<button onclick='setTimeout(() => said.textContent = \"Done late\", 350)'>Late</button>
<button onclick='0'>Nothing</button>
<button disabled>Off</button>
<button onclick='document.body.classList.toggle(\"shown\")'>Toggle</button>
<style>.panel { display: none } .shown .panel { display: block }</style>
<p class=panel>Panel text</p>
<p id=said>Nothing was said</p>
<div style='position:relative'><button id=under onclick='said.textContent = \"Wrong\"'>Under</button>
<div role=img aria-label=Cover style='position:absolute;inset:0;background:#fff'></div></div>
<a href='#there'>Within</a> <label><input type=checkbox>Agree</label>";

#[test]
fn a_click_says_what_came_of_it() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, BUTTONS).await?;
        let now = page.click("\"Now\"").await?;
        assert_eq!(outcome(&now), "changed", "{now:#}");
        assert!(tree(&now).contains("Done now"), "{now:#}");
        assert_eq!(now["settled"], Value::Null, "it is quiet: {now:#}");
        let late = page.click("\"Late\"").await?;
        assert_eq!(outcome(&late), "changed", "{late:#}");
        assert!(tree(&late).contains("Done late"), "{late:#}");
        let nothing = page.click("\"Nothing\"").await?;
        assert_eq!(outcome(&nothing), "unchanged", "{nothing:#}");
        assert_eq!(nothing["results"][0]["evidence"]["watchedMs"], 500);
        // What a class shows is a change.
        let toggled = page.click("\"Toggle\"").await?;
        assert_eq!(outcome(&toggled), "changed", "{toggled:#}");
        assert!(tree(&toggled).contains("Panel text"), "{toggled:#}");

        for (part, code) in [
            ("\"Off\"", "element_disabled"),
            ("\"Under\"", "element_covered"),
        ] {
            let body = json!({"action": "click", "uid": page.uid(part)?});
            let refused = page.ask(body).await?;
            assert_eq!(refused.code()?, code, "{}", refused.body);
        }
        let within = page.click("\"Within\"").await?;
        assert_eq!(outcome(&within), "routed", "{within:#}");
        let checked = page.act("\"Agree\"", json!({"action": "check"})).await?;
        assert_eq!(outcome(&checked), "changed", "{checked:#}");
        let again = page.act("\"Agree\"", json!({"action": "check"})).await?;
        assert_eq!(outcome(&again), "already", "{again:#}");
        Ok(())
    })
}

const FORM: &str = "<title>Form</title><h1>Form</h1><form action='/page/1'>
<label>Name <input name=name></label> <label>Mail <input name=mail type=email></label>
<label>Born <input type=date></label> <label>Secret <input type=password name=secret></label>
<label>Notes <textarea></textarea></label>
<label>Colour <select><option>Red</option><option>Green</option></select></label>
<label>Upper <input id=upper oninput='this.value = this.value.toUpperCase()'></label>
<button>Send</button></form><p id=log></p>
<script>document.addEventListener('input', (event) => { log.textContent += '.'; });</script>";

#[test]
fn fields_are_filled_one_by_one_and_in_lists() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, FORM).await?;
        let filled = page
            .act("\"Name\"", json!({"action": "fill", "value": "Ada"}))
            .await?;
        assert_eq!(outcome(&filled), "changed", "{filled:#}");
        assert_eq!(
            page.tab
                .evaluate("document.forms[0].elements.name.value")
                .await?,
            "Ada"
        );
        let list = json!({"actions": [
            {"action": "fill", "uid": page.uid("\"Mail\"")?, "value": "ada@example.org"},
            {"action": "set", "uid": page.uid("\"Born\"")?, "value": "1815-12-10"},
            {"action": "fill", "uid": page.uid("\"Secret\"")?, "value": "babbage"},
            {"action": "fill", "uid": page.uid("\"Notes\"")?, "value": "one\ntwo"},
            {"action": "select", "uid": page.uid("\"Colour\"")?, "labels": ["Green"]},
            {"action": "fill", "uid": page.uid("\"Upper\"")?, "value": "abc"},
        ]});
        let done = page.ask(list).await?.ok()?;
        let words: Vec<_> = done["results"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|result| result["outcome"].clone())
            .collect();
        assert_eq!(words, vec!["changed"; 6], "{done:#}");
        assert!(!done.to_string().contains("babbage"), "{done:#}");
        let values =
            "[...document.querySelectorAll('input, textarea, select')].map((field) => field.value)";
        assert_eq!(
            page.tab.evaluate(values).await?,
            json!([
                "Ada",
                "ada@example.org",
                "1815-12-10",
                "babbage",
                "one\ntwo",
                "Green",
                "ABC"
            ])
        );
        let upper = &done["results"][5]["evidence"];
        assert_eq!(
            (&upper["readBack"], &upper["now"]),
            (&json!("value_differs"), &json!("ABC")),
            "{done:#}"
        );
        Ok(())
    })
}

#[test]
fn a_field_says_what_it_takes() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, FORM).await?;
        let wrong = json!({"action": "select", "uid": page.uid("\"Colour\"")?, "labels": ["Blue"]});
        let wrong = page.ask(wrong).await?;
        assert_eq!(wrong.code()?, "option_not_found");
        assert!(
            wrong.body["message"]
                .as_str()
                .unwrap_or_default()
                .contains("\"Red\", \"Green\""),
            "{}",
            wrong.body
        );
        let typed = page
            .act("\"Name\"", json!({"action": "type", "text": "!"}))
            .await?;
        assert_eq!(outcome(&typed), "changed", "{typed:#}");
        let filled = json!({"action": "fill", "value": "ada@example.org"});
        page.act("\"Mail\"", filled).await?;
        let cleared = page.act("\"Mail\"", json!({"action": "clear"})).await?;
        assert_eq!(outcome(&cleared), "changed", "{cleared:#}");
        Ok(())
    })
}

#[test]
fn where_an_action_leads_the_answer_is() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let there = chain.site.page(Page::html(
            "<title>There</title><h1>There</h1><p>Arrived</p>",
        ));
        let page = Shown::open(&chain, &format!("<title>Here</title><h1>Here</h1><a href='{there}'>Go</a> <a href='{there}' target=_blank>New</a>")).await?;
        let opened = page.click("\"New\"").await?;
        assert_eq!(outcome(&opened), "opened_tab", "{opened:#}");
        let new = opened["newTabs"][0].clone();
        let listed = chain.agent.tabs().await?;
        assert!(
            listed
                .iter()
                .any(|tab| tab["tab"] == new && tab["title"] == "There"),
            "{listed:#?}"
        );
        let gone = page.click("\"Go\"").await?;
        assert_eq!(
            (outcome(&gone), &gone["results"][0]["evidence"]["url"]),
            ("navigated", &json!(there)),
            "{gone:#}"
        );
        assert!(tree(&gone).contains("Arrived"), "{gone:#}");
        let old = page
            .ask(json!({"action": "click", "uid": page.uid("\"Go\"")?}))
            .await?;
        assert_eq!(old.code()?, "stale_uid", "{}", old.body);
        for (action, title) in [("back", "Here"), ("forward", "There"), ("reload", "There")] {
            let moved = page.ask(json!({"action": action})).await?.ok()?;
            assert_eq!(
                (outcome(&moved), &moved["pageTitle"]),
                ("navigated", &json!(title)),
                "{moved:#}"
            );
            assert_eq!(moved["settled"], Value::Null, "{action}: {moved:#}");
        }
        let home = chain
            .site
            .page(Page::html("<title>Home</title><h1>Home</h1>"));
        let moved = page
            .ask(json!({"action": "navigate", "url": home}))
            .await?
            .ok()?;
        assert_eq!(
            (outcome(&moved), &moved["pageTitle"]),
            ("navigated", &json!("Home")),
            "{moved:#}"
        );

        Ok(())
    })
}

/// A tab that a path names, and the user whose refs are meant.
struct PathTab<'a> {
    chain: &'a Chain,
    path: String,
}

impl PathTab<'_> {
    async fn post(&self, what: &str, mut body: Value) -> anyhow::Result<Reply> {
        body["userId"] = json!("ada");
        let path = format!("{}/{what}", self.path);
        self.chain.agent.post(&path, body).await
    }

    /// Does it, and what came of it.
    async fn act(&self, what: &str, body: Value) -> anyhow::Result<Value> {
        let done = self.post(what, body).await?.ok().context(what.to_owned())?;
        anyhow::ensure!(done["ok"] == true, "{what}: {done:#}");
        Ok(done)
    }

    async fn snapshot(&self) -> anyhow::Result<String> {
        let path = format!("{}/snapshot?userId=ada", self.path);
        let answer = self.chain.agent.get(&path).await?.ok()?;
        let text = answer["snapshot"].as_str().context("a text")?;
        Ok(text.to_owned())
    }
}

/// The fifth ref is a button.
const SEARCH: &str = "<title>Search</title><h1>Search</h1>
<a href='#1'>One</a> <a href='#2'>Two</a> <a href='#3'>Three</a>
<form action='ACTION'><label>Query <input name=q value=old></label></form>
<button onclick='said.textContent = \"Was clicked\"'>Fifth</button><p id=said></p>
<div style='height: 5000px'></div>";

/// Back from what was found, and there again.
async fn through_history(tab: &PathTab<'_>, (search, found): (&str, &str)) -> anyhow::Result<()> {
    let back = tab.act("back", json!({})).await?;
    assert_eq!(
        (&back["outcome"], &back["url"]),
        (&json!("navigated"), &json!(search)),
        "{back:#}"
    );
    let forward = tab.act("forward", json!({})).await?;
    assert_eq!(
        forward["url"],
        json!(format!("{found}?q=Lovelace")),
        "{forward:#}"
    );
    tab.act("navigate", json!({"url": search})).await?;
    tab.act("refresh", json!({})).await?;
    let focused = tab.act("click", json!({"selector": "input"})).await?;
    assert_eq!(focused["role"], "textbox", "{focused:#}");
    let pressed = tab.act("press", json!({"key": "Enter"})).await?;
    assert_eq!(
        pressed["url"],
        json!(format!("{found}?q=old")),
        "{pressed:#}"
    );
    Ok(())
}

#[test]
fn a_tab_is_driven_by_the_refs_of_its_snapshots() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let found = chain
            .site
            .page(Page::html("<title>Found</title><h1>Found</h1>"));
        let search = chain
            .site
            .page(Page::html(SEARCH.replace("ACTION", &found)));
        let open = json!({"userId": "ada", "sessionKey": "task", "url": search});
        let opened = chain.agent.post("/tabs", open).await?.ok()?;
        assert_eq!(opened["url"], json!(search), "{opened:#}");
        let path = format!("/tabs/{}", opened["tabId"].as_str().context("text")?);
        let tab = PathTab {
            chain: &chain,
            path,
        };
        let text = tab.snapshot().await?;
        assert!(text.contains("- button \"Fifth\" [e5]"), "{text}");

        let clicked = tab.act("click", json!({"ref": "e5"})).await?;
        assert_eq!(
            (&clicked["outcome"], &clicked["name"], &clicked["url"]),
            (&json!("changed"), &json!("Fifth"), &json!(search)),
            "{clicked:#}"
        );
        let text = tab.snapshot().await?;
        assert!(text.contains("Was clicked"), "{text}");
        let scrolled = tab.act("scroll", json!({})).await?;
        assert_eq!(scrolled["action"], "scroll", "{scrolled:#}");
        let still = tab
            .post("scroll", json!({"direction": "left"}))
            .await?
            .ok()?;
        assert_eq!(
            (&still["ok"], &still["outcome"]),
            (&json!(false), &json!("already"))
        );

        let text = json!({"ref": "e4", "text": "Lovelace", "submit": true});
        let sent = tab.act("type", text).await?;
        let there = format!("{found}?q=Lovelace");
        assert_eq!(
            (&sent["outcome"], &sent["filled"]["outcome"], &sent["url"]),
            (&json!("navigated"), &json!("changed"), &json!(there)),
            "{sent:#}"
        );
        assert!(tab.snapshot().await?.contains("Found"));
        through_history(&tab, (&search, &found)).await?;

        let closing = format!("{}?userId=ada", tab.path);
        let closed = chain.agent.delete(&closing).await?.ok()?;
        assert_eq!(closed["outcome"], "closed_tab", "{closed:#}");
        let gone = tab.post("back", json!({})).await?;
        assert_eq!(gone.code()?, "tab_not_found", "{}", gone.body);
        Ok(())
    })
}

#[test]
fn an_agent_opens_and_closes_tabs_of_its_own() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let there = Page::html("<title>There</title><h1>There</h1>");
        let there = chain.site.page(there);
        let page = Shown::open(&chain, "<title>Here</title><h1>Here</h1>").await?;
        let own = page
            .ask(json!({"action": "new_tab", "url": there}))
            .await?
            .ok()?;
        assert_eq!(
            (outcome(&own), &own["pageTitle"]),
            ("navigated", &json!("There")),
            "{own:#}"
        );
        let tab = own["tab"].clone();
        let close = json!({"action": "close_tab", "tab": tab});
        let closed = page.ask(close).await?.ok()?;
        assert_eq!(outcome(&closed), "closed_tab", "{closed:#}");
        let refused = page.ask(json!({"action": "close_tab"})).await?;
        assert_eq!(refused.code()?, "permission_denied");
        for url in [
            "file:///etc/passwd",
            "javascript:alert(1)",
            "chrome://settings",
            "there",
            "http://a:b@127.0.0.1/",
        ] {
            let refused = page.ask(json!({"action": "navigate", "url": url})).await?;
            assert_eq!(refused.code()?, "bad_request", "{url}");
        }
        Ok(())
    })
}

#[test]
fn in_a_claimed_tab_no_other_agent_acts() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, "<title>Here</title><button>Press</button>").await?;
        let made = chain.command(&["token", "add", "ada", "--scope", "act"])?;
        let ada = chain
            .agent
            .with_token(String::from_utf8(made.stdout)?.trim());
        let tab = page.tab.handle().await?;
        let as_ada = async |action: &str| {
            let body = json!({"action": action, "tab": tab, "snapshot": "none"});
            ada.post("/interact", body).await
        };
        for _ in 0..2 {
            assert_eq!(outcome(&as_ada("claim_tab").await?.ok()?), "claimed");
            let click = json!({"action": "click", "uid": page.uid("\"Press\"")?});
            for body in [
                click,
                json!({"action": "reload"}),
                json!({"action": "claim_tab"}),
            ] {
                let refused = page.ask(body).await?;
                assert_eq!(refused.code()?, "tab_claimed");
                assert_eq!(refused.body["retryable"], true);
            }
            page.tab.observe(json!({})).await?;
            assert_eq!(outcome(&as_ada("reload").await?.ok()?), "navigated");
            assert_eq!(outcome(&as_ada("release_tab").await?.ok()?), "released");
            assert_eq!(
                outcome(&page.ask(json!({"action": "reload"})).await?.ok()?),
                "navigated"
            );
        }
        Ok(())
    })
}

#[test]
fn what_is_done_to_a_tab_is_done_once_too() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let there = Page::html("<title>There</title><h1>There</h1>");
        let there = chain.site.page(there);
        let page = Shown::open(&chain, "<title>Here</title><h1>Here</h1>").await?;
        // The second comes while the first is being done.
        let lead = json!({"action": "navigate", "url": there, "key": "lead"});
        let (first, second) = tokio::join!(page.ask(lead.clone()), page.ask(lead));
        let led = [first?.ok()?, second?.ok()?];
        let before = led.iter().filter(|each| is_before(each)).count();
        let all = led.iter().all(|each| outcome(each) == "navigated");
        assert!(all && before == 1, "{led:#?}");

        let open = json!({"action": "new_tab", "url": there, "key": "open"});
        let opened = page.ask(open.clone()).await?.ok()?;
        let again = page.ask(open).await?.ok()?;
        assert_eq!(again["tab"], opened["tab"], "{again:#}");
        let close = json!({"action": "close_tab", "tab": opened["tab"], "key": "close"});
        let closed = page.ask(close.clone()).await?.ok()?;
        let again = page.ask(close).await?.ok()?;
        assert_eq!(outcome(&closed), "closed_tab", "{closed:#}");
        assert_eq!(outcome(&again), "closed_tab", "{again:#}");
        assert!(is_before(&again), "{again:#}");
        Ok(())
    })
}

const BY_SELECTOR: &str = "<title>By selector</title><h1>By selector</h1><p id=told>Nothing</p>
<button class=save onclick='tell(\"first\")'>Save</button><button class=save>Save</button>
<button id=only onclick='tell(\"only\")'>Only</button><button id=gone hidden>Gone</button>
<iframe id=near srcdoc=\"<button class=inner onclick='parent.tell(&quot;inner&quot;)'>In</button>\"></iframe>
<div id=one></div><div id=two></div><script>
window.tell = (what) => { told.textContent = `Told ${what}`; };
for (const host of ['one', 'two']) {
  const root = document.getElementById(host).attachShadow({mode: 'open'});
  root.innerHTML = '<button class=twin>Twin</button>';
  root.firstChild.onclick = () => tell(host);
}</script>";

#[test]
fn a_selector_names_one_element_or_none() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, BY_SELECTOR).await?;
        for (target, told) in [
            (json!({"selector": "#only"}), "Told only"),
            (
                json!({"selector": "button", "frame": ["#near"]}),
                "Told inner",
            ),
            (json!({"selector": ".twin", "hosts": ["#two"]}), "Told two"),
            (json!({"selector": ".inner"}), "Told inner"),
        ] {
            let clicked = page.ask(with(json!({"action": "click"}), &target)).await?;
            let clicked = clicked.ok().with_context(|| target.to_string())?;
            assert_eq!(outcome(&clicked), "changed", "{clicked:#}");
            let says = page.tab.evaluate("told.textContent").await?;
            assert_eq!(says, json!(told), "{target}");
        }
        page.tab.evaluate("tell('nothing')").await?;
        for (target, code) in [
            (json!({"selector": ".save"}), "ambiguous_id"),
            (json!({"selector": ".twin"}), "ambiguous_id"),
            (
                json!({"selector": ".twin", "hosts": ["#three"]}),
                "scope_not_found",
            ),
            (json!({"selector": "#nowhere"}), "scope_not_found"),
            (json!({"selector": "#gone"}), "element_not_visible"),
            (json!({"selector": "["}), "bad_request"),
            (json!({"selector": "[value^=a]"}), "bad_request"),
            (json!({"selector": "#only", "uid": "1"}), "bad_request"),
            (json!({"hosts": ["#two"], "uid": "1"}), "bad_request"),
        ] {
            let refused = page.ask(with(json!({"action": "click"}), &target)).await?;
            assert_eq!(refused.code()?, code, "{target}");
            let says = page.tab.evaluate("told.textContent").await?;
            assert_eq!(says, json!("Told nothing"), "{target}");
        }
        let tab = page.tab.handle().await?.to_string();
        let output = chain.command(&["click", "css=#only", "--tab", &tab])?;
        assert!(output.status.success(), "{output:?}");
        let says = page.tab.evaluate("told.textContent").await?;
        assert_eq!(says, json!("Told only"));
        // Repeated under its key it is not done again.
        let once = json!({"action": "click", "selector": "#only", "key": "once"});
        page.ask(once.clone()).await?.ok()?;
        page.tab.evaluate("tell('nothing')").await?;
        let again = page.ask(once).await?.ok()?;
        assert!(is_before(&again), "{again:#}");
        let says = page.tab.evaluate("told.textContent").await?;
        assert_eq!(says, json!("Told nothing"));
        Ok(())
    })
}

/// One object with the fields of both.
fn with(mut one: Value, other: &Value) -> Value {
    for (name, value) in other.as_object().into_iter().flatten() {
        one[name] = value.clone();
    }
    one
}

/// Whether an answer is that of an earlier request.
fn is_before(answer: &Value) -> bool {
    answer["results"][0]["before"] == json!(true)
}

/// A page that asks the person things.
const ASKING: &str = "<title>Asking</title><h1>Asking</h1><p id=said>Nothing</p>
<button id=delete onclick='say(confirm(\"Delete 1?\"))'>Delete</button>
<button onclick='setTimeout(() => say(confirm(\"Delete 2?\")), 100)'>Delete soon</button>
<button onclick='say(prompt(\"Name?\", \"x\"))'>Rename</button>
<button onclick='alert(\"Careful\")'>Warn</button>
<button onclick='while (!confirm(\"Sure?\")); say(\"Sure\")'>Insist</button>
<iframe srcdoc='<button onclick=\"parent.say(confirm(&amp;quot;Delete 3?&amp;quot;))\">Delete inside</button>'></iframe>
<script>function say(what) { said.textContent = `Said ${what}`; }</script>";

/// Button, `dialogs`, and what is told of the dialog and said in the page.
const ANSWERED: &str = r#"Delete | {"confirm": "accept"} | confirm | Delete 1? | accept | Said true
Delete | {"confirm": "dismiss"} | confirm | Delete 1? | dismiss | Said false
Delete soon | {"confirm": "accept"} | confirm | Delete 2? | accept | Said true
Rename | {"prompt": "Ada"} | prompt | Name? | accept | Said Ada
Rename | {"prompt": null} | prompt | Name? | dismiss | Said null
Delete inside | {"confirm": "accept"} | confirm | Delete 3? | accept | Said true
Warn | {} | alert | Careful | accept | nothing"#;

#[test]
fn dialogs_are_answered_where_the_agent_says_how() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, ASKING).await?;
        for row in ANSWERED
            .lines()
            .map(|row| row.split(" | ").collect::<Vec<_>>())
        {
            let [button, dialogs, kind, message, answer, said] = row[..] else {
                bail!("{row:?}");
            };
            let dialogs: Value = serde_json::from_str(dialogs)?;
            let act = json!({"action": "click", "dialogs": dialogs});
            let done = page.act(&format!("\"{button}\""), act).await?;
            let result = &done["results"][0];
            let expected = json!([{"kind": kind, "message": message, "answer": answer}]);
            assert_eq!(result["evidence"]["dialogs"], expected, "{done:#}");
            match said {
                "nothing" => assert_eq!(outcome(&done), "dialog", "{done:#}"),
                said => assert!(
                    outcome(&done) == "changed" && tree(&done).contains(said),
                    "{done:#}"
                ),
            }
            // Only for as long as the action takes.
            let own =
                "[confirm, prompt, alert].every((each) => String(each).includes('native code'))";
            page.tab.wait_for(own).await?;
        }
        on_a_page_that_lets_few_scripts_in(&chain).await?;
        a_dialog_without_an_answer_waits_for_the_person(&chain, &page).await
    })
}

async fn on_a_page_that_lets_few_scripts_in(chain: &Chain) -> anyhow::Result<()> {
    let html = "<title>Strict</title><button id=b>Ask</button><p id=said></p>
        <script nonce=abc>b.onclick = () => { said.textContent = confirm('Sure?') ? 'Yes' : 'No' }</script>";
    let policy = "default-src 'none'; script-src 'nonce-abc'; require-trusted-types-for 'script'; trusted-types none";
    let page = Page::html(html).header("content-security-policy", policy);
    let page = Shown::of(chain, chain.open(page).await?).await?;
    let act = json!({"action": "click", "dialogs": {"confirm": "accept"}});
    let done = page.act("\"Ask\"", act).await?;
    assert!(tree(&done).contains("Yes"), "{done:#}");
    Ok(())
}

async fn a_dialog_without_an_answer_waits_for_the_person(
    chain: &Chain,
    page: &Shown<'_>,
) -> anyhow::Result<()> {
    let dismissed = json!({"confirm": "dismiss"});
    let prompted = json!({"prompt": "Ada"});
    for (button, dialogs) in [
        ("Delete", &prompted),
        ("Delete soon", &prompted),
        ("Insist", &dismissed),
    ] {
        let act = json!({"action": "click", "dialogs": dialogs});
        let done = page.act(&format!("\"{button}\""), act).await?;
        assert_eq!(outcome(&done), "dialog", "{done:#}");
        let told = done["results"][0]["evidence"]["dialogs"]
            .as_array()
            .context("dialogs")?;
        assert_eq!(
            told.last().context("one")?["answer"],
            Value::Null,
            "{done:#}"
        );
        assert!(
            done.get("tree").is_none() && done["hint"].is_string(),
            "{done:#}"
        );
        let seen = page.ask(json!({"action": "scroll", "by": [0, 9]})).await?;
        assert_eq!(seen.code()?, "page_blocked");
        answer_by_hand(page).await?;
    }
    let nothing_said = json!({"action": "click", "uid": page.uid("\"Delete\"")?});
    let blocked = page.ask(nothing_said).await?;
    assert_eq!(blocked.code()?, "page_blocked");
    assert_eq!(
        blocked.body["retryable"],
        json!(false),
        "{:#}",
        blocked.body
    );
    answer_by_hand(page).await?;
    // What hung is no longer waited for.
    let next = json!({"action": "scroll", "by": [0, 9], "timeoutMs": 6000});
    page.ask(next).await?.ok()?;
    let tab = page.tab.handle().await?.to_string();
    let command = [
        "click",
        "css=#delete",
        "--confirm",
        "dismiss",
        "--tab",
        &tab,
    ];
    let output = chain.command(&command)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        printed.contains("confirm \"Delete 1?\": dismissed"),
        "{output:?}"
    );
    Ok(())
}

async fn answer_by_hand(page: &Shown<'_>) -> anyhow::Result<()> {
    let yes = json!({"accept": true});
    page.tab.command("Page.handleJavaScriptDialog", yes).await?;
    Ok(())
}

/// A page whose clock ticks and whose banner moves, all by themselves.
const TICKING: &str = "<title>Ticking</title><h1>Ticking</h1><p>It is <b id=clock>0</b> o'clock</p>
<button onclick='0'>Nothing</button> <button onclick='told.textContent = \"Told\"'>Tell</button>
<p id=told>Nothing told</p> <button onclick='clock.textContent = \"none\"'>Reset</button>
<button onclick='(async () => { await null; await null; clock.textContent = \"\"; })()'>Reset soon</button>
<script>let n = 0;
setInterval(() => { clock.textContent = String(++n); }, 120);</script>";

#[test]
fn a_ticking_page_is_unchanged_and_hides_no_change() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, TICKING).await?;
        // It has ticked often enough to be known for it.
        let seen_first = page.tab.evaluate("n").await?;
        page.tab.wait_for(&format!("n > {seen_first} + 5")).await?;
        for _ in 0..3 {
            let nothing = page.click("\"Nothing\"").await?;
            assert_eq!(outcome(&nothing), "unchanged", "{nothing:#}");
        }
        let told = page.click("\"Tell\"").await?;
        assert_eq!(outcome(&told), "changed", "{told:#}");
        assert!(tree(&told).contains("Told"), "{told:#}");
        // What the click's own handler does to the clock is the click's doing.
        for button in ["\"Reset\"", "\"Reset soon\""] {
            let reset = page.click(button).await?;
            assert_eq!(outcome(&reset), "changed", "{reset:#}");
        }
        Ok(())
    })
}

/// A page that has said several things by itself, and says nothing more.
const AT_REST: &str = "<title>At rest</title><h1>At rest</h1><p id=said>Nothing yet</p>
<button onclick='setTimeout(() => { say(\"Answered \" + ++asked); }, 250)'>Ask</button>
<script>let asked = 0; const say = (text) => { said.textContent = text; };</script>";

#[test]
fn what_was_set_a_few_times_is_no_clock() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, AT_REST).await?;
        let wait = "new Promise((resolve) => setTimeout(resolve, 200))";
        for (asked, times) in [(1, 1), (2, 2), (3, 5)] {
            let said = format!(
                "(async () => {{ for (let n = 0; n < {times}; n++) {{ say('Loading ' + n); \
                 await {wait}; }} say('Loaded'); }})()"
            );
            page.tab.evaluate(&said).await?;
            // It misses two of its turns, and so is at rest.
            if times > 1 {
                for _ in 0..8 {
                    page.tab.evaluate(wait).await?;
                }
            }
            let answer = page.click("\"Ask\"").await?;
            assert_eq!(outcome(&answer), "changed", "{times}: {answer:#}");
            assert!(
                tree(&answer).contains(&format!("Answered {asked}")),
                "{answer:#}"
            );
        }
        Ok(())
    })
}

const PLACES: &str = "<title>Places</title><h1>Places</h1><iframe id=near srcdoc=\"<button onclick='this.textContent = &quot;Near done&quot;'>Near</button>\"></iframe>
<div id=open></div><div id=closed></div><script>
const fill = (mode) => { const root = document.getElementById(mode).attachShadow({mode});
  root.innerHTML = `<button>In ${mode}</button>`;
  root.firstChild.onclick = () => { root.firstChild.textContent = `Done ${mode}`; }; };
fill('open'); fill('closed');</script>";

#[test]
fn frames_shadow_roots_and_hidden_tabs_are_as_the_front() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let far = "<button onclick='this.textContent = \"Far done\"'>Far</button>";
        let far = chain.site.alone("far", Page::html(far));
        let html = format!("{PLACES}<iframe src='{far}'></iframe>");
        let hidden = chain.hidden_tab().await?;
        hidden.goto(&chain.site.page(Page::html(&html))).await?;
        for page in [
            Shown::open(&chain, &html).await?,
            Shown::of(&chain, hidden).await?,
        ] {
            for (part, after) in [
                ("\"Near\"", "Near done"),
                ("\"Far\"", "Far done"),
                ("\"In open\"", "Done open"),
                ("\"In closed\"", "Done closed"),
            ] {
                let done = page.click(part).await?;
                assert_eq!(outcome(&done), "changed", "{part}: {done:#}");
                assert!(tree(&done).contains(after), "{part}: {done:#}");
            }
        }
        Ok(())
    })
}

const ROWS: &str = "<title>Rows</title><table><tr><td>Ada</td><td><output>3</output></td>
<td><button onclick='this.closest(\"tr\").querySelector(\"output\").value++'>+</button></td></tr>
<tr><td>Alan</td><td><output>7</output></td><td><button>+</button></td></tr></table>
<button onclick='this.textContent = `Like ${++likes}`'>Like 0</button>
<ul id=list></ul><script>let likes = 0; const clicked = [];
const draw = (names) => { list.innerHTML = ''; for (const name of names) {
  const item = document.createElement('li'); item.innerHTML = `${name} <button>Open</button>`;
  item.querySelector('button').onclick = () => clicked.push(name); list.append(item); } };
draw(['One', 'Two', 'Three']);</script>";

/// What other tools click wrong.
// Where other tools click on something else: a node inserted before the element, and the first of
// two equal ones removed (`never_another_row`), a button whose name is a counter
// (`never_another_element`), a uid of the page before a click that navigates
// (`where_an_action_leads_the_answer_is`), and a page that has come back out of the cache.

#[test]
fn a_page_that_comes_back_has_its_own_elements_or_none() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let there = chain
            .site
            .page(Page::html("<title>There</title><button>Press</button>"));
        let html = format!("<title>Here</title><a href='{there}'>Go</a> <button>Press</button>");
        let page = Shown::open(&chain, &html).await?;
        let record = "document.onclick = ({target}) => { window.pressed = target.textContent; }; 0";
        page.tab.evaluate(record).await?;
        page.click("\"Go\"").await?;
        page.tab.evaluate(record).await?;
        let back = page
            .ask(json!({"action": "back", "snapshot": "none"}))
            .await?
            .ok()?;
        assert_eq!(outcome(&back), "navigated", "{back:#}");
        let pressed = page
            .ask(json!({"action": "click", "uid": page.uid("\"Press\"")?}))
            .await?;
        // Chrome may have kept the document, or have loaded it anew.
        let kept = page.tab.evaluate("window.pressed === 'Press'").await? == json!(true);
        match kept {
            true => drop(pressed.ok()?),
            false => assert_eq!(pressed.code()?, "stale_uid", "{}", pressed.body),
        }
        let anew = Shown::of(&chain, page.tab).await?;
        anew.click("\"Go\"").await?;
        assert_eq!(anew.tab.evaluate("document.title").await?, "There");
        Ok(())
    })
}

#[test]
fn never_another_element() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, ROWS).await?;
        // The next "+" of a row that the click itself has changed, and a button with a counter.
        let plus = page.uid("button \"+\"")?;
        for count in 4..7 {
            let done = page
                .ask(json!({"action": "click", "uid": plus, "snapshot": "none"}))
                .await?;
            let done = done.ok()?;
            assert_eq!(outcome(&done), "changed", "{count}: {done:#}");
        }
        let list = vec![json!({"action": "click", "uid": plus}); 3];
        page.ask(json!({"actions": list})).await?.ok()?;
        assert_eq!(
            page.tab
                .evaluate("document.querySelector('output').value")
                .await?,
            "9"
        );
        for _ in 0..2 {
            page.click("\"Like 0\"").await?;
        }
        assert_eq!(page.tab.evaluate("likes").await?, 2);

        Ok(())
    })
}

#[test]
fn never_another_row() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, ROWS).await?;
        // Another node before it, and the first of two equal ones removed.
        let two = page
            .tree
            .lines()
            .filter(|line| line.contains("\"Open\""))
            .nth(1);
        let two = two
            .and_then(|line| line.split_whitespace().next())
            .unwrap_or_default()
            .to_owned();
        page.tab.evaluate("list.prepend(document.createElement('li')); list.firstChild.innerHTML = 'Zero <button>Open</button>'; 0").await?;
        page.ask(json!({"action": "click", "uid": two}))
            .await?
            .ok()?;
        page.tab.evaluate("list.children[1].remove(); 0").await?;
        page.ask(json!({"action": "click", "uid": two}))
            .await?
            .ok()?;
        assert_eq!(page.tab.evaluate("clicked").await?, json!(["Two", "Two"]));
        // Drawn anew it is found again; as another row it is not.
        page.tab.evaluate("draw(['Three', 'Two']); 0").await?;
        let drawn = page
            .ask(json!({"action": "click", "uid": two}))
            .await?
            .ok()?;
        assert_eq!(drawn["results"][0]["rerendered"], true, "{drawn:#}");
        page.tab.evaluate("draw(['Three', 'Mallory']); 0").await?;
        let gone = page.ask(json!({"action": "click", "uid": two})).await?;
        assert_eq!(gone.code()?, "stale_uid", "{}", gone.body);
        assert_eq!(
            page.tab.evaluate("clicked").await?,
            json!(["Two", "Two", "Two"])
        );
        Ok(())
    })
}

/// A page of which a window shows the first lines alone.
fn long_page() -> String {
    let rows = (1..=400).map(|row| {
        format!("<tr><td>Order {row}<td><button onclick='act(this)'>Edit {row}</button></tr>")
    });
    format!(
        "<title>Long</title><h1>Long</h1><p id=said>Nothing</p>
        <button onclick='said.textContent = \"Done\"'>Act</button>
        <button onclick='document.querySelectorAll(\"td:first-child\").forEach((cell) => {{
          cell.textContent = `Changed ${{cell.textContent}}`; }})'>All</button>
        <table>{}</table><script>function act(button) {{
          button.insertAdjacentHTML('afterend', '<button>Save</button>'); }}</script>",
        rows.collect::<String>()
    )
}

#[test]
fn who_has_seen_a_window_of_a_page_is_told_what_their_action_changed() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let tab = chain.open(Page::html(long_page())).await?;
        let first = json!({"format": "lean", "max_tokens": 200});
        let window = tab.observe(first).await?;
        assert!(window["cursor"].is_string(), "{window:#}");
        let page = Shown {
            tree: tree(&window).to_owned(),
            chain: &chain,
            tab,
        };
        let done = page.click("\"Act\"").await?;
        assert_eq!(done["delta"], "changes", "{done:#}");
        let said = tree(&done);
        assert!(
            said.starts_with("...(changes since the actions began"),
            "{said}"
        );
        assert!(said.contains("Done") && said.len() < 200, "{said}");
        assert_eq!(done["since"], Value::Null, "of no snapshot");
        // What an action has opened may be named; what no text has shown may not.
        let sought = json!({"session": page.tab.name, "tab": page.tab.handle().await?,
            "role": "button", "name": "Edit 300"});
        let found = chain.agent.post("/find", sought).await?.ok()?;
        let edit = found["matches"][0]["uid"].clone();
        let opened = page
            .ask(json!({"action": "click", "uid": edit}))
            .await?
            .ok()?;
        let save = tree(&opened).lines().find(|line| line.contains("Save"));
        let save = save.and_then(|line| line.trim_start_matches(['+', ' ']).split(' ').next());
        let save = save.context("a uid")?.to_owned();
        page.ask(json!({"action": "click", "uid": save}))
            .await?
            .ok()?;
        // What is too much for the answer comes in windows.
        let all = json!({"action": "click", "uid": page.uid("\"All\"")?, "max_tokens": 300});
        let large = page.ask(all).await?.ok()?;
        assert_eq!(large["delta"], Value::Null, "{large:#}");
        assert!(large["cursor"].is_string(), "{large:#}");
        Ok(())
    })
}

/// What is dragged by the browser (a list), by the pointer (a list of its own, a knob), and where
/// nothing may be dropped; and what takes files.
const DRAGGED: &str = "<title>Dragged</title><style>li { height: 24px } #knob { position: relative; width: 30px }</style>
<ul id=native aria-label=Native><li draggable=true tabindex=0 aria-label=One>One</li><li draggable=true tabindex=0 aria-label=Two>Two</li><li draggable=true tabindex=0 aria-label=Three>Three</li></ul>
<ul id=own aria-label=Own><li><button>Red</button></li><li><button>Green</button></li><li><button>Blue</button></li></ul>
<button id=knob>Knob</button><button id=nowhere>Nowhere</button><a href='#x'>Link</a>
<p id=heard></p><script>
const events = []; let dragged = null;
native.addEventListener('dragstart', (event) => { dragged = event.target;
  event.dataTransfer.setData('text/plain', dragged.textContent); events.push('dragstart'); });
native.addEventListener('dragover', (event) => event.preventDefault());
native.addEventListener('drop', (event) => { event.preventDefault();
  events.push('drop ' + event.dataTransfer.getData('text/plain'));
  event.target.closest('li').after(dragged); });
native.addEventListener('dragend', () => events.push('dragend'));
let held = null;
own.addEventListener('pointerdown', (event) => { held = event.target.closest('li'); });
addEventListener('pointermove', (event) => {
  if (!held) return;
  const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('#own li');
  if (under && under !== held) under.after(held); });
addEventListener('pointerup', () => { held = null; });
knob.addEventListener('pointerdown', (event) => { knob.setPointerCapture(event.pointerId); knob.dataset.down = event.clientX; });
knob.addEventListener('pointermove', (event) => { if (knob.dataset.down)
  knob.style.left = `${event.clientX - knob.dataset.down}px`; });
knob.addEventListener('pointerup', () => delete knob.dataset.down);
const order = (list) => [...list.children].map((item) => item.textContent).join(' ');
</script>";

#[test]
fn elements_are_dragged_by_the_browser_and_by_the_pointer() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, DRAGGED).await?;
        let onto =
            |name: &str| anyhow::Ok(json!({"action": "drag", "to": {"uid": page.uid(name)?}}));
        let native = page
            .act("listitem \"One\"", onto("listitem \"Two\"")?)
            .await?;
        assert_eq!(outcome(&native), "changed", "{native:#}");
        let order = page.tab.evaluate("order(native)").await?;
        assert_eq!(order, "Two One Three");
        let heard = page.tab.evaluate("events").await?;
        assert_eq!(heard, json!(["dragstart", "drop One", "dragend"]));
        let own = page.act("\"Red\"", onto("\"Blue\"")?).await?;
        assert_eq!(outcome(&own), "changed", "{own:#}");
        assert_eq!(page.tab.evaluate("order(own)").await?, "Green Blue Red");
        page.act("\"Knob\"", json!({"action": "drag", "to": {"by": [80, 0]}}))
            .await?;
        assert_eq!(page.tab.evaluate("knob.style.left").await?, "80px");
        // Where it is not taken, the answer says so.
        let link = page.act("\"Link\"", onto("\"Nowhere\"")?).await?;
        assert_eq!(outcome(&link), "unchanged", "{link:#}");
        assert_eq!(link["results"][0]["hint"], "drop_not_taken", "{link:#}");
        for (to, code) in [
            (json!({"uid": 999_999}), "unknown_uid"),
            (json!({"by": "far"}), "bad_request"),
            (Value::Null, "bad_request"),
        ] {
            let body = json!({"action": "drag", "uid": page.uid("\"Knob\"")?, "to": to});
            assert_eq!(page.ask(body).await?.code()?, code, "{to}");
        }
        Ok(())
    })
}

const FILES: &str = "<title>Files</title><label>Picture <input type=file id=one></label>
<label>Papers <input type=file id=many multiple></label> <input type=file disabled aria-label=Off>
<button id=hidden onclick='0'>Choose<input type=file hidden id=within></button>
<div id=zone role=button tabindex=0 aria-label=Zone style='height:40px'>Drop here</div>
<button onclick='0'>Nothing</button><p id=said>Nothing</p><script>
const told = [];
const tell = async (files) => { for (const file of files) told.push([file.name, file.type, await file.text()]);
  said.textContent = told.map(([name]) => name).join(); };
for (const field of document.querySelectorAll('input')) field.onchange = () => tell(field.files);
zone.ondragover = (event) => event.preventDefault();
zone.ondrop = (event) => { event.preventDefault(); tell(event.dataTransfer.files); };
</script>";

#[test]
fn files_are_given_to_fields_and_dropped_on_areas() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let page = Shown::open(&chain, FILES).await?;
        let file = |name: &str| json!({"name": name, "type": "text/plain", "base64": "QWRh"});
        let upload = |names: &[&str]| {
            let files: Vec<Value> = names.iter().map(|name| file(name)).collect();
            json!({"action": "upload", "files": files})
        };
        for (part, names) in [
            ("button \"Picture\"", &["a.txt"][..]),
            ("button \"Papers\"", &["b.txt", "c.txt"]),
            ("\"Choose", &["d.txt"]),
            ("\"Zone\"", &["e.txt"]),
        ] {
            let done = page.act(part, upload(names)).await?;
            assert_eq!(outcome(&done), "changed", "{part}: {done:#}");
        }
        let told = page.tab.evaluate("told").await?;
        let names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt"];
        assert_eq!(told, json!(names.map(|name| [name, "text/plain", "Ada"])));
        for (part, names, code) in [
            ("button \"Picture\"", &["a.txt", "b.txt"][..], "bad_request"),
            ("\"Off\"", &["a.txt"], "element_disabled"),
            ("\"Nothing\"", &["a.txt"], "not_applicable"),
            ("button \"Picture\"", &["../a.txt"], "bad_request"),
            ("button \"Picture\"", &[], "bad_request"),
        ] {
            let mut body = upload(names);
            body["uid"] = json!(page.uid(part)?);
            assert_eq!(page.ask(body).await?.code()?, code, "{part} {names:?}");
        }
        by_command(&chain, &page).await
    })
}

/// Files of the disk, by the command line.
async fn by_command(chain: &Chain, page: &Shown<'_>) -> anyhow::Result<()> {
    let path = chain.folder.path().join("paper.txt");
    std::fs::write(&path, "Grace")?;
    let (uid, session) = (page.uid("button \"Papers\"")?, page.tab.name.clone());
    let path = path.display().to_string();
    let given = chain.command(&["upload", &uid, &path, "--session", &session])?;
    let said = String::from_utf8(given.stdout)?;
    assert!(
        given.status.success() && said.contains("paper.txt"),
        "{said}"
    );
    let told = page.tab.evaluate("told.at(-1)").await?;
    assert_eq!(told, json!(["paper.txt", "", "Grace"]));
    Ok(())
}

/// A list whose rows are given to other orders in the task after an event.
fn recycled(event: &str, effect: &str) -> String {
    format!(
        "<title>Recycled</title><ul id=list></ul><script>
        const clicked = [], orders = ['Ada', 'Grace', 'Alan'];
        for (const order of orders) {{
          const row = document.createElement('li');
          row.innerHTML = '<b></b> <button>Open</button> <input aria-label=Note> <i></i>';
          const show = (name) => {{ row.order = name; row.querySelector('b').textContent = name; }};
          row.show = show; show(order); list.append(row);
          row.querySelector('button').onclick = () => clicked.push(row.order);
          row.querySelector('input').oninput = () => clicked.push(row.order + ' noted');
        }}
        const rows = [...list.children];
        const effects = {{
          another: () => rows.forEach((row, at) => row.show(orders[(at + 1) % 3])),
          more: () => rows.forEach((row) => row.querySelector('i').textContent = 'more'),
          gone: () => rows[1].remove(),
        }};
        const {{ port1, port2 }} = new MessageChannel();
        port1.onmessage = effects.{effect};
        list.addEventListener('{event}', () => port2.postMessage(0), {{ once: true }});
        </script>"
    )
}

#[test]
fn a_row_that_becomes_another_between_two_events_is_not_acted_on() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let click = json!({"action": "click"});
        let fill = json!({"action": "fill", "value": "Hers"});
        let refused = [
            ("pointermove", "another", &click, "changed_uid"),
            ("pointerdown", "another", &click, "changed_uid"),
            ("mouseup", "another", &click, "changed_uid"),
            ("pointermove", "gone", &click, "stale_uid"),
            ("mousedown", "gone", &click, "changed_uid"),
            ("focusin", "another", &fill, "changed_uid"),
        ];
        for (event, effect, action, code) in refused {
            let page = Shown::open(&chain, &recycled(event, effect)).await?;
            let reply = page.second(action.clone()).await?;
            assert_eq!(reply.code()?, code, "{event}: {:#}", reply.body);
            let clicked = page.tab.evaluate("clicked").await?;
            assert_eq!(clicked, json!([]), "{event}, {effect}");
        }
        // What shows more where the pointer is remains what it was.
        for event in ["pointerover", "mousedown"] {
            let page = Shown::open(&chain, &recycled(event, "more")).await?;
            page.second(click.clone()).await?.ok()?;
            let clicked = page.tab.evaluate("clicked").await?;
            assert_eq!(clicked, json!(["Grace"]), "{event}");
        }
        Ok(())
    })
}

const ONCE: &str = "<title>Once</title><h1>Once</h1><button>Count</button><p id=said>0</p><script>
let count = 0; for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
  document.addEventListener(type, () => { window.steps = (window.steps ?? 0) + 1; });
document.querySelector('button').onclick = () => { said.textContent = String(++count); };</script>";

/// Stops every worker, after so many trips to another page: each round a little later.
async fn stop_worker(internals: &Tab, trips: usize) -> anyhow::Result<()> {
    for _ in 0..trips {
        internals.evaluate("0").await?;
    }
    let stop =
        "document.querySelectorAll('[data-command=stop]').forEach((button) => button.click())";
    internals.evaluate(stop).await.map(drop)
}

/// Asks until there is an answer: a fault that is no `retryable` one is one.
async fn until_answered(page: &Shown<'_>, body: &Value) -> anyhow::Result<Reply> {
    until("an answer", || async {
        let reply = page.ask(body.clone()).await?;
        let again = reply.status >= 400 && reply.body["retryable"] == true;
        Ok((!again).then_some(reply))
    })
    .await
}

#[test]
fn an_action_is_done_once_whenever_the_worker_ends() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let internals = chain.tab().await?;
        internals.goto("chrome://serviceworker-internals/").await?;
        let button = "document.querySelector('[data-command=stop]') !== null";
        internals.wait_for(button).await?;
        let page = Shown::open(&chain, ONCE).await?;
        let mut unknown = 0;
        for round in 0..12 {
            let before = page
                .tab
                .evaluate("count")
                .await?
                .as_u64()
                .unwrap_or_default();
            let body = json!({"action": "click", "uid": page.uid("\"Count\"")?,
                "key": format!("round {round}"), "snapshot": "none"});
            let (first, stopped) =
                tokio::join!(page.ask(body.clone()), stop_worker(&internals, round));
            stopped?;
            let first = first?;
            // The same again: it is done now where it was not, and never twice.
            let reply = until_answered(&page, &body).await?;
            let reply = reply
                .ok()
                .with_context(|| format!("{round}: {:?}", first.body))?;
            unknown += u32::from(outcome(&reply) == "unknown");
            let clicks = page
                .tab
                .evaluate("count")
                .await?
                .as_u64()
                .unwrap_or_default()
                - before;
            assert_eq!(clicks, 1, "{round}: {:?} {reply:#}", first.body);
        }
        // The document stays: it can always tell.
        assert_eq!(unknown, 0);
        Ok(())
    })
}

/// The task of the README: sign in, filter a table, edit a row.
#[test]
fn a_task_from_sign_in_to_an_edited_row() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let mut page = Shown::of(&chain, chain.open_fixture("shop.html").await?).await?;
        // Whether a secret has become another one is not said.
        let password = page.uid("\"Password\"")?;
        for (value, expected) in [("wrong", "changed"), ("wrong again", "done")] {
            let fill = json!({"action": "fill", "uid": password, "value": value});
            let filled = page.ask(fill).await?.ok()?;
            assert_eq!(outcome(&filled), expected, "{filled:#}");
        }
        let sign_in = json!({"snapshot": "full", "actions": [
            {"action": "fill", "uid": page.uid("\"E-mail\"")?, "value": "ada@example.org"},
            {"action": "fill", "uid": page.uid("\"Password\"")?, "value": "engine"},
            {"action": "click", "uid": page.uid("button \"Sign in\"")?},
        ]});
        let signed_in = page.ask(sign_in).await?.ok()?;
        assert_eq!(signed_in["results"][2]["outcome"], "changed");
        page.tree = tree(&signed_in).to_owned();
        assert!(page.tree.contains("60 of 60 orders"), "{signed_in:#}");
        assert!(!page.tree.contains("engine"), "{signed_in:#}");

        let filter = json!({"action": "fill", "value": "grace", "snapshot": "full"});
        let filtered = page.act("\"Customer\"", filter).await?;
        page.tree = tree(&filtered).to_owned();
        assert!(page.tree.contains("12 of 60 orders"), "{filtered:#}");
        assert!(!page.tree.contains("Ada Lovelace"), "{filtered:#}");

        let edit = json!({"action": "click", "snapshot": "full"});
        let editing = page.act("button \"Edit\"", edit).await?;
        page.tree = tree(&editing).to_owned();
        assert!(page.tree.contains("h2 \"Order 1002\""), "{editing:#}");
        let save = json!({"actions": [
            {"action": "fill", "uid": page.uid("spinbutton \"Amount\"")?, "value": "99"},
            {"action": "select", "uid": page.uid("combobox \"State\"")?, "labels": ["Paid"]},
            {"action": "click", "uid": page.uid("button \"Save\"")?},
        ]});
        let saved = page.ask(save).await?.ok()?;
        let row =
            "[...document.querySelector('tbody').rows[0].cells].map((cell) => cell.textContent)";
        let row = page.tab.evaluate(row).await?;
        assert_eq!(
            row,
            json!(["1002", "Grace Hopper", "99.00", "Paid", "Edit"]),
            "{saved:#}"
        );
        Ok(())
    })
}

/// Keys that name no element go to what has the focus, in whichever frame that is.
#[test]
fn keys_go_into_the_frame_that_has_the_focus() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start().await?;
        let inner = chain.site.page(Page::html("<input aria-label=Deep>"));
        let inner = inner.replacen("127.0.0.1", "other.localhost", 1);
        let html = format!(
            "<input aria-label=Top><iframe srcdoc=\"<iframe src='{inner}'></iframe>\"></iframe>"
        );
        let page = Shown::open(&chain, &html).await?;
        page.act("\"Deep\"", json!({"action": "focus"})).await?;
        page.ask(json!({"action": "type", "text": "ab"}))
            .await?
            .ok()?;
        page.ask(json!({"action": "press", "keys": "Backspace"}))
            .await?
            .ok()?;
        let seen = page.tab.observe(json!({"format": "lean"})).await?;
        assert!(
            tree(&seen).contains("textbox \"Deep\" =\"a\""),
            "{}",
            tree(&seen)
        );
        page.act("\"Top\"", json!({"action": "focus"})).await?;
        page.ask(json!({"action": "type", "text": "c"}))
            .await?
            .ok()?;
        let seen = page.tab.observe(json!({"format": "lean"})).await?;
        assert!(
            tree(&seen).contains("textbox \"Top\" =\"c\""),
            "{}",
            tree(&seen)
        );
        // What is in the inner frame is the first stop of the outer one.
        page.ask(json!({"action": "press", "keys": "Tab"}))
            .await?
            .ok()?;
        page.ask(json!({"action": "type", "text": "d"}))
            .await?
            .ok()?;
        let seen = page.tab.observe(json!({"format": "lean"})).await?;
        assert!(
            tree(&seen).contains("textbox \"Deep\" =\"d\""),
            "{}",
            tree(&seen)
        );
        Ok(())
    })
}
