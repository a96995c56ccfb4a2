//! The web applications that tests operate, at the versions that tests/packages/applications pins;
//! installed once for each state of that folder.

use anyhow::Result;

use super::components::installed;
use super::mcp_clients::install_python;
use crate::places::Places;

/// Leaves them in `applications` next to the build: `node_modules` and `python`.
pub fn install(places: &Places) -> Result<()> {
    installed(
        places,
        ("tests/packages/applications", "applications"),
        install_python,
    )
}
