//! What programs that measure share: repeatable randomness, the resources that a process uses, and
//! the part of a document that they write.

use anyhow::Context;

/// Numbers that depend on a seed only.
pub struct Random(u64);

impl Random {
    /// The numbers of this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from 0 to `limit - 1`.
    pub fn below(&mut self, limit: usize) -> usize {
        // SplitMix64, whose seeds may be small and close to each other.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits >> 33) as usize % limit
    }
}

/// Resident memory of a process in kilobytes. Linux.
pub fn resident(id: u32) -> u64 {
    memory(id, "VmRSS:")
}

/// The peak of the resident memory.
pub fn peak(id: u32) -> u64 {
    memory(id, "VmHWM:")
}

fn memory(id: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or_default()
}

/// Processor time of a process in milliseconds. Linux, where a tick is 10 ms.
pub fn processor_time(id: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    let ticks = |at: usize| {
        fields
            .get(at)
            .and_then(|field| field.parse::<u64>().ok())
            .unwrap_or_default()
    };
    (ticks(11) + ticks(12)) * 10
}

/// The document with another text between two marks.
pub fn replaced(document: &str, [begin, end]: [&str; 2], text: &str) -> anyhow::Result<String> {
    let (before, rest) = document
        .split_once(begin)
        .with_context(|| format!("no {begin}"))?;
    let (_, after) = rest
        .split_once(end)
        .with_context(|| format!("no {end} behind {begin}"))?;
    Ok(format!("{before}{begin}\n{text}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_between_the_marks_is_replaced() {
        let marks = ["<!-- a -->", "<!-- /a -->"];
        let document = "x\n<!-- a -->\nold\n<!-- /a -->\ny";
        let new = replaced(document, marks, "new").expect("marks");
        assert_eq!(new, "x\n<!-- a -->\nnew\n<!-- /a -->\ny");
        assert!(replaced("x", marks, "new").is_err());
    }
}
