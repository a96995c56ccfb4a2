//! `axlens doctor`: checks every part of the installation, from the state directory to the page.

use super::client::CliClient;
use super::{FAILED, NOT_CONNECTED, OK, print};
use crate::install::{Registration, registrations};
use crate::platform::{self, SYSTEM, System};
use crate::queue::dispatch::{EXTENSION, mismatch_with};
use crate::state::VERSION;
use axlens_local::StateDir;
use axlens_local::tokens::TokenFile;
use axlens_protocol::agent::browsers::BrowserStatus;
use axlens_protocol::agent::observe::{ObserveAnswer, ObserveRequest};
use axlens_protocol::agent::status::StatusAnswer;
use axlens_protocol::{Code, Fault};
use axlens_snapshot::options::Format;
use axlens_snapshot::quote::{address, requoted, single_line};
use serde::Serialize;
use std::path::Path;

/// The output of `axlens doctor --json`.
#[derive(Debug, Serialize)]
struct DoctorReport {
    ok: bool,
    links: Vec<Link>,
}

/// One part of the installation.
#[derive(Debug, Serialize)]
struct Link {
    name: &'static str,
    ok: bool,
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
    /// Whether it needs no repair, but is not in use yet.
    #[serde(skip)]
    is_note: bool,
}

impl Link {
    fn ok(name: &'static str, says: impl Into<String>) -> Link {
        Link {
            name,
            ok: true,
            says: says.into(),
            remedy: None,
            is_note: false,
        }
    }

    /// A part that needs no repair. `starts_by`: what starts it.
    fn note(name: &'static str, says: impl Into<String>, starts_by: impl Into<String>) -> Link {
        Link {
            remedy: Some(starts_by.into()),
            is_note: true,
            ..Link::ok(name, says)
        }
    }

    fn broken(name: &'static str, says: impl Into<String>, remedy: impl Into<String>) -> Link {
        Link {
            name,
            ok: false,
            says: says.into(),
            remedy: Some(remedy.into()),
            is_note: false,
        }
    }
}

/// Checks every part; the parts after a broken one are not checked.
///
/// # Errors
/// If the report can't be written as JSON.
pub fn run(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let links = check_links(dir);
    let ok = links.iter().all(|link| link.ok);
    let reached = links.iter().any(|link| link.name == "extension" && link.ok);
    match as_json {
        true => print::json(&DoctorReport { ok, links })?,
        false => {
            print::unattended(&unattended(dir));
            print::text(&as_text(&links));
        }
    }
    Ok(match (ok, reached) {
        (true, _) => OK,
        (false, true) => FAILED,
        (false, false) => NOT_CONNECTED,
    })
}

/// The folders of the browsers in which agents act without consent.
fn unattended(dir: &StateDir) -> Vec<String> {
    let all = registrations(dir.path()).into_iter();
    let unattended = all.filter(|registration| registration.unattended);
    let folders = unattended.map(|registration| folder_of(&registration).display().to_string());
    folders.collect()
}

fn check_links(dir: &StateDir) -> Vec<Link> {
    let mut links = vec![system(), state_dir(dir), installed(dir)];
    links.extend(unreadable_tokens(dir));
    match connect(dir) {
        Err(_) if starts_on_demand(dir) => links.extend(not_started()),
        Err(link) => links.push(link),
        Ok((mut client, status)) => {
            links.push(server(&status));
            for browser in browsers_to_check(&status) {
                let extension = extension(&status, browser);
                let is_ok = extension.ok;
                links.push(extension);
                // Only the agent of its lease can read in a browser of a pool.
                let is_of_pool = browser.is_some_and(|browser| browser.lease_seconds.is_some());
                if is_ok && !is_of_pool {
                    links.push(page(&mut client, browser));
                }
            }
        }
    }
    links
}

/// Whether no server runs, and the extension starts one as soon as it is loaded.
fn starts_on_demand(dir: &StateDir) -> bool {
    let mut registrations = registrations(dir.path()).into_iter();
    let is_registered = registrations.any(|registration| registration.fault.is_none());
    let does_not_run = dir.is_served().is_ok_and(|served| !served);
    is_registered && does_not_run && !dir.is_stopped()
}

