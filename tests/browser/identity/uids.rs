//! The four promises of docs/design.md about uids, in one browser. `life` in tests/ui tests them
//! with two browsers and when the extension is reloaded.

use anyhow::Context;
use axlens_harness::tab::{text, uid_of, uid_on};
use axlens_harness::{Chain, Page, Tab, on_chain};
use serde_json::{Value, json};

const ROWS: &str = "<!doctype html><title>Rows</title><table><caption>People</caption><tbody id=rows></tbody></table><script>
    window.render = (names) => { rows.innerHTML = names.map((name) => `<tr><td>${name}</td><td><button>Delete</button></td></tr>`).join(''); };
    render(['Ada', 'Grace', 'Alan']);
</script>";

async fn tree(tab: &Tab) -> anyhow::Result<String> {
    tab.tree().await
}

/// The uid of the button in the row with this name.
fn in_row(tree: &str, name: &str) -> Option<String> {
    let mut lines = tree
        .lines()
        .skip_while(|line| !line.contains(&format!("\"{name}\"")));
    lines.find_map(|line| {
        if line.contains("button") {
            uid_on(line)
        } else {
            None
        }
    })
}

#[test]
fn uids_do_not_depend_on_earlier_requests() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let one = chain.open_fixture("dashboard.html").await?;
        let two = chain.open_fixture("dashboard.html").await?;
        one.observe(json!({"scope": "footer"})).await?;
        one.observe(json!({"interactive_only": true, "max_depth": 1}))
            .await?;
        two.observe(json!({"format": "lean"})).await?;
        assert_eq!(tree(&one).await?, tree(&two).await?);
        Ok(())
    })
}

#[test]
fn a_connected_element_keeps_its_uid() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<!doctype html><title>Living</title><div id=box><button id=it>Old name</button><button>Other</button></div>")).await?;
        let uid = uid_of(&tree(&tab).await?, "\"Old name\"")?;
        tab.evaluate("it.textContent = 'New name'; it.setAttribute('aria-expanded', 'true'); it.id = 'that'; void 0").await?;
        assert_eq!(uid_of(&tree(&tab).await?, "\"New name\"")?, uid);
        tab.evaluate("box.prepend(...Array.from({length: 20}, () => { const b = document.createElement('button'); b.textContent = 'New name'; return b; })); void 0").await?;
        let after = tree(&tab).await?;
        let places: Vec<_> = after
            .lines()
            .filter(|line| line.contains("\"New name\""))
            .filter_map(uid_on)
            .collect();
        assert_eq!(places.len(), 21, "{after}");
        assert_eq!(places.last(), Some(&uid), "{after}");
        tab.evaluate("document.body.append(document.getElementById('that')); void 0")
            .await?;
        assert_eq!(
            tree(&tab).await?.lines().filter_map(uid_on).next_back(),
            Some(uid)
        );
        Ok(())
    })
}

#[test]
fn a_filtered_snapshot_keeps_the_uids_of_other_elements() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tree(&tab).await?;
        tab.observe(json!({"scope": "footer"})).await?;
        assert_eq!(tree(&tab).await?, before);
        let uid = uid_of(&before, "\"Settings\"")?;
        tab.observe(json!({"scope": "footer"})).await?;
        assert_eq!(tab.locate(&uid).await?.status, 200);
        Ok(())
    })
}

#[test]
fn a_rerendered_element_keeps_its_uid() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(ROWS)).await?;
        let before = tree(&tab).await?;
        tab.evaluate("render(['Ada', 'Grace', 'Alan']); void 0")
            .await?;
        assert_eq!(tree(&tab).await?, before);
        Ok(())
    })
}

#[test]
fn a_row_with_another_persons_data_gets_another_uid() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(ROWS)).await?;
        let before = tree(&tab).await?;
        let old = in_row(&before, "Ada");
        assert!(old.is_some(), "{before}");
        tab.evaluate("render(['Mallory', 'Grace', 'Alan']); void 0")
            .await?;
        let after = tree(&tab).await?;
        assert_eq!(
            in_row(&after, "Grace"),
            in_row(&before, "Grace"),
            "{before}\n{after}"
        );
        assert!(
            !after.lines().filter_map(uid_on).any(|uid| Some(uid) == old),
            "{before}\n{after}"
        );
        Ok(())
    })
}

#[test]
fn an_element_that_returns_after_it_was_replaced_gets_a_new_uid() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain
            .open(Page::html(
                "<!doctype html><title>Back</title><div id=box><button id=save>Save</button></div>",
            ))
            .await?;
        let uid = uid_of(&tree(&tab).await?, "\"Save\"")?;
        tab.evaluate("window.old = document.getElementById('save'); const b = document.createElement('button'); b.id = 'save'; b.textContent = 'Save'; old.replaceWith(b); void 0").await?;
        assert_eq!(
            uid_of(&tree(&tab).await?, "\"Save\"")?,
            uid,
            "the new one takes over"
        );
        tab.evaluate("box.append(old); void 0").await?;
        let both = tree(&tab).await?;
        let uids: Vec<_> = both
            .lines()
            .filter(|line| line.contains("\"Save\""))
            .filter_map(uid_on)
            .collect();
        assert_eq!(uids.len(), 2, "{both}");
        assert_eq!(uids[0], uid, "{both}");
        assert_ne!(uids[1], uid, "{both}");
        Ok(())
    })
}

