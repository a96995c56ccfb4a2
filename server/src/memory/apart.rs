//! What is kept for long, in memory of its own that the system gives and gets back. Among what
//! comes and goes with every request it would hold memory many times its size: an allocator can
//! give back only what nothing lies in any more. Knows nothing of what it keeps.

use memmap2::{Mmap, MmapMut};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// What is shorter stays with the allocator, in bytes: the system gives whole pages.
const SHORTEST: usize = 16 * 1024;

/// What all that the system gives is aligned to, in bytes, at the least.
const SMALLEST_PAGE: usize = 4096;

/// A list that never changes.
pub struct Apart<T>(Place<T>);

enum Place<T> {
    Allocated(Box<[T]>),
    /// As many of them, from the start on.
    Mapped(Mmap, usize, PhantomData<T>),
}

/// Numbers of the machine, which may lie in memory that no allocator made.
pub trait Plain: Copy + Send + Sync + 'static {}

impl Plain for u8 {}

impl<T: Plain> Apart<T> {
    /// Copies a list to memory of its own; where the system has none, to the allocator's.
    pub fn new(list: &[T]) -> Apart<T> {
        let mapped = mapped(list).map(|map| Place::Mapped(map, list.len(), PhantomData));
        Apart(mapped.unwrap_or_else(|| Place::Allocated(list.into())))
    }
}

impl<T: Plain> Default for Apart<T> {
    fn default() -> Self {
        Apart::new(&[])
    }
}

impl<T: Plain> Deref for Apart<T> {
    type Target = [T];

    #[allow(unsafe_code, reason = "memory of the system's has no type")]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Place::Allocated(list) => list,
            // SAFETY: so many of them were copied there; nobody can write there since, and pages
            // are aligned for all of them.
            Place::Mapped(map, length, _) => unsafe {
                std::slice::from_raw_parts(map.as_ptr().cast(), *length)
            },
        }
    }
}

impl<T: Plain + PartialEq> PartialEq for Apart<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Plain + fmt::Debug> fmt::Debug for Apart<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

/// A text that never changes.
#[derive(Default, PartialEq)]
pub struct Text(Apart<u8>);

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(Apart::new(text.as_bytes()))
    }
}

impl Deref for Text {
    type Target = str;

    #[allow(unsafe_code, reason = "a long text is not to be checked each time")]
    fn deref(&self) -> &str {
        // SAFETY: its bytes are those of a text, and nobody can write there.
        unsafe { std::str::from_utf8_unchecked(&self.0) }
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

#[allow(unsafe_code, reason = "memory of the system's has no type")]
fn mapped<T: Plain>(list: &[T]) -> Option<Mmap> {
    let bytes = size_of_val(list);
    if bytes < SHORTEST || align_of::<T>() > SMALLEST_PAGE {
        return None;
    }
    let mut map = MmapMut::map_anon(bytes).ok()?;
    // SAFETY: both are so many bytes long, and one is new.
    unsafe {
        std::ptr::copy_nonoverlapping(list.as_ptr().cast(), map.as_mut_ptr(), bytes);
    }
    map.make_read_only().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_was_given() {
        for length in [0, 1, SHORTEST - 1, SHORTEST, SHORTEST + 1, 300_000] {
            let text: String = "aé漢".chars().cycle().take(length).collect();
            let kept = Text::from(text.as_str());
            assert_eq!(*kept, text);
            assert!(kept == Text::from(text.as_str()));
            let is_mapped = matches!(kept.0.0, Place::Mapped(..));
            assert_eq!(is_mapped, text.len() >= SHORTEST);
        }
        assert_eq!(&*Text::default(), "");
    }
}
