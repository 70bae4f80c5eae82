//! A space of files in memory, which a program may make, change and remove: the file system of a machine that has
//! no other.
//!
//! Paths are absolute, without `.` and `..`. Knows no terms.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The space that an entry takes besides its bytes.
const ENTRY: u64 = 128;

/// Files and folders in memory.
#[derive(Debug)]
pub(crate) struct FileSpace(Arc<Mutex<Entries>>);

#[derive(Clone, Debug)]
struct Entries {
    /// The most bytes that all files may have.
    most: u64,
    used: u64,
    files: BTreeMap<PathBuf, Vec<u8>>,
    /// The folders besides the root.
    folders: BTreeSet<PathBuf>,
    /// The files that were written since the host took them.
    written: BTreeSet<PathBuf>,
}

impl Clone for FileSpace {
    /// A space with the same files: changes in one do not affect the other.
    fn clone(&self) -> FileSpace {
        FileSpace(Arc::new(Mutex::new(self.entries().clone())))
    }
}

impl FileSpace {
    /// A space without files, for so many bytes.
    pub(crate) fn new(most: u64) -> FileSpace {
        FileSpace(Arc::new(Mutex::new(Entries {
            most,
            used: 0,
            files: BTreeMap::new(),
            folders: BTreeSet::new(),
            written: BTreeSet::new(),
        })))
    }

    /// A space without files that may hold as much.
    pub(crate) fn emptied(&self) -> FileSpace {
        FileSpace::new(self.entries().most)
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bytes of a file, if there is one.
    pub(crate) fn read(&self, path: &Path) -> Option<Vec<u8>> {
        self.entries().files.get(path).cloned()
    }

    /// The size of a file.
    pub(crate) fn size(&self, path: &Path) -> Option<u64> {
        let entries = self.entries();
        entries.files.get(path).map(|bytes| bytes.len() as u64)
    }

    pub(crate) fn is_dir(&self, path: &Path) -> bool {
        self.entries().is_dir(path)
    }

    /// Opens a file for writing, empty or at its end.
    pub(crate) fn open(&self, path: &Path, append: bool) -> io::Result<SpaceWriter> {
        let mut entries = self.entries();
        entries.make_room_for(path)?;
        let size = entries.files.get(path).map_or(0, Vec::len) as u64;
        if !append {
            entries.used -= size;
            entries.files.insert(path.to_path_buf(), Vec::new());
        } else if !entries.files.contains_key(path) {
            entries.files.insert(path.to_path_buf(), Vec::new());
        }
        entries.written.insert(path.to_path_buf());
        Ok(SpaceWriter {
            space: FileSpace(Arc::clone(&self.0)),
            path: path.to_path_buf(),
        })
    }

    /// Makes a file, with these bytes.
    pub(crate) fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.open(path, false)?.write_all(bytes)
    }

    pub(crate) fn remove_file(&self, path: &Path) -> io::Result<()> {
        let mut entries = self.entries();
        let bytes = entries.files.remove(path).ok_or(ErrorKind::NotFound)?;
        entries.used -= bytes.len() as u64 + ENTRY;
        entries.written.remove(path);
        Ok(())
    }

    /// Gives a file another name.
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        if from == to && self.size(from).is_some() {
            return Ok(());
        }
        let bytes = self.read(from).ok_or(ErrorKind::NotFound)?;
        let mut entries = self.entries();
        entries.check_folder(to)?;
        if let Some(replaced) = entries.files.insert(to.to_path_buf(), bytes) {
            entries.used -= replaced.len() as u64 + ENTRY;
        }
        entries.files.remove(from);
        entries.written.remove(from);
        entries.written.insert(to.to_path_buf());
        Ok(())
    }

    pub(crate) fn create_dir(&self, path: &Path) -> io::Result<()> {
        let mut entries = self.entries();
        if entries.is_dir(path) || entries.files.contains_key(path) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        entries.make_room_for(path)?;
        entries.folders.insert(path.to_path_buf());
        Ok(())
    }

    /// Removes an empty folder.
    pub(crate) fn remove_dir(&self, path: &Path) -> io::Result<()> {
        if !self.names(path)?.is_empty() {
            return Err(ErrorKind::DirectoryNotEmpty.into());
        }
        let mut entries = self.entries();
        match entries.folders.remove(path) {
            true => {
                entries.used -= ENTRY;
                Ok(())
            }
            // The root stays.
            false => Err(ErrorKind::PermissionDenied.into()),
        }
    }

    /// The names in a folder.
    pub(crate) fn names(&self, folder: &Path) -> io::Result<Vec<String>> {
        let entries = self.entries();
        if !entries.is_dir(folder) {
            return Err(ErrorKind::NotFound.into());
        }
        let paths = entries.files.keys().chain(&entries.folders);
        let inside = paths.filter(|p| p.parent() == Some(folder));
        let names = inside.filter_map(|p| p.file_name());
        let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
        names.sort();
        Ok(names)
    }

    /// Returns true if a file could be opened for writing, or a folder be written to.
    pub(crate) fn can_write(&self, path: &Path) -> bool {
        let entries = self.entries();
        entries.is_dir(path) || entries.check_folder(path).is_ok()
    }

    /// The files that were written since the last call, with their bytes.
    pub(crate) fn take_written(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut entries = self.entries();
        let written = std::mem::take(&mut entries.written);
        let file = |path: PathBuf| {
            let bytes = entries.files.get(&path)?.clone();
            Some((path, bytes))
        };
        written.into_iter().filter_map(file).collect()
    }
}

