//! Attacks on the built product from outside. A test is a group of attacks by one attacker, in the
//! module of its name. It prints a line for each attack: whether it was repelled, what was tried,
//! and the outcome. Each attack is a function or a row of a table. docs/security.md lists them.
//! `AXLENS_ATTACK` is a part of the names of the attacks that run; by default all run. Of the
//! longest groups, the first run has a sample.

mod agent;
mod blocked_site;
mod consent;
mod effects;
mod exchange;
mod gateway;
mod impostor;
mod injection;
mod local_program;
mod named_agent;
mod other_browser;
mod page_text;
mod page_time;
mod pause;
mod raw;
mod refusal;
mod report;
mod screenshots;
mod secrets;
mod server_page;
mod state_directory;
mod target;
mod web_page;

use axlens_harness::{Chain, Kind, LocalServer, on_runtime};
use report::{Report, Share};
use target::Target;

/// Runs a share of a group of attacks, and fails if one of them succeeds.
fn attack(
    share: Share,
    attacker: &str,
    attacks: impl AsyncFnOnce(&mut Report) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    on_runtime(async || {
        let mut report = Report::from_env(share);
        report.heading(attacker);
        attacks(&mut report).await?;
        report.finish()
    })
}

/// Like [`attack`], on a chain.
fn attack_chain(
    share: Share,
    attacker: &str,
    attacks: impl AsyncFnOnce(&mut Report, &Chain) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    attack(share, attacker, async |report| {
        let chain = Chain::lease(Kind::Unattended).await?;
        attacks(report, &chain).await
    })
}

/// Like [`attack_chain`], with the secrets of the chain.
fn attack_target(
    share: Share,
    attacker: &str,
    attacks: impl AsyncFnOnce(&mut Report, &Target<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    attack_chain(share, attacker, async |report, chain| {
        attacks(report, &Target::new(chain)?).await
    })
}

/// Like [`attack_target`], on a server without a browser.
fn attack_server(
    share: Share,
    attacker: &str,
    attacks: impl AsyncFnOnce(&mut Report, &Target<'_, LocalServer>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    attack(share, attacker, async |report| {
        let server = LocalServer::start().await?;
        attacks(report, &Target::new(&server)?).await
    })
}

#[test]
fn local_program() -> anyhow::Result<()> {
    attack_target(
        Share::All,
        "A program on this machine, over TCP",
        async |report, target| {
            local_program::attacks(report, target).await;
            local_program::request_target::attacks(report, target).await;
            Ok(())
        },
    )
}

#[test]
fn status() -> anyhow::Result<()> {
    attack_target(
        Share::All,
        "A program on this machine, in the status",
        async |report, target| {
            local_program::status::attacks(report, target).await;
            Ok(())
        },
    )
}

#[test]
fn exchange() -> anyhow::Result<()> {
    attack_server(
        Share::All,
        "A program that imitates the extension",
        async |report, target| {
            exchange::attacks(report, target).await;
            Ok(())
        },
    )
}

#[test]
fn web_page() -> anyhow::Result<()> {
    attack_target(
        Share::All,
        "A web page, in Chromium",
        async |report, target| web_page::attacks(report, target).await,
    )
}

#[test]
fn server_page() -> anyhow::Result<()> {
    attack_target(
        Share::All,
        "A client of the server's dashboard",
        async |report, target| server_page::attacks(report, target).await,
    )
}

fn remote_of(share: Share) -> anyhow::Result<()> {
    attack_server(
        share,
        "A program on the forwarded port of a tunnel",
        async |report, target| local_program::remote::attacks(report, target).await,
    )
}

#[test]
fn some_remote() -> anyhow::Result<()> {
    remote_of(Share::Eighth)
}

#[test]
#[ignore = "full: every attack"]
fn remote() -> anyhow::Result<()> {
    remote_of(Share::All)
}

#[test]
fn pdf() -> anyhow::Result<()> {
    attack_chain(Share::All, "A PDF file", async |report, chain| {
        page_text::pdf::attacks(report, chain).await
    })
}

#[test]
fn dialogs() -> anyhow::Result<()> {
    attack_chain(
        Share::All,
        "A page that forges reports of dialogs",
        async |report, chain| page_text::dialogs::attacks(report, chain).await,
    )
}

#[test]
fn page_tools() -> anyhow::Result<()> {
    attack_chain(
        Share::All,
        "A page with hostile tools",
        async |report, chain| page_text::page_tools::attacks(report, chain).await,
    )
}

#[test]
fn downloads() -> anyhow::Result<()> {
    attack(Share::All, "A page that downloads files", async |report| {
        page_text::downloads::attacks(report).await
    })
}

fn injection_of(share: Share) -> anyhow::Result<()> {
    attack_chain(
        share,
        "A page that addresses the agent",
        async |report, chain| injection::attacks(report, chain).await,
    )
}

#[test]
fn some_injection() -> anyhow::Result<()> {
    injection_of(Share::Eighth)
}

#[test]
#[ignore = "full: every attack"]
fn injection() -> anyhow::Result<()> {
    injection_of(Share::All)
}

