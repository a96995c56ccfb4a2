//! The server between agents and the extension, and the command line. It knows nothing of the
//! engine nor of any browser.
//!
//! | module | what it does |
//! |---|---|
//! | [`cli`] | the `axlens` command |
//! | [`serve`] | runs the server: lock, port, announcement, end |
//! | [`http`] | the transport: router, middleware, handlers, WebSocket |
//! | [`api`] | what the endpoints do; knows no transport |
//! | [`mcp`] | the same as tools of the Model Context Protocol |
//! | [`state`] | what the handlers share |
//! | [`agents`] | who asks, by the token |
//! | [`action_results`] | results of actions with a key, for repeated requests |
//! | [`audit`] | which agent asked what, of which site |
//! | [`sessions`] | all that is remembered between queries |
//! | [`queue`] | requests wait for a browser's answer; limits per agent |
//! | [`text`] | answers as text, and token counts |
//! | [`page_selector`] | which CSS selectors may be run against a page |
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
pub mod mcp;
pub mod page_selector;
pub mod queue;
pub mod serve;
pub mod sessions;
pub mod state;
pub mod text;
