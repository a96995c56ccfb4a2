//! What the programs of one user share on one machine: the state directory, the proof that the
//! other side of a connection is who it must be, and the HTTP client over the server's Unix socket.
//! Knows nothing of pages and queries.
//!
//! | module | what |
//! |---|---|
//! | [`state_dir`] | lock, key, `endpoint.json`, socket; who may own and write them |
//! | [`secret`] | keys, tokens and nonces |
//! | [`proof`] | how worker and server show each other that they know the key |
//! | [`client`] | requests over the socket |
//! | [`tokens`] | the named tokens of agents |
//! | [`site_pattern`] | patterns of sites, as tokens name them |
//! | [`server`] | the server of a state directory: found, proven, compared, stopped |

#![forbid(unsafe_code)]

#[cfg(not(unix))]
compile_error!("Axlens runs on Linux and macOS");

pub mod client;
pub mod proof;
pub mod secret;
pub mod server;
pub mod site_pattern;
pub mod state_dir;
pub mod tokens;

pub use state_dir::StateDir;
