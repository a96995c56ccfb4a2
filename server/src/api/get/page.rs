//! Reads the main document of a tab.

use crate::api::context::RequestContext;
use crate::api::extension::Destination;
use crate::api::tabs::{self, TabChoice};
use crate::audit::subject;
use crate::sessions::handles::TabHandle;
use axlens_protocol::Fault;
use axlens_protocol::wire::{ChromeTab, Method, ObserveParams, ObserveResult};

/// Reads the main document of a tab, without its frames.
///
/// # Errors
/// Those of [`tabs::destination`], and every fault of the extension.
pub async fn read_main(
    context: RequestContext<'_>,
    choice: &TabChoice,
) -> Result<(Destination, ObserveResult), Fault> {
    let destination = tabs::destination(context, choice).await?;
    let method = Method::Observe(ObserveParams {
        frames: false,
        ..ObserveParams::default()
    });
    let read: ObserveResult = context.query(destination, method).await?;
    subject::note_tab(&read.tab);
    Ok((destination, read))
}

/// Reads title and URL of a tab.
///
/// # Errors
/// Those of [`read_main`].
pub async fn read_tab(
    context: RequestContext<'_>,
    choice: &TabChoice,
) -> Result<(TabHandle, ChromeTab), Fault> {
    let (destination, read) = read_main(context, choice).await?;
    let browser_tab = destination.tab(read.tab.id);
    Ok((
        context.app.sessions().handles.get_or_assign(browser_tab),
        read.tab,
    ))
}
