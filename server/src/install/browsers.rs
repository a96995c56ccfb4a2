//! Where each browser looks for the manifests of native messaging hosts.
//! <https://developer.chrome.com/docs/extensions/develop/concepts/native-messaging#native-messaging-host-location>,
//! and the user data folders of the browsers built on Chromium.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum;

/// The browsers that take the extension.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Browser {
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

/// The browser, its user data folder under the user's configuration on Linux, and under Application
/// Support on macOS.
const TABLE: [(Browser, &str, &str); 6] = [
    (Browser::Chrome, "google-chrome", "Google/Chrome"),
    (
        Browser::ChromeBeta,
        "google-chrome-beta",
        "Google/Chrome Beta",
    ),
    (Browser::Chromium, "chromium", "Chromium"),
    (Browser::Edge, "microsoft-edge", "Microsoft Edge"),
    (
        Browser::Brave,
        "BraveSoftware/Brave-Browser",
        "BraveSoftware/Brave-Browser",
    ),
    (Browser::Vivaldi, "vivaldi", "Vivaldi"),
];

impl fmt::Display for Browser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        formatter.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// The user's folder that holds the browsers' user data folders.
pub struct Folders {
    configuration: PathBuf,
}

impl Folders {
    /// `~/.config` or what `XDG_CONFIG_HOME` says, as Chrome does; on macOS
    /// `~/Library/Application Support`.
    pub fn of_this_user() -> anyhow::Result<Folders> {
        let base = directories::BaseDirs::new().context(
            "there is no home directory: name the browser's folder with --user-data-dir",
        )?;
        Ok(Folders {
            configuration: base.config_dir().to_owned(),
        })
    }

    /// The browsers that have been started on this machine; Chrome where there is none yet.
    pub fn found(&self) -> Vec<Browser> {
        let browsers = TABLE.iter().map(|(browser, ..)| *browser);
        let found: Vec<Browser> = browsers
            .filter(|browser| self.user_data(*browser).is_dir())
            .collect();
        if found.is_empty() {
            vec![Browser::Chrome]
        } else {
            found
        }
    }

    /// Where this browser looks for manifests.
    pub fn manifests(&self, browser: Browser) -> PathBuf {
        manifests_in(&self.user_data(browser))
    }

    fn user_data(&self, browser: Browser) -> PathBuf {
        let row = TABLE.iter().find(|(row, ..)| *row == browser);
        let folder = row.map_or("", |(_, linux, macos)| {
            if cfg!(target_os = "macos") {
                macos
            } else {
                linux
            }
        });
        self.configuration.join(folder)
    }
}

/// Where a browser with this user data folder looks for manifests.
pub fn manifests_in(user_data: &Path) -> PathBuf {
    user_data.join("NativeMessagingHosts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_browser_has_a_folder_of_its_own() {
        let folders = Folders {
            configuration: PathBuf::from("/home/somebody/.config"),
        };
        let mut seen: Vec<PathBuf> = Browser::value_variants()
            .iter()
            .map(|browser| folders.user_data(*browser))
            .collect();
        assert!(
            seen.iter().all(|folder| *folder != folders.configuration),
            "{seen:?}"
        );
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), Browser::value_variants().len());
    }

    #[test]
    fn the_default_is_the_browsers_found_else_chrome() {
        let configuration = tempfile::tempdir().expect("a folder");
        let folders = Folders {
            configuration: configuration.path().to_owned(),
        };
        assert_eq!(folders.found(), [Browser::Chrome]);
        for browser in [Browser::Brave, Browser::Chromium] {
            std::fs::create_dir_all(folders.user_data(browser)).expect("it is made");
        }
        assert_eq!(folders.found(), [Browser::Chromium, Browser::Brave]);
    }
}
