//! Loads in another tab that do not simply end with the page of the script.

use super::{ELSEWHERE, READ, Tabs, keeps_draft, path_of, says_blocked};
use crate::attack::report::Report;
use axlens_harness::site::Gate;
use axlens_harness::wait::{silence, until};
use axlens_harness::{Chain, Page};
use std::time::Duration;

/// Runs them all. The agent must not act in the other tab.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    let tried = "a button whose script loads a page of a server that does not answer";
    report
        .attack("another_tab_to_an_error_page", tried, error_page(chain))
        .await;
    let tried = "a button whose script replaces its first load by a slow one";
    report
        .attack("another_tab_by_a_slow_load", tried, slow_load(chain))
        .await;
    let tried = "a button whose script loads a page again shortly after the answer";
    let attempt = after_answer(chain, false);
    report
        .attack("another_tab_after_the_answer", tried, attempt)
        .await;
    let tried = "the same, while the user has gone to another page";
    let attempt = after_answer(chain, true);
    report
        .attack("another_page_after_the_answer", tried, attempt)
        .await;
    Ok(())
}

/// Chrome shows an error page, which is no page of the script.
async fn error_page(chain: &Chain) -> anyhow::Result<String> {
    let to = "http://127.0.0.1:9/".to_owned();
    let html = format!("<button onclick='opened.location = \"{to}\"'>Go</button>");
    let tabs = Tabs::open_page(chain, Page::html(html), READ, to).await?;
    let reply = tabs.act(chain, r#"{"action": "click"}"#).await?;
    keeps_draft(&tabs.victim, &tabs.before).await?;
    says_blocked(&reply)?;
    tabs.close().await?;
    Ok("the tab is back at its page, and the answer says so".to_owned())
}

/// The second load begins before the first one has ended, and ends after the answer.
async fn slow_load(chain: &Chain) -> anyhow::Result<String> {
    let (first, second) = (Gate::default(), Gate::default());
    let never = chain.site.page(Page::html(ELSEWHERE).after(&first));
    let to = chain.site.page(Page::html(ELSEWHERE).after(&second));
    let html = format!(
        "<button onclick='opened.location = \"{never}\"; fetch(\"{}\").then(() => {{ opened.location = \"{to}\" }})'>Go</button>",
        chain.site.page(Page::html(""))
    );
    let tabs = Tabs::open_page(chain, Page::html(html), READ, to).await?;
    let reply = tabs.act(chain, r#"{"action": "click"}"#).await?;
    until("the second request", || async {
        Ok(tabs.was_requested(chain)?.then_some(()))
    })
    .await?;
    // Longer than a tab at its page is watched.
    silence(Duration::from_secs(4)).await;
    second.open();
    keeps_draft(&tabs.victim, &tabs.before).await?;
    says_blocked(&reply)?;
    first.open();
    tabs.close().await?;
    Ok("the tab is back at its page, and the answer says so".to_owned())
}

/// The page waits for the answer, which ends the action, and leads the tab elsewhere again.
async fn after_answer(chain: &Chain, is_elsewhere: bool) -> anyhow::Result<String> {
    let answered = Gate::default();
    let to = chain.site.page(Page::html(ELSEWHERE));
    let html = format!(
        "<button onclick='opened.location = \"{to}\"; fetch(\"{}\").then(() => {{ opened.location = \"{to}?again\"; window.isLast = true }})'>Go</button>",
        chain.site.page(Page::html("").after(&answered))
    );
    let tabs = Tabs::open_page(chain, Page::html(html), READ, to).await?;
    let reply = tabs.act(chain, r#"{"action": "click"}"#).await?;
    keeps_draft(&tabs.victim, &tabs.before).await?;
    let next = chain.site.alone(READ, Page::html("<title>Next</title>"));
    if is_elsewhere {
        tabs.victim.goto(&next).await?;
    }
    answered.open();
    tabs.acting.wait_for("window.isLast === true").await?;
    let path = path_of(&tabs.to)?.to_owned();
    until("the last request", || async {
        Ok((chain.site.requests(&path) > 1).then_some(()))
    })
    .await?;
    if is_elsewhere {
        let is_there = format!("location.href === '{next}'");
        tabs.victim.wait_for(&is_there).await?;
    } else {
        keeps_draft(&tabs.victim, &tabs.before).await?;
    }
    says_blocked(&reply)?;
    tabs.close().await?;
    Ok("the tab is back at its page".to_owned())
}
