//! Ends of lines in a text, many bytes at a time.

/// The number of bytes that are compared at once.
const CHUNK: usize = 16;

/// The number of bytes whose ends of lines are counted in a byte.
const COUNTED: usize = u8::MAX as usize;

/// The offset of the first end of a line from `at` on.
pub(crate) fn end_of_line(text: &str, at: usize) -> Option<usize> {
    let rest = text.as_bytes().get(at..)?;
    // Without an early exit inside a chunk, its bytes are compared by one instruction.
    let has_none = |chunk: &&[u8]| !chunk.iter().fold(false, |has, &b| has | (b == b'\n'));
    let chunks = rest.chunks_exact(CHUNK).take_while(has_none).count();
    let start = CHUNK * chunks;
    let in_chunk = rest[start..].iter().position(|&b| b == b'\n')?;
    Some(at + start + in_chunk)
}

/// The number of ends of lines.
pub(crate) fn ends_of_lines(bytes: &[u8]) -> usize {
    let in_part = |part: &[u8]| part.iter().map(|&b| u8::from(b == b'\n')).sum::<u8>();
    let parts = bytes.chunks(COUNTED);
    parts.map(|part| usize::from(in_part(part))).sum()
}

#[cfg(test)]
mod tests {
    use super::{end_of_line, ends_of_lines};

    #[test]
    fn ends_of_lines_are_found_at_every_offset() {
        let mut text = String::new();
        for length in [0, 1, 15, 16, 17, 0, 40, 300, 2] {
            text += &"é".repeat(length / 2);
            text += &"x".repeat(length % 2);
            text.push('\n');
        }
        text += &"\n".repeat(600);
        text += "end";
        for (at, _) in text.char_indices() {
            let expected = text[at..].find('\n').map(|i| at + i);
            assert_eq!(end_of_line(&text, at), expected);
            let count = text[at..].matches('\n').count();
            assert_eq!(ends_of_lines(&text.as_bytes()[at..]), count);
        }
        assert_eq!(end_of_line(&text, text.len()), None);
    }
}
