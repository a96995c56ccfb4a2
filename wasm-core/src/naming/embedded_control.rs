//! accname 2C: the value of a control in the name of another element.

use super::{MAX_NESTING, Mode, Naming, control, text};
use crate::dom::Idx;
use axlens_snapshot::role::Role;

impl Naming<'_, '_> {
    /// accname 2C: the value of a control in a name, which the specification tries before the
    /// control's own label.
    pub(super) fn step_embedded_control(&self, node: Idx, mode: Mode) -> Option<String> {
        let dom = &self.page.dom;
        // "Embedded within the label of another widget": a control's own value is not part of its
        // name.
        if self.nesting.get() >= MAX_NESTING || node == self.named.get() {
            return None;
        }
        match self.roles.role(node) {
            Role::Textbox | Role::Searchbox => {
                control::field_text(dom, node).or_else(|| self.words_inside(node, mode))
            }
            Role::Combobox | Role::Listbox => self.selected(node, mode),
            Role::Slider | Role::Spinbutton | Role::Scrollbar | Role::Meter | Role::Progressbar => {
                control::range(dom, node)
            }
            _ => None,
        }
    }

    /// Whether the value of an element is part of the name of another one.
    pub(super) fn shows_value(&self, node: Idx) -> bool {
        use Role::*;
        matches!(
            self.roles.role(node),
            Textbox
                | Searchbox
                | Combobox
                | Listbox
                | Slider
                | Spinbutton
                | Scrollbar
                | Meter
                | Progressbar
        )
    }

    /// The content of a control whose value is its content.
    fn words_inside(&self, node: Idx, mode: Mode) -> Option<String> {
        let words = self.nested(|| text::collapsed(&self.content(node, mode)))?;
        (!words.is_empty()).then_some(words)
    }

    /// The selected options of a list, or the text in a combobox.
    fn selected(&self, node: Idx, mode: Mode) -> Option<String> {
        let dom = &self.page.dom;
        if matches!(dom.tag(node), "input" | "textarea") {
            return control::field_text(dom, node);
        }
        let selected = control::selected_options(self.page, self.roles, node);
        if selected.is_empty()
            && dom.tag(node) != "select"
            && self.roles.role(node) == Role::Combobox
        {
            return self.words_inside(node, mode);
        }
        let words: Vec<String> = selected
            .into_iter()
            .map(|option| self.option_words(option, mode))
            .filter(|words| !words.is_empty())
            .collect();
        Some(words.join(" "))
    }

    fn option_words(&self, option: Idx, mode: Mode) -> String {
        let label = self
            .step_aria_label(option)
            .or_else(|| self.step_host_label(option));
        label.unwrap_or_else(|| {
            self.nested(|| text::collapsed(&self.content(option, mode)))
                .unwrap_or_default()
        })
    }
}
