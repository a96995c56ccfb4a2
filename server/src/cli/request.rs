//! The common part of commands that send a request: arguments, sending, printing the answer, exit
//! code.

use super::client::{CliAnswer, CliClient, CliResponse, InteractResponse, is_disconnected};
use super::{FAILED, NOT_CONNECTED, OK, print};
use axlens_local::StateDir;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::InteractRequest;
use clap::Args;

/// Arguments of every command for pages.
#[derive(Debug, Args)]
pub struct PageArgs {
    /// The session of the uids: a uid is valid only in the session of its snapshot.
    #[arg(long, default_value = "default")]
    pub session: String,
    /// The browser, by its name or id in `axlens browsers`; default: the browser of the tab, or the
    /// only one.
    #[arg(long, value_name = "NAME|ID")]
    pub browser: Option<String>,
    /// Timeout in milliseconds.
    #[arg(long, value_name = "MS")]
    pub timeout: Option<u64>,
    /// Print the server's JSON.
    #[arg(long)]
    pub json: bool,
}

/// Sends a request to the server of a state directory.
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn send(
    dir: &StateDir,
    request: impl FnOnce(&mut CliClient) -> anyhow::Result<CliResponse>,
) -> anyhow::Result<CliResponse> {
    match CliClient::of(dir) {
        Ok(mut client) => request(&mut client),
        Err(fault) => Ok(Err(fault)),
    }
}

/// Sends a request with actions to the server of a state directory.
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn send_actions(dir: &StateDir, request: &InteractRequest) -> anyhow::Result<InteractResponse> {
    match CliClient::of(dir) {
        Ok(mut client) => client.interact(request),
        Err(fault) => Ok(InteractResponse::of_fault(fault)),
    }
}

/// Prints a response, as JSON or as text, and returns the exit code.
///
/// # Errors
/// If the server that answers is not an Axlens server.
pub fn finish(
    response: CliResponse,
    as_json: bool,
    text: impl FnOnce(&CliAnswer) -> anyhow::Result<String>,
) -> anyhow::Result<u8> {
    if let Ok(answer) = &response {
        print::note_page(|| answer.read().ok());
    }
    match response {
        Ok(answer) if as_json => print::text(&answer.indented()?),
        Ok(answer) => print::text(&text(&answer)?),
        Err(fault) => return fail(&fault, as_json),
    }
    Ok(OK)
}

/// Prints a fault and returns the exit code.
///
/// # Errors
/// If it can't be written as JSON.
pub fn fail(fault: &Fault, as_json: bool) -> anyhow::Result<u8> {
    if as_json {
        print::json(fault)?;
    }
    print::fault(fault);
    Ok(match is_disconnected(fault) {
        true => NOT_CONNECTED,
        false => FAILED,
    })
}
