//! Security: no secret in a text, no forged line, no trace in the page. The tests share one chain;
//! each has its own tab and session.

mod hostile;
pub mod invisible;
mod secret_effects;
mod secret_surroundings;
mod secrets;
mod silent_reading;
mod traceless;
mod trust;
