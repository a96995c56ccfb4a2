//! The gateway that the server has joined, in the popup and on the options page.

use crate::ui::own_pages::{click, open_options, text_of, wait_for_text};
use axlens_harness::remote::gateway::GatewayProgram;
use axlens_harness::wait::until;
use axlens_harness::{Chain, Kind, on_runtime};

/// The button of the gateway; after the first click, the one that confirms.
const BUTTON: &str = "#gateway button";

#[test]
fn the_pages_show_the_gateway_until_the_user_leaves_it() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::lease(Kind::Unattended).await?;
        let popup = chain.own_page("popup").await?;
        wait_for_text(&popup, "#headline", "Connected").await?;
        assert_eq!(text_of(&popup, "#gateway").await?, "");
        let gateway = GatewayProgram::start(&chain).await?;
        let token = gateway.add_edge("laptop", "acme")?;
        let limits = ["--scope", "ask", "--site", "example.org"];
        gateway.join(&chain, &token, &limits)?;

        let reachable = format!("Reachable from 127.0.0.1:{}", gateway.port);
        popup.evaluate("location.reload()").await?;
        wait_for_text(&popup, "#gateway", &reachable).await?;
        let options = open_options(&chain).await?;
        wait_for_text(&options, "#gateway", &reachable).await?;
        let text = text_of(&options, "#gateway").await?;
        assert!(text.contains("Scope: ask. Sites: example.org."), "{text}");
        assert!(text.contains("Last request: never"), "{text}");

        click(&options, BUTTON).await?;
        wait_for_text(&options, BUTTON, "Really leave").await?;
        click(&options, BUTTON).await?;
        until("the end of the gateway", || async {
            let status = chain.agent.status().await?;
            Ok(status["gateway"].is_null().then_some(()))
        })
        .await?;
        options
            .wait_for("document.querySelector('#gateway').childElementCount === 0")
            .await?;
        let stored = chain.state_folder().join("gateway.json");
        assert!(!stored.exists(), "a restart must not join it again");
        popup.evaluate("location.reload()").await?;
        wait_for_text(&popup, "#headline", "Connected").await?;
        popup
            .wait_for("document.querySelector('#gateway').hidden")
            .await
    })
}
