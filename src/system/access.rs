//! The access of a machine to the outside world: files, variables of the environment, processes, the network, clock,
//! random bits.
//!
//! Every predicate that reaches outside checks its access here, through
//! [`Environment`](super::environment::Environment). Knows no terms.

use super::file_space::FileSpace;
use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The access of a machine.
#[derive(Clone)]
pub(crate) struct Grants {
    pub(crate) reading: FileGrant,
    pub(crate) writing: FileGrant,
    /// Files in memory, by their absolute paths. They can be read, and come before those of the system.
    pub(crate) texts: BTreeMap<PathBuf, Arc<[u8]>>,
    /// Files in memory that can be changed, in place of those of the system.
    pub(crate) space: Option<FileSpace>,
    /// The working directory at the start, if the host sets one.
    pub(crate) directory: Option<PathBuf>,
    /// True if the variables of the process's environment are seen.
    pub(crate) environment: bool,
    /// True if programs may be run, and the number of the process be seen.
    pub(crate) processes: bool,
    /// True if threads may be made.
    pub(crate) threads: bool,
    /// True if sockets may be used.
    pub(crate) network: bool,
    pub(crate) clock: Clock,
    pub(crate) seed: Seed,
}

/// The files for which an access is granted.
#[derive(Clone)]
pub(crate) enum FileGrant {
    /// All files.
    All,
    /// The files and folders with these paths, which are absolute and without links, and what is below them.
    Below(Vec<PathBuf>),
}

/// The clock of a machine.
#[derive(Clone)]
pub(crate) enum Clock {
    /// The clocks of the system.
    System,
    /// The time since the epoch by a function of the host, which is used as the processor time, too.
    Host(Arc<dyn Fn() -> Duration + Send + Sync>),
}

/// The start of the random numbers of a machine.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Seed {
    /// Random bits of the system.
    System,
    Fixed(u64),
}

/// The use of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileUse {
    /// Its contents or its properties are read.
    Read,
    /// It is made, changed or removed.
    Write,
}

impl Grants {
    /// Everything.
    pub(crate) fn all() -> Grants {
        Grants {
            reading: FileGrant::All,
            writing: FileGrant::All,
            texts: BTreeMap::new(),
            space: None,
            directory: None,
            environment: true,
            processes: true,
            threads: true,
            network: true,
            clock: Clock::System,
            seed: Seed::System,
        }
    }

    /// Nothing. The clock stands still.
    pub(crate) fn none() -> Grants {
        Grants {
            reading: FileGrant::Below(Vec::new()),
            writing: FileGrant::Below(Vec::new()),
            texts: BTreeMap::new(),
            space: None,
            directory: None,
            environment: false,
            processes: false,
            threads: false,
            network: false,
            clock: Clock::Host(Arc::new(|| Duration::ZERO)),
            seed: Seed::Fixed(0),
        }
    }

    /// Returns true if no file of the system may be used.
    pub(crate) fn has_no_files(&self) -> bool {
        let is_none = |g: &FileGrant| matches!(g, FileGrant::Below(paths) if paths.is_empty());
        self.space.is_some() || is_none(&self.reading) && is_none(&self.writing)
    }

    /// The working directory at the start: that of the host's choice, or the root if no file of the system may be
    /// used, or that of the process.
    pub(crate) fn working_directory(&self) -> PathBuf {
        let root = || PathBuf::from("/");
        match &self.directory {
            Some(directory) => directory.clone(),
            None if self.has_no_files() => root(),
            None => std::env::current_dir().unwrap_or_else(|_| root()),
        }
    }

    fn grant(&self, usage: FileUse) -> &FileGrant {
        match usage {
            FileUse::Read => &self.reading,
            FileUse::Write => &self.writing,
        }
    }

    /// Returns true if every file may be used in this way.
    pub(crate) fn grants_all(&self, usage: FileUse) -> bool {
        matches!(self.grant(usage), FileGrant::All)
    }

