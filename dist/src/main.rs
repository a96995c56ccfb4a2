//! `cargo xtask dist`: what a release consists of, in `target/dist/`: an archive for each system,
//! Debian packages, the extension for the stores, the bill of materials and the checksums. The same
//! commit makes the same bytes (docs/distribution.md).

#![allow(
    clippy::print_stdout,
    reason = "a command's progress and results belong on its stdout"
)]

mod archives;
mod crates;
mod deb;
mod licenses;
mod packages;
mod programs;
mod sbom;
mod verify;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};
use clap::Parser;

use archives::{ArchiveFile, FileKind};
use programs::{PROGRAMS, file_name};
use xtask::build::build_extension;
use xtask::compiler_cache;
use xtask::files::files_under;
use xtask::machine::output;
use xtask::manifest;
use xtask::places::Places;
use xtask::progress::{remark, step};
use xtask::targets::{TARGETS, Target};
use xtask::toolchain::cargo_home;

/// What is in an archive and how to install it, for those who unpack it.
const README: &str = include_str!("archive.md");

/// The installers, which `latest/` of the download location has.
const INSTALLERS: [(&str, &str); 2] = [
    ("install.ps1", include_str!("../../deploy/install.ps1")),
    ("install.sh", include_str!("../../deploy/install.sh")),
];

/// Make the files of a release in target/dist/.
#[derive(Parser)]
#[command(bin_name = "cargo xtask dist")]
struct DistArguments {
    /// Make the archive for this target alone; can be repeated [default: all]
    #[arg(long = "target", value_name = "TARGET")]
    targets: Vec<String>,
    /// Check the files that are there instead: unpack and start the archives
    #[arg(long)]
    verify: bool,
}

/// A release: its files by their names.
struct Release<'a> {
    places: &'a Places,
    version: String,
    /// The time of every file, in seconds since 1970.
    time: u64,
    files: BTreeMap<String, Vec<u8>>,
    /// What the compilers of its programs call themselves.
    compilers: BTreeSet<String>,
}

/// Makes a release. Replaces the folder as a whole; a target that fails does not keep the others
/// from being made, but then there are no checksums.
fn dist(places: &Places, arguments: &DistArguments) -> Result<()> {
    let targets = selected(&arguments.targets)?;
    let workspace = fs::read_to_string(places.root.join("Cargo.toml"))?;
    let version = manifest::version(&workspace).context("the workspace has no version")?;
    let folder = places.root.join("target/dist");
    if arguments.verify {
        return verify::verify(&folder, &targets, version);
    }
    let mut release = Release {
        places,
        version: version.to_owned(),
        time: time(&places.root)?,
        files: BTreeMap::new(),
        compilers: BTreeSet::new(),
    };
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    build_extension(places)?;
    let extension = extension(places)?;
    step("extension for the stores", || release.add_store(&extension))?;
    let mut failed = Vec::new();
    for target in &targets {
        let made = step(target.triple, || release.add_target(target, &extension));
        failed.extend(made.err().map(|_| target.triple));
    }
    step("bill of materials", || release.add_bill())?;
    if failed.is_empty() {
        release.add_sums();
    }
    if failed.is_empty() && targets.len() == TARGETS.len() {
        step("manifests of package managers", || release.add_packages())?;
    }
    release.write(&folder)?;
    match failed[..] {
        [] => Ok(()),
        _ => bail!("no archive for {} (see above)", failed.join(", ")),
    }
}

