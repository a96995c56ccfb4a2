//! `axlens mcp-config`: what a client of the Model Context Protocol must be told to start
//! `axlens mcp`, or to reach `/mcp` of the server. Prints the snippet to stdout, and where it
//! belongs to stderr; writes no file, and knows no token.

use super::{OK, print};
use anyhow::{Context, bail};
use axlens_local::StateDir;
use axlens_local::server::url;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The environment variable from which clients take the token.
const TOKEN: &str = "AXLENS_TOKEN";

/// Id of the question for the token, in clients that ask for it.
const INPUT: &str = "axlens-token";

/// Arguments of `axlens mcp-config`.
#[derive(Debug, Args)]
pub struct McpConfigArgs {
    /// The client.
    client: McpClient,
    /// What the client calls it.
    #[arg(long, default_value = "axlens", value_parser = name)]
    name: String,
    /// For the address of the running server, with a named token (`axlens token add`), instead of a
    /// program that the client starts.
    #[arg(long, conflicts_with = "session")]
    http: bool,
    /// Name of the session of this client's snapshots.
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
}

/// A client of the Model Context Protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum McpClient {
    /// Claude Code.
    ClaudeCode,
    /// Claude Desktop.
    ClaudeDesktop,
    /// Cursor.
    Cursor,
    /// Visual Studio Code.
    Vscode,
    /// Codex.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Zed.
    Zed,
}

/// A client's file, or the part of it that names servers.
#[derive(Debug, Serialize)]
struct Config<'a> {
    /// What the client asks its user for.
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<[Input; 1]>,
    #[serde(flatten)]
    servers: BTreeMap<&'a str, BTreeMap<&'a str, Server>>,
}

#[derive(Debug, Serialize)]
struct Input {
    #[serde(rename = "type")]
    kind: &'static str,
    id: &'static str,
    description: &'static str,
    password: bool,
}

/// A server, as the clients spell it.
#[derive(Debug, Default, Serialize)]
struct Server {
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    args: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(rename = "httpUrl", skip_serializing_if = "Option::is_none")]
    http_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bearer_token_env_var: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    headers: Option<Headers>,
}

#[derive(Debug, Serialize)]
struct Headers {
    #[serde(rename = "Authorization")]
    authorization: String,
}

/// `axlens mcp-config`
///
/// # Errors
/// When the program's path is no text; with `--http`, where no server has had a port yet, and for a
/// client that reaches none.
pub fn mcp_config(
    dir: &StateDir,
    named_dir: Option<PathBuf>,
    args: McpConfigArgs,
) -> anyhow::Result<u8> {
    let client = args.client;
    let (snippet, place) = match args.http {
        true => remote(client, &args.name, dir)?,
        false => local(client, &args.name, &program(named_dir, args.session)?)?,
    };
    print::remark(&place);
    if args.http {
        print::remark(&client.token_place());
    }
    print::text(&snippet);
    Ok(OK)
}

/// This program and the arguments with which a client starts it.
fn program(named_dir: Option<PathBuf>, session: Option<String>) -> anyhow::Result<Vec<String>> {
    let running = std::env::current_exe().context("the path of this program")?;
    let mut words = vec![text(&running)?, "mcp".to_owned()];
    if let Some(session) = session {
        words.extend(["--session".to_owned(), session]);
    }
    if let Some(dir) = named_dir {
        // The client starts it in a folder of its own.
        let dir = std::path::absolute(dir)?;
        words.extend(["--state-dir".to_owned(), text(&dir)?]);
    }
    Ok(words)
}

fn text(path: &Path) -> anyhow::Result<String> {
    let text = path.to_str().map(str::to_owned);
    text.with_context(|| format!("{} is no text that a client can be told", path.display()))
}

/// The snippet for a client that starts the program, and where it belongs.
fn local(client: McpClient, name: &str, words: &[String]) -> anyhow::Result<(String, String)> {
    let (command, args) = words.split_first().context("a program")?;
    if client == McpClient::ClaudeCode {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let snippet = format!("claude mcp add {name} -- {}", words.join(" "));
        return Ok((snippet, "Run this command:".to_owned()));
    }
    let server = Server {
        kind: (client == McpClient::Vscode).then_some("stdio"),
        command: Some(command.clone()),
        args: args.to_vec(),
        ..Server::default()
    };
    Ok((client.written(name, server, None)?, client.place()))
}

