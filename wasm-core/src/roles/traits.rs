//! Properties of each role in WAI-ARIA: naming, children, required context. Source:
//! https://w3c.github.io/aria/#role_definitions

use axlens_snapshot::role::Role;

/// Whether the role allows a name from content. Source:
/// https://w3c.github.io/aria/#namefromcontent, DPUB-ARIA's roles by their superclass.
pub fn named_from_content(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Button
            | Cell
            | Checkbox
            | Columnheader
            | Gridcell
            | Heading
            | Link
            | Menuitem
            | Menuitemcheckbox
            | Menuitemradio
            | Option
            | Radio
            | Row
            | Rowheader
            | Switch
            | Tab
            | Tooltip
            | Treeitem
            | Summary
            | DocBacklink
            | DocBiblioref
            | DocGlossref
            | DocNoteref
            | DocSubtitle
    )
}

/// Whether the content is the name or the value.
pub fn has_text_from_content(role: Role) -> bool {
    named_from_content(role) || matches!(role, Role::Combobox | Role::Searchbox | Role::Textbox)
}

/// Whether the descendants are presentational, so that assistive technology sees one element.
/// Source: https://w3c.github.io/aria/#childrenArePresentational
pub fn children_presentational(role: Role) -> bool {
    use Role::*;
    matches!(
        role,
        Button
            | Checkbox
            | Image
            | Menuitemcheckbox
            | Menuitemradio
            | Meter
            | Option
            | Progressbar
            | Radio
            | Scrollbar
            | Separator
            | Slider
            | Switch
            | Tab
            | DocCover
            | DocPagebreak
            | GraphicsSymbol
    )
}

/// The context of an element that its role depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Within(u16);

impl Within {
    /// Table, grid or tree grid.
    pub const TABLE: Within = Within(1);
    /// Row.
    pub const ROW: Within = Within(2);
    /// List.
    pub const LIST: Within = Within(4);
    /// Menu or menu bar.
    pub const MENU: Within = Within(8);
    /// List box.
    pub const LISTBOX: Within = Within(16);
    /// List of tabs.
    pub const TABLIST: Within = Within(32);
    /// Tree.
    pub const TREE: Within = Within(64);
    /// Group.
    pub const GROUP: Within = Within(128);
    /// Row group.
    pub const ROWGROUP: Within = Within(256);
    /// Sectioning content: article, aside, nav, section, by element or by role.
    pub const SECTION: Within = Within(512);
    /// Main.
    pub const MAIN: Within = Within(1024);

    /// An empty context.
    pub const fn none() -> Within {
        Within(0)
    }

    /// The union of two contexts.
    pub const fn and(self, other: Within) -> Within {
        Within(self.0 | other.0)
    }

    /// Whether the contexts overlap.
    pub const fn any(self, other: Within) -> bool {
        self.0 & other.0 != 0
    }

    /// The context of the descendants of an element with this role.
    pub fn from_role(role: Role) -> Within {
        match role {
            Role::Table | Role::Grid | Role::Treegrid => Within::TABLE,
            Role::Row => Within::ROW,
            Role::List => Within::LIST,
            Role::Menu | Role::Menubar => Within::MENU,
            Role::Listbox => Within::LISTBOX,
            Role::Tablist => Within::TABLIST,
            Role::Tree => Within::TREE,
            Role::Group => Within::GROUP,
            Role::Rowgroup => Within::ROWGROUP,
            Role::Article | Role::Complementary | Role::Navigation | Role::Region => {
                Within::SECTION
            }
            Role::Main => Within::MAIN,
            _ => Within::none(),
        }
    }
}

/// The context that a role requires; `None` if it requires none. SPEC DIFFERENCE: `cell` and
/// `caption` have required parents too, but browsers and the public tests accept them elsewhere.
/// Source: https://w3c.github.io/aria/#scope
pub fn required_context(role: Role) -> Option<Within> {
    let group = Within::GROUP;
    match role {
        Role::Row => Some(Within::TABLE.and(Within::ROWGROUP)),
        Role::Rowgroup => Some(Within::TABLE),
        Role::Gridcell | Role::Columnheader | Role::Rowheader => Some(Within::ROW),
        Role::Listitem => Some(Within::LIST),
        Role::Menuitem | Role::Menuitemcheckbox | Role::Menuitemradio => {
            Some(Within::MENU.and(group))
        }
        Role::Option => Some(Within::LISTBOX.and(group)),
        Role::Tab => Some(Within::TABLIST),
        Role::Treeitem => Some(Within::TREE.and(group)),
        _ => None,
    }
}
