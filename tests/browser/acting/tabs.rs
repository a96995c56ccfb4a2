//! Actions that navigate, open, close and claim tabs.

use crate::acting::observed_page::{ObservedPage, is_replayed, on_page, outcome, tree};
use axlens_harness::Page;
use axlens_harness::site::Gate;
use axlens_harness::wait::{silence, until};
use axlens_harness::{Chain, Kind, on_chain, on_runtime};
use serde_json::{Value, json};
use std::time::Duration;

const HERE: &str = "<title>Here</title><h1>Here</h1>";
const THERE: &str = "<title>There</title><h1>There</h1><p>Arrived</p>";

/// Asserts that an action has navigated to a page with this title.
fn assert_navigated(answer: &Value, title: &str) {
    assert_eq!(outcome(answer), "navigated", "{answer:#}");
    assert_eq!(answer["pageTitle"], title, "{answer:#}");
}

#[test]
fn the_answer_has_the_page_to_which_an_action_leads() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let there = chain.site.page(Page::html(THERE));
        let links =
            format!("{HERE}<a href='{there}'>Go</a> <a href='{there}' target=_blank>New</a>");
        let page = ObservedPage::open(chain, &links).await?;
        let opened = page.click("\"New\"").await?;
        assert_eq!(outcome(&opened), "opened_tab", "{opened:#}");
        let new = &opened["newTabs"][0];
        let is_new = |tab: &Value| tab["tab"] == *new && tab["title"] == "There";
        // The answer does not wait for a page that loads in another tab.
        until("the new tab has its page", async || {
            let listed = chain.agent.tabs().await?;
            Ok(listed.into_iter().find(is_new))
        })
        .await?;
        let navigated = page.click("\"Go\"").await?;
        assert_eq!(outcome(&navigated), "navigated", "{navigated:#}");
        assert_eq!(navigated["results"][0]["evidence"]["url"], there);
        assert!(tree(&navigated).contains("Arrived"), "{navigated:#}");
        let old = json!({"action": "click", "uid": page.uid("\"Go\"")?});
        let old = page.interact(old).await?;
        assert_eq!(old.code()?, "stale_uid", "{}", old.body);
        for (action, title) in [("back", "Here"), ("forward", "There"), ("reload", "There")] {
            let answer = page.interact_ok(json!({"action": action})).await?;
            assert_navigated(&answer, title);
            assert_eq!(answer["settled"], Value::Null, "{action}: {answer:#}");
        }
        let home = chain
            .site
            .page(Page::html("<title>Home</title><h1>Home</h1>"));
        let navigate = json!({"action": "navigate", "url": home});
        assert_navigated(&page.interact_ok(navigate).await?, "Home");
        Ok(())
    })
}

#[test]
fn an_agent_opens_and_closes_its_own_tabs_only() -> anyhow::Result<()> {
    on_page(HERE, async |page| {
        let there = page.chain.site.page(Page::html(THERE));
        let open = json!({"action": "new_tab", "url": there});
        let opened = page.interact_ok(open).await?;
        assert_navigated(&opened, "There");
        let close = json!({"action": "close_tab", "tab": opened["tab"]});
        let closed = page.interact_ok(close).await?;
        assert_eq!(outcome(&closed), "closed_tab", "{closed:#}");
        let refused = page.interact(json!({"action": "close_tab"})).await?;
        assert_eq!(refused.code()?, "permission_denied");
        for url in [
            "file:///etc/passwd",
            "javascript:alert(1)",
            "chrome://settings",
            "there",
            "http://a:b@127.0.0.1/",
        ] {
            let navigate = json!({"action": "navigate", "url": url});
            assert_eq!(
                page.interact(navigate).await?.code()?,
                "bad_request",
                "{url}"
            );
        }
        Ok(())
    })
}

#[test]
fn a_new_tab_that_closes_itself_is_reported_closed() -> anyhow::Result<()> {
    on_page(HERE, async |page| {
        let closing = Page::html("<title>Closing</title><script>close()</script>");
        let url = page.chain.site.page(closing);
        let opened = page
            .interact_ok(json!({"action": "new_tab", "url": url}))
            .await?;
        assert_eq!(outcome(&opened), "closed_tab", "{opened:#}");
        Ok(())
    })
}

