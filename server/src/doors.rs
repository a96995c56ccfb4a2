//! What happens behind each door.

pub mod agent;
pub mod extension;
pub mod line;
