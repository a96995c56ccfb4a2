//! The commands that ask the server: their arguments, the request each makes, and how its answer is
//! shown.

use super::client::{Client, Said, is_disconnected};
use super::{FAILED, NOT_CONNECTED, OK, print};
use crate::state_dir::StateDir;
use axlens_snapshot::quote::{one_line as shortened, quoted};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

/// Lines that are shown around each line that was found.
const CONTEXT: u32 = 2;

/// Longest address that is printed, in characters.
const LONGEST_URL: usize = 300;

/// The text formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// Fewest tokens at full information.
    Lean,
    /// `role "name" [uid=N]`; long tables and lists are summarised.
    Outline,
    /// `1: role "name"`: numbers of this snapshot only.
    Numbered,
    /// `- role "name" [ref=e1]`: refs of this snapshot only.
    Refs,
    /// `- role "name" [e1]`.
    Tabs,
}

/// Arguments of `axlens snapshot`.
#[derive(Debug, Args)]
pub struct SnapshotArgs {
    /// Which tab, by its number in `axlens tabs`; left out, the one in front of the user.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// Only the part of the page that this CSS selector (or uid) names.
    #[arg(short = 's', long, value_name = "CSS|UID")]
    scope: Option<String>,
    /// Only what can be acted on.
    #[arg(short = 'i', long)]
    interactive: bool,
    /// Also what can be clicked though its role does not say so, with the reason.
    #[arg(short = 'C', long)]
    cursor_interactive: bool,
    /// Only lines that carry an id, a value, a name or a state, and what they stand in.
    #[arg(short = 'c', long)]
    compact: bool,
    /// Deepest level that is printed.
    #[arg(short = 'd', long, value_name = "N")]
    depth: Option<u32>,
    /// Text format.
    #[arg(short = 'f', long, value_enum, default_value = "lean")]
    format: FormatName,
    /// Only these roles.
    #[arg(long, value_name = "ROLE", value_delimiter = ',')]
    roles: Vec<String>,
    /// All but these roles.
    #[arg(long, value_name = "ROLE", value_delimiter = ',')]
    exclude_roles: Vec<String>,
    /// Only what the viewport shows.
    #[arg(long)]
    viewport: bool,
    /// Only the open modal dialog.
    #[arg(long)]
    modal: bool,
    /// Only lines with this text, what they stand in, and a few lines around.
    #[arg(long, value_name = "TEXT")]
    find: Option<String>,
    /// Long runs of like rows and options as counts.
    #[arg(long)]
    fold: bool,
    /// Addresses of links too.
    #[arg(long)]
    urls: bool,
    /// Boxes too: x, y, width, height.
    #[arg(long)]
    boxes: bool,
    /// What has changed since this session's last snapshot with the same options.
    #[arg(long)]
    delta: bool,
    /// At most this many tokens; the end says how to go on.
    #[arg(long, value_name = "N")]
    max_tokens: Option<u64>,
    /// Goes on where an earlier answer ended.
    #[arg(long)]
    cursor: Option<String>,
    /// Any other parameter of POST /observe, as `name=JSON`.
    #[arg(short = 'p', long = "param", value_name = "NAME=JSON", value_parser = parameter)]
    params: Vec<(String, Value)>,
    /// Where each millisecond went.
    #[arg(long)]
    timings: bool,
    #[command(flatten)]
    common: CommonArgs,
}

/// Arguments of every command that asks about a page.
#[derive(Debug, Args)]
struct CommonArgs {
    /// Whose uids: what was shown to one session, another can't name.
    #[arg(long, default_value = "default")]
    session: String,
    /// Longest time to wait for the page, in milliseconds.
    #[arg(long, value_name = "MS")]
    timeout: Option<u64>,
    /// Print the server's JSON.
    #[arg(long)]
    json: bool,
}

/// Arguments of `axlens locate`.
#[derive(Debug, Args)]
pub struct LocateArgs {
    /// Uid (42, 37.42) or ref (e5) of a snapshot this session was shown.
    id: String,
    /// Which tab, where the same uid was shown in several.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    /// Which snapshot, for the ids of a numbered one.
    #[arg(long, value_name = "N")]
    snapshot: Option<u64>,
    #[command(flatten)]
    common: CommonArgs,
}

