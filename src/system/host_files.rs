//! The files of a machine: those of the system that the host grants, and texts that the host provides.
//!
//! The only file of the library that accesses the file system for programs.

use super::access::{FileUse, tidied};
use super::environment::Environment;
use super::file_space::{FileSpace, SpaceWriter};
use super::pipes::{PipeReader, PipeWriter, wait_for};
use crate::machine::Interrupt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// The state of a file, to find out whether it has changed: the time of the last change, and the size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FileStamp(SystemTime, u64);

/// A file that is open.
pub(crate) enum OpenedFile {
    /// A file of the system.
    File(File),
    /// A named pipe that is open for reading.
    PipeToRead(PipeReader),
    /// A named pipe that is open for writing.
    PipeToWrite(PipeWriter),
    /// A text of the host, or a file in memory, open for reading.
    Text(Arc<[u8]>),
    /// A file in memory that is open for writing.
    Space(SpaceWriter),
}

/// The end of a named pipe that is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PipeEnd {
    Reading,
    Writing,
}

/// Opens an end of a named pipe once the other end is open.
///
/// # Errors
/// `WouldBlock` when the machine is interrupted or a time limit expires; what the operating system reports.
pub(crate) fn open_named_pipe(
    path: PathBuf,
    end: PipeEnd,
    interrupt: &Interrupt,
) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(end == PipeEnd::Reading);
    options.append(end == PipeEnd::Writing);
    let (one_end, to_open) = (options.clone(), path.clone());
    // To open both ends does not wait.
    let both_ends = || options.read(true).append(true).open(path).ok();
    wait_for(move || one_end.open(to_open), interrupt, both_ends)
}

impl Environment {
    /// A path, resolved against the machine's working directory.
    pub(crate) fn resolve(&self, path: &Path) -> PathBuf {
        match &self.directory {
            Some(d) => d.join(path),
            None => path.to_path_buf(),
        }
    }

    /// The absolute path of a file, without `.` and `..`; it need not exist.
    pub(crate) fn absolute(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(tidied(&self.working_directory()?.join(path)))
    }

    /// The machine's working directory: its own, or that of the process.
    pub(crate) fn working_directory(&self) -> io::Result<PathBuf> {
        match &self.directory {
            Some(d) => Ok(d.clone()),
            None => std::env::current_dir(),
        }
    }

    /// Makes a directory the machine's working directory, if it exists and may be read.
    pub(crate) fn change_directory(&mut self, path: &Path) -> io::Result<()> {
        let old = self.working_directory()?;
        let new = old.join(path);
        // To stay in the same directory changes nothing, and needs no access to it.
        match new == old || self.is_dir(&new) {
            true => self.directory = Some(new),
            false => return Err(io::ErrorKind::NotFound.into()),
        }
        Ok(())
    }

    /// The path by which a file may be used.
    fn permitted(&self, path: &Path, usage: FileUse) -> io::Result<PathBuf> {
        match self.access.grants_all(usage) {
            true => Ok(self.resolve(path)),
            false => self.access.permitted(&self.absolute(path)?, usage),
        }
    }

    fn readable(&self, path: &Path) -> io::Result<PathBuf> {
        self.permitted(path, FileUse::Read)
    }

    fn writable(&self, path: &Path) -> io::Result<PathBuf> {
        self.permitted(path, FileUse::Write)
    }

    /// The text that the host gives for a path.
    fn text(&self, path: &Path) -> Option<&Arc<[u8]>> {
        if self.access.texts.is_empty() {
            return None;
        }
        self.access.texts.get(&self.absolute(path).ok()?)
    }

    /// The files in memory that stand for those of the system, if they do, and the path of a file among them. A text
    /// of the host is not one of them and cannot be changed.
    fn space(&self, path: &Path) -> Option<(&FileSpace, PathBuf)> {
        let space = self.access.space.as_ref()?;
        Some((space, self.absolute(path).ok()?))
    }

    /// The files in memory among which a path may be changed.
    fn writable_space(&self, path: &Path) -> io::Result<Option<(&FileSpace, PathBuf)>> {
        match self.space(path) {
            Some(_) if self.text(path).is_some() => Err(io::ErrorKind::PermissionDenied.into()),
            found => Ok(found),
        }
    }

    /// Opens a file for reading.
    pub(crate) fn open_to_read(&self, path: &Path) -> io::Result<OpenedFile> {
        if let Some(text) = self.text(path) {
            return Ok(OpenedFile::Text(Arc::clone(text)));
        }
        if self.access.space.is_some() {
            return Ok(OpenedFile::Text(self.read(path)?.into()));
        }
        no_directory(File::open(self.readable(path)?)?).map(OpenedFile::File)
    }

    /// Returns true if a file or a directory can be read. A named pipe is not opened: that would wait for its writer.
    pub(crate) fn can_read(&self, path: &Path) -> bool {
        self.is_dir(path)
            || self.named_pipe(path, FileUse::Read).is_some()
            || self.open_to_read(path).is_ok()
    }