#[test]
fn an_element_that_was_removed_and_inserted_again_keeps_its_uid() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<!doctype html><title>Away</title><div id=box><button id=save>Save</button><button>Stay</button></div>")).await?;
        let uid = uid_of(&tree(&tab).await?, "\"Save\"")?;
        tab.evaluate("window.old = document.getElementById('save'); old.remove(); void 0")
            .await?;
        assert!(!tree(&tab).await?.contains("Save"));
        tab.evaluate("box.append(old); void 0").await?;
        assert_eq!(uid_of(&tree(&tab).await?, "\"Save\"")?, uid);
        Ok(())
    })
}

#[test]
fn locate_finds_an_element_of_the_snapshot() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html("<!doctype html><title>Box</title><body style='margin:0'><button style='position:absolute;left:40px;top:60px;width:120px;height:30px'>Here</button>")).await?;
        let uid = uid_of(&tree(&tab).await?, "\"Here\"")?;
        let found = tab.locate(&uid).await?.ok()?;
        assert_eq!(found["box"], json!([40, 60, 120, 30]), "{found}");
        assert!(found["selector"].is_string(), "{found}");
        assert_eq!(
            tab.locate(&format!("uid={uid}")).await?.ok()?["box"],
            found["box"]
        );
        Ok(())
    })
}

#[test]
fn a_uid_that_is_not_in_the_sessions_snapshots_is_unknown() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let uid = uid_of(&tree(&tab).await?, "\"Settings\"")?;
        let stranger = chain.session();
        let other = chain.open_fixture("login.html").await?;
        other.observe(json!({"session": stranger})).await?;
        let stranger = chain
            .agent
            .post("/locate", json!({"uid": uid, "session": stranger}))
            .await?;
        assert_eq!((stranger.status, stranger.code()?), (404, "unknown_uid"));
        assert_eq!(tab.locate("99999").await?.code()?, "unknown_uid");
        for nonsense in ["", "button", "-1", "5.x", "0"] {
            let reply = tab.locate(nonsense).await?;
            assert!([400, 404].contains(&reply.status), "{nonsense}: {reply:?}");
        }
        Ok(())
    })
}

#[test]
fn the_uid_of_a_removed_element_is_stale() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain
            .open(Page::html(
                "<!doctype html><title>Gone</title><button id=one>One</button><button>Two</button>",
            ))
            .await?;
        let uid = uid_of(&tree(&tab).await?, "\"One\"")?;
        tab.evaluate("one.remove(); void 0").await?;
        let reply = tab.locate(&uid).await?;
        assert_eq!((reply.status, reply.code()?), (404, "stale_uid"));
        Ok(())
    })
}

#[test]
fn the_uid_of_an_earlier_document_is_stale() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let uid = uid_of(&tree(&tab).await?, "\"Settings\"")?;
        tab.goto(&chain.site.fixture("dashboard.html")?).await?;
        let reply = tab.locate(&uid).await?;
        assert_eq!(
            (reply.status, reply.code()?),
            (404, "stale_uid"),
            "the new page has the same uids, but it is not in a snapshot"
        );
        Ok(())
    })
}

#[test]
fn a_recycled_row_gives_changed_uid_until_the_next_snapshot() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open(Page::html(ROWS)).await?;
        let uid = in_row(&tree(&tab).await?, "Ada").unwrap_or_default();
        assert_eq!(tab.locate(&uid).await?.status, 200);
        // A virtual list puts another person's data into the same elements.
        tab.evaluate("rows.querySelector('td').textContent = 'Mallory'; void 0")
            .await?;
        for _ in 0..5 {
            let changed = tab.locate(&uid).await?;
            assert_eq!((changed.status, changed.code()?), (409, "changed_uid"));
            let fault = changed.body.to_string();
            assert!(fault.contains("Mallory"), "{fault}");
        }
        tree(&tab).await?;
        assert_eq!(tab.locate(&uid).await?.status, 200);
        Ok(())
    })
}

#[test]
fn push_state_keeps_the_document_and_its_uids() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("dashboard.html").await?;
        let before = tab.observe(json!({})).await?;
        tab.evaluate("history.pushState({}, '', location.pathname + '?other'); void 0")
            .await?;
        let after = tab.observe(json!({})).await?;
        assert_eq!(
            (&before["tree"], &before["world"], &before["document"]),
            (&after["tree"], &after["world"], &after["document"])
        );
        assert!(
            after["url"]
                .as_str()
                .is_some_and(|url| url.ends_with("?other")),
            "{after}"
        );
        let uid = uid_of(&text(&before), "\"Settings\"")?;
        assert_eq!(tab.locate(&uid).await?.status, 200);
        Ok(())
    })
}

