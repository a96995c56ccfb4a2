//! Checks the rules for the arguments of an action that types cannot express.

use super::uploads;
use crate::api::live_element::{ElementSearch, SearchFields};
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::TargetedAction;
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::{Action, DragTo, Press, Select};
use axlens_protocol::model::action_table::{Executor, TargetKind};

/// Checks the target and the arguments of an action.
///
/// # Errors
/// `bad_request`.
pub fn check(act: &TargetedAction) -> Result<(), Fault> {
    let target = &act.target;
    search(act)?;
    let has_selector = target.selector.is_some();
    let count = ids(act).count() + usize::from(has_selector);
    let action = act.action.as_str();
    let (needs_element, is_for_tab) = match act.action.info().target {
        TargetKind::Element | TargetKind::Field => (true, false),
        TargetKind::ElementOrPage => (false, false),
        TargetKind::Tab => (false, true),
    };
    if needs_element && count == 0 {
        let message = format!("`{action}` needs an element: give its `uid`.");
        return Err(Fault::bad_request(message));
    }
    if is_for_tab && count > 0 {
        let message = format!("`{action}` acts on a tab: leave the element out.");
        return Err(Fault::bad_request(message));
    }
    require(count <= 1, "Give one of `uid`, `id`, `ref` and `selector`.")?;
    values(&act.action)
}

/// Checks whether an action can be checked without being executed.
///
/// # Errors
/// `bad_request` for an action that the worker executes: it has no checks in the page.
pub fn check_dry_run(action: &Action) -> Result<(), Fault> {
    let info = action.info();
    match info.executor {
        Executor::Page => Ok(()),
        Executor::Worker => {
            let message = format!(
                "A dry run is for actions on elements: leave `{}` out.",
                info.name
            );
            Err(Fault::bad_request(message))
        }
    }
}

/// The search for an action's target, if it is named by a selector.
///
/// # Errors
/// `bad_request` for invalid fields.
pub fn search(act: &TargetedAction) -> Result<Option<ElementSearch>, Fault> {
    let target = &act.target;
    ElementSearch::new(SearchFields {
        selector: target.selector.clone(),
        hosts: target.hosts.clone(),
        frame: target.frame.clone(),
        nth: target.nth,
        within: target.within.clone(),
    })
}

/// The search for the element of a drag's target, if it is named by a selector.
///
/// # Errors
/// `bad_request` for invalid fields.
pub fn drag_search(to: &DragTo) -> Result<Option<ElementSearch>, Fault> {
    let DragTo::Match {
        selector,
        nth,
        within,
        position: _,
    } = to
    else {
        return Ok(None);
    };
    ElementSearch::new(SearchFields {
        selector: Some(selector.clone()),
        nth: *nth,
        within: within.clone(),
        ..SearchFields::default()
    })
}

/// The ids of an action's target, of which at most one may be set.
pub fn ids(act: &TargetedAction) -> impl Iterator<Item = &ElementId> {
    let target = &act.target;
    [&target.uid, &target.id, &target.reference]
        .into_iter()
        .flatten()
}

fn values(action: &Action) -> Result<(), Fault> {
    match action {
        Action::Click(click) => {
            require((1..=3).contains(&click.count), "`count` must be 1, 2 or 3.")?;
            let is_single = click.count == 1 || click.hold_ms == 0;
            require(is_single, "`hold` is for a `count` of 1.")?;
            hold(action)
        }
        Action::Press(press) => keys(press),
        Action::Select(select) => require(
            has_one_choice(select),
            "Give one of `values`, `labels` and `indexes`.",
        ),
        Action::Scroll(scroll) => require(
            scroll.by.is_none() || scroll.to.is_none(),
            "Give one of `by` and `to`.",
        ),
        Action::Upload { files } => uploads::check(files),
        Action::Drag(drag) => {
            drag_search(&drag.to)?;
            hold(action)
        }
        Action::SelectText { text: Some(text) } => require(
            !text.trim().is_empty(),
            "`text` is empty. Leave it out to select all text of the element.",
        ),
        Action::ExecuteJs { script } => require(!script.trim().is_empty(), "`script` is empty."),
        Action::CallTool { tool, .. } => require(!tool.trim().is_empty(), "`tool` is empty."),
        Action::FillSecret { secret } => require(!secret.is_empty(), "`secret` is empty."),
        Action::Hover(_)
        | Action::Focus
        | Action::Activate
        | Action::Fill { .. }
        | Action::Clear
        | Action::Set { .. }
        | Action::Type(_)
        | Action::SelectText { text: None }
        | Action::Check
        | Action::Uncheck
        | Action::Submit
        | Action::Highlight
        | Action::Navigate { .. }
        | Action::Back
        | Action::Forward
        | Action::Reload
        | Action::NewTab { .. }
        | Action::CloseTab
        | Action::ActivateTab
        | Action::ClaimTab
        | Action::ReleaseTab => Ok(()),
    }
}

fn hold(action: &Action) -> Result<(), Fault> {
    let is_valid = action.hold() <= Action::MAX_HOLD;
    require(is_valid, "`hold` must be 0 to 5000.")
}

fn keys(press: &Press) -> Result<(), Fault> {
    require(!press.keys.0.is_empty(), "`keys` is empty.")?;
    let is_valid = (1..=Press::MAX_COUNT).contains(&press.count);
    require(is_valid, "`count` of `press` must be 1 to 100.")
}

fn require(is_valid: bool, message: &str) -> Result<(), Fault> {
    match is_valid {
        true => Ok(()),
        false => Err(Fault::bad_request(message)),
    }
}

fn has_one_choice(select: &Select) -> bool {
    let choices = [
        select.values.is_some(),
        select.labels.is_some(),
        select.indexes.is_some(),
    ];
    choices.iter().filter(|is_set| **is_set).count() == 1
}
