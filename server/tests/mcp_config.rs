//! The output of `axlens mcp-config` for each client, parsed like the client does.

use axlens_local::StateDir;
use axlens_protocol::EndpointFile;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};

fn axlens(state: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_axlens"));
    command
        .args(arguments)
        .env("AXLENS_STATE_DIR", state)
        .stdin(Stdio::null());
    command
}

/// The state directory of a server that has run.
fn served() -> (tempfile::TempDir, EndpointFile) {
    let folder = tempfile::tempdir().expect("a folder");
    let endpoint = EndpointFile {
        url: "http://127.0.0.1:4711".to_owned(),
        agent_token: "token-of-the-tests".to_owned(),
        extension_key: "key-of-the-tests".to_owned(),
        pid: 1,
        version: "0.1.0".to_owned(),
    };
    let dir = StateDir::at(folder.path().to_owned());
    dir.announce(&endpoint, 4711).expect("it is written");
    (folder, endpoint)
}

/// Every client, and the key of the servers in its snippet.
const MCP_CLIENTS: [(&str, &str); 8] = [
    ("claude-code", "mcpServers"),
    ("claude-desktop", "mcpServers"),
    ("cursor", "mcpServers"),
    ("vscode", "servers"),
    ("codex", "mcp_servers"),
    ("gemini", "mcpServers"),
    ("zed", "context_servers"),
    ("generic", "mcpServers"),
];

/// The snippet for a client, and its place.
fn mcp_config(state: &Path, arguments: &[&str]) -> (String, String) {
    let output = axlens(state, &[&["mcp-config"], arguments].concat()).output();
    let output = output.expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    (text(&output.stdout), text(&output.stderr))
}

/// Parses a snippet in the format of the client's file.
fn parsed(client: &str, snippet: &str) -> Value {
    match client {
        "codex" => toml::from_str(snippet).expect("it is TOML"),
        _ => serde_json::from_str(snippet).expect("it is JSON"),
    }
}

/// The arguments that a shell passes to the command `claude`.
fn shell_words(command: &str) -> Vec<String> {
    let script = format!("claude() {{ printf '%s\\n' \"$@\"; }}\n{command}");
    let output = Command::new("sh").args(["-c", &script]).output();
    let words = String::from_utf8(output.expect("sh runs").stdout).expect("text");
    words.lines().map(str::to_owned).collect()
}

#[test]
fn each_client_gets_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("it's here");
    let program = env!("CARGO_BIN_EXE_axlens");
    let dir = state.to_str().expect("text");
    for (client, servers) in MCP_CLIENTS {
        let args = [
            "mcp",
            "--agent",
            client,
            "--session",
            "my task",
            "--state-dir",
            dir,
        ];
        let options = [client, "--name", "page", "--session", "my task"];
        let (snippet, place) = mcp_config(&state, &options);
        if client == "claude-code" {
            let words = ["mcp", "add", "--scope", "user", "page", "--", program];
            let words = [&words[..], &args].concat();
            assert_eq!(shell_words(&snippet), words, "{snippet}");
            continue;
        }
        let server = &parsed(client, &snippet)[servers]["page"];
        assert_eq!(
            (&server["command"], &server["args"]),
            (&json!(program), &json!(args)),
            "{snippet}"
        );
        let is_stdio = server.get("type") == Some(&json!("stdio"));
        assert_eq!(is_stdio, client == "vscode", "{snippet}");
        assert!(place.starts_with("Put this into "), "{place}");
    }
}

