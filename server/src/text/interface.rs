//! Faults and hints in the language of the interface of a request. The server's own
//! texts are those for HTTP; the tables below have the other ones.

use axlens_protocol::Fault;
use std::borrow::Cow;

/// The interface of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interface {
    /// The HTTP endpoints.
    Http,
    /// The tools of the Model Context Protocol.
    Mcp,
    /// The command line.
    Cli,
}

/// A text that differs between the interfaces.
struct Wording {
    http: &'static str,
    mcp: &'static str,
    cli: &'static str,
}

const fn wording(http: &'static str, mcp: &'static str, cli: &'static str) -> Wording {
    Wording { http, mcp, cli }
}

/// Phrases that are replaced as a whole. A phrase comes before its parts.
#[rustfmt::skip] // One row for each phrase.
const PHRASES: &[Wording] = &[
    wording("Send `Authorization: Bearer <agent_token>`; the token is in endpoint.json in the state directory (`axlens status` prints its path).",
        "The token of the client's configuration is missing or invalid: `axlens mcp-config` prints a valid one.",
        "Use the token of an agent that `axlens token list` shows."),
    wording("Correct the request as the message says. `GET /openapi.json` describes every endpoint and its parameters.",
        "Correct the arguments; the schema of the tool lists them.",
        "Correct the command; its --help lists all arguments."),
    wording("`GET /openapi.json` lists the endpoints.",
        "The server may be of another version: update the older side.",
        "Command line and server may be of different versions: stop the server with `axlens stop`, then start it again."),
    wording("`GET /openapi.json` lists the method of each endpoint.",
        "The server may be of another version: update the older side.",
        "Command line and server may be of different versions: stop the server with `axlens stop`, then start it again."),
    wording("Name the browser (`browser`: its name or id; `--browser`), or one of its tabs (`tab`).",
        "Name one of its tabs (`tab`): the tool `tabs` lists the tabs of all browsers.",
        "Name the browser with --browser (its name or id), or one of its tabs with --tab."),
    wording("Lease a browser: `POST /browsers`.",
        "A program with the same token can lease a browser over HTTP.",
        "A program with the same token can lease a browser over HTTP."),
    wording("End one of them first: `DELETE /browsers/ID`.", "End one of them first.", "End one of them first."),
    wording("(`POST /get` with `pdf`)", "(tool `get` with `pdf`)", "(`axlens get pdf`)"),
    wording("(`GET /browsers`, `axlens browsers`)", "(tool `tabs`)", "(`axlens browsers`)"),
    wording("and name the one to use: `tab`, or `--tab N` on the command line.", "and name the one to use: `tab`.", "and name the one to use with `--tab N`."),
    wording("(`GET /tabs`, `axlens tabs`)", "(tool `tabs`)", "(`axlens tabs`)"),
    wording("(`GET /browsers`, `GET /tabs`)", "(tool `tabs`)", "(`axlens browsers`, `axlens tabs`)"),
    wording("(`GET /tabs`)", "(tool `tabs`)", "(`axlens tabs`)"),
    wording("A `browser` in the request must be the browser of the tab.",
        "A `browser` must be the browser of the tab.",
        "The browser of --browser must be the browser of the tab."),
    wording("(`/page-tools`, `axlens page-tools`)", "(`observe` with `what`: page_tools)", "(`axlens page-tools`)"),
    wording("`arguments` of ", "`arguments` of ", "--args of "),
    wording("`tool` is empty.", "`tool` is empty.", "The name of the tool is empty."),
    wording("(`new_tab` opens one)", "(`navigate` with `new_tab` opens one)", "(`axlens new-tab` opens one)"),
    wording("(`/wait` for `quiet`)", "(`wait` for `quiet`)", "(`axlens wait quiet`)"),
    wording("(`/observe`, or its delta)", "(`observe`, or its `changes`)", "(`axlens snapshot`, or with --delta)"),
    wording("Take a new snapshot, or repeat the request with this fault's `seen` to accept the element as the message describes it. The unchanged request fails again.",
        "Use `observe` again, or repeat the call with this fault's `seen` to accept the element as the message describes it. The unchanged call fails again.",
        "Take a new snapshot and use its uids. The same command fails again."),
    wording("; or repeat the request with `seen` if it is still this element. Without `seen`, the same request is refused again.",
        "; or repeat the call with `seen` if it is still this element. Without `seen`, the same call is refused again.",
        ", which may be this one. Without a new snapshot, the same command is refused again."),
    wording(": name the `tab` that you mean.", ": name the `tab` that you mean.", ": name the one that you mean with --tab."),
    wording("or a number of a numbered snapshot with `snapshot`.", "as the page's text has it.", "or a number of a numbered snapshot with --snapshot."),
    wording("or use `activate`, which does not wait", "or use `activate`, which does not wait", "or use `axlens activate`, which does not wait"),
    wording(", with a larger `timeoutMs` if the page is very large or busy.", "; the page may be very large or busy.", ", with a larger --timeout if the page is very large or busy."),
    wording("Ask without `cursor` for a new snapshot.", "Observe without `cursor`.", "Use `axlens snapshot` without --cursor."),
    wording("Give the `uid` of an element in the table; `/find` with `text` finds one.",
        "Give the `uid` of an element in the table; `find` with `text` finds one.",
        "Give the uid of an element in the table; `axlens find` with its text finds one."),
    wording("Give the `uid` of an element in one of the rows; `/find` with `text` finds one.",
        "Give the `uid` of an element in one of the rows; `find` with `text` finds one.",
        "Give the uid of an element in one of the rows; `axlens find` with its text finds one."),
    wording("scroll (`to`: `into_view`) shows more of it", "`scroll` (`to`: `into_view`) shows more of it", "`axlens scroll` with its uid shows more of it"),
    wording("observe lists them;", "`observe` lists them;", "`axlens snapshot` lists them;"),
    wording("or raise max_depth (at most 15)", "with `scope`", "or raise --depth (at most 15)"),
    wording("without compact they are whole, and find shows the lines around a word",
        "`find` shows the lines around a word",
        "without --compact they are whole, and --find shows the lines around a word"),
    wording("Give `nth` (1 for the first of them), `within` with the uid of an element that contains the right one, `hosts` or `frame` as in the answer of `/locate`, or the uid of an element of a snapshot.",
        "Give `nth` (1 for the first of them), `within` with the uid of an element that contains the right one, or the uid of an element.",
        "Give --nth (1 for the first of them), --within with the uid of an element that contains the right one, or the uid of an element of a snapshot."),
    wording("`nth` and `within` belong to a `selector`.", "`nth` and `within` belong to a `selector`.", "--nth and --within belong to css= or text=."),
    wording("Set `dialogs` to answer such dialogs.", "Set `dialogs` to answer such dialogs.",
        "Use --accept-alerts, --confirm or --prompt to answer such dialogs."),
    wording("Add `tab` to the request.", "Add `tab`.", "Add --tab."),
    wording("which `/wait` does not support", "which `wait` does not support", "which `axlens wait` does not support"),
    wording("needs an element: give its `uid`.", "needs an element: give its `uid`.", "needs an element: give its uid."),
    wording("Give one of `uid`, `id`, `ref` and `selector`.", "Give one of `uid` and `selector`.", "Name one element: a uid, a ref, or css= and a selector."),
    wording("Give either `uid` or `selector`.", "Give either `uid` or `selector`.", "Name one element: a uid, or a CSS selector."),
    wording("Give either `uid` or properties of the element, not both.", "Give either `uid` or properties of the element, not both.", "Give either a uid or properties of the element, not both."),
    wording("Give `uid`, or an `id` of a snapshot.", "Give a `uid`.", "Give a uid, or an id of a snapshot."),
    wording("`hosts` and `frame` belong to a `selector`.", "Give a `selector`.", "Give a selector."),
    wording("Give one of `values`, `labels` and `indexes`.", "Give `labels`.", "Give at least one option."),
    wording("Start it with `axlens serve` or from the extension, then try again.", "Start it with `axlens serve` or from the extension, then try again.", "Start it with `axlens serve` or from the extension, then try again."),
];

