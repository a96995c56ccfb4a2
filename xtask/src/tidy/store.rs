//! Rules about the texts for the stores in `docs/store/`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Source;

const MANIFEST: &str = "extension/manifest.json";
const MESSAGES: &str = "extension/_locales/en/messages.json";
const PERMISSIONS: &str = "docs/store/permissions.md";
const LISTING: &str = "docs/store/listing.md";

/// Characters of the short description that the stores allow.
const MAX_DESCRIPTION: usize = 132;
/// Characters of the justification of a permission.
const MAX_JUSTIFICATION: usize = 1000;

/// Every permission of the manifest has a justification, and the short description is the
/// manifest's.
pub fn texts(sources: &[Source]) -> Vec<String> {
    let text = |path: &str| {
        let source = sources.iter().find(|source| source.path == path);
        source.map_or("", |source| source.text.as_str())
    };
    if text(MANIFEST).is_empty() {
        return Vec::new();
    }
    let mut complaints = justifications(&permissions(text(MANIFEST)), text(PERMISSIONS));
    complaints.extend(description(text(MESSAGES), text(LISTING)));
    complaints
}

/// All permissions, also optional ones and those for hosts.
fn permissions(manifest: &str) -> BTreeSet<String> {
    let manifest: Value = serde_json::from_str(manifest).unwrap_or_default();
    let keys = [
        "permissions",
        "optional_permissions",
        "host_permissions",
        "optional_host_permissions",
    ];
    let lists = keys.iter().filter_map(|key| manifest[*key].as_array());
    let names = lists.flatten().filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

fn justifications(permissions: &BTreeSet<String>, document: &str) -> Vec<String> {
    let rows: Vec<(&str, &str)> = document.lines().filter_map(row).collect();
    let missing = permissions
        .iter()
        .filter(|name| !rows.iter().any(|(other, _)| other == name))
        .map(|name| format!("{PERMISSIONS}: no justification of {name}"));
    let wrong = rows.iter().filter_map(|(name, reason)| {
        if !permissions.contains(*name) {
            return Some(format!("{PERMISSIONS}: the manifest has no {name}"));
        }
        let length = reason.chars().count();
        let fits = (1..=MAX_JUSTIFICATION).contains(&length);
        (!fits).then(|| format!("{PERMISSIONS}: {name}: {length} characters"))
    });
    missing.chain(wrong).collect()
}

/// The permission and the justification of a row of the table.
fn row(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix("| `")?.split_once("` |")?;
    Some((name, rest.trim_end_matches('|').trim()))
}

fn description(messages: &str, listing: &str) -> Option<String> {
    let messages: Value = serde_json::from_str(messages).unwrap_or_default();
    let text = messages["description"]["message"].as_str()?;
    let length = text.chars().count();
    if length > MAX_DESCRIPTION {
        return Some(format!("{MESSAGES}: description: {length} characters"));
    }
    let one_line: Vec<&str> = listing.split_whitespace().collect();
    let is_listed = one_line.join(" ").contains(text);
    (!is_listed).then(|| format!("{LISTING}: the short description is not the manifest's"))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::source;
    use super::*;

    const ROWS: &str = "| permission | justification |\n|---|---|\n| `tabs` | Lists tabs. |\n| `<all_urls>` | Any page. |\n";

    fn complaints(manifest: &str, rows: &str, listing: &str) -> Vec<String> {
        texts(&[
            source(MANIFEST, manifest),
            source(MESSAGES, r#"{"description": {"message": "Shows a page."}}"#),
            source(PERMISSIONS, rows),
            source(LISTING, listing),
        ])
    }

    #[test]
    fn a_permission_without_a_justification_is_a_complaint() {
        let manifest = r#"{"permissions": ["tabs"], "host_permissions": ["<all_urls>"]}"#;
        assert!(complaints(manifest, ROWS, "Shows\na page.").is_empty());
        for (manifest, text) in [
            (
                r#"{"permissions": ["tabs", "storage"], "host_permissions": ["<all_urls>"]}"#,
                "no justification of storage",
            ),
            (
                r#"{"permissions": ["tabs"], "optional_permissions": ["debugger"], "host_permissions": ["<all_urls>"]}"#,
                "no justification of debugger",
            ),
            (r#"{"permissions": ["tabs"]}"#, "has no <all_urls>"),
        ] {
            let complaints = complaints(manifest, ROWS, "Shows a page.");
            assert_eq!(complaints.len(), 1, "{complaints:?}");
            assert!(complaints[0].ends_with(text), "{complaints:?}");
        }
    }

    #[test]
    fn an_empty_or_long_justification_and_another_description_are_complaints() {
        let manifest = r#"{"permissions": ["tabs"]}"#;
        let long = format!("| `tabs` | {} |\n", "a".repeat(MAX_JUSTIFICATION + 1));
        for rows in ["| `tabs` | |\n", &long] {
            assert_eq!(complaints(manifest, rows, "Shows a page.").len(), 1);
        }
        let row = "| `tabs` | Lists tabs. |\n";
        assert_eq!(complaints(manifest, row, "Reads a page.").len(), 1);
    }

    /// The size, and the colour type "RGB without alpha", in the header of a PNG file.
    #[test]
    fn the_images_have_the_sizes_of_the_stores_and_no_alpha_channel() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/store/images");
        let mut screenshots = 0;
        for entry in fs::read_dir(folder).expect("it is there") {
            let path = entry.expect("an entry").path();
            let name = path.display().to_string();
            if !name.ends_with(".png") {
                continue;
            }
            let bytes = fs::read(&path).expect("readable");
            let number = |at: usize| {
                u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
            };
            let size = if name.ends_with("tile-440x280.png") {
                (440, 280)
            } else {
                screenshots += 1;
                (1280, 800)
            };
            assert_eq!((number(16), number(20)), size, "{name}");
            assert_eq!(bytes[24..26], [8, 2], "{name}");
        }
        assert!((1..=5).contains(&screenshots), "{screenshots}");
    }
}
