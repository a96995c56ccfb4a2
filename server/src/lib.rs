//! The server between agents and the extension, and the command line. It knows nothing of the
//! engine nor of any browser.
//!
//! | module | what it does |
//! |---|---|
//! | [`cli`] | the `axlens` command |
//! | [`serve`] | runs the server: lock, port, announcement, end |
//! | [`http`] | the transport: router, middleware, handlers, WebSocket |
//! | [`api`] | what the endpoints do; knows no transport |
//! | [`state`] | what the handlers share |
//! | [`dispatch`], [`queue`] | where requests and extension meet; the state machine inside |
//! | [`sessions`] | all that is remembered between queries |
//! | [`tokens`] | counts tokens |
//! | [`blocking`] | work on large pages, away from the threads that answer requests |
//! | [`state_dir`] | lock, tokens, `endpoint.json` |
//! | [`install`] | registers the native host with browsers |

#![forbid(unsafe_code)]

pub mod api;
pub mod blocking;
pub mod cli;
pub mod dispatch;
pub mod http;
pub mod install;
pub mod queue;
pub mod serve;
pub mod sessions;
pub mod state;
pub mod state_dir;
pub mod tokens;