/// Names in backquotes: fields of requests, and what the command line has for them. MCP has the
/// fields of HTTP, or those in the second column.
#[rustfmt::skip] // One row for each name.
const NAMES: &[Wording] = &[
    wording("scope", "scope", "--scope"),
    wording("max_depth", "scope", "--depth"),
    wording("depth", "scope", "--depth"),
    wording("max_tokens", "max_tokens", "--max-tokens"),
    wording("max_chars", "max_tokens", "--max-tokens"),
    wording("compression", "changes", "--delta"),
    wording("cursor", "cursor", "--cursor"),
    wording("tab", "tab", "--tab"),
    wording("browser", "browser", "--browser"),
    wording("session", "session", "--session"),
    wording("timeoutMs", "seconds", "--timeout"),
    wording("key", "key", "--key"),
    wording("nth", "nth", "--nth"),
    wording("snapshot", "changes", "--snapshot"),
    wording("seen", "seen", "--seen"),
    wording("within", "within", "--within"),
    wording("new", "new", "--new"),
    wording("pages", "pages", "--pages"),
    wording("limit", "limit", "--limit"),
    wording("columns", "columns", "--column"),
    wording("name", "name", "--name"),
    wording("names", "names", "--name"),
    wording("where", "where", "--where"),
    wording("whole", "whole", "--whole"),
    wording("offset", "offset", "--offset"),
    wording("role", "role", "--role"),
    wording("label", "label", "--label"),
    wording("placeholder", "placeholder", "--placeholder"),
    wording("alt", "name", "--alt"),
    wording("title", "name", "--title"),
    wording("testid", "testid", "--testid"),
    wording("selector", "selector", "--selector"),
    wording("count", "count", "--count"),
    wording("by", "by", "--by"),
    wording("to", "to", "--to"),
    wording("full", "full", "--full"),
    wording("quality", "quality", "--quality"),
    wording("max_side", "max_side", "--max-side"),
    wording("uid", "uid", "ID"),
    wording("id", "uid", "ID"),
    wording("ref", "uid", "ID"),
    wording("value", "value", "VALUE"),
    wording("files", "files", "FILE"),
    wording("base64", "files", "FILE"),
    wording("keys", "keys", "KEYS"),
    wording("script", "script", "SCRIPT"),
    wording("secret", "secret", "SECRET"),
    wording("actions", "actions", "COMMAND"),
    wording("what", "what", "WHAT"),
    wording("format", "format", "--format"),
];

