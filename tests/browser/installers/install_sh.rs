//! `deploy/install.sh` with archives from the loopback address.

mod certificates;
mod failures;
mod interruptions;
mod success;
mod systems;
