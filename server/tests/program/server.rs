//! The life of a server: start, stop, end and restart.

use crate::program::support::{
    ExtensionThread, ServerProcess, axlens, connected, send, token, until,
};
use serde_json::Value;
use std::io::Read;
use std::process::Stdio;

#[test]
fn a_second_server_in_a_state_directory_is_an_error_that_names_the_first() {
    let server = ServerProcess::start();
    let mut second = axlens(server.state.path(), &["serve"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output_text = String::new();
    second
        .stderr
        .take()
        .expect("it is piped")
        .read_to_string(&mut output_text)
        .expect("it is text");
    assert_eq!(second.wait().expect("it ends").code(), Some(1));
    assert!(
        output_text.contains(&server.endpoint.pid.to_string())
            && output_text.contains(&server.endpoint.url),
        "{output_text}"
    );
}

#[test]
fn a_server_whose_log_is_closed_ends_normally() {
    let state = tempfile::tempdir().expect("a folder");
    let mut command = axlens(state.path(), &["serve"]);
    let mut server = ServerProcess::start_with_log(command.stderr(Stdio::piped()), state);
    drop(server.child.stderr.take());
    assert!(server.run(&["stop"]).status.success());
    assert!(server.child.wait().expect("it ends").success());
}

#[test]
fn a_restarted_server_has_the_same_address_and_key_and_a_new_token() {
    let (server, extension) = connected();
    let before = server.endpoint.clone();
    let state = server.terminate();
    assert!(!state.path().join("endpoint.json").exists(), "withdrawn");
    drop(extension);
    let mut command = axlens(state.path(), &["serve"]);
    let again = ServerProcess::start_by(&mut command, state);
    let after = &again.endpoint;
    assert_eq!(
        (&after.url, &after.extension_key),
        (&before.url, &before.extension_key)
    );
    assert_ne!(after.agent_token, before.agent_token);
    let (status, _) = send(after, &before.agent_token, "GET", "/status", None);
    assert_eq!(status, 401);
    let (status, _) = send(after, &token(after), "GET", "/pending-queries", None);
    assert_eq!(status, 200);
}

#[test]
fn the_files_of_a_killed_server_are_removed() {
    let mut server = ServerProcess::start();
    server.child.kill().expect("it runs");
    server.child.wait().expect("it ends");
    assert!(server.state.path().join("endpoint.json").exists());
    let output = server.run(&["status"]);
    assert_eq!(output.status.code(), Some(3));
    let output_text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output_text.contains("No server runs"), "{output_text}");
    assert!(
        !server.state.path().join("endpoint.json").exists(),
        "withdrawn"
    );
}

#[test]
fn stop_ends_the_server() {
    let mut server = ServerProcess::start();
    let output = server.run(&["stop"]);
    let output_text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && output_text.contains("stopped"),
        "{output_text}"
    );
    let ended = server.child.wait().expect("it ends");
    assert!(ended.success(), "{ended}");
    assert!(server.state.path().join("stopped").exists());
    for command in ["status", "snapshot", "doctor"] {
        let output = server.run(&[command]);
        let output = [output.stdout, output.stderr].concat();
        let printed = String::from_utf8_lossy(&output);
        assert!(
            printed.contains("was stopped with `axlens stop`"),
            "{command}: {printed}"
        );
        assert!(printed.contains("axlens serve"), "{command}: {printed}");
    }
    let again = server.run(&["stop"]);
    assert!(String::from_utf8_lossy(&again.stdout).contains("no server ran"));
    let state = std::mem::replace(&mut server.state, tempfile::tempdir().expect("a folder"));
    let started = ServerProcess::start_in(state);
    assert!(!started.state.path().join("stopped").exists());
}

#[test]
fn running_requests_end_before_a_server_that_was_stopped() {
    let server = ServerProcess::start();
    let spawn = |command: &str| {
        let mut command = axlens(server.state.path(), &[command]);
        let piped = command.stdout(Stdio::piped()).stderr(Stdio::null());
        piped.spawn().expect("the program starts")
    };
    let stopped = server.state.path().join("stopped");
    let stop_file = stopped.clone();
    let _extension =
        ExtensionThread::connect_to_answer_when(&server.endpoint, move || stop_file.exists());
    let mut tabs = spawn("tabs");
    until("the query is delivered", || {
        let status = server.json(&["status", "--json"]);
        (status["queue"]["leased"] == 1).then_some(())
    });
    let mut stopping = spawn("stop");
    until("the stop is recorded", || stopped.exists().then_some(()));
    assert!(tabs.wait().expect("it ends").success());
    assert!(stopping.wait().expect("it ends").success());
    assert_eq!(server.run(&["tabs"]).status.code(), Some(3));
}

#[test]
fn a_state_directory_that_others_can_write_is_an_error_with_a_remedy() {
    use std::os::unix::fs::PermissionsExt;
    let state = tempfile::tempdir().expect("a folder");
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(state.path(), open).expect("this user's");
    for command in ["serve", "status", "install"] {
        let output = axlens(state.path(), &[command]).output().expect("it runs");
        let output_text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && output_text.contains("chmod 700"),
            "{command}: {output_text}"
        );
    }
}

#[test]
fn after_a_restart_uids_are_stale_until_the_next_snapshot() {
    let (server, extension) = connected();
    server.json(&["snapshot", "--json"]);
    let state = server.terminate();
    drop(extension);
    let again = ServerProcess::start_in(state);
    let output = again.run(&["locate", "42", "--json"]);
    let fault: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    assert_eq!(fault["error"], "stale_uid");
}

/// Reads the system's table of sockets, where a listener on all addresses would have another
/// address.
#[cfg(target_os = "linux")]
#[test]
fn the_server_listens_only_on_loopback() {
    let server = ServerProcess::start();
    let folder = format!("/proc/{}/fd", server.child.id());
    let files = std::fs::read_dir(folder).expect("it runs").flatten();
    let targets = files.filter_map(|file| std::fs::read_link(file.path()).ok());
    let sockets: Vec<String> = targets
        .filter_map(|target| {
            let inode = target.to_str()?.strip_prefix("socket:[")?;
            inode.strip_suffix(']').map(str::to_owned)
        })
        .collect();
    let listening = |table: &str| -> Vec<String> {
        let text = std::fs::read_to_string(table).unwrap_or_default();
        let rows = text.lines().map(|row| row.split_whitespace().collect());
        let rows = rows.filter(|row: &Vec<&str>| row.get(3) == Some(&"0A"));
        let ours = rows.filter(|row| {
            row.get(9)
                .is_some_and(|inode| sockets.iter().any(|own| own == inode))
        });
        ours.map(|row| row[1].to_owned()).collect()
    };
    let port = server.endpoint.url.rsplit_once(':').expect("a port").1;
    let port: u16 = port.parse().expect("a number");
    assert_eq!(listening("/proc/net/tcp"), [format!("0100007F:{port:04X}")]);
    assert_eq!(listening("/proc/net/tcp6"), [] as [&str; 0]);
}
