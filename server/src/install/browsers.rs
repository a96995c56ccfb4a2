//! The places where browsers look for manifests of native messaging hosts:
//! <https://developer.chrome.com/docs/extensions/develop/concepts/native-messaging#native-messaging-host-location>,
//! and the user data folders of browsers that are based on Chromium.

use crate::platform::{SYSTEM, System};
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum;

/// A supported browser.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BrowserProduct {
    /// Google Chrome
    Chrome,
    /// Google Chrome Beta
    ChromeBeta,
    /// Chromium
    Chromium,
    /// Microsoft Edge
    Edge,
    /// Brave
    Brave,
    /// Vivaldi
    Vivaldi,
}

/// Where a browser has its user data, and looks for native messaging hosts.
struct Row {
    browser: BrowserProduct,
    /// Its user data folder in the user's configuration folder.
    linux: &'static str,
    /// Its user data folder in Application Support.
    macos: &'static str,
    /// The folder of its user data folder in the local application data.
    windows: &'static str,
    /// The names of its program in `PATH`.
    linux_programs: &'static [&'static str],
    /// Its name in Applications.
    macos_app: &'static str,
    /// Its vendor's key in the registry. A browser without a branch of its own in Chromium's code
    /// reads Chrome's:
    /// <https://source.chromium.org/chromium/chromium/src/+/main:chrome/browser/extensions/api/messaging/native_process_launcher_win.cc>
    registry: &'static str,
}

const CHROME: &str = r"Google\Chrome";

const TABLE: [Row; 6] = [
    Row {
        browser: BrowserProduct::Chrome,
        linux: "google-chrome",
        macos: "Google/Chrome",
        windows: r"Google\Chrome",
        linux_programs: &["google-chrome", "google-chrome-stable"],
        macos_app: "Google Chrome.app",
        registry: CHROME,
    },
    Row {
        browser: BrowserProduct::ChromeBeta,
        linux: "google-chrome-beta",
        macos: "Google/Chrome Beta",
        windows: r"Google\Chrome Beta",
        linux_programs: &["google-chrome-beta"],
        macos_app: "Google Chrome Beta.app",
        registry: CHROME,
    },
    Row {
        browser: BrowserProduct::Chromium,
        linux: "chromium",
        macos: "Chromium",
        windows: "Chromium",
        linux_programs: &["chromium", "chromium-browser"],
        macos_app: "Chromium.app",
        registry: "Chromium",
    },
    Row {
        browser: BrowserProduct::Edge,
        linux: "microsoft-edge",
        macos: "Microsoft Edge",
        windows: r"Microsoft\Edge",
        linux_programs: &["microsoft-edge", "microsoft-edge-stable"],
        macos_app: "Microsoft Edge.app",
        registry: r"Microsoft\Edge",
    },
    Row {
        browser: BrowserProduct::Brave,
        linux: "BraveSoftware/Brave-Browser",
        macos: "BraveSoftware/Brave-Browser",
        windows: r"BraveSoftware\Brave-Browser",
        linux_programs: &["brave-browser", "brave"],
        macos_app: "Brave Browser.app",
        registry: CHROME,
    },
    Row {
        browser: BrowserProduct::Vivaldi,
        linux: "vivaldi",
        macos: "Vivaldi",
        windows: "Vivaldi",
        linux_programs: &["vivaldi", "vivaldi-stable"],
        macos_app: "Vivaldi.app",
        registry: CHROME,
    },
];

/// Where browsers find the manifest of a native messaging host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestPlace {
    /// The manifest's folder.
    pub folder: PathBuf,
    /// On Windows, the key of the registry that has the manifest's path.
    pub key: Option<String>,
}

impl fmt::Display for BrowserProduct {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        formatter.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// The user's folder with the browsers' user data folders.
pub struct ConfigFolders {
    system: System,
    configuration: PathBuf,
    /// The folders with programs: a browser that has not been started has no user data folder.
    programs: Vec<PathBuf>,
}

impl ConfigFolders {
    /// `$XDG_CONFIG_HOME` or `~/.config`, like Chrome; on macOS `~/Library/Application Support`, on
    /// Windows `%LOCALAPPDATA%`.
    pub fn of_this_user() -> anyhow::Result<ConfigFolders> {
        let base = directories::BaseDirs::new()
            .context("there is no home directory: use --user-data-dir")?;
        let configuration = match SYSTEM {
            System::Linux | System::MacOs => base.config_dir(),
            System::Windows => base.data_local_dir(),
        };
        let path = std::env::var_os("PATH").unwrap_or_default();
        Ok(ConfigFolders {
            system: SYSTEM,
            configuration: configuration.to_owned(),
            programs: match SYSTEM {
                System::Linux => std::env::split_paths(&path).collect(),
                System::MacOs => vec![
                    PathBuf::from("/Applications"),
                    base.home_dir().join("Applications"),
                ],
                System::Windows => Vec::new(),
            },
        })
    }

    /// The browsers with a user data folder or a program; Chrome if there is none.
    pub fn found(&self) -> Vec<BrowserProduct> {
        let found = TABLE
            .iter()
            .filter(|row| self.user_data(row).is_dir() || self.has_program(row));
        let found: Vec<BrowserProduct> = found.map(|row| row.browser).collect();
        match found.is_empty() {
            true => vec![BrowserProduct::Chrome],
            false => found,
        }
    }

