//! Messages between server and extension. Independent of [`agent`](crate::agent).
//!
//! | module | contents |
//! |---|---|
//! | [`query`] | the envelope of a query, its method, and the agent that sends it |
//! | [`reply`] | the envelope of a result or a fault |
//! | [`tabs`], [`observe`], [`element_at`], [`explain`], [`screenshot`], [`interact`] | parameters and results of each method |
//! | [`ask_user`] | parameters and result of `askUser` |
//! | [`network`], [`errors`] | the results of `network` and `errors` |
//! | [`downloads`] | parameters and result of `downloads` |
//! | [`pdf`] | the result of `pdf` |
//! | [`pins`] | the result of `pins` |
//! | [`visual`] | the result of `inspect` for what is only visible |
//! | [`page_pieces`], [`page`] | from the result of `observe` to the tree of the page |
//! | [`hello`] | the first message of the extension |
//! | [`proof`] | mutual authentication |
//! | [`extension_pages`] | requests of the extension's pages |
//! | [`record_format`] | numbers, names and lists of a record and of an element's box |

pub mod ask_user;
pub mod downloads;
pub mod element_at;
pub mod errors;
pub mod explain;
pub mod extension_pages;
pub mod hello;
pub mod interact;
pub mod network;
pub mod observe;
pub mod page;
pub mod page_pieces;
pub mod page_tools;
pub mod pdf;
pub mod pins;
pub mod proof;
pub mod query;
pub mod record_format;
pub mod reply;
pub mod screenshot;
pub mod tabs;
pub mod visual;

pub use ask_user::{AskUserParams, AskUserResult};
pub use downloads::{Download, DownloadWait, DownloadsParams, DownloadsResult};
pub use element_at::{ElementAtParams, ElementAtResult, PointHit};
pub use errors::{ErrorsResult, FrameErrors, PageError};
pub use explain::{ExplainParams, ExplainResult, InspectParams, InspectResult, InspectedProperty};
pub use extension_pages::{
    AgentsAnswer, PageTextAnswer, RevokeRequest, TokensAnswer, TokensRequest,
};
pub use hello::Hello;
pub use interact::{
    ActionReport, BackgroundMutation, FieldsParams, FieldsResult, InteractParams, InteractResult,
    Navigation, NavigationKind, OutcomeResult, ReadBack, Refusal, SecretValue,
};
pub use network::{FrameRequests, NetworkResult, RequestTiming};
pub use observe::{
    ChangesParams, ChangesResult, FrameResult, ObserveParams, ObserveResult, PlacesChoice,
    TargetQuery, TreeChange,
};
pub use page_tools::{FrameTools, PageToolsResult};
pub use pdf::PdfResult;
pub use pins::{PinnedNode, PinsResult};
pub use proof::{ProofAnswer, ProofRequest, TokenAnswer, TokenRequest, WebSocketProof};
pub use query::{
    ConsentPending, DocumentHandle, Method, NodeHandle, PendingQueries, Query, QueryAgent, USER,
    WakeAnswer,
};
pub use reply::{AuditNote, Reply};
pub use screenshot::{
    ImageInfo, MarkRequest, MarksParams, PageExtent, ScreenshotParams, ScreenshotResult,
};
pub use tabs::{ChromeTab, PingResult, TabsResult};
pub use visual::{FramePosition, TextStyle, VisualFact, VisualFacts, VisualKind};
