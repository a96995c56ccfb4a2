//! Every public conformance case that the specification has settled on must pass, in a real
//! Chromium, through the agent's endpoints. `AXLENS_CONFORMANCE_REPORT` names a file to write the
//! report to.

use axlens_harness::on_runtime;
use axlens_harness::{Chain, shared};
use axlens_tests_chain::conformance;

/// Cases that fail, each with its reason. A case that passes must not stand here.
const KNOWN: &[(&str, &str)] = &[
    (
        "svg-aam/role/role-img.tentative.html: el-image (label from image>title element) (name, 0)",
        IMAGE_IN_HTML,
    ),
    (
        "svg-aam/role/role-img.tentative.html: el-image (generic, explicitly empty image>title element) (role, 0)",
        IMAGE_IN_HTML,
    ),
];

const IMAGE_IN_HTML: &str = "the page has `image` outside of `svg`, which the HTML parser turns into `img` with the `title` beside it";

#[test]
fn every_settled_case_passes() -> anyhow::Result<()> {
    on_runtime(async || {
        let Some(cases) = shared::reference("conformance/wpt.json") else {
            return Ok(());
        };
        let chain = Chain::start().await?;
        let outcomes = conformance::run(&chain, &cases).await?;
        let report = conformance::report(&outcomes, KNOWN);
        if let Some(path) = std::env::var_os("AXLENS_CONFORMANCE_REPORT") {
            std::fs::write(path, &report)?;
        }
        let sums: Vec<&str> = report
            .lines()
            .filter(|line| line.starts_with("| **"))
            .collect();
        eprintln!(
            "| cases | of | passed | failed | Chromium |\n{}",
            sums.join("\n")
        );
        let known = |key: &str| KNOWN.iter().any(|(known, _)| *known == key);
        let failed: Vec<String> = outcomes
            .iter()
            .filter(|outcome| !outcome.passed && !outcome.tentative && !known(&outcome.key()))
            .map(|outcome| conformance::as_json(outcome).to_string())
            .collect();
        assert!(
            failed.is_empty(),
            "{} settled cases fail:\n{}",
            failed.len(),
            failed.join("\n")
        );
        let mended: Vec<String> = outcomes
            .iter()
            .filter(|outcome| outcome.passed && known(&outcome.key()))
            .map(conformance::Outcome::key)
            .collect();
        assert!(
            mended.is_empty(),
            "no longer failing, to be struck from the list:\n{}",
            mended.join("\n")
        );
        // The unsettled ones: at least four in five, twice what Chromium has.
        let tentative = outcomes.iter().filter(|outcome| outcome.tentative);
        let (passed, all) = tentative.fold((0, 0), |(passed, all), outcome| {
            (passed + usize::from(outcome.passed), all + 1)
        });
        assert!(passed * 5 >= all * 4, "{passed} of {all} tentative cases");
        Ok(())
    })
}
