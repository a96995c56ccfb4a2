//! Secrets in the addresses of pages: user name and password, and fields that a form sends in its
//! query.

use crate::attack::report::Report;
use anyhow::ensure;
use axlens_harness::tab::uid_of;
use axlens_harness::{Chain, Page};
use serde_json::json;

/// The secret, which no answer may contain.
const SECRET: &str = "hush-moth";

/// Name, what is tried, and the page with a button or link "Go" that leads to the address `TO`.
/// `AT` is the address with a user name and a password.
const PAGES: &[(&str, &str, &str)] = &[
    (
        "password_of_a_form",
        "a form that sends a password in its query",
        "<form action=TO><input name=user value=ada><input type=password name=password value=hush-moth><button>Go</button></form>",
    ),
    (
        "code_of_a_form",
        "a form that sends a one-time code in its query",
        "<form action=TO><input type=hidden name=otpCode value=hush-moth><button>Go</button></form>",
    ),
    (
        "password_in_a_fragment",
        "a script that puts a password into the fragment",
        "<button onclick=\"location.hash = 'user=ada&passwd=hush-moth'\">Go</button>",
    ),
    (
        "password_by_a_script",
        "a script that puts a password into the address of the document",
        "<button onclick=\"history.pushState(0, '', '?new%50assword=hush-moth')\">Go</button>",
    ),
    (
        "token_by_a_script",
        "a script that puts a token into the address of the document",
        "<button onclick=\"history.pushState(0, '', '?reset_token=hush-moth&state=1')\">Go</button>",
    ),
    (
        "address_of_a_link",
        "a link with a user name and a password",
        "<a href=AT>Go</a>",
    ),
    (
        "address_by_a_script",
        "a script that leads to an address with a user name and a password",
        "<button onclick=\"location = 'AT'\">Go</button>",
    ),
];

/// Runs them all.
pub async fn attacks(report: &mut Report, chain: &Chain) -> anyhow::Result<()> {
    for (name, tried, html) in PAGES {
        report.attack(name, tried, click(chain, html)).await;
    }
    Ok(())
}

/// Clicks, and looks for the secret in all answers that have the address.
async fn click(chain: &Chain, html: &str) -> anyhow::Result<String> {
    let to = chain.site.page(Page::html("<!doctype html><p>There"));
    let at = to.replacen("://", "://ada:hush-moth@", 1);
    let html = html.replace("TO", &to).replace("AT", &at);
    let tab = chain
        .open(Page::html(format!("<!doctype html>{html}")))
        .await?;
    let uid = uid_of(&tab.tree().await?, "Go")?;
    let handle = tab.handle().await?;
    let request = json!({"action": "click", "uid": uid, "session": tab.name});
    let mut answers = vec![chain.agent.post("/interact", request).await?.body];
    let outcome = answers[0].to_string();
    ensure!(
        outcome.contains("navigated") || outcome.contains("routed"),
        "the control: {outcome:.500}"
    );
    let reload = json!({"action": "reload", "tab": handle});
    answers.push(chain.agent.post("/interact", reload).await?.body);
    let get = json!({"tab": handle, "what": "url"});
    answers.push(chain.agent.post("/get", get).await?.body);
    answers.push(tab.observe(json!({"format": "outline"})).await?);
    answers.push(chain.agent.get("/tabs").await?.body);
    for answer in &answers {
        let all = answer.to_string();
        ensure!(!all.contains(SECRET), "{all:.800}");
    }
    tab.close().await?;
    Ok(format!("not in {} answers", answers.len()))
}
