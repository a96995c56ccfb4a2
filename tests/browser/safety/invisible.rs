//! Characters that nobody sees, in texts that Axlens writes.

use axlens_snapshot::quote::is_invisible;

/// The first invisible character of a text other than line breaks and tabs.
pub fn invisible_in(text: &str) -> Option<char> {
    text.chars()
        .find(|letter| is_invisible(*letter) && !matches!(letter, '\n' | '\t'))
}