/// The snippet for a client that reaches the server, and where it belongs.
fn remote(client: McpClient, name: &str, dir: &StateDir) -> anyhow::Result<(String, String)> {
    let port = dir.last_port().context(
        "The server has had no port yet. Start it once: open the browser with the extension, or run `axlens serve`.",
    )?;
    let address = format!("{}/mcp", url(port));
    let Some(token) = client.token() else {
        bail!("Claude Desktop's file names only programs that it starts: leave out --http.");
    };
    let by_variable = client == McpClient::Codex;
    let (url, http_url) = match client {
        McpClient::Gemini => (None, Some(address)),
        _ => (Some(address), None),
    };
    let server = Server {
        kind: matches!(client, McpClient::ClaudeCode | McpClient::Vscode).then_some("http"),
        url,
        http_url,
        bearer_token_env_var: by_variable.then_some(TOKEN),
        headers: (!by_variable).then(|| Headers {
            authorization: format!("Bearer {token}"),
        }),
        ..Server::default()
    };
    let input = (client == McpClient::Vscode).then_some(Input {
        kind: "promptString",
        id: INPUT,
        description: "Token that `axlens token add` printed",
        password: true,
    });
    Ok((client.written(name, server, input)?, client.place()))
}

impl McpClient {
    /// The snippet in the language of the client's file.
    fn written(self, name: &str, server: Server, input: Option<Input>) -> anyhow::Result<String> {
        let config = Config {
            inputs: input.map(|input| [input]),
            servers: BTreeMap::from([(self.key(), BTreeMap::from([(name, server)]))]),
        };
        Ok(match self {
            McpClient::Codex => toml::to_string(&config)?,
            _ => serde_json::to_string_pretty(&config)?,
        })
    }

    /// What the client's file calls its servers.
    fn key(self) -> &'static str {
        match self {
            McpClient::Vscode => "servers",
            McpClient::Codex => "mcp_servers",
            McpClient::Zed => "context_servers",
            _ => "mcpServers",
        }
    }

    /// Where the snippet belongs.
    fn place(self) -> String {
        let file = match self {
            McpClient::ClaudeCode => ".mcp.json of a project",
            McpClient::ClaudeDesktop => {
                "claude_desktop_config.json (Settings, Developer, Edit Config)"
            }
            McpClient::Cursor => "~/.cursor/mcp.json, or .cursor/mcp.json of a project",
            McpClient::Vscode => {
                "mcp.json (command MCP: Open User Configuration), or .vscode/mcp.json of a project"
            }
            McpClient::Codex => "~/.codex/config.toml",
            McpClient::Gemini => "~/.gemini/settings.json, or .gemini/settings.json of a project",
            McpClient::Zed => "settings.json (command zed: open settings file)",
        };
        format!("Put this into {file}:")
    }

    /// How the client's file refers to the token, which is not in it; none: it takes no address.
    fn token(self) -> Option<String> {
        match self {
            McpClient::ClaudeDesktop => None,
            McpClient::Cursor => Some(format!("${{env:{TOKEN}}}")),
            McpClient::Vscode => Some(format!("${{input:{INPUT}}}")),
            McpClient::Zed => Some("TOKEN".to_owned()),
            McpClient::ClaudeCode | McpClient::Codex | McpClient::Gemini => {
                Some(format!("${{{TOKEN}}}"))
            }
        }
    }

    /// Where the token belongs.
    fn token_place(self) -> String {
        let place = match self {
            McpClient::Vscode => "VS Code asks for it once, and keeps it".to_owned(),
            McpClient::Zed => "put it in the place of TOKEN".to_owned(),
            _ => format!("put it into the environment variable {TOKEN} of the client"),
        };
        format!("`axlens token add NAME --scope act` prints the token: {place}.")
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+:@%".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// A name that every client takes.
fn name(given: &str) -> Result<String, String> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    match (1..=64).contains(&given.len()) && given.chars().all(fits) && !given.starts_with('-') {
        true => Ok(given.to_owned()),
        false => Err("1 to 64 letters, digits, - and _, the first of them no -".to_owned()),
    }
}
