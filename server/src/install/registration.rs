//! A registration of the native host: the manifest in a browser's folder, and launcher and settings
//! in the state directory (docs/native-host.md). Writes, removes and checks it.

use super::browsers::ManifestPlace;
use crate::platform::{self, LAUNCHER_SUFFIX};
use axlens_local::AssignedBrowser;
use axlens_local::state_dir::{make_private_folder, replace};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};

/// The name with which the extension connects to the host.
pub const HOST_NAME: &str = "dev.axlens.host";

/// The one extension that may start the host.
const EXTENSION_ID: &str = include_str!("../../../extension/ID");

/// The two programs that a registration names.
pub struct Programs {
    /// This program.
    pub server: PathBuf,
    /// The native host, next to this program.
    pub host: PathBuf,
}

impl Programs {
    /// This program and the native host next to it.
    pub fn locate() -> anyhow::Result<Programs> {
        let server = std::env::current_exe().context("the path of this program")?;
        let server = server.canonicalize().unwrap_or(server);
        let host = server.with_file_name(format!("axlens-native-host{EXE_SUFFIX}"));
        if !host.is_file() {
            bail!(
                "{} is missing: it belongs next to `axlens`; `cargo xtask build` builds both",
                host.display()
            );
        }
        Ok(Programs { server, host })
    }

    /// The extension's folder: next to this program in a release, next to its folder in a build.
    pub fn extension_folder(&self) -> Option<PathBuf> {
        let mut folders = self.server.ancestors().skip(1).take(2);
        folders.find_map(|folder| {
            let extension = folder.join("extension");
            extension
                .join("manifest.json")
                .is_file()
                .then_some(extension)
        })
    }
}

/// The contents of a registration.
pub struct Installation<'a> {
    /// The server's state directory.
    pub state_dir: &'a Path,
    /// The programs.
    pub programs: &'a Programs,
    /// Whether the machine has no user, so that agents act without consent.
    pub unattended: bool,
    /// The identity of a browser of a pool; `None` for a user's browser.
    pub browser: Option<&'a AssignedBrowser>,
}

/// The result of removing a registration.
#[derive(Debug, PartialEq, Eq)]
pub enum Removed {
    /// There was no registration.
    Nothing,
    /// This manifest was removed, with its launcher and settings.
    Manifest(PathBuf),
    /// The manifest is of another state directory, with this launcher. It is not changed.
    Foreign(PathBuf),
}

/// The state of a registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// The manifest that the browser reads.
    pub manifest: PathBuf,
    /// On Windows, the key of the registry that leads to the manifest.
    pub registry: Option<String>,
    /// The problem and its remedy, if there is one.
    pub fault: Option<String>,
    /// Whether agents act without consent.
    pub unattended: bool,
}

/// Writes a registration, in place of an earlier one for the same browser. Returns the manifest's
/// path.
pub fn register(place: &ManifestPlace, installation: &Installation<'_>) -> anyhow::Result<PathBuf> {
    let Installation {
        state_dir,
        programs,
        unattended,
        browser,
    } = *installation;
    let files = Files::of(&place.folder, state_dir);
    make_private_folder(&files.own)?;
    let folder = &place.folder;
    fs::create_dir_all(folder).with_context(|| format!("{} can't be created", folder.display()))?;
    let settings = json!({
        "state_dir": text(state_dir)?, "server": text(&programs.server)?,
        "host": text(&programs.host)?, "manifest": text(&files.manifest)?,
        "registry": place.key, "unattended": unattended, "browser": browser,
    });
    let manifest = json!({
        "name": HOST_NAME,
        "description": "Starts the local Axlens server and tells the extension where it is",
        "path": text(&files.launcher)?,
        "type": "stdio",
        "allowed_origins": [origin()],
    });
    replace(&files.settings, &format!("{settings:#}\n"))?;
    platform::write_launcher(&files.launcher, &programs.host, &files.settings)
        .with_context(|| format!("{} can't be written", files.launcher.display()))?;
    // Last, because from now on the browser can start the host.
    replace(&files.manifest, &format!("{manifest:#}\n"))?;
    if let Some(key) = &place.key {
        platform::announce(key, &files.manifest)
            .with_context(|| format!("the registry's key {key} can't be written"))?;
    }
    Ok(files.manifest)
}

