//! How the extension executed an action and what it observed, as closed sets of values.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! string_enum {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schemas", derive(JsonSchema))]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $text)] $variant,)*
        }

        impl $name {
            /// The name in JSON.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }
        }
    };
}

string_enum! {
    /// How an action was executed.
    Via {
        /// With pointer events.
        Pointer = "pointer",
        /// With pointer events on the label of a hidden checkbox or radio button.
        Label = "label",
        /// With `click()`, as assistive technology does.
        Activate = "activate",
        /// With keyboard events.
        Keyboard = "keyboard",
        /// With DOM methods, without input events, or in the worker.
        Script = "script",
    }
}

string_enum! {
    /// Why an action may have had no effect.
    ActionHint {
        /// The browser requires a user gesture: use `activation`.
        NeedsUserActivation = "needs_user_activation",
        /// The page shows something only under the real pointer, by a `:hover` rule: synthetic
        /// events do not match it.
        HoverOnlyCss = "hover_only_css",
        /// A field of the form is invalid, so the browser did not submit it.
        Invalid = "invalid",
        /// The page did not accept the dropped element.
        DropNotTaken = "drop_not_taken",
        /// One of several options was not found.
        OptionNotFound = "option_not_found",
        /// The remaining keys were not sent, because the focus is in a frame that cannot be acted
        /// on.
        StoppedAtFrame = "stopped_at_frame",
        /// The form that is the page's tool was filled in, and waits until the user submits it.
        AwaitsUser = "awaits_user",
        /// The tab is in the background, where Chrome draws no frames and delays timers: what the
        /// action causes may come later. Only in the answer to an action without an effect.
        TabHidden = "tab_hidden",
    }
}

string_enum! {
    /// How the value differs from the requested one when it is read back.
    ReadBackOutcome {
        /// The field has another value.
        ValueDiffers = "value_differs",
        /// The page restored the previous value.
        Reverted = "reverted",
        /// The page removed the field, or made several that may be it: its value was not read.
        Removed = "removed",
    }
}

string_enum! {
    /// Why an action was refused before its first event, or between two events.
    RefusalReason {
        /// The element is no longer in the document.
        Removed = "removed",
        /// The element is disabled.
        Disabled = "disabled",
        /// The element is inert.
        Inert = "inert",
        /// The element is in a closed `details` element.
        ClosedDetails = "closed_details",
        /// The element has no box.
        NoBox = "no_box",
        /// The element is content of a `canvas`, on which a script draws it.
        OnCanvas = "on_canvas",
        /// The element's `pointer-events` are `none`.
        NoPointerEvents = "no_pointer_events",
        /// The element moves.
        Moving = "moving",
        /// Another element covers it.
        Covered = "covered",
        /// The element cannot have the focus.
        NotFocusable = "not_focusable",
        /// The element is not an editable field.
        NotEditable = "not_editable",
        /// The list has no such option.
        OptionNotFound = "option_not_found",
        /// The element does not show the text, or shows it several times.
        TextNotFound = "text_not_found",
        /// The element cannot be checked.
        NotCheckable = "not_checkable",
        /// The element belongs to no form.
        NoForm = "no_form",
        /// The element has no value that can be set.
        NotSettable = "not_settable",
        /// The value is invalid for the element.
        BadValue = "bad_value",
        /// The element cannot be dragged to the target.
        DragTargetNotReached = "drag_target_not_reached",
        /// The element accepts no files.
        TakesNoFiles = "takes_no_files",
        /// The row, item or dialog of the element changed since the server read it.
        Changed = "changed",
        /// The same, between two events of the action.
        ChangedMidway = "changed_midway",
        /// The page has no tool any more that is as it was listed.
        ToolChanged = "tool_changed",
        /// The next event would submit a form or load a page that the policy has not ruled on.
        OtherEffect = "other_effect",
    }
}
