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
//! | [`access`] | notices when the user takes reading away |
//! | [`answer_text`] | answers as text, for the command line and MCP |
//! | [`answered`] | what was answered of actions under a key |
//! | [`audit`] | which agent asked what, of which site |
//! | [`dispatch`], [`browsers`], [`queue`] | where requests and extensions meet; the state machines inside |
//! | [`changes`] | counts what the server's own page shows |
//! | [`sessions`] | all that is remembered between queries |
//! | [`page_selector`] | which CSS selectors may be run against a page |
//! | [`tokens`] | counts tokens |
//! | [`turns`] | no agent has all there is |
//! | [`blocking`] | work on large pages, away from the threads that answer requests |
//! | [`install`] | registers the native host with browsers |

#![forbid(unsafe_code)]

pub mod access;
pub mod agents;
pub mod answer_text;
pub mod answered;
pub mod api;
pub mod audit;
pub mod blocking;
pub mod browsers;
pub mod changes;
pub mod cli;
pub mod dispatch;
pub mod http;
pub mod install;
pub mod mcp;
pub mod page_selector;
pub mod queue;
pub mod serve;
pub mod sessions;
pub mod state;
pub mod stopped;
pub mod tokens;
pub mod turns;
