//! The manifests of package managers: templates in `deploy/`, filled in with the version and the
//! checksums of the archives. Pure functions; `cargo xtask dist` reads and writes the files.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail, ensure};

/// The checksums of a release: 64 hexadecimal digits for each file's name.
pub type Sums = BTreeMap<String, String>;

/// Each template, and its path in `target/dist/`.
pub const TEMPLATES: [(&str, &str); 4] = [
    (
        "homebrew/axlens.rb",
        include_str!("../../deploy/homebrew/axlens.rb"),
    ),
    (
        "winget/Axlens.Axlens.yaml",
        include_str!("../../deploy/winget/Axlens.Axlens.yaml"),
    ),
    (
        "winget/Axlens.Axlens.installer.yaml",
        include_str!("../../deploy/winget/Axlens.Axlens.installer.yaml"),
    ),
    (
        "winget/Axlens.Axlens.locale.en-US.yaml",
        include_str!("../../deploy/winget/Axlens.Axlens.locale.en-US.yaml"),
    ),
];

/// The download location, which the installers and `axlens upgrade` also have.
const DOWNLOAD_URL: &str = include_str!("../../deploy/download-url.txt");

/// Reads a file `SHA256SUMS`, as `sha256sum` writes it.
///
/// # Errors
/// If a line is not a checksum and a name, or a name is there twice.
pub fn read_sums(text: &str) -> Result<Sums> {
    let mut sums = Sums::new();
    for line in text.lines() {
        let parts = line.split_once("  ").or_else(|| line.split_once(" *"));
        let (sum, name) = parts.with_context(|| format!("not a checksum: {line}"))?;
        let is_sum = sum.len() == 64 && sum.chars().all(|digit| digit.is_ascii_hexdigit());
        ensure!(is_sum, "not a checksum: {line}");
        let old = sums.insert(name.to_owned(), sum.to_owned());
        ensure!(old.is_none(), "two checksums for {name}");
    }
    Ok(sums)
}

/// Fills in a template: `{{VERSION}}`, `{{DOWNLOAD_URL}}` and `{{SHA256:FILE}}`, in whose name
/// `VERSION` is replaced too.
///
/// # Errors
/// If a placeholder is unknown or has no end, or the checksums lack a file.
pub fn render(template: &str, version: &str, sums: &Sums) -> Result<String> {
    let mut rest = template;
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once("{{") {
        let (placeholder, after) = after
            .split_once("}}")
            .context("a placeholder has no end: write }}")?;
        text.push_str(before);
        text.push_str(&value(placeholder, version, sums)?);
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

fn value(placeholder: &str, version: &str, sums: &Sums) -> Result<String> {
    match placeholder.split_once(':') {
        None if placeholder == "VERSION" => Ok(version.to_owned()),
        None if placeholder == "DOWNLOAD_URL" => Ok(DOWNLOAD_URL.trim().to_owned()),
        Some(("SHA256", name)) => {
            let name = name.replace("VERSION", version);
            let sum = sums.get(&name).cloned();
            sum.with_context(|| format!("no checksum of {name}: build all archives first"))
        }
        _ => {
            bail!("unknown placeholder {{{{{placeholder}}}}}: use VERSION, DOWNLOAD_URL or SHA256")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The checksums of all archives of version 1.2.3, each another one.
    fn sums() -> Sums {
        let archives = [
            "x86_64-unknown-linux-musl.tar.gz",
            "aarch64-unknown-linux-musl.tar.gz",
            "x86_64-apple-darwin.tar.gz",
            "aarch64-apple-darwin.tar.gz",
            "x86_64-pc-windows-gnu.zip",
        ];
        let sums = archives.iter().zip(1..);
        let sums = sums.map(|(end, at)| (format!("axlens-1.2.3-{end}"), format!("{at:064x}")));
        sums.collect()
    }

    #[test]
    fn placeholders_are_replaced() {
        let template = "a {{VERSION}}, {{SHA256:axlens-VERSION-x86_64-pc-windows-gnu.zip}}.\n";
        let text = render(template, "1.2.3", &sums()).expect("rendered");
        assert_eq!(text, format!("a 1.2.3, {:064x}.\n", 5));
        let url = render("{{DOWNLOAD_URL}}/x", "1.2.3", &sums()).expect("rendered");
        assert!(url.starts_with("https://") && url.ends_with("/x"), "{url}");
    }

    #[test]
    fn an_unknown_placeholder_and_a_missing_checksum_are_errors() {
        for (template, message) in [
            ("{{VERISON}}", "unknown placeholder {{VERISON}}"),
            ("{{MD5:a}}", "unknown placeholder {{MD5:a}}"),
            ("{{SHA256:a-VERSION.zip}}", "no checksum of a-1.2.3.zip"),
            ("{{VERSION", "no end"),
        ] {
            let error = render(template, "1.2.3", &sums()).expect_err("an error");
            assert!(error.to_string().contains(message), "{error}");
        }
    }

    #[test]
    fn every_template_is_filled_in_for_this_version() {
        for (path, template) in TEMPLATES {
            let text = render(template, "1.2.3", &sums()).expect("rendered");
            assert!(text.contains("1.2.3"), "{path}");
            assert!(!text.contains("{{") && !text.contains("}}"), "{path}");
            assert!(
                render(template, "1.2.3", &Sums::new()).is_err() == template.contains("SHA256:")
            );
        }
    }

    /// The address of an archive and its checksum are next to each other.
    #[test]
    fn each_archive_has_its_own_checksum() {
        let mut found = 0;
        for (path, template) in TEMPLATES {
            let text = render(template, "1.2.3", &sums()).expect("rendered");
            let lines: Vec<&str> = text.lines().collect();
            for (name, sum) in sums() {
                let at = lines
                    .iter()
                    .position(|line| line.contains(&format!("/{name}\"")));
                let Some(at) = at else { continue };
                assert!(lines[at + 1].contains(&sum), "{path}: {name}");
                found += 1;
            }
        }
        assert_eq!(found, sums().len());
    }

    #[test]
    fn a_list_of_checksums_is_read_strictly() {
        let sum = "0a".repeat(32);
        let sums = read_sums(&format!("{sum}  a.zip\n{sum} *b c.zip\n")).expect("read");
        assert_eq!(sums.keys().collect::<Vec<_>>(), ["a.zip", "b c.zip"]);
        for bad in [
            format!("{sum}a.zip\n"),
            "0a  a.zip\n".to_owned(),
            format!("{sum}  a.zip\n{sum}  a.zip\n"),
        ] {
            assert!(read_sums(&bad).is_err(), "{bad}");
        }
    }
}
