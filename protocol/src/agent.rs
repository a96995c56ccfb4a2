//! Requests of agents and their answers: one module for each endpoint. Independent of the transport
//! (HTTP, command line, MCP).
//!
//! The fields of answers are in alphabetical order, the order in which they are sent. The fields of
//! requests are in the order in which a fault lists them.
//!
//! | module | endpoint |
//! |---|---|
//! | [`status`] | `GET /health`, `GET /status` |
//! | [`audit`] | `GET /audit`, a line of `audit.jsonl` |
//! | [`browsers`] | `GET /browsers` |
//! | [`dashboard`] | `POST /dashboard/…`, the server's own page |
//! | [`tabs`] | `GET /tabs` |
//! | [`page_tools`] | `POST /page-tools` |
//! | [`ping`] | `POST /ping` |
//! | [`locate`] | `POST /locate` |
//! | [`interact`] | `POST /interact`, `POST /ask-user` |
//! | [`explain`] | `POST /explain` |
//! | [`get`] | `POST /get` |
//! | [`find`] | `POST /find` |
//! | [`wait`] | `POST /wait` |
//! | [`observe`] | `POST /observe`, `POST /pins` |
//! | [`network`] | `POST /network` |
//! | [`errors`] | `POST /errors` |
//! | [`downloads`] | `POST /downloads` |
//! | [`screenshot`] | `POST /screenshot` |
//! | [`tab_snapshot`] | `GET /tabs/{tab}/snapshot` |
//! | [`tab_actions`] | `POST /tabs`, `DELETE /tabs/{tab}`, `POST /tabs/{tab}/click` … |
//! | [`clean_json`] | how every answer is serialized |
//! | [`element_states`], [`serialized_json`] | types that several modules use |

pub mod audit;
pub mod browsers;
pub mod clean_json;
pub mod dashboard;
pub mod downloads;
pub mod element_states;
pub mod errors;
pub mod explain;
pub mod find;
pub mod get;
pub mod interact;
pub mod locate;
pub mod network;
pub mod observe;
pub mod page_tools;
pub mod ping;
pub mod screenshot;
pub mod serialized_json;
pub mod status;
pub mod tab_actions;
pub mod tab_snapshot;
pub mod tabs;
pub mod wait;

pub use clean_json::write_json;
pub use serialized_json::SerializedJson;
pub use tabs::TabHandle;
