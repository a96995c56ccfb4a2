//! Leases chains to the tests of many processes. Prints the path of its socket, and ends when its
//! standard input closes. `AXLENS_BUILD` names the build and `AXLENS_CHROMIUM` the browser.

#![allow(clippy::print_stdout, reason = "the path is this program's output")]

use axlens_harness::chain::pool::ChainPool;
use axlens_harness::process::Folder;
use std::sync::Arc;
use tokio::io::AsyncReadExt as _;
use tokio::net::UnixListener;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let socket = folder.path().join("pool.sock");
    let listener = UnixListener::bind(&socket)?;
    println!("{}", socket.display());
    let pool = Arc::new(ChainPool::default());
    let (mut input, mut read) = (tokio::io::stdin(), Vec::new());
    tokio::select! {
        ended = pool.clone().serve(listener) => ended?,
        closed = input.read_to_end(&mut read) => closed.map(drop)?,
    }
    eprintln!("pool of chains: {:?}", pool.counts());
    Ok(())
}
