//! What the `Cargo.toml` files name: members and dependencies. They go by lines, as the files are
//! written.

/// The folders of the workspace's members.
pub fn members(workspace: &str) -> Vec<&str> {
    let list = workspace.split("members = [").nth(1).unwrap_or_default();
    let list = list.split(']').next().unwrap_or_default();
    list.split('"').skip(1).step_by(2).collect()
}

/// The names under every heading of dependencies.
pub fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut under_heading = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            under_heading = line.trim_end().ends_with("dependencies]");
        } else if under_heading && let Some((name, _)) = line.split_once(['=', '.']) {
            let name = name.trim();
            if !name.is_empty() && !name.starts_with('#') {
                names.push(name.to_owned());
            }
        }
    }
    names
}

/// The package's name.
pub fn package(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find(|line| line.starts_with("name = "))?;
    line.split('"').nth(1)
}

/// The version that the workspace gives to its packages.
pub fn version(workspace: &str) -> Option<&str> {
    let package = workspace.split("[workspace.package]").nth(1)?;
    let line = package
        .lines()
        .find(|line| line.starts_with("version = "))?;
    line.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_names_under_every_heading() {
        let manifest = "[package]\nname = \"x\"\n[dependencies]\na-b = \"1\"\n# c = 1\nd.workspace = true\n\n\
                        [target.'cfg(unix)'.dev-dependencies]\ne = { workspace = true }\n[lints]\nworkspace = true\n";
        assert_eq!(dependencies(manifest), ["a-b", "d", "e"]);
        assert_eq!(package(manifest), Some("x"));
    }

    #[test]
    fn finds_the_version_of_the_workspace() {
        let workspace = "[workspace]\nx = 1\n[workspace.package]\nversion = \"1.2.3\"\n";
        assert_eq!(version(workspace), Some("1.2.3"));
        assert_eq!(version("version = \"1.2.3\"\n"), None);
    }

    #[test]
    fn finds_the_members() {
        assert_eq!(
            members("[workspace]\nmembers = [\n    \"one\",\n    \"two\",\n]\nx = [\"three\"]\n"),
            ["one", "two"]
        );
    }
}