#[test]
fn going_back_keeps_the_uids() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain
            .open(Page::html(
                "<!doctype html><title>First</title><button>Stay</button><script>
            addEventListener('pageshow', (event) => { window.fromCache = event.persisted; });
        </script>",
            ))
            .await?;
        let first = tab.observe(json!({})).await?;
        let uid = uid_of(&text(&first), "\"Stay\"")?;
        tab.goto(&chain.site.fixture("plain.html")?).await?;
        tab.observe(json!({})).await?;
        assert_eq!(tab.locate(&uid).await?.code()?, "stale_uid");
        tab.start("history.back()")?;
        tab.wait_for("document.title === 'First' && 'fromCache' in window")
            .await?;
        let back = tab.observe(json!({})).await?;
        if tab.evaluate("window.fromCache").await? == json!(true) {
            assert_eq!(
                (&first["tree"], &first["world"], &first["document"]),
                (&back["tree"], &back["world"], &back["document"])
            );
        }
        // Loaded again or from the cache: the same page state has the same uids.
        assert_eq!(first["tree"], back["tree"]);
        Ok(())
    })
}

#[test]
fn locate_accepts_the_ids_of_every_format() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        let refs = tab.observe(json!({"format": "refs"})).await?;
        assert!(text(&refs).contains("[ref=e1]"), "{refs}");
        for reference in ["e1", "@e1", "ref=e1"] {
            assert_eq!(tab.locate(reference).await?.status, 200, "{reference}");
        }
        let numbered = tab.observe(json!({"format": "numbered"})).await?;
        let reply = chain
            .agent
            .post(
                "/locate",
                json!({"id": 1, "snapshot": numbered["snapshot"], "session": tab.name}),
            )
            .await?;
        assert_eq!(reply.status, 200, "{}", reply.body);
        Ok(())
    })
}

/// A click on this uid, in a session that names no tab: the fault, or the tab in which it happened.
async fn tab_of_click(chain: &Chain, uid: &str) -> anyhow::Result<Result<u64, Value>> {
    let click = json!({"action": "click", "uid": uid, "session": "shared", "snapshot": "none"});
    let reply = chain.agent.post("/interact", click).await?;
    Ok(match reply.status {
        200 => Ok(reply.body["tab"].as_u64().context("a tab")?),
        _ => Err(reply.body),
    })
}

#[test]
fn a_uid_of_several_tabs_means_the_tab_that_was_read_last() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let one = chain.open_fixture("plain.html").await?;
        let two = chain.open_fixture("plain.html").await?;
        let read = async |tab: &Tab| -> anyhow::Result<(u64, String)> {
            let body = json!({"tab": tab.handle().await?, "session": "shared", "max_depth": 15});
            let answer = chain.agent.observe(body).await?.ok()?;
            Ok((tab.handle().await?, uid_of(&text(&answer), "button")?))
        };
        let ((first, uid), (second, same)) = (read(&one).await?, read(&two).await?);
        assert_eq!(uid, same);
        assert_eq!(tab_of_click(chain, &uid).await?, Ok(second));
        read(&one).await?;
        assert_eq!(tab_of_click(chain, &uid).await?, Ok(first));
        // What was shown last is in no other tab, until another one is read again.
        one.close().await?;
        let fault = tab_of_click(chain, &uid).await?.err();
        let fault = fault.context("the tab is closed")?;
        assert_eq!(fault["error"], "tab_not_found", "{fault}");
        let hint = fault["hint"].as_str().unwrap_or_default();
        let names = format!("last in tab {first}, and also in {second}");
        assert!(hint.contains(&names), "{fault}");
        read(&two).await?;
        assert_eq!(tab_of_click(chain, &uid).await?, Ok(second));
        Ok(())
    })
}

#[test]
fn an_action_keeps_the_pages_before_of_other_tabs() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let acting = chain.open(Page::html("<button>Do</button>")).await?;
        let uid = uid_of(&text(&acting.observe(json!({})).await?), "\"Do\"")?;
        let click = json!({"action": "click", "uid": uid, "session": acting.name});
        // Chrome discards them before the first of several actions.
        chain.agent.post("/interact", click.clone()).await?.ok()?;
        let page = "<title>First</title><script>
            addEventListener('pageshow', (event) => { window.fromCache = event.persisted; });
        </script>";
        let other = chain.open(Page::html(page)).await?;
        other.goto(&chain.site.fixture("plain.html")?).await?;
        chain.agent.post("/interact", click).await?.ok()?;
        other.start("history.back()")?;
        other
            .wait_for("document.title === 'First' && 'fromCache' in window")
            .await?;
        assert_eq!(other.evaluate("window.fromCache").await?, json!(true));
        Ok(())
    })
}
