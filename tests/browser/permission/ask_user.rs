//! Questions of agents to the user, in windows that real input answers, and tabs that belong to the
//! user meanwhile.

use crate::permission::consent::target::Target;
use anyhow::ensure;
use axlens_harness::own_page::set_policy;
use axlens_harness::wait::until;
use axlens_harness::{Chain, ConsentWindow, Kind, Page, Reply, Tab, on_runtime};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

/// A chain with a user, whose agents may act everywhere without a prompt, and its options page.
async fn chain_with_user() -> anyhow::Result<(Chain, Tab)> {
    let chain = Chain::lease(Kind::Attended).await?;
    let options = chain.own_page("options").await?;
    set_policy(&options, &json!({"default": "act", "sites": []})).await?;
    Ok((chain, options))
}

/// Asks about a tab, without waiting for the answer.
async fn ask(chain: &Chain, tab: &Tab, mut body: Value) -> anyhow::Result<PendingAnswer> {
    body["tab"] = json!(tab.handle().await?);
    body["session"] = json!(tab.name);
    let agent = chain.agent.clone();
    Ok(tokio::spawn(
        async move { agent.post("/ask-user", body).await },
    ))
}

/// Waits until the window of the last question is closed.
async fn no_question_is_open(chain: &Chain) -> anyhow::Result<()> {
    until("the window to close", || async {
        let open = chain.browser.open_pages("/ui/question/").await?;
        Ok(open.is_empty().then_some(()))
    })
    .await
}

type PendingAnswer = JoinHandle<anyhow::Result<Reply>>;

/// The fault of an action of the agent on the page, empty if it is executed.
async fn act(chain: &Chain, target: &Target) -> anyhow::Result<String> {
    let reply = chain.agent.post("/interact", target.body()).await?;
    Ok(reply.code().unwrap_or_default().to_owned())
}

#[test]
fn a_choice_and_a_text_are_the_answers() -> anyhow::Result<()> {
    on_runtime(async || {
        let (chain, _options) = chain_with_user().await?;
        let target = Target::open(&chain).await?;
        let question = "Which <b>account</b>?\u{202e}";
        let body = json!({"question": question, "choices": ["Work\u{202e}", "Home"]});
        let pending = ask(&chain, &target.tab, body.clone()).await?;
        let window = ConsentWindow::of_question(&chain.browser).await?;
        assert_eq!(window.text("agent").await?, "your own programs (user)");
        assert_eq!(
            window.text("quoted").await?,
            "“Which <b>account</b>?\\u{202e}”"
        );
        let choice = "document.querySelector('button[value=choice-0]').textContent";
        assert_eq!(window.evaluate(choice).await?, "“Work\\u{202e}”");
        let site = target.tab.evaluate("location.origin").await?;
        assert_eq!(json!(window.text("site").await?), site);
        // The tab is the user's, and the agent has one question.
        assert_eq!(act(&chain, &target).await?, "user_has_tab");
        target.tab.tree().await?;
        let second = ask(&chain, &target.tab, body).await?.await??;
        assert_eq!(second.code()?, "queue_full");
        window.answer(&chain.browser, "choice-1").await?;
        let answer = pending.await??.ok()?;
        assert_eq!(
            (&answer["outcome"], &answer["answer"]),
            (&json!("answered"), &json!("Home"))
        );
        assert_eq!(act(&chain, &target).await?, "");
        no_question_is_open(&chain).await?;

        let body = json!({"question": "Your name?", "text": true});
        let pending = ask(&chain, &target.tab, body).await?;
        let window = ConsentWindow::of_question(&chain.browser).await?;
        window
            .evaluate("document.querySelector('#text').focus()")
            .await?;
        let text = json!({"text": "Ada"});
        window.command("Input.insertText", text).await?;
        window.answer(&chain.browser, "done").await?;
        let answer = pending.await??.ok()?;
        assert_eq!(answer["answer"], "Ada", "{answer}");
        Ok(())
    })
}

