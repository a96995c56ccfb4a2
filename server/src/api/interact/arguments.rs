//! The arguments of an action, as far as types cannot express their rules.

use super::uploads;
use crate::page_selector::PageSelector;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::Act;
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::{Action, Select};
use axlens_protocol::model::action_table::TargetKind;

/// Checks the target and the arguments of an action.
///
/// # Errors
/// `bad_request`.
pub fn check(act: &Act) -> Result<(), Fault> {
    let target = &act.target;
    let has_selector = target.selector.is_some();
    let named = ids(act).count() + usize::from(has_selector);
    let action = act.action.as_str();
    let message = match (act.action.info().target, named) {
        (TargetKind::Element, 0) => format!("`{action}` needs an element: give its `uid`."),
        (TargetKind::Tab, 1..) => format!("`{action}` is done to a tab: leave out the element."),
        (_, 2..) => "Give one of `uid`, `id`, `ref` and `selector`.".to_owned(),
        _ if !has_selector && (target.hosts.is_some() || target.frame.is_some()) => {
            "`hosts` and `frame` belong to a `selector`.".to_owned()
        }
        _ => {
            selector(act)?;
            return values(&act.action);
        }
    };
    Err(Fault::bad_request(message))
}

/// The selector of an action's target.
///
/// # Errors
/// `bad_request` for a selector that is invalid or tests the value of a field.
pub fn selector(act: &Act) -> Result<Option<PageSelector>, Fault> {
    let selector = act.target.selector.clone();
    selector.map(PageSelector::new).transpose()
}

/// The ids of an action's target, of which at most one may be set.
pub fn ids(act: &Act) -> impl Iterator<Item = &ElementId> {
    let target = &act.target;
    [&target.uid, &target.id, &target.reference]
        .into_iter()
        .flatten()
}

fn values(action: &Action) -> Result<(), Fault> {
    let message = match action {
        Action::Click(click) if !(1..=3).contains(&click.count) => "`count` must be 1, 2 or 3.",
        Action::Press { keys } if keys.0.is_empty() => "`keys` is empty.",
        Action::Select(select) if !has_one_choice(select) => {
            "Give one of `values`, `labels` and `indexes`."
        }
        Action::Scroll(scroll) if scroll.by.is_some() && scroll.to.is_some() => {
            "Give one of `by` and `to`."
        }
        Action::Upload { files } => return uploads::check(files),
        Action::ExecuteJs { script } if script.trim().is_empty() => "`script` is empty.",
        _ => return Ok(()),
    };
    Err(Fault::bad_request(message))
}

fn has_one_choice(select: &Select) -> bool {
    let choices = [
        select.values.is_some(),
        select.labels.is_some(),
        select.indexes.is_some(),
    ];
    choices.iter().filter(|is_set| **is_set).count() == 1
}
