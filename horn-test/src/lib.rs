//! Quads in `cargo test`: each query of a program that is followed by its answers is a test.
//!
//! `tests/rules.rs`:
//!
//! ```no_run
//! horn_test::quads!("rules/*.pl", "README.md");
//! ```
//!
//! `Cargo.toml`:
//!
//! ```toml
//! [[test]]
//! name = "rules"
//! harness = false
//! ```
//!
//! A query on line 12 of `rules/tax.pl` is the test `rules/tax.pl:12`, and the file itself is a test, too: that it
//! loads. `cargo test tax.pl:12` runs one query, `cargo test -- --list` lists them all. A failure shows the file and
//! line of the answer that does not hold, with the expected and the actual answers; `BLESS=1 cargo test` puts the actual
//! answers in the files.
//!
//! Rules that call predicates of the host need them in their tests, too:
//!
//! ```no_run
//! fn define(machine: &mut horn::Machine) -> Result<(), horn::Error> {
//!     machine.function("double", |n: i64| 2 * n)
//! }
//!
//! horn_test::quads!("rules/*.pl", prepare = define);
//! ```
//!
//! The queries of a file run in order on one machine that has loaded the file, so a query may use what an earlier one
//! did. Files run at the same time, on several threads.

mod file;

use file::{File, Run};
use horn::{Error, Machine, Prepare};
use libtest_mimic::{Arguments, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The function `main` of a test program whose tests are the quads of files.
///
/// The arguments are patterns of paths below the folder of the package: `*` is any part of a name, `**` any folders.
/// After them may stand `prepare = F`, where `F` is a function or closure of a `&mut Machine` that returns a
/// `Result<(), horn::Error>`. The [crate](self) has examples.
#[macro_export]
macro_rules! quads {
    ($($pattern:literal),+ $(, prepare = $prepare:expr)? $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::Quads::new(::core::env!("CARGO_MANIFEST_DIR"))
                $(.files($pattern))+
                $(.prepare($prepare))?
                .main()
        }
    };
}

/// Tests of the quads of files.
///
/// [`quads!`] is enough for most packages. A program with further tests of its own takes the [`Quads::trials`]:
///
/// ```
/// use horn_test::Quads;
/// use libtest_mimic::Arguments;
///
/// let arguments = Arguments::from_iter(["test", "--list"]);
/// let quads = Quads::new(env!("CARGO_MANIFEST_DIR")).files("tests/*.pl");
/// let (files, queries) = quads.trials(&arguments);
/// assert_eq!(files[0].name(), "tests/colours.pl");
/// assert_eq!(queries[0].name(), "tests/colours.pl:5");
/// ```
pub struct Quads {
    root: PathBuf,
    /// The patterns, each with how its files are run.
    patterns: Vec<(String, Run)>,
    prepare: Option<Arc<Prepare>>,
    timeout: Option<Duration>,
    bless: bool,
}

impl std::fmt::Debug for Quads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let patterns: Vec<&str> = self.patterns.iter().map(|(p, _)| &**p).collect();
        let mut quads = f.debug_struct("Quads");
        quads.field("patterns", &patterns).finish_non_exhaustive()
    }
}

impl Quads {
    /// Tests of files below a folder. A query may take 10 seconds. Actual answers replace the expected ones if the
    /// environment variable `BLESS` is set.
    pub fn new(root: impl AsRef<Path>) -> Quads {
        Quads {
            root: root.as_ref().to_path_buf(),
            patterns: Vec::new(),
            prepare: None,
            timeout: Some(Duration::from_secs(10)),
            bless: std::env::var_os("BLESS").is_some(),
        }
    }

    /// Adds the files of a pattern: programs, Markdown (`.md`), transcripts (`.txt`, `.log`).
    pub fn files(mut self, pattern: &str) -> Quads {
        self.patterns.push((pattern.to_string(), Run::Document));
        self
    }

    /// Adds files whose queries run on a machine that has not loaded them, such as those of a library that the
    /// machine has anyway.
    pub fn without_loading(mut self, pattern: &str) -> Quads {
        self.patterns.push((pattern.to_string(), Run::QueriesAlone));
        self
    }

    /// Prepares each new machine by this function, before it loads a file.
    pub fn prepare(
        mut self,
        function: impl Fn(&mut Machine) -> Result<(), Error> + Send + Sync + 'static,
    ) -> Quads {
        self.prepare = Some(Arc::new(function));
        self
    }

    /// Limits the time of each query. `None` is no limit.
    pub fn timeout(mut self, timeout: Option<Duration>) -> Quads {
        self.timeout = timeout;
        self
    }

    /// The tests of whole files, and those of their queries. The filter of the arguments determines how far a file
    /// is run.
    ///
    /// # Panics
    /// If a pattern has no file, or a file cannot be read.
    pub fn trials(&self, arguments: &Arguments) -> (Vec<Trial>, Vec<Trial>) {
        let (mut whole, mut single) = (Vec::new(), Vec::new());
        for (pattern, run) in &self.patterns {
            for path in self.paths(pattern) {
                let file = Arc::new(File::new(self, &path, *run, arguments));
                let shared = Arc::clone(&file);
                let loads = move || shared.loads().map_err(Into::into);
                whole.push(Trial::test(file.name(), loads).with_kind("file"));
                for &line in file.queries() {
                    let shared = Arc::clone(&file);
                    let holds = move || shared.query_holds(line).map_err(Into::into);
                    single.push(Trial::test(file.query_name(line), holds).with_kind("query"));
                }
            }
        }
        (whole, single)
    }

    /// Runs the tests that the command line asks for.
    pub fn main(&self) -> ExitCode {
        let arguments = Arguments::from_args();
        // The tests of whole files come first: the first test of a file runs all its queries, and so each thread
        // takes another file.
        let (mut trials, single) = self.trials(&arguments);
        trials.extend(single);
        libtest_mimic::run(&arguments, trials).exit_code()
    }

    /// The files of a pattern, sorted, as paths from the root.
    fn paths(&self, pattern: &str) -> Vec<PathBuf> {
        let root = glob::Pattern::escape(&self.root.to_string_lossy());
        let found = match glob::glob(&format!("{root}/{pattern}")) {
            Ok(found) => found,
            Err(e) => panic!("{pattern}: {e}"),
        };
        let mut paths: Vec<PathBuf> = found
            .map(|path| path.unwrap_or_else(|e| panic!("{pattern}: {e}")))
            .filter(|path| path.is_file())
            .map(|path| match path.strip_prefix(&self.root) {
                Ok(inner) => inner.to_path_buf(),
                Err(_) => path,
            })
            .collect();
        paths.sort();
        // A pattern that is misspelt would be a test that always passes.
        assert!(!paths.is_empty(), "no file is named {pattern}");
        paths
    }
}
