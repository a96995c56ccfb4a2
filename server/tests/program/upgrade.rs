//! `axlens upgrade` with a download location on the loopback address.

use crate::program::support::axlens;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::Output;
use std::thread::{self, JoinHandle};

/// Answers one request with this status and body. Returns the URL, and the request's lines.
fn location(status: &'static str, body: &'static str) -> (String, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let request = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a request");
        let lines = BufReader::new(stream.try_clone().expect("a copy")).lines();
        let lines = lines.map_while(Result::ok);
        let request = lines.take_while(|line| !line.is_empty()).collect();
        let length = body.len();
        let head = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n");
        let _ = write!(stream, "{head}Connection: close\r\n\r\n{body}");
        request
    });
    (url, request)
}

fn upgrade(url: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments: Vec<&str> = [&["upgrade"], arguments].concat();
    axlens(folder.path(), &arguments)
        .env("AXLENS_DOWNLOAD_URL", url)
        .env("no_proxy", "127.0.0.1")
        .output()
        .expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_newer_version_is_code_10_and_the_command_to_run() {
    let (url, request) = location("200 OK", "999.0.0\n");
    let output = upgrade(&url, &["--check"]);
    assert_eq!(output.status.code(), Some(10), "{output:?}");
    assert!(stdout(&output).contains("999.0.0 is available"));
    let command = format!("curl -fsSL {url}/latest/install.sh | AXLENS_DOWNLOAD_URL={url} sh");
    assert!(stdout(&output).contains(&command), "{output:?}");
    request.join().expect("a request");
}

#[test]
fn the_request_has_no_data_about_the_user() {
    let (url, request) = location("200 OK", "999.0.0\n");
    upgrade(&url, &["--check"]);
    let host = url.trim_start_matches("http://");
    let request = request.join().expect("a request");
    assert_eq!(
        request,
        [
            "GET /latest/VERSION HTTP/1.1",
            &format!("Host: {host}"),
            "User-Agent: axlens",
            "Accept: */*"
        ]
    );
}

#[test]
fn this_version_is_up_to_date_also_in_json() {
    let own = concat!(env!("CARGO_PKG_VERSION"), "\n");
    let (url, _request) = location("200 OK", own);
    let output = upgrade(&url, &["--check", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(report["newer"], json!(false));
    assert_eq!(report["newest"], json!(own.trim()));
    assert_eq!(report["version"], json!(own.trim()));
}

#[test]
fn without_check_nothing_is_requested() {
    // Nothing listens there.
    let output = upgrade("http://127.0.0.1:1", &["--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(report["newest"], Value::Null);
    let command = report["command"].as_str().expect("a command");
    assert!(command.contains("http://127.0.0.1:1/latest/install.sh"));
}

#[test]
fn failures_are_code_1_and_name_the_next_step() {
    let (missing, _request) = location("404 Not Found", "");
    let (page, _request) = location("200 OK", "<html>");
    for (url, text) in [
        (missing.as_str(), "is not there: check AXLENS_DOWNLOAD_URL"),
        (page.as_str(), "has no version: check AXLENS_DOWNLOAD_URL"),
        ("http://127.0.0.1:1", "cannot download"),
        (
            "http://mirror.example",
            "set AXLENS_DOWNLOAD_URL to an https",
        ),
    ] {
        let output = upgrade(url, &["--check"]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stderr(&output).contains(text), "{output:?}");
        assert!(stdout(&output).is_empty(), "{output:?}");
    }
}

#[test]
fn before_the_first_release_the_next_step_is_the_source() {
    // An empty address is none, so that it is the default location.
    let output = upgrade("", &["--check"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        stderr(&output).contains("No release of Axlens is public yet"),
        "{output:?}"
    );
    assert!(stderr(&output).contains("cargo xtask build"), "{output:?}");
}
