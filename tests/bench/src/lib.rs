//! Measurements: the code that the programs `bench` and `compare`, the native benchmark and the
//! tests of counts share.
//!
//! | module | contents |
//! |---|---|
//! | `replay` | pages without a browser, through engine and server stage by stage |
//! | `counts` | counts, compared with the numbers in the repository |
//! | `stages` | the stages that are measured |

pub mod counts;
pub mod replay;
pub mod stages;

pub use axlens_harness::series;
