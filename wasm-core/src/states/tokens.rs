//! Values of ARIA attributes, and which roles support them. Source:
//! https://w3c.github.io/aria/#state_prop_def

use axlens_snapshot::role::Role;
use axlens_snapshot::tree::Tristate;

/// `true` and `false`; anything else is undefined.
pub fn boolean(value: Option<&str>) -> Option<bool> {
    match trimmed(value?).as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// `true`, `false` and `mixed`; anything else is undefined.
pub fn tristate(value: Option<&str>) -> Option<Tristate> {
    match trimmed(value?).as_str() {
        "true" => Some(Tristate::True),
        "false" => Some(Tristate::False),
        "mixed" => Some(Tristate::Mixed),
        _ => None,
    }
}

/// One of the valid values of the attribute.
pub fn one_of(value: Option<&str>, valid: &[&str]) -> Option<String> {
    let token = trimmed(value?);
    valid.contains(&token.as_str()).then_some(token)
}

/// `aria-current`: an unknown value counts as `true`.
pub fn current(value: Option<&str>) -> Option<String> {
    let token = trimmed(value?);
    match token.as_str() {
        "" | "false" | "undefined" => None,
        "page" | "step" | "location" | "date" | "time" => Some(token),
        _ => Some("true".to_string()),
    }
}

/// `aria-invalid`: an unknown value counts as `true`.
pub fn invalid(value: &str) -> Option<String> {
    let token = trimmed(value);
    match token.as_str() {
        "" | "false" | "undefined" => None,
        "grammar" | "spelling" => Some(token),
        _ => Some("true".to_string()),
    }
}

/// `aria-haspopup`: `true` means a menu.
pub fn haspopup(role: Role, value: Option<&str>) -> Option<String> {
    if !supports_haspopup(role) {
        return None;
    }
    let token = trimmed(value?);
    match token.as_str() {
        "true" => Some("menu".to_string()),
        "menu" | "listbox" | "tree" | "grid" | "dialog" => Some(token),
        _ => None,
    }
}

fn supports_haspopup(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Application
            | Button
            | Columnheader
            | Combobox
            | Gridcell
            | Link
            | Menuitem
            | Menuitemcheckbox
            | Menuitemradio
            | Rowheader
            | Searchbox
            | Slider
            | Switch
            | Tab
            | Textbox
            | Treeitem
    )
}

/// Whether the role supports `aria-expanded`.
pub fn supports_expanded(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Application
            | Button
            | Checkbox
            | Columnheader
            | Combobox
            | Gridcell
            | Link
            | Listbox
            | Menuitem
            | Menuitemcheckbox
            | Menuitemradio
            | Row
            | Rowheader
            | Switch
            | Tab
            | Treeitem
            | Searchbox
            | Textbox
    )
}

/// Whether the role supports `aria-readonly`.
pub fn supports_readonly(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Checkbox
            | Columnheader
            | Combobox
            | Grid
            | Gridcell
            | Listbox
            | Menuitemcheckbox
            | Menuitemradio
            | Radiogroup
            | Rowheader
            | Searchbox
            | Slider
            | Spinbutton
            | Switch
            | Textbox
            | Treegrid
    )
}

/// Whether the role supports `aria-required`.
pub fn supports_required(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Checkbox
            | Columnheader
            | Combobox
            | Gridcell
            | Listbox
            | Radio
            | Radiogroup
            | Rowheader
            | Searchbox
            | Spinbutton
            | Switch
            | Textbox
            | Tree
            | Treegrid
    )
}

/// Whether the role supports `aria-orientation`.
pub fn supports_orientation(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Combobox
            | Listbox
            | Menu
            | Menubar
            | Radiogroup
            | Scrollbar
            | Separator
            | Slider
            | Tablist
            | Toolbar
            | Tree
            | Treegrid
    )
}

/// Whether users type text into elements with the role.
pub fn takes_text(role: Role) -> bool {
    matches!(
        role,
        Role::Combobox | Role::Searchbox | Role::Spinbutton | Role::Textbox
    )
}

/// Whether the role has a value between two bounds.
pub fn is_range(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Meter | Progressbar | Scrollbar | Separator | Slider | Spinbutton
    )
}

fn trimmed(value: &str) -> String {
    value.trim_ascii().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_values() {
        assert_eq!(boolean(Some("yes")), None);
        assert_eq!(boolean(Some(" TRUE ")), Some(true));
        assert_eq!(current(Some("here")), Some("true".to_string()));
        assert_eq!(current(Some("false")), None);
        assert_eq!(invalid("spelling"), Some("spelling".to_string()));
        assert_eq!(
            haspopup(Role::Button, Some("true")),
            Some("menu".to_string())
        );
        assert_eq!(haspopup(Role::Button, Some("cake")), None);
        assert_eq!(haspopup(Role::Heading, Some("menu")), None);
    }
}
