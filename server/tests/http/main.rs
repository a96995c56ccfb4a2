//! The server's endpoints, tried without a socket: a router, and a pretended extension that polls
//! and answers.

mod access;
mod agents;
mod answers;
mod audit;
mod browser;
mod browsers;
mod connections;
mod dashboard;
mod delta;
mod elements;
mod fairness;
mod find;
mod get;
mod hostile;
mod interact;
mod large_pages;
mod mcp;
mod middleware;
mod page_pieces;
mod queue;
mod recorded;
mod rig;
mod snapshots;
mod strange_answers;
mod tab_acts;
mod tab_snapshot;
mod trees;
mod unchanged;
mod wait;
mod websocket;
mod windows;
