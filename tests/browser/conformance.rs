//! Every public conformance case that is not tentative passes in a real Chromium.
//! `AXLENS_CONFORMANCE_REPORT` is the path of a report to write.

pub mod cases;

use axlens_harness::on_runtime;
use axlens_harness::shared::Extent;
use axlens_harness::{Chain, Kind, shared};

/// Cases that fail, each with its reason. A case that passes must not be in this list.
const KNOWN_FAILURES: &[(&str, &str)] = &[
    (
        "svg-aam/role/role-img.tentative.html: el-image (label from image>title element) (name, 0)",
        IMAGE_IN_HTML,
    ),
    (
        "svg-aam/role/role-img.tentative.html: el-image (generic, explicitly empty image>title element) (role, 0)",
        IMAGE_IN_HTML,
    ),
];

const IMAGE_IN_HTML: &str = "the page has `image` outside of `svg`, which the HTML parser replaces by `img` followed by the `title`";

#[test]
fn the_cases_of_a_sample_of_files_pass() -> anyhow::Result<()> {
    cases_pass(Extent::Sample)
}

#[test]
#[ignore = "full: conformance of every file"]
fn every_case_that_is_not_tentative_passes() -> anyhow::Result<()> {
    cases_pass(Extent::All)
}

fn cases_pass(extent: Extent) -> anyhow::Result<()> {
    on_runtime(async || {
        let Some(cases) = shared::reference("conformance/wpt.json") else {
            return Ok(());
        };
        let chain = Chain::lease(Kind::Unattended).await?;
        let outcomes = cases::run(&chain, &cases, extent).await?;
        let report = cases::report(&outcomes, KNOWN_FAILURES);
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
        let known = |key: &str| KNOWN_FAILURES.iter().any(|(known, _)| *known == key);
        let failed: Vec<String> = outcomes
            .iter()
            .filter(|outcome| !outcome.passed && !outcome.tentative && !known(&outcome.key()))
            .map(|outcome| cases::as_json(outcome).to_string())
            .collect();
        assert!(
            failed.is_empty(),
            "{} cases fail:\n{}",
            failed.len(),
            failed.join("\n")
        );
        let fixed: Vec<String> = outcomes
            .iter()
            .filter(|outcome| outcome.passed && known(&outcome.key()))
            .map(cases::Outcome::key)
            .collect();
        assert!(
            fixed.is_empty(),
            "these cases pass now; remove them from the list:\n{}",
            fixed.join("\n")
        );
        // At least four in five tentative cases pass, twice as many as in Chromium.
        let tentative = outcomes.iter().filter(|outcome| outcome.tentative);
        let (passed, all) = tentative.fold((0, 0), |(passed, all), outcome| {
            (passed + usize::from(outcome.passed), all + 1)
        });
        assert!(passed * 5 >= all * 4, "{passed} of {all} tentative cases");
        Ok(())
    })
}
