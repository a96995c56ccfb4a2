//! Resolves the id that an agent writes to the element of its session.

use crate::api::tabs::{self, TabChoice};
use crate::sessions::ids::{IdReference, ResolvedElement, resolve};
use crate::sessions::key::SessionKey;
use crate::state::App;
use axlens_protocol::model::ElementId;
use axlens_protocol::{Code, Fault};

/// The element of an id in a session.
///
/// # Errors
/// Those of [`resolve`]; `stale_uid` if the server may have removed the snapshot with this id.
pub fn find(
    app: &App,
    session: &SessionKey,
    id: &ElementId,
    snapshot: Option<u64>,
    choice: &TabChoice,
) -> Result<ResolvedElement, Fault> {
    let browser = tabs::browser_of(app, &session.agent, choice)?;
    let mut sessions = app.sessions();
    let has_removed_sessions = sessions.has_removed_sessions();
    let reference = IdReference {
        id: &id.0,
        snapshot,
        tab: choice.tab,
        browser,
    };
    let Some(known) = sessions.get(session) else {
        // Resolved nevertheless: the fault of a malformed id is `bad_request`.
        return Err(match resolve(&Default::default(), &reference) {
            Err(fault) if fault.code != Code::UnknownUid => fault,
            Err(_) if has_removed_sessions => session_removed(&session.name),
            Err(fault) => fault,
            Ok(_) => Fault::new(Code::UnknownUid, format!("{} was never shown.", id.0)),
        });
    };
    let has_removed_snapshots = known.has_removed_snapshots();
    resolve(known, &reference).map_err(|fault| {
        match has_removed_snapshots && fault.code == Code::UnknownUid {
            true => snapshots_removed(&fault),
            false => fault,
        }
    })
}

/// The fault of an element that the page no longer has.
pub fn element_removed(id: &ElementId) -> Fault {
    let message = format!("The element {} is no longer in the page.", id.0);
    Fault::new(Code::StaleUid, message)
}

/// The server removed older snapshots of the session, so an unknown id may be from one of them.
fn snapshots_removed(fault: &Fault) -> Fault {
    let message = format!(
        "{} The server has removed older snapshots of this session to limit its memory.",
        fault.message
    );
    Fault::new(Code::StaleUid, message)
}

fn session_removed(session: &str) -> Fault {
    let message = format!(
        "The server no longer has the snapshots of session {session:?}: it was restarted, or removed them to limit its memory."
    );
    Fault::new(Code::StaleUid, message)
}
