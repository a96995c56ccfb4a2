//! The server's endpoints, tried without a socket: a router, and a pretended extension that polls
//! and answers.

mod answers;
mod elements;
mod large_pages;
mod middleware;
mod queue;
mod recorded;
mod rig;
mod snapshots;
mod trees;
mod websocket;
