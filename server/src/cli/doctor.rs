//! `axlens doctor`: each link of the chain, from the state directory to the page, ok or what to do.

use super::client::Client;
use super::{FAILED, NOT_CONNECTED, OK, print};
use crate::install::registrations;
use crate::state_dir::StateDir;
use axlens_protocol::Fault;
use serde::Serialize;
use serde_json::{Value, json};

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

/// Checks the chain link by link; what lies behind a broken link is not asked.
///
/// # Errors
/// Never for a broken link: that is the answer.
pub fn run(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let links = examine(dir);
    let whole = links.iter().all(|link| link.ok);
    match as_json {
        true => print::json(&json!({ "ok": whole, "links": links })),
        false => print::text(&written(&links)),
    }
    let reached = links.iter().any(|link| link.name == "extension" && link.ok);
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

/// The server and what it says of itself, or what is wrong with it.
fn answering(dir: &StateDir) -> Result<(Client, Value), Link> {
    let broken = |fault: Fault| Link::broken("server", fault.message, fault.hint);
    let client = Client::of(dir).map_err(broken)?;
    match client.get("/status") {
        Ok(Ok(status)) => Ok((client, status)),
        Ok(Err(fault)) => Err(broken(fault)),
        Err(error) => Err(Link::broken(
            "server",
            format!("{error:#}"),
            "Another program has the server's port: start the server again with `axlens serve`.",
        )),
    }
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

fn server(status: &Value) -> Link {
    let version = status["version"].as_str().unwrap_or("?");
    Link::ok(
        "server",
        format!("version {version}, up {} s", status["uptimeSeconds"]),
    )
}

fn extension(status: &Value) -> Link {
    let extension = &status["extension"];
    if let Some(theirs) = extension["refusedWire"].as_u64() {
        let says = format!(
            "speaks wire version {theirs}, this server {}",
            status["wire"]
        );
        return Link::broken("extension", says, "Update the older of the two.");
    }
    if extension["connected"] != true {
        let says = match extension["lastSeenMs"].as_u64() {
            Some(ago) => format!("not connected; last seen {} s ago", ago / 1000),
            None => "not connected since the server started".to_owned(),
        };
        return Link::broken(
            "extension",
            says,
            "Open Chrome with the Axlens extension; its options page says what it misses.",
        );
    }
    if extension["paused"] == true {
        return Link::broken(
            "extension",
            "connected, but reading is paused",
            "Click the Axlens icon in Chrome's toolbar.",
        );
    }
    Link::ok(
        "extension",
        format!(
            "version {}, connected",
            extension["version"].as_str().unwrap_or("?")
        ),
    )
}

fn page(client: &Client) -> Link {
    let request =
        json!({ "what": "a11y_tree", "format": "lean", "max_depth": 1, "session": "doctor" });
    match client.post("/observe", &request) {
        Ok(Ok(answer)) => {
            let title = answer["pageTitle"].as_str().unwrap_or_default();
            Link::ok(
                "page",
                print::one_line(&format!(
                    "readable: \"{title}\" {}",
                    answer["url"].as_str().unwrap_or_default()
                )),
            )
        }
        Ok(Err(fault)) => Link::broken(
            "page",
            print::one_line(&fault.message),
            print::one_line(&fault.hint),
        ),
        Err(error) => Link::broken("page", format!("{error:#}"), "Run `axlens status`."),
    }
}

fn written(links: &[Link]) -> String {
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
