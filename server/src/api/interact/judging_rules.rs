//! How each action is judged.

use axlens_protocol::agent::interact::Outcome;
use axlens_protocol::model::action::Action;

/// The rules for judging an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The outcome of an action that has only one.
    pub only_outcome: Option<Outcome>,
    /// The outcome in place of `unchanged`: the extension reports `already` if it had no effect.
    pub without_lines: Outcome,
    /// Whether a change of the focused element counts as a change of the page.
    pub focus: FocusRule,
}

/// When a change of the focused element counts as a change of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FocusRule {
    /// Never: every click moves the focus, so for a click it is no effect.
    Ignored,
    /// Unless the element of the action has the focus afterwards: the action itself focuses its
    /// element before the keys.
    IgnoredOnTarget,
    /// Always.
    Counts,
}

impl Rules {
    /// The rules of an action.
    pub fn of(action: &Action) -> Rules {
        let rules = Rules {
            only_outcome: None,
            without_lines: Outcome::Unchanged,
            focus: FocusRule::Ignored,
        };
        let with_outcome = |outcome| Rules {
            only_outcome: Some(outcome),
            ..rules
        };
        match action {
            Action::Highlight => with_outcome(Outcome::Shown),
            Action::SelectText { .. } => with_outcome(Outcome::Selected),
            Action::ClaimTab => with_outcome(Outcome::Claimed),
            Action::ReleaseTab => with_outcome(Outcome::Released),
            Action::Scroll(_) => Rules {
                without_lines: Outcome::Scrolled,
                ..rules
            },
            Action::ActivateTab => Rules {
                without_lines: Outcome::Activated,
                ..rules
            },
            // The state is the requested one now, and was not before. Snapshots do not have the
            // state of every role.
            Action::Check | Action::Uncheck => Rules {
                without_lines: Outcome::Changed,
                ..rules
            },
            Action::Focus => Rules {
                focus: FocusRule::Counts,
                ..rules
            },
            Action::Press(_) | Action::Type(_) => Rules {
                focus: FocusRule::IgnoredOnTarget,
                ..rules
            },
            Action::Click(_)
            | Action::Activate
            | Action::Hover(_)
            | Action::Fill { .. }
            | Action::FillSecret { .. }
            | Action::Clear
            | Action::Set { .. }
            | Action::Select(_)
            | Action::Submit
            | Action::Drag(_)
            | Action::Upload { .. }
            | Action::ExecuteJs { .. }
            | Action::CallTool { .. }
            | Action::Navigate { .. }
            | Action::Back
            | Action::Forward
            | Action::Reload
            | Action::NewTab { .. }
            | Action::CloseTab => rules,
        }
    }
}
