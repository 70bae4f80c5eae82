//! Access of a machine to the world outside, as the host grants it.

use super::error::Error;
use crate::system::access::{Clock, FileGrant, Grants, Seed, tidied};
use crate::system::file_space::FileSpace;
use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The access of a machine to the world outside: files, variables of the environment, processes, clock, random
/// bits, standard streams.
///
/// [`Access::none`] grants nothing, and each method adds something. A program that uses anything else
/// gets an error of ISO 13211-1, and cannot see what exists: a file that may not be read raises
/// `permission_error(open, source_sink, File)` whether or not it exists. A machine has no access to networks.
///
/// Functions that the host itself calls, such as [`Machine::consult_file`](super::Machine::consult_file), are not
/// restricted.
///
/// ```
/// use horn::{Access, Machine};
///
/// let access = Access::none().file("rules.pl", "allowed(ann).").seed(7);
/// let mut machine = Machine::builder().access(access).build()?;
/// assert!(machine.run("consult('rules.pl'), allowed(ann)")?);
/// let refused = machine.run("open('/etc/passwd', read, _)").unwrap_err();
/// assert!(refused.ball().is_some_and(|ball| ball.is_error("permission_error")));
/// assert!(machine.run("shell('ls')").is_err());
/// assert_eq!(machine.answers("getenv('HOME', H)"), "   false.\n");
/// assert_eq!(machine.answers("get_time(T)"), "   T = 0.0.\n");
/// # Ok::<(), horn::Error>(())
/// ```
pub struct Access {
    pub(super) granted: Grants,
    pub(super) input: Option<Box<dyn Read + Send>>,
    pub(super) output: Option<Box<dyn Write + Send>>,
    pub(super) error_output: Option<Box<dyn Write + Send>>,
    /// Paths that are to be granted, as the host wrote them.
    paths: Vec<GrantedPath>,
}

#[derive(Debug)]
struct GrantedPath {
    path: PathBuf,
    writing: bool,
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access")
            .field("paths", &self.paths)
            .field("environment", &self.granted.environment)
            .field("processes", &self.granted.processes)
            .field("network", &self.granted.network)
            .field("seed", &self.granted.seed)
            .finish_non_exhaustive()
    }
}

