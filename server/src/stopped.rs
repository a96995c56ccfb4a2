//! How a request that acts fails: before anything was done, or after.

use axlens_protocol::agent::interact::InteractStopped;
use axlens_protocol::{Code, Fault};

/// Why a request failed.
#[derive(Debug, Clone)]
pub enum Stopped {
    /// Nothing was done.
    AtOnce(Fault),
    /// Something was done before.
    Later(Box<InteractStopped>),
}

impl Stopped {
    /// The fault's code.
    pub fn code(&self) -> Code {
        match self {
            Stopped::AtOnce(fault) => fault.code,
            Stopped::Later(stopped) => stopped.fault.code,
        }
    }
}

impl From<Fault> for Stopped {
    fn from(fault: Fault) -> Stopped {
        Stopped::AtOnce(fault)
    }
}
