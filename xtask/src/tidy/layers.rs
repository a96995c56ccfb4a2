//! Rules over folders and crates.

use std::collections::BTreeSet;

use super::Source;

/// What may lie at the top, in addition to tools' files, whose names begin with a dot.
const TOP: [&str; 28] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "PRIVACY.md",
    "README.md",
    "SECURITY.md",
    "client",
    "clients",
    "deny.toml",
    "deploy",
    "dist",
    "docs",
    "examples",
    "extension",
    "fixtures",
    "gateway",
    "native-host",
    "panel",
    "protocol",
    "rustfmt.toml",
    "server",
    "snapshot",
    "tests",
    "wasm-core",
    "xtask",
];

/// Each crate, and the crates of ours that it may import.
const DIRECTIONS: &[(&str, &[&str])] = &[
    ("snapshot", &[]),
    ("protocol", &["axlens-snapshot"]),
    (
        "protocol/page-facts",
        &["axlens-snapshot", "axlens-protocol"],
    ),
    ("wasm-core", &["axlens-snapshot", "axlens-protocol"]),
    (
        "panel",
        &["axlens-page-facts", "axlens-snapshot", "axlens-protocol"],
    ),
    (
        "server",
        &[
            "axlens-client",
            "axlens-local",
            "axlens-page-facts",
            "axlens-snapshot",
            "axlens-protocol",
        ],
    ),
    (
        "client",
        &[
            "axlens-local",
            "axlens-page-facts",
            "axlens-protocol",
            "axlens-snapshot",
        ],
    ),
    ("server/local", &["axlens-protocol"]),
    (
        "gateway",
        &[
            "axlens-fleet",
            "axlens-local",
            "axlens-protocol",
            "axlens-server",
        ],
    ),
    ("native-host", &["axlens-local"]),
    (
        "tests/browser",
        &[
            "axlens-client",
            "axlens-harness",
            "axlens-local",
            "axlens-page-facts",
            "axlens-panel",
            "axlens-protocol",
            "axlens-snapshot",
            "axlens-wasm-core",
        ],
    ),
    (
        "tests/bench",
        &[
            "axlens-harness",
            "axlens-protocol",
            "axlens-snapshot",
            "axlens-wasm-core",
        ],
    ),
    ("tests/fleet", &["axlens-harness", "axlens-protocol"]),
    ("tests/harness", &[]),
    ("xtask", &[]),
    ("xtask/bind", &[]),
    ("dist", &[]),
];

/// Nothing new at the top without a word about it.
pub fn top_level(sources: &[Source]) -> Vec<String> {
    let first = |source: &Source| source.path.split('/').next().unwrap_or_default().to_owned();
    let found: BTreeSet<String> = sources.iter().map(first).collect();
    found
        .into_iter()
        .filter(|name| !name.starts_with('.') && !TOP.contains(&name.as_str()))
        .map(|name| format!("{name} does not belong at the top"))
        .collect()
}

/// Who imports whom.
pub fn directions(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, allowed) in DIRECTIONS {
        let manifest = format!("{name}/Cargo.toml");
        let Some(source) = sources.iter().find(|source| source.path == manifest) else {
            continue;
        };
        for line in source
            .text
            .lines()
            .filter(|line| line.starts_with("axlens-"))
        {
            let dependency = line.split([' ', '=', '.']).next().unwrap_or_default();
            if !allowed.contains(&dependency) {
                complaints.push(format!("{name} imports {dependency}"));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn an_import_against_the_direction_is_seen() {
        let manifest = source(
            "server/Cargo.toml",
            "[package]\nname = \"x\"\n[dependencies]\naxlens-core = { workspace = true }\naxlens-protocol.workspace = true\n",
        );
        assert_eq!(directions(&[manifest]), ["server imports axlens-core"]);
    }

    #[test]
    fn a_stranger_at_the_top_is_seen() {
        assert_eq!(
            top_level(&[
                source("scripts/x.sh", ""),
                source("docs/x.md", ""),
                source(".github/x.yml", "")
            ]),
            ["scripts does not belong at the top"]
        );
    }
}
