//! How agents' requests become queries of a browser and wait for its answer. To change how long a
//! query waits or how often it is sent again, see [`dispatch`] and [`browser_queue`]; to change
//! limits per agent, see [`fair_queue`] and [`crate::state`].
//!
//! | module | function |
//! |---|---|
//! | [`dispatch`] | the asynchronous part: requests wait for answers, workers wait for queries |
//! | [`browsers`] | the browsers that have connected, as a synchronous state machine |
//! | [`browser_queue`] | the queries of one browser, as a synchronous state machine |
//! | [`fair_queue`] | limits concurrent work and serves clients in turn |
//! | [`pool_leases`] | the leases of a pool's browsers, as a synchronous state machine |
//! | [`page_threads`] | runs work on large pages on blocking threads |
//! | [`access`] | detects that the user has reduced what the extension may read |
//! | [`changes`] | counts changes that the dashboard shows |

pub mod access;
pub mod browser_queue;
pub mod browsers;
pub mod changes;
pub mod dispatch;
pub mod fair_queue;
pub mod page_threads;
pub mod pool_leases;
