//! What the system keeps in memory for the program beside what it allocates. Linux; elsewhere
//! nothing is done.

#[cfg(target_os = "linux")]
pub use linux::{forget_file, take_small_pages};

/// Nothing is known that would help.
#[cfg(not(target_os = "linux"))]
pub fn forget_file() {}

/// Nothing is known that would help.
#[cfg(not(target_os = "linux"))]
pub fn take_small_pages() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::ops::Range;

    /// Huge pages would be held whole for the sake of a few bytes each: a fifth of the server's
    /// size, and no faster.
    #[allow(unsafe_code, reason = "the system has no other door")]
    pub fn take_small_pages() {
        // SAFETY: it takes numbers and touches no memory; where it fails, all is as it was.
        unsafe { libc::prctl(libc::PR_SET_THP_DISABLE, 1, 0, 0, 0) };
    }

    /// The token table stands packed in the program's file, 33 MB that are read once. The system
    /// forgets them, and would read from the file again what is asked for again.
    pub fn forget_file() {
        let program = std::fs::read_link("/proc/self/exe").unwrap_or_default();
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap_or_default();
        for part in untouched_parts(&maps, &program.to_string_lossy()) {
            forget(part);
        }
    }

    #[allow(unsafe_code, reason = "the system has no other door")]
    fn forget(part: Range<usize>) {
        let start = std::ptr::with_exposed_provenance_mut(part.start);
        // SAFETY: the part is mapped from the program's file, can't be written and differs nowhere
        // from the file: what is read there after this is what was read there before.
        unsafe { libc::madvise(start, part.len(), libc::MADV_DONTNEED) };
    }

    /// Where the file stands in memory as it is: what can be read only, and of which no page was
    /// made the process's own (the linker's corrections are: read-only by now, but in no file).
    fn untouched_parts(maps: &str, program: &str) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut part = None;
        for line in maps.lines() {
            if let Some(range) = range(line) {
                let fits = line.contains(" r--p ") && line.ends_with(&format!(" {program}"));
                part = fits.then_some(range);
            } else if let Some(own) = line.strip_prefix("Anonymous:")
                && let Some(range) = part.take()
                && own.trim() == "0 kB"
            {
                parts.push(range);
            }
        }
        parts
    }

    /// Of the line that opens an entry, `55e0…-55e1… r--p …`.
    fn range(line: &str) -> Option<Range<usize>> {
        let (start, end) = line.split_once(' ')?.0.split_once('-')?;
        let number = |text| usize::from_str_radix(text, 16).ok();
        Some(number(start)?..number(end)?)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn only_what_is_in_the_file_as_it_stands_is_forgotten() {
            let entry = |range: &str, access: &str, file: &str, own: &str| {
                format!(
                    "{range} {access} 00000000 fe:00 6 {file}\nRss: 4 kB\nAnonymous: {own} kB\nVmFlags: rd mr\n"
                )
            };
            let maps = [
                entry("1000-3000", "r--p", "/opt/ax lens", "0"),
                entry("3000-4000", "r-xp", "/opt/ax lens", "0"),
                entry("4000-5000", "r--p", "/opt/ax lens", "4"),
                entry("5000-6000", "rw-p", "/opt/ax lens", "0"),
                entry("6000-7000", "r--p", "/opt/other", "0"),
                entry("a000-b000", "r--p", "/opt/ax lens", "0"),
            ];
            let parts = untouched_parts(&maps.concat(), "/opt/ax lens");
            assert_eq!(parts, [0x1000..0x3000, 0xa000..0xb000]);
        }

        #[test]
        fn the_program_reads_what_it_read_before() {
            let before = include_str!("program.rs").to_owned();
            forget_file();
            assert_eq!(before, include_str!("program.rs"));
        }
    }
}
