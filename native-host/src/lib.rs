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
//! | [`server`] | is it alive, start it, notice its end |
//! | [`watch`] | keeps the server running and reports every change |
//! | [`host`] | the conversation: messages in, server's changes in, answers out |

#[cfg(not(unix))]
compile_error!("the native messaging host runs on Linux and macOS");

pub mod frames;
pub mod host;
pub mod messages;
pub mod server;
pub mod settings;
pub mod watch;
