//! Rules over the extension's scripts and its manifest.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path};

use super::{Source, code_lines, lines_with};

/// Files that may use `chrome`: `browser-api.js` for worker and extension pages, and scripts in
/// documents that need it.
const CHROME_USERS: [&str; 9] = [
    "extension/shared/browser-api.js",
    "extension/devtools/inspected.js",
    "extension/page/recorder/recorder.js",
    "extension/page/dom/node-ids.js",
    "extension/page/page-engine.js",
    "extension/page/act/flat-tree.js",
    "extension/page/act/actor.js",
    "extension/page/devtools/helper.js",
    "extension/page/inspect/inspector.js",
];
const ENGINES: [&str; 2] = [
    "extension/worker/reading/engine.js",
    "extension/page/page-engine.js",
];
/// What is injected only to act.
const ACTS: &str = "extension/page/act/";
/// The folders of what runs in documents.
const IN_PAGES: [&str; 2] = ["extension/page/", "extension/shared/"];
/// From which folders the modules of a folder may import.
const IMPORTS: [(&str, &[&str]); 5] = [
    ("page", &["page", "shared"]),
    ("shared", &["shared"]),
    ("worker", &["worker", "shared", "engine"]),
    ("ui", &["ui", "worker", "shared"]),
    ("devtools", &["devtools", "ui", "worker", "shared"]),
];
/// Whatever changes a document, its storage or its history, or makes an event in it.
const CHANGES: [&str; 24] = [
    "setAttribute",
    "removeAttribute",
    "toggleAttribute",
    "appendChild",
    "insertBefore",
    "removeChild",
    "replaceChild",
    "replaceChildren",
    "replaceWith",
    "insertAdjacentHTML",
    "insertAdjacentElement",
    "innerHTML",
    "outerHTML",
    "classList",
    "dispatchEvent",
    "createElement",
    "createTextNode",
    "attachShadow",
    "localStorage",
    "sessionStorage",
    "pushState",
    "replaceState",
    "scrollIntoView",
    "scrollTo",
];
const PERMISSIONS: &str = r#""permissions": ["scripting", "tabs", "webNavigation", "nativeMessaging", "storage", "alarms", "system.cpu"]"#;

/// `browser-api.js` alone calls Chrome's APIs.
pub fn one_way_to_chrome(sources: &[Source]) -> Vec<String> {
    let others = scripts(sources).filter(|source| !CHROME_USERS.contains(&source.path.as_str()));
    others
        .flat_map(|source| {
            code_lines(&source.text)
                .filter(|(_, line)| names_chrome(line))
                .map(|(number, _)| format!("{}:{number}: chrome.*", source.path))
        })
        .collect()
}

/// Trying WebAssembly where a policy forbids it shows in the page and at the site.
pub fn engine_in_two_places(sources: &[Source]) -> Vec<String> {
    let others = scripts(sources).filter(|source| !ENGINES.contains(&source.path.as_str()));
    others
        .flat_map(|source| lines_with(source, &source.text, &["WebAssembly"]))
        .collect()
}

/// What runs in a page only reads, but for what acts.
pub fn changes_nothing(sources: &[Source]) -> Vec<String> {
    let in_pages = sources.iter().filter(|source| {
        IN_PAGES
            .iter()
            .any(|folder| source.path.starts_with(folder))
            && !source.path.starts_with(ACTS)
    });
    in_pages
        .flat_map(|source| lines_with(source, &source.text, &CHANGES))
        .collect()
}

/// The worker passes trees on as text: it has no word for what is in them.
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

