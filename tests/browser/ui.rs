//! What the user sees of Axlens: the extension's pages, DevTools, and the server's dashboard.

mod devtools;
mod devtools_panel;
mod own_pages;
mod panel;
mod server_page;
