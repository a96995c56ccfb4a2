//! Rules over own pages, the extension's and the server's: their texts in every language, and what
//! they may run.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Source, code_lines, without_tests};

/// Where the texts are, in a folder for each language.
const LOCALES: &str = "extension/_locales/";
/// The language that every other one is held against.
const FIRST: &str = "extension/_locales/en/messages.json";
const OWN_PAGES: [&str; 2] = ["extension/devtools/", "extension/ui/"];
const INLINE: [&str; 4] = ["<style", " style=", "javascript:", "<script>"];
/// Whatever makes HTML or code of a text.
const MAKES_HTML: [&str; 8] = [
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "setHTMLUnsafe",
    "createContextualFragment",
    "document.write",
    "eval(",
    "new Function",
];
/// The server's own page, whose texts are in English alone.
const SERVERS_PAGE: &str = "server/dashboard/";
/// DevTools' way to the page that is inspected: nothing is made into code in our own.
const IN_INSPECTED_PAGE: &str = "inspectedWindow.eval(";
/// How the policy of own pages begins.
const POLICY: &str = "\"extension_pages\": \"default-src 'none';";

/// The panel is Rust: its texts are those whose keys begin like this, and what such a text of a
/// problem is followed by.
const PANEL: &str = "panel/src/";
const PANEL_KEYS: &str = "panel_";
const HINT: &str = "_hint";

/// What one text says in a language, by its key.
type Texts = BTreeMap<String, Text>;

#[derive(Debug, Default, PartialEq, Eq)]
struct Text {
    message: String,
    /// What it takes: `$1`, `$2` …, and which name has which of them.
    values: BTreeSet<String>,
}

/// Every key that is used exists in every language, none is unused, and a text takes the same
/// values in all.
pub fn texts(sources: &[Source]) -> Vec<String> {
    let locales: BTreeMap<&str, Texts> = sources
        .iter()
        .filter(|source| source.path.starts_with(LOCALES))
        .map(|source| (source.path.as_str(), texts_of(&source.text)))
        .collect();
    let Some(first) = locales.get(FIRST) else {
        return vec![format!("{FIRST} is missing")];
    };
    let mut complaints = Vec::new();
    for (path, texts) in &locales {
        complaints.extend(differences(path, texts, first));
    }
    let uses: Vec<Use> = sources.iter().flat_map(uses).collect();
    let missing = uses.iter().filter(|used| !used.is_met(first));
    complaints.extend(missing.map(|used| format!("{}: no text '{}'", used.path, used.describe())));
    let wanted = sources.iter().flat_map(generated_keys);
    let missing = wanted.filter(|key| !first.contains_key(key));
    complaints.extend(missing.map(|key| format!("{FIRST}: no text '{key}'")));
    let unused = first.keys().filter(|key| {
        let key = key.strip_suffix(HINT).unwrap_or(key);
        !uses.iter().any(|used| used.names(key)) && !is_quoted(key, sources)
    });
    complaints.extend(unused.map(|key| format!("{FIRST}: nothing uses '{key}'")));
    complaints
}

fn texts_of(json: &str) -> Texts {
    let read: BTreeMap<String, Value> = serde_json::from_str(json).unwrap_or_default();
    let texts = read.into_iter().map(|(key, value)| {
        let message = value["message"].as_str().unwrap_or_default().to_owned();
        let values = values(&message, &value["placeholders"]);
        (key, Text { message, values })
    });
    texts.collect()
}

/// The names between dollar signs, each with its placeholder.
fn values(message: &str, placeholders: &Value) -> BTreeSet<String> {
    let mut values = BTreeSet::new();
    for name in message.split('$').skip(1).step_by(2) {
        let content = &placeholders[name.to_lowercase()]["content"];
        values.insert(format!("{name}={}", content.as_str().unwrap_or("nothing")));
    }
    let named = placeholders.as_object().into_iter().flatten();
    values.extend(named.map(|(name, value)| {
        let content = value["content"].as_str().unwrap_or("nothing");
        format!("{}={content}", name.to_uppercase())
    }));
    values
}

fn differences(path: &str, texts: &Texts, first: &Texts) -> Vec<String> {
    let mut complaints = Vec::new();
    for (key, text) in first {
        match texts.get(key) {
            None => complaints.push(format!("{path} has no '{key}'")),
            Some(other) if other.message.is_empty() => {
                complaints.push(format!("{path}: '{key}' is empty"));
            }
            Some(other) if other.values != text.values => {
                complaints.push(format!("{path}: '{key}' takes other values"));
            }
            Some(other) if other.values.iter().any(|value| value.ends_with("=nothing")) => {
                complaints.push(format!(
                    "{path}: '{key}' takes a value that it does not name"
                ));
            }
            Some(_) => {}
        }
    }
    let strange = texts.keys().filter(|key| !first.contains_key(*key));
    complaints.extend(strange.map(|key| format!("{path}: '{key}' is in no other language")));
    complaints
}

