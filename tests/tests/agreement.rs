//! Role and name of every control of the real pages, beside Chromium's own accessibility tree. `AXLENS_AGREEMENT_REPORT` names a file
//! to write the classes of disagreement to.

use axlens_tests::chain::on_runtime;
use axlens_tests::{Chain, Page, agreement, shared};

#[test]
fn chromium_says_the_same_of_nearly_every_control() -> anyhow::Result<()> {
    on_runtime(async || {
        let Some(folder) = shared::reference("pages") else {
            return Ok(());
        };
        let chain = Chain::start().await?;
        let mut pairs = Vec::new();
        for path in shared::pages(&folder)? {
            let body = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
            let tab = chain.open(Page::html(body)).await?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            pairs.extend(agreement::compare(&tab, &name).await?);
            tab.close().await?;
        }
        let report = agreement::report(&pairs);
        if let Some(path) = std::env::var_os("AXLENS_AGREEMENT_REPORT") {
            std::fs::write(path, &report)?;
        }
        let right = pairs.iter().filter(|pair| pair.agree()).count();
        eprintln!("{right} of {} controls agree in role and name", pairs.len());
        assert!(pairs.len() > 1_000, "{}", pairs.len());
        assert!(right * 100 >= pairs.len() * 99, "{report}");
        Ok(())
    })
}
