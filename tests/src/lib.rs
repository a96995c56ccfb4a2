//! What the tests share beside the harness (`axlens-harness`, whose modules are named here too):
//! pages to read, and what answers are held against.
//!
//! | module | what it is |
//! |---|---|
//! | `agreement` | role and name of elements beside what Chromium says |
//! | `components` | pages of public web component libraries |
//! | `conformance` | the public conformance cases, asked through the agent's endpoints |
//! | `replay` | pages without a browser, through engine and server stage by stage |
//! | `panel` | the DevTools panel as a page, and what the extension answers |
//! | `series`, `stages` | numbers measured again and again, and what is measured |
//! | `wrap` | prose of the reports that tests write |
//! | `counts` | counts held against the numbers in the repository |

pub mod agreement;
pub mod components;
pub mod conformance;
pub mod counts;
pub mod panel;
pub mod replay;
pub mod series;
pub mod stages;
pub mod wrap;

pub use axlens_harness::{
    Agent, Browser, Chain, ConsentWindow, Inspector, Page, Reply, Screen, Tab, agent, browser,
    chain, consent, devtools, inspector, on_chain, own_page, picture, process, proxy, screen,
    shared, site, tab, wait,
};
