//! Starts the chain that the tests of many processes share, prints its folder, and ends it when
//! its standard input closes. `AXLENS_BUILD` names the build and `AXLENS_CHROMIUM` the browser.

#![allow(clippy::print_stdout, reason = "the folder is this program's output")]

use axlens_harness::Chain;
use tokio::io::AsyncReadExt as _;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let chain = Chain::start().await?;
    println!("{}", chain.folder.path().display());
    tokio::io::stdin().read_to_end(&mut Vec::new()).await?;
    Ok(())
}
