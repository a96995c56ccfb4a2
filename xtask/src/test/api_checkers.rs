//! Other people's programs that check the description of the API: a linter of OpenAPI documents,
//! and a generator of requests, at the versions that tests/packages/api-checkers pins; installed
//! once for each state of that folder.

use anyhow::Result;

use super::components::installed;
use super::mcp_clients::install_python;
use crate::places::Places;

/// Leaves them in `api-checkers` next to the build: `node_modules` and `python`.
pub fn install(places: &Places) -> Result<()> {
    installed(
        places,
        ("tests/packages/api-checkers", "api-checkers"),
        install_python,
    )
}
