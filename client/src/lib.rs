//! Reads and operates the page that is open in the user's own Chrome.
//!
//! ```no_run
//! # async fn example() -> axlens_client::Result<()> {
//! let browser = axlens_client::connect().await?;
//! let page = browser.page();
//! page.fill(3, "Ada").await?;
//! page.click(5).await?;
//! println!("{}", page.changes());
//! # Ok(())
//! # }
//! ```
//!
//! [`connect`] uses the local socket of the state directory, or with [`URL`] and a token a
//! forwarded port of another machine's server, or a gateway over TLS. It verifies the server before
//! it sends anything. A [`Browser`] is the server with all connected browsers, a [`Page`] the page
//! in a tab, an [`Element`] an element of it. The types of requests and answers are those of
//! [`axlens_protocol::agent`].

#![forbid(unsafe_code)]

mod actions;
mod browser;
mod connect;
mod element;
mod error;
mod operations;
mod page;
mod stream;
mod target;
pub mod tls;
mod transport;

pub use axlens_local::remote::{TOKEN, TOKEN_FILE, URL};
pub use axlens_protocol as protocol;
pub use browser::Browser;
pub use connect::{Options, connect, connect_with};
pub use element::Element;
pub use error::{Error, Refused, Result};
pub use hyper::{Method, body::Bytes};
pub use operations::Effect;
pub use page::{ActOptions, Page};
pub use target::Target;
pub use tls::CA_FILE;
pub use transport::Reply;
