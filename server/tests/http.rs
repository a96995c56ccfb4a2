//! The server's endpoints without a socket: a router, and a simulated extension that polls and
//! answers.

mod browser;
mod rig;

/// Who may use the server, what an agent may read, and what is logged.
mod access {
    mod agents;
    mod audit;
    mod connections;
    mod dashboard;
    mod guard;
    mod reduced_access;
    mod remote;
}

/// Answers as agents receive them.
mod answers {
    mod hostile;
    pub mod mcp;
    mod mcp_lists;
    mod recorded_answers;
}

/// Finding elements and acting on them.
mod elements {
    mod fields;
    mod find;
    mod get;
    mod interact;
    pub mod locate;
    mod steps;
    mod tab_acts;
    mod verified;
    mod view;
    mod wait;
}

/// Queries to the browsers, and what these send.
mod extension {
    mod browsers;
    mod fairness;
    mod page_pieces;
    mod pool;
    mod queue;
    mod strange_answers;
    mod websocket;
}

/// Snapshots of pages.
mod reading {
    mod delta;
    mod downloads;
    mod errors;
    mod large_pages;
    mod network;
    mod pdf;
    mod recorded;
    mod snapshots;
    mod tab_in_front;
    mod tab_snapshot;
    mod trees;
    mod unchanged;
    mod windows;
}
