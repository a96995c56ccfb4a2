//! The `axlens` program as a user runs it: real processes, a real socket, and a simulated
//! extension.

mod commands;
mod server;
mod support;
mod uninstall;
mod upgrade;
