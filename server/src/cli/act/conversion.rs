//! Converts the arguments of a command to an action and its target.

use super::arguments::{
    ActArgs, ActCommand, AnswerName, ButtonName, ClickArgs, DialogArgs, ElementArgs, EndName,
    HoverArgs, ModifierName, OnElement, OnElements, TypeArgs, WithText,
};
use crate::cli::element::{MatchArgs, selector_or_id};
use anyhow::Context;
use axlens_protocol::agent::interact::{ElementReference, TargetedAction};
use axlens_protocol::model::ElementId;
use axlens_protocol::model::action::{
    Action, Click, Drag, DragTo, Hover, Keys, Modifier, MouseButton, Press, Scroll, ScrollTo,
    Select, Type, UploadedFile,
};
use axlens_protocol::model::dialogs::{DialogAnswer, Dialogs};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::path::Path;

/// The actions of a command, one for each of its elements, and the common arguments.
pub(super) fn actions(command: ActCommand) -> anyhow::Result<(Vec<TargetedAction>, ActArgs)> {
    let others = other_elements(&command);
    let (action, target, args) = convert(command)?;
    let first = TargetedAction {
        action: action.clone(),
        target,
    };
    let others = others.into_iter().map(|target| TargetedAction {
        action: action.clone(),
        target,
    });
    Ok((std::iter::once(first).chain(others).collect(), args))
}

/// The elements of a command after the first one.
fn other_elements(command: &ActCommand) -> Vec<ElementReference> {
    use ActCommand as C;
    let (element, others) = match command {
        C::Click(args) => (&args.element, &args.others),
        C::Hover(args) => (&args.elements.element, &args.elements.others),
        C::Focus(args) | C::Activate(args) | C::Clear(args) | C::Check(args) | C::Uncheck(args) => {
            (&args.element, &args.others)
        }
        C::Fill(_)
        | C::Set(_)
        | C::Type(_)
        | C::Press { .. }
        | C::Select { .. }
        | C::Scroll { .. }
        | C::Submit(_)
        | C::Highlight(_)
        | C::Drag { .. }
        | C::SelectText { .. }
        | C::Upload { .. }
        | C::ExecuteJs { .. }
        | C::Navigate { .. }
        | C::Back(_)
        | C::Forward(_)
        | C::Reload(_)
        | C::NewTab { .. }
        | C::CloseTab(_)
        | C::ActivateTab(_)
        | C::ClaimTab(_)
        | C::ReleaseTab(_) => return Vec::new(),
    };
    let like_first = |id: &String| ElementArgs {
        id: id.clone(),
        ..element.clone()
    };
    let others = others.others.iter().map(like_first);
    others.map(ElementArgs::target).collect()
}

/// The action of a command, its first target, and the common arguments. Long because it has an arm
/// for each command.
fn convert(command: ActCommand) -> anyhow::Result<(Action, ElementReference, ActArgs)> {
    use ActCommand as C;
    Ok(match command {
        C::Click(args) => click(args),
        C::Hover(args) => hover(args),
        C::Focus(args) => on_first(Action::Focus, args),
        C::Activate(args) => on_first(Action::Activate, args),
        C::Fill(args) => with_text(|value| Action::Fill { value }, args),
        C::Clear(args) => on_first(Action::Clear, args),
        C::Set(args) => with_text(|value| Action::Set { value }, args),
        C::Type(args) => typed(args),
        C::Press {
            keys,
            count,
            on,
            matching,
            act,
        } => {
            let keys = Keys(keys);
            let press = Action::Press(Press { keys, count });
            (press, target(on, matching), act)
        }
        C::Select {
            element,
            options,
            by_value,
            act,
        } => {
            let action = Action::Select(selection(options, by_value));
            (action, element.target(), act)
        }
        C::Check(args) => on_first(Action::Check, args),
        C::Uncheck(args) => on_first(Action::Uncheck, args),
        C::Scroll {
            id,
            matching,
            by,
            to,
            act,
        } => {
            let to = to.map(EndName::end);
            (Action::Scroll(Scroll { by, to }), target(id, matching), act)
        }
        C::Submit(args) => on_element(Action::Submit, args),
        C::Highlight(args) => on_element(Action::Highlight, args),
        C::Drag {
            element,
            onto,
            by,
            at,
            to_at,
            modifiers,
            hold,
            act,
        } => {
            let drag = Drag {
                to: drag_target(onto, by, to_at),
                position: at,
                modifiers: held(modifiers),
                hold_ms: hold,
            };
            (Action::Drag(drag), element.target(), act)
        }
        C::SelectText { element, text, act } => {
            (Action::SelectText { text }, element.target(), act)
        }
        C::Upload {
            element,
            files,
            act,
        } => {
            let files = files.iter().map(|file| read(file));
            let files = files.collect::<Result<_, _>>()?;
            (Action::Upload { files }, element.target(), act)
        }
        C::ExecuteJs { script, on, act } => {
            let target = target(on, MatchArgs::default());
            (Action::ExecuteJs { script }, target, act)
        }
        C::Navigate { url, act } => on_tab(Action::Navigate { url }, act),
        C::NewTab { url, act } => on_tab(Action::NewTab { url }, act),
        C::Back(act) => on_tab(Action::Back, act),
        C::Forward(act) => on_tab(Action::Forward, act),
        C::Reload(act) => on_tab(Action::Reload, act),
        C::CloseTab(act) => on_tab(Action::CloseTab, act),
        C::ActivateTab(act) => on_tab(Action::ActivateTab, act),
        C::ClaimTab(act) => on_tab(Action::ClaimTab, act),
        C::ReleaseTab(act) => on_tab(Action::ReleaseTab, act),
    })
}

