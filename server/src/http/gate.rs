//! The data with which the guard checks requests: the kind of connection, and the credentials that
//! it accepts.

use super::page_keys::PageKeys;
use super::proofs::Proofs;
use crate::agents::Agents;
use crate::queue::dispatch::Dispatch;
use std::sync::Arc;

/// How a connection's client is known.
#[derive(Clone)]
pub enum Trust {
    /// Any program on this machine can be the client.
    Tcp(TcpTrust),
    /// The client is a program of this user, because only this user can open the local socket.
    Socket,
    /// The client has proven with its token which agent it is, and has verified this server
    /// ([`super::proof::token`]).
    Proven,
    /// The client is an agent of the gateway that the user has joined. [`crate::join`] has put it
    /// into the request's extensions.
    Gateway,
}

/// The data with which a request on the TCP port is checked.
#[derive(Clone)]
pub struct TcpTrust {
    /// The server's port.
    pub port: u16,
    /// The extension's proofs.
    pub proofs: Arc<Proofs>,
    /// The dashboard's keys.
    pub pages: Arc<PageKeys>,
}

/// The state of the guard.
pub struct Gate {
    pub(super) trust: Trust,
    pub(super) dispatch: Arc<Dispatch>,
    pub(super) agents: Arc<Agents>,
}

impl Gate {
    /// `dispatch` records rejected extensions, `agents` resolves tokens.
    pub fn new(trust: Trust, dispatch: Arc<Dispatch>, agents: Arc<Agents>) -> Gate {
        Gate {
            trust,
            dispatch,
            agents,
        }
    }
}
