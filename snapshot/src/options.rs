//! What an agent may ask of a snapshot. Every option is part of what a delta is taken against.

use crate::criteria::Criteria;
use crate::role::Role;
use crate::uid::Uid;

/// A text format. Contracts: docs/contracts.md.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// An overview with caps.
    #[default]
    Outline,
    /// Consecutive numbers as ids.
    Numbered,
    /// Ids for what can be acted on and for named content.
    Refs,
    /// Ids for what can be acted on.
    Tabs,
    /// The fewest tokens.
    Lean,
}

impl Format {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Outline => "outline",
            Format::Numbered => "numbered",
            Format::Refs => "refs",
            Format::Tabs => "tabs",
            Format::Lean => "lean",
        }
    }

    /// What stands before a line for each of its levels.
    pub fn indentation(self) -> &'static str {
        match self {
            Format::Lean => " ",
            Format::Outline | Format::Numbered | Format::Refs | Format::Tabs => "  ",
        }
    }
}

/// More to print of each element.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Include {
    /// Boxes: `@x,y,w,h`, and what is off screen or covered.
    Boxes,
    /// Selectors.
    Selectors,
    /// Descriptions.
    Descriptions,
    /// Addresses of links.
    Urls,
}

/// Text to look for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Find {
    /// What to look for in names, values and text, without regard to case.
    pub text: String,
    /// Lines to show before and after each hit.
    #[serde(default)]
    pub context: usize,
}

/// All that can be asked of the text. Nodes are chosen by the filters, in the order of
/// [`crate::shape`]; they combine.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Format.
    pub format: Format,
    /// Only what can be acted on.
    pub interactive_only: bool,
    /// `refs`: what is clickable or focusable without a role, in a list of its own, with the
    /// reasons.
    pub cursor: bool,
    /// Leave out what says nothing by itself.
    pub compact: bool,
    /// Deepest printed level; the document is level 0. `None`: 8 in `outline`, 200
    /// elsewhere. At most 15.
    pub max_depth: Option<u32>,
    /// Only inside the element with this uid.
    pub scope_uid: Option<Uid>,
    /// Only these roles, and text inside them.
    #[serde(with = "roles")]
    pub roles: Vec<Role>,
    /// Not these roles, nor what stands inside them.
    #[serde(with = "roles")]
    pub exclude_roles: Vec<Role>,
    /// Only what is in the viewport.
    pub viewport_only: bool,
    /// Only the open modal dialog, where there is one.
    pub modal_only: bool,
    /// Only lines that hold a text, with their ancestors.
    pub find: Option<Find>,
    /// Not what matches one of these words by role, name or placeholder (of the `tabs`
    /// contract: `date`, `calendar`, `picker`, `datepicker`), nor comboboxes.
    pub exclude_patterns: Vec<String>,
    /// More to print.
    pub include: Vec<Include>,
    /// Fold long runs of like rows, items and options.
    pub fold: bool,
    /// Only what matches, with what is around it.
    #[serde(skip)]
    pub criteria: Option<Criteria>,
}

/// The deepest printed level where none is asked for, but in `outline`: lines are indented, and a
/// page may nest its elements without end.
const MAX_DEPTH: u32 = 200;

impl Options {
    /// The deepest printed level.
    pub fn depth_limit(&self) -> u32 {
        match (self.max_depth, self.format) {
            (Some(depth), _) => depth.min(15),
            (None, Format::Outline) => 8,
            (None, _) => MAX_DEPTH,
        }
    }

    /// Whether more is to be printed.
    pub fn includes(&self, include: Include) -> bool {
        self.include.contains(&include)
    }

    /// Needs to know where elements are on the screen.
    pub fn needs_places(&self) -> bool {
        self.viewport_only || self.includes(Include::Boxes)
    }
}

mod roles {
    //! Roles as their words.
    use super::Role;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(roles: &[Role], serializer: S) -> Result<S::Ok, S::Error> {
        roles.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Role>, D::Error> {
        let words = Vec::<String>::deserialize(deserializer)?;
        let role = |word: &String| match word.as_str() {
            "img" => Ok(Role::Image),
            word => Role::from_word(word)
                .ok_or_else(|| serde::de::Error::custom(format!("{word} is no role"))),
        };
        words.iter().map(role).collect()
    }
}