fn on_element(action: Action, args: OnElement) -> (Action, ElementReference, ActArgs) {
    (action, args.element.target(), args.act)
}

fn on_first(action: Action, args: OnElements) -> (Action, ElementReference, ActArgs) {
    (action, args.element.target(), args.act)
}

fn with_text(
    action: impl FnOnce(String) -> Action,
    args: WithText,
) -> (Action, ElementReference, ActArgs) {
    (action(args.text), args.element.target(), args.act)
}

fn typed(args: TypeArgs) -> (Action, ElementReference, ActArgs) {
    let insert = args.insert;
    with_text(|text| Action::Type(Type { text, insert }), args.typed)
}

fn hover(args: HoverArgs) -> (Action, ElementReference, ActArgs) {
    let hover = Hover {
        position: args.at,
        ..Hover::default()
    };
    on_first(Action::Hover(hover), args.elements)
}

fn on_tab(action: Action, act: ActArgs) -> (Action, ElementReference, ActArgs) {
    (action, ElementReference::default(), act)
}

fn drag_target(onto: Option<String>, by: Option<[f64; 2]>, position: Option<[f64; 2]>) -> DragTo {
    match selector_or_id(onto) {
        (Some(selector), _) => DragTo::Match {
            selector,
            nth: None,
            within: None,
            position,
        },
        (None, Some(uid)) => DragTo::Element {
            uid,
            seen: None,
            position,
        },
        (None, None) => DragTo::By {
            by: by.unwrap_or_default(),
        },
    }
}

/// A file as the request contains it. The page determines its type from its name.
fn read(file: &Path) -> anyhow::Result<UploadedFile> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Ok(UploadedFile {
        name: name.into_owned(),
        media_type: String::new(),
        base64: STANDARD.encode(bytes),
    })
}

fn click(args: ClickArgs) -> (Action, ElementReference, ActArgs) {
    let click = Click {
        button: args.button.button(),
        count: args.count,
        modifiers: held(args.modifiers),
        position: args.at,
        hold_ms: args.hold,
    };
    (Action::Click(click), args.element.target(), args.act)
}

fn held(modifiers: Vec<ModifierName>) -> Vec<Modifier> {
    let modifiers = modifiers.into_iter();
    modifiers.map(ModifierName::modifier).collect()
}

/// The element of a command line argument: `42`, `e5`, `css=#save`, `text=Save`, or `at=10,20`.
fn target(element: Option<String>, matching: MatchArgs) -> ElementReference {
    let (selector, id) = selector_or_id(element);
    ElementReference {
        selector,
        id,
        nth: matching.nth,
        within: matching.within.map(ElementId),
        ..ElementReference::default()
    }
}

fn selection(options: Vec<String>, by_value: bool) -> Select {
    match by_value {
        true => Select {
            values: Some(options),
            ..Select::default()
        },
        false => Select {
            labels: Some(options),
            ..Select::default()
        },
    }
}

impl ElementArgs {
    fn target(self) -> ElementReference {
        ElementReference {
            snapshot: self.snapshot,
            ..target(Some(self.id), self.matching)
        }
    }
}

impl ButtonName {
    fn button(self) -> MouseButton {
        match self {
            ButtonName::Left => MouseButton::Left,
            ButtonName::Right => MouseButton::Right,
            ButtonName::Middle => MouseButton::Middle,
        }
    }
}

impl ModifierName {
    fn modifier(self) -> Modifier {
        match self {
            ModifierName::Shift => Modifier::Shift,
            ModifierName::Control => Modifier::Control,
            ModifierName::Alt => Modifier::Alt,
            ModifierName::Meta => Modifier::Meta,
        }
    }
}

impl EndName {
    fn end(self) -> ScrollTo {
        match self {
            EndName::Top => ScrollTo::Top,
            EndName::Bottom => ScrollTo::Bottom,
        }
    }
}

impl DialogArgs {
    pub(super) fn dialogs(self) -> Option<Dialogs> {
        let is_set = self.accept_alerts || self.confirm.is_some() || self.prompt.is_some();
        is_set.then(|| Dialogs {
            confirm: self.confirm.map(|answer| match answer {
                AnswerName::Accept => DialogAnswer::Accept,
                AnswerName::Dismiss => DialogAnswer::Dismiss,
            }),
            prompt: self.prompt.map(Some),
        })
    }
}
