//! Tests of the engine on the machine itself, with records that are made from HTML. One executable:
//! each one more is linked with all libraries again. `web.rs` runs in a browser.

mod conformance;
#[path = "../src/html.rs"]
mod html;
mod small_page;
mod strange;
mod visible_words;
