//! Secret fields: no response has their value or its length.

use crate::agreement::comparison::documents;
use axlens_harness::tab::{text, uid_of};
use axlens_harness::{Page, Tab, on_chain};
use serde_json::{Value, json};

/// The secrets of the fixture. Each has letters, because a number could be in a response by chance.
const SECRETS: &[&str] = &[
    "correct-horse-battery",
    "314159-pi",
    "card-4111",
    "cvc-qux",
    "open-sesame-91",
    "xyzzy-plugh",
    "tango-zulu-7",
];

fn assert_no_secret(what: &str, answer: &Value) {
    let all = answer.to_string();
    for secret in SECRETS {
        assert!(!all.contains(secret), "{what} shows {secret}: {all}");
    }
}

#[test]
fn no_format_shows_a_secret() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        for format in ["outline", "numbered", "refs", "tabs", "lean"] {
            let answer = tab.observe(json!({"format": format})).await?;
            assert_no_secret(format, &answer);
        }
        let answer = tab.observe(json!({})).await?;
        let tree = axlens_harness::tab::text(&answer);
        for name in [
            "Password",
            "Code",
            "Card",
            "Security code",
            "Phrase",
            "Secret word",
        ] {
            let line = tree
                .lines()
                .find(|line| line.contains(&format!("\"{name}\" [uid=")))
                .unwrap_or_default();
            assert!(line.contains("[REDACTED]"), "{name}: {line:?} in\n{tree}");
        }
        let line = tree
            .lines()
            .find(|line| line.contains("\"E-mail\" [uid="))
            .unwrap_or_default();
        assert!(line.contains("ada@example.org"), "{tree}");
        Ok(())
    })
}

#[test]
fn explaining_shows_no_secret() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        for selector in ["[name=password]", "[name=code]", "#amount", "form"] {
            assert_no_secret(selector, &tab.explain(selector).await?.ok()?);
        }
        Ok(())
    })
}

#[test]
fn the_length_of_a_secret_changes_nothing() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        let short = tab.observe(json!({})).await?;
        tab.evaluate("document.querySelector('[name=password]').value = 'x'.repeat(500); void 0")
            .await?;
        let long = tab.observe(json!({})).await?;
        assert_eq!(
            (&short["tree"], &short["tokenEstimate"]),
            (&long["tree"], &long["tokenEstimate"])
        );
        Ok(())
    })
}

#[test]
fn a_password_made_visible_stays_secret() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        tab.observe(json!({})).await?;
        tab.evaluate("document.querySelector('[name=password]').type = 'text'; void 0")
            .await?;
        assert_no_secret("a visible password", &tab.observe(json!({})).await?);
        Ok(())
    })
}

/// Selectors that test the first letters of a password, with `{}` in place of the letters.
const ORACLES: &[&str] = &[
    "[value^='{}']",
    "[VALUE^='{}' i]",
    "[*|value^='{}']",
    "[|value^='{}']",
    r"[\76 alue^='{}']",
    r"[va\6Cue^='{}']",
    r"[\000076\000061lue^='{}']",
    "[/**/value/**/^='{}'/**/]",
    "[value^='{}'",
    ":is([value^='{}'], !!!)",
    ":where(:is([value^='{}']))",
    "input:not(:not([value^='{}']))",
    "form:has([value^='{}'])",
    "label:has(> input:nth-child(1 of [value^='{}']))",
];

/// Each selector works in the browser. Therefore the server must reject all of them.
#[test]
fn no_selector_is_an_oracle() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        for oracle in ORACLES {
            let [right, wrong] = ["corr", "wron"].map(|letters| oracle.replace("{}", letters));
            let found = json!([right, wrong]);
            let works =
                format!("{found}.map((each) => document.querySelectorAll(each).length > 0)");
            assert_eq!(
                tab.evaluate(&works).await?,
                json!([true, false]),
                "{oracle}"
            );
            for selector in [right, wrong] {
                let scoped = tab.ask(json!({"scope": selector})).await?;
                let explained = tab.explain(&selector).await?;
                for reply in [scoped, explained] {
                    assert_eq!(
                        (reply.status, reply.code()?),
                        (400, "bad_request"),
                        "{selector}"
                    );
                    let message = reply.body["message"].as_str().unwrap_or_default();
                    assert!(message.contains("tests the value of a field"), "{message}");
                }
            }
        }
        Ok(())
    })
}

