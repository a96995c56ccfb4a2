//! Compares role and name of every element, including frames and shadow roots, with Chromium's own
//! accessibility tree. `AXLENS_AGREEMENT_REPORT` is the path of a report to write,
//! `AXLENS_AGREEMENT_DETAILS` the path of a list of all differences.

pub mod comparison;

use crate::agreement::comparison::Comparison;
use axlens_harness::on_runtime;
use axlens_harness::shared::Extent;
use axlens_harness::{Chain, Kind, Page, components, shared};
use std::path::PathBuf;

#[test]
fn nearly_every_element_agrees_with_chromium() -> anyhow::Result<()> {
    elements_agree(Extent::Sample)
}

#[test]
#[ignore = "full: every real page"]
fn nearly_every_element_of_every_page_agrees_with_chromium() -> anyhow::Result<()> {
    elements_agree(Extent::All)
}

fn elements_agree(extent: Extent) -> anyhow::Result<()> {
    on_runtime(async || {
        let Some(folder) = shared::reference("pages") else {
            return Ok(());
        };
        let chain = Chain::lease(Kind::Unattended).await?;
        let mut sets = vec![
            (
                "real pages",
                real_pages(&chain, &extent.pages(&folder)?).await?,
            ),
            (
                "frames of every kind, in and around shadow roots",
                frames(&chain).await?,
            ),
            ("fixtures", fixtures(&chain).await?),
        ];
        if extent == Extent::All {
            match shared::components() {
                Ok(_) => sets.push(("component libraries", libraries(&chain).await?)),
                Err(error) => eprintln!("skipped: {error:#}"),
            }
        }
        let report = comparison::report(&sets);
        let mut all = Comparison::default();
        for (_, set) in sets {
            all.add(set);
        }
        for (variable, text) in [
            ("AXLENS_AGREEMENT_REPORT", &report),
            ("AXLENS_AGREEMENT_DETAILS", &comparison::details(&all)),
        ] {
            if let Some(path) = std::env::var_os(variable) {
                std::fs::write(path, text)?;
            }
        }
        let (listed, equal) = all.agreement(false);
        let (controls, equal_controls) = all.agreement(true);
        eprintln!(
            "{equal} of {listed} elements agree in role and name, {equal_controls} of {controls} controls"
        );
        assert!(extent == Extent::Sample || listed > 15_000, "{listed}");
        assert!(equal * 100 >= listed * 95, "{report}");
        assert!(equal_controls * 100 >= controls * 98, "{report}");
        let unexplained = comparison::unexplained(&all);
        assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
        Ok(())
    })
}

async fn real_pages(chain: &Chain, pages: &[PathBuf]) -> anyhow::Result<Comparison> {
    let mut compared = Comparison::default();
    for path in pages {
        let body = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
        let tab = chain.open(Page::html(body)).await?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        compared.add(comparison::compare(&tab, &name).await?);
        tab.close().await?;
    }
    Ok(compared)
}

async fn frames(chain: &Chain) -> anyhow::Result<Comparison> {
    let inner = "<!doctype html><title>Inner</title><h2>Head</h2><label>Field <input></label><button>Start</button>
        <div id=host></div><script>host.attachShadow({mode: 'closed'}).innerHTML = '<ul><li><a href=x>Deep</a></li></ul>'</script>";
    let foreign = chain.site.foreign(Page::html(inner));
    let around = chain.site.page(Page::html(format!(
        "<!doctype html><title>Around</title><iframe title=nested src='{foreign}?nested'></iframe>"
    )));
    let same = chain.site.page(Page::html(inner));
    let page = format!(
        "<!doctype html><title>Frames</title><h1>Frames</h1><iframe title=same src='{same}'></iframe>
        <iframe title=foreign src='{foreign}'></iframe><iframe title=around src='{around}'></iframe>
        <iframe title=srcdoc srcdoc='<button>In srcdoc</button>'></iframe><iframe title=sandboxed sandbox srcdoc='<p>In a box'></iframe>
        <div id=host></div><script>host.attachShadow({{mode: 'open'}}).innerHTML = `<iframe title=shadowed src='{same}?root'></iframe>`</script>"
    );
    let tab = chain.open(Page::html(page)).await?;
    let compared = comparison::compare(&tab, "frames").await?;
    assert_eq!((compared.documents, compared.unread), (8, 0));
    Ok(compared)
}

async fn libraries(chain: &Chain) -> anyhow::Result<Comparison> {
    let mut compared = Comparison::default();
    for library in components::LIBRARIES {
        let tab = components::open(chain, library).await?;
        compared.add(comparison::compare(&tab, library).await?);
        tab.close().await?;
    }
    Ok(compared)
}

/// The fixtures without secrets, because the list of differences quotes names.
async fn fixtures(chain: &Chain) -> anyhow::Result<Comparison> {
    let mut compared = Comparison::default();
    for name in [
        "dashboard",
        "generated",
        "live",
        "plain",
        "roots",
        "shadow",
        "states",
    ] {
        let tab = chain.open_fixture(&format!("{name}.html")).await?;
        compared.add(comparison::compare(&tab, name).await?);
        tab.close().await?;
    }
    Ok(compared)
}