/// Arguments of `axlens explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Uid of a snapshot this session was shown, or a CSS selector.
    target: String,
    /// Which tab; left out, the one in front of the user.
    #[arg(long, value_name = "N")]
    tab: Option<u32>,
    #[command(flatten)]
    common: CommonArgs,
}

/// `axlens status`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn status(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let said = ask(dir, |client| client.get("/status"))?;
    Ok(show(said, as_json, |status| {
        let extension = &status["extension"];
        let connected = match (&extension["connected"], &extension["paused"]) {
            (Value::Bool(true), Value::Bool(true)) => "connected, reading is paused",
            (Value::Bool(true), _) => "connected",
            _ => "not connected",
        };
        format!(
            "server {} (wire {}), up {} s\nendpoint {}\nextension {connected}\nqueries waiting {}, worked on {}\nsessions {}",
            plain(&status["version"]),
            status["wire"],
            status["uptimeSeconds"],
            dir.endpoint_file().display(),
            status["queue"]["pending"],
            status["queue"]["leased"],
            status["sessions"],
        )
    }))
}

/// `axlens tabs`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn tabs(dir: &StateDir, as_json: bool) -> anyhow::Result<u8> {
    let said = ask(dir, |client| client.get("/tabs"))?;
    Ok(show(said, as_json, |answer| {
        let tabs = answer["tabs"].as_array().map_or(&[][..], Vec::as_slice);
        let lines: Vec<String> = tabs.iter().map(tab_line).collect();
        lines.join("\n")
    }))
}

/// `axlens snapshot`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn snapshot(dir: &StateDir, args: &SnapshotArgs) -> anyhow::Result<u8> {
    let request = Value::Object(snapshot_request(args));
    let said = ask(dir, |client| client.post("/observe", &request))?;
    if let (Ok(answer), false) = (&said, args.common.json) {
        aside(answer);
    }
    Ok(show(said, args.common.json, |answer| {
        let text = plain(&answer["tree"]);
        // The other formats are contracts to the letter, and have no line for it.
        match args.format {
            FormatName::Lean => header_line(answer) + &text,
            _ => text,
        }
    }))
}

/// `axlens locate`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn locate(dir: &StateDir, args: &LocateArgs) -> anyhow::Result<u8> {
    let mut request = common(&args.common);
    request.insert("id".to_owned(), json!(args.id));
    put(&mut request, "tab", args.tab);
    put(&mut request, "snapshot", args.snapshot);
    let said = ask(dir, |client| {
        client.post("/locate", &Value::Object(request))
    })?;
    Ok(show(said, args.common.json, |answer| format!("{answer:#}")))
}

/// `axlens explain`
///
/// # Errors
/// When what answers is no Axlens server.
pub fn explain(dir: &StateDir, args: &ExplainArgs) -> anyhow::Result<u8> {
    let mut request = common(&args.common);
    let key = match args
        .target
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        true => "uid",
        false => "selector",
    };
    request.insert(key.to_owned(), json!(args.target));
    put(&mut request, "tab", args.tab);
    let said = ask(dir, |client| {
        client.post("/explain", &Value::Object(request))
    })?;
    Ok(show(said, args.common.json, |answer| format!("{answer:#}")))
}

fn snapshot_request(args: &SnapshotArgs) -> Map<String, Value> {
    let mut request = common(&args.common);
    request.insert("what".to_owned(), json!("a11y_tree"));
    let format = args.format.to_possible_value();
    put(
        &mut request,
        "format",
        format.map(|value| value.get_name().to_owned()),
    );
    put(&mut request, "tab", args.tab);
    put(&mut request, "scope", args.scope.as_ref());
    put(&mut request, "max_depth", args.depth);
    put(&mut request, "max_tokens", args.max_tokens);
    put(&mut request, "cursor", args.cursor.as_ref());
    let find = args
        .find
        .as_ref()
        .map(|text| json!({ "text": text, "context": CONTEXT }));
    put(&mut request, "find", find);
    put(&mut request, "compression", args.delta.then_some("delta"));
    let flags = [
        ("interactive_only", args.interactive),
        ("cursor_interactive", args.cursor_interactive),
        ("compact", args.compact),
        ("viewport_only", args.viewport),
        ("modal_only", args.modal),
        ("fold", args.fold),
        ("timings", args.timings),
    ];
    for (name, given) in flags {
        put(&mut request, name, given.then_some(true));
    }
    let include = [("urls", args.urls), ("boxes", args.boxes)];
    let include: Vec<&str> = include
        .iter()
        .filter(|(_, given)| *given)
        .map(|(name, _)| *name)
        .collect();
    let lists = [
        ("roles", json!(args.roles), args.roles.is_empty()),
        (
            "exclude_roles",
            json!(args.exclude_roles),
            args.exclude_roles.is_empty(),
        ),
        ("include", json!(include), include.is_empty()),
    ];
    for (name, list, empty) in lists {
        put(&mut request, name, (!empty).then_some(list));
    }
    request.extend(args.params.iter().cloned());
    request
}

