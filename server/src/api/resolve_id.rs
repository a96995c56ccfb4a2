//! From an id that an agent writes to the element it means.

use crate::api::tabs::{self, TabChoice};
use crate::sessions::ids::{Named, ResolvedElement, resolve};
use crate::sessions::key::SessionKey;
use crate::state::App;
use axlens_protocol::model::ElementId;
use axlens_protocol::{Code, Fault};

/// The element that an id means to a session.
///
/// # Errors
/// Those of [`resolve`]; `stale_uid` where the server may have forgotten what it showed to this
/// session.
pub fn find(
    app: &App,
    session: &SessionKey,
    id: &ElementId,
    snapshot: Option<u64>,
    choice: &TabChoice,
) -> Result<ResolvedElement, Fault> {
    let browser = tabs::browser_of(app, choice)?;
    let mut sessions = app.sessions();
    let forgetful = sessions.is_forgetful();
    let named = Named {
        id: &id.0,
        snapshot,
        tab: choice.tab,
        browser,
    };
    let Some(known) = sessions.known(session) else {
        // Read all the same: what is no id at all is not stale.
        let fault = resolve(&Default::default(), &named).err();
        return Err(match fault {
            Some(fault) if fault.code == Code::UnknownUid && forgetful => forgotten(&session.name),
            Some(fault) => fault,
            None => Fault::new(Code::UnknownUid, format!("{} was never shown.", id.0)),
        });
    };
    let partly = known.is_forgetful();
    resolve(known, &named).map_err(|fault| match fault.code {
        Code::UnknownUid if partly => forgotten_in_part(&fault),
        _ => fault,
    })
}

/// The fault of an element that the page no longer has.
pub fn gone(id: &ElementId) -> Fault {
    let message = format!("The element {} is gone from the page.", id.0);
    Fault::new(Code::StaleUid, message)
}

/// Of what was shown long ago nobody can say any more whether it was.
fn forgotten_in_part(fault: &Fault) -> Fault {
    let message = format!(
        "{} The server has forgotten the older of what it showed to this session, for lack of room.",
        fault.message
    );
    Fault::new(Code::StaleUid, message)
}

fn forgotten(session: &str) -> Fault {
    let message = format!(
        "The server no longer knows what it showed to session {session:?}: it was started anew, or others took its place."
    );
    Fault::new(Code::StaleUid, message)
}
