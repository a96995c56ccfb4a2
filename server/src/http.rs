//! The HTTP transport: which endpoint is whose, who may come in, and how requests and answers
//! travel. What an endpoint does is in [`crate::api`].

pub mod agent;
pub mod error;
pub mod extension;
pub mod middleware;
pub mod router;
pub mod websocket;
