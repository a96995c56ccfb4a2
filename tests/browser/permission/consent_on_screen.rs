//! The consent window among real windows: a Chromium on a screen with a window manager, with mouse
//! and keyboard input that it can't distinguish from a user's. `tests/browser/permission/consent/`
//! has the tests that run in headless Chromium, in which every window always has the focus.

mod desktop;
mod on_screen;

use anyhow::Context;
use axlens_harness::build::Build;
use axlens_harness::shared;

/// The window ignores input for this time.
const UNARMED_MS: f64 = 500.0;

/// The tests change both times in their copy of the extension. This checks the product and its
/// documentation.
#[test]
fn the_times_of_the_product_are_the_documented_ones() -> anyhow::Result<()> {
    let build = Build::of(shared::build()?);
    let constant = |file: &str, name: &str| {
        let text = std::fs::read_to_string(build.extension().join(file))?;
        let line = text
            .lines()
            .find_map(|line| line.split_once(&format!("const {name} = ")));
        let (_, value) = line.with_context(|| format!("{file} has no {name}"))?;
        Ok::<_, anyhow::Error>(
            value
                .trim_end_matches(';')
                .replace('_', "")
                .parse::<f64>()?,
        )
    };
    assert_eq!(constant("ui/common/arming.js", "UNARMED_MS")?, UNARMED_MS);
    assert_eq!(
        constant("worker/policy/consent.js", "TIMEOUT_MS")?,
        60_000.0
    );
    let documentation = include_str!("../../../docs/acting.md");
    assert!(documentation.contains("first 500 ms"));
    assert!(documentation.contains("no answer for a minute"));
    Ok(())
}
