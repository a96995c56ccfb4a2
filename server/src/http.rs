//! The HTTP transport: which endpoint is whose, who may come in, and how requests and answers
//! travel. What an endpoint does is in [`crate::api`].

pub mod agent;
pub mod audited;
pub mod connections;
pub mod dashboard;
pub mod error;
pub mod extension;
pub mod json;
pub mod local;
pub mod mcp;
pub mod middleware;
pub mod page_keys;
pub mod peer;
pub mod proof;
pub mod proofs;
pub mod router;
pub mod tab_acts;
pub mod websocket;
