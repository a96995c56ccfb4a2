//! Why a request failed.

use axlens_local::remote::RemoteError;
use axlens_protocol::agent::interact::InteractAnswer;
use axlens_protocol::{Code, Fault};
use std::path::PathBuf;
use std::time::Duration;

/// Why a request failed. [`Error::hint`] says what to do next.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The server answered with a fault.
    #[error("{}: {}", .0.fault.code.as_str(), .0.fault.message)]
    Fault(Box<Refused>),
    /// No server runs with this state directory.
    #[error("no server runs with the state directory {}", .0.display())]
    NotRunning(PathBuf),
    /// The server can't be reached. Nothing was sent.
    #[error("the server can't be reached: {0}")]
    Unreachable(String),
    /// The connection ended before the answer. An action may have been executed.
    #[error("the connection was closed before the answer: {0}")]
    Closed(String),
    /// The server has not answered in time. An action may have been executed.
    #[error("the server has not answered within {} s", .0.as_secs_f32())]
    Timeout(Duration),
    /// The server that answers can't prove that it is this user's. Nothing was sent to it.
    #[error("the server is not trusted: {0}")]
    Untrusted(String),
    /// An option or an argument is not valid.
    #[error("{0}")]
    Invalid(String),
    /// The server's answer has another form: server and library have different versions.
    #[error("the server's answer could not be understood: {0}")]
    Answer(serde_json::Error),
    /// No single element matches.
    #[error("{0}")]
    NoSingleMatch(String),
}

/// A fault, and what was executed before it.
#[derive(Debug, Clone)]
pub struct Refused {
    /// The fault.
    pub fault: Fault,
    /// The results of the actions before the one that failed; `None` if none was executed.
    pub done: Option<InteractAnswer>,
}

/// The result of a request.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// The fault's code; `extension_disconnected` for a server that can't be reached. `None` for
    /// errors of the library.
    pub fn code(&self) -> Option<Code> {
        match self {
            Error::Fault(refused) => Some(refused.fault.code),
            Error::NotRunning(_) | Error::Unreachable(_) | Error::Closed(_) => {
                Some(Code::ExtensionDisconnected)
            }
            Error::Timeout(_) => Some(Code::Timeout),
            Error::NoSingleMatch(_) => Some(Code::AmbiguousId),
            Error::Answer(_) => Some(Code::Internal),
            Error::Untrusted(_) | Error::Invalid(_) => None,
        }
    }

    /// What to do next.
    pub fn hint(&self) -> &str {
        match self {
            Error::Fault(refused) => &refused.fault.hint,
            Error::NotRunning(_) | Error::Unreachable(_) => {
                "Start the server with `axlens serve`, or open Chrome with the Axlens extension."
            }
            Error::Closed(_) | Error::Timeout(_) => {
                "If the request was an action, read the page first: it may have been executed."
            }
            Error::Untrusted(_) => "Nothing was sent. Check the address and the state directory.",
            Error::Invalid(_) => "Correct the argument.",
            Error::Answer(_) => "Update the older side: the library or the server.",
            Error::NoSingleMatch(_) => "Add criteria, or use `find_all`.",
        }
    }

    /// Whether the same request may succeed later, unchanged, and can't act twice.
    pub fn retryable(&self) -> bool {
        match self {
            Error::Fault(refused) => refused.fault.retryable,
            Error::NotRunning(_) | Error::Unreachable(_) => true,
            Error::Closed(_)
            | Error::Timeout(_)
            | Error::Untrusted(_)
            | Error::Invalid(_)
            | Error::Answer(_)
            | Error::NoSingleMatch(_) => false,
        }
    }
}

impl From<&RemoteError> for Error {
    fn from(error: &RemoteError) -> Self {
        match error {
            RemoteError::Invalid(_) => Error::Invalid(error.to_string()),
            RemoteError::Unreachable { .. } => Error::Unreachable(error.to_string()),
            RemoteError::Unproven(_) => Error::Untrusted(error.to_string()),
            RemoteError::Refused(fault) => Error::from((**fault).clone()),
        }
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Error::Fault(Box::new(Refused { fault, done: None }))
    }
}
