//! `axlens uninstall`, with and without `--purge`.

use crate::program::support::{ServerProcess, axlens, connected};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

#[test]
fn uninstall_stops_the_server() {
    let mut server = ServerProcess::start();
    let profile = tempfile::tempdir().expect("a folder");
    let profile = profile.path().display().to_string();
    let output = server.run(&["uninstall", "--user-data-dir", &profile]);
    let output_text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && output_text.contains("the server is stopped"),
        "{output_text}"
    );
    assert!(server.child.wait().expect("it ends").success());
    assert!(server.state.path().join("stopped").exists());
    let status = server.run(&["status"]);
    assert_eq!(status.status.code(), Some(3));
    let words = String::from_utf8_lossy(&status.stderr).into_owned();
    assert!(
        words.contains("`axlens uninstall`") && words.contains("`axlens install`"),
        "{words}"
    );
    assert!(!words.contains("axlens stop"), "{words}");
}

#[test]
fn uninstall_says_what_stays() {
    let server = ServerProcess::start();
    let [one, other] = [0, 1].map(|_| tempfile::tempdir().expect("a folder"));
    let [one, other] = [&one, &other].map(|folder| folder.path().display().to_string());
    for folder in [&one, &other] {
        let installed = server.run(&["install", "--user-data-dir", folder]);
        assert!(installed.status.success(), "{installed:?}");
    }
    assert!(server.run(&["token", "add", "reader"]).status.success());
    let output = server.run(&["uninstall", "--user-data-dir", &one]);
    let kept = String::from_utf8_lossy(&output.stdout).into_owned();
    let command = format!("`axlens uninstall --user-data-dir '{other}'` removes it");
    for part in [&*command, "`axlens stop` ends it", "with a token: reader"] {
        assert!(kept.contains(part), "{part} is not in\n{kept}");
    }
    assert!(!kept.contains("the server is stopped"), "{kept}");
    assert!(server.run(&["stop"]).status.success());
    let output = server.run(&["uninstall", "--user-data-dir", &one]);
    let stopped = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!stopped.contains("the server stays"), "{stopped}");
    let output = server.run(&["uninstall", "--user-data-dir", &other]);
    let removed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!removed.contains("still registered"), "{removed}");
}

#[test]
fn purge_removes_only_files_of_axlens() {
    let (server, extension) = connected();
    let profile = tempfile::tempdir().expect("a folder");
    let profile = profile.path().display().to_string();
    let others = tempfile::tempdir().expect("a folder");
    let others_file = others.path().join("file");
    std::fs::write(&others_file, "not ours").expect("writable");
    let state = server.state.path().to_owned();
    std::fs::write(state.join("notes.txt"), "not ours").expect("writable");
    std::os::unix::fs::symlink(&others_file, state.join("audit.3.jsonl")).expect("a link");
    assert!(server.run(&["snapshot"]).status.success());
    assert!(server.run(&["token", "add", "reader"]).status.success());
    drop(extension);
    let kept = server.run(&["uninstall", "--user-data-dir", &profile]);
    let output_text = String::from_utf8_lossy(&kept.stdout).into_owned();
    assert!(
        output_text.contains("--purge") && output_text.contains("chrome://extensions"),
        "{output_text}"
    );
    assert!(state.join("audit.jsonl").exists() && state.join("extension.key").exists());
    let purged = server.run(&["uninstall", "--purge", "--user-data-dir", &profile]);
    let output_text = String::from_utf8_lossy(&purged.stdout).into_owned();
    assert!(purged.status.success(), "{purged:?}");
    for file in [
        "audit.jsonl",
        "extension.key",
        "tokens.json",
        "last-uses.json",
        "server.lock",
        "port",
    ] {
        let path = state.join(file);
        assert!(
            output_text.contains(&format!("removed {}", path.display())),
            "{output_text}"
        );
    }
    assert!(output_text.contains("not removed"), "{output_text}");
    let left: Vec<_> = std::fs::read_dir(&state)
        .expect("it stays")
        .flatten()
        .collect();
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(left[0].file_name(), "notes.txt");
    assert!(others_file.exists(), "what a link leads to is not ours");
    std::fs::remove_file(state.join("notes.txt")).expect("removable");
    let again = server.run(&["uninstall", "--purge", "--user-data-dir", &profile]);
    assert!(again.status.success() && !state.exists(), "{again:?}");
}

#[test]
fn purge_rejects_a_folder_that_others_can_write() {
    let state = tempfile::tempdir().expect("a folder");
    let file = state.path().join("extension.key");
    std::fs::write(&file, "key").expect("writable");
    std::fs::set_permissions(state.path(), Permissions::from_mode(0o777)).expect("this user's");
    let profile = state.path().display().to_string();
    let arguments = ["uninstall", "--purge", "--user-data-dir", &profile];
    let output = axlens(state.path(), &arguments).output().expect("it runs");
    assert!(!output.status.success() && file.exists(), "{output:?}");
}
