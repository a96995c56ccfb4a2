//! Rules about the extension that no linter can check: its manifest, the wire version, and that it
//! does not interpret page content.

use super::{Source, lines_with};

const PERMISSIONS: &str = r#""permissions": ["scripting", "tabs", "webNavigation", "nativeMessaging", "storage", "alarms", "system.cpu", "declarativeNetRequest", "webRequest"]"#;

/// The worker passes trees on as text: it has no key for what is in them.
pub fn reads_no_content(sources: &[Source]) -> Vec<String> {
    let passing = [
        "extension/worker/reading/read-tab.js",
        "extension/worker/browser/frames.js",
        "extension/worker/reading/frame-places.js",
        "extension/worker/reading/engine.js",
        "extension/worker/queries.js",
    ];
    let worker = sources
        .iter()
        .filter(|source| passing.contains(&source.path.as_str()));
    worker
        .flat_map(|source| {
            lines_with(
                source,
                &source.text,
                &[
                    "JSON.parse(tree",
                    "tree.children",
                    "tree.nodes",
                    "uid",
                    "role",
                ],
            )
        })
        .collect()
}

/// The number in the scripts is the one in `protocol`.
pub fn one_wire_version(sources: &[Source]) -> Vec<String> {
    let number = |path: &str, sign: &str| {
        let source = sources.iter().find(|source| source.path == path)?;
        let line = source.text.lines().find(|line| line.contains(sign))?;
        Some(
            line.rsplit('=')
                .next()?
                .trim()
                .trim_end_matches(';')
                .to_owned(),
        )
    };
    let server = number("protocol/src/lib.rs", "const WIRE_VERSION");
    let extension = number(
        "extension/worker/connection/server-requests.js",
        "const WIRE",
    );
    if server == extension {
        Vec::new()
    } else {
        vec![format!(
            "protocol says {server:?}, the extension {extension:?}"
        )]
    }
}

/// What the extension's policy lets it connect to: itself, and this machine. DevTools shows its
/// pages in frames; nobody else may.
const CONNECTIONS: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:*; base-uri 'none'; form-action 'none'; frame-ancestors devtools:\"";

/// Every permission is explained to the user.
pub fn manifest(sources: &[Source]) -> Vec<String> {
    let Some(manifest) = sources
        .iter()
        .find(|source| source.path == "extension/manifest.json")
    else {
        return Vec::new();
    };
    let mut complaints = Vec::new();
    if !manifest.text.contains(PERMISSIONS) {
        complaints.push(
            "the permissions have changed: explain the new ones in README.md, then name them here"
                .to_owned(),
        );
    }
    if !manifest.text.contains(CONNECTIONS) {
        complaints
            .push("the extension may connect elsewhere: PRIVACY.md says otherwise".to_owned());
    }
    for key in [
        "web_accessible_resources",
        "content_scripts",
        "externally_connectable",
        "unsafe-inline",
        "'unsafe-eval'",
    ] {
        if manifest.text.contains(key) {
            complaints.push(format!("the manifest has {key}"));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn two_wire_versions_are_seen() {
        let server = source("protocol/src/lib.rs", "pub const WIRE_VERSION: u32 = 2;\n");
        let extension = source(
            "extension/worker/connection/server-requests.js",
            "export const WIRE = 1;\n",
        );
        assert_eq!(one_wire_version(&[server, extension]).len(), 1);
    }
}