/// What runs in documents imports nothing of the worker, nor the other way round, and no module
/// imports itself by way of others.
pub fn imports(sources: &[Source]) -> Vec<String> {
    let modules: BTreeMap<&str, Vec<String>> = scripts(sources)
        .map(|source| (source.path.as_str(), imports_of(source)))
        .collect();
    let mut complaints = Vec::new();
    for (path, imported) in &modules {
        let folder = path.split('/').nth(1).unwrap_or_default();
        let allowed = IMPORTS.iter().find(|(name, _)| *name == folder);
        let strangers = imported.iter().filter(|other| {
            let from = other.split('/').nth(1).unwrap_or_default();
            !allowed.is_some_and(|(_, folders)| folders.contains(&from))
        });
        complaints.extend(strangers.map(|other| format!("{path} imports {other}")));
        if reaches(&modules, imported, path) {
            complaints.push(format!("{path} imports itself by way of others"));
        }
    }
    complaints
}

/// The paths of the modules that a module imports.
fn imports_of(source: &Source) -> Vec<String> {
    let folder = Path::new(&source.path).parent().unwrap_or(Path::new(""));
    code_lines(&source.text)
        .filter_map(|(_, line)| {
            let (_, rest) = line.split_once("from '").or(line.split_once("import '"))?;
            let path = folder.join(rest.split_once('\'')?.0);
            Some(plain_path(&path))
        })
        .collect()
}

/// A path without `.` and `..`.
fn plain_path(path: &Path) -> String {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    parts.join("/")
}

/// Whether a module can be reached from others by imports.
fn reaches(modules: &BTreeMap<&str, Vec<String>>, from: &[String], wanted: &str) -> bool {
    let mut waiting: Vec<&str> = from.iter().map(String::as_str).collect();
    let mut seen = BTreeSet::new();
    while let Some(module) = waiting.pop() {
        if module == wanted {
            return true;
        }
        if seen.insert(module) {
            let next = modules.get(module).into_iter().flatten();
            waiting.extend(next.map(String::as_str));
        }
    }
    false
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
    for word in [
        "web_accessible_resources",
        "content_scripts",
        "externally_connectable",
        "unsafe-inline",
        "'unsafe-eval'",
    ] {
        if manifest.text.contains(word) {
            complaints.push(format!("the manifest has {word}"));
        }
    }
    complaints
}

fn scripts(sources: &[Source]) -> impl Iterator<Item = &Source> {
    sources
        .iter()
        .filter(|source| source.path.starts_with("extension/") && source.path.ends_with(".js"))
}

/// `chrome.tabs`, but neither `'chrome://…'` nor `x.chrome.y`.
fn names_chrome(line: &str) -> bool {
    line.match_indices("chrome.").any(|(start, _)| {
        let before = line[..start].chars().next_back();
        !before
            .is_some_and(|character| character.is_alphanumeric() || "_.'\"`/-".contains(character))
    })
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    #[test]
    fn a_second_way_to_chrome_is_seen() {
        let text = "const x = await chrome.tabs.get(1);\nconst y = 'chrome.tabs'; // chrome.tabs\n";
        assert_eq!(
            one_way_to_chrome(&[source("extension/worker/browser/tabs.js", text)]),
            ["extension/worker/browser/tabs.js:1: chrome.*"]
        );
        assert!(one_way_to_chrome(&[source("extension/shared/browser-api.js", text)]).is_empty());
    }

    #[test]
    fn a_change_in_the_page_is_seen() {
        let text = "element.setAttribute('x', 'y'); // never setAttribute\n";
        assert_eq!(
            changes_nothing(&[source("extension/page/recorder/recorder.js", text)]).len(),
            1
        );
    }

    #[test]
    fn a_circle_of_imports_and_one_across_folders_are_seen() {
        let one = source("extension/page/one.js", "import { x } from './two.js';\n");
        let two = source(
            "extension/page/two.js",
            "import {\n  y,\n} from './one.js';\n",
        );
        let three = source("extension/page/three.js", "import '../worker/tabs.js';\n");
        assert_eq!(
            imports(&[one, two, three]),
            [
                "extension/page/one.js imports itself by way of others",
                "extension/page/three.js imports extension/worker/tabs.js",
                "extension/page/two.js imports itself by way of others",
            ]
        );
    }

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
