//! The framing of Chrome's native messaging: the length in four bytes, in native byte order,
//! followed by that number of bytes.
//! <https://developer.chrome.com/docs/extensions/develop/concepts/native-messaging#native-messaging-host-protocol>
//!
//! The functions work with any stream and any content.

use std::io::{ErrorKind, Read, Write};

/// Maximum length of a frame's content in bytes. It is Chrome's limit for messages of a host.
pub const MAX_SIZE: usize = 1024 * 1024;

/// The error of reading or writing a frame. The stream is not usable afterwards.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The frame to read or to write has more than [`MAX_SIZE`] bytes.
    #[error("a frame of {0} bytes: at most {MAX_SIZE} are allowed")]
    TooLarge(usize),
    /// The stream ended within a frame.
    #[error("the stream ended within a frame")]
    CutShort,
    /// The stream failed.
    #[error(transparent)]
    Stream(#[from] std::io::Error),
}

/// Reads one frame. Returns `None` if the stream ends before a frame begins. The stream may return
/// the bytes in any number of reads.
pub fn read_frame(stream: &mut impl Read) -> Result<Option<Vec<u8>>, FrameError> {
    let mut length = [0; 4];
    match read_all(stream, &mut length)? {
        0 => return Ok(None),
        4 => {}
        _ => return Err(FrameError::CutShort),
    }
    // The length is checked before the buffer is allocated.
    let length = u32::from_ne_bytes(length) as usize;
    if length > MAX_SIZE {
        return Err(FrameError::TooLarge(length));
    }
    let mut content = vec![0; length];
    if read_all(stream, &mut content)? < length {
        return Err(FrameError::CutShort);
    }
    Ok(Some(content))
}

/// Writes one frame and flushes the stream.
pub fn write_frame(stream: &mut impl Write, content: &[u8]) -> Result<(), FrameError> {
    let too_large = || FrameError::TooLarge(content.len());
    if content.len() > MAX_SIZE {
        return Err(too_large());
    }
    let length = u32::try_from(content.len()).map_err(|_| too_large())?;
    stream.write_all(&length.to_ne_bytes())?;
    stream.write_all(content)?;
    stream.flush()?;
    Ok(())
}

/// Reads until the buffer is full or the stream ends. Returns the number of bytes.
fn read_all(stream: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match stream.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A stream that returns at most `step` bytes in each read, and is interrupted before each
    /// read.
    struct Trickle<'a> {
        rest: &'a [u8],
        step: usize,
        interrupted: bool,
    }

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.interrupted = !self.interrupted;
            if self.interrupted {
                return Err(ErrorKind::Interrupted.into());
            }
            let count = self.step.min(self.rest.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.rest[..count]);
            self.rest = &self.rest[count..];
            Ok(count)
        }
    }

    fn trickle(rest: &[u8], step: usize) -> Trickle<'_> {
        Trickle {
            rest,
            step,
            interrupted: false,
        }
    }

    fn framed(content: &[u8]) -> Vec<u8> {
        let mut stream = Vec::new();
        write_frame(&mut stream, content).expect("a vector takes everything");
        stream
    }

    proptest! {
        #[test]
        fn a_frame_is_read_back_however_it_is_split(
            contents in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..5),
            step in 1usize..50,
        ) {
            let stream: Vec<u8> = contents.iter().flat_map(|content| framed(content)).collect();
            let mut stream = trickle(&stream, step);
            for content in &contents {
                prop_assert_eq!(read_frame(&mut stream).expect("whole frames"), Some(content.clone()));
            }
            prop_assert!(read_frame(&mut stream).expect("a clean end").is_none());
        }

        #[test]
        fn any_bytes_are_a_frame_an_end_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64), step in 1usize..9) {
            let mut stream = trickle(&bytes, step);
            while let Ok(Some(_)) = read_frame(&mut stream) {}
        }
    }

    #[test]
    fn an_end_within_a_frame_is_an_error() {
        let whole = framed(b"{\"type\":\"hello\"}");
        for end in 1..whole.len() {
            let outcome = read_frame(&mut trickle(&whole[..end], 3));
            assert!(
                matches!(outcome, Err(FrameError::CutShort)),
                "cut at {end}: {outcome:?}"
            );
        }
    }

    #[test]
    fn an_oversized_frame_is_refused_before_it_is_read() {
        let length = u32::try_from(MAX_SIZE + 1).expect("fits");
        let outcome = read_frame(&mut &length.to_ne_bytes()[..]);
        assert!(matches!(outcome, Err(FrameError::TooLarge(size)) if size == MAX_SIZE + 1));
    }

    #[test]
    fn the_largest_frame_passes_and_a_larger_one_is_not_written() {
        let largest = vec![b' '; MAX_SIZE];
        assert_eq!(
            read_frame(&mut &framed(&largest)[..]).expect("allowed"),
            Some(largest)
        );
        let mut stream = Vec::new();
        assert!(write_frame(&mut stream, &vec![b' '; MAX_SIZE + 1]).is_err());
        assert!(stream.is_empty());
    }
}
