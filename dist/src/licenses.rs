//! `THIRD-PARTY-LICENSES.txt`: every work of others that an archive contains, and the complete
//! texts of their licences, each text once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::crates::{ShippedCrate, shipped};
use xtask::files::files_under;
use xtask::places::Places;
use xtask::targets::{Target, zig};
use xtask::toolchain::Toolchain;

/// How the names of files with a licence or a notice begin, in lower case.
const NAMES: [&str; 6] = [
    "license",
    "licence",
    "copying",
    "copyright",
    "notice",
    "unlicense",
];
/// Endings of files that are no text of a licence, whatever their names.
const CODE: [&str; 5] = ["rs", "toml", "json", "html", "hbs"];
/// Texts for crates whose packages contain none, by the licences' names.
const STANDARD_TEXTS: [(&str, &str); 2] = [
    ("MIT", include_str!("texts/MIT.txt")),
    ("BSL-1.0", include_str!("texts/BSL-1.0.txt")),
];

/// The texts, each with the works that it belongs to.
type Texts = BTreeMap<String, Vec<String>>;

/// The file for a target.
///
/// # Errors
/// If a work has no text of its licence.
pub fn licenses(places: &Places, target: &Target, toolchain: Toolchain) -> Result<String> {
    let crates = shipped(places, &[target])?;
    let others = crates.iter().filter(|shipped| shipped.is_of_others());
    let mut texts = Texts::new();
    let mut list = String::new();
    for shipped in others {
        let work = format!("{} {}", shipped.name, shipped.version);
        let source = shipped.repository.as_deref().unwrap_or("crates.io");
        list.push_str(&format!("{work}: {} ({source})\n", shipped.license));
        for text in texts_of(shipped).with_context(|| work.clone())? {
            add(&mut texts, &text, &work);
        }
    }
    for (work, license, file) in libraries(target, &toolchain.sysroot()?)? {
        list.push_str(&format!("{work}: {license}\n"));
        let text = fs::read_to_string(&file)
            .with_context(|| format!("{work}: no licence at {}", file.display()))?;
        let is_page = file.extension().is_some_and(|ending| ending == "html");
        let text = if is_page { text_of_page(&text) } else { text };
        add(&mut texts, &text, work);
    }
    Ok(composed(&list, &texts))
}

/// The libraries that are no crates: the standard library, and what Zig or MinGW links.
fn libraries(
    target: &Target,
    sysroot: &Path,
) -> Result<Vec<(&'static str, &'static str, PathBuf)>> {
    let page = sysroot.join("share/doc/rust/COPYRIGHT-library.html");
    let sources = sysroot.join("lib/rustlib/src/rust/COPYRIGHT");
    let rust = if page.exists() { page } else { sources };
    let mut libraries = vec![("Rust standard library", "MIT OR Apache-2.0", rust)];
    let zig = zig()?.join("lib");
    let llvm = "Apache-2.0 WITH LLVM-exception";
    let runtime = ("LLVM runtime", llvm, zig.join("libunwind/LICENSE.TXT"));
    if target.is_windows() {
        let file = zig.join("libc/mingw/COPYING");
        libraries.push(("MinGW-w64 runtime", "ZPL-2.1", file));
    } else {
        libraries.push(runtime);
    }
    if target.debian.is_some() {
        libraries.push(("musl libc", "MIT", zig.join("libc/musl/COPYRIGHT")));
    }
    Ok(libraries)
}

/// The texts in a crate's package. Some packages have none; then the standard text of a licence
/// that the crate offers.
fn texts_of(shipped: &ShippedCrate) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for file in files_under(&shipped.folder)? {
        let relative = file.strip_prefix(&shipped.folder)?;
        if is_license(relative) {
            texts.push(String::from_utf8_lossy(&fs::read(&file)?).into_owned());
        }
    }
    if texts.is_empty() {
        texts.push(standard_text(shipped)?);
    }
    Ok(texts)
}

/// Whether a file, or the folder at the top that it is in, is named like a licence.
fn is_license(relative: &Path) -> bool {
    let first = relative.components().next();
    let name = first.map(|part| part.as_os_str().to_string_lossy().to_lowercase());
    let ending = relative.extension().unwrap_or_default().to_string_lossy();
    name.is_some_and(|name| NAMES.iter().any(|begin| name.starts_with(begin)))
        && !CODE.contains(&&*ending)
}

