//! The levels of a site's policy. The extension enforces them; `extension/shared/levels.js` and the
//! TypeScript type are generated from here.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What agents can do on a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nothing: the site is hidden.
    Block,
    /// Read.
    Read,
    /// Read; act after the user's consent.
    Ask,
    /// Read and act.
    Act,
}

impl Level {
    /// All levels, strictest first.
    pub const ALL: [Level; 4] = [Level::Block, Level::Read, Level::Ask, Level::Act];

    /// The name in policies.
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Block => "block",
            Level::Read => "read",
            Level::Ask => "ask",
            Level::Act => "act",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Level;
    use crate::declarations::assert_current;

    #[test]
    fn the_extensions_levels_are_current() {
        let names = Level::ALL.map(|level| format!("'{}'", level.as_str()));
        let text = format!(
            "//! Generated from protocol/src/model/policy.rs by its tests; change it there. The levels of a
//! site's policy.

/** @typedef {{import('../types/protocol').Level}} Level */

/** @type {{readonly Level[]}} the strictest first */
export const LEVELS = [{}];

/** @param {{Level}} one @param {{Level}} other @returns {{Level}} the stricter of the two */
export const stricter = (one, other) =>
  LEVELS.indexOf(one) <= LEVELS.indexOf(other) ? one : other;
",
            names.join(", ")
        );
        assert_current("extension/shared/levels.js", &text);
    }

    #[test]
    fn the_strictest_level_is_the_least() {
        assert!(Level::ALL.is_sorted());
        for level in Level::ALL {
            let json = serde_json::to_value(level).expect("it is a string");
            assert_eq!(json, level.as_str());
        }
    }
}
