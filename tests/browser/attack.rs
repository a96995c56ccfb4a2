//! Attacks on the built product from outside. A test is a group of attacks by one attacker, in the
//! module of its name. It prints a line for each attack: whether it was repelled, what was tried,
//! and the outcome. Each attack is a function or a row of a table. docs/security.md lists them.
//! `AXLENS_ATTACK` is a part of the names of the attacks that run; by default all run.

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
use report::Report;
use target::Target;

/// Runs a group of attacks, and fails if one of them succeeds.
fn attack(
    attacker: &str,
    attacks: impl AsyncFnOnce(&mut Report) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    on_runtime(async || {
        let mut report = Report::from_env();
        report.heading(attacker);
        attacks(&mut report).await?;
        report.finish()
    })
}

/// Like [`attack`], on a chain.
fn attack_chain(
    attacker: &str,
    attacks: impl AsyncFnOnce(&mut Report, &Chain) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    attack(attacker, async |report| {
        let chain = Chain::lease(Kind::Unattended).await?;
        attacks(report, &chain).await
    })
}

/// Like [`attack_chain`], with the secrets of the chain.
fn attack_target(
    attacker: &str,
    attacks: impl AsyncFnOnce(&mut Report, &Target<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    attack_chain(attacker, async |report, chain| {
        attacks(report, &Target::new(chain)?).await
    })
}

/// Like [`attack_target`], on a server without a browser.
fn attack_server(
    attacker: &str,
    attacks: impl AsyncFnOnce(&mut Report, &Target<'_, LocalServer>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    attack(attacker, async |report| {
        let server = LocalServer::start().await?;
        attacks(report, &Target::new(&server)?).await
    })
}

#[test]
fn local_program() -> anyhow::Result<()> {
    attack_target(
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
        "A program that imitates the extension",
        async |report, target| {
            exchange::attacks(report, target).await;
            Ok(())
        },
    )
}

#[test]
fn web_page() -> anyhow::Result<()> {
    attack_target("A web page, in Chromium", async |report, target| {
        web_page::attacks(report, target).await
    })
}

#[test]
fn server_page() -> anyhow::Result<()> {
    attack_target(
        "A client of the server's dashboard",
        async |report, target| server_page::attacks(report, target).await,
    )
}

#[test]
fn remote() -> anyhow::Result<()> {
    attack_server(
        "A program on the forwarded port of a tunnel",
        async |report, target| local_program::remote::attacks(report, target).await,
    )
}

#[test]
fn pdf() -> anyhow::Result<()> {
    attack_chain("A PDF file", async |report, chain| {
        page_text::pdf::attacks(report, chain).await
    })
}

#[test]
fn dialogs() -> anyhow::Result<()> {
    attack_chain(
        "A page that forges reports of dialogs",
        async |report, chain| page_text::dialogs::attacks(report, chain).await,
    )
}

#[test]
fn downloads() -> anyhow::Result<()> {
    attack("A page that downloads files", async |report| {
        page_text::downloads::attacks(report).await
    })
}

#[test]
fn injection() -> anyhow::Result<()> {
    attack_chain("A page that addresses the agent", async |report, chain| {
        injection::attacks(report, chain).await
    })
}

#[test]
fn page_time_of_a_sample() -> anyhow::Result<()> {
    attack_chain(
        "A page that makes reading it expensive",
        async |report, chain| page_time::sample(report, chain).await,
    )
}

#[test]
#[ignore = "full: page time"]
fn page_time() -> anyhow::Result<()> {
    attack_chain(
        "A page that makes reading it expensive",
        async |report, chain| page_time::attacks(report, chain).await,
    )
}

#[test]
fn secrets() -> anyhow::Result<()> {
    attack_chain("An agent that looks for secrets", async |report, chain| {
        secrets::attacks(report, chain).await?;
        secrets::addresses::attacks(report, chain).await
    })
}

#[test]
fn screenshots() -> anyhow::Result<()> {
    attack_chain(
        "An agent that takes screenshots of secrets",
        async |report, chain| screenshots::attacks(report, chain).await,
    )
}

#[test]
fn agent() -> anyhow::Result<()> {
    attack_target(
        "An agent that follows the instructions of a page",
        async |report, target| {
            agent::attacks(report, target).await;
            agent::repeated_keys::attacks(report, target.chain).await
        },
    )
}

#[test]
fn named_agent() -> anyhow::Result<()> {
    attack_target(
        "An agent with a token of its own",
        async |report, target| {
            named_agent::attacks(report, target.chain).await?;
            named_agent::client_agents::attacks(report, target).await
        },
    )
}

#[test]
fn uploads() -> anyhow::Result<()> {
    attack_chain("An agent that uploads files", async |report, chain| {
        named_agent::uploads::attacks(report, chain).await
    })
}

#[test]
fn pause() -> anyhow::Result<()> {
    attack_chain(
        "An agent, after the user has paused reading",
        async |report, chain| pause::attacks(report, chain).await,
    )
}

#[test]
fn blocked_site() -> anyhow::Result<()> {
    attack_target(
        "An agent, on a site that the user has blocked",
        async |report, target| {
            blocked_site::attacks(report, target.chain).await?;
            blocked_site::other_schemes::attacks(report, target).await
        },
    )
}

#[test]
fn effects() -> anyhow::Result<()> {
    attack_chain(
        "An agent whose action leads to a site where it may not act",
        async |report, chain| effects::attacks(report, chain).await,
    )
}

#[test]
fn other_browser() -> anyhow::Result<()> {
    attack_target(
        "Another browser on the same server",
        async |report, target| {
            other_browser::attacks(report, target).await;
            Ok(())
        },
    )
}

#[test]
fn gateway() -> anyhow::Result<()> {
    attack_chain("A client of a gateway", async |report, chain| {
        gateway::attacks(report, chain).await
    })
}

#[test]
fn consent() -> anyhow::Result<()> {
    attack(
        "An agent that wants more consent than the user intends",
        async |report| {
            consent::attacks(report).await?;
            named_agent::client_agents::consent(report).await;
            Ok(())
        },
    )
}

#[test]
fn state_directory() -> anyhow::Result<()> {
    attack(
        "Another user's files, in the state directory",
        async |report| state_directory::attacks(report).await,
    )
}

#[test]
fn impostor() -> anyhow::Result<()> {
    attack("An impostor", async |report| {
        impostor::attacks(report).await;
        Ok(())
    })
}
