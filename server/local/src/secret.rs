//! Keys, tokens and nonces: 256 random bits each, written as hexadecimal digits.

/// Length of a secret, in digits.
pub const DIGITS: usize = 64;

/// A new secret.
///
/// # Errors
/// If the system provides no random numbers.
pub fn new() -> anyhow::Result<String> {
    let mut bytes = [0u8; DIGITS / 2];
    getrandom::fill(&mut bytes)
        .map_err(|error| anyhow::anyhow!("the system provides no random numbers: {error}"))?;
    Ok(hex(&bytes))
}

/// Whether the text has the format of a secret.
pub fn is_well_formed(text: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.len() == DIGITS && text.bytes().all(is_digit)
}

/// The bytes as digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a secret's digits.
pub fn bytes(digits: &str) -> Option<[u8; DIGITS / 2]> {
    if !is_well_formed(digits) {
        return None;
    }
    let mut bytes = [0; DIGITS / 2];
    for (byte, at) in bytes.iter_mut().zip((0..DIGITS).step_by(2)) {
        *byte = u8::from_str_radix(&digits[at..at + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_secret_is_new_and_can_be_parsed() {
        let (one, two) = (new().expect("random"), new().expect("random"));
        assert!(one != two && is_well_formed(&one));
        assert_eq!(hex(&bytes(&one).expect("digits")), one);
    }

    #[test]
    fn a_text_in_another_format_is_not_a_secret() {
        let whole = "0".repeat(DIGITS);
        assert!(is_well_formed(&whole));
        for text in [
            "",
            &whole[1..],
            &"g".repeat(DIGITS),
            &"A".repeat(DIGITS),
            "é",
        ] {
            assert!(!is_well_formed(text) && bytes(text).is_none(), "{text}");
        }
    }
}