fn standard_text(shipped: &ShippedCrate) -> Result<String> {
    let offers = |name: &str| shipped.license.split(" OR ").any(|part| part == name);
    let text = STANDARD_TEXTS.iter().find(|(name, _)| offers(name));
    let (_, text) = text.with_context(|| {
        format!(
            "its package has no text of its licence ({}): add a standard text in \
             xtask/src/dist/texts",
            shipped.license
        )
    })?;
    let authors = match &shipped.authors[..] {
        [] => format!("the authors of {}", shipped.name),
        authors => authors.join(", "),
    };
    Ok(text.replace("{authors}", &authors))
}

/// Adds a text of a work. Texts that differ in spaces at the ends of lines alone are the same.
fn add(texts: &mut Texts, text: &str, work: &str) {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let works = texts.entry(lines.join("\n").trim_matches('\n').to_owned());
    let works = works.or_default();
    if works.last().is_none_or(|last| last != work) {
        works.push(work.to_owned());
    }
}

fn composed(list: &str, texts: &Texts) -> String {
    let rule = "=".repeat(80);
    let mut file = format!(
        "Axlens contains the following software of others, under these licences.\n\
         The texts follow.\n\n{list}"
    );
    // In the order of the first works, which is the order of the list.
    let mut texts: Vec<_> = texts.iter().map(|(text, works)| (works, text)).collect();
    texts.sort();
    for (works, text) in texts {
        file.push_str(&format!(
            "\n{rule}\n{}\n{rule}\n\n{text}\n",
            works.join(", ")
        ));
    }
    file
}

/// The text of a simple HTML page: without tags and empty lines that follow each other.
fn text_of_page(page: &str) -> String {
    let mut text = String::new();
    for (index, part) in page.split('<').enumerate() {
        let part = match part.split_once('>') {
            Some((_, rest)) if index > 0 => rest,
            _ => part,
        };
        text.push_str(part);
    }
    for (entity, letter) in [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#38;", "&"),
        ("&amp;", "&"),
    ] {
        text = text.replace(entity, letter);
    }
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.dedup_by(|next, line| next.trim().is_empty() && line.trim().is_empty());
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without_files(license: &str) -> ShippedCrate {
        ShippedCrate {
            name: "small".to_owned(),
            version: "1.0.0".to_owned(),
            license: license.to_owned(),
            authors: Vec::new(),
            repository: None,
            folder: PathBuf::from("/nowhere"),
            checksum: None,
            uses: Vec::new(),
        }
    }

    #[test]
    fn files_with_licences_are_known_by_their_names() {
        for name in [
            "LICENSE",
            "LICENSE-MIT",
            "license.md",
            "NOTICE",
            "LICENSES/MIT.txt",
        ] {
            assert!(is_license(Path::new(name)), "{name}");
        }
        for name in ["src/license.rs", "license.rs", "README.md", "tests/LICENSE"] {
            assert!(!is_license(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_crate_without_a_text_gets_the_standard_one_or_is_an_error() -> Result<()> {
        let texts = texts_of(&without_files("MIT OR Apache-2.0"))?;
        assert!(texts[0].contains("Copyright (c) the authors of small"));
        let error = texts_of(&without_files("BSD-3-Clause")).expect_err("no text");
        assert!(error.to_string().contains("BSD-3-Clause"));
        Ok(())
    }

    #[test]
    fn equal_texts_are_printed_once() {
        let mut texts = Texts::new();
        add(&mut texts, "The text \r\n", "b 1");
        add(&mut texts, "\nThe text", "c 1");
        add(&mut texts, "Another", "a 1");
        let file = composed("a 1: MIT\n", &texts);
        assert_eq!(file.matches("The text\n").count(), 1);
        assert!(file.contains("\nb 1, c 1\n"), "{file}");
        assert!(file.find("a 1\n=") < file.find("b 1, c 1"), "{file}");
    }

    #[test]
    fn a_page_becomes_text() {
        let page = "<p>One &#60;a@b&#62; &amp;lt;</p>\n\n\n<pre>\n  two</pre>\n";
        assert_eq!(text_of_page(page), "One <a@b> &lt;\n\n  two");
    }
}
