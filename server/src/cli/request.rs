//! What the commands share that send a request: arguments, and from an answer to what is printed
//! and the exit code. It does not know any single request.

use super::client::{Answer, Answered, Client, is_disconnected};
use super::{FAILED, NOT_CONNECTED, OK, print};
use axlens_local::StateDir;
use axlens_protocol::Fault;
use clap::Args;

/// Arguments of every command that asks about a page.
#[derive(Debug, Args)]
pub struct PageArgs {
    /// Whose uids: an element of one session's snapshot can't be named by another session.
    #[arg(long, default_value = "default")]
    pub session: String,
    /// Which browser, by its name or id in `axlens browsers`; left out, that of the tab, or the
    /// only one.
    #[arg(long, value_name = "NAME|ID")]
    pub browser: Option<String>,
    /// Longest time to wait for the page, in milliseconds.
    #[arg(long, value_name = "MS")]
    pub timeout: Option<u64>,
    /// Print the server's JSON.
    #[arg(long)]
    pub json: bool,
}

/// Sends a request to the server of a state directory.
///
/// # Errors
/// When what answers is no Axlens server.
pub fn send(
    dir: &StateDir,
    request: impl FnOnce(&mut Client) -> anyhow::Result<Answered>,
) -> anyhow::Result<Answered> {
    match Client::of(dir) {
        Ok(mut client) => request(&mut client),
        Err(fault) => Ok(Err(fault)),
    }
}

/// Prints an answer, as JSON or as `text` makes it of it, and gives the exit code.
///
/// # Errors
/// When the answer is not an Axlens server's.
pub fn finish(
    answered: Answered,
    as_json: bool,
    text: impl FnOnce(&Answer) -> anyhow::Result<String>,
) -> anyhow::Result<u8> {
    match answered {
        Ok(answer) if as_json => print::text(&answer.indented()?),
        Ok(answer) => print::text(&text(&answer)?),
        Err(fault) => return fail(&fault, as_json),
    }
    Ok(OK)
}

/// Prints a fault, and gives the exit code.
///
/// # Errors
/// When it can't be written as JSON.
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
