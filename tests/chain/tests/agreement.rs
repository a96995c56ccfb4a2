//! Role and name of every element, frames and shadow roots included, beside Chromium's own
//! accessibility tree. `AXLENS_AGREEMENT_REPORT` names a file to write the classes of disagreement
//! to, `AXLENS_AGREEMENT_DETAILS` one for every disagreement.

use axlens_harness::on_runtime;
use axlens_harness::{Chain, Page, components, shared};
use axlens_tests_chain::agreement::{self, Compared};
use std::path::Path;

#[test]
fn chromium_says_the_same_of_nearly_every_element() -> anyhow::Result<()> {
    on_runtime(async || {
        let Some(folder) = shared::reference("pages") else {
            return Ok(());
        };
        let chain = Chain::start().await?;
        let mut sets = vec![
            ("the real pages", real_pages(&chain, &folder).await?),
            (
                "frames of every kind, in and around shadow roots",
                frames(&chain).await?,
            ),
            ("the fixtures", fixtures(&chain).await?),
        ];
        match shared::components() {
            Ok(_) => sets.push(("component libraries", libraries(&chain).await?)),
            Err(error) => eprintln!("skipped: {error:#}"),
        }
        let report = agreement::report(&sets);
        let mut all = Compared::default();
        for (_, set) in sets {
            all.add(set);
        }
        for (variable, text) in [
            ("AXLENS_AGREEMENT_REPORT", &report),
            ("AXLENS_AGREEMENT_DETAILS", &agreement::details(&all)),
        ] {
            if let Some(path) = std::env::var_os(variable) {
                std::fs::write(path, text)?;
            }
        }
        let (shown, same) = all.right(false);
        let (controls, same_controls) = all.right(true);
        eprintln!(
            "{same} of {shown} elements agree in role and name, {same_controls} of {controls} controls"
        );
        assert!(shown > 15_000, "{shown}");
        assert!(same * 100 >= shown * 95, "{report}");
        assert!(same_controls * 100 >= controls * 98, "{report}");
        let unexplained = agreement::unexplained(&all);
        assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
        Ok(())
    })
}

async fn real_pages(chain: &Chain, folder: &Path) -> anyhow::Result<Compared> {
    let mut compared = Compared::default();
    for path in shared::pages(folder)? {
        let body = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let tab = chain.open(Page::html(body)).await?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        compared.add(agreement::compare(&tab, &name).await?);
        tab.close().await?;
    }
    Ok(compared)
}

async fn frames(chain: &Chain) -> anyhow::Result<Compared> {
    let inner = "<!doctype html><title>Inner</title><h2>Head</h2><label>Field <input></label><button>Go</button>
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
    let compared = agreement::compare(&tab, "frames").await?;
    assert_eq!((compared.documents, compared.unread), (8, 0));
    Ok(compared)
}

async fn libraries(chain: &Chain) -> anyhow::Result<Compared> {
    let mut compared = Compared::default();
    for library in components::LIBRARIES {
        let tab = components::open(chain, library).await?;
        compared.add(agreement::compare(&tab, library).await?);
        tab.close().await?;
    }
    Ok(compared)
}

/// Pages without anything that must not be quoted.
async fn fixtures(chain: &Chain) -> anyhow::Result<Compared> {
    let mut compared = Compared::default();
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
        compared.add(agreement::compare(&tab, name).await?);
        tab.close().await?;
    }
    Ok(compared)
}
