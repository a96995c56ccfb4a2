//! `axlens mcp-config`: the configuration with which a client of the Model Context Protocol starts
//! `axlens mcp` or connects to `/mcp` of the server. Prints the snippet to stdout and its file to
//! stderr. It writes no file of the client and prints no token.
//!
//! Each client that starts `axlens mcp` is an agent with a name, which the command creates once.
//! The snippet has the name and no secret: the client's program belongs to the user, and can use
//! the server's socket without one. A secret would only be copied with the client's file.

use crate::cli::{OK, print};
use anyhow::{Context, bail};
use axlens_local::StateDir;
use axlens_local::server::url;
use axlens_local::tokens::{NewToken, TokenFile};
use axlens_protocol::model::TokenScope;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The environment variable with the token.
const TOKEN_VARIABLE: &str = "AXLENS_TOKEN";

/// The id of the token prompt, in clients with prompts.
const INPUT_ID: &str = "axlens-token";

/// Arguments of `axlens mcp-config`.
#[derive(Debug, Args)]
pub struct McpConfigArgs {
    /// The client.
    client: McpClient,
    /// The server's name in the client.
    #[arg(long, default_value = "axlens", value_parser = name)]
    name: String,
    /// Connect to the running server with a named token (`axlens token add`), instead of starting a
    /// program.
    #[arg(long, conflicts_with = "session")]
    http: bool,
    /// The session of the client's snapshots.
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// The name of the client's agent. The user's consent and the audit log are by agent. Default:
    /// the client's name.
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Print JSON, with the entry as a text.
    #[arg(long)]
    json: bool,
}

/// The output of `axlens mcp-config --json`.
#[derive(Debug, Serialize)]
struct Snippet<'a> {
    /// The agent as which the client acts.
    agent: &'a str,
    /// Where the entry belongs.
    place: &'a str,
    /// The entry, in the format of the client's file.
    entry: &'a str,
    remark: &'a str,
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
    /// Any other client that starts programs, with the entry that most of them take.
    Generic,
}

/// The clients as arguments.
pub fn clients() -> String {
    let names = McpClient::value_variants().iter();
    names
        .map(|client| client.name())
        .collect::<Vec<_>>()
        .join(", ")
}

/// A client's file, or its part with the servers.
#[derive(Debug, Serialize)]
struct Config<'a> {
    /// The prompts for the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<[TokenPrompt; 1]>,
    #[serde(flatten)]
    servers: BTreeMap<&'a str, BTreeMap<&'a str, ServerConfig>>,
}

#[derive(Debug, Serialize)]
struct TokenPrompt {
    #[serde(rename = "type")]
    kind: &'static str,
    id: &'static str,
    description: &'static str,
    password: bool,
}

