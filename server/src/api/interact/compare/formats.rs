//! Values in other formats: a page that shows "1234.5" as "$1,234.50" has taken it.

/// Numbers with more digits are not exact as `f64`.
const MAX_DIGITS: usize = 15;

/// Marks that group the digits of a number, next to the one that is its decimal mark.
const GROUPING: [char; 7] = [',', '.', ' ', '\u{a0}', '\u{202f}', '\'', '’'];

/// Whether what a field shows is the value that was asked for, in another format: the same number,
/// or the same letters and digits. A number keeps its sign and its fraction: "15" is not "1.5".
pub fn is_same_value(now: &str, wanted: &str) -> bool {
    let now_numbers = numbers(now);
    // An agent writes "1234" and "1.5", whatever the language of the page, and "1,500" is no 1.5.
    let mut wanted_numbers = match wanted.trim().parse() {
        Ok(number) if !numbers(wanted).is_empty() => vec![number],
        _ => numbers(wanted),
    };
    wanted_numbers.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
    let wanted_numbers = &wanted_numbers[wanted_numbers.len().saturating_sub(1)..];
    let [now_letters, wanted_letters] = [now, wanted].map(|text| kept(text, char::is_alphabetic));
    if !now_numbers.is_empty() && !wanted_numbers.is_empty() {
        let is_same = now_numbers
            .iter()
            .any(|number| wanted_numbers.contains(number));
        return is_same && (wanted_letters.is_empty() || wanted_letters == now_letters);
    }
    let has_fraction = wanted_numbers.iter().any(|number| number.fract() != 0.0);
    // "05" has lost the mark of "0,5".
    if has_fraction && now.chars().all(char::is_alphanumeric) {
        return false;
    }
    let [now, wanted] = [now, wanted].map(|text| kept(text, char::is_alphanumeric));
    !now.is_empty() && now == wanted
}

/// The characters that count, in lower case.
fn kept(text: &str, counts: fn(char) -> bool) -> String {
    let chars = text.chars().filter(|char| counts(*char));
    chars.flat_map(char::to_lowercase).collect()
}

/// The numbers that a text can stand for: "1.234" is one with a fraction, or a whole one with
/// groups. Empty if it is no number, such as a date or a telephone number.
pub fn numbers(text: &str) -> Vec<f64> {
    ['.', ',']
        .into_iter()
        .filter_map(|decimal_mark| number(text, decimal_mark))
        .collect()
}

fn number(text: &str, decimal_mark: char) -> Option<f64> {
    let is_part = |char: char| char.is_ascii_digit() || matches!(char, '-' | '\u{2212}');
    let before = text.split(is_part).next().unwrap_or_default();
    if before.ends_with(char::is_alphabetic) {
        return None;
    }
    // A currency or a unit.
    let text = text.trim_matches(|char| !is_part(char));
    let digits = text.trim_start_matches(['-', '\u{2212}', ' ']);
    let sign = if digits.len() < text.len() { "-" } else { "" };
    let (whole, fraction) = digits.split_once(decimal_mark).unwrap_or((digits, ""));
    let groups: Vec<&str> = whole.split(GROUPING).collect();
    let mut all = groups.iter().copied().chain([fraction]);
    let are_digits = all.all(|group| group.chars().all(|char| char.is_ascii_digit()));
    let are_groups = groups.len() == 1
        || (1..=3).contains(&groups[0].len()) && groups[1..].iter().all(|group| group.len() == 3);
    // A number of a house, an account or a place keeps its zeros and all its digits.
    let is_code = whole.len() > 1 && whole.starts_with('0') || whole.len() > MAX_DIGITS;
    if whole.is_empty() || !are_digits || !are_groups || is_code {
        return None;
    }
    format!("{sign}{}.{fraction}0", groups.concat())
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::is_same_value;

    #[test]
    fn a_format_keeps_the_number_and_the_letters() {
        for (now, wanted) in [
            ("$1,234.50", "1234.5"),
            ("1.234,50 €", "1234.5"),
            ("1 234", "1234"),
            ("1.5", "1,5"),
            ("5 kg", "5"),
            ("-5.0", "-5"),
            ("\u{2212}5", "-5"),
            ("(555) 123-4567", "5551234567"),
            ("4242 4242 4242 4242", "4242424242424242"),
            ("AB-12", "ab12"),
            ("10/12/2024", "10.12.2024"),
            ("(030) 12 34", "0301234"),
            ("1,500", "1500"),
        ] {
            assert!(is_same_value(now, wanted), "{now} {wanted}");
        }
        for (now, wanted) in [
            ("15", "1.5"),
            ("05", "0,5"),
            ("1.5", "15"),
            ("5", "-5"),
            ("-5", "5"),
            ("1234", "1.234"),
            ("15 kg", "1.5 kg"),
            ("5 lb", "5 kg"),
            ("", "-"),
            ("-", ""),
            ("Berlin", "Bern"),
            ("12/10/2024", "10/12/2024"),
            ("1.5", "1,500"),
            ("1234", "01234"),
            ("9007199254740993", "9007199254740992"),
        ] {
            assert!(!is_same_value(now, wanted), "{now} {wanted}");
        }
    }
}
