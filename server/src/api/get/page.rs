//! Who asks a fact of which server, and for how long.

use crate::agents::Agent;
use crate::sessions::key::SessionKey;
use crate::state::App;
use std::sync::Arc;
use std::time::Duration;

/// A page that is asked about.
pub struct OfPage<'a> {
    /// Answers it.
    pub app: &'a Arc<App>,
    /// Who asks.
    pub agent: &'a Arc<Agent>,
    /// Whose uids.
    pub session: &'a SessionKey,
    /// How long it may take.
    pub limit: Duration,
}
