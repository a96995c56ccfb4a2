//! A method for each action, by its name.

use crate::element::Element;
use crate::error::Result;
use crate::page::Page;
use crate::target::Target;
use axlens_protocol::agent::interact::ActionResult;
use axlens_protocol::model::action::{
    Action, Click, Drag, DragTo, Hover, Keys, Press, Scroll, Select, Type, UploadedFile,
};
use serde_json::{Map, Value};

/// Methods for the actions on elements, of [`Page`] and of [`Element`].
macro_rules! element_actions {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $Type:ty),*) => $action:expr;)*) => {
        impl Page {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// Those of a request. It may have been executed if the server can't be reached.
                pub async fn $name(
                    &self,
                    target: impl Into<Target>,
                    $($argument: $Type),*
                ) -> Result<ActionResult> {
                    self.act(target, $action).await
                }
            )*
        }

        impl Element {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// Those of a request. It may have been executed if the server can't be reached.
                pub async fn $name(&self, $($argument: $Type),*) -> Result<ActionResult> {
                    self.act($action).await
                }
            )*
        }
    };
}

element_actions! {
    /// Clicks the element.
    click() => Action::Click(Click { count: 1, ..Click::default() });
    /// Moves the pointer onto the element.
    hover() => Action::Hover(Hover::default());
    /// Focuses the element.
    focus() => Action::Focus;
    /// Clicks as assistive technology does, even if the element is covered.
    activate() => Action::Activate;
    /// Replaces the value of a field.
    fill(value: &str) => Action::Fill { value: value.to_owned() };
    /// Enters a secret of the user's into a field of a password, a code or a card.
    fill_secret(secret: &str) => Action::FillSecret { secret: secret.to_owned() };
    /// Empties a field.
    clear() => Action::Clear;
    /// Sets a date, time, color, range or number field.
    set(value: &str) => Action::Set { value: value.to_owned() };
    /// Types a text key by key.
    type_text(text: &str) => Action::Type(Type { text: text.to_owned(), insert: false });
    /// Presses keys in the element.
    press(keys: &[&str]) => Action::Press(Press {
        keys: Keys(keys.iter().map(|key| (*key).to_owned()).collect()),
        count: 1,
    });
    /// Selects the options with these labels.
    select(labels: &[&str]) => Action::Select(Select {
        labels: Some(labels.iter().map(|label| (*label).to_owned()).collect()),
        ..Select::default()
    });
    /// Checks a checkbox, a radio button or a switch.
    check() => Action::Check;
    /// Unchecks a checkbox or switch.
    uncheck() => Action::Uncheck;
    /// Scrolls the element, its container or the page.
    scroll(scroll: Scroll) => Action::Scroll(scroll);
    /// Drags the element.
    drag(to: DragTo) => Action::Drag(Drag {
        to,
        position: None,
        modifiers: Vec::new(),
        hold_ms: 0,
    });
    /// Selects a text of the element with the mouse; `None`: all of it.
    select_text(text: Option<&str>) => Action::SelectText { text: text.map(str::to_owned) };
    /// Sets the files of a file field, or drops files on the element.
    upload(files: Vec<UploadedFile>) => Action::Upload { files };
    /// Runs a script in the page's main world, in the document of the element, if the user enabled
    /// this. The script can read secrets.
    execute_js(script: &str) => Action::ExecuteJs { script: script.to_owned() };
    /// Calls a tool that the page offers to agents, by its handle or its name.
    call_tool(tool: &str, arguments: Map<String, Value>) => Action::CallTool {
        tool: tool.to_owned(),
        arguments,
    };
    /// Submits the form of the element.
    submit() => Action::Submit;
    /// Outlines the element for two seconds.
    highlight() => Action::Highlight;
}

/// Methods for the actions on tabs.
macro_rules! tab_actions {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $Type:ty),*) => $action:expr;)*) => {
        impl Page {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// Those of a request. It may have been executed if the server can't be reached.
                pub async fn $name(&self, $($argument: $Type),*) -> Result<ActionResult> {
                    self.act_on_tab($action).await
                }
            )*
        }
    };
}

tab_actions! {
    /// Navigates the tab to a URL.
    navigate(url: &str) => Action::Navigate { url: url.to_owned() };
    /// Goes back in the tab's history.
    back() => Action::Back;
    /// Goes forward in the tab's history.
    forward() => Action::Forward;
    /// Reloads the page.
    reload() => Action::Reload;
    /// Opens a tab in the background; `None`: an empty one. `Browser::open` returns its page.
    new_tab(url: Option<&str>) => Action::NewTab { url: url.map(str::to_owned) };
    /// Closes the tab, if this agent opened it.
    close_tab() => Action::CloseTab;
    /// Makes the tab the active tab of its window.
    activate_tab() => Action::ActivateTab;
    /// Prevents other agents from acting in the tab, until this agent releases it or has not acted
    /// there for a minute.
    claim_tab() => Action::ClaimTab;
    /// Allows other agents to act in the tab again.
    release_tab() => Action::ReleaseTab;
}
