//! The wire vocabulary: what server, extension, native host and agents say to each other. Shapes
//! and their meaning only: it knows nothing of sockets, files, clocks or browsers.
//!
//! | module | what |
//! |---|---|
//! | [`query`] | what the server asks of the extension |
//! | [`answer`] | what the extension answers |
//! | [`fault`] | every way to fail |
//! | [`endpoint`] | where the server is, and the tokens that open it |

pub mod answer;
pub mod endpoint;
pub mod fault;
pub mod query;

pub use answer::{
    ChromeTab, ExplainAnswer, FrameAnswer, ObserveAnswer, Reply, ScreenshotAnswer, TabsAnswer,
    TreeChange,
};
pub use endpoint::{Endpoint, Hello};
pub use fault::{Code, Fault};
pub use query::{
    Ask, DocumentHandle, EngineChoice, ExplainAsk, NodeHandle, ObserveAsk, PlacesChoice, Query,
};

/// The one wire version. Both sides send it with every request; another number is a
/// `version_mismatch`.
pub const WIRE_VERSION: u32 = 1;

/// Header that carries the wire version.
pub const WIRE_HEADER: &str = "x-axlens-wire";

/// Header that carries the worker's instance id.
pub const INSTANCE_HEADER: &str = "x-axlens-instance";

/// Name of the line's protocol without the wire version, which follows it.
pub const LINE_FAMILY: &str = "axlens.";

/// Name of the line's protocol: the WebSocket between extension and server.
pub const LINE_PROTOCOL: &str = "axlens.1";

#[cfg(test)]
mod declarations;

#[cfg(test)]
mod tests {
    use super::{LINE_FAMILY, LINE_PROTOCOL, WIRE_VERSION};

    #[test]
    fn the_line_is_named_for_the_wire_version() {
        assert_eq!(LINE_PROTOCOL, format!("{LINE_FAMILY}{WIRE_VERSION}"));
    }
}