impl Entries {
    fn is_dir(&self, path: &Path) -> bool {
        path == Path::new("/") || self.folders.contains(path)
    }

    /// Checks that a path can be that of a file: its folder exists, and it is not a folder itself.
    fn check_folder(&self, path: &Path) -> io::Result<()> {
        if self.is_dir(path) {
            return Err(ErrorKind::IsADirectory.into());
        }
        match path.parent() {
            Some(folder) if self.is_dir(folder) => Ok(()),
            _ => Err(ErrorKind::NotFound.into()),
        }
    }

    /// Counts a new entry at a path, if there is none.
    fn make_room_for(&mut self, path: &Path) -> io::Result<()> {
        self.check_folder(path)?;
        match self.files.contains_key(path) {
            true => Ok(()),
            false => self.take(ENTRY),
        }
    }

    fn take(&mut self, bytes: u64) -> io::Result<()> {
        if self.used + bytes > self.most {
            return Err(ErrorKind::StorageFull.into());
        }
        self.used += bytes;
        Ok(())
    }
}

/// Writes at the end of a file in memory.
pub(crate) struct SpaceWriter {
    space: FileSpace,
    path: PathBuf,
}

impl Write for SpaceWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut entries = self.space.entries();
        if !entries.files.contains_key(&self.path) {
            // The file was removed or renamed: what is written to it is lost, as in other file systems.
            return Ok(bytes.len());
        }
        entries.take(bytes.len() as u64)?;
        entries.written.insert(self.path.clone());
        if let Some(file) = entries.files.get_mut(&self.path) {
            file.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::FileSpace;
    use std::io::{ErrorKind, Write};
    use std::path::{Path, PathBuf};

    fn path(text: &str) -> &Path {
        Path::new(text)
    }

    #[test]
    fn files_are_made_changed_and_removed() {
        let space = FileSpace::new(10_000);
        space.write(path("/a"), b"one").expect("a file");
        let mut end = space.open(path("/a"), true).expect("a file");
        end.write_all(b" two").expect("room");
        assert_eq!(space.read(path("/a")).as_deref(), Some(&b"one two"[..]));
        let copy = space.clone();
        space.create_dir(path("/d")).expect("a folder");
        space.rename(path("/a"), path("/d/b")).expect("a file");
        end.write_all(b"lost").expect("nothing");
        assert_eq!(space.names(path("/")).expect("the root"), ["d"]);
        assert_eq!(space.size(path("/d/b")), Some(7));
        let written = [(PathBuf::from("/d/b"), b"one two".to_vec())];
        assert_eq!(space.take_written(), written);
        assert!(space.take_written().is_empty());
        let kind = |r: std::io::Result<()>| r.expect_err("an error").kind();
        assert_eq!(
            kind(space.remove_dir(path("/d"))),
            ErrorKind::DirectoryNotEmpty
        );
        space.remove_file(path("/d/b")).expect("a file");
        space.remove_dir(path("/d")).expect("a folder");
        assert_eq!(
            kind(space.remove_dir(path("/"))),
            ErrorKind::PermissionDenied
        );
        assert_eq!(kind(space.write(path("/d/b"), b"")), ErrorKind::NotFound);
        assert_eq!(space.entries().used, 0);
        assert_eq!(copy.size(path("/a")), Some(7));
    }

    #[test]
    fn a_space_has_no_more_than_its_bytes() {
        let space = FileSpace::new(1000);
        let full = space.write(path("/a"), &[0; 900]).expect_err("no room");
        assert_eq!(full.kind(), ErrorKind::StorageFull);
        space.write(path("/a"), &[0; 800]).expect("room");
        space.write(path("/a"), &[0; 800]).expect("room");
        space.remove_file(path("/a")).expect("a file");
        space.write(path("/b"), &[0; 872]).expect("room");
        assert!(space.create_dir(path("/d")).is_err());
    }
}