/// A server, in the notation of the clients.
#[derive(Debug, Default, Serialize)]
struct ServerConfig {
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
/// If the program's path is not UTF-8; with `--http`, if no server has run yet, or the client does
/// not support it.
pub fn mcp_config(
    dir: &StateDir,
    named_dir: Option<PathBuf>,
    args: McpConfigArgs,
) -> anyhow::Result<u8> {
    let client = args.client;
    let agent = args.agent.unwrap_or_else(|| client.name());
    let (snippet, place, remark) = match args.http {
        true => {
            let (snippet, place) = remote_snippet(client, &args.name, dir)?;
            (snippet, place, client.token_place(&agent))
        }
        false => {
            let program = program(named_dir, &agent, args.session)?;
            let (snippet, place) = local_snippet(client, &args.name, &program)?;
            (snippet, place, make_agent(dir, &agent)?)
        }
    };
    if args.json {
        print::json(&Snippet {
            agent: &agent,
            place: &place,
            entry: &snippet,
            remark: &remark,
        })?;
        return Ok(OK);
    }
    print::remark(&place);
    print::remark(&remark);
    print::text(&snippet);
    Ok(OK)
}

/// Creates the agent of a client, unless an earlier call has done it. Returns a remark for the
/// user.
fn make_agent(dir: &StateDir, name: &str) -> anyhow::Result<String> {
    let new = NewToken {
        name: name.to_owned(),
        scope: TokenScope::Act,
        sites: Vec::new(),
        lasts: None,
    };
    let added = TokenFile::of(dir).ensure_by_name(&new);
    let added = added.context("`--agent NAME` gives the client another name")?;
    let what = match added {
        true => "is new",
        false => "has existed before, with its grants",
    };
    Ok(format!(
        "The client is the agent {name}, which {what}. `axlens token revoke {name}` revokes it. An earlier entry without `--agent` acts as all your own programs do: replace it by this one."
    ))
}

/// The command line with which a client starts this program.
fn program(
    named_dir: Option<PathBuf>,
    agent: &str,
    session: Option<String>,
) -> anyhow::Result<Vec<String>> {
    let running = std::env::current_exe().context("the path of this program")?;
    let mut command = vec![text(&running)?, "mcp".to_owned()];
    command.extend(["--agent".to_owned(), agent.to_owned()]);
    if let Some(session) = session {
        command.extend(["--session".to_owned(), session]);
    }
    if let Some(dir) = named_dir {
        // The client starts it in another folder.
        let dir = std::path::absolute(dir)?;
        command.extend(["--state-dir".to_owned(), text(&dir)?]);
    }
    Ok(command)
}

fn text(path: &Path) -> anyhow::Result<String> {
    let text = path.to_str().map(str::to_owned);
    text.with_context(|| format!("the path {} is not valid UTF-8", path.display()))
}

/// The snippet for a client that starts the program, and its place.
fn local_snippet(
    client: McpClient,
    name: &str,
    command_line: &[String],
) -> anyhow::Result<(String, String)> {
    let (command, args) = command_line.split_first().context("an empty command")?;
    if client == McpClient::ClaudeCode {
        let quoted: Vec<String> = command_line.iter().map(|part| shell_quoted(part)).collect();
        let command = quoted.join(" ");
        // Without a scope, Claude Code would know it in the current folder alone.
        let snippet = format!("claude mcp add --scope user {name} -- {command}");
        return Ok((snippet, "Run this command:".to_owned()));
    }
    let server = ServerConfig {
        kind: (client == McpClient::Vscode).then_some("stdio"),
        command: Some(command.clone()),
        args: args.to_vec(),
        ..ServerConfig::default()
    };
    Ok((client.snippet(name, server, None)?, client.place()))
}

/// The snippet for a client that connects to the server, and its place.
fn remote_snippet(
    client: McpClient,
    name: &str,
    dir: &StateDir,
) -> anyhow::Result<(String, String)> {
    let port = dir.last_port().context(
        "No server has run yet. Start it once: open the browser with the extension, or run `axlens serve`.",
    )?;
    let address = format!("{}/mcp", url(port));
    let Some(token) = client.token() else {
        bail!("Claude Desktop only supports servers that it starts: omit --http.");
    };
    let uses_variable = client == McpClient::Codex;
    let (url, http_url) = match client {
        McpClient::Gemini => (None, Some(address)),
        McpClient::ClaudeCode
        | McpClient::ClaudeDesktop
        | McpClient::Cursor
        | McpClient::Vscode
        | McpClient::Codex
        | McpClient::Zed
        | McpClient::Generic => (Some(address), None),
    };
    let server = ServerConfig {
        kind: matches!(client, McpClient::ClaudeCode | McpClient::Vscode).then_some("http"),
        url,
        http_url,
        bearer_token_env_var: uses_variable.then_some(TOKEN_VARIABLE),
        headers: (!uses_variable).then(|| Headers {
            authorization: format!("Bearer {token}"),
        }),
        ..ServerConfig::default()
    };
    let input = (client == McpClient::Vscode).then_some(TokenPrompt {
        kind: "promptString",
        id: INPUT_ID,
        description: "Token that `axlens token add` printed",
        password: true,
    });
    Ok((client.snippet(name, server, input)?, client.place()))
}

impl McpClient {
    /// The snippet in the format of the client's file.
    fn snippet(
        self,
        name: &str,
        server: ServerConfig,
        input: Option<TokenPrompt>,
    ) -> anyhow::Result<String> {
        let config = Config {
            inputs: input.map(|input| [input]),
            servers: BTreeMap::from([(self.servers_key(), BTreeMap::from([(name, server)]))]),
        };
        Ok(match self {
            McpClient::Codex => toml::to_string(&config)?,
            McpClient::ClaudeCode
            | McpClient::ClaudeDesktop
            | McpClient::Cursor
            | McpClient::Vscode
            | McpClient::Gemini
            | McpClient::Zed
            | McpClient::Generic => serde_json::to_string_pretty(&config)?,
        })
    }

    /// The key of the servers in the client's file.
    fn servers_key(self) -> &'static str {
        match self {
            McpClient::Vscode => "servers",
            McpClient::Codex => "mcp_servers",
            McpClient::Zed => "context_servers",
            McpClient::ClaudeCode
            | McpClient::ClaudeDesktop
            | McpClient::Cursor
            | McpClient::Gemini
            | McpClient::Generic => "mcpServers",
        }
    }

    /// The file of the snippet.
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
            McpClient::Generic => "the client's file of MCP servers",
        };
        format!("Put this into {file}:")
    }

    /// How the client's file refers to the token; `None` if the client can't connect to a server.
    fn token(self) -> Option<String> {
        match self {
            McpClient::ClaudeDesktop => None,
            McpClient::Cursor => Some(format!("${{env:{TOKEN_VARIABLE}}}")),
            McpClient::Vscode => Some(format!("${{input:{INPUT_ID}}}")),
            McpClient::Zed | McpClient::Generic => Some("TOKEN".to_owned()),
            McpClient::ClaudeCode | McpClient::Codex | McpClient::Gemini => {
                Some(format!("${{{TOKEN_VARIABLE}}}"))
            }
        }
    }

    /// Its name in this command, and the default name of its agent.
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The place of the token. An agent with a token is another one than the agent with this name,
    /// which has none.
    fn token_place(self, agent: &str) -> String {
        let place = match self {
            McpClient::Vscode => "VS Code prompts for it once and stores it".to_owned(),
            McpClient::Zed | McpClient::Generic => "replace TOKEN with it".to_owned(),
            McpClient::ClaudeCode
            | McpClient::ClaudeDesktop
            | McpClient::Cursor
            | McpClient::Codex
            | McpClient::Gemini => {
                format!("put it into the environment variable {TOKEN_VARIABLE} of the client")
            }
        };
        format!("`axlens token add {agent}-http --scope act` prints the token: {place}.")
    }
}

/// A word, quoted for a shell if necessary.
fn shell_quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+:@%".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Checks a name for use in all clients.
fn name(name: &str) -> Result<String, String> {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    match (1..=64).contains(&name.len()) && name.chars().all(is_allowed) && !name.starts_with('-') {
        true => Ok(name.to_owned()),
        false => Err("use 1 to 64 letters, digits, - and _, without - at the beginning".to_owned()),
    }
}
