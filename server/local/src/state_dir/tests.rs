//! The state directory on a real file system.

use super::*;
use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, symlink};

fn fresh() -> (tempfile::TempDir, StateDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = StateDir::locate(Some(folder.path().join("state"))).expect("it is named");
    (folder, dir)
}

fn endpoint() -> EndpointFile {
    EndpointFile {
        url: "http://127.0.0.1:4711".to_owned(),
        agent_token: "a".to_owned(),
        extension_key: "k".to_owned(),
        pid: 42,
        version: "0.1.0".to_owned(),
    }
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path)
        .expect("it is there")
        .permissions()
        .mode()
        & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is this user's");
}

#[test]
fn one_server_at_a_time_and_the_second_names_the_first() {
    let (_folder, dir) = fresh();
    let held = dir.hold().expect("nobody holds it");
    dir.announce(&endpoint(), 4711).expect("it is written");
    let refused = dir.hold().expect_err("it is held").to_string();
    assert!(
        refused.contains("process 42") && refused.contains("http://127.0.0.1:4711"),
        "{refused}"
    );
    drop(held);
    dir.hold().expect("it is free again");
}

#[test]
fn the_address_is_withdrawn_with_the_lock() {
    let (_folder, dir) = fresh();
    let held = dir.hold().expect("nobody holds it");
    dir.announce(&endpoint(), 4711).expect("it is written");
    assert_eq!(dir.endpoint().expect("it is served"), endpoint());
    drop(held);
    assert!(!dir.endpoint_file().exists());
    assert!(matches!(dir.endpoint(), Err(NoServer::NotRunning(_))));
    assert_eq!(dir.last_port(), Some(4711));
}

#[test]
fn files_of_a_killed_server_are_removed_by_the_next_reader() {
    let (_folder, dir) = fresh();
    drop(dir.hold().expect("nobody holds it"));
    dir.announce(&endpoint(), 4711).expect("it is written");
    std::fs::write(dir.socket(), "").expect("it is written");
    assert!(matches!(dir.endpoint(), Err(NoServer::NotRunning(_))));
    assert!(!dir.endpoint_file().exists() && !dir.socket().exists());
}

#[test]
fn the_key_is_kept_and_replaced_where_others_could_read_it() {
    let (_folder, dir) = fresh();
    let _held = dir.hold().expect("nobody holds it");
    assert_eq!(dir.stored_key(), None);
    let key = dir.key().expect("a key");
    assert_eq!(dir.key().expect("the same"), key);
    assert_eq!(mode(&dir.path().join("extension.key")), 0o600);
    set_mode(&dir.path().join("extension.key"), 0o644);
    let new = dir.key().expect("another");
    assert_ne!(new, key);
    std::fs::write(dir.path().join("extension.key"), "nonsense").expect("it is written");
    assert_ne!(dir.key().expect("another"), new);
}

#[test]
fn everything_is_its_users_alone() {
    let (_folder, dir) = fresh();
    let _held = dir.hold().expect("nobody holds it");
    dir.announce(&endpoint(), 4711).expect("it is written");
    assert_eq!(
        (mode(&dir.endpoint_file()), mode(dir.path())),
        (0o600, 0o700)
    );
    let log = open_log(&dir.log_file()).expect("a log");
    assert_eq!(mode(&dir.log_file()), 0o600);
    drop(log);
}

#[test]
fn a_folder_that_others_can_read_is_closed_and_one_they_can_write_is_refused() {
    let (_folder, dir) = fresh();
    drop(dir.hold().expect("nobody holds it"));
    set_mode(dir.path(), 0o755);
    drop(dir.hold().expect("it is closed"));
    assert_eq!(mode(dir.path()), 0o700);
    for mode in [0o777, 0o770, 0o702] {
        set_mode(dir.path(), mode);
        let refused = dir.hold().expect_err("others write").to_string();
        assert!(refused.contains("chmod 700"), "{refused}");
    }
    assert!(dir.is_served().is_err());
}

#[test]
fn a_folder_above_that_others_can_write_is_refused() {
    let (folder, dir) = fresh();
    set_mode(folder.path(), 0o777);
    let refused = dir.hold().expect_err("others write above").to_string();
    assert!(refused.contains("can be written by others"), "{refused}");
    set_mode(folder.path(), 0o1777);
    dir.hold().expect("others can't replace it there");
}

#[test]
fn links_are_refused_wherever_they_are() {
    let (folder, dir) = fresh();
    drop(dir.hold().expect("nobody holds it"));
    let link = folder.path().join("link");
    symlink(dir.path(), &link).expect("a link");
    let linked = StateDir::locate(Some(link)).expect("it is named");
    let refused = linked.hold().expect_err("a link").to_string();
    assert!(refused.contains("symbolic link"), "{refused}");
    let elsewhere = folder.path().join("elsewhere");
    std::fs::write(&elsewhere, "mine").expect("it is written");
    for name in ["server.lock", "server.log"] {
        let file = dir.path().join(name);
        let _ = std::fs::remove_file(&file);
        symlink(&elsewhere, &file).expect("a link");
    }
    for refused in [dir.hold().map(drop), open_log(&dir.log_file()).map(drop)] {
        let refused = refused.expect_err("a link").to_string();
        assert!(refused.contains("symbolic link: remove it"), "{refused}");
    }
    assert_eq!(
        std::fs::read_to_string(&elsewhere).expect("it is there"),
        "mine"
    );
}

#[test]
fn a_log_goes_on_and_is_put_aside_when_it_is_long() {
    use std::io::Write;
    let (_folder, dir) = fresh();
    drop(dir.hold().expect("nobody holds it"));
    let log = || open_log(&dir.log_file()).expect("a log");
    log().write_all(b"one\n").expect("written");
    log().write_all(b"two\n").expect("written");
    let text = std::fs::read_to_string(dir.log_file()).expect("there");
    assert_eq!(text, "one\ntwo\n");
    log().write_all(&vec![b'.'; 1024 * 1024]).expect("written");
    drop(log());
    assert_eq!(std::fs::metadata(dir.log_file()).expect("there").len(), 0);
}

#[test]
fn a_path_too_long_for_a_socket_is_an_error() {
    let dir = StateDir::locate(Some(PathBuf::from(format!("/tmp/{}", "x".repeat(100)))));
    let refused = dir
        .expect("named")
        .check_socket_path()
        .expect_err("too long");
    assert!(refused.to_string().contains("--state-dir"), "{refused}");
}

#[test]
fn a_stop_is_remembered_until_it_is_taken_back() {
    let (_folder, dir) = fresh();
    drop(dir.hold().expect("nobody holds it"));
    assert!(!dir.is_stopped());
    for cause in [StopCause::Stopped, StopCause::Uninstalled] {
        dir.set_stopped(cause).expect("written");
        assert!(dir.is_stopped());
        assert_eq!(dir.stop_cause(), Some(cause));
    }
    // An earlier version has written it.
    std::fs::write(dir.path().join("stopped"), "stopped\n").expect("written");
    assert_eq!(dir.stop_cause(), Some(StopCause::Stopped));
    dir.clear_stopped();
    assert!(!dir.is_stopped());
    assert_eq!(dir.stop_cause(), None);
}
