//! Commands: output, exit codes, tokens and the log.

use crate::program::support::{ExtensionThread, ServerProcess, axlens, connected, until};
use axlens_protocol::EndpointFile;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn an_agents_commands_print_text_and_json() {
    let (server, _extension) = connected();
    let tabs = server.run(&["tabs"]);
    assert_eq!(
        String::from_utf8_lossy(&tabs.stdout),
        "1 \"A page\\u{1b}[31m\" https://example.com/ [active]\n",
        "no control character reaches a terminal"
    );
    let snapshot = server.run(&["snapshot", "--format", "outline"]);
    assert_eq!(
        String::from_utf8_lossy(&snapshot.stdout),
        "document \"A page\"\n  link \"Home\" [uid=42] url=/\n"
    );
    let lean = server.run(&["snapshot"]);
    let lean = String::from_utf8_lossy(&lean.stdout).into_owned();
    assert!(
        lean.starts_with("...(page \"A page\" https://example.com/; tab 1; "),
        "{lean}"
    );
    assert!(lean.contains("42 link \"Home\""), "{lean}");
    let snapshot = server.json(&[
        "snapshot",
        "--tab",
        "1",
        "--interactive",
        "--depth",
        "3",
        "--json",
    ]);
    assert_eq!(snapshot["uidMap"]["42"]["selector"], "#home");
    let place = server.json(&["locate", "42", "--json"]);
    assert_eq!(place["box"], json!([1, 2, 3, 4]));
    let browsers = server.run(&["browsers"]);
    assert_eq!(
        String::from_utf8_lossy(&browsers.stdout),
        "\"Browser\" the-browser (connected)\n"
    );
    let named = server.json(&["snapshot", "--browser", "the-browser", "--json"]);
    assert_eq!(named["tab"], 1);
    let tabs = server.json(&["tabs", "--browser", "Browser", "--json"]);
    assert_eq!(tabs["tabs"][0]["browser"], "Browser");
    let unknown = server.run(&["tabs", "--browser", "Größe & 2"]);
    let output_text = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(
        output_text.contains("No browser \"Größe & 2\""),
        "{output_text}"
    );
    let status = server.run(&["status"]);
    assert!(String::from_utf8_lossy(&status.stdout).contains("connected"));
}

