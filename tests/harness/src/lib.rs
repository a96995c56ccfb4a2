//! Starts the whole chain: a real server, a real Chromium with the extension, a web site, and a
//! client of the agent's HTTP endpoints. It uses the built product from outside. The tests use it,
//! and `cargo xtask run` by the program `axlens-run`.
//!
//! | module | content |
//! |---|---|
//! | `build` | the built product |
//! | `chain` | server, native host, browser and site, started and connected; chains that tests share |
//! | `test_run` | the runtime of a test |
//! | `browser`, `tab`, `devtools` | Chromium, a tab of it, and the DevTools connection |
//! | `screen` | an X server, a window manager, real mouse and key input |
//! | `consent` | the consent window |
//! | `own_page` | the extension's pages |
//! | `inspector` | the DevTools window, with the extension's pages in it |
//! | `pixels` | colours in a screenshot |
//! | `agent` | a client of the HTTP endpoints |
//! | `site` | the web site of the tests |
//! | `shared` | paths of the build, the fixtures and real pages |
//! | `proxy` | a proxy between extension and server |
//! | `remote` | agents with tokens; a gateway that the server can join; a tunnel through ssh |
//! | `process` | child processes that end with this one |
//! | `measure`, `series` | randomness, use of resources, repeated measurements |
//! | `wait` | waiting for a condition, with a timeout |

pub mod agent;
pub mod browser;
pub mod build;
pub mod chain;
pub mod components;
pub mod consent;
pub mod devtools;
pub mod inspector;
pub mod mcp;
pub mod measure;
pub mod own_page;
pub mod pdf;
pub mod pixels;
pub mod process;
pub mod proxy;
pub mod remote;
pub mod screen;
pub mod series;
pub mod shared;
pub mod site;
pub mod tab;
pub mod test_run;
pub mod wait;
pub mod wrap;

pub use agent::{Agent, Reply};
pub use browser::Browser;
pub use chain::Chain;
pub use chain::kind::Kind;
pub use chain::local_server::LocalServer;
pub use consent::ConsentWindow;
pub use inspector::Inspector;
pub use mcp::McpClient;
pub use screen::Screen;
pub use site::Page;
pub use tab::Tab;
pub use test_run::{on_chain, on_runtime};
