//! The harness of the whole-chain tests: a real server, a real Chromium with the extension, a web
//! site to look at, and the agent's own doors. It knows processes, sockets and DevTools; it knows
//! nothing of how the product is made.
//!
//! | module | what it is |
//! |---|---|
//! | `chain` | server, native host, browser and site, started and joined |
//! | `browser`, `tab`, `devtools` | Chromium, a page of it, and the wire to both |
//! | `agent` | the agent's HTTP doors |
//! | `site` | the web site that the pages come from |
//! | `agreement` | role and name of elements beside what Chromium says |
//! | `components` | pages of public web component libraries |
//! | `conformance` | the public conformance cases, asked through the doors |
//! | `replay` | pages without a browser, through engine and server stage by stage |
//! | `kept` | counts held against the numbers in the repository |
//! | `proxy` | a way to the server that lets no WebSocket through |
//! | `process` | children that never outlive the tests |
//! | `wait` | waiting on a condition, with a deadline |

pub mod agent;
pub mod agreement;
pub mod browser;
pub mod chain;
pub mod components;
pub mod conformance;
pub mod devtools;
pub mod kept;
pub mod process;
pub mod proxy;
pub mod replay;
pub mod shared;
pub mod site;
pub mod tab;
pub mod wait;

pub use agent::{Agent, Reply};
pub use browser::Browser;
pub use chain::{Chain, on_chain};
pub use site::Page;
pub use tab::Tab;
