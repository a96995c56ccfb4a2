//! A fleet of edges behind gateways, on the loopback address: simulated edges, which the tests of
//! the gateway use, and the measurements of `cargo xtask bench fleet`, with real processes of NATS,
//! the gateway and the local server.
//!
//! | module | contents |
//! |---|---|
//! | `edge` | a simulated edge |
//! | `client` | an HTTP client |
//! | `tls` | a certificate, and clients that trust it |
//! | `service`, `nats` | server programs that can be killed and started again |
//! | `fleet` | a cluster of NATS, gateways, tokens and a local server |
//! | `bench`, `unit_costs` | the measurements |
//! | `chaos` | requests while parts are killed |
//! | `document` | the tables in docs/fleet.md |

pub mod bench;
pub mod chaos;
pub mod client;
pub mod document;
pub mod edge;
pub mod fleet;
pub mod nats;
pub mod service;
pub mod tls;
pub mod unit_costs;