fn common(args: &CommonArgs) -> Map<String, Value> {
    let mut request = Map::new();
    request.insert("session".to_owned(), json!(args.session));
    put(&mut request, "timeoutMs", args.timeout);
    request
}

fn put<T: serde::Serialize>(request: &mut Map<String, Value>, name: &str, value: Option<T>) {
    if let Some(value) = value {
        request.insert(name.to_owned(), json!(value));
    }
}

fn parameter(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("write it as name=JSON")?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
    Ok((name.to_owned(), value))
}

fn ask(
    dir: &StateDir,
    request: impl FnOnce(&Client) -> anyhow::Result<Said>,
) -> anyhow::Result<Said> {
    match Client::of(dir) {
        Ok(client) => request(&client),
        Err(fault) => Ok(Err(fault)),
    }
}

/// Prints what was said and gives the exit code for it.
fn show(said: Said, as_json: bool, text: impl FnOnce(&Value) -> String) -> u8 {
    match said {
        Ok(answer) if as_json => print::json(&answer),
        Ok(answer) => print::text(&text(&answer)),
        Err(fault) => {
            if as_json {
                print::json(&json!(fault));
            }
            print::fault(&fault);
            return if is_disconnected(&fault) {
                NOT_CONNECTED
            } else {
                FAILED
            };
        }
    }
    OK
}

/// What an agent must know of the page as a whole, on a line of ours.
fn header_line(answer: &Value) -> String {
    let header = &answer["header"];
    let words = |value: &Value| quoted(value.as_str().unwrap_or_default());
    let url = shortened(answer["url"].as_str().unwrap_or_default(), LONGEST_URL);
    let mut parts = vec![
        format!("page {} {url}", words(&answer["pageTitle"])),
        format!("tab {}", answer["tab"]),
        format!("snapshot {}", answer["snapshot"]),
    ];
    let ready = header["ready"].as_str().unwrap_or("complete");
    if ready != "complete" {
        parts.push("still loading".to_owned());
    }
    if let Some(scroll) = header["scroll"]
        .as_array()
        .filter(|scroll| scroll.len() == 4)
    {
        parts.push(format!(
            "scrolled to {},{} of {}×{}",
            scroll[0], scroll[1], scroll[2], scroll[3]
        ));
    }
    if let Some(uid) = header["focused"].as_str() {
        parts.push(format!("focus on {}", one_word(uid)));
    }
    if header["dialog"].is_string() {
        parts.push(format!("open dialog {}", words(&header["dialog"])));
    }
    if header["torn"] == true {
        parts.push("the page changed while it was read".to_owned());
    }
    print::one_line(&format!("...({})", parts.join("; "))) + "\n"
}

/// Of a uid there is nothing but digits and dots.
fn one_word(uid: &str) -> String {
    uid.chars()
        .filter(|character| character.is_ascii_digit() || *character == '.')
        .collect()
}

/// What stands beside the text in the answer and concerns its reader.
fn aside(answer: &Value) {
    for key in ["hint", "cursor"] {
        if let Some(words) = answer[key].as_str() {
            print::say(&print::one_line(&format!("axlens: {key}: {words}")));
        }
    }
    if answer["timings"].is_object() {
        print::say(&format!("axlens: timings: {}", answer["timings"]));
    }
}

fn tab_line(tab: &Value) -> String {
    let marks = [
        ("active", tab["active"].as_bool() == Some(true)),
        ("asleep", tab["discarded"].as_bool() == Some(true)),
        ("not readable", tab["readable"].as_bool() == Some(false)),
    ];
    let marks: String = marks
        .iter()
        .filter(|(_, is)| *is)
        .map(|(mark, _)| format!(" [{mark}]"))
        .collect();
    print::one_line(&format!(
        "{} \"{}\" {}{marks}",
        tab["tab"],
        plain(&tab["title"]),
        plain(&tab["url"])
    ))
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
