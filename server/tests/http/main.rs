//! The server's endpoints, tried without a socket: a router, and a pretended extension that polls
//! and answers.

mod answers;
mod browser;
mod delta;
mod elements;
mod large_pages;
mod middleware;
mod queue;
mod recorded;
mod rig;
mod snapshots;
mod tab_snapshot;
mod trees;
mod unchanged;
mod websocket;
mod windows;
