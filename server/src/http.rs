//! The HTTP transport. [`endpoints`] is the table of all endpoints, [`router`] and [`guard`] derive
//! from it. The functions behind the endpoints are in [`crate::api`] and know no HTTP.

pub mod agent;
pub mod audited;
pub mod connections;
pub mod credentials;
pub mod dashboard;
pub mod endpoints;
pub mod error;
pub mod extension;
pub mod gate;
pub mod guard;
pub mod json;
pub mod local;
pub mod mcp;
mod mcp_sessions;
pub mod openapi;
pub mod operation;
pub mod origin;
pub mod page_keys;
pub mod peer;
pub mod proof;
pub mod proofs;
pub mod router;
pub mod tab_acts;
pub mod websocket;
mod wire_version;
