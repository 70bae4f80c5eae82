//! The output of programs, kept until the page takes it.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A buffer whose clones write to the same bytes.
#[derive(Clone, Default)]
pub(crate) struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    /// Takes the text so far. A character of which only a part was written stays.
    pub(crate) fn take(&self) -> String {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let whole = match std::str::from_utf8(&bytes) {
            // The start of a character at the end, which is at most three bytes.
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            _ => bytes.len(),
        };
        let rest = bytes.split_off(whole);
        let taken = std::mem::replace(&mut *bytes, rest);
        String::from_utf8_lossy(&taken).into_owned()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Output;
    use std::io::Write;

    #[test]
    fn a_character_is_taken_whole() {
        let mut output = Output::default();
        output.write_all(b"a\xc3").expect("memory");
        assert_eq!(output.take(), "a");
        output.write_all(b"\xa4\xff").expect("memory");
        assert_eq!(output.take(), "\u{e4}\u{fffd}");
        assert_eq!(output.take(), "");
    }
}
