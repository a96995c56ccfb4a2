//! `small`, `medium` and `large`, compared with the others of the same kind.

use super::texts::MIN_SIZE_RATIO;

/// A word for each size; all `None` if they hardly differ.
pub fn size_words(sizes: &[f64]) -> Vec<Option<&'static str>> {
    let mut sorted = sizes.to_vec();
    sorted.sort_by(f64::total_cmp);
    // The smallest of each group of similar sizes.
    let mut groups: Vec<f64> = Vec::new();
    let mut last = f64::NEG_INFINITY;
    for size in sorted {
        if groups.is_empty() || size >= last * MIN_SIZE_RATIO {
            groups.push(size);
        }
        last = size;
    }
    let ranks = groups.len().saturating_sub(1);
    let size_word = |size: &f64| {
        let rank = groups.iter().filter(|start| *start <= size).count();
        match rank.saturating_sub(1) * 3 {
            _ if ranks == 0 => None,
            share if share < ranks => Some("small"),
            share if share > 2 * ranks => Some("large"),
            _ => Some("medium"),
        }
    };
    sizes.iter().map(size_word).collect()
}

#[cfg(test)]
mod tests {
    use super::size_words;

    #[test]
    fn sizes_have_words_only_if_they_differ() {
        assert_eq!(size_words(&[20.0, 20.5, 21.0]), [None, None, None]);
        let two = [Some("small"), Some("large"), Some("small")];
        assert_eq!(size_words(&[20.0, 48.0, 21.0]), two);
        let three = [Some("large"), Some("small"), Some("medium")];
        assert_eq!(size_words(&[400.0, 20.0, 48.0]), three);
        assert!(size_words(&[]).is_empty());
    }
}