/// A place that names a text, or with a value in the middle of the key, several.
struct Use<'a> {
    path: &'a str,
    before: &'a str,
    /// The text after the value; `None` for a whole key.
    after: Option<&'a str>,
}

impl Use<'_> {
    fn names(&self, key: &str) -> bool {
        let Some(after) = self.after else {
            return key == self.before;
        };
        let rest = key.strip_prefix(self.before);
        rest.is_some_and(|rest| rest.len() > after.len() && rest.ends_with(after))
    }

    /// Chrome has texts of its own, whose keys begin with `@@`.
    fn is_met(&self, texts: &Texts) -> bool {
        self.before.starts_with("@@") || texts.keys().any(|key| self.names(key))
    }

    fn describe(&self) -> String {
        let after = self.after.map(|after| format!("…{after}"));
        format!("{}{}", self.before, after.unwrap_or_default())
    }
}

/// The keys that stand where nothing but a key can: in a page, in the manifest, in a call.
fn uses(source: &Source) -> Vec<Use<'_>> {
    let path = source.path.as_str();
    let found = |before: &str, after: &'static str| keys_between(&source.text, before, after);
    let keys = if path.ends_with("manifest.json") && path.starts_with("extension/") {
        found("__MSG_", "__")
    } else if path.starts_with(PANEL) && path.ends_with(".rs") {
        quoted(without_tests(&source.text), PANEL_KEYS)
    } else if !is_own_page(path) {
        Vec::new()
    } else if path.ends_with(".html") {
        ["data-i18n=\"", "data-code=\"", "data-label=\""]
            .map(|attribute| found(attribute, "\""))
            .concat()
    } else if path.ends_with(".js") {
        [found("text('", "'"), found("text(`", "`")].concat()
    } else {
        Vec::new()
    };
    let uses = keys.into_iter().map(|key| match key.split_once("${") {
        None => Use {
            path,
            before: key,
            after: None,
        },
        Some((before, rest)) => {
            let after = rest.rsplit_once('}').map(|(_, after)| after);
            Use {
                path,
                before,
                after,
            }
        }
    });
    uses.collect()
}

/// The keys that scripts build from the names in a generated file: of actions, of policy levels.
fn generated_keys(source: &Source) -> Vec<String> {
    let templates: &[&str] = match source.path.as_str() {
        "extension/shared/actions.js" => &["consent_NAME"],
        "extension/shared/levels.js" => &["level_NAME", "level_NAME_why"],
        _ => return Vec::new(),
    };
    let lines = code_lines(&source.text).map(|(_, line)| line);
    let names = lines.flat_map(|line| line.split('\'').skip(1).step_by(2));
    let keys = names.flat_map(|name| templates.iter().map(|key| key.replace("NAME", name)));
    keys.collect::<BTreeSet<_>>().into_iter().collect()
}

/// What is between quotation marks and begins like this.
fn quoted<'a>(text: &'a str, beginning: &str) -> Vec<&'a str> {
    let strings = text.split('"').skip(1);
    strings
        .filter(|string| string.starts_with(beginning) && !string.contains(char::is_whitespace))
        .collect()
}

fn keys_between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    let places = text.match_indices(before);
    // Not the end of another name.
    let own = places.filter(|(start, _)| {
        let letter = text[..*start].chars().next_back();
        !letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    });
    own.filter_map(|(start, _)| text[start + before.len()..].split_once(after))
        .map(|(key, _)| key)
        .collect()
}

/// A script may also name a key in a table or a condition.
fn is_quoted(key: &str, sources: &[Source]) -> bool {
    let quoted = format!("'{key}'");
    let mut scripts = sources
        .iter()
        .filter(|source| is_own_page(&source.path) && source.path.ends_with(".js"));
    scripts.any(|source| code_lines(&source.text).any(|(_, line)| line.contains(&quoted)))
}

fn is_own_page(path: &str) -> bool {
    OWN_PAGES.iter().any(|folder| path.starts_with(folder))
}

/// What the browser would forbid anyway shows here before one is started.
pub fn nothing_inline(sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    let is_ours = |path: &str| is_own_page(path) || path.starts_with(SERVERS_PAGE);
    for source in sources.iter().filter(|source| is_ours(&source.path)) {
        let is_page = source.path.ends_with(".html");
        let words: &[&str] = match is_page {
            true => &INLINE,
            false if source.path.ends_with(".js") => &MAKES_HTML,
            false => continue,
        };
        for (index, line) in source.text.lines().enumerate() {
            let line = line.replace(IN_INSPECTED_PAGE, "");
            let line = line.as_str();
            let found = words.iter().find(|name| line.contains(**name)).copied();
            if let Some(name) = found.or_else(|| handler(line).filter(|_| is_page)) {
                complaints.push(format!("{}:{}: {}", source.path, index + 1, name.trim()));
            }
        }
    }
    complaints
}