#[test]
fn exit_codes_distinguish_kinds_of_failures() {
    let (server, _extension) = connected();
    let fault = server.run(&["explain", "#none"]);
    assert_eq!(fault.status.code(), Some(1));
    let output_text = String::from_utf8_lossy(&fault.stderr).into_owned();
    assert!(
        output_text.contains("No element matches selector '#none'") && output_text.contains('→'),
        "{output_text}"
    );
    assert_eq!(
        server.run(&["snapshot", "--depth", "deep"]).status.code(),
        Some(2)
    );
    assert_eq!(server.run(&["no-such-command"]).status.code(), Some(2));
    let nowhere = tempfile::tempdir().expect("a folder");
    let output = axlens(nowhere.path(), &["tabs"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("axlens serve"));
}

/// The window with the question may be behind others.
#[test]
fn a_command_that_waits_for_the_user_says_so_on_standard_error() {
    let server = ServerProcess::start();
    let is_answered = Arc::new(AtomicBool::new(false));
    let answered = Arc::clone(&is_answered);
    let ready = move || answered.load(Ordering::SeqCst);
    let _extension = ExtensionThread::connect_to_ask_the_user(&server.endpoint, ready);
    let mut command = axlens(server.state.path(), &["click", "css=#home", "--json"]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut errors = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a line");
    is_answered.store(true, Ordering::SeqCst);
    assert!(line.contains("Waiting for your answer"), "{line}");
    let output = child.wait_with_output().expect("it ends");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("nothing but JSON");
    assert!(answer.is_object(), "{answer}");
}

#[test]
fn the_doctor_names_the_missing_part() {
    let nowhere = tempfile::tempdir().expect("a folder");
    let output = axlens(nowhere.path(), &["doctor"])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("server"));
    let (server, extension) = connected();
    let links = |arguments: &[&str]| -> Vec<(String, bool)> {
        let output = server.run(arguments);
        let report: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
        let links = report["links"].as_array().expect("links").iter();
        links
            .map(|link| {
                (
                    link["name"].as_str().unwrap_or_default().to_owned(),
                    link["ok"] == true,
                )
            })
            .collect()
    };
    let found = links(&["doctor", "--json"]);
    for name in ["state directory", "server", "extension", "page"] {
        assert!(
            found.contains(&(name.to_owned(), true)),
            "{name}: {found:?}"
        );
    }
    assert!(
        found.contains(&("native host".to_owned(), false)),
        "{found:?}"
    );
    drop(extension);
    until("the extension is missed", || {
        links(&["doctor", "--json"])
            .contains(&("extension".to_owned(), false))
            .then_some(())
    });
}

/// After the installation the server is not missing: it starts on demand.
#[test]
fn after_the_installation_the_doctor_says_what_starts_the_server() {
    let [state, profile] = [0, 1].map(|_| tempfile::tempdir().expect("a folder"));
    let folder = profile.path().to_str().expect("UTF-8");
    let run = |arguments: &[&str]| {
        let output = axlens(state.path(), arguments).output();
        let output = output.expect("the program runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    let (_, installed) = run(&["install", "--user-data-dir", folder]);
    let steps = installed.lines().filter(|line| line.starts_with("next: "));
    let steps: Vec<&str> = steps.collect();
    for (step, part) in steps
        .iter()
        .zip(["chrome://extensions", "doctor", "mcp-config"])
    {
        assert!(step.contains(part), "{installed}");
    }
    assert_eq!(steps.len(), 3, "{installed}");
    let (code, text) = run(&["doctor"]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("note     server "), "{text}");
    assert!(text.contains("missing  extension "), "{text}");
    assert!(
        text.contains("`axlens install --user-data-dir DIR`"),
        "{text}"
    );
    assert_eq!(run(&["stop"]).0, Some(0));
    let (_, text) = run(&["doctor"]);
    assert!(text.contains("missing  server "), "{text}");
    let (_, text) = run(&["uninstall", "--user-data-dir", folder, "--purge"]);
    assert!(text.contains("no longer registered"), "{text}");
}

#[test]
fn a_token_is_added_listed_and_revoked_with_and_without_a_server() {
    let state = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let output = axlens(state.path(), arguments).output();
        output.expect("the program runs")
    };
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let arguments = [
        "token",
        "add",
        "reader",
        "--site",
        "HTTPS://Example.org",
        "--expires",
        "30d",
    ];
    let made = run(&arguments);
    let token = words(&made.stdout);
    assert!(
        token.starts_with("axl_") && token.lines().count() == 1,
        "{token}"
    );
    assert!(words(&made.stderr).contains("not shown again"));
    let taken = run(&["token", "add", "reader"]);
    assert_eq!(taken.status.code(), Some(1));
    assert!(words(&taken.stderr).contains("axlens token revoke reader"));
    for wrong in [["--site", "a/b"], ["--expires", "soon"], ["--scope", "all"]] {
        let refused = run(&["token", "add", "other", wrong[0], wrong[1]]);
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}");
    }
    let listed = words(&run(&["token", "list"]).stdout);
    let start = "reader [read] https://example.org, since 20";
    assert!(
        listed.starts_with(start) && listed.contains(", until 20"),
        "{listed}"
    );
    let json: Value =
        serde_json::from_slice(&run(&["token", "list", "--json"]).stdout).expect("JSON");
    assert_eq!(json[0]["sites"], json!(["https://example.org"]));
    assert!(!listed.contains(token.trim()) && !json.to_string().contains(token.trim()));
    let server = ServerProcess::start_in(state);
    let status = |token: &str| send_with(&server.endpoint, token.trim(), "/status");
    assert_eq!(status(&token), 200);
    let run = |arguments: &[&str]| axlens(server.state.path(), arguments).output();
    let other = run(&["token", "add", "other"]).expect("the program runs");
    assert_eq!(status(&words(&other.stdout)), 200);
    let revoked = run(&["token", "revoke", "reader"]).expect("the program runs");
    assert!(revoked.status.success());
    assert_eq!((status(&token), status(&words(&other.stdout))), (401, 200));
    let again = run(&["token", "revoke", "reader"]).expect("the program runs");
    assert_eq!(again.status.code(), Some(1));
}

#[test]
fn the_last_use_of_a_token_is_known_after_the_servers_end() {
    let server = ServerProcess::start();
    let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let token = words(&server.run(&["token", "add", "reader"]).stdout);
    server.run(&["token", "add", "other"]);
    assert_eq!(send_with(&server.endpoint, token.trim(), "/status"), 200);
    let state = server.terminate();
    let file = state.path().join("last-uses.json");
    let mode = std::fs::metadata(file).expect("there").permissions();
    assert_eq!(mode.mode() & 0o777, 0o600);
    let listed = axlens(state.path(), &["token", "list"]).output();
    let listed = words(&listed.expect("the program runs").stdout);
    let (reader, other) = listed.split_once('\n').expect("two lines");
    assert!(reader.contains(", last used 20"), "{listed}");
    assert!(other.contains(", never used"), "{listed}");
    let server = ServerProcess::start_in(state);
    let agents = server.json(&["status", "--json"])["agents"].clone();
    assert!(agents[1]["lastSeenMs"].is_u64(), "{agents}");
    assert!(agents[2]["lastSeenMs"].is_null(), "{agents}");
}

/// The status of an answer to this token.
fn send_with(endpoint: &EndpointFile, token: &str, path: &str) -> u16 {
    let request = ureq::get(format!("{}{path}", endpoint.url))
        .config()
        .http_status_as_error(false)
        .build()
        .header("authorization", format!("Bearer {token}"));
    request.call().expect("it answers").status().as_u16()
}

#[test]
fn without_a_browser_the_command_prints_a_remark() {
    let server = ServerProcess::start();
    let output = server.run(&["browsers"]);
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "{output:?}"
    );
    let output_text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output_text.contains("No browser has connected"),
        "{output_text}"
    );
}

