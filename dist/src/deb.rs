//! The `.deb` package: the contents of a Linux archive in `/usr/lib/axlens`, and a link in
//! `/usr/bin`. Its programs are static, so it depends on nothing and installs on every Debian.

use anyhow::Result;

use crate::archives::{ArchiveFile, FileKind, tar_gz};

const FOLDER: &str = "./usr/lib/axlens";
const DOCUMENTS: &str = "./usr/share/doc/axlens";

/// A package of these files, whose paths are relative to the archive's folder. `time` is in seconds
/// since 1970.
pub fn deb(
    files: &[ArchiveFile],
    (version, architecture): (&str, &str),
    time: u64,
) -> Result<Vec<u8>> {
    let content: usize = files.iter().map(|file| file.content.len()).sum();
    let control = control(version, architecture, content.div_ceil(1024));
    let control = tar_gz(vec![ArchiveFile::plain("./control", control)], time)?;
    let data = tar_gz(installed(files), time)?;
    Ok(ar(
        &[
            ("debian-binary", b"2.0\n"),
            ("control.tar.gz", &control),
            ("data.tar.gz", &data),
        ],
        time,
    ))
}

/// The files under the paths that they are installed at.
fn installed(files: &[ArchiveFile]) -> Vec<ArchiveFile> {
    let mut installed: Vec<ArchiveFile> = files
        .iter()
        .map(|file| ArchiveFile {
            path: format!("{FOLDER}/{}", file.path),
            ..file.clone()
        })
        .collect();
    installed.push(ArchiveFile {
        kind: FileKind::Link,
        ..ArchiveFile::plain("./usr/bin/axlens", "../lib/axlens/axlens")
    });
    for (name, text) in [
        ("copyright", "LICENSE"),
        ("README.md", "README.md"),
        ("THIRD-PARTY-LICENSES.txt", "THIRD-PARTY-LICENSES.txt"),
    ] {
        installed.push(ArchiveFile {
            kind: FileKind::Link,
            ..ArchiveFile::plain(
                format!("{DOCUMENTS}/{name}"),
                format!("../../../lib/axlens/{text}"),
            )
        });
    }
    installed
}

/// The package's description. A hyphen in a version is a tilde for Debian: `1.0.0~rc.1` is older
/// than `1.0.0`.
fn control(version: &str, architecture: &str, kilobytes: usize) -> String {
    let version = version.replace('-', "~");
    format!(
        "Package: axlens\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: The Axlens developers\n\
         Installed-Size: {kilobytes}\n\
         Section: web\n\
         Priority: optional\n\
         Description: Lets agents read and operate pages in your own Chrome\n\
         \x20A local server, a native messaging host and an extension. Each user runs\n\
         \x20`axlens install` and loads the extension from /usr/lib/axlens/extension.\n"
    )
}

/// An `ar` archive, the outer format of a package.
fn ar(members: &[(&str, &[u8])], time: u64) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let size = content.len();
        let header = format!(
            "{name:<16}{time:<12}{:<6}{:<6}{:<8}{size:<10}`\n",
            0, 0, "100644"
        );
        bytes.extend(header.as_bytes());
        bytes.extend(*content);
        if size % 2 == 1 {
            bytes.push(b'\n');
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_has_a_header_of_sixty_bytes_and_an_even_length() {
        let bytes = ar(&[("one", b"abc"), ("two", b"de")], 1_700_000_000);
        assert_eq!(bytes.len(), 8 + 60 + 4 + 60 + 2);
        assert_eq!(&bytes[8 + 58..8 + 64], b"`\nabc\n");
    }

    #[test]
    fn the_same_files_make_the_same_package() -> Result<()> {
        let files = [ArchiveFile::plain("README.md", "# Axlens\n")];
        let make = || deb(&files, ("1.0.0", "amd64"), 1_700_000_000);
        assert_eq!(make()?, make()?);
        Ok(())
    }

    #[test]
    fn a_version_before_a_release_is_older_than_it() {
        let text = control("1.0.0-rc.1", "arm64", 7);
        assert!(text.contains("\nVersion: 1.0.0~rc.1\n"), "{text}");
        assert!(text.contains("\nArchitecture: arm64\n"), "{text}");
    }
}
