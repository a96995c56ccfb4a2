//! Converts integers to text and back. One function for each direction serves all widths, because
//! the standard library's functions would be compiled for each width, with the formatting code.

/// Appends a number.
pub fn push(text: &mut String, number: u64) {
    push_in(text, number, 10);
}

/// Appends a signed number.
pub fn push_signed(text: &mut String, number: i64) {
    if number < 0 {
        text.push('-');
    }
    push_in(text, number.unsigned_abs(), 10);
}

/// Appends a number in hexadecimal.
pub fn push_hex(text: &mut String, number: u64) {
    push_in(text, number, 16);
}

/// Integers as a list: `12,17,…`.
pub fn list(numbers: &[u32]) -> String {
    let mut text = String::with_capacity(numbers.len() * 6);
    for (position, number) in numbers.iter().enumerate() {
        if position > 0 {
            text.push(',');
        }
        push(&mut text, (*number).into());
    }
    text
}

/// A number as text.
pub fn to_text(number: i64) -> String {
    let mut text = String::new();
    push_signed(&mut text, number);
    text
}

/// Parses a text that is only a number with an optional sign.
#[inline(never)]
pub fn parse(text: &str) -> Option<i64> {
    text.parse().ok()
}

/// Parses a hexadecimal number.
#[inline(never)]
pub fn parse_hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

#[inline(never)]
fn push_in(text: &mut String, number: u64, base: u64) {
    // The longest number has twenty digits.
    let mut digits = [0; 20];
    let mut count = 0;
    let mut rest = number;
    for digit in &mut digits {
        *digit = (rest % base) as u8;
        rest /= base;
        count += 1;
        if rest == 0 {
            break;
        }
    }
    for digit in digits[..count].iter().rev() {
        let first = if *digit < 10 { b'0' } else { b'a' - 10 };
        text.push(char::from(first + digit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_and_parsed() {
        for number in [0, 1, 9, 10, 255, 4_096, i64::MAX, -1, i64::MIN] {
            assert_eq!(to_text(number), number.to_string());
            assert_eq!(parse(&to_text(number)), Some(number));
            let mut text = String::new();
            push_hex(&mut text, number as u64);
            assert_eq!(text, format!("{number:x}"));
            assert_eq!(parse_hex(&text), Some(number as u64));
        }
        assert_eq!([parse(""), parse("1 "), parse("x")], [None; 3]);
    }
}