#[test]
fn a_selector_without_a_value_is_allowed() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("login.html").await?;
        for selector in [
            "[name=password]",
            "form[aria-label='Sign in']:not([title='[value=x]'])",
        ] {
            let answer = tab.observe(json!({"scope": selector})).await?;
            assert_no_secret(selector, &answer);
            tab.explain(selector).await?.ok()?;
        }
        Ok(())
    })
}

const FORMATS: [&str; 5] = ["outline", "numbered", "refs", "tabs", "lean"];

/// The values of the fields that match a selector.
async fn values(tab: &Tab, selector: &str) -> anyhow::Result<Vec<String>> {
    let found = format!("[...document.querySelectorAll({selector:?})].map((each) => each.value)");
    Ok(serde_json::from_value(tab.evaluate(&found).await?)?)
}

/// All responses to an agent about a tab, and all records that the extension's worker receives.
pub async fn all_answers(tab: &Tab, name: &str) -> anyhow::Result<Vec<(String, Value)>> {
    let mut answers = Vec::new();
    for format in FORMATS {
        let params = json!({"format": format, "session": name, "max_depth": 30,
            "include": ["urls", "descriptions", "selectors"]});
        answers.push((format.to_string(), tab.observe(params).await?));
    }
    for record in documents::read_documents(tab).await?.0 {
        answers.push(("the record".into(), json!(record.record)));
    }
    Ok(answers)
}

#[test]
fn fifty_kinds_of_secret_fields_are_redacted_and_thirty_others_are_not() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("secret-fields.html").await?;
        let secret = values(&tab, "[data-secret]").await?;
        let plain = values(&tab, "[data-plain]").await?;
        assert_eq!((secret.len(), plain.len()), (50, 30));
        for (what, answer) in all_answers(&tab, "kinds").await? {
            let all = answer.to_string();
            let leaked: Vec<_> = secret.iter().filter(|each| all.contains(*each)).collect();
            assert!(leaked.is_empty(), "{what} has {leaked:?}");
            if what != "tabs" {
                let missing: Vec<_> = plain.iter().filter(|each| !all.contains(*each)).collect();
                assert!(missing.is_empty(), "{what} lacks {missing:?}");
            }
        }
        Ok(())
    })
}

#[test]
fn explain_locate_find_and_deltas_redact_every_kind() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("secret-fields.html").await?;
        let secret = values(&tab, "[data-secret]").await?;
        let assert_redacted = |what: &str, answer: &Value| {
            let all = answer.to_string();
            let leaked = secret.iter().find(|each| all.contains(*each));
            assert_eq!(leaked, None, "{what}: {all}");
        };
        let tree = text(&tab.observe(json!({"max_depth": 30})).await?);
        let lines = tree.lines().filter(|line| line.contains("[REDACTED]"));
        for line in lines {
            let uid = uid_of(line, "[uid=")?;
            assert_redacted(line, &tab.locate(&uid).await?.ok()?);
        }
        for at in 1..=50 {
            let selector = format!("main p:nth-of-type({at}) [data-secret]");
            let explained = tab.explain(&selector).await?.ok()?;
            assert_redacted(&selector, &explained);
            assert_eq!(explained["states"]["secret"], json!(true), "{explained}");
        }
        for part in ["hush", "moth", "4111", "3782"] {
            let find = json!({"find": part, "max_depth": 30});
            let found = tab.observe(find).await?;
            assert!(!text(&found).contains("[REDACTED]"), "{part}: {found}");
        }
        let change = "document.querySelectorAll('[data-secret]').forEach((each) => { each.title = 'new'; }); void 0";
        tab.evaluate(change).await?;
        let delta = json!({"compression": "delta", "max_depth": 30});
        assert_redacted("the delta", &tab.observe(delta).await?);
        Ok(())
    })
}

#[test]
fn the_length_of_a_secret_of_any_kind_changes_nothing() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("secret-fields.html").await?;
        let trees = async |name: &str| -> anyhow::Result<Vec<Value>> {
            let answers = all_answers(&tab, name).await?.into_iter();
            // A record has the time at which it was made.
            let answers = answers.filter(|(what, _)| what != "the record");
            let parts = ["tree", "tokenEstimate", "header", "stats"];
            let only = |(_, answer): (String, Value)| parts.map(|part| answer[part].clone()).into();
            Ok(answers.map(only).collect())
        };
        let before = trees("short").await?;
        tab.evaluate("document.querySelectorAll('[data-secret]').forEach((each) => { each.value = 'x'.repeat(77); }); void 0")
            .await?;
        assert_eq!(before, trees("long").await?);
        Ok(())
    })
}

