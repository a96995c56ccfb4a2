//! How agents on other machines reach a server: a gateway that it joins, and a tunnel.

pub mod gateway;
pub mod tunnel;
