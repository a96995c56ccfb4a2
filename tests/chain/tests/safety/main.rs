//! What must never happen: secrets in a text, forged lines, a trace in the page. The tests share
//! one chain; each has its own tab and session.

mod hostile;
mod secrets;
mod traceless;
mod trust;