/// The parts after the native host, if the server is not started yet.
fn not_started() -> [Link; 2] {
    let starts_by = "The extension starts it when the browser runs, and so does `axlens mcp` or `axlens serve`.";
    [
        Link::note("server", "not started yet: it starts on demand", starts_by),
        Link::broken("extension", "not connected", no_extension_remedy()),
    ]
}

/// What to do if no extension is connected.
fn no_extension_remedy() -> String {
    let open = "Open the browser with the Axlens extension, or load it in chrome://extensions; its options page shows what is missing.";
    format!("{open}{}", own_folder_hint())
}

/// How a browser with a user data folder of its own is registered. On Windows, all are.
fn own_folder_hint() -> &'static str {
    match SYSTEM {
        System::Linux | System::MacOs => {
            " A browser that runs with --user-data-dir needs `axlens install --user-data-dir DIR`."
        }
        System::Windows => "",
    }
}

/// A connection to the server, with its status, or the broken link.
fn connect(dir: &StateDir) -> Result<(CliClient, StatusAnswer), Link> {
    let broken = |fault: Fault| Link::broken("server", fault.message, fault.hint);
    let no_server = |error: anyhow::Error| {
        Link::broken(
            "server",
            format!("{error:#}"),
            "The server may have another version than this program: run `axlens stop`, then `axlens serve`.",
        )
    };
    let mut client = CliClient::of(dir).map_err(broken)?;
    let answer = client.get("/status").map_err(no_server)?.map_err(broken)?;
    let status = answer.read().map_err(no_server)?;
    Ok((client, status))
}

/// The system of this program. In WSL, it can't reach a browser that runs in Windows.
fn system() -> Link {
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    match platform::is_wsl() {
        true => Link::ok(
            "system",
            format!(
                "{system} in Windows (WSL). For a browser in Windows, install Axlens there, and use `axlens.exe` here instead of `axlens`"
            ),
        ),
        false => Link::ok("system", system),
    }
}

fn state_dir(dir: &StateDir) -> Link {
    let path = dir.path().display();
    match dir.path().is_dir() {
        true => Link::ok("state directory", format!("{path}")),
        false => Link::broken(
            "state directory",
            format!("{path} does not exist"),
            "Run `axlens serve` once, or `axlens install`. For another one, use --state-dir or AXLENS_STATE_DIR.",
        ),
    }
}

/// A link only if the file of tokens can't be read. Without it, the server knows only the user's
/// own token.
fn unreadable_tokens(dir: &StateDir) -> Option<Link> {
    let error = TokenFile::of(dir).read_all().err()?;
    let remedy = "Until then, named agents are not admitted, and the file is not changed.";
    Some(Link::broken("tokens", format!("{error:#}"), remedy))
}

/// This link may be missing, because the extension can also be connected manually.
fn installed(dir: &StateDir) -> Link {
    const NAME: &str = "native host";
    const REMEDY: &str = "Run `axlens install`, then restart the browser; or enter the address and the key in the extension's options.";
    let remedy = || format!("{REMEDY}{}", own_folder_hint());
    let registrations = registrations(dir.path());
    let broken = registrations.iter().find_map(|registration| {
        let fault = registration.fault.as_ref()?;
        Some(format!("{}: {fault}", registration.manifest.display()))
    });
    match (registrations.len(), broken) {
        (0, _) => Link::broken(NAME, "not installed for this state directory", remedy()),
        (_, Some(fault)) => Link::broken(NAME, fault, remedy()),
        (_, None) => Link::ok(NAME, format!("registered with {}", listed(&registrations))),
    }
}

/// The browsers' folders, with a mark at those in which agents act without consent.
fn listed(registrations: &[Registration]) -> String {
    let folders = registrations.iter().map(|registration| {
        let unattended = if registration.unattended {
            " (unattended)"
        } else {
            ""
        };
        format!("{}{unattended}", folder_of(registration).display())
    });
    folders.collect::<Vec<_>>().join(", ")
}

/// The user data folder of the browser; on Windows, the manifest, because any may read it.
fn folder_of(registration: &Registration) -> &Path {
    let manifest = &registration.manifest;
    let folder = manifest
        .ancestors()
        .nth(2)
        .filter(|_| SYSTEM != System::Windows);
    folder.unwrap_or(manifest)
}

