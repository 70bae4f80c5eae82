//! The files of a machine's program.

use super::session::Machine;
use crate::system::load::changes;
use std::path::PathBuf;

impl Machine {
    /// The paths of the files that are loaded, and of those that they include, but for libraries.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.consult_file("programs/fruehwirth")?;
    /// assert!(machine.loaded_files()[0].ends_with("programs/fruehwirth.pl"));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn loaded_files(&self) -> Vec<PathBuf> {
        changes::read(&self.engine.vm)
    }

    /// The loaded files that have changed on disk since they were loaded, or that include such a file. The goal `make`
    /// loads them again.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.consult_file("programs/fruehwirth")?;
    /// assert!(machine.changed_files().is_empty());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn changed_files(&self) -> Vec<String> {
        self.engine.changed_files()
    }
}
