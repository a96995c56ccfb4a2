//! The identity of a browser that a pool starts. The native host passes it to the extension, which
//! takes it in place of a random one, so that the server knows which process has connected.

use serde::{Deserialize, Serialize};

/// Id and name of a browser of a pool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssignedBrowser {
    /// Its id, random.
    pub id: String,
    /// Its name.
    pub name: String,
}
