//! Starts the whole chain: a real server, a real Chromium with the extension, a web site to look
//! at, and the agent's HTTP endpoints. It knows processes, sockets and DevTools; it knows nothing
//! of how the product is made. The tests drive it, and `cargo xtask run` by the program
//! `axlens-run`.
//!
//! | module | what it is |
//! |---|---|
//! | `chain` | server, native host, browser and site, started and joined |
//! | `browser`, `tab`, `devtools` | Chromium, a page of it, and the connection to both |
//! | `screen` | an X server, a window manager, real mouse and keys |
//! | `consent` | the window that asks a person, answered by real input |
//! | `own_page` | the extension's own pages |
//! | `inspector` | DevTools itself, with the extension's pages in it |
//! | `picture` | which colours are in a picture of a tab |
//! | `agent` | the agent's HTTP endpoints |
//! | `site` | the web site that the pages come from |
//! | `shared` | where the built product, fixtures and real pages are |
//! | `proxy` | a way to the server that lets no WebSocket through |
//! | `process` | children that never outlive the program that started them |
//! | `wait` | waiting on a condition, with a deadline |

pub mod agent;
pub mod browser;
pub mod chain;
pub mod components;
pub mod consent;
pub mod devtools;
pub mod inspector;
pub mod own_page;
pub mod picture;
pub mod process;
pub mod proxy;
pub mod screen;
pub mod shared;
pub mod site;
pub mod tab;
pub mod wait;
pub mod wrap;

pub use agent::{Agent, Reply};
pub use browser::Browser;
pub use chain::{Chain, on_chain};
pub use consent::ConsentWindow;
pub use inspector::Inspector;
pub use screen::Screen;
pub use site::Page;
pub use tab::Tab;
