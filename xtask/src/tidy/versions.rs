//! The rule about versions: the workspace's is the only one. Files of other languages repeat it.

use super::Source;
use crate::manifest;

/// The files that repeat the version, and the beginnings of the lines that do.
const FILES: [(&str, &str, usize); 5] = [
    ("extension/manifest.json", "\"version\": \"", 1),
    ("clients/python/pyproject.toml", "version = \"", 1),
    ("clients/typescript/package.json", "\"version\": \"", 1),
    // The package, then the same as the first one of the list.
    ("clients/typescript/package-lock.json", "\"version\": \"", 2),
    ("docs/openapi.json", "\"version\": \"", 1),
];

/// Extension, client libraries and the description of the HTTP interface have the workspace's
/// version.
pub fn one_version(sources: &[Source]) -> Vec<String> {
    let file = |path: &str| sources.iter().find(|source| source.path == path);
    let workspace = file("Cargo.toml").and_then(|source| manifest::version(&source.text));
    let Some(version) = workspace else {
        return vec!["Cargo.toml: the workspace has no version".to_owned()];
    };
    let mut complaints = Vec::new();
    for (path, begin, count) in FILES {
        let text = file(path).map_or("", |source| &source.text);
        let lines = text.lines().map(str::trim_start);
        let found: Vec<&str> = lines
            .filter_map(|line| line.strip_prefix(begin)?.split('"').next())
            .take(count)
            .collect();
        if found.len() < count || found.iter().any(|other| *other != version) {
            complaints.push(format!(
                "{path}: version {found:?}, the workspace has {version}"
            ));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::source;

    fn sources(version: &str) -> Vec<Source> {
        let workspace = "[workspace.package]\nversion = \"1.2.3\"\n";
        let mut sources = vec![source("Cargo.toml", workspace)];
        sources.extend(FILES.map(|(path, begin, count)| {
            source(path, &format!("  {begin}{version}\",\n").repeat(count))
        }));
        sources
    }

    #[test]
    fn the_same_version_everywhere_is_fine() {
        assert!(one_version(&sources("1.2.3")).is_empty());
    }

    #[test]
    fn another_version_and_a_missing_file_are_complaints() {
        assert_eq!(one_version(&sources("1.2.4")).len(), FILES.len());
        let mut sources = sources("1.2.3");
        sources.pop();
        assert_eq!(one_version(&sources).len(), 1);
    }
}
