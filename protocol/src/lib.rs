//! All messages between agents, server, extension and native host, and every fault. Types only: no
//! sockets, files, clocks or browsers.
//!
//! | module | contents |
//! |---|---|
//! | [`agent`] | between agents and server |
//! | [`wire`] | between server and extension |
//! | [`fault`] | every fault |
//! | [`gateway`] | between a gateway and a local server that has joined it |
//! | [`model`] | types that both sides share: actions, consent, dialogs |
//! | [`endpoint_file`] | the file with the server's URL and credentials |

pub mod agent;
pub mod endpoint_file;
pub mod fault;
pub mod gateway;
pub mod model;
pub mod wire;

pub use endpoint_file::EndpointFile;
pub use fault::{Code, Fault};

/// The wire version. Both sides send it with every request; a different number is a
/// `version_mismatch`.
pub const WIRE_VERSION: u32 = 1;

/// Header that carries the wire version.
pub const WIRE_HEADER: &str = "x-axlens-wire";

/// Header that carries the worker's instance id.
pub const INSTANCE_HEADER: &str = "x-axlens-instance";

/// Header that carries the id of the worker's browser.
pub const BROWSER_HEADER: &str = "x-axlens-browser";

/// Name of the WebSocket subprotocol, without the wire version at its end.
pub const WEBSOCKET_PROTOCOL_PREFIX: &str = "axlens.";

/// Name of the WebSocket subprotocol between extension and server.
pub const WEBSOCKET_PROTOCOL: &str = "axlens.1";

#[cfg(test)]
mod declarations;

#[cfg(test)]
mod tests {
    use super::{WEBSOCKET_PROTOCOL, WEBSOCKET_PROTOCOL_PREFIX, WIRE_VERSION};

    #[test]
    fn the_websocket_protocol_ends_with_the_wire_version() {
        assert_eq!(
            WEBSOCKET_PROTOCOL,
            format!("{WEBSOCKET_PROTOCOL_PREFIX}{WIRE_VERSION}")
        );
    }
}
