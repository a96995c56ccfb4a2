//! `axlens doctor`: each link of the chain, from the state directory to the page, ok or what to do.

use super::client::Client;
use super::{FAILED, NOT_CONNECTED, OK, print};
use crate::install::registrations;
use crate::state_dir::StateDir;
use axlens_protocol::Fault;
use axlens_protocol::agent::observe::{ObserveAnswer, ObserveRequest};
use axlens_protocol::agent::status::StatusAnswer;
use axlens_snapshot::options::Format;
use serde::Serialize;

/// What `axlens doctor --json` prints.
#[derive(Debug, Serialize)]
struct Report {
    ok: bool,
    links: Vec<Link>,
}

/// One link of the chain.
#[derive(Debug, Serialize)]
struct Link {
    name: &'static str,
    ok: bool,
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
}

impl Link {
    fn ok(name: &'static str, says: impl Into<String>) -> Link {
        Link {
            name,
            ok: true,
            says: says.into(),
            remedy: None,
        }
    }

    fn broken(name: &'static str, says: impl Into<String>, remedy: impl Into<String>) -> Link {
        Link {
            name,
            ok: false,
            says: says.into(),
            remedy: Some(remedy.into()),
        }
    }
}

/// Checks the chain link by link; what is behind a broken link is not checked.
///
/// # Errors
/// Never for a broken link: that is the answer.
pub fn run(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let links = examine(dir);
    let whole = links.iter().all(|link| link.ok);
    let reached = links.iter().any(|link| link.name == "extension" && link.ok);
    match as_json {
        true => print::json(&Report { ok: whole, links })?,
        false => print::text(&as_text(&links)),
    }
    Ok(match (whole, reached) {
        (true, _) => OK,
        (false, true) => FAILED,
        (false, false) => NOT_CONNECTED,
    })
}

fn examine(dir: &StateDir) -> Vec<Link> {
    let mut links = vec![state_dir(dir), installed(dir)];
    match answering(dir) {
        Err(link) => links.push(link),
        Ok((client, status)) => {
            links.push(server(&status));
            let extension = extension(&status);
            let whole = extension.ok;
            links.push(extension);
            if whole {
                links.push(page(&client));
            }
        }
    }
    links
}

/// The server and its status, or what is wrong with it.
fn answering(dir: &StateDir) -> Result<(Client, StatusAnswer), Link> {
    let broken = |fault: Fault| Link::broken("server", fault.message, fault.hint);
    let no_server = |error: anyhow::Error| {
        Link::broken(
            "server",
            format!("{error:#}"),
            "Another program has the server's port: start the server again with `axlens serve`.",
        )
    };
    let client = Client::of(dir).map_err(broken)?;
    let answer = client.get("/status").map_err(no_server)?.map_err(broken)?;
    let status = answer.read().map_err(no_server)?;
    Ok((client, status))
}

fn state_dir(dir: &StateDir) -> Link {
    let path = dir.path().display();
    match dir.path().is_dir() {
        true => Link::ok("state directory", format!("{path}")),
        false => Link::broken(
            "state directory",
            format!("{path} is not there yet"),
            "Run `axlens serve` once, or `axlens install`; another one is named by --state-dir or AXLENS_STATE_DIR.",
        ),
    }
}

/// The extension can also be connected by hand, so that this link may be missing.
fn installed(dir: &StateDir) -> Link {
    const NAME: &str = "native host";
    const REMEDY: &str = "Run `axlens install`, then restart the browser; or enter address and token in the extension's options.";
    let registrations = registrations(dir.path());
    let broken = registrations.iter().find_map(|registration| {
        let fault = registration.fault.as_ref()?;
        Some(format!("{}: {fault}", registration.manifest.display()))
    });
    match (registrations.len(), broken) {
        (0, _) => Link::broken(NAME, "not installed for this state directory", REMEDY),
        (_, Some(fault)) => Link::broken(NAME, fault, REMEDY),
        (count, None) => Link::ok(NAME, format!("registered with {count} browser folder(s)")),
    }
}

fn server(status: &StatusAnswer) -> Link {
    Link::ok(
        "server",
        format!("version {}, up {} s", status.version, status.uptime_seconds),
    )
}

fn extension(status: &StatusAnswer) -> Link {
    let extension = &status.extension;
    if let Some(theirs) = extension.refused_wire {
        let says = format!("speaks wire version {theirs}, this server {}", status.wire);
        return Link::broken("extension", says, "Update the older of the two.");
    }
    if !extension.connected {
        let says = match extension.last_seen_ms {
            Some(ago) => format!("not connected; last seen {} s ago", ago / 1000),
            None => "not connected since the server started".to_owned(),
        };
        return Link::broken(
            "extension",
            says,
            "Open Chrome with the Axlens extension; its options page says what it misses.",
        );
    }
    if extension.paused {
        return Link::broken(
            "extension",
            "connected, but reading is paused",
            "Click the Axlens icon in Chrome's toolbar.",
        );
    }
    let version = extension.version.as_deref().unwrap_or("?");
    Link::ok("extension", format!("version {version}, connected"))
}

fn page(client: &Client) -> Link {
    match front_page(client) {
        Ok(Ok(page)) => Link::ok(
            "page",
            print::one_line(&format!("readable: \"{}\" {}", page.page_title, page.url)),
        ),
        Ok(Err(fault)) => Link::broken(
            "page",
            print::one_line(&fault.message),
            print::one_line(&fault.hint),
        ),
        Err(error) => Link::broken("page", format!("{error:#}"), "Run `axlens status`."),
    }
}

/// The page in front of the user.
fn front_page(client: &Client) -> anyhow::Result<Result<ObserveAnswer, Fault>> {
    let request = ObserveRequest {
        what: Some("a11y_tree".to_owned()),
        format: Format::Lean,
        max_depth: Some(1),
        session: Some("doctor".to_owned()),
        ..ObserveRequest::default()
    };
    match client.post("/observe", &request)? {
        Ok(answer) => Ok(Ok(answer.read()?)),
        Err(fault) => Ok(Err(fault)),
    }
}

fn as_text(links: &[Link]) -> String {
    let mut text = String::new();
    for link in links {
        let mark = if link.ok { "ok     " } else { "missing" };
        text.push_str(&format!("{mark}  {:<15}  {}\n", link.name, link.says));
        if let Some(remedy) = &link.remedy {
            text.push_str(&format!("         {:<15}  → {remedy}\n", ""));
        }
    }
    text
}
