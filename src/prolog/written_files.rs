//! The files in memory that a program has written, for the host.

use super::query::Query;
use super::session::Machine;
use crate::system::file_space::FileSpace;
use std::path::PathBuf;

impl Machine {
    /// Takes the files of [`Access::files_in_memory`](super::Access::files_in_memory) that were made or changed since
    /// the last call, with their bytes. They stay in the machine.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none().files_in_memory(1 << 20)).build()?;
    /// assert!(machine.run("tell(a), write(b), told")?);
    /// assert_eq!(machine.take_written_files()[0].1, b"b");
    /// assert!(machine.take_written_files().is_empty());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn take_written_files(&mut self) -> Vec<(PathBuf, Vec<u8>)> {
        self.engine.flush();
        let space = &self.engine.access().space;
        space
            .as_ref()
            .map_or_else(Vec::new, FileSpace::take_written)
    }
}

impl Query<'_> {
    /// Takes the files in memory that were written since the last call, as [`Machine::take_written_files`] does.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none().files_in_memory(1 << 20)).build()?;
    /// let mut query = machine.query("tell(a), write(b), told")?;
    /// assert!(query.next().unwrap()?.is_true());
    /// assert_eq!(query.take_written_files()[0].1, b"b");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn take_written_files(&mut self) -> Vec<(PathBuf, Vec<u8>)> {
        self.machine().take_written_files()
    }
}
