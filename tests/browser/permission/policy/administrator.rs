//! The administrator's policy, and the sites of tokens.

use crate::permission::policy::set_policy;
use axlens_harness::on_runtime;
use axlens_harness::own_page::go_to_own_page;
use axlens_harness::wait::until;
use axlens_harness::{Browser, Chain, Kind, Page, Tab};
use serde_json::{Value, json};

/// Whether the browser lists a tab with this title.
async fn is_listed(chain: &Chain, browser: &str, title: &str) -> anyhow::Result<bool> {
    let tabs = chain
        .agent
        .get(&format!("/tabs?browser={browser}"))
        .await?
        .ok()?;
    let tabs = tabs["tabs"].as_array().into_iter().flatten();
    Ok(tabs.into_iter().any(|tab| tab["title"] == title))
}

/// Opens three pages of three sites in a browser.
async fn open_three_sites(chain: &Chain, browser: &Browser) -> anyhow::Result<[Tab; 3]> {
    let open = async |title: &str, site: Option<&str>| {
        let page = || Page::html(format!("<!doctype html><title>{title}</title>"));
        let tab = chain.open_in(browser, page()).await?;
        if let Some(site) = site {
            tab.goto(&chain.site.alone(site, page())).await?;
        }
        anyhow::Ok(tab)
    };
    Ok([
        open("Plain", None).await?,
        open("Private", Some("hidden")).await?,
        open("Odd", Some("odd")).await?,
    ])
}

/// Waits for the second browser and returns the ids of both. The second one's administrator forbids
/// unattended installations.
async fn free_and_managed(chain: &Chain, free: &Value) -> anyhow::Result<(String, String)> {
    let id = |browser: &Value| browser["id"].as_str().unwrap_or_default().to_owned();
    let mut managed = String::new();
    // A browser is unattended as soon as it knows that its administrator does not forbid it.
    until("the unattended browser", || async {
        let browsers = chain.browsers(2).await?;
        let is_free = |browser: &&Value| id(browser) == id(free);
        let free = browsers.iter().find(is_free);
        Ok(free.filter(|free| free["unattended"] == true).map(|_| ()))
    })
    .await?;
    for browser in chain.browsers(2).await? {
        let is_free = id(&browser) == id(free);
        assert_eq!(browser["unattended"] == true, is_free, "{browser}");
        if !is_free {
            managed = id(&browser);
        }
    }
    Ok((id(free), managed))
}

/// Only one of the two browsers has an administrator's policy.
#[test]
fn the_stricter_of_user_and_administrator_policy_applies() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let first = chain.browsers(1).await?;
        let policy = json!({
            "sites": [
                {"pattern": "hidden.localhost", "level": "block"},
                {"pattern": "odd.localhost", "level": "unknown"},
            ],
            "unattended": false,
        });
        let browser = chain.managed_browser("managed", &policy).await?;
        let (free, managed) = free_and_managed(&chain, &first[0]).await?;
        let _free_tabs = open_three_sites(&chain, &chain.browser).await?;
        let _tabs = open_three_sites(&chain, &browser).await?;
        for (title, in_managed) in [("Plain", true), ("Private", false), ("Odd", false)] {
            assert!(is_listed(&chain, &free, title).await?, "{title}");
            assert_eq!(
                is_listed(&chain, &managed, title).await?,
                in_managed,
                "{title}"
            );
        }

        // The user can block more sites, but can't unblock the administrator's.
        let options = chain.open_in(&browser, Page::html("")).await?;
        go_to_own_page(&options, "options").await?;
        for (level, plain) in [("block", false), ("read", true)] {
            let sites = json!([
                {"pattern": "hidden.localhost", "level": "act"},
                {"pattern": "odd.localhost", "level": "act"},
                {"pattern": "127.0.0.1", "level": level},
            ]);
            set_policy(&options, json!({"default": "act", "sites": sites})).await?;
            until("the user's policy to apply", || async {
                Ok((is_listed(&chain, &managed, "Plain").await? == plain).then_some(()))
            })
            .await?;
            for title in ["Private", "Odd"] {
                assert!(!is_listed(&chain, &managed, title).await?, "{title}");
            }
        }
        assert_levels(&options).await
    })
}

/// A URL, the scope and the sites of a token, and the resulting level. The user allows actions
/// everywhere except on 127.0.0.1, and the administrator blocks hidden.localhost.
const LEVELS: &[(&str, &str, &[&str], &str)] = &[
    ("https://hidden.localhost/", "act", &[], "block"),
    ("https://example.org/", "act", &[], "act"),
    ("https://example.org/", "read", &[], "read"),
    ("http://127.0.0.1:8080/a?b#c", "act", &[], "read"),
    ("blob:http://127.0.0.1:8080/1-2-3", "act", &[], "read"),
    ("https://example.org/", "act", &["*.example.org"], "act"),
    (
        "https://a.b.example.org:1/",
        "act",
        &["*.example.org"],
        "act",
    ),
    (
        "https://badexample.org/",
        "act",
        &["*.example.org"],
        "block",
    ),
    ("https://example.org./", "act", &["example.org"], "act"),
    (
        "http://example.org/",
        "act",
        &["https://example.org"],
        "block",
    ),
    ("https://example.org/", "act", &["example.org:443"], "act"),
    (
        "https://example.org:8443/",
        "act",
        &["example.org:443"],
        "block",
    ),
    (
        "https://u@evil.org/example.org",
        "act",
        &["example.org"],
        "block",
    ),
    (
        "https://hidden.localhost/",
        "act",
        &["hidden.localhost"],
        "block",
    ),
    ("file:///etc/passwd", "act", &["*.example.org"], "block"),
    ("file:///etc/passwd", "act", &["file://"], "act"),
    ("about:blank", "act", &["*"], "block"),
    (
        "https://example.org/",
        "act",
        &["example.org/path"],
        "block",
    ),
];

/// Checks the levels that `policy.js` computes from both policies and a token.
async fn assert_levels(options: &Tab) -> anyhow::Result<()> {
    for (url, scope, sites, expected) in LEVELS {
        let agent = json!({"id": "a", "name": "a", "scope": scope, "sites": sites});
        let script = format!(
            "(async () => {{
                const policy = await import('/worker/policy/policy.js');
                const {{ siteOf }} = await import('/shared/sites.js');
                await policy.loaded;
                return policy.levelForSite(siteOf({}), {agent});
            }})()",
            json!(url)
        );
        let level = options.evaluate(&script).await?;
        assert_eq!(level, *expected, "{url} for {agent}");
    }
    Ok(())
}
