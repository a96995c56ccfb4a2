//! An answer that takes its time. The time of a person counts against no budget of a request: the
//! element is verified again, the action happens once, and its outcome is in the answer.

use crate::mcp::uid_of;
use anyhow::{Context, bail, ensure};
use axlens_harness::consent::none_open;
use axlens_harness::remote::gateway::GatewayProgram;
use axlens_harness::wait::silence;
use axlens_harness::{Agent, Chain, ConsentWindow, Kind, McpClient, Page, Tab, on_runtime};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::task::{JoinHandle, spawn_blocking};

/// With a content security policy that allows nothing but the page's own handlers.
const PAGE: &str = "<meta http-equiv=Content-Security-Policy \
    content=\"default-src 'none'; script-src 'unsafe-inline'\">\
    <title>Late</title><button onclick='clicks += 1; \
    result.textContent = `Clicked ${clicks}`'>Press me</button><p id=result role=status>Not yet</p>
    <script>var clicks = 0</script>";

/// A request that takes no person has this time by default.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(15);

/// How an agent sends a click on the button.
#[derive(Clone, Copy)]
enum Way {
    Http,
    /// A list of two clicks, and a read.
    List,
    Command,
    Mcp,
    Gateway,
}

/// The text of the answer to a click that was sent in some way.
type Answer = JoinHandle<anyhow::Result<String>>;

impl Way {
    async fn send(
        self,
        chain: &Chain,
        tab: &Tab,
        gateway: Option<&Agent>,
    ) -> anyhow::Result<Answer> {
        let handle = tab.handle().await?;
        Ok(match self {
            Self::Http => post(
                &chain.agent,
                json!({"action": "click", "selector": "button", "tab": handle}),
            ),
            Self::Gateway => {
                let body = json!({"action": "click", "selector": "button", "tab": handle, "browser": "laptop"});
                post(gateway.context("a gateway")?, body)
            }
            Self::List => {
                let click = json!({"action": "click", "selector": "button"});
                let read = json!({"get": {"what": "text", "selector": "#result"}});
                post(
                    &chain.agent,
                    json!({"actions": [click, click, read], "tab": handle}),
                )
            }
            Self::Command => {
                let tab = handle.to_string();
                let mut command = chain.command(&["click", "css=button", "--tab", &tab]);
                spawn_blocking(move || {
                    let output = command.output()?;
                    let printed = [output.stdout, output.stderr].concat();
                    Ok(String::from_utf8(printed)?)
                })
            }
            Self::Mcp => {
                let mut client = McpClient::start(chain)?;
                spawn_blocking(move || {
                    let uid = uid_of(&client.call("observe", json!({"tab": handle}))?, "Press me")?;
                    let click = json!([{"action": "click", "uid": uid}]);
                    let params =
                        json!({"name": "interact", "arguments": {"tab": handle, "actions": click}});
                    Ok(client.request("tools/call", params)?.to_string())
                })
            }
        })
    }
}

fn post(agent: &Agent, body: Value) -> Answer {
    let agent = agent.clone();
    tokio::spawn(async move { Ok(agent.post("/interact", body).await?.body.to_string()) })
}

/// Sends a click, waits for this number of seconds with the answer, and checks what happened.
async fn answered_after(
    seconds: u64,
    way: Way,
    (chain, gateway): (&Chain, Option<&Agent>),
) -> anyhow::Result<()> {
    let tab = chain.open(Page::html(PAGE)).await?;
    let mut answer = way.send(chain, &tab, gateway).await?;
    let clicks = if matches!(way, Way::List) { 2 } else { 1 };
    // One answer is for all clicks of a list.
    let window = tokio::select! {
        window = ConsentWindow::with_question(&chain.browser) => window?,
        early = &mut answer => bail!("it did not wait: {early:?}"),
    };
    silence(Duration::from_secs(seconds)).await;
    ensure!(tab.evaluate("clicks").await? == 0, "it was not allowed");
    window.answer(&chain.browser, "once").await?;
    let text = answer.await??;
    ensure!(
        text.contains("changed") && !text.contains("unchanged"),
        "{text}"
    );
    ensure!(text.contains(&format!("Clicked {clicks}")), "{text}");
    ensure!(tab.evaluate("clicks").await? == clicks, "{text}");
    none_open(&chain.browser).await
}

/// Sends a click that nobody answers.
async fn not_answered(way: Way, (chain, gateway): (&Chain, Option<&Agent>)) -> anyhow::Result<()> {
    let tab = chain.open(Page::html(PAGE)).await?;
    let answer = way.send(chain, &tab, gateway).await?;
    ConsentWindow::with_question(&chain.browser).await?;
    let text = answer.await??;
    ensure!(text.contains("permission_denied"), "{text}");
    ensure!(text.contains("within a minute"), "{text}");
    ensure!(tab.evaluate("clicks").await? == 0, "{text}");
    none_open(&chain.browser).await
}

#[test]
fn an_answer_after_the_time_of_a_request_acts_once() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let late = DEFAULT_TIMEOUT.as_secs() + 1;
        answered_after(late, Way::Http, (&chain, None)).await?;
        answered_after(0, Way::List, (&chain, None)).await
    })
}

#[test]
fn nothing_happens_after_a_client_has_given_up() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Attended).await?;
        let tab = chain.open(Page::html(PAGE)).await?;
        let body = json!({"action": "click", "selector": "button", "tab": tab.handle().await?});
        let held = chain.agent.post_and_hold("/interact", &body).await?;
        ConsentWindow::armed(&chain.browser).await?;
        drop(held);
        none_open(&chain.browser).await?;
        ensure!(tab.evaluate("clicks").await? == 0, "it was clicked");
        Ok(())
    })
}

/// Answers after 13, 30 and 58 s, and none.
fn late_answers(way: Way) -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::WithoutPauses).await?;
        let program = match way {
            Way::Gateway => Some(GatewayProgram::start(&chain).await?),
            Way::Http | Way::List | Way::Command | Way::Mcp => None,
        };
        let agent = match &program {
            Some(gateway) => {
                let edge = gateway.add_edge("laptop", "acme")?;
                gateway.join(&chain, &edge, &["--scope", "ask"])?;
                let token = gateway.add_agent("ci", "acme", &["--scope", "act"])?;
                Some(chain.agent.at_port(gateway.port, &token))
            }
            None => None,
        };
        let place = (&chain, agent.as_ref());
        for seconds in [13, 30, 58] {
            let answered = answered_after(seconds, way, place).await;
            answered.with_context(|| format!("after {seconds} s"))?;
        }
        not_answered(way, place).await.context("without an answer")
    })
}

#[test]
#[ignore = "full: late answers"]
fn late_answers_to_http() -> anyhow::Result<()> {
    late_answers(Way::Http)
}

#[test]
#[ignore = "full: late answers"]
fn late_answers_to_a_list() -> anyhow::Result<()> {
    late_answers(Way::List)
}

#[test]
#[ignore = "full: late answers"]
fn late_answers_to_a_command() -> anyhow::Result<()> {
    late_answers(Way::Command)
}

#[test]
#[ignore = "full: late answers"]
fn late_answers_to_a_tool() -> anyhow::Result<()> {
    late_answers(Way::Mcp)
}

#[test]
#[ignore = "full: late answers"]
fn late_answers_through_a_gateway() -> anyhow::Result<()> {
    late_answers(Way::Gateway)
}
