//! Validates the text options of a request for a snapshot.

use super::{FindChoice, ObserveRequest};
use crate::Fault;
use axlens_snapshot::Role;
use axlens_snapshot::options::{Find, Options};

impl ObserveRequest {
    /// The validated options.
    ///
    /// # Errors
    /// `bad_request` for an unknown role.
    pub fn options(&self) -> Result<Options, Fault> {
        Ok(Options {
            format: self.format,
            interactive_only: self.interactive_only,
            cursor: self.cursor_interactive,
            compact: self.compact,
            max_depth: self.max_depth,
            scope_uid: None,
            roles: roles("roles", &self.roles)?,
            exclude_roles: roles("exclude_roles", &self.exclude_roles)?,
            viewport_only: self.viewport_only,
            modal_only: self.modal_only,
            find: self.find.as_ref().map(find),
            exclude_patterns: self.exclude_patterns.clone(),
            include: self.include.clone(),
            fold: self.fold,
            criteria: None,
        })
    }
}

fn find(choice: &FindChoice) -> Find {
    match choice.clone() {
        FindChoice::Text(text) => Find { text, context: 0 },
        FindChoice::Whole(find) => find,
    }
}

fn roles(field: &str, names: &[String]) -> Result<Vec<Role>, Fault> {
    names.iter().map(|name| role(field, name)).collect()
}

/// The role with a name.
///
/// # Errors
/// `bad_request` for an unknown role.
pub fn role(field: &str, name: &str) -> Result<Role, Fault> {
    let known = match name {
        "img" => Some(Role::Image),
        name => Role::parse(name),
    };
    known.ok_or_else(|| {
        Fault::bad_request(format!("`{field}`: {name:?} is not a role."))
            .hint("Use the roles that snapshots print: link, button, heading …")
    })
}
