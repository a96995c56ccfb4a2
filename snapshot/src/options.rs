//! Options of a snapshot. A delta refers to an earlier snapshot with equal options.

use crate::criteria::Criteria;
use crate::role::Role;
use crate::uid::Uid;
#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A text format. Contracts: docs/contracts.md.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// An overview of limited size.
    #[default]
    Outline,
    /// Consecutive numbers as ids.
    Numbered,
    /// Ids for interactive elements and named content.
    Refs,
    /// Ids for interactive elements.
    Tabs,
    /// The fewest tokens.
    Lean,
}

impl Format {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Outline => "outline",
            Format::Numbered => "numbered",
            Format::Refs => "refs",
            Format::Tabs => "tabs",
            Format::Lean => "lean",
        }
    }

    /// The indentation of one level.
    pub fn indentation(self) -> &'static str {
        match self {
            Format::Lean => " ",
            Format::Outline | Format::Numbered | Format::Refs | Format::Tabs => "  ",
        }
    }
}

/// An additional property of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Include {
    /// Boxes: `@x,y,w,h`, and whether they are off screen or covered.
    Boxes,
    /// Selectors.
    Selectors,
    /// Descriptions.
    Descriptions,
    /// URLs of links.
    Urls,
}

/// Text to find.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Find {
    /// Text to find in names, values and text; ignores case.
    pub text: String,
    /// Lines to show before and after each match.
    #[serde(default)]
    pub context: usize,
}

/// Options of a text. The filters combine; they apply in the order of [`crate::shape`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Format.
    pub format: Format,
    /// Only interactive elements.
    pub interactive_only: bool,
    /// `refs`: also a list of elements that are clickable or focusable without a role, with the
    /// reasons.
    pub cursor: bool,
    /// Omit elements without information.
    pub compact: bool,
    /// Maximum depth, at most 15; the document has depth 0. `None`: 8 in `outline`, 200 in other
    /// formats.
    pub max_depth: Option<u32>,
    /// Only inside the element with this uid.
    pub scope_uid: Option<Uid>,
    /// Only elements with these roles, and text in them.
    #[serde(with = "roles")]
    pub roles: Vec<Role>,
    /// Omit elements with these roles, and their contents.
    #[serde(with = "roles")]
    pub exclude_roles: Vec<Role>,
    /// Only elements in the viewport.
    pub viewport_only: bool,
    /// Only the open modal dialog, if there is one.
    pub modal_only: bool,
    /// Only lines that contain a text, with their ancestors.
    pub find: Option<Find>,
    /// Omit comboboxes, and elements whose name or placeholder contains one of these (in the `tabs`
    /// contract: `date`, `calendar`, `picker`, `datepicker`).
    pub exclude_patterns: Vec<String>,
    /// Additional properties of elements.
    pub include: Vec<Include>,
    /// Fold long runs of similar rows, items and options.
    pub fold: bool,
    /// Only matching elements, with their context.
    #[serde(skip)]
    pub criteria: Option<Criteria>,
}

/// The default maximum depth of all formats except `outline`. It limits indentation, because pages
/// can nest elements without end.
const MAX_DEPTH: u32 = 200;

impl Options {
    /// The maximum depth.
    pub fn depth_limit(&self) -> u32 {
        match (self.max_depth, self.format) {
            (Some(depth), _) => depth.min(15),
            (None, Format::Outline) => 8,
            (None, Format::Numbered | Format::Refs | Format::Tabs | Format::Lean) => MAX_DEPTH,
        }
    }

    /// Whether a property is included.
    pub fn includes(&self, include: Include) -> bool {
        self.include.contains(&include)
    }

    /// Whether the options require the boxes of elements.
    pub fn needs_places(&self) -> bool {
        self.viewport_only || self.includes(Include::Boxes)
    }
}

mod roles {
    //! Serializes roles by name.
    use super::Role;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(roles: &[Role], serializer: S) -> Result<S::Ok, S::Error> {
        roles.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Role>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        let role = |name: &String| match name.as_str() {
            "img" => Ok(Role::Image),
            name => Role::parse(name)
                .ok_or_else(|| serde::de::Error::custom(format!("{name} is not a role"))),
        };
        names.iter().map(role).collect()
    }
}