#[test]
fn some_page_time() -> anyhow::Result<()> {
    attack_chain(
        Share::All,
        "A page that makes reading it expensive",
        async |report, chain| page_time::sample(report, chain).await,
    )
}

#[test]
#[ignore = "full: page time"]
fn page_time() -> anyhow::Result<()> {
    attack_chain(
        Share::All,
        "A page that makes reading it expensive",
        async |report, chain| page_time::attacks(report, chain).await,
    )
}

fn secrets_of(share: Share) -> anyhow::Result<()> {
    attack_chain(
        share,
        "An agent that looks for secrets",
        async |report, chain| {
            secrets::attacks(report, chain).await?;
            secrets::addresses::attacks(report, chain).await
        },
    )
}

#[test]
fn some_secrets() -> anyhow::Result<()> {
    secrets_of(Share::Eighth)
}

#[test]
#[ignore = "full: every attack"]
fn secrets() -> anyhow::Result<()> {
    secrets_of(Share::All)
}

fn screenshots_of(share: Share) -> anyhow::Result<()> {
    attack_chain(
        share,
        "An agent that takes screenshots of secrets",
        async |report, chain| screenshots::attacks(report, chain).await,
    )
}

#[test]
fn some_screenshots() -> anyhow::Result<()> {
    screenshots_of(Share::Eighth)
}

#[test]
#[ignore = "full: every attack"]
fn screenshots() -> anyhow::Result<()> {
    screenshots_of(Share::All)
}

fn agent_of(share: Share) -> anyhow::Result<()> {
    attack_target(
        share,
        "An agent that follows the instructions of a page",
        async |report, target| {
            agent::attacks(report, target).await;
            agent::repeated_keys::attacks(report, target.chain).await
        },
    )
}

#[test]
fn some_agent() -> anyhow::Result<()> {
    agent_of(Share::Eighth)
}

#[test]
#[ignore = "full: every attack"]
fn agent() -> anyhow::Result<()> {
    agent_of(Share::All)
}

#[test]
fn named_agent() -> anyhow::Result<()> {
    attack_target(
        Share::All,
        "An agent with a token of its own",
        async |report, target| {
            named_agent::attacks(report, target.chain).await?;
            named_agent::client_agents::attacks(report, target).await
        },
    )
}

fn uploads_of(share: Share) -> anyhow::Result<()> {
    attack_chain(
        share,
        "An agent that uploads files",
        async |report, chain| named_agent::uploads::attacks(report, chain).await,
    )
}

#[test]
fn some_uploads() -> anyhow::Result<()> {
    uploads_of(Share::Eighth)
}

#[test]
#[ignore = "full: every attack"]
fn uploads() -> anyhow::Result<()> {
    uploads_of(Share::All)
}

#[test]
fn pause() -> anyhow::Result<()> {
    attack_chain(
        Share::All,
        "An agent, after the user has paused reading",
        async |report, chain| pause::attacks(report, chain).await,
    )
}

#[test]
fn blocked_site() -> anyhow::Result<()> {
    attack_target(
        Share::All,
        "An agent, on a site that the user has blocked",
        async |report, target| {
            blocked_site::attacks(report, target.chain).await?;
            blocked_site::other_schemes::attacks(report, target).await
        },
    )
}

fn effects_of(share: Share) -> anyhow::Result<()> {
    attack_chain(
        share,
        "An agent whose action leads to a site where it may not act",
        async |report, chain| effects::attacks(report, chain).await,
    )
}

#[test]
fn some_effects() -> anyhow::Result<()> {
    effects_of(Share::Eighth)
}

#[test]
#[ignore = "full: every attack"]
fn effects() -> anyhow::Result<()> {
    effects_of(Share::All)
}

#[test]
fn other_browser() -> anyhow::Result<()> {
    attack_target(
        Share::All,
        "Another browser on the same server",
        async |report, target| {
            other_browser::attacks(report, target).await;
            Ok(())
        },
    )
}

#[test]
fn gateway() -> anyhow::Result<()> {
    attack_chain(
        Share::All,
        "A client of a gateway",
        async |report, chain| gateway::attacks(report, chain).await,
    )
}

fn consent_of(share: Share) -> anyhow::Result<()> {
    attack(
        share,
        "An agent that wants more consent than the user intends",
        async |report| {
            consent::attacks(report).await?;
            named_agent::client_agents::consent(report).await;
            Ok(())
        },
    )
}

#[test]
fn some_consent() -> anyhow::Result<()> {
    consent_of(Share::Eighth)
}

#[test]
#[ignore = "full: every attack"]
fn consent() -> anyhow::Result<()> {
    consent_of(Share::All)
}

#[test]
fn state_directory() -> anyhow::Result<()> {
    attack(
        Share::All,
        "Another user's files, in the state directory",
        async |report| state_directory::attacks(report).await,
    )
}

fn impostor_of(share: Share) -> anyhow::Result<()> {
    attack(share, "An impostor", async |report| {
        impostor::attacks(report).await;
        Ok(())
    })
}

#[test]
fn some_impostor() -> anyhow::Result<()> {
    impostor_of(Share::Eighth)
}

#[test]
#[ignore = "full: every attack"]
fn impostor() -> anyhow::Result<()> {
    impostor_of(Share::All)
}
