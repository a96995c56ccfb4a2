//! Types in messages of both agents and the extension. Independent of [`crate::agent`] and
//! [`crate::wire`], which both import this module.

pub mod action;
pub mod action_outcome;
pub mod action_table;
pub mod agents;
pub mod ask_user;
pub mod consent;
pub mod css_pixels;
pub mod dialogs;
pub mod download;
pub mod element_id;
pub mod engine;
pub mod failed_request;
pub mod image;
pub mod page_error_kind;
pub mod policy;
pub mod tab_status;

pub use action_outcome::{ActionHint, ReadBackOutcome, RefusalReason, Via};
pub use agents::{ListedAgent, TokenScope};
pub use ask_user::AskUserOutcome;
pub use consent::Consent;
pub use css_pixels::CssPixels;
pub use download::{DownloadBinding, DownloadState, StartedDownload};
pub use element_id::ElementId;
pub use engine::{EngineChoice, EngineLocation};
pub use failed_request::FailedRequest;
pub use image::{ImageFormat, ImageMediaType};
pub use page_error_kind::PageErrorKind;
pub use policy::Level;
pub use tab_status::TabStatus;