#[test]
fn no_other_agent_acts_in_a_claimed_tab() -> anyhow::Result<()> {
    on_page("<title>Here</title><button>Press</button>", async |page| {
        let ada = page.chain.add_agent(&["ada", "--scope", "act"])?;
        let tab = page.tab.handle().await?;
        let as_ada = async |action: &str| {
            let body = json!({"action": action, "tab": tab, "snapshot": "none"});
            let answer = ada.post("/interact", body).await?.ok()?;
            anyhow::Ok(outcome(&answer).to_owned())
        };
        for _ in 0..2 {
            assert_eq!(as_ada("claim_tab").await?, "claimed");
            for body in [
                json!({"action": "click", "uid": page.uid("\"Press\"")?}),
                json!({"action": "reload"}),
                json!({"action": "claim_tab"}),
            ] {
                let refused = page.interact(body).await?;
                assert_eq!(refused.code()?, "tab_claimed");
                assert_eq!(refused.body["retryable"], true);
            }
            page.tab.observe(json!({})).await?;
            assert_eq!(as_ada("reload").await?, "navigated");
            assert_eq!(as_ada("release_tab").await?, "released");
            let reloaded = page.interact_ok(json!({"action": "reload"})).await?;
            assert_eq!(outcome(&reloaded), "navigated");
        }
        Ok(())
    })
}

#[test]
fn an_action_on_a_tab_is_executed_once_for_each_key() -> anyhow::Result<()> {
    on_page(HERE, async |page| {
        let there = page.chain.site.page(Page::html(THERE));
        // The second request arrives while the first is executed.
        let navigate = json!({"action": "navigate", "url": there, "key": "navigate"});
        let (first, second) = tokio::join!(
            page.interact_ok(navigate.clone()),
            page.interact_ok(navigate)
        );
        let answers = [first?, second?];
        let replayed = answers.iter().filter(|answer| is_replayed(answer)).count();
        let all = answers.iter().all(|answer| outcome(answer) == "navigated");
        assert!(all && replayed == 1, "{answers:#?}");

        let open = json!({"action": "new_tab", "url": there, "key": "open"});
        let opened = page.interact_ok(open.clone()).await?;
        let repeated = page.interact_ok(open).await?;
        assert_eq!(repeated["tab"], opened["tab"], "{repeated:#}");
        let close = json!({"action": "close_tab", "tab": opened["tab"], "key": "close"});
        let closed = page.interact_ok(close.clone()).await?;
        let repeated = page.interact_ok(close).await?;
        assert_eq!(outcome(&closed), "closed_tab", "{closed:#}");
        assert_eq!(outcome(&repeated), "closed_tab", "{repeated:#}");
        assert!(is_replayed(&repeated), "{repeated:#}");
        Ok(())
    })
}

#[test]
fn an_address_that_the_page_before_changes_is_no_navigation() -> anyhow::Result<()> {
    // As an application does after a save, while the agent goes on to another page.
    let html = "<title>Old</title><script>let steps = 0;
        const step = () => { history.pushState({}, '', `?step=${++steps}`); setTimeout(step, 20); };
        </script><h1>Old</h1>";
    on_page(html, async |page| {
        let gate = Gate::default();
        let site = &page.chain.site;
        let path = site.path(Page::html(THERE).after(&gate));
        let there = format!("{}{path}", site.origin());
        page.evaluate("step(); 0").await?;
        let opening = async {
            let requested = until("the request of the next page", || async {
                Ok(site.was_requested(&path).then_some(()))
            });
            requested.await?;
            // The page before changes its address some ten times.
            silence(Duration::from_millis(200)).await;
            gate.open();
            anyhow::Ok(())
        };
        let navigating = page.interact_ok(json!({"action": "navigate", "url": there}));
        let (answer, opened) = tokio::join!(navigating, opening);
        opened?;
        assert_navigated(&answer?, "There");
        Ok(())
    })
}

#[test]
fn tabs_of_an_agent_are_in_its_group_and_the_user_closes_them() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Downloads).await?;
        let options = chain.own_page("options").await?;
        let own = chain.open(Page::html(HERE)).await?;
        let url = chain.site.page(Page::html(THERE));
        for _ in 0..2 {
            let opened = json!({"action": "new_tab", "url": url, "session": own.name});
            chain.agent.post("/interact", opened).await?.ok()?;
        }
        let groups = "(async () => {
            const tabs = await chrome.tabs.query({title: 'There'});
            const group = await chrome.tabGroups.get(tabs[0].groupId);
            const others = await chrome.tabs.query({groupId: chrome.tabGroups.TAB_GROUP_ID_NONE});
            return [tabs.length, new Set(tabs.map((tab) => tab.groupId)).size, group.title,
              group.collapsed, others.some((tab) => tab.title === 'Here'), tabs.some((tab) => tab.active)];
        })()";
        let expected = json!([2, 1, "Axlens", false, true, false]);
        assert_eq!(options.evaluate(groups).await?, expected);
        let close =
            "chrome.runtime.connect({name: 'options'}).postMessage({do: 'closeAgentTabs'}); 0";
        options.evaluate(close).await?;
        until("the agent's tabs to close", async || {
            let left = "chrome.tabs.query({}).then((tabs) => tabs.map((tab) => tab.title))";
            let left = options.evaluate(left).await?.to_string();
            Ok((!left.contains("There") && left.contains("Here")).then_some(()))
        })
        .await
    })
}
