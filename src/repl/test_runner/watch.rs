//! Waits for changes of files.

use super::documents::Chosen;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The time between two looks at the files.
const INTERVAL: Duration = Duration::from_millis(200);

/// The state of a file: its time of change and its size; none if it does not exist.
type FileState = Option<(SystemTime, u64)>;

/// The files that a run has read, by document.
#[derive(Default)]
pub(super) struct Watched {
    /// The files of a document, with their states before it ran.
    documents: BTreeMap<String, Vec<(PathBuf, FileState)>>,
}

fn state(path: &Path) -> FileState {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

impl Watched {
    /// Notes the state of a document that is about to run.
    pub(super) fn begin(&mut self, document: &str) {
        let files = self.documents.entry(document.to_string()).or_default();
        let own = PathBuf::from(document);
        if files.iter().all(|(path, _)| *path != own) {
            files.push((own, None));
        }
        for (path, known) in files {
            *known = state(path);
        }
    }

    /// Notes the files that a document has loaded.
    pub(super) fn end(&mut self, document: &str, loaded: &[PathBuf]) {
        let files = self.documents.entry(document.to_string()).or_default();
        for path in loaded {
            if files.iter().all(|(known, _)| known != path) {
                files.push((path.clone(), state(path)));
            }
        }
    }

    /// The number of files.
    pub(super) fn count(&self) -> usize {
        let mut all: Vec<&PathBuf> = self.documents.values().flatten().map(|(p, _)| p).collect();
        all.sort();
        all.dedup();
        all.len()
    }

    /// Waits until one of the documents that `find` returns has changed, a file that it has loaded, or a document is
    /// new. Returns these.
    pub(super) fn wait(&self, mut find: impl FnMut() -> Vec<Chosen>) -> Vec<Chosen> {
        loop {
            std::thread::sleep(INTERVAL);
            let is_changed = |d: &Chosen| match self.documents.get(&d.name) {
                Some(files) => files.iter().any(|(path, known)| state(path) != *known),
                None => true,
            };
            let changed: Vec<Chosen> = find().into_iter().filter(is_changed).collect();
            if !changed.is_empty() {
                return changed;
            }
        }
    }
}
