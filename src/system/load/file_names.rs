//! The names of program files: all paths to a file give the same name.

use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The names of the files that a machine has looked at.
#[derive(Default, Clone)]
pub(crate) struct FileNames {
    /// By path, with all links resolved.
    by_path: FxHashMap<PathBuf, Arc<str>>,
    /// The absolute path of each name.
    pub(crate) full: FxHashMap<Arc<str>, PathBuf>,
}

impl FileNames {
    /// The name of a file: `shown`, unless it has one, or the name is that of another file, which it may be
    /// after a change of the working directory.
    pub(crate) fn name(&mut self, shown: &str, full: PathBuf, real: PathBuf) -> Arc<str> {
        if let Some(name) = self.by_path.get(&real) {
            return name.clone();
        }
        let name: Arc<str> = match self.full.contains_key(shown) {
            true => full.to_string_lossy().into(),
            false => shown.into(),
        };
        self.by_path.insert(real, name.clone());
        self.full.insert(name.clone(), full);
        name
    }
}
