//! The wire vocabulary: what server, extension, native host and agents say to each other. Shapes and their meaning only:
//! it knows nothing of sockets, files, clocks or browsers.
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
};
pub use endpoint::{Endpoint, Hello};
pub use fault::{Code, Fault};
pub use query::{
    Ask, DocumentHandle, EngineChoice, ExplainAsk, NodeHandle, ObserveAsk, PlacesChoice, Query,
};

/// The one wire version. Both sides send it with every request; another number is a `version_mismatch`.
pub const WIRE_VERSION: u32 = 1;

/// Header that carries the wire version.
pub const WIRE_HEADER: &str = "x-axlens-wire";

/// Header that carries the worker's instance id.
pub const INSTANCE_HEADER: &str = "x-axlens-instance";

#[cfg(test)]
mod declarations;