impl Release<'_> {
    /// Programs, archive and Debian package of a target.
    fn add_target(&mut self, target: &Target, extension: &[ArchiveFile]) -> Result<()> {
        let toolchain = target.toolchain()?;
        self.compilers.insert(toolchain.version());
        let mut files = extension.to_vec();
        let programs = programs::compile(target, self.places, toolchain)?;
        for ((_, program), path) in PROGRAMS.iter().zip(programs) {
            let content = fs::read(&path).with_context(|| path.display().to_string())?;
            let name = file_name(target, program);
            let file = ArchiveFile::plain(name, content);
            files.push(ArchiveFile {
                kind: FileKind::Program,
                ..file
            });
        }
        names_no_local_path(&files, &self.places.root)?;
        let license = fs::read(self.places.root.join("LICENSE"))?;
        let licenses = licenses::licenses(self.places, target, toolchain)?;
        files.push(ArchiveFile::plain("LICENSE", license));
        files.push(ArchiveFile::plain("THIRD-PARTY-LICENSES.txt", licenses));
        files.push(ArchiveFile::plain("README.md", README));
        let version = &self.version;
        if let Some(architecture) = target.debian {
            let package = deb::deb(&files, (version, architecture), self.time)?;
            let name = format!("axlens_{version}_{architecture}.deb");
            self.files.insert(name, package);
        }
        let folder = format!("axlens-{}-{}", self.version, target.triple);
        for file in &mut files {
            file.path = format!("{folder}/{}", file.path);
        }
        let (ending, archive) = match target.is_windows() {
            true => ("zip", archives::zip(files, self.time)?),
            false => ("tar.gz", archives::tar_gz(files, self.time)?),
        };
        self.files.insert(format!("{folder}.{ending}"), archive);
        Ok(())
    }

    /// The extension for the stores, which give it a key of their own.
    fn add_store(&mut self, extension: &[ArchiveFile]) -> Result<()> {
        let mut files = extension.to_vec();
        for file in &mut files {
            let path = file.path.strip_prefix("extension/");
            file.path = path.context("a file outside the extension")?.to_owned();
            if file.path == "manifest.json" {
                file.content = without_key(std::str::from_utf8(&file.content)?)?.into_bytes();
            }
        }
        let name = format!("axlens-extension-{}.zip", self.version);
        self.files.insert(name, archives::zip(files, self.time)?);
        Ok(())
    }

    fn add_bill(&mut self) -> Result<()> {
        let all: Vec<&Target> = TARGETS.iter().collect();
        let crates = crates::shipped(self.places, &all)?;
        let bill = sbom::bill(&crates, &self.version, &self.compilers, self.time)?;
        let name = format!("axlens-{}.cdx.json", self.version);
        self.files.insert(name, bill.into_bytes());
        Ok(())
    }

    fn add_sums(&mut self) {
        let files = self.files.iter();
        let sums = archives::sums(files.map(|(name, content)| (&**name, &**content)));
        self.files
            .insert("SHA256SUMS".to_owned(), sums.into_bytes());
    }

    /// The manifests of package managers, and what `latest/` of the download location has.
    fn add_packages(&mut self) -> Result<()> {
        let sums = String::from_utf8(self.files["SHA256SUMS"].clone())?;
        let sums = packages::read_sums(&sums)?;
        for (path, template) in packages::TEMPLATES {
            let text = packages::render(template, &self.version, &sums)?;
            self.files.insert(path.to_owned(), text.into_bytes());
        }
        for (name, text) in INSTALLERS {
            let path = format!("latest/{name}");
            self.files.insert(path, text.as_bytes().to_vec());
        }
        let version = format!("{}\n", self.version);
        self.files
            .insert("latest/VERSION".to_owned(), version.into_bytes());
        Ok(())
    }

    fn write(&self, folder: &Path) -> Result<()> {
        fs::create_dir_all(folder)?;
        for (name, content) in &self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, content)?;
            println!("  {:>12} bytes  {name}", content.len());
        }
        println!("✓ written: {}", folder.display());
        Ok(())
    }
}

fn selected(names: &[String]) -> Result<Vec<&'static Target>> {
    if names.is_empty() {
        return Ok(TARGETS.iter().collect());
    }
    names.iter().map(|name| Target::by_name(name)).collect()
}