impl Access {
    /// Everything that the process may use, as a machine made by [`Machine::new`](super::Machine::new) has it.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::all()).build()?;
    /// assert!(machine.run("exists_file('Cargo.toml')")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn all() -> Access {
        Access::granting(Grants::all())
    }

    /// Nothing: no files, variables, processes or random bits; a clock that stands still; output that is
    /// dropped, and input that is empty.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none()).build()?;
    /// assert_eq!(machine.answers("get_char(C)"), "   C = end_of_file.\n");
    /// assert_eq!(machine.answers("exists_file('Cargo.toml')"), "   false.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn none() -> Access {
        let mut access = Access::granting(Grants::none());
        access.input = Some(Box::new(io::empty()));
        access.output = Some(Box::new(io::sink()));
        access.error_output = Some(Box::new(io::sink()));
        access
    }

    fn granting(granted: Grants) -> Access {
        Access {
            granted,
            input: None,
            output: None,
            error_output: None,
            paths: Vec::new(),
        }
    }

    /// Grants reading of a file, or of all files below a folder. Links that lead out of the folder are not
    /// followed. The path must exist when the machine is built.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none().read("programs")).build()?;
    /// assert!(machine.run("consult('programs/fruehwirth.pl')")?);
    /// assert!(machine.run("open('programs/new.pl', write, _)").is_err());
    /// assert!(machine.run("open('programs/../Cargo.toml', read, _)").is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn read(self, path: impl AsRef<Path>) -> Access {
        self.granting_path(path.as_ref(), false)
    }

    /// Grants reading and writing of a file, or of all files below a folder: they may be made, changed, renamed
    /// and removed. The path must exist when the machine is built.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let folder = std::env::temp_dir().join("horn-doc-write");
    /// std::fs::create_dir_all(&folder).unwrap();
    /// let mut machine = Machine::builder().access(Access::none().write(&folder)).build()?;
    /// machine
    ///     .query("working_directory(_, Folder), open(notes, write, S), write(S, done), close(S)")?
    ///     .with("Folder", folder.to_str())?
    ///     .next();
    /// assert_eq!(std::fs::read_to_string(folder.join("notes")).unwrap(), "done");
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn write(self, path: impl AsRef<Path>) -> Access {
        self.granting_path(path.as_ref(), true)
    }

    fn granting_path(mut self, path: &Path, writing: bool) -> Access {
        let path = path.to_path_buf();
        self.paths.push(GrantedPath { path, writing });
        self
    }

    /// Adds a file that can be read and is kept in memory. It comes before one of the system of the same path. A
    /// relative path is resolved against the working directory of the machine at the start.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let access = Access::none().file("lib/a.pl", ":- include(b).").file("lib/b.pl", "p(1).");
    /// let mut machine = Machine::builder().access(access).build()?;
    /// assert_eq!(machine.answers("consult('lib/a'), p(X)"), "   X = 1.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn file(mut self, name: impl AsRef<Path>, text: impl Into<Vec<u8>>) -> Access {
        let text: Vec<u8> = text.into();
        let name = name.as_ref().to_path_buf();
        self.granted.texts.insert(name, text.into());
        self
    }

    /// Gives the machine files in memory that its program may make, change and remove, of at most so many bytes
    /// together, in place of those of the system: grants of paths have no effect then. Files of [`Access::file`] can
    /// be read among them. A fork has a copy of its own. [`Machine::take_written_files`](super::Machine::take_written_files)
    /// gives them to the host.
    ///
    /// ```
    /// use horn::{Access, Machine};
    /// use std::path::PathBuf;
    ///
    /// let access = Access::none().files_in_memory(1 << 20);
    /// let mut machine = Machine::builder().access(access).build()?;
    /// assert!(machine.run("open('a.txt', write, S), write(S, hello), close(S)")?);
    /// assert!(machine.run("exists_file('/a.txt')")?);
    /// assert_eq!(machine.take_written_files(), [(PathBuf::from("/a.txt"), b"hello".to_vec())]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn files_in_memory(mut self, bytes: u64) -> Access {
        self.granted.space = Some(FileSpace::new(bytes));
        self
    }

    /// Sets the working directory at the start, which grants no access to it. Without this it is that of the
    /// process, or `/` if no file of the system is granted.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let access = Access::none().read("programs").working_directory("programs");
    /// let mut machine = Machine::builder().access(access).build()?;
    /// assert!(machine.run("consult(fruehwirth)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn working_directory(mut self, path: impl AsRef<Path>) -> Access {
        self.granted.directory = Some(path.as_ref().to_path_buf());
        self
    }

    /// Grants the variables of the process's environment (`getenv/2`). Without it, a machine sees those alone
    /// that its program sets.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none().environment()).build()?;
    /// assert!(machine.run("getenv('PATH', _)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn environment(mut self) -> Access {
        self.granted.environment = true;
        self
    }

    /// Grants running programs of the system (`shell/1`, `process_create/3`). Such a program may do all that the
    /// process may, so this is not a part of a sandbox.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none().processes()).build()?;
    /// assert!(machine.run("shell(true)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn processes(mut self) -> Access {
        self.granted.processes = true;
        self
    }

    /// Grants threads (`thread_create/3`). Each is a machine of its own with the access and the limits of this one;
    /// dropping this one ends them.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none().threads()).build()?;
    /// assert!(machine.run("thread_create(true, Id), thread_join(Id)")?);
    /// let mut refused = Machine::builder().access(Access::none()).build()?;
    /// assert!(refused.run("thread_create(true, _)").is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn threads(mut self) -> Access {
        self.granted.threads = true;
        self
    }

    /// Grants the network: sockets to and from any address (`library(socket)`, `library(http/http_open)`). They need the
    /// feature `network`.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none()).build()?;
    /// let denied = "catch(tcp_host_to_address(localhost, _), error(permission_error(access, network, _), _), true)";
    /// assert!(machine.run(denied)?);
    /// let mut machine = Machine::builder().access(Access::none().network()).build()?;
    /// assert!(machine.run("tcp_socket(S), tcp_close_socket(S)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn network(mut self) -> Access {
        self.granted.network = true;
        self
    }

    /// Grants the clocks of the system.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none().clock()).build()?;
    /// assert!(machine.run("get_time(T), T > 1.0e9")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn clock(mut self) -> Access {
        self.granted.clock = Clock::System;
        self
    }

    /// Sets a function that gives the time since 1970-01-01 00:00 UTC. It stands for the processor time as well,
    /// and `sleep/1` does not wait. Limits on the time of a query go by the system's clock.
    ///
    /// ```
    /// use horn::{Access, Machine};
    /// use std::time::Duration;
    ///
    /// let access = Access::none().clock_of(|| Duration::from_secs(86_400));
    /// let mut machine = Machine::builder().access(access).build()?;
    /// assert_eq!(machine.answers("get_time(T)"), "   T = 86400.0.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn clock_of(mut self, now: impl Fn() -> Duration + Send + Sync + 'static) -> Access {
        self.granted.clock = Clock::Host(Arc::new(now));
        self
    }

    /// Grants random bits of the system: random numbers differ from one machine to the next.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let roll = || {
    ///     let mut machine = Machine::builder().access(Access::none().random()).build()?;
    ///     Ok::<_, horn::Error>(machine.answers("X is random(1000000000)"))
    /// };
    /// assert_ne!(roll()?, roll()?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn random(mut self) -> Access {
        self.granted.seed = Seed::System;
        self
    }

    /// Lets the random numbers start at a seed, and takes away the random bits of the system. Two machines with
    /// the same seed, clock, files and queries give the same answers.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let roll = |seed| {
    ///     let mut machine = Machine::builder().access(Access::none().seed(seed)).build()?;
    ///     Ok::<_, horn::Error>(machine.answers("X is random(1000000000)"))
    /// };
    /// assert_eq!(roll(1)?, roll(1)?);
    /// assert_ne!(roll(1)?, roll(2)?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Access {
        self.granted.seed = Seed::Fixed(seed);
        self
    }

    /// Sends the program's output to this writer.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let access = Access::none().output(std::io::stdout());
    /// let mut machine = Machine::builder().access(access).build()?;
    /// assert!(machine.run("write(hello), nl")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn output(mut self, to: impl Write + Send + 'static) -> Access {
        self.output = Some(Box::new(to));
        self
    }

    /// Sends the program's messages (`user_error`) to this writer.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let access = Access::none().error_output(std::io::stderr());
    /// let mut machine = Machine::builder().access(access).build()?;
    /// assert!(machine.run("write(user_error, hello), nl(user_error)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn error_output(mut self, to: impl Write + Send + 'static) -> Access {
        self.error_output = Some(Box::new(to));
        self
    }

    /// Makes this the program's standard input.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let access = Access::none().input("f(x).".as_bytes());
    /// let mut machine = Machine::builder().access(access).build()?;
    /// assert_eq!(machine.answers("read(X)"), "   X = f(x).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn input(mut self, from: impl Read + Send + 'static) -> Access {
        self.input = Some(Box::new(from));
        self
    }

    /// Grants the standard streams of the process.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let mut machine = Machine::builder().access(Access::none().standard_streams()).build()?;
    /// assert!(machine.run("write(hello), nl")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn standard_streams(mut self) -> Access {
        self.input = None;
        self.output = None;
        self.error_output = None;
        self
    }

    /// Resolves the paths: granted ones to paths without links, those of texts against the working directory
    /// of the machine, which is the root if no file of the system is granted.
    pub(super) fn resolve(&mut self) -> Result<(), Error> {
        for GrantedPath { path, writing } in self.paths.drain(..) {
            let real = std::fs::canonicalize(&path).map_err(|e| Error::io(&path, &e))?;
            add(&mut self.granted.reading, &real);
            if writing {
                add(&mut self.granted.writing, &real);
            }
        }
        if let Some(path) = self.granted.directory.take() {
            let full = std::path::absolute(&path).map_err(|e| Error::io(&path, &e))?;
            self.granted.directory = Some(tidied(&full));
        }
        let folder = self.granted.working_directory();
        let texts = std::mem::take(&mut self.granted.texts);
        let absolute = |(name, text): (PathBuf, Arc<[u8]>)| (tidied(&folder.join(name)), text);
        self.granted.texts = texts.into_iter().map(absolute).collect();
        Ok(())
    }
}

fn add(grant: &mut FileGrant, path: &Path) {
    match grant {
        FileGrant::All => (),
        FileGrant::Below(paths) => paths.push(path.to_path_buf()),
    }
}
