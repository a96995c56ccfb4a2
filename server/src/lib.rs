//! The server between agents and the extension, and the command line. It is independent of the
//! engine and of browsers.
//!
//! | module | what it does |
//! |---|---|
//! | [`cli`] | the `axlens` command |
//! | [`serve`] | runs the server: lock, port, `endpoint.json`, shutdown |
//! | [`http`] | the transport: router, middleware, handlers, WebSocket |
//! | [`api`] | the functions of the endpoints, independent of the transport |
//! | [`mcp`] | the same functions as tools of the Model Context Protocol |
//! | [`state`] | the state that all handlers share |
//! | [`agents`] | identifies agents by their tokens |
//! | [`action_results`] | results of actions with a key, for repeated requests |
//! | [`audit`] | the audit log |
//! | [`sessions`] | all page content that is stored between requests |
//! | [`queue`] | queries to the browsers; limits per agent |
//! | [`text`] | answers as text, and token counts |
//! | [`page_selector`] | rejects CSS selectors that test field values |
//! | [`pdf`] | the text of PDF files, which a process of its own reads |
//! | [`platform`] | what differs between Linux, macOS and Windows |
//! | [`join`] | the connection to a gateway, for remote agents |
//! | [`pool`] | Chromiums that the server starts for agents |
//! | [`install`] | registers the native host with browsers |

#![forbid(unsafe_code)]

pub mod action_results;
pub mod agents;
pub mod api;
pub mod audit;
pub mod cli;
pub mod http;
pub mod install;
pub mod interact_error;
pub mod join;
pub mod mcp;
pub mod page_selector;
pub mod pdf;
pub mod platform;
pub mod pool;
pub mod queue;
pub mod secrets;
pub mod serve;
pub mod sessions;
pub mod state;
pub mod text;
