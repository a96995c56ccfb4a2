//! What a request for a snapshot asks of the text, checked. Does not know how the text is made.

use super::{FindChoice, ObserveRequest};
use crate::Fault;
use axlens_snapshot::Role;
use axlens_snapshot::options::{Find, Options};

impl ObserveRequest {
    /// What is shown, and how.
    ///
    /// # Errors
    /// `bad_request` for a word that is no role.
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

fn find(given: &FindChoice) -> Find {
    match given.clone() {
        FindChoice::Text(text) => Find { text, context: 0 },
        FindChoice::Whole(find) => find,
    }
}

fn roles(field: &str, words: &[String]) -> Result<Vec<Role>, Fault> {
    words.iter().map(|word| role(field, word)).collect()
}

/// The role of a word.
///
/// # Errors
/// `bad_request` where there is none.
pub fn role(field: &str, word: &str) -> Result<Role, Fault> {
    let known = match word {
        "img" => Some(Role::Image),
        word => Role::from_word(word),
    };
    known.ok_or_else(|| {
        Fault::bad_request(format!("`{field}`: {word:?} is no role."))
            .hint("Use the roles' words as snapshots print them: link, button, heading …")
    })
}