/// The time of every file: `SOURCE_DATE_EPOCH`, or that of the last commit.
fn time(root: &Path) -> Result<u64> {
    if let Some(text) = std::env::var_os("SOURCE_DATE_EPOCH") {
        let text = text.to_string_lossy();
        let time = text.parse();
        return time
            .with_context(|| format!("SOURCE_DATE_EPOCH is {text}: set it to seconds since 1970"));
    }
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        output(git.current_dir(root).args(arguments))
    };
    let time = git(&["log", "-1", "--format=%ct"])
        .context("no git history: set SOURCE_DATE_EPOCH to seconds since 1970")?;
    if git(&["status", "--porcelain"])?.trim() != "" {
        remark("the working tree has changes: nobody else can make the same release");
    }
    Ok(time.trim().parse()?)
}

/// The files of the built extension.
fn extension(places: &Places) -> Result<Vec<ArchiveFile>> {
    let folder = places.extension();
    let mut files = Vec::new();
    for file in files_under(&folder)? {
        let path = file.strip_prefix(&folder)?.display().to_string();
        files.push(ArchiveFile::plain(
            format!("extension/{path}"),
            fs::read(&file)?,
        ));
    }
    Ok(files)
}

/// Fails if a file contains the path of the workspace or of cargo's folder.
fn names_no_local_path(files: &[ArchiveFile], root: &Path) -> Result<()> {
    for folder in [root, &cargo_home()] {
        let name = folder.as_os_str().as_encoded_bytes();
        let mut files = files.iter();
        let found = files.find(|file| file.content.windows(name.len()).any(|part| part == name));
        if let Some(file) = found {
            bail!(
                "{} contains the path {}: see without_local_paths in xtask/src/toolchain.rs",
                file.path,
                folder.display()
            );
        }
    }
    Ok(())
}

/// The extension's manifest without the line of its key; nothing else changes.
fn without_key(manifest: &str) -> Result<String> {
    let lines = manifest.split_inclusive('\n');
    let text: String = lines
        .filter(|line| !line.trim_start().starts_with("\"key\":"))
        .collect();
    let mut expected: serde_json::Value = serde_json::from_str(manifest)?;
    let fields = expected.as_object_mut().context("the manifest's fields")?;
    fields.remove("key").context("the manifest has no key")?;
    let found: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    if found != expected {
        bail!("the manifest's key is not on a line of its own: put it there");
    }
    Ok(text)
}

fn main() -> ExitCode {
    if let Some(error) = compiler_cache::run_as_wrapper() {
        eprintln!("error: {error:#}");
        return ExitCode::FAILURE;
    }
    match dist(&Places::of_workspace(), &DistArguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_store_gets_a_manifest_without_a_key() -> Result<()> {
        let manifest = "{\n  \"name\": \"A\",\n  \"key\": \"MII\",\n  \"version\": \"1\"\n}\n";
        let text = without_key(manifest)?;
        assert_eq!(text, "{\n  \"name\": \"A\",\n  \"version\": \"1\"\n}\n");
        Ok(())
    }

    #[test]
    fn a_manifest_with_another_layout_is_refused() {
        assert!(without_key("{\"name\": \"A\", \"key\": \"MII\"}\n").is_err());
        assert!(without_key("{\"name\": \"A\"}\n").is_err());
    }

    #[test]
    fn a_file_that_names_a_local_folder_is_found() {
        let root = Path::new("/somewhere/axlens");
        let file = |content: &str| [ArchiveFile::plain("a.wasm", content)];
        assert!(names_no_local_path(&file("/axlens/src/a.rs"), root).is_ok());
        let found = names_no_local_path(&file("at /somewhere/axlens/src/a.rs"), root);
        let error = found.expect_err("a local path");
        assert!(error.to_string().starts_with("a.wasm contains"));
    }

    #[test]
    fn targets_are_selected_by_name() -> Result<()> {
        assert_eq!(selected(&[])?.len(), TARGETS.len());
        let one = selected(&["aarch64-apple-darwin".to_owned()])?;
        assert_eq!(one[0].triple, "aarch64-apple-darwin");
        assert!(selected(&["nonsense".to_owned()]).is_err());
        Ok(())
    }
}