    /// The path of a named pipe for such a use, if the path leads to one and may be used so.
    pub(crate) fn named_pipe(&self, path: &Path, usage: FileUse) -> Option<PathBuf> {
        if self.access.space.is_some() || self.text(path).is_some() {
            return None;
        }
        let path = self.permitted(path, usage).ok()?;
        fs::metadata(&path)
            .is_ok_and(|m| is_pipe(&m))
            .then_some(path)
    }

    /// Opens an empty file for writing; it is made if it does not exist.
    pub(crate) fn open_to_write(&self, path: &Path) -> io::Result<OpenedFile> {
        if let Some((space, path)) = self.writable_space(path)? {
            return space.open(&path, false).map(OpenedFile::Space);
        }
        no_directory(File::create(self.writable(path)?)?).map(OpenedFile::File)
    }

    /// Opens a file for writing at its end; it is made if it does not exist.
    pub(crate) fn open_to_append(&self, path: &Path) -> io::Result<OpenedFile> {
        if let Some((space, path)) = self.writable_space(path)? {
            return space.open(&path, true).map(OpenedFile::Space);
        }
        let mut options = OpenOptions::new();
        let options = options.append(true).create(true);
        no_directory(options.open(self.writable(path)?)?).map(OpenedFile::File)
    }

    /// Returns true if the host gives a text for a path.
    pub(crate) fn has_text(&self, path: &Path) -> bool {
        self.text(path).is_some()
    }

    /// The contents of a file for the host itself, which needs no grant.
    pub(crate) fn read_for_host(&self, path: &Path) -> io::Result<Vec<u8>> {
        match (self.text(path), self.space(path)) {
            (Some(text), _) => Ok(text.to_vec()),
            (None, Some((space, path))) => found(space.read(&path)),
            (None, None) => fs::read(path),
        }
    }

