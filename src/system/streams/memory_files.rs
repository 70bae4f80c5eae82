//! Memory files: texts that streams write and read.

use crate::system::streams::position::StreamId;
use rustc_hash::FxHashMap;

/// A text that streams write and read.
#[derive(Default)]
pub(crate) struct MemoryFile {
    pub(crate) text: String,
    /// The stream that is open on it.
    pub(crate) stream: Option<StreamId>,
}

/// The memory files by number.
#[derive(Default)]
pub(crate) struct MemoryFiles {
    pub(crate) last: i64,
    pub(crate) files: FxHashMap<i64, MemoryFile>,
}

impl MemoryFiles {
    /// The size of all texts in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.files.values().map(|f| f.text.len() + 64).sum()
    }

    /// A stream is closed: a memory file to which it wrote has a new text.
    pub(crate) fn closed(&mut self, id: StreamId, written: Option<&str>) {
        // Nearly always there is no memory file at all.
        let Some(file) = self.files.values_mut().find(|f| f.stream == Some(id)) else {
            return;
        };
        file.stream = None;
        file.text.push_str(written.unwrap_or_default());
    }
}
