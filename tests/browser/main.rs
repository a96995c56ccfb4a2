//! Tests in a real Chromium, and of what an outsider sees of the built product. One executable:
//! each one more is linked with all libraries again.
//!
//! | modules | subject |
//! |---|---|
//! | `answers`, `mcp`, `client_libraries`, `remote` | the responses to an agent, over each interface |
//! | `reading`, `identity`, `find_and_wait` | snapshots, uids, searches |
//! | `agreement`, `conformance` | roles and names compared with other sources |
//! | `on_page`, `screenshots` | pixels |
//! | `safety`, `strict_page` | secrets, forged lines, traces, strict policies |
//! | `acting` | actions, their events, and random actions while parts end |
//! | `libraries` | UI libraries, web components and editors |
//! | `applications` | web applications that nobody here wrote |
//! | `permission` | what the user allows |
//! | `ui` | what the user sees |
//! | `browsers`, `connection`, `life`, `pool` | several browsers, and parts that end |
//! | `installers` | the installers of `deploy/` |
//! | `attack` | attacks from outside |

mod acting;
mod agreement;
mod answers;
mod applications;
mod attack;
mod browsers;
mod client_libraries;
mod conformance;
mod connection;
mod find_and_wait;
mod identity {
    mod same_element;
    mod uids;
}
mod installers;
mod libraries;
mod life;
mod mcp;
mod on_page;
mod permission;
mod pool;
mod reading;
mod remote;
mod safety;
mod screenshots;
mod strict_page;
mod ui;
