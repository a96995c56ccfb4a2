//! Agents with tokens of their own, and how those on other machines reach a server: a gateway that
//! it joins, and a tunnel.

pub mod gateway;
mod tokens;
pub mod tunnel;
