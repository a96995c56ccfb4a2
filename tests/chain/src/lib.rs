//! Comparisons with other sources of the expected values.
//!
//! | module | contents |
//! |---|---|
//! | `agreement` | role and name of each element, compared with Chromium's own accessibility tree |
//! | `conformance` | the public conformance cases, run through the agent's endpoints |

pub mod agreement;
pub mod conformance;
