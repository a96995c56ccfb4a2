//! An agent to which the user has denied all actions on a site until they allow it. No level
//! forbids anything there.

use super::{CASES, READ, leads_nowhere, navigate, other_tabs};
use crate::attack::report::Report;
use anyhow::Context;
use axlens_harness::own_page::set_bans;
use axlens_harness::{Chain, Page, Tab};

/// Name, what is tried, and the case whose page and action it has.
const CASES_ON_A_BANNED_SITE: &[(&str, &str, &str)] = &[
    (
        "link_to_a_banned_site",
        "a link to a site where the user has denied all actions of the agent",
        "link_to_a_read_only_site",
    ),
    (
        "redirect_to_a_banned_site",
        "a link to a page that redirects there",
        "redirected_link",
    ),
    (
        "redirect_to_a_banned_site_in_a_new_tab",
        "the same, in a new tab",
        "redirected_link_in_a_new_tab",
    ),
    (
        "form_redirected_to_a_banned_site",
        "a form that is redirected there",
        "redirected_form",
    ),
    (
        "script_to_a_banned_site",
        "a button whose script loads it",
        "script_of_a_button",
    ),
    (
        "frame_that_leads_the_tab_to_a_banned_site",
        "a link in a frame that loads it in the tab",
        "frame_that_leads_the_tab",
    ),
];

/// Runs them all. `options`: the options page.
pub async fn attacks(report: &mut Report, chain: &Chain, options: &Tab) -> anyhow::Result<()> {
    set_bans(options, "user", &[&origin(chain, READ)]).await?;
    let tab = chain.tab().await?;
    for (name, tried, case) in CASES_ON_A_BANNED_SITE {
        let case = CASES.iter().find(|each| each.name == *case);
        let attempt = leads_nowhere(chain, &tab, &chain.agent, case.context("a case")?);
        report.attack(name, tried, attempt).await;
    }
    for action in ["navigate", "new_tab"] {
        let name = format!("{action}_by_redirect_to_a_banned_site");
        let tried = "the URL of a page that redirects there";
        report.attack(&name, tried, navigate(chain, action)).await;
    }
    let tried = "a button whose script loads a page in another tab, with a page of the site";
    report
        .attack(
            "another_tab_of_a_banned_site",
            tried,
            other_tabs::by_its_window(chain),
        )
        .await;
    set_bans(options, "user", &[]).await
}

/// The origin of the pages of a name.
fn origin(chain: &Chain, name: &str) -> String {
    let address = chain.site.alone(name, Page::html(""));
    address[..address.find("/page/").unwrap_or_default()].to_owned()
}
