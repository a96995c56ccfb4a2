//! The parts that the programs of one user share on one machine: the state directory, the proof of
//! identity between server and clients, and the HTTP client over the server's local socket.
//!
//! | module | contents |
//! |---|---|
//! | [`assigned_browser`] | the identity of a browser of a pool |
//! | [`platform`] | what differs between Linux, macOS and Windows |
//! | [`state_dir`] | lock, key, `endpoint.json`, socket; checks of owner and permissions |
//! | [`secrets`] | the user's secrets that agents use by name |
//! | [`secret`] | keys, tokens and nonces |
//! | [`proof`] | proves that worker and server know the key |
//! | [`client`] | requests over the socket |
//! | [`remote`] | connections to the server of another machine, over a forwarded port |
//! | [`token_proof`] | proves that such a server and an agent know the agent's token |
//! | [`tokens`] | the named tokens of agents |
//! | [`last_uses`] | when each agent last sent a request |
//! | [`site_pattern`] | patterns of sites in tokens |
//! | [`server`] | finds, verifies, starts and stops the server of a state directory |

pub mod assigned_browser;
pub mod client;
pub mod last_uses;
pub mod platform;
pub mod proof;
pub mod remote;
pub mod secret;
pub mod secrets;
pub mod server;
pub mod site_pattern;
pub mod state_dir;
pub mod token_proof;
pub mod tokens;

pub use assigned_browser::AssignedBrowser;
pub use state_dir::{StateDir, StopCause};
