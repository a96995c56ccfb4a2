//! The gateway: many local servers, each with its browsers, behind one address. It terminates TLS,
//! identifies agents and edges by their tokens, and forwards requests of agents to edges. It stores
//! nothing of a page.
//!
//! | module | what it does |
//! |---|---|
//! | [`cli`] | the command line |
//! | [`serve`] | runs the gateway: listeners, shutdown |
//! | [`tls`] | TLS |
//! | [`tokens`] | the file of tokens |
//! | [`access`] | identifies agents and edges; quotas, back-off |
//! | [`http`] | the endpoints; [`http::agent`] has each step of a request |
//! | [`target`] | the edge that a request names |
//! | [`exchange`] | a request for an edge, and its answer |
//! | [`route`] | how a request gets to its edge |
//! | [`lines`] | the lines of all connected edges |
//! | [`line`](mod@line) | one line: requests and their answers |
//! | [`nats`] | many gateways, connected by NATS |
//! | [`answer_memory`] | the memory for answers, of all tenants and of each |
//! | [`metrics`] | what is counted |

#![forbid(unsafe_code)]

pub mod access;
pub mod answer_memory;
pub mod cli;
pub mod exchange;
pub mod http;
pub mod line;
pub mod lines;
pub mod metrics;
pub mod nats;
pub mod route;
pub mod serve;
pub mod target;
pub mod tls;
pub mod tokens;
