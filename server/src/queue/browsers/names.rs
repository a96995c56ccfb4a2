//! Names of browsers: the names that extensions send, made printable and unique.

/// The maximum length of a name, in characters, without the number that makes it unique.
const MAX_LEN: usize = 40;

/// The name without control characters and of bounded length; `Browser` if nothing is left.
pub fn cleaned(name: &str) -> String {
    let spaced = name.split(|each: char| each.is_whitespace() || each.is_control());
    let parts: Vec<&str> = spaced.filter(|part| !part.is_empty()).collect();
    let short: String = parts.join(" ").chars().take(MAX_LEN).collect();
    match short.trim_end() {
        "" => "Browser".to_owned(),
        name => name.to_owned(),
    }
}

/// The name; if it is taken, with the first number that makes it unique.
pub fn unique(name: &str, others: &[&str]) -> String {
    let numbered = (2..).map(|number: usize| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let free = names.find(|name| !others.contains(&name.as_str()));
    free.unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(cleaned("  Work\n\u{7}Chrome "), "Work Chrome");
        assert_eq!(cleaned("\u{0}\t"), "Browser");
        assert_eq!(cleaned(&"x".repeat(99)).chars().count(), MAX_LEN);
    }

    #[test]
    fn a_name_that_is_taken_gets_the_next_number() {
        assert_eq!(unique("Chrome", &[]), "Chrome");
        assert_eq!(unique("Chrome", &["Chrome", "Chrome 3"]), "Chrome 2");
        assert_eq!(unique("Chrome", &["Chrome", "Chrome 2"]), "Chrome 3");
    }
}