/// Runs a script in the page and returns the text of the next delta.
async fn delta_after(tab: &Tab, change: &str) -> anyhow::Result<String> {
    tab.evaluate(&format!("{change}; void 0")).await?;
    Ok(text(&tab.observe(json!({"compression": "delta"})).await?))
}

#[test]
fn a_card_number_is_secret_when_it_is_complete() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain
            .open(Page::html("<label>Reference <input id=field></label>"))
            .await?;
        tab.tree().await?;
        let typed = delta_after(&tab, "field.value = '411111111111111'").await?;
        // An incomplete number is not recognizable as a card number.
        assert!(typed.contains("411111111111111"), "{typed}");
        let whole = delta_after(&tab, "field.value = '4111 1111 1111 1111'").await?;
        assert!(whole.contains("[REDACTED]"), "{whole}");
        assert!(!whole.contains("1111 1111 1111 1111"), "{whole}");
        let shorter = delta_after(&tab, "field.value = '4111 1111 1111 11'").await?;
        assert!(!shorter.contains("1111"), "{shorter}");
        Ok(())
    })
}

/// Pages, each with the change after the first request, which adds the secret `hush-later`.
const LATER: &[(&str, &str)] = &[
    // A password field becomes a text field before it is read.
    (
        "<input id=field aria-label=Alpha>",
        "field.type = 'password'; field.value = 'hush-later'; field.type = 'text'",
    ),
    // A text field replaces a password field.
    (
        "<div id=place><input type=password name=alpha></div>",
        "place.innerHTML = '<input name=alpha value=hush-later>'",
    ),
    // The same, but the password field is added and removed between two requests.
    (
        "<div id=place></div>",
        "place.innerHTML = '<input type=password name=alpha>'; await new Promise((resolve) => setTimeout(resolve)); place.innerHTML = '<input name=alpha value=hush-later>'",
    ),
    // A password field is added to the form of a plain field.
    (
        "<input name=alpha value=hush-later><div id=place></div>",
        "place.innerHTML = '<input type=password name=alpha>'",
    ),
    // The same, in a shadow root.
    (
        "<label>Alpha <input value=hush-later></label><div id=place></div>",
        "place.attachShadow({mode: 'closed'}).innerHTML = '<label>Alpha <input type=password></label>'",
    ),
    // The text of a label changes.
    (
        "<label id=label for=field>Alpha</label><div><input id=field value=hush-later></div>",
        "label.textContent = 'One-time code'",
    ),
    // The same with `aria-labelledby`, in a shadow root.
    (
        "<div id=place></div><script>const root = place.attachShadow({mode: 'open'}); root.innerHTML = '<b id=label>Alpha</b><p><input aria-labelledby=label value=hush-later></p>'</script>",
        "root.querySelector('b').textContent = 'Security code'",
    ),
    // Editable text instead of a field.
    (
        "<div id=field contenteditable role=textbox aria-label=Alpha></div>",
        "field.setAttribute('aria-label', 'Your PIN'); field.textContent = 'hush-later'",
    ),
    // A custom element with an attribute `value`.
    (
        "<own-field id=field name=alpha></own-field>",
        "field.setAttribute('name', 'cvv'); field.setAttribute('value', 'hush-later')",
    ),
    (
        "<p>Alpha</p>",
        "document.body.innerHTML = '<label>Password <input value=hush-later></label>'",
    ),
];

#[test]
fn a_field_that_becomes_secret_is_redacted() -> anyhow::Result<()> {
    on_chain(async |chain| {
        for (page, change) in LATER {
            let tab = chain.open(Page::html(*page)).await?;
            tab.tree().await?;
            let before = documents::read_documents(&tab).await?.0;
            assert_eq!(before.len(), 1, "{page}");
            tab.evaluate(&format!("(async () => {{ {change} }})()"))
                .await?;
            let delta = tab.observe(json!({"compression": "delta"})).await?;
            assert!(!delta.to_string().contains("hush-later"), "{page}: {delta}");
            for (what, answer) in all_answers(&tab, "later").await? {
                assert!(
                    !answer.to_string().contains("hush-later"),
                    "{page}: {what}: {answer}"
                );
            }
            let fields = "document.querySelectorAll('input:not([type=password])').length";
            if tab.evaluate(fields).await? != json!(0) {
                let tree = tab.tree().await?;
                assert!(tree.contains("[REDACTED]"), "{page}: {tree}");
            }
        }
        Ok(())
    })
}