    /// The contents of a file.
    pub(crate) fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match (self.text(path), self.space(path)) {
            (Some(text), _) => Ok(text.to_vec()),
            (None, Some((space, path))) => found(space.read(&path)),
            (None, None) => fs::read(self.readable(path)?),
        }
    }

    /// Returns true if there is such a file and it may be read.
    pub(crate) fn is_file(&self, path: &Path) -> bool {
        match self.space(path) {
            _ if self.text(path).is_some() => true,
            Some((space, path)) => space.size(&path).is_some(),
            None => self.readable(path).is_ok_and(|p| p.is_file()),
        }
    }

    /// Returns true if a path must not be read, whether or not there is a file.
    pub(crate) fn is_withheld(&self, path: &Path) -> bool {
        let read = self.readable(path);
        self.text(path).is_none()
            && self.space(path).is_none()
            && read.is_err_and(|e| e.kind() == io::ErrorKind::PermissionDenied)
    }

    /// Returns true if there is such a directory and it may be read.
    pub(crate) fn is_dir(&self, path: &Path) -> bool {
        match self.space(path) {
            Some((space, path)) => space.is_dir(&path),
            None => self.readable(path).is_ok_and(|p| p.is_dir()),
        }
    }

    /// Returns true if there is such a file or directory and it may be read.
    pub(crate) fn exists(&self, path: &Path) -> bool {
        match self.access.space {
            Some(_) => self.is_file(path) || self.is_dir(path),
            None => self.text(path).is_some() || self.readable(path).is_ok_and(|p| p.exists()),
        }
    }

    /// The properties of a file of the system.
    pub(crate) fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        if self.access.space.is_some() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        fs::metadata(self.readable(path)?)
    }

    /// The state of a file; none for one in memory.
    pub(crate) fn stamp(&self, path: &Path) -> Option<FileStamp> {
        match self.text(path) {
            Some(_) => None,
            None => stamp_of(&self.metadata(path).ok()?),
        }
    }

    /// The state of a file for the host itself, which needs no grant.
    pub(crate) fn stamp_for_host(&self, path: &Path) -> Option<FileStamp> {
        match (self.text(path), &self.access.space) {
            (None, None) => stamp_of(&fs::metadata(path).ok()?),
            _ => None,
        }
    }

    /// The size of a file in bytes.
    pub(crate) fn size(&self, path: &Path) -> io::Result<u64> {
        match (self.text(path), self.space(path)) {
            (Some(text), _) => Ok(text.len() as u64),
            (None, Some((space, path))) => found(space.size(&path)),
            (None, None) => self.metadata(path).map(|m| m.len()),
        }
    }

    /// The absolute path of a file without links.
    pub(crate) fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        match &self.access.space {
            _ if self.text(path).is_some() => self.absolute(path),
            Some(_) => found(self.exists(path).then_some(self.absolute(path)?)),
            None => fs::canonicalize(self.readable(path)?),
        }
    }

    /// Returns true if a file can be opened for writing, or a directory be written to.
    pub(crate) fn can_write(&self, path: &Path) -> bool {
        if self.access.space.is_some() {
            let space = self.writable_space(path).ok().flatten();
            return space.is_some_and(|(space, path)| space.can_write(&path));
        }
        let Ok(path) = self.writable(path) else {
            return false;
        };
        let writable_folder =
            |p: &Path| fs::metadata(p).is_ok_and(|m| m.is_dir() && !m.permissions().readonly());
        if path.is_dir() {
            writable_folder(&path)
        } else if path.exists() {
            // Opening a named pipe would wait for its reader.
            fs::metadata(&path).is_ok_and(|m| is_pipe(&m))
                || OpenOptions::new().append(true).open(&path).is_ok()
        } else {
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
            folder.is_none_or(writable_folder)
        }
    }

    /// Returns true if a file can be run as a program.
    pub(crate) fn can_execute(&self, path: &Path) -> bool {
        self.access.processes && self.metadata(path).is_ok_and(|m| is_program(&m))
    }

    /// Removes a file.
    pub(crate) fn remove_file(&self, path: &Path) -> io::Result<()> {
        if let Some((space, path)) = self.writable_space(path)? {
            return space.remove_file(&path);
        }
        fs::remove_file(self.entry(path, FileUse::Write)?)
    }

    /// Gives a file another name.
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        if let (Some((space, from)), Some((_, to))) =
            (self.writable_space(from)?, self.writable_space(to)?)
        {
            return space.rename(&from, &to);
        }
        fs::rename(self.entry(from, FileUse::Write)?, self.writable(to)?)
    }

    /// The path that a link holds.
    pub(crate) fn link_target(&self, path: &Path) -> io::Result<PathBuf> {
        if self.access.space.is_some() {
            return Err(io::ErrorKind::NotFound.into());
        }
        fs::read_link(self.entry(path, FileUse::Read)?)
    }

    /// The path of an entry of a folder: of a link, not of the file that it leads to.
    fn entry(&self, path: &Path, usage: FileUse) -> io::Result<PathBuf> {
        if self.access.grants_all(usage) {
            return Ok(self.resolve(path));
        }
        let full = self.absolute(path)?;
        match (full.parent(), full.file_name()) {
            (Some(folder), Some(name)) => Ok(self.permitted(folder, usage)?.join(name)),
            _ => Err(io::ErrorKind::PermissionDenied.into()),
        }
    }

    /// Copies the contents and permissions of a file that is not a named pipe.
    pub(crate) fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        if let Some((space, to)) = self.writable_space(to)? {
            return space.write(&to, &self.read(from)?);
        }
        let uses = [(from, FileUse::Read), (to, FileUse::Write)];
        let is_pipe = |(path, usage)| self.named_pipe(path, usage).is_some();
        if uses.into_iter().any(is_pipe) {
            // The wait for the other end of a pipe could not be interrupted.
            return Err(io::ErrorKind::Unsupported.into());
        }
        match self.text(from) {
            Some(text) => fs::write(self.writable(to)?, text),
            None => fs::copy(self.readable(from)?, self.writable(to)?).map(|_| ()),
        }
    }

    /// Makes a directory.
    pub(crate) fn create_dir(&self, path: &Path) -> io::Result<()> {
        if let Some((space, path)) = self.writable_space(path)? {
            return space.create_dir(&path);
        }
        fs::create_dir(self.writable(path)?)
    }

    /// Makes a directory and its missing parents.
    pub(crate) fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        if self.access.space.is_none() && self.access.grants_all(FileUse::Write) {
            return fs::create_dir_all(self.resolve(path));
        }
        let full = self.absolute(path)?;
        let folders: Vec<&Path> = full.ancestors().collect();
        let is_dir = |path: &Path| match &self.access.space {
            Some(space) => space.is_dir(path),
            None => path.is_dir(),
        };
        let mut missing = folders.into_iter().rev().filter(|p| !is_dir(p));
        missing.try_for_each(|p| self.create_dir(p))
    }

    /// Removes an empty directory.
    pub(crate) fn remove_dir(&self, path: &Path) -> io::Result<()> {
        if let Some((space, path)) = self.writable_space(path)? {
            return space.remove_dir(&path);
        }
        fs::remove_dir(self.writable(path)?)
    }

    /// The names in a directory, without `.` and `..`.
    pub(crate) fn names(&self, path: &Path) -> io::Result<Vec<String>> {
        if let Some((space, path)) = self.space(path) {
            return space.names(&path);
        }
        let entries = fs::read_dir(self.readable(path)?)?;
        entries
            .map(|e| Ok(e?.file_name().to_string_lossy().into_owned()))
            .collect()
    }
}

/// The value; without one, the error that a file does not exist.
fn found<T>(what: Option<T>) -> io::Result<T> {
    what.ok_or_else(|| io::ErrorKind::NotFound.into())
}

fn stamp_of(metadata: &Metadata) -> Option<FileStamp> {
    Some(FileStamp(metadata.modified().ok()?, metadata.len()))
}

fn no_directory(file: File) -> io::Result<File> {
    match file.metadata() {
        Ok(m) if m.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ => Ok(file),
    }
}

#[cfg(unix)]
fn is_program(file: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.permissions().mode() & 0o111 != 0
}

#[cfg(unix)]
fn is_pipe(file: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    file.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn is_program(_: &Metadata) -> bool {
    true
}
