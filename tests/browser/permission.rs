//! What the user allows: the consent window, the policy, and scripts of agents.

mod activation_on_screen;
mod ask_user;
mod consent;
mod consent_on_screen;
mod fill_secret;
mod policy;
mod user_scripts;
