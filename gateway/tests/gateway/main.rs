//! Tests of a running gateway, with simulated edges and with a real one.

mod access;
mod addressing;
mod cluster;
mod hostile_edge;
mod hostile_gateway;
mod limits;
mod logs;
mod metrics;
mod real_edge;
mod shutdown;
mod tls;
mod world;
