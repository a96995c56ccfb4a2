//! Tests in a real Chromium, and of what an outsider sees of the built product. One executable: each
//! one more is linked with all libraries again.
//!
//! | modules | subject |
//! |---|---|
//! | `answers`, `mcp`, `client_libraries`, `remote` | the responses to an agent, over each interface |
//! | `reading`, `identity`, `find_and_wait` | snapshots, uids, searches |
//! | `agreement`, `conformance` | roles and names compared with other sources |
//! | `on_page`, `screenshots` | pixels |
//! | `safety`, `strict_page` | secrets, forged lines, traces, strict policies |
//! | `acting`, `acting_events`, `acting_truth`, `tab_through_frames`, `activation_on_screen` | actions |
//! | `libraries` | UI libraries, web components and editors |
//! | `consent`, `consent_on_screen`, `policy`, `user_scripts` | what the user allows |
//! | `own_pages`, `devtools`, `devtools_panel`, `panel`, `server_page` | what the user sees |
//! | `browsers`, `connection`, `life`, `pool` | several browsers, and parts that end |
//! | `installers` | the installers of `deploy/` |
//! | `attack` | attacks from outside |

mod acting;
mod acting_events;
mod acting_truth;
mod activation_on_screen;
mod agreement;
mod answers;
mod attack;
mod browsers;
mod client_libraries;
mod conformance;
mod connection;
mod consent;
mod consent_on_screen;
mod devtools;
mod devtools_panel;
mod find_and_wait;
mod identity;
mod installers;
mod libraries;
mod life;
mod mcp;
mod on_page;
mod own_pages;
mod panel;
mod policy;
mod pool;
mod reading;
mod remote;
mod safety;
mod screenshots;
mod server_page;
mod strict_page;
mod tab_through_frames;
mod user_scripts;