/// A text in the language of an interface.
pub fn render(text: &str, interface: Interface) -> Cow<'_, str> {
    if interface == Interface::Http {
        return Cow::Borrowed(text);
    }
    let mut text = text.to_owned();
    for phrase in PHRASES {
        if text.contains(phrase.http) {
            text = text.replace(phrase.http, phrase.of(interface));
        }
    }
    Cow::Owned(with_names(&text, interface))
}

/// A fault in the language of an interface.
pub fn fault(fault: &Fault, interface: Interface) -> Fault {
    Fault {
        message: render(&fault.message, interface).into_owned(),
        hint: render(&fault.hint, interface).into_owned(),
        ..fault.clone()
    }
}

impl Wording {
    fn of(&self, interface: Interface) -> &'static str {
        match interface {
            Interface::Http => self.http,
            Interface::Mcp => self.mcp,
            Interface::Cli => self.cli,
        }
    }
}

/// Replaces the names in backquotes, outside of quoted texts, which may be a page's.
fn with_names(text: &str, interface: Interface) -> String {
    let mut rendered = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['`', '"']) {
        let (before, quoted) = rest.split_at(start);
        rendered += before;
        let mark = if quoted.starts_with('"') { '"' } else { '`' };
        let Some(end) = end_of_quote(quoted, mark) else {
            rest = quoted;
            break;
        };
        let (quoted, after) = quoted.split_at(end + 1);
        match mark == '`' {
            true => rendered += &renamed(quoted, interface),
            false => rendered += quoted,
        }
        rest = after;
    }
    rendered + rest
}

/// The position of the mark that ends a quoted text, which begins with the same mark.
fn end_of_quote(text: &str, mark: char) -> Option<usize> {
    let mut is_escaped = false;
    let mut characters = text.char_indices().skip(1);
    let end = characters.find(|(_, character)| {
        let ends = *character == mark && !is_escaped;
        is_escaped = *character == '\\' && !is_escaped;
        ends
    });
    end.map(|(at, _)| at)
}

/// A name with its backquotes, as the interface has it.
fn renamed(quoted: &str, interface: Interface) -> Cow<'_, str> {
    let name = quoted.trim_matches('`');
    match NAMES.iter().find(|known| known.http == name) {
        Some(known) => Cow::Owned(format!("`{}`", known.of(interface))),
        None => Cow::Borrowed(quoted),
    }
}

#[cfg(test)]
mod tests;
