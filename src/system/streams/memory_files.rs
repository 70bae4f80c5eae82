//! Memory files: texts that streams write and read.

use crate::system::streams::position::StreamId;
use rustc_hash::FxHashMap;

/// A text that streams write and read.
#[derive(Default)]
pub(crate) struct MemoryFile {
    pub(crate) text: String,
    /// The stream that is open on it.
    pub(crate) stream: Option<StreamId>,
    /// Where that stream writes; `None` for the end of the text.
    pub(crate) place: Option<WritePlace>,
}

impl MemoryFile {
    /// Adds what a stream has written.
    fn add(&mut self, written: &str) {
        let Some(place) = self.place.take() else {
            self.text.push_str(written);
            return;
        };
        let start = byte_offset(&self.text, place.offset);
        let replaced = match place.replaces {
            true => byte_offset(&self.text[start..], written.chars().count()),
            false => 0,
        };
        self.text.replace_range(start..start + replaced, written);
    }
}

/// The bytes of the first `characters` of a text, or all of them.
fn byte_offset(text: &str, characters: usize) -> usize {
    let at = text.char_indices().nth(characters);
    at.map_or(text.len(), |(at, _)| at)
}

/// The place in a memory file at which a stream writes.
pub(crate) struct WritePlace {
    /// The characters before it.
    pub(crate) offset: usize,
    /// True if what is written replaces as many characters.
    pub(crate) replaces: bool,
}

/// The memory files by number.
#[derive(Default)]
pub(crate) struct MemoryFiles {
    pub(crate) last: i64,
    /// The size of all texts in bytes.
    text: usize,
    pub(crate) files: FxHashMap<i64, MemoryFile>,
}

impl MemoryFiles {
    /// The memory that they take, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.text + 128 * self.files.len()
    }

    /// Sets the text of a memory file. Returns false if it has been freed.
    pub(crate) fn set_text(&mut self, number: i64, text: String) -> bool {
        let Some(file) = self.files.get_mut(&number) else {
            return false;
        };
        self.text = self.text - file.text.len() + text.len();
        file.text = text;
        true
    }

    /// Frees a memory file. Returns false if it has been freed before.
    pub(crate) fn free(&mut self, number: i64) -> bool {
        let file = self.files.remove(&number);
        self.text -= file.as_ref().map_or(0, |f| f.text.len());
        file.is_some()
    }

    /// A stream is closed: a memory file to which it wrote has a new text.
    pub(crate) fn closed(&mut self, id: StreamId, written: Option<&str>) {
        // Nearly always there is no memory file at all.
        let Some(file) = self.files.values_mut().find(|f| f.stream == Some(id)) else {
            return;
        };
        file.stream = None;
        let before = file.text.len();
        file.add(written.unwrap_or_default());
        self.text = self.text - before + file.text.len();
    }
}
