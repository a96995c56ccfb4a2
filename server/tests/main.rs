//! Tests of the server. One executable: each one more is linked with all libraries again.

mod http;
mod mcp;
mod mcp_config;
mod program;
mod skill;
