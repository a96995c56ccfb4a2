//! Uids: the number of an element, after the numbers of the iframes around it: `37.42`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Numbers from the outermost iframe to the element.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uid(pub Vec<u32>);

impl Uid {
    /// The number of the element in its own document.
    pub fn own(&self) -> u32 {
        self.0.last().copied().unwrap_or_default()
    }

    /// Like [`ToString::to_string`], but faster for the main frame, whose uids are one number.
    pub fn to_text(&self) -> String {
        match self.0[..] {
            [own] => own.to_string(),
            _ => self.to_string(),
        }
    }

    /// Whether [`Uid::to_text`] returns this text.
    pub fn equals_text(&self, text: &str) -> bool {
        match self.0[..] {
            [own] => {
                let plain = text == "0" || text.starts_with(|first| ('1'..='9').contains(&first));
                plain && text.parse() == Ok(own)
            }
            _ => self.to_string() == text,
        }
    }
}

impl fmt::Display for Uid {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, number) in self.0.iter().enumerate() {
            if position > 0 {
                formatter.write_str(".")?;
            }
            write!(formatter, "{number}")?;
        }
        Ok(())
    }
}

/// The error for a text that is not a uid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a uid is a number, or numbers joined by dots")]
pub struct ParseUidError;

impl FromStr for Uid {
    type Err = ParseUidError;

    fn from_str(text: &str) -> Result<Uid, ParseUidError> {
        let number = |part: &str| {
            let plain = !part.is_empty()
                && !part.starts_with('0')
                && part.bytes().all(|byte| byte.is_ascii_digit());
            plain
                .then(|| part.parse().ok())
                .flatten()
                .ok_or(ParseUidError)
        };
        text.split('.')
            .map(number)
            .collect::<Result<Vec<u32>, ParseUidError>>()
            .map(Uid)
    }
}

impl Serialize for Uid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Uid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Uid, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uid_is_parsed_from_its_text() {
        for text in ["5", "37.42", "1.2.3"] {
            let uid: Uid = text.parse().expect("a uid");
            assert_eq!((uid.to_string(), uid.to_text()), (text.into(), text.into()));
            for other in ["5", "+5", "05", "37.42", "1.2.3", "1.2", "e5", ""] {
                assert_eq!(uid.equals_text(other), other == text, "{text} {other}");
            }
        }
        for text in ["", "e5", "5.", ".5", "05", "0", "-1", "+1", "99999999999"] {
            assert_eq!(text.parse::<Uid>(), Err(ParseUidError), "{text}");
        }
    }
}
