//! Chrome's native messaging host: connects the extension with the local server.
//!
//! It finds and starts the server. It does not process pages, queries or requests of agents.
//! docs/native-host.md describes its messages.
//!
//! | module | contents |
//! |---|---|
//! | [`frames`] | Chrome's length-prefixed frames over any stream |
//! | [`messages`] | the messages between extension and host |
//! | [`platform`] | what differs between systems: how the server is started |
//! | [`settings`] | the state directory and the server of this installation |
//! | [`server`] | finds and starts the server, and replaces an older one |
//! | [`watch`] | keeps the server running and reports every change |
//! | [`host`] | the main loop: receives messages and changes of the server, sends answers |

pub mod frames;
pub mod host;
pub mod messages;
pub mod platform;
pub mod server;
pub mod settings;
pub mod watch;
