//! Archives with the same bytes for the same content: entries in the order of their names, one time
//! for all, two modes, owner 0.

use std::io::{Cursor, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result};
use flate2::{Compression, GzBuilder};
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;
use zip::write::SimpleFileOptions;

/// A file or a link in an archive.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArchiveFile {
    /// Its path in the archive, with `/`.
    pub path: String,
    /// What it is.
    pub kind: FileKind,
    /// Its content; of a link, the path that it leads to.
    pub content: Vec<u8>,
}

/// What an [`ArchiveFile`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileKind {
    /// A file that everyone reads.
    Plain,
    /// A file that everyone starts.
    Program,
    /// A symbolic link, in tar archives only.
    Link,
}

impl ArchiveFile {
    /// A file that everyone reads.
    pub fn plain(path: impl Into<String>, content: impl Into<Vec<u8>>) -> ArchiveFile {
        let (path, content) = (path.into(), content.into());
        let kind = FileKind::Plain;
        ArchiveFile {
            path,
            kind,
            content,
        }
    }

    fn mode(&self) -> u32 {
        match self.kind {
            FileKind::Plain => 0o644,
            FileKind::Program => 0o755,
            FileKind::Link => 0o777,
        }
    }
}

/// A `.tar.gz` of files, with their folders. `time` is in seconds since 1970.
pub fn tar_gz(mut files: Vec<ArchiveFile>, time: u64) -> Result<Vec<u8>> {
    files.sort();
    let gzip = GzBuilder::new().write(Vec::new(), Compression::best());
    let mut tar = tar::Builder::new(gzip);
    for folder in folders(&files) {
        let mut header = header(time, 0o755, tar::EntryType::Directory);
        tar.append_data(&mut header, folder, std::io::empty())?;
    }
    for file in &files {
        let link = file.kind == FileKind::Link;
        let entry = if link {
            tar::EntryType::Symlink
        } else {
            tar::EntryType::Regular
        };
        let mut header = header(time, file.mode(), entry);
        if link {
            let target = std::str::from_utf8(&file.content)?;
            tar.append_link(&mut header, &file.path, target)?;
        } else {
            header.set_size(file.content.len() as u64);
            tar.append_data(&mut header, &file.path, &file.content[..])?;
        }
    }
    Ok(tar.into_inner()?.finish()?)
}

fn header(time: u64, mode: u32, entry: tar::EntryType) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(entry);
    header.set_mode(mode);
    header.set_mtime(time);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(0);
    header
}

/// The folders that files are in, each once, outer ones first.
fn folders(files: &[ArchiveFile]) -> Vec<String> {
    let mut folders: Vec<String> = files
        .iter()
        .flat_map(|file| Path::new(&file.path).ancestors().skip(1))
        .filter(|folder| !folder.as_os_str().is_empty() && *folder != Path::new("."))
        .map(|folder| format!("{}/", folder.display()))
        .collect();
    folders.sort();
    folders.dedup();
    folders
}

/// A `.zip` of files. `time` is in seconds since 1970; a zip has no year before 1980.
pub fn zip(mut files: Vec<ArchiveFile>, time: u64) -> Result<Vec<u8>> {
    files.sort();
    let time = OffsetDateTime::from_unix_timestamp(i64::try_from(time)?)?;
    let time = zip::DateTime::from_date_and_time(
        u16::try_from(time.year())?,
        time.month().into(),
        time.day(),
        time.hour(),
        time.minute(),
        time.second(),
    )
    .context("a time that a zip can't have: set SOURCE_DATE_EPOCH to one after 1980")?;
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for file in &files {
        let options = SimpleFileOptions::default()
            .last_modified_time(time)
            .unix_permissions(file.mode());
        zip.start_file(&file.path, options)?;
        zip.write_all(&file.content)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The lines of `SHA256SUMS`, as `sha256sum --check` reads them, in the order of the names.
pub fn sums<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut lines: Vec<(&str, String)> = files
        .into_iter()
        .map(|(name, content)| (name, format!("{}  {name}\n", sha256(content))))
        .collect();
    lines.sort();
    lines.into_iter().map(|(_, line)| line).collect()
}

fn sha256(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    const TIME: u64 = 1_700_000_000;

    fn files() -> Vec<ArchiveFile> {
        let program = FileKind::Program;
        vec![
            ArchiveFile {
                kind: program,
                ..ArchiveFile::plain("a/run", "#!/bin/sh\n")
            },
            ArchiveFile::plain("a/b/text", "text"),
        ]
    }

    fn reversed() -> Vec<ArchiveFile> {
        files().into_iter().rev().collect()
    }

    #[test]
    fn the_order_of_files_does_not_change_an_archive() -> Result<()> {
        assert_eq!(tar_gz(files(), TIME)?, tar_gz(reversed(), TIME)?);
        assert_eq!(zip(files(), TIME)?, zip(reversed(), TIME)?);
        Ok(())
    }

    #[test]
    fn the_time_changes_an_archive() -> Result<()> {
        assert_ne!(tar_gz(files(), TIME)?, tar_gz(files(), TIME + 2)?);
        assert_ne!(zip(files(), TIME)?, zip(files(), TIME + 2)?);
        Ok(())
    }

    #[test]
    fn a_tar_has_folders_modes_and_no_owner() -> Result<()> {
        let mut files = files();
        let kind = FileKind::Link;
        files.push(ArchiveFile {
            kind,
            ..ArchiveFile::plain("a/link", "run")
        });
        let bytes = tar_gz(files, TIME)?;
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(&bytes[..]));
        let mut lines = Vec::new();
        for entry in archive.entries()? {
            let mut entry = entry?;
            let mut content = String::new();
            entry.read_to_string(&mut content)?;
            let header = entry.header();
            assert_eq!((header.uid()?, header.gid()?), (0, 0));
            assert_eq!(header.mtime()?, TIME);
            let path = entry.path()?.display().to_string();
            lines.push(format!("{path} {:o} {content}", header.mode()?));
        }
        let expected = ["a/ 755 ", "a/b/ 755 ", "a/b/text 644 text", "a/link 777 "];
        assert_eq!(lines[..4], expected);
        assert_eq!(lines[4], "a/run 755 #!/bin/sh\n");
        Ok(())
    }

    #[test]
    fn a_zip_has_modes_and_content() -> Result<()> {
        let bytes = zip(files(), TIME)?;
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes))?;
        let mut program = archive.by_name("a/run")?;
        assert_eq!(program.unix_mode().map(|mode| mode & 0o777), Some(0o755));
        let mut content = String::new();
        program.read_to_string(&mut content)?;
        assert_eq!(content, "#!/bin/sh\n");
        Ok(())
    }

    #[test]
    fn a_zip_before_1980_is_refused_with_the_variable_to_set() {
        let error = format!("{:#}", zip(files(), 0).expect_err("a year before 1980"));
        assert!(error.contains("SOURCE_DATE_EPOCH"), "{error}");
    }

    #[test]
    fn sums_are_those_of_sha256sum() {
        assert_eq!(
            sums([("b", &b"abc"[..]), ("a", b"")]),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n\
             ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n"
        );
    }
}
