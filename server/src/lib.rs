//! The server between agents and the extension, and the command line. It knows nothing of the
//! engine nor of any browser.
//!
//! | module | what it does |
//! |---|---|
//! | [`cli`] | the `axlens` command |
//! | [`serve`] | runs the server: lock, port, announcement, end |
//! | [`state_dir`] | lock, tokens, `endpoint.json` |
//! | [`app`] | every door as one router |
//! | [`trust`] | who may come in |
//! | [`doors`] | what happens behind each door |
//! | [`dispatch`], [`queue`] | where requests and extension meet; the state machine inside |
//! | [`extension`] | asks the extension and reads its answer |
//! | [`observe`], [`paged`], [`locate`], [`explain`], [`ping`], [`tabs`] | the work behind the doors |
//! | [`sessions`] | all that is remembered between queries |
//! | [`meant`] | from an id to the element it means |
//! | [`body`] | reads requests strictly |
//! | [`tokens`] | counts tokens |
//! | [`memory`] | gives memory back |
//! | [`written`] | JSON text that is written once and sent many times |
//! | [`install`] | registers the native host with browsers |
//! | [`failure`] | faults as HTTP answers |

pub mod app;
pub mod body;
pub mod cli;
pub mod dispatch;
pub mod doors;
pub mod explain;
pub mod extension;
pub mod failure;
pub mod install;
pub mod locate;
pub mod meant;
pub mod memory;
pub mod observe;
pub mod paged;
pub mod ping;
pub mod queue;
pub mod serve;
pub mod sessions;
pub mod state_dir;
pub mod tabs;
pub mod tokens;
pub mod trust;
pub mod written;
