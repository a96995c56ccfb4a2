//! The extension in DevTools: the panel, the sidebar of Elements, `axlens` in the console, and the
//! port between DevTools pages and the worker.

mod port;
mod views;

use axlens_harness::Page;

/// A button, and a frame of the same site with another.
fn framed() -> Page {
    Page::html(
        "<title>Framed</title><button id=save>Save</button>
        <iframe srcdoc='<button id=inner>Inner</button>'></iframe>",
    )
}