/// URLs with a password, as browsers parse them. `HOST` is replaced by the host of the page.
const URLS: &[&str] = &[
    "http://ada:love-lace-pw@HOST/a",
    "http://love-lace-pw@HOST/b",
    "//ada:love-lace-pw@HOST/c",
    r"http:\\ada:love-lace-pw@HOST/d",
    r"\\ada:love-lace-pw@HOST/e",
    " ht&#10;tp://ada:love-&#9;lace-pw@HOST/f",
    "http://ada:love-lace-pw@@HOST/g",
    "ftp://ada:love-lace-pw@HOST/h",
    "own-scheme://ada:love-lace-pw@HOST/i",
    "view-source:http://ada:love-lace-pw@HOST/j",
    "http://HOST/k?next=http://ada:love-lace-pw@HOST/",
    "HTTPS://ada:love-lace-pw@no%20host/",
];

fn page_with_passwords(url: &str, with_password: &str) -> String {
    let host = url.trim_start_matches("http://").split('/').next();
    let links = URLS.iter().enumerate().map(|(at, each)| {
        let each = each.replace("HOST", host.unwrap_or_default());
        format!(
            "<a href=\"{each}\">Link {at}</a>
            <svg><a xlink:href=\"{each}\"><text>Drawn {at}</text></a></svg>"
        )
    });
    format!(
        "<base href='{with_password}'><form action='{with_password}'><input name=one></form>
        <map name=m><area href='{with_password}' alt=Area></map><img usemap=#m>
        <iframe src='{with_password}'></iframe><object data='{with_password}'></object>{}",
        links.collect::<String>()
    )
}

#[test]
fn no_response_has_the_password_of_a_url() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        let handle = tab.handle().await?;
        let url = chain.site.page(Page::html("<p>Empty"));
        let with_password = url.replacen("http://", "http://ada:love-lace-pw@", 1);
        let page = page_with_passwords(&url, &with_password);
        let url = chain.site.page(Page::html(page));
        tab.goto(&url.replacen("http://", "http://ada:love-lace-pw@", 1))
            .await?;
        let assert_no_password = |what: &str, answer: &str| {
            assert!(!answer.contains("lace-pw"), "{what}: {answer}");
        };
        for (what, answer) in all_answers(&tab, "user-info").await? {
            assert_no_password(&what, &answer.to_string());
            if what == "outline" {
                for at in 0..URLS.len() {
                    assert!(text(&answer).contains(&format!("Link {at}\"")), "{answer}");
                }
                assert_eq!(answer["url"], json!(url), "{answer}");
            }
        }
        let tabs = json!(chain.agent.tabs().await?);
        assert_no_password("/tabs", &tabs.to_string());
        let all = tabs.as_array().into_iter().flatten();
        let own = all.filter(|each| each["tab"] == json!(handle));
        assert_eq!(
            own.map(|each| &each["url"]).collect::<Vec<_>>(),
            [&json!(url)]
        );
        assert_no_password("/explain", &tab.explain("svg a").await?.body.to_string());
        for selector in [
            "[href*=love]",
            r"[\68 ref*='lace']",
            "form[action*=wrong]",
            "[*|href^=a]",
        ] {
            let reply = tab.ask(json!({"scope": selector})).await?;
            assert_eq!(
                (reply.status, reply.code()?),
                (400, "bad_request"),
                "{reply:?}"
            );
        }
        tab.evaluate("document.body.attachShadow({mode: 'closed'}).innerHTML = '<a href=http://ada:love-lace-pw@127.0.0.1/>In</a>'; document.querySelectorAll('a, area, form, iframe, base').forEach((each) => each.remove()); void 0")
            .await?;
        for selector in ["[href*=love]", "[href*=love]"] {
            let reply = tab.ask(json!({"scope": selector})).await?;
            assert!([400, 404].contains(&reply.status), "{reply:?}");
        }
        Ok(())
    })
}

#[test]
fn urls_without_a_password_are_unchanged() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let links = [
            "https://medium.example/@ada",
            "mailto:ada@example.org",
            "/a//b@c",
            "?q=a@b",
            "x@y",
        ];
        let page: String = links
            .map(|each| format!("<a href='{each}'>{each}</a> "))
            .concat();
        let tab = chain.open(Page::html(page)).await?;
        let answer = tab
            .observe(json!({"format": "lean", "include": ["urls"]}))
            .await?;
        for link in links {
            assert!(text(&answer).contains(&format!("url={link}")), "{answer}");
        }
        let scoped = tab.observe(json!({"scope": "[href*='medium']"})).await?;
        assert!(text(&scoped).contains("medium.example"), "{scoped}");
        Ok(())
    })
}