/// Removes a browser's registration if it is of this state directory.
pub fn unregister(place: &ManifestPlace, state_dir: &Path) -> anyhow::Result<Removed> {
    let files = Files::of(&place.folder, state_dir);
    let outcome = match launcher_of(&files.manifest) {
        None => Removed::Nothing,
        Some(launcher) if launcher != files.launcher => Removed::Foreign(launcher),
        Some(_) => {
            remove(&files.manifest)?;
            withdraw(place, &files.manifest)?;
            Removed::Manifest(files.manifest.clone())
        }
    };
    platform::remove_launcher(&files.launcher)
        .with_context(|| format!("{} can't be removed", files.launcher.display()))?;
    remove(&files.settings)?;
    Ok(outcome)
}

/// Removes the registry's key that leads to a manifest.
fn withdraw(place: &ManifestPlace, manifest: &Path) -> anyhow::Result<()> {
    let Some(key) = &place.key else { return Ok(()) };
    if platform::announced(key).is_some_and(|announced| announced == manifest) {
        platform::withdraw(key)
            .with_context(|| format!("the registry's key {key} can't be removed"))?;
    }
    Ok(())
}

/// Removes every registration of this state directory. Returns the removed manifests.
pub fn unregister_all(state_dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut removed = Vec::new();
    for registration in registrations(state_dir) {
        let Some(folder) = registration.manifest.parent() else {
            continue;
        };
        let place = ManifestPlace {
            folder: folder.to_owned(),
            key: registration.registry,
        };
        if let Removed::Manifest(manifest) = unregister(&place, state_dir)? {
            removed.push(manifest);
        }
    }
    Ok(removed)
}

/// Every registration of this state directory, each checked.
pub fn registrations(state_dir: &Path) -> Vec<Registration> {
    let entries = fs::read_dir(own_folder(state_dir))
        .into_iter()
        .flatten()
        .flatten();
    let mut settings: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    settings.sort();
    settings
        .iter()
        .filter_map(|settings| check(settings))
        .collect()
}

/// The files of one registration.
struct Files {
    own: PathBuf,
    settings: PathBuf,
    launcher: PathBuf,
    manifest: PathBuf,
}

impl Files {
    fn of(folder: &Path, state_dir: &Path) -> Files {
        let own = own_folder(state_dir);
        let name = format!("{:016x}", fingerprint(folder));
        Files {
            settings: own.join(format!("{name}.json")),
            launcher: own.join(format!("{name}{LAUNCHER_SUFFIX}")),
            manifest: folder.join(format!("{HOST_NAME}.json")),
            own,
        }
    }
}

fn own_folder(state_dir: &Path) -> PathBuf {
    state_dir.join("native-host")
}

