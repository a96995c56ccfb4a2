//! Parses the tokens of the `role` attribute.

use axlens_snapshot::role::Role;

/// The role that one token of a `role` attribute names: a concrete role of WAI-ARIA 1.3,
/// Graphics-ARIA or DPUB-ARIA or a synonym, in any case. Abstract and unknown roles, and those that
/// are not in ARIA, are invalid. Source:
/// https://w3c.github.io/aria/#document-handling_author-errors_roles
pub fn role_of_token(token: &str) -> Option<Role> {
    if token.len() > 24 {
        return None;
    }
    let name = token.to_ascii_lowercase();
    match name.as_str() {
        "img" => return Some(Role::Image),
        "presentation" => return Some(Role::None),
        "directory" => return Some(Role::List),
        _ => {}
    }
    // `Role::parse` compares with each name: it is fast, but takes five kilobytes. Few elements
    // have a `role`.
    let mut roles = Role::ALL.iter().copied();
    let role = roles.find(|role| role.as_str() == name);
    // Roles from `Text` on are not in ARIA, so pages can't use them.
    role.filter(|role| *role < Role::Text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_roles() {
        assert_eq!(role_of_token("BUTTON"), Some(Role::Button));
        assert_eq!(role_of_token("img"), Some(Role::Image));
        assert_eq!(role_of_token("presentation"), Some(Role::None));
        assert_eq!(role_of_token("directory"), Some(Role::List));
        assert_eq!(
            role_of_token("doc-acknowledgments"),
            Some(Role::DocAcknowledgments)
        );
        for wrong in [
            "",
            "foo",
            "text",
            "iframe",
            "clickable",
            "widget",
            "range",
            "region\\",
            "link,",
            "button\u{200d}",
            "\u{a0}",
            "landmark",
        ] {
            assert_eq!(role_of_token(wrong), None, "{wrong:?}");
        }
    }
}
