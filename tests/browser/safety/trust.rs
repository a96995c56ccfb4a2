//! A web page can't read anything from the extension. `attack::web_page` tests that it can't read
//! anything from the server.

use axlens_harness::on_chain;
use serde_json::json;

#[test]
fn a_page_can_fetch_no_file_of_the_extension() -> anyhow::Result<()> {
    on_chain(async |chain| {
        let tab = chain.open_fixture("plain.html").await?;
        let id = json!(axlens_harness::shared::extension_id()?);
        for file in [
            "manifest.json",
            "shared/text-diff.js",
            "page/recorder/recorder.js",
            "engine/axlens_engine_bg.wasm",
            "ui/options/options.html",
        ] {
            let found = tab
                .evaluate(&format!(
                    "fetch(`chrome-extension://${{{id}}}/{file}`).then(() => true, () => false)"
                ))
                .await?;
            assert_eq!(found, false, "{file}");
        }
        Ok(())
    })
}