    /// Where a browser finds the manifest of the host with this name.
    pub fn manifest_place(&self, browser: BrowserProduct, host: &str) -> Option<ManifestPlace> {
        let row = TABLE.iter().find(|row| row.browser == browser)?;
        Some(match self.system {
            System::Linux | System::MacOs => manifest_place_in(&self.user_data(row)),
            System::Windows => ManifestPlace {
                folder: self.own_folder(row),
                key: Some(format!(
                    r"Software\{}\NativeMessagingHosts\{host}",
                    row.registry
                )),
            },
        })
    }

    /// The names of the browsers that find the manifest in a place.
    pub fn browsers_of(&self, place: &ManifestPlace, host: &str) -> Vec<String> {
        let browsers = TABLE.iter().map(|row| row.browser);
        let readers =
            browsers.filter(|browser| self.manifest_place(*browser, host).as_ref() == Some(place));
        readers.map(|browser| browser.to_string()).collect()
    }

    fn has_program(&self, row: &Row) -> bool {
        let names: &[&str] = match self.system {
            System::Linux => row.linux_programs,
            System::MacOs => &[row.macos_app],
            System::Windows => &[],
        };
        let mut folders = self.programs.iter();
        folders.any(|folder| names.iter().any(|name| folder.join(name).exists()))
    }

    fn user_data(&self, row: &Row) -> PathBuf {
        match self.system {
            System::Linux => self.configuration.join(row.linux),
            System::MacOs => self.configuration.join(row.macos),
            System::Windows => self.configuration.join(row.windows).join("User Data"),
        }
    }

    /// The folder for manifests that only the registry leads to.
    fn own_folder(&self, row: &Row) -> PathBuf {
        let manifests = self.configuration.join("axlens").join("native-messaging");
        manifests.join(row.registry.replace('\\', "-"))
    }
}

/// Where a browser with this user data folder finds manifests; not on Windows.
pub fn manifest_place_in(user_data: &Path) -> ManifestPlace {
    ManifestPlace {
        folder: user_data.join("NativeMessagingHosts"),
        key: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEMS: [System; 3] = [System::Linux, System::MacOs, System::Windows];

    fn folders(system: System, configuration: &Path) -> ConfigFolders {
        ConfigFolders {
            system,
            configuration: configuration.to_owned(),
            programs: Vec::new(),
        }
    }

    #[test]
    fn every_browser_has_a_user_data_folder_of_its_own() {
        for system in SYSTEMS {
            let folders = folders(system, Path::new("/configuration"));
            let mut seen: Vec<PathBuf> = TABLE.iter().map(|row| folders.user_data(row)).collect();
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), BrowserProduct::value_variants().len());
        }
        for browser in BrowserProduct::value_variants() {
            assert!(TABLE.iter().any(|row| row.browser == *browser));
        }
    }

    #[test]
    fn manifests_are_in_user_data_folders_or_in_the_registry() {
        let place = |system, browser| {
            let folders = folders(system, Path::new("/c"));
            folders.manifest_place(browser, "a.host").expect("a row")
        };
        let brave = place(System::Linux, BrowserProduct::Brave);
        let folder = Path::new("/c/BraveSoftware/Brave-Browser/NativeMessagingHosts");
        assert_eq!((brave.folder.as_path(), brave.key), (folder, None));
        let edge = place(System::Windows, BrowserProduct::Edge);
        let key = r"Software\Microsoft\Edge\NativeMessagingHosts\a.host";
        assert_eq!(edge.key.as_deref(), Some(key));
        let folder = Path::new("/c/axlens/native-messaging/Microsoft-Edge");
        assert_eq!(edge.folder, folder);
        let readers = |system, browser| {
            let folders = folders(system, Path::new("/c"));
            folders.browsers_of(&place(system, browser), "a.host")
        };
        let of_chrome = ["chrome", "chrome-beta", "brave", "vivaldi"];
        assert_eq!(readers(System::Windows, BrowserProduct::Brave), of_chrome);
        assert_eq!(readers(System::Linux, BrowserProduct::Brave), ["brave"]);
    }

    #[test]
    fn the_default_is_the_browsers_of_this_user_or_chrome() {
        for system in SYSTEMS {
            let configuration = tempfile::tempdir().expect("a folder");
            let folders = folders(system, configuration.path());
            assert_eq!(folders.found(), [BrowserProduct::Chrome]);
            let row = TABLE
                .iter()
                .find(|row| row.browser == BrowserProduct::Brave);
            let brave = folders.user_data(row.expect("a row"));
            std::fs::create_dir_all(brave).expect("it is made");
            assert_eq!(folders.found(), [BrowserProduct::Brave]);
        }
    }

    #[test]
    fn a_browser_that_was_never_started_is_found_by_its_program() {
        let folder = tempfile::tempdir().expect("a folder");
        for (system, name) in [(System::Linux, "chromium"), (System::MacOs, "Chromium.app")] {
            let mut folders = folders(system, folder.path());
            std::fs::write(folder.path().join(name), "").expect("writable");
            folders.programs = vec![folder.path().to_owned()];
            assert_eq!(folders.found(), [BrowserProduct::Chromium]);
            std::fs::remove_file(folder.path().join(name)).expect("removable");
        }
    }
}
