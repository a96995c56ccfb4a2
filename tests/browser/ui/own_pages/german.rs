//! The pages in German.

use crate::ui::own_pages::wait_for_text;
use anyhow::Context;
use axlens_harness::{Chain, on_runtime};
use serde_json::Value;
use std::path::Path;

/// The visible texts of a page: those with a message key, and all.
const TEXTS: &str = "({
  lang: document.documentElement.lang,
  named: [...document.querySelectorAll('[data-i18n]')].filter((node) => node.id !== 'headline' && node.id !== 'pause')
    .map((node) => [node.dataset.i18n, node.textContent]),
  all: [...document.querySelectorAll('body *')].filter((node) => node.checkVisibility())
    .flatMap((node) => [...node.childNodes].filter((child) => child.nodeType === 3).map((child) => child.data.trim()))
    .filter(Boolean),
})";

/// Makes German the default language of an extension, for browsers that are built without German.
fn make_german_the_default(extension: &Path) -> anyhow::Result<()> {
    let manifest = extension.join("manifest.json");
    let text = std::fs::read_to_string(&manifest)?;
    let (old, new) = (r#""default_locale": "en""#, r#""default_locale": "de""#);
    anyhow::ensure!(text.contains(old), "{text}");
    std::fs::write(manifest, text.replace(old, new))?;
    Ok(std::fs::remove_dir_all(extension.join("_locales/en"))?)
}

#[test]
fn own_pages_are_translated_into_german() -> anyhow::Result<()> {
    on_runtime(async || {
        let chain = Chain::start_attended_by(make_german_the_default).await?;
        let german = chain.build.extension().join("_locales/de/messages.json");
        let german: Value = serde_json::from_str(&std::fs::read_to_string(german)?)?;
        for name in ["popup", "options", "onboarding"] {
            let page = chain.own_page(name).await?;
            if name != "popup" {
                wait_for_text(&page, "#headline", "Verbunden").await?;
            } else {
                wait_for_text(&page, "#pause", "Alles anhalten").await?;
            }
            let texts = page.evaluate(TEXTS).await?;
            assert_eq!(texts["lang"], "de");
            for named in texts["named"].as_array().context("texts")? {
                let key = named[0].as_str().context("a key")?;
                let message = &german[key]["message"];
                assert!(
                    message.as_str().is_some_and(|message| !message.is_empty()),
                    "{key}"
                );
                assert_eq!(&named[1], message, "{name}: {key}");
            }
            for message in texts["all"].as_array().context("texts")? {
                let message = message.as_str().context("a text")?;
                assert!(
                    german.get(message).is_none(),
                    "{name} shows the key {message}"
                );
                assert!(!message.contains("$V"), "{name}: {message}");
            }
        }
        Ok(())
    })
}
