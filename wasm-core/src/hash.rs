//! The hash for uids and signatures of selectors: FNV-1a, 64 bits, implemented here because its
//! values must never change. Source of the constants: http://www.isthe.com/chongo/tech/comp/fnv/

/// The hash of nothing.
pub const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Base of a polynomial hash of a sequence of hashes.
pub const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hash of bytes.
pub fn bytes(bytes: &[u8]) -> u64 {
    more(OFFSET, bytes)
}

/// Continues a hash with a text, followed by an end mark.
pub fn text(before: u64, text: &str) -> u64 {
    more(more(before, text.as_bytes()), &[0xff])
}

/// Hash of characters.
pub fn chars(chars: impl Iterator<Item = char>) -> u64 {
    chars.fold(OFFSET, char)
}

/// Continues a hash with a character.
pub fn char(before: u64, char: char) -> u64 {
    (before ^ u64::from(char)).wrapping_mul(PRIME)
}

/// Hash of two numbers in order.
pub fn pair(first: u64, second: u64) -> u64 {
    more(more(OFFSET, &first.to_le_bytes()), &second.to_le_bytes())
}

fn more(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_published_vectors() {
        assert_eq!(super::bytes(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(super::bytes(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(super::bytes(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
