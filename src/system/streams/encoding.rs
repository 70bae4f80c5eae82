//! Encodings of text streams: characters to bytes, byte order marks.

use std::fs::File;
use std::io::{self, Read, Seek};

/// The encoding of characters as bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    /// UTF-8.
    Utf8,
    /// ISO 8859-1: each byte is a character.
    Latin1,
    /// ASCII.
    Ascii,
    /// UTF-16, the more significant byte first.
    Utf16Be,
    /// UTF-16, the less significant byte first.
    Utf16Le,
    /// No characters: a binary stream.
    Binary,
}

impl Encoding {
    /// The encoding that an option names.
    pub(crate) fn from_name(name: &str) -> Option<Encoding> {
        Some(match name {
            "utf8" | "utf-8" | "UTF-8" | "text" => Encoding::Utf8,
            "iso_latin_1" | "latin1" | "iso-8859-1" | "ISO-8859-1" => Encoding::Latin1,
            "ascii" | "us_ascii" | "US-ASCII" => Encoding::Ascii,
            "octet" => Encoding::Latin1,
            "utf16be" | "unicode_be" | "utf-16be" | "UTF-16BE" => Encoding::Utf16Be,
            "utf16le" | "unicode_le" | "utf-16le" | "UTF-16LE" => Encoding::Utf16Le,
            _ => return None,
        })
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf8",
            Encoding::Latin1 => "iso_latin_1",
            Encoding::Ascii => "ascii",
            Encoding::Utf16Be => "utf16be",
            Encoding::Utf16Le => "utf16le",
            Encoding::Binary => "octet",
        }
    }

    /// The bytes that a character takes.
    pub(crate) fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16Be | Encoding::Utf16Le => 2 * c.len_utf16(),
            _ => 1,
        }
    }

    /// The bytes of a character.
    pub(crate) fn push(self, c: char, to: &mut Vec<u8>) {
        let mut units = [0; 2];
        match self {
            Encoding::Utf8 | Encoding::Binary => {
                to.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            Encoding::Latin1 | Encoding::Ascii => to.push(c as u8),
            Encoding::Utf16Be => {
                let units = c.encode_utf16(&mut units);
                to.extend(units.iter().flat_map(|u| u.to_be_bytes()));
            }
            Encoding::Utf16Le => {
                let units = c.encode_utf16(&mut units);
                to.extend(units.iter().flat_map(|u| u.to_le_bytes()));
            }
        }
    }

    /// The byte order mark in this encoding: the character U+FEFF.
    pub(crate) fn mark(self) -> &'static [u8] {
        match self {
            Encoding::Utf8 => &[0xEF, 0xBB, 0xBF],
            Encoding::Utf16Be => &[0xFE, 0xFF],
            Encoding::Utf16Le => &[0xFF, 0xFE],
            Encoding::Latin1 | Encoding::Ascii | Encoding::Binary => &[],
        }
    }

    /// The encoding that the byte order mark at the start of a file indicates.
    pub(crate) fn of_mark(file: &mut File) -> Option<Encoding> {
        let mut start = Vec::new();
        file.by_ref().take(3).read_to_end(&mut start).ok()?;
        file.rewind().ok()?;
        [Encoding::Utf8, Encoding::Utf16Be, Encoding::Utf16Le]
            .into_iter()
            .find(|e| start.starts_with(e.mark()))
    }

    /// The greatest character that can be written.
    pub(crate) fn greatest(self) -> char {
        match self {
            Encoding::Latin1 => '\u{FF}',
            Encoding::Ascii => '\u{7F}',
            _ => char::MAX,
        }
    }
}

/// A failure of input or output.
#[derive(Debug)]
pub(crate) enum StreamFault {
    /// An error of the operating system.
    Io(io::Error),
    /// Bytes that do not encode a character, or a character that the encoding does not have.
    Encoding,
}
