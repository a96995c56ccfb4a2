//! What the endpoints do: from a request to its answer. Knows no transport.

pub mod agents;
pub mod audit;
pub mod audit_record;
pub mod browsers;
pub mod context;
pub mod dashboard;
pub mod explain;
pub mod extension;
pub mod find;
pub mod get;
pub mod interact;
pub mod live_element;
pub mod locate;
pub mod observe;
pub mod own_page;
pub mod ping;
pub mod request;
pub mod resolve_id;
pub mod screenshot;
pub mod status;
pub mod tab_acts;
pub mod tab_snapshot;
pub mod tabs;
pub mod turn;
pub mod wait;