#[test]
fn a_task_ends_by_the_user_by_its_condition_or_with_its_tab() -> anyhow::Result<()> {
    on_runtime(async || {
        let (chain, _options) = chain_with_user().await?;
        let target = Target::open(&chain).await?;
        let body = json!({"question": "Please log in."});
        let pending = ask(&chain, &target.tab, body).await?;
        let window = ConsentWindow::of_question(&chain.browser).await?;
        window.answer(&chain.browser, "done").await?;
        assert_eq!(pending.await??.ok()?["outcome"], "done");
        no_question_is_open(&chain).await?;

        let until_welcome = json!({"for": "text", "value": "Welcome"});
        let body = json!({"question": "Please log in.", "until": until_welcome});
        let pending = ask(&chain, &target.tab, body.clone()).await?;
        ConsentWindow::of_question(&chain.browser).await?;
        let welcome = "document.body.append('Welcome'); void 0";
        target.tab.evaluate(welcome).await?;
        assert_eq!(pending.await??.ok()?["outcome"], "done");
        no_question_is_open(&chain).await?;
        assert_eq!(act(&chain, &target).await?, "");
        // What holds already opens no window.
        let pending = ask(&chain, &target.tab, body).await?;
        assert_eq!(pending.await??.ok()?["outcome"], "done");

        let tab = chain.open(Page::html("<title>Closed</title>")).await?;
        let pending = ask(&chain, &tab, json!({"question": "Please pay."})).await?;
        ConsentWindow::of_question(&chain.browser).await?;
        tab.close().await?;
        assert_eq!(pending.await??.ok()?["outcome"], "page_closed");
        Ok(())
    })
}

#[test]
fn a_question_stays_with_its_tab() -> anyhow::Result<()> {
    on_runtime(async || {
        let (chain, options) = chain_with_user().await?;
        let agent = chain.agent.clone();
        let other = Page::html("<title>Other</title><p>Welcome</p>");
        let other = chain.open(other).await?;
        let tab = chain.open(Page::html("<title>Log in</title>")).await?;
        // A tab of the same window.
        let url = other.evaluate("location.href + '#second'").await?;
        let create = format!(
            "chrome.tabs.query({{title: 'Log in'}}).then(([tab]) => chrome.tabs.create(
             {{windowId: tab.windowId, active: false, url: {url}}})).then(() => 0)"
        );
        options.evaluate(&create).await?;
        let other = chain.tab_with("#second").await?;
        tab.activate().await?;
        // Without a tab, the question and its condition are about the active one.
        let until_welcome = json!({"for": "text", "value": "Welcome"});
        let body = json!({"question": "Please log in.", "until": until_welcome,
            "session": tab.name});
        let sender = agent.clone();
        let pending = tokio::spawn(async move { sender.post("/ask-user", body).await });
        let window = ConsentWindow::of_question(&chain.browser).await?;
        // An agent does not put another tab in front of the one that is the user's.
        let activate = json!({"action": "activate_tab", "tab": other.handle().await?,
            "session": other.name});
        let refused = agent.post("/interact", activate.clone()).await?;
        assert_eq!(refused.code()?, "user_has_tab", "{:#}", refused.body);
        other.activate().await?;
        agent.post("/interact", activate).await?.ok()?;
        // The user finds the tab by a button, and the condition is not judged elsewhere.
        window.command("Page.bringToFront", json!({})).await?;
        window.wait_for("'armed' in document.body.dataset").await?;
        window.click("show").await?;
        tab.wait_for("document.visibilityState === 'visible'")
            .await?;
        tab.goto("about:blank").await?;
        window
            .wait_for("document.querySelector('#site').textContent === 'No web page'")
            .await?;
        assert!(!pending.is_finished());
        tab.close().await?;
        assert_eq!(pending.await??.ok()?["outcome"], "page_closed");
        Ok(())
    })
}