/// A stable name for a folder: FNV-1a of its path.
fn fingerprint(folder: &Path) -> u64 {
    let bytes = folder.as_os_str().as_encoded_bytes();
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn origin() -> String {
    format!("chrome-extension://{}/", EXTENSION_ID.trim())
}

fn check(settings: &Path) -> Option<Registration> {
    let content = read_json(settings)?;
    let manifest = PathBuf::from(content["manifest"].as_str()?);
    let fault = first_fault(settings, &content, &manifest)
        .map(|what| format!("{what}: run `axlens install` again"));
    Some(Registration {
        manifest,
        registry: content["registry"].as_str().map(str::to_owned),
        fault,
        unattended: content["unattended"] == true,
    })
}

fn first_fault(settings: &Path, content: &Value, manifest: &Path) -> Option<String> {
    let Some(launcher) = launcher_of(manifest) else {
        return Some(format!("{} is missing or broken", manifest.display()));
    };
    if launcher.with_extension("") != settings.with_extension("") {
        return Some(format!(
            "{} names the launcher {} of another installation",
            manifest.display(),
            launcher.display()
        ));
    }
    let origins = read_json(manifest).map(|manifest| manifest["allowed_origins"].clone());
    if origins != Some(json!([origin()])) {
        return Some(format!("{} is for another extension", manifest.display()));
    }
    let key = content["registry"].as_str();
    if let Some(key) = key.filter(|key| platform::announced(key).as_deref() != Some(manifest)) {
        return Some(format!("the registry's key {key} names another manifest"));
    }
    let programs = [
        content["host"].as_str(),
        content["server"].as_str(),
        launcher.to_str(),
    ];
    let missing = programs
        .into_iter()
        .map(Option::unwrap_or_default)
        .find(|program| !Path::new(program).is_file());
    missing.map(|program| format!("{program} is missing"))
}

/// The launcher that a manifest names.
fn launcher_of(manifest: &Path) -> Option<PathBuf> {
    read_json(manifest)?["path"].as_str().map(PathBuf::from)
}

fn read_json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

fn text(path: &Path) -> anyhow::Result<&str> {
    path.to_str().with_context(|| {
        format!(
            "the path {} is not valid UTF-8, which the browser's manifest requires",
            path.display()
        )
    })
}

fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{} can't be removed", path.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::browsers::manifest_place_in;
    use tempfile::TempDir;

    /// A folder with two programs to register.
    fn machine() -> (TempDir, Programs) {
        let folder = tempfile::tempdir().expect("a folder");
        let programs = Programs {
            server: folder.path().join("it's axlens"),
            host: folder.path().join("host"),
        };
        fs::write(&programs.server, "").expect("it is written");
        fs::write(&programs.host, "").expect("it is written");
        (folder, programs)
    }

    fn attended(browser: &Path, state_dir: &Path, programs: &Programs) -> anyhow::Result<PathBuf> {
        let installation = Installation {
            state_dir,
            programs,
            unattended: false,
            browser: None,
        };
        register(&manifest_place_in(browser), &installation)
    }

    /// Removes the registration with a browser.
    fn unregister(browser: &Path, state_dir: &Path) -> anyhow::Result<Removed> {
        super::unregister(&manifest_place_in(browser), state_dir)
    }

    fn faults(state_dir: &Path) -> Vec<Option<String>> {
        registrations(state_dir)
            .into_iter()
            .map(|registration| registration.fault)
            .collect()
    }

    #[test]
    fn a_registration_allows_only_our_extension_and_has_its_own_settings() {
        let (machine, programs) = machine();
        let (browser, state) = (machine.path().join("browser"), machine.path().join("state"));
        let manifest =
            read_json(&attended(&browser, &state, &programs).expect("it registers")).expect("JSON");
        assert_eq!(manifest["allowed_origins"], json!([origin()]));
        assert_eq!(EXTENSION_ID.trim().len(), 32);
        let launcher = PathBuf::from(manifest["path"].as_str().expect("a path"));
        let settings = read_json(&launcher.with_extension("json")).expect("JSON");
        assert_eq!(settings["state_dir"].as_str(), state.to_str());
        assert_eq!(settings["server"].as_str(), programs.server.to_str());
        assert_eq!(faults(&state), [None]);
    }

    #[test]
    fn the_launcher_passes_its_settings_whatever_the_names_of_the_folders() {
        let (machine, mut programs) = machine();
        programs.host = PathBuf::from("/bin/echo");
        let (browser, state) = (
            machine.path().join("browser"),
            machine.path().join("a \"state\" of $HOME's `id`"),
        );
        let manifest =
            read_json(&attended(&browser, &state, &programs).expect("it registers")).expect("JSON");
        let launcher = manifest["path"].as_str().expect("a path");
        // The shell reads the launcher. Executing it could fail while another thread starts a
        // program, which inherits the open file.
        let output = std::process::Command::new("/bin/sh")
            .arg(launcher)
            .arg("chrome-extension://x/")
            .output()
            .expect("it runs");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            format!("--settings {launcher}.json chrome-extension://x/\n")
        );
    }

    #[test]
    fn profiles_and_state_directories_are_independent() {
        let (machine, programs) = machine();
        let at = |name: &str| machine.path().join(name);
        for (browser, state) in [("one", "first"), ("two", "first"), ("three", "second")] {
            attended(&at(browser), &at(state), &programs).expect("it registers");
        }
        assert_eq!(faults(&at("first")), [None, None]);
        assert_eq!(faults(&at("second")), [None]);
        assert!(matches!(
            unregister(&at("one"), &at("first")),
            Ok(Removed::Manifest(_))
        ));
        assert_eq!(faults(&at("first")), [None]);
        assert_eq!(faults(&at("second")), [None]);
        assert!(matches!(
            unregister(&at("one"), &at("first")),
            Ok(Removed::Nothing)
        ));
    }

    #[test]
    fn a_registration_of_another_state_directory_is_not_changed() {
        let (machine, programs) = machine();
        let at = |name: &str| machine.path().join(name);
        attended(&at("browser"), &at("first"), &programs).expect("it registers");
        attended(&at("browser"), &at("second"), &programs).expect("it registers");
        let fault = faults(&at("first")).concat_options();
        assert!(fault.contains("another installation"), "{fault}");
        assert!(matches!(
            unregister(&at("browser"), &at("first")),
            Ok(Removed::Foreign(_))
        ));
        assert_eq!(faults(&at("second")), [None]);
        assert_eq!(faults(&at("first")), []);
    }

    #[test]
    fn registering_twice_has_the_effect_of_once() {
        let (machine, programs) = machine();
        let (browser, state) = (machine.path().join("browser"), machine.path().join("state"));
        let first = attended(&browser, &state, &programs).expect("it registers");
        assert_eq!(
            attended(&browser, &state, &programs).expect("it registers"),
            first
        );
        assert_eq!(faults(&state), [None]);
        let manifests = manifest_place_in(&browser).folder;
        assert_eq!(fs::read_dir(&manifests).expect("a folder").count(), 1);
    }

    #[test]
    fn only_a_registration_with_the_option_is_unattended_and_the_next_one_reverts_it() {
        let (machine, programs) = machine();
        let at = |name: &str| machine.path().join(name);
        let (state_dir, unattended) = (&*at("state"), true);
        let installation = Installation {
            state_dir,
            programs: &programs,
            unattended,
            browser: None,
        };
        register(&manifest_place_in(&at("one")), &installation).expect("it registers");
        attended(&at("two"), state_dir, &programs).expect("it registers");
        let manifests = |unattended: bool| -> Vec<PathBuf> {
            let all = registrations(state_dir).into_iter();
            let all = all.filter(|registration| registration.unattended == unattended);
            all.map(|registration| registration.manifest).collect()
        };
        let place = |name: &str| manifest_place_in(&at(name));
        let manifest = |name: &str| place(name).folder.join(format!("{HOST_NAME}.json"));
        assert_eq!(manifests(true), [manifest("one")]);
        assert_eq!(manifests(false), [manifest("two")]);
        attended(&at("one"), state_dir, &programs).expect("it registers");
        assert_eq!(manifests(true), [] as [PathBuf; 0]);
    }

    #[test]
    fn every_missing_part_is_named() {
        let (machine, programs) = machine();
        let (browser, state) = (machine.path().join("browser"), machine.path().join("state"));
        let manifest = attended(&browser, &state, &programs).expect("it registers");
        fs::remove_file(&programs.host).expect("it is removed");
        assert!(faults(&state).concat_options().contains("host is missing"));
        fs::write(&manifest, "{").expect("it is written");
        assert!(faults(&state).concat_options().contains("broken"));
    }

    trait ConcatOptions {
        fn concat_options(self) -> String;
    }

    impl ConcatOptions for Vec<Option<String>> {
        fn concat_options(self) -> String {
            self.into_iter().flatten().collect()
        }
    }
}
