//! Chrome's native messaging host: connects the extension with the local server.
//!
//! It knows where the server is and how to start it; it knows nothing of pages, queries or agents.
//! Its messages are described in docs/native-host.md.
//!
//! | module | what |
//! |---|---|
//! | [`frames`] | Chrome's length-prefixed frames over any stream |
//! | [`messages`] | what extension and host say to each other |
//! | [`settings`] | which state directory and server are this installation's |
//! | [`server`] | find it, start it, replace an older one |
//! | [`watch`] | keeps the server running and reports every change |
//! | [`host`] | the conversation: messages in, server's changes in, answers out |

pub mod frames;
pub mod host;
pub mod messages;
pub mod server;
pub mod settings;
pub mod watch;