    /// The path by which a file may be used, without links unless every file may be used.
    ///
    /// # Errors
    /// `PermissionDenied` if it may not be used, whether or not it exists; `NotFound` if it could be used but
    /// neither it nor, for writing, its folder exists.
    pub(crate) fn permitted(&self, path: &Path, usage: FileUse) -> io::Result<PathBuf> {
        let FileGrant::Below(granted) = self.grant(usage) else {
            return Ok(path.to_path_buf());
        };
        let allowed = |p: &Path| granted.iter().any(|g| p.starts_with(g));
        let (real, missing) = nearest(path);
        let full = missing.iter().rev().fold(real, |p, name| p.join(name));
        match (allowed(&full), missing.len(), usage) {
            (false, ..) => Err(io::ErrorKind::PermissionDenied.into()),
            (true, 0, _) | (true, 1, FileUse::Write) => Ok(full),
            (true, ..) => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

/// The nearest folder of an absolute path that exists, without links, and the names below it that do not exist,
/// last first.
fn nearest(path: &Path) -> (PathBuf, Vec<PathBuf>) {
    let mut missing = Vec::new();
    let mut rest = path.to_path_buf();
    loop {
        if let Ok(real) = std::fs::canonicalize(&rest) {
            return (real, missing);
        }
        // A link without a target is not the name of a new file: opening it would create its target.
        if rest.is_symlink() {
            return (PathBuf::new(), missing);
        }
        match (rest.file_name().map(PathBuf::from), rest.parent()) {
            (Some(name), Some(parent)) => {
                missing.push(name);
                rest = parent.to_path_buf();
            }
            _ => return (PathBuf::new(), missing),
        }
    }
}

/// A path without `.` and `..`; it need not exist.
pub(crate) fn tidied(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => (),
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{FileGrant, FileUse, Grants, tidied};
    use std::io::ErrorKind;
    use std::path::Path;

    #[test]
    fn paths_are_tidied_without_looking() {
        assert_eq!(tidied(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(tidied(Path::new("/..")), Path::new("/"));
    }

    #[test]
    fn a_grant_covers_what_is_below_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("horn-access-{}", std::process::id()));
        let below = folder.join("in");
        std::fs::create_dir_all(&below).expect("a folder");
        std::fs::write(folder.join("outside"), "x").expect("a file");
        std::fs::write(below.join("inside"), "x").expect("a file");
        let below = std::fs::canonicalize(below).expect("a folder");
        let access = Grants {
            reading: FileGrant::Below(vec![below.clone()]),
            writing: FileGrant::Below(vec![below.clone()]),
            ..Grants::none()
        };
        let kind = |path: &str, usage| {
            let path = access.permitted(&below.join(path), usage);
            path.err().map(|e| e.kind())
        };
        let denied = Some(ErrorKind::PermissionDenied);
        assert_eq!(kind("inside", FileUse::Read), None);
        assert_eq!(kind("new", FileUse::Write), None);
        assert_eq!(kind("new", FileUse::Read), Some(ErrorKind::NotFound));
        assert_eq!(kind("no/such", FileUse::Write), Some(ErrorKind::NotFound));
        assert_eq!(kind("../outside", FileUse::Read), denied);
        assert_eq!(kind("../no_such", FileUse::Read), denied);
        assert_eq!(kind("../outside", FileUse::Write), denied);
        assert_eq!(kind("/etc/passwd", FileUse::Read), denied);
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(folder.join("outside"), below.join("link")).expect("a link");
            symlink(folder.join("nowhere"), below.join("dangling")).expect("a link");
            symlink(&folder, below.join("up")).expect("a link");
            assert_eq!(kind("link", FileUse::Read), denied);
            assert_eq!(kind("dangling", FileUse::Write), denied);
            assert_eq!(kind("up/outside", FileUse::Read), denied);
            assert_eq!(kind("up/new", FileUse::Write), denied);
        }
        std::fs::remove_dir_all(folder).expect("the folder");
    }
}
