//! The server's doors, tried without a socket: a router, and a pretended extension that polls and
//! answers.

mod elements;
mod line;
mod queue;
mod rig;
mod snapshots;
mod trees;
mod trust;
