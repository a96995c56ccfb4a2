//! The folders of browsers for manifests of native messaging hosts:
//! <https://developer.chrome.com/docs/extensions/develop/concepts/native-messaging#native-messaging-host-location>,
//! and the user data folders of browsers that are based on Chromium.

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

/// Each browser's user data folder: on Linux in the user's configuration folder, on macOS in
/// Application Support.
const TABLE: [(BrowserProduct, &str, &str); 6] = [
    (BrowserProduct::Chrome, "google-chrome", "Google/Chrome"),
    (
        BrowserProduct::ChromeBeta,
        "google-chrome-beta",
        "Google/Chrome Beta",
    ),
    (BrowserProduct::Chromium, "chromium", "Chromium"),
    (BrowserProduct::Edge, "microsoft-edge", "Microsoft Edge"),
    (
        BrowserProduct::Brave,
        "BraveSoftware/Brave-BrowserProduct",
        "BraveSoftware/Brave-BrowserProduct",
    ),
    (BrowserProduct::Vivaldi, "vivaldi", "Vivaldi"),
];

impl fmt::Display for BrowserProduct {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        formatter.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

/// The user's folder with the browsers' user data folders.
pub struct ConfigFolders {
    configuration: PathBuf,
}

impl ConfigFolders {
    /// `$XDG_CONFIG_HOME` or `~/.config`, like Chrome; on macOS `~/Library/Application Support`.
    pub fn of_this_user() -> anyhow::Result<ConfigFolders> {
        let base = directories::BaseDirs::new()
            .context("there is no home directory: use --user-data-dir")?;
        Ok(ConfigFolders {
            configuration: base.config_dir().to_owned(),
        })
    }

    /// The browsers with a user data folder; Chrome if there is none.
    pub fn found(&self) -> Vec<BrowserProduct> {
        let browsers = TABLE.iter().map(|(browser, ..)| *browser);
        let found: Vec<BrowserProduct> = browsers
            .filter(|browser| self.user_data(*browser).is_dir())
            .collect();
        if found.is_empty() {
            vec![BrowserProduct::Chrome]
        } else {
            found
        }
    }

    /// The manifest folder of a browser.
    pub fn manifests(&self, browser: BrowserProduct) -> PathBuf {
        manifests_in(&self.user_data(browser))
    }

    fn user_data(&self, browser: BrowserProduct) -> PathBuf {
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

/// The manifest folder in a user data folder.
pub fn manifests_in(user_data: &Path) -> PathBuf {
    user_data.join("NativeMessagingHosts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_browser_has_a_folder_of_its_own() {
        let folders = ConfigFolders {
            configuration: PathBuf::from("/configuration"),
        };
        let mut seen: Vec<PathBuf> = BrowserProduct::value_variants()
            .iter()
            .map(|browser| folders.user_data(*browser))
            .collect();
        assert!(
            seen.iter().all(|folder| *folder != folders.configuration),
            "{seen:?}"
        );
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), BrowserProduct::value_variants().len());
    }

    #[test]
    fn the_default_is_the_browsers_of_this_user_or_chrome() {
        let configuration = tempfile::tempdir().expect("a folder");
        let folders = ConfigFolders {
            configuration: configuration.path().to_owned(),
        };
        assert_eq!(folders.found(), [BrowserProduct::Chrome]);
        for browser in [BrowserProduct::Brave, BrowserProduct::Chromium] {
            std::fs::create_dir_all(folders.user_data(browser)).expect("it is made");
        }
        assert_eq!(
            folders.found(),
            [BrowserProduct::Chromium, BrowserProduct::Brave]
        );
    }
}