/// `onclick="…"` and its like.
fn handler(line: &str) -> Option<&str> {
    let attributes = line
        .match_indices(" on")
        .map(|(start, _)| &line[start + 1..]);
    attributes
        .filter_map(|rest| rest.split_once('=').map(|(name, _)| name))
        .find(|name| name.chars().all(|letter| letter.is_ascii_lowercase()))
}

/// The policy of own pages begins with nothing; what is let in is named after that.
pub fn strict_policy(sources: &[Source]) -> Vec<String> {
    let manifest = sources
        .iter()
        .find(|source| source.path == "extension/manifest.json");
    let manifest = manifest.map_or("", |source| source.text.as_str());
    let mut complaints = Vec::new();
    if !manifest.contains(POLICY) {
        complaints.push(format!("the manifest has no {POLICY}"));
    }
    for name in ["'unsafe-inline'", "'unsafe-eval'", "https:", "data:"] {
        if manifest.contains(name) {
            complaints.push(format!("the manifest's policy lets in {name}"));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::super::source;
    use super::*;

    const DE: &str = "extension/_locales/de/messages.json";

    #[test]
    fn a_text_that_is_missing_unused_or_otherwise_is_seen() {
        let en = r#"{"a": {"message": "One $V$", "placeholders": {"v": {"content": "$1"}}},
            "b": {"message": "Two"}, "state_on": {"message": "On"}, "state_on_why": {"message": "x"}}"#;
        let de = r#"{"a": {"message": "Eins"}, "c": {"message": "Drei"},
            "state_on": {"message": "An"}, "state_on_why": {"message": ""}}"#;
        let page = "<p data-i18n=\"d\"></p><p data-code=\"e\"></p>";
        let script = "text(`state_${phase}`);\ntext(`level_${level}_why`);\ntext('f', 'a');\n";
        assert_eq!(
            texts(&[
                source(FIRST, en),
                source(DE, de),
                source("extension/ui/popup/popup.html", page),
                source("extension/ui/popup/popup.js", script),
                source("extension/manifest.json", "{\"name\": \"__MSG_g__\"}"),
                source(
                    "extension/shared/actions.js",
                    "//! It's\nnew Set(['click']);\n"
                ),
            ]),
            [
                "extension/_locales/de/messages.json: 'a' takes other values",
                "extension/_locales/de/messages.json has no 'b'",
                "extension/_locales/de/messages.json: 'state_on_why' is empty",
                "extension/_locales/de/messages.json: 'c' is in no other language",
                "extension/ui/popup/popup.html: no text 'd'",
                "extension/ui/popup/popup.html: no text 'e'",
                "extension/ui/popup/popup.js: no text 'f'",
                "extension/ui/popup/popup.js: no text 'level_…_why'",
                "extension/manifest.json: no text 'g'",
                "extension/_locales/en/messages.json: no text 'consent_click'",
                "extension/_locales/en/messages.json: nothing uses 'b'",
            ]
        );
    }

    #[test]
    fn a_value_that_no_placeholder_names_is_seen() {
        let text = r#"{"a": {"message": "One $V$"}}"#;
        let script = source("extension/ui/popup/popup.js", "text('a');\n");
        assert_eq!(
            texts(&[source(FIRST, text), script]),
            ["extension/_locales/en/messages.json: 'a' takes a value that it does not name"]
        );
    }

    #[test]
    fn what_is_inline_and_what_makes_html_is_seen() {
        let page =
            "<button onclick=\"x()\">\n<p style=\"color: red\">\n<p data-on=\"\">\n<script>\n";
        let complaints = nothing_inline(&[
            source("extension/ui/popup/popup.html", page),
            source("extension/ui/popup/popup.js", "node.innerHTML = x;\n"),
        ]);
        assert_eq!(
            complaints,
            [
                "extension/ui/popup/popup.html:1: onclick",
                "extension/ui/popup/popup.html:2: style=",
                "extension/ui/popup/popup.html:4: <script>",
                "extension/ui/popup/popup.js:1: innerHTML",
            ]
        );
    }

    #[test]
    fn a_policy_that_lets_in_more_is_seen() {
        let loose = "\"extension_pages\": \"default-src 'self'; style-src 'unsafe-inline'\"";
        let complaints = strict_policy(&[source("extension/manifest.json", loose)]);
        assert_eq!(complaints.len(), 2, "{complaints:?}");
    }
}