/// A server of another version than this program's works if the extension's wire version is its
/// own.
fn server(status: &StatusAnswer) -> Link {
    let says = format!("version {}, up {} s", status.version, status.uptime_seconds);
    match status.version == VERSION {
        true => Link::ok("server", says),
        false => Link {
            remedy: Some(format!(
                "This program has version {VERSION}: `axlens install` replaces the server by it."
            )),
            ..Link::ok("server", says)
        },
    }
}

/// The browsers that are connected or were rejected; `None` if there is none.
fn browsers_to_check(status: &StatusAnswer) -> Vec<Option<&BrowserStatus>> {
    let browsers = status.browsers.iter();
    let relevant = browsers.filter(|browser| browser.connected || browser.refused_wire.is_some());
    let relevant: Vec<Option<&BrowserStatus>> = relevant.map(Some).collect();
    match relevant.is_empty() {
        true => vec![None],
        false => relevant,
    }
}

fn extension(status: &StatusAnswer, browser: Option<&BrowserStatus>) -> Link {
    const NAME: &str = "extension";
    let last = &status.extension;
    let refused = browser.map_or(last.refused_wire, |browser| browser.refused_wire);
    let prefix = browser.map_or_else(String::new, |browser| {
        format!("{}: ", requoted(&browser.name))
    });
    if let Some(theirs) = refused {
        let fault = mismatch_with(EXTENSION, theirs, status.wire);
        return Link::broken(NAME, format!("{prefix}{}", fault.message), fault.hint);
    }
    let Some(browser) = browser else {
        let says = match last.last_seen_ms {
            Some(ago) => format!("not connected; last seen {} s ago", ago / 1000),
            None => "not connected since the server started".to_owned(),
        };
        return Link::broken(NAME, says, no_extension_remedy());
    };
    if browser.paused {
        return Link::broken(
            NAME,
            format!("{prefix}connected, but reading is paused"),
            "Click the Axlens icon in Chrome's toolbar.",
        );
    }
    let version = browser.version.as_deref().unwrap_or("?");
    Link::ok(NAME, format!("{prefix}version {version}, connected"))
}

fn page(client: &mut CliClient, browser: Option<&BrowserStatus>) -> Link {
    match active_page(client, browser) {
        Ok(Ok(page)) => {
            let (title, url) = (requoted(&page.page_title), address(&page.url));
            Link::ok("page", format!("readable: {title} {url}"))
        }
        // The connection works: another tab in front can be read.
        Ok(Err(fault)) if is_about_the_tab(fault.code) => Link {
            remedy: Some(fault.hint),
            ..Link::ok("page", fault.message)
        },
        Ok(Err(fault)) => Link::broken("page", fault.message, fault.hint),
        Err(error) => Link::broken("page", format!("{error:#}"), "Run `axlens status`."),
    }
}

/// Whether a fault of the page in front says only that another tab has to be in front.
fn is_about_the_tab(code: Code) -> bool {
    use Code::{PageBlocked, RestrictedPage, TabCrashed, TabDiscarded, TabNotFound};
    matches!(
        code,
        PageBlocked | RestrictedPage | TabCrashed | TabDiscarded | TabNotFound
    )
}

/// The page in the active tab of this browser.
fn active_page(
    client: &mut CliClient,
    browser: Option<&BrowserStatus>,
) -> anyhow::Result<Result<ObserveAnswer, Fault>> {
    let request = ObserveRequest {
        what: Some("a11y_tree".to_owned()),
        format: Format::Lean,
        max_depth: Some(1),
        session: Some("doctor".to_owned()),
        browser: browser.map(|browser| browser.id.clone()),
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
        let mark = match (link.ok, link.is_note) {
            (true, false) => "ok     ",
            (true, true) => "note   ",
            (false, _) => "missing",
        };
        let says = single_line(&link.says);
        text.push_str(&format!("{mark}  {:<15}  {says}\n", link.name));
        if let Some(remedy) = link.remedy.as_deref().map(single_line) {
            text.push_str(&format!("         {:<15}  → {remedy}\n", ""));
        }
    }
    text
}
