//! The file of tokens on a disk, as it should be and as it should not.

use super::*;
use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

fn file() -> (tempfile::TempDir, TokenFile) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().canonicalize().expect("it is there");
    (folder, TokenFile::of(&StateDir::at(path)))
}

fn new(name: &str) -> NewToken {
    NewToken {
        name: name.to_owned(),
        scope: TokenScope::Read,
        sites: vec!["HTTPS://Example.org".to_owned()],
        lasts: Some(Duration::from_secs(60)),
    }
}

#[test]
fn a_token_is_kept_as_its_hash_in_a_file_of_its_user_alone() {
    let (_folder, file) = file();
    assert!(file.read().expect("none yet").is_empty() && file.stamp().is_none());
    let text = file.add(&new("reader")).expect("a token");
    assert!(text.starts_with(PREFIX) && text.len() == PREFIX.len() + secret::DIGITS);
    let stored = std::fs::read_to_string(file.path()).expect("it is there");
    assert!(!stored.contains(&text[PREFIX.len()..]), "{stored}");
    let about = std::fs::metadata(file.path()).expect("it is there");
    assert_eq!(about.mode() & 0o777, 0o600);
    let tokens = file.read().expect("it is whole");
    assert_eq!(tokens[0].sha256, hash(&text));
    assert_eq!(tokens[0].sites, ["https://example.org"]);
    assert_eq!(tokens[0].expires, Some(tokens[0].created + 60));
    let before = file.stamp();
    file.add(&new("other")).expect("a token");
    assert_ne!(file.stamp(), before);
    let (ids, names): (Vec<_>, Vec<_>) = file
        .read()
        .expect("it is whole")
        .into_iter()
        .map(|token| (token.id, token.name))
        .unzip();
    assert!(ids[0] != ids[1] && names == ["reader", "other"]);
    assert!(file.revoke("reader").expect("it is written"));
    assert!(!file.revoke("reader").expect("it is read"));
    assert_eq!(file.read().expect("it is whole")[0].name, "other");
}

#[test]
fn names_are_short_plain_and_taken_once() {
    let (_folder, file) = file();
    file.add(&new("a.b_c-9")).expect("a token");
    let taken = file.add(&new("a.b_c-9")).expect_err("it is taken");
    assert!(taken.to_string().contains("axlens token revoke a.b_c-9"));
    let long = "x".repeat(41);
    for name in ["", "user", "A", "a b", "a/b", "é", "a\n", &long] {
        let refused = file.add(&new(name)).expect_err("it is no name");
        assert!(refused.to_string().contains("can't be an agent's name"));
    }
    let pattern = NewToken {
        sites: vec!["example.org/path".to_owned()],
        ..new("b")
    };
    assert!(file.add(&pattern).is_err());
    assert_eq!(file.read().expect("it is whole").len(), 1);
}

#[test]
fn a_file_that_can_not_be_trusted_gives_no_token() {
    let (_folder, file) = file();
    file.add(&new("reader")).expect("a token");
    let good = std::fs::read_to_string(file.path()).expect("it is there");
    for (from, to) in [
        ("\"read\"", "\"everything\""),
        ("\"format\": 1", "\"format\": 2"),
        ("\"id\":", "\"paths\": [], \"id\":"),
        ("\"reader\"", "\"user\""),
        ("https://example.org", "https://example.org/"),
        ("\"sha256\": \"", "\"sha256\": \"x"),
        ("}", ""),
    ] {
        assert!(good.contains(from), "{good}");
        std::fs::write(file.path(), good.replacen(from, to, 1)).expect("written");
        assert!(file.read().is_err(), "{to}");
        // Nor is it written over.
        assert!(file.add(&new("other")).is_err() && file.revoke("reader").is_err());
    }
    std::fs::write(file.path(), &good).expect("written");
    for mode in [0o640, 0o604, 0o602] {
        set_permissions(file.path(), Permissions::from_mode(mode)).expect("own file");
        let error = format!("{:#}", file.read().expect_err("others can read it"));
        assert!(error.contains("chmod 600"), "{error}");
    }
    let elsewhere = file.path().with_extension("elsewhere");
    set_permissions(file.path(), Permissions::from_mode(0o600)).expect("own file");
    std::fs::rename(file.path(), &elsewhere).expect("moved");
    symlink(&elsewhere, file.path()).expect("linked");
    let error = format!("{:#}", file.read().expect_err("it is a link"));
    assert!(error.contains("symbolic link"), "{error}");
}

#[test]
fn two_writers_lose_nothing() {
    let (_folder, file) = file();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let file = &file;
            scope.spawn(move || {
                for number in 0..5 {
                    file.add(&new(&format!("w{writer}.{number}")))
                        .expect("a token");
                }
            });
        }
    });
    assert_eq!(file.read().expect("it is whole").len(), 20);
}

#[test]
fn of_a_revoked_token_its_name_is_kept_and_nothing_that_lets_it_in() {
    let (_folder, file) = file();
    let text = file.add(&new("reader")).expect("a token");
    assert!(file.revoke("reader").expect("it is written"));
    let all = file.read_all().expect("it is whole");
    let [revoked] = &all.revoked[..] else {
        panic!("{all:?}");
    };
    assert!(all.tokens.is_empty());
    assert_eq!((&*revoked.name, &*revoked.mark), ("reader", &*mark(&text)));
    let stored = std::fs::read_to_string(file.path()).expect("it is there");
    assert!(!stored.contains(&hash(&text)), "{stored}");
    // Restored as a hash, the mark grants no access.
    assert_ne!(hash(&text), revoked.mark);
    for number in 0..MAX_REVOKED {
        let name = format!("n{number}");
        file.add(&new(&name)).expect("a token");
        assert!(file.revoke(&name).expect("it is written"));
    }
    let names: Vec<String> = file
        .read_all()
        .expect("it is whole")
        .revoked
        .into_iter()
        .map(|token| token.name)
        .collect();
    assert_eq!((names.len(), &*names[0]), (MAX_REVOKED, "n0"));
}
