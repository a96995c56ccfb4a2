//! The words of identifiers that authors write for scripts and style sheets: `class`, `id`, names
//! of files.

/// The words of a text: runs of ASCII letters, split at changes from lower to upper case.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_ascii_alphabetic())
        .flat_map(camel_case_words)
}

/// The parts of `camelCase`, in order.
pub fn camel_case_words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut pairs = rest.as_bytes().windows(2);
        let starts_word =
            |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
        let end = pairs.position(starts_word).map_or(rest.len(), |at| at + 1);
        let (word, after) = rest.split_at_checked(end)?;
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

/// The word of a sorted list that equals a word, ignoring case.
pub fn in_list(list: &[&'static str], word: &str) -> Option<&'static str> {
    let mut lower = [0; 16];
    let lower = lower.get_mut(..word.len())?;
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    let found = list.binary_search_by(|each| each.as_bytes().cmp(lower));
    found.ok().map(|at| list[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_split_into_words() {
        let split = |text| words(text).collect::<Vec<_>>();
        assert_eq!(
            split("btn-nextPage__icon2 é"),
            ["btn", "next", "Page", "icon"]
        );
        assert_eq!(split(""), [""; 0]);
        assert_eq!(in_list(&["add", "next"], "NEXT"), Some("next"));
        assert_eq!(in_list(&["add", "next"], "a word longer than all"), None);
    }
}
