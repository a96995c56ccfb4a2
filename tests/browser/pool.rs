//! `axlens pool` with real Chromiums: a lease and its end, and what is left of processes and
//! profiles when parts are killed.

mod life;
mod rig;
mod times;
