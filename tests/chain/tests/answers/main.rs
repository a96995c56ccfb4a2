//! What an agent receives: formats, portions, faults, the contract of docs/http.md, commands and
//! examples. The tests share one chain; each has its own tab and session.

mod command;
mod contract;
mod examples;
mod explain;
mod faults;
mod formats;
mod portions;