#[test]
fn every_request_is_in_the_log_and_in_its_follow_mode() {
    let (server, extension) = connected();
    let mut command = axlens(server.state.path(), &["log", "--follow", "--json"]);
    let mut following = command.stdout(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(following.stdout.take().expect("piped"));
    server.json(&["snapshot", "--json"]);
    let mut line = String::new();
    lines.read_line(&mut line).expect("a line");
    let entry: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(
        (&entry["kind"], &entry["outcome"]),
        (&json!("observe"), &json!("ok"))
    );
    assert_eq!(entry["agent"], json!({"id": "user", "name": "user"}));
    // Close the pipe.
    drop(lines);
    assert!(following.wait().expect("it ends").success());
    let audit = &server.json(&["status", "--json"])["audit"];
    assert_eq!(
        (&audit["written"], &audit["lost"]),
        (&json!(1), &json!(0)),
        "{audit}"
    );
    assert!(!server.run(&["locate", "77"]).status.success());
    drop(extension);
    // Waiting entries are written before the server ends.
    let state = server.terminate();
    let log = |arguments: &[&str]| {
        let output = axlens(state.path(), arguments).output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let all = log(&["log"]);
    assert_eq!(all.lines().count(), 2, "{all}");
    assert!(
        all.contains("  observe  ") && all.contains("  locate  "),
        "{all}"
    );
    assert_eq!(log(&["log", "--last", "1"]).lines().count(), 1);
    assert_eq!(log(&["log", "--agent", "nobody"]), "");
    assert_eq!(log(&["log", "--site", "https://nowhere.example"]), "");
    let mode = std::fs::metadata(state.path().join("audit.jsonl")).expect("there");
    assert_eq!(mode.permissions().mode() & 0o777, 0o600);
}

#[test]
fn lines_of_the_repl_are_commands_and_a_fault_does_not_end_it() {
    let (server, _extension) = connected();
    let mut repl = axlens(
        server.state.path(),
        &["repl", "--tab", "1", "--session", "mine"],
    );
    let repl = repl.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = repl.stderr(Stdio::piped()).spawn().expect("it starts");
    let lines = "tabs\n\nsnapshot\nclick 999\nserve\nclick 'a\naxlens locate 42 --json\nexit\n\
                 tabs\n";
    let mut input = child.stdin.take().expect("piped");
    input.write_all(lines.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert_eq!(printed.matches("\"A page").count(), 2, "{printed}");
    assert!(printed.contains("42 link \"Home\""), "{printed}");
    // The uid is one of the same session.
    assert!(printed.contains("\"selector\": \"#home\""), "{printed}");
    for expected in [
        "(unknown_uid)",
        "in a shell of its own",
        "a quote is not closed",
    ] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
}

#[test]
fn commands_without_a_page_print_json_too() {
    let server = ServerProcess::start();
    let added = server.json(&["token", "add", "reader", "--json"]);
    let token = added["token"].as_str().unwrap_or_default();
    assert!(token.starts_with("axl_"), "{added}");
    let by_name = server.json(&["token", "add", "other", "--by-name", "--json"]);
    assert_eq!(by_name, json!({"name": "other", "token": null}));
    let revoked = server.json(&["token", "revoke", "reader", "--json"]);
    assert_eq!(revoked, json!({"revoked": "reader"}));
    let entry = server.json(&["mcp-config", "zed", "--json"]);
    assert_eq!(entry["agent"], "zed");
    let config = entry["entry"].as_str().unwrap_or_default();
    assert!(config.contains("context_servers"), "{entry}");
    let link = server.json(&["open", "--print", "--json"]);
    assert!(link["url"].as_str().unwrap_or_default().contains('#'));
    assert_eq!(server.json(&["open", "--revoke", "--json"])["ended"], 0);
    let state = server.state.path().to_str().expect("UTF-8").to_owned();
    let stopped = server.json(&["stop", "--json"]);
    assert_eq!(stopped, json!({"stateDir": state, "stopped": true}));
}
