//! The error of a request with actions, which may have executed some of them.

use axlens_protocol::agent::interact::InteractStopped;
use axlens_protocol::{Code, Fault};

/// Why a request with actions failed.
#[derive(Debug, Clone)]
pub enum InteractError {
    /// No action was executed.
    Immediate(Fault),
    /// Some actions were executed before.
    Partial(Box<InteractStopped>),
}

impl InteractError {
    /// The fault's code.
    pub fn code(&self) -> Code {
        match self {
            InteractError::Immediate(fault) => fault.code,
            InteractError::Partial(stopped) => stopped.fault.code,
        }
    }
}

impl From<Fault> for InteractError {
    fn from(fault: Fault) -> InteractError {
        InteractError::Immediate(fault)
    }
}
