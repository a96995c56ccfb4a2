//! What server and extension say to each other. It does not know what agents ask for.
//!
//! | module | what |
//! |---|---|
//! | [`query`] | what the server asks of the extension |
//! | [`answer`] | what the extension answers |
//! | [`page_pieces`], [`page`] | from what it answers to the tree of the page |
//! | [`hello`] | what the extension says of itself |
//! | [`proof`] | how both prove who they are |
//! | [`agents`] | which agents there are, for the extension's own pages |
//! | [`record_format`] | the numbers, words and lists of a record and of an element's box |

pub mod agents;
pub mod answer;
pub mod hello;
pub mod page;
pub mod page_pieces;
pub mod proof;
pub mod query;
pub mod record_format;

pub use agents::{AgentsAnswer, RevokeRequest};
pub use answer::{
    ActReport, AuditNote, ChangesAnswer, ChromeTab, ExplainAnswer, FrameAnswer, Gone, GoneKind,
    InspectAnswer, InteractAnswer, ObserveAnswer, OutcomeAnswer, OwnPageAnswer, PageFacts,
    PictureFacts, PingAnswer, ReadBack, Refusal, Reply, Restless, ScreenshotAnswer, TabsAnswer,
    TokensAnswer, TokensRequest, TreeChange,
};
pub use hello::Hello;
pub use proof::{ProofAnswer, ProofRequest, TokenAnswer, TokenRequest, WebSocketProof};
pub use query::{
    AskingAgent, ChangesParams, DocumentHandle, ExplainParams, InspectParams, Inspected,
    InteractParams, MarksParams, Method, NodeHandle, ObserveParams, PendingQueries, PlacesChoice,
    Query, ScreenshotParams, USER, WaitingForPerson, WakeAnswer, WantedMark,
};
