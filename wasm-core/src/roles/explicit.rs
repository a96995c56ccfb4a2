//! The `role` attribute: which word is a role. Knows no page.

use axlens_snapshot::role::Role;

/// The role that one token of a `role` attribute names: a concrete role of WAI-ARIA 1.3,
/// Graphics-ARIA or DPUB-ARIA or a synonym, whatever its case. Abstract roles, unknown words and
/// the words of our own are none. Source:
/// https://w3c.github.io/aria/#document-handling_author-errors_roles
pub fn role_of_token(token: &str) -> Option<Role> {
    if token.len() > 24 {
        return None;
    }
    let word = token.to_ascii_lowercase();
    match word.as_str() {
        "img" => return Some(Role::Image),
        "presentation" => return Some(Role::None),
        "directory" => return Some(Role::List),
        _ => {}
    }
    // `Role::parse` has a comparison for each word: quick, and five kilobytes. Few elements
    // have a `role`.
    let mut roles = Role::ALL.iter().copied();
    let role = roles.find(|role| role.as_str() == word);
    // Roles from `Text` on are ours: no page can ask for them.
    role.filter(|role| *role < Role::Text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_roles() {
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
