//! The responses to an agent: formats, faults, timings, the contract of docs/contracts.md, the
//! command line and the examples. The tests share one chain; each has its own tab and session.

mod command;
mod contract;
mod examples;
mod explain;
mod faults;
mod formats;
mod openapi;
mod portions;
mod recorded;
