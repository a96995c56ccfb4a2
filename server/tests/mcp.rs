//! `axlens mcp` as an agent runs it: real processes, messages on standard input and output, and a
//! server that is started, killed or stopped.

use axlens_protocol::EndpointFile;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

const EARLIER: &str = "2025-11-25";
const PRESENT: &str = "2026-07-28";

/// A state directory, whose server ends with the test.
struct TestState(tempfile::TempDir);

impl TestState {
    fn new() -> TestState {
        TestState(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        axlens(self.path(), arguments).output().expect("it runs")
    }

    fn kill_server(&self) {
        let text = std::fs::read_to_string(self.path().join("endpoint.json"));
        let endpoint: EndpointFile = serde_json::from_str(&text.expect("one runs")).expect("JSON");
        let pid = i32::try_from(endpoint.pid).ok().and_then(Pid::from_raw);
        kill_process(pid.expect("a process"), Signal::KILL).expect("it was there");
    }
}

impl Drop for TestState {
    fn drop(&mut self) {
        self.run(&["stop"]);
    }
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_axlens");

fn axlens(state: &Path, arguments: &[&str]) -> Command {
    axlens_at(Path::new(PROGRAM), state, arguments)
}

fn axlens_at(program: &Path, state: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).env("AXLENS_STATE_DIR", state);
    command.stdin(Stdio::null());
    command
}

#[test]
fn a_client_acts_as_the_agent_that_its_configuration_names() {
    let state = TestState::new();
    assert!(state.run(&["mcp-config", "zed"]).status.success());
    assert!(state.run(&["token", "add", "reader"]).status.success());
    let mut client = McpProcess::initialized(&state, &["--agent", "zed"]);
    client.request(2, "tools/call", json!({"name": "tabs", "arguments": {}}));
    let log = state.run(&["log", "--json"]);
    let log = String::from_utf8_lossy(&log.stdout).into_owned();
    assert!(log.contains(r#""name":"zed""#), "{log}");
    // The name of an agent with a token, an unknown one, another spelling, and a token too.
    for name in ["reader", "nobody", "ZED", "zed\n", "zed&session=x", ""] {
        let output = state.run(&["mcp", "--agent", name]);
        assert_eq!(output.status.code(), Some(1), "{name:?}");
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(words.contains("unauthorized"), "{words}");
    }
    let both = state.run(&["mcp", "--agent", "zed", "--token-env", "READER"]);
    assert_eq!(both.status.code(), Some(2));
    assert!(state.run(&["token", "revoke", "zed"]).status.success());
    let refused = client.request(3, "tools/call", json!({"name": "tabs", "arguments": {}}));
    assert!(
        refused["error"]["message"].to_string().contains("revoked"),
        "{refused}"
    );
    client.end();
}

/// A process of `axlens mcp`.
struct McpProcess {
    child: Child,
    writes: Option<ChildStdin>,
    reads: BufReader<ChildStdout>,
}

impl McpProcess {
    fn start(state: &TestState, arguments: &[&str]) -> McpProcess {
        McpProcess::start_at(Path::new(PROGRAM), state, arguments)
    }

    fn start_at(program: &Path, state: &TestState, arguments: &[&str]) -> McpProcess {
        let arguments = [&["mcp"], arguments].concat();
        let mut child = axlens_at(program, state.path(), &arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let reads = child.stdout.take().expect("piped");
        McpProcess {
            writes: child.stdin.take(),
            reads: BufReader::new(reads),
            child,
        }
    }

    /// A process whose client has initialized it as in earlier versions.
    fn initialized(state: &TestState, arguments: &[&str]) -> McpProcess {
        let mut client = McpProcess::start(state, arguments);
        client.initialize();
        client
    }

    fn initialize(&mut self) {
        let params = json!({"protocolVersion": EARLIER, "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}});
        let begun = self.request(1, "initialize", params);
        assert_eq!(begun["result"]["protocolVersion"], EARLIER, "{begun}");
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    }

    fn send(&mut self, message: &Value) {
        let writes = self.writes.as_mut().expect("open");
        writeln!(writes, "{message}").expect("it reads");
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.reads.read_line(&mut line).expect("it writes");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line:?}"))
    }

    /// The next message that is no notification.
    fn receive_answer(&mut self) -> Value {
        loop {
            let message = self.receive();
            if message.get("id").is_some() {
                return message;
            }
        }
    }

    fn request(&mut self, id: u32, method: &str, params: Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = self.receive();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    fn call(&mut self, id: u32, tool: &str, arguments: Value) -> Value {
        self.request(
            id,
            "tools/call",
            json!({"name": tool, "arguments": arguments}),
        )
    }

    /// Closes its input: it ends without further output.
    fn end(mut self) {
        drop(self.writes.take());
        let mut more = String::new();
        self.reads.read_to_string(&mut more).expect("it ends");
        assert_eq!(more, "");
        let mut errors = String::new();
        let stderr = self.child.stderr.take().expect("piped");
        BufReader::new(stderr)
            .read_to_string(&mut errors)
            .expect("text");
        assert_eq!(errors, "");
        assert!(self.child.wait().expect("it ended").success());
    }
}

fn text(answer: &Value) -> &str {
    let text = answer["result"]["content"][0]["text"].as_str();
    text.unwrap_or_default()
}

#[test]
fn two_clients_share_the_server_that_the_first_one_starts() {
    let state = TestState::new();
    let mut one = McpProcess::initialized(&state, &[]);
    let tools = one.request(2, "tools/list", json!({}));
    assert_eq!(tools["result"]["tools"][0]["name"], "observe");
    let mut other = McpProcess::initialized(&state, &["--session", "mine"]);
    // No browser is connected, so each gets a fault.
    for client in [&mut one, &mut other] {
        let answer = client.call(3, "observe", json!({}));
        assert_eq!(answer["result"]["isError"], true);
        assert!(
            text(&answer).starts_with("extension_disconnected: "),
            "{answer}"
        );
    }
    one.end();
    let answer = other.call(4, "tabs", json!({}));
    assert!(
        text(&answer).starts_with("extension_disconnected: "),
        "{answer}"
    );
    other.end();
}

#[test]
fn a_client_of_the_current_version_needs_no_initialization() {
    let state = TestState::new();
    let mut client = McpProcess::start(&state, &[]);
    let meta = json!({"io.modelcontextprotocol/protocolVersion": PRESENT,
        "io.modelcontextprotocol/clientCapabilities": {}});
    let found = client.request(1, "server/discover", json!({"_meta": meta}));
    let versions = found["result"]["supportedVersions"]
        .as_array()
        .expect("a list");
    for version in ["2024-11-05", EARLIER, PRESENT] {
        assert!(versions.contains(&json!(version)), "{found}");
    }
    let tools = client.request(2, "tools/list", json!({"_meta": meta}));
    assert!(tools["result"]["tools"].is_array(), "{tools}");
    client.end();
}

#[test]
fn after_the_end_of_the_server_another_one_is_started() {
    let state = TestState::new();
    let mut client = McpProcess::initialized(&state, &[]);
    let call = |id: Value, tool, arguments| {
        let params = json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": id}});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})
    };
    client.send(&call(json!(2), "observe", json!({})));
    let back = json!({"actions": [{"action": "back"}]});
    client.send(&call(json!("a"), "interact", back));
    // Both wait for a browser: the server has them when it has reported progress of both.
    let mut waiting = [json!(2), json!("a")].to_vec();
    while !waiting.is_empty() {
        let progress = client.receive();
        assert_eq!(progress["method"], "notifications/progress", "{progress}");
        waiting.retain(|id| *id != progress["params"]["progressToken"]);
    }
    state.kill_server();
    // Only the read is sent to the next server.
    let (one, other) = (client.receive_answer(), client.receive_answer());
    let message = one["error"]["message"].to_string();
    assert!(message.contains("whether this was executed"), "{one}");
    assert_eq!((&one["id"], &other["id"]), (&json!("a"), &json!(2)));
    let text = other["result"]["content"][0]["text"].to_string();
    assert!(text.contains("extension_disconnected"), "{other}");
    let tools = client.request(3, "tools/list", json!({}));
    assert!(tools["result"]["tools"].is_array(), "{tools}");
    client.end();
}

/// An upgrade replaces the program while a client is connected.
#[test]
fn a_server_is_started_after_the_program_was_replaced() {
    let state = TestState::new();
    let program = state.path().join("program");
    // By another process: a file that this one has open while another test starts a program can't
    // be executed.
    let install = || {
        let copy = Command::new("cp").arg(PROGRAM).arg(&program).status();
        assert!(copy.expect("every unix has it").success());
    };
    install();
    let mut client = McpProcess::start_at(&program, &state, &[]);
    client.initialize();
    std::fs::remove_file(&program).expect("it is there");
    install();
    state.kill_server();
    let tools = client.request(2, "tools/list", json!({}));
    assert!(tools["result"]["tools"].is_array(), "{tools}");
    client.end();
}

#[test]
fn a_server_that_the_user_has_stopped_is_not_started() {
    let state = TestState::new();
    McpProcess::initialized(&state, &[]).end();
    assert!(state.run(&["stop"]).status.success());
    let output = state.run(&["mcp"]);
    assert_eq!(output.status.code(), Some(1));
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("axlens serve"), "{words}");
    assert!(output.stdout.is_empty());
}

#[test]
fn while_the_user_has_stopped_the_server_a_client_gets_the_reason() {
    let state = TestState::new();
    let mut earlier = McpProcess::initialized(&state, &[]);
    assert!(state.run(&["stop"]).status.success());
    // The initialization succeeds: after an error, clients send no request any more.
    let mut begun = McpProcess::initialized(&state, &[]);
    for client in [&mut earlier, &mut begun] {
        let tools = client.request(2, "tools/list", json!({}));
        assert_eq!(tools["result"]["tools"][0]["name"], "observe", "{tools}");
        let answer = client.call(3, "observe", json!({}));
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        for part in [
            "extension_disconnected: ",
            "`axlens stop`",
            "`axlens serve`",
        ] {
            assert!(text(&answer).contains(part), "{part}: {answer}");
        }
    }
    // As `axlens serve` does.
    std::fs::remove_file(state.path().join("stopped")).expect("it is there");
    for client in [&mut earlier, &mut begun] {
        let answer = client.call(4, "observe", json!({}));
        assert!(!text(&answer).contains("`axlens stop`"), "{answer}");
    }
    let status = state.run(&["status"]);
    assert!(status.status.success(), "{status:?}");
    earlier.end();
    begun.end();
}

#[test]
fn a_client_of_the_current_version_gets_the_reason_too() {
    let state = TestState::new();
    McpProcess::initialized(&state, &[]).end();
    assert!(state.run(&["stop"]).status.success());
    let mut client = McpProcess::start(&state, &[]);
    let meta = json!({"io.modelcontextprotocol/protocolVersion": PRESENT,
        "io.modelcontextprotocol/clientCapabilities": {}});
    let call = json!({"name": "tabs", "arguments": {}, "_meta": meta});
    let answer = client.request(1, "tools/call", call.clone());
    assert!(text(&answer).contains("`axlens serve`"), "{answer}");
    std::fs::remove_file(state.path().join("stopped")).expect("it is there");
    let answer = client.request(2, "tools/call", call);
    assert!(!text(&answer).contains("`axlens stop`"), "{answer}");
    client.end();
}

#[test]
fn a_named_agent_s_token_comes_from_the_environment() {
    let state = TestState::new();
    McpProcess::initialized(&state, &[]).end();
    let added = state.run(&["token", "add", "reader", "--scope", "read"]);
    let token = String::from_utf8_lossy(&added.stdout).into_owned();
    let token = token.split_whitespace().find(|word| word.len() > 40);
    let token = token.expect("a token").to_owned();
    let run = |value: &str| {
        let mut command = axlens(state.path(), &["mcp", "--token-env", "READER"]);
        command.env("READER", value).output().expect("it runs")
    };
    assert!(run(&token).status.success());
    let refused = run("no token of ours");
    assert_eq!(refused.status.code(), Some(1));
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        words.contains("unauthorized") && !words.contains("no token of ours"),
        "{words}"
    );
}