#[test]
fn questions_that_are_declined_are_followed_by_a_pause() -> anyhow::Result<()> {
    on_runtime(async || {
        let (chain, _options) = chain_with_user().await?;
        let target = Target::open(&chain).await?;
        let body = json!({"question": "May I?", "choices": ["Yes"]});
        let pending = ask(&chain, &target.tab, body.clone()).await?;
        let window = ConsentWindow::of_question(&chain.browser).await?;
        window.press("Escape").await?;
        assert_eq!(pending.await??.ok()?["outcome"], "declined");
        no_question_is_open(&chain).await?;
        // An agent that disconnects is no better than one whose question is declined.
        let mut of_tab = body.clone();
        of_tab["tab"] = json!(target.tab.handle().await?);
        let stream = chain.agent.post_and_hold("/ask-user", &of_tab).await?;
        ConsentWindow::of_question(&chain.browser).await?;
        drop(stream);
        no_question_is_open(&chain).await?;
        let refused = ask(&chain, &target.tab, body).await?.await??;
        assert_eq!(refused.code()?, "permission_denied", "{:#}", refused.body);
        Ok(())
    })
}

/// A field, which an agent fills with what the user has answered.
const FORM: &str = "<title>Form</title><label>Name <input id=name></label>";

#[test]
fn an_answer_is_a_value_of_a_list_and_a_denial_ends_it() -> anyhow::Result<()> {
    on_runtime(async || {
        let (chain, _options) = chain_with_user().await?;
        let tab = chain.open(Page::html(FORM)).await?;
        let fill = |value: &str| json!({"action": "fill", "value": value, "selector": "#name"});
        for (answer, value) in [("choice-0", "Ada"), ("decline", "Ada")] {
            let question = json!({"ask_user": {"question": "Who?", "choices": ["Ada"]}});
            let steps = match answer {
                "decline" => json!([question, fill("Nobody")]),
                _ => json!([{"let": "who", "from": question}, fill("$who")]),
            };
            let body = json!({"actions": steps, "tab": tab.handle().await?, "session": tab.name});
            let agent = chain.agent.clone();
            let pending = tokio::spawn(async move { agent.post("/interact", body).await });
            let window = ConsentWindow::of_question(&chain.browser).await?;
            window.answer(&chain.browser, answer).await?;
            no_question_is_open(&chain).await?;
            let reply = pending.await??.ok()?;
            let count = reply["results"].as_array().map_or(0, Vec::len);
            ensure!(
                count == if answer == "decline" { 1 } else { 2 },
                "{reply:#}"
            );
            assert_eq!(
                tab.evaluate("document.querySelector('#name').value")
                    .await?,
                value
            );
        }
        Ok(())
    })
}

/// A button that notes how long it is held.
const HELD: &str = "<title>Held</title><button id=b>Hold</button><p id=log></p><script>
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
      b.addEventListener(type, () => { log.textContent += type + ' '; });
    </script>";

#[test]
fn the_user_takes_a_tab_over_during_an_action() -> anyhow::Result<()> {
    on_runtime(async || {
        let (chain, options) = chain_with_user().await?;
        let tab = chain.open(Page::html(HELD)).await?;
        let click = json!({"action": "click", "selector": "#b", "hold": 5_000,
            "tab": tab.handle().await?, "session": tab.name, "timeoutMs": 20_000});
        let (agent, body) = (chain.agent.clone(), click.clone());
        let acting = tokio::spawn(async move { agent.post("/interact", body).await });
        tab.wait_for("log.textContent.includes('pointerdown')")
            .await?;
        let command = |name: &str| {
            format!(
                "chrome.tabs.query({{title: 'Held'}}).then(([tab]) =>
                 chrome.runtime.connect({{name: 'options'}}).postMessage({{do: '{name}', tab: tab.id}}))"
            )
        };
        options.evaluate(&command("takeOver")).await?;
        let refused = chain.agent.post("/interact", click.clone()).await?;
        assert_eq!(refused.code()?, "user_has_tab", "{:#}", refused.body);
        let ended = acting.await??;
        assert_eq!(ended.code()?, "user_has_tab", "{:#}", ended.body);
        assert_eq!(ended.body["retryable"], false, "{:#}", ended.body);
        // The page does not take the button for held, and nothing is completed.
        let log = tab.evaluate("log.textContent").await?;
        assert_eq!(log, "pointerdown pointercancel ");
        options.evaluate(&command("handBack")).await?;
        let mut click = click;
        click["hold"] = json!(0);
        until("the tab to be handed back", || async {
            let reply = chain.agent.post("/interact", click.clone()).await?;
            Ok(reply.code().is_err().then_some(()))
        })
        .await
    })
}