#[test]
fn each_client_is_an_agent_of_its_own_that_stays_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let agents = || -> Value {
        let output = axlens(folder.path(), &["token", "list", "--json"]).output();
        serde_json::from_slice(&output.expect("the program runs").stdout).expect("JSON")
    };
    let file = || std::fs::read_to_string(folder.path().join("tokens.json")).expect("there");
    let (_, first) = mcp_config(folder.path(), &["zed"]);
    assert!(first.contains("agent zed, which is new"), "{first}");
    assert!(first.contains("without `--agent`"), "{first}");
    let before = file();
    let (snippet, again) = mcp_config(folder.path(), &["zed"]);
    assert!(again.contains("existed before"), "{again}");
    assert_eq!(file(), before, "the same agent");
    assert!(!snippet.contains("axl_") && !before.contains("axl_"));
    mcp_config(folder.path(), &["codex"]);
    mcp_config(folder.path(), &["codex", "--agent", "other"]);
    let listed = agents();
    let names: Vec<&Value> = (0..3).map(|index| &listed[index]["name"]).collect();
    assert_eq!(names, ["zed", "codex", "other"]);
    assert_eq!(
        (
            &listed[0]["by"],
            &listed[0]["scope"],
            &listed[0]["lastUsed"]
        ),
        (&json!("name"), &json!("act"), &Value::Null)
    );
    // The name of a token is not taken over.
    let made = axlens(folder.path(), &["token", "add", "cursor"]).output();
    assert!(made.expect("the program runs").status.success());
    for arguments in [&["cursor"][..], &["zed", "--agent", "user"]] {
        let output = axlens(folder.path(), &[&["mcp-config"], arguments].concat()).output();
        let output = output.expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(
            output.stdout.is_empty() && errors.contains("--agent NAME"),
            "{errors}"
        );
    }
}

#[test]
fn each_client_gets_the_address_and_no_token() {
    let (folder, endpoint) = served();
    let address = json!("http://127.0.0.1:4711/mcp");
    for (client, servers) in MCP_CLIENTS {
        if client == "claude-desktop" {
            let output = axlens(folder.path(), &["mcp-config", client, "--http"]).output();
            let output = output.expect("the program runs");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(
                !output.status.success() && errors.contains("omit --http"),
                "{errors}"
            );
            continue;
        }
        let (snippet, place) = mcp_config(folder.path(), &[client, "--http"]);
        let config = parsed(client, &snippet);
        let remote = &config[servers]["axlens"];
        let field = if client == "gemini" { "httpUrl" } else { "url" };
        assert_eq!(remote[field], address, "{snippet}");
        let authorization = match client {
            "codex" => Value::Null,
            "cursor" => json!("Bearer ${env:AXLENS_TOKEN}"),
            "vscode" => json!("Bearer ${input:axlens-token}"),
            "zed" | "generic" => json!("Bearer TOKEN"),
            _ => json!("Bearer ${AXLENS_TOKEN}"),
        };
        assert_eq!(
            remote["headers"]["Authorization"], authorization,
            "{snippet}"
        );
        if client == "codex" {
            assert_eq!(remote["bearer_token_env_var"], "AXLENS_TOKEN", "{snippet}");
        }
        if client == "vscode" {
            assert_eq!(config["inputs"][0]["id"], "axlens-token", "{snippet}");
        }
        assert!(place.contains("axlens token add"), "{place}");
        for secret in [&endpoint.agent_token, &endpoint.extension_key] {
            assert!(
                !snippet.contains(secret) && !place.contains(secret),
                "{snippet}"
            );
        }
    }
}

#[test]
fn an_unknown_client_is_an_error_that_lists_the_clients() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let output = axlens(folder.path(), arguments).output();
        let output = output.expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), errors)
    };
    let (code, errors) = run(&["mcp-config", "emacs"]);
    assert_eq!(code, Some(2), "{errors}");
    for (client, _) in MCP_CLIENTS {
        assert!(errors.contains(client), "{client}: {errors}");
    }
    let (code, errors) = run(&["mcp-config", "zed", "--name", "a b"]);
    assert_eq!(code, Some(2), "{errors}");
    // Without an earlier server, the port is unknown.
    let (code, errors) = run(&["mcp-config", "zed", "--http"]);
    assert!(
        code == Some(1) && errors.contains("axlens serve"),
        "{errors}"
    );
}
