//! Comparisons with other sources of the expected values, and the connection soak.
//!
//! | module | contents |
//! |---|---|
//! | `agreement` | role and name of each element, compared with Chromium's own accessibility tree |
//! | `conformance` | the public conformance cases, run through the agent's endpoints |
//! | `soak` | parts that end in a random order while agents send requests |

pub mod agreement;
pub mod conformance;
pub mod soak;
