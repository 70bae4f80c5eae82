//! The command line. A field of [`CommandLine`] is a flag, and its doc comment the help.

use super::colours::When;
use super::grade::GradeOptions;
use super::lint_option::LintOption;
use super::progress::ShowProgress;
use super::quantities::size;
use super::test_runner::TestOptions;
use crate::prolog::Style;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, CommandFactory, Parser, Subcommand};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Horn, an embeddable Prolog.
///
/// Loads the files, runs the goals, and then answers queries: at a terminal one answer at a time,
/// otherwise every query of the standard input with all its answers.
#[derive(Parser, Debug)]
#[command(name = "horn", version, args_conflicts_with_subcommands = true)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// Program files to load; what follows a file that begins with `#!` are arguments for the program
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<String>,

    /// Run this goal once after loading; can be given several times. An error or failure ends
    /// the program with exit status 1
    #[arg(short = 'g', long = "goal", value_name = "GOAL")]
    pub(super) goals: Vec<String>,

    /// Run this goal in the place of queries, and end: with exit status 0 if it succeeds, else 1
    #[arg(short = 't', long, value_name = "GOAL")]
    pub(super) toplevel: Option<String>,

    /// A program file to load before the others, as the options of SWI-Prolog say it
    #[arg(
        short = 'l',
        visible_short_alias = 's',
        long = "load",
        value_name = "FILE"
    )]
    pub(super) load: Vec<String>,

    /// Prompt for queries and print answers as another system does
    #[arg(long, value_name = "STYLE", default_value = "horn", value_parser = style())]
    pub(super) style: Style,

    /// Memory limit of the heap and the stacks, in bytes or with K, M or G after the number; a query
    /// that exceeds it ends with a resource error [default: 1G, or less where the system allows less]
    #[arg(short, long, alias = "stack-limit", value_name = "SIZE", value_parser = size)]
    pub(super) memory: Option<usize>,

    /// The value of the flag `argv`
    #[arg(last = true, value_name = "ARGUMENT")]
    pub(super) program: Vec<String>,

    /// Print no banner
    #[arg(short, long)]
    pub(super) quiet: bool,

    /// For learners: lists of letters are written as `[a,b,c]`, unless the program or the query has text in double
    /// quotes; notes as with --lint
    #[arg(long)]
    pub(super) learn: bool,

    /// Refuse program text that the standard forbids, instead of reading it as other systems do, with a warning
    #[arg(long)]
    pub(super) strict: bool,

    /// The dialect of the files and of queries: swi, sicstus, sicstus4, yap, gnu, scryer, xsb or eclipse. A link to the program
    /// with the name of another system, such as swipl, chooses its dialect
    #[arg(long, value_name = "DIALECT", value_parser = dialect)]
    pub(super) dialect: Option<String>,

    /// Colour queries and answers; `auto`: at a terminal, unless the environment variable NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(super) color: When,

    /// Show how far a long load or query is, at a terminal, and note that a query does not end; `auto`: do so
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(super) progress: ShowProgress,

    /// Load this file before the first query. Without it, the user's init file is loaded at a terminal:
    /// `~/.config/horn/init.pl`, or `horn/init.pl` in the folder XDG_CONFIG_HOME; `none` is no file
    #[arg(short = 'f', long, value_name = "FILE")]
    pub(super) init: Option<PathBuf>,

    /// Load no init file
    #[arg(long, conflicts_with = "init")]
    pub(super) no_init: bool,

    /// True if a file is a script.
    #[arg(skip)]
    pub(super) is_script: bool,

    /// Checks of program text, separated by commas: NAME makes one a warning, -NAME turns it off, `all` prints the
    /// notes too, `none` turns all off, and `deny` ends with exit status 1 after a load with a warning
    #[arg(long, value_name = "CHECKS", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(super) lint: Vec<LintOption>,
}

/// Reads the command line.
///
/// # Errors
/// A message for the user.
pub(super) fn read(given: impl Iterator<Item = OsString>) -> Result<CommandLine, clap::Error> {
    let (words, is_script) = words(given);
    let own_dialect = words.first().and_then(|name| dialect_of_program(name));
    let read = CommandLine::try_parse_from(words)?;
    // After an option, clap takes the name of a command for a file.
    if let Some(name) = read.files.first()
        && !Path::new(name).exists()
        && is_command(name.as_ref())
    {
        let message = format!("the options of a command stand after it: horn {name} [OPTIONS]...");
        return Err(CommandLine::command().error(ErrorKind::ArgumentConflict, message));
    }
    let mut read = CommandLine { is_script, ..read };
    let files = std::mem::take(&mut read.files);
    read.files = read.load.iter().cloned().chain(files).collect();
    read.dialect = read.dialect.or(own_dialect);
    if read.init.as_deref() == Some(Path::new("none")) {
        read.init = None;
        read.no_init = true;
    }
    Ok(read)
}

/// Other names of the program, as of a link to it, each with the dialect that is meant.
const PROGRAMS: &[(&str, &str)] = &[
    ("swipl", "swi"),
    ("sicstus", "sicstus4"),
    ("yap", "yap"),
    ("gprolog", "gnu"),
    ("scryer-prolog", "scryer"),
    ("xsb", "xsb"),
    ("eclipse", "eclipse"),
];

/// The dialect that the name of the program says.
fn dialect_of_program(name: &OsStr) -> Option<String> {
    let name = Path::new(name).file_stem()?.to_str()?;
    let found = PROGRAMS.iter().find(|(program, _)| *program == name);
    found.map(|(_, dialect)| (*dialect).to_string())
}

/// The words of the command line, with `--` after a script, which is a file that begins with `#!`: what follows
/// are the script's own arguments. Returns true with them if there is a script. The files of a command, and values of
/// options, are never scripts. By the name `swipl`, what follows the program files is for the program, as there.
fn words(given: impl Iterator<Item = OsString>) -> (Vec<OsString>, bool) {
    let mut words: Vec<OsString> = Vec::new();
    let (mut of_horn, mut any_script) = (true, false);
    let mut after_file = None;
    for (i, word) in given.enumerate() {
        if i == 0 {
            after_file = (dialect_of_program(&word).as_deref() == Some("swi")).then_some(false);
        } else if of_horn && let Some(seen) = &mut after_file {
            let is_file = Path::new(&word)
                .extension()
                .is_some_and(|e| e == "pl" || e == "plt");
            if *seen && !is_file && word != "--" {
                words.push("--".into());
                of_horn = false;
            }
            *seen |= is_file && !ends_in_option(&words);
        }
        // Commands and options are looked up only for the few words that name scripts.
        let is_script = of_horn
            && i > 0
            && is_script(Path::new(&word))
            && !is_command(words.get(1).unwrap_or(&word))
            && !ends_in_option(&words);
        any_script |= is_script;
        of_horn &= word != "--" && !is_script;
        words.push(word);
        if is_script {
            words.push("--".into());
        }
    }
    (words, any_script)
}

/// Returns true if a word is the name of a command, such as `test`.
fn is_command(word: &OsStr) -> bool {
    CommandLine::command().find_subcommand(word).is_some()
}

/// Returns true if the next word is the value of an option.
fn ends_in_option(words: &[OsString]) -> bool {
    let command = CommandLine::command();
    let takes_word = |arg: Option<&Arg>| {
        arg.is_some_and(|a| a.get_action().takes_values() && !a.is_require_equals_set())
    };
    let mut takes_next = false;
    for word in words.iter().skip(1).map(|w| w.to_string_lossy()) {
        takes_next = match (takes_next, word.strip_prefix("--"), word.strip_prefix('-')) {
            (true, _, _) | (false, None, None) => false,
            // `--option=value` is no name of an option.
            (false, Some(name), _) => {
                takes_word(command.get_arguments().find(|a| a.get_long() == Some(name)))
            }
            (false, None, Some(letters)) => {
                let is_named = |a: &&Arg, c: char| {
                    let letters = a.get_short_and_visible_aliases();
                    letters.is_some_and(|letters| letters.contains(&c))
                };
                let option = |c: char| command.get_arguments().find(|a| is_named(a, c));
                // The first letter with a value has the rest of the word as its value, if there is one.
                let at = letters.find(|c: char| takes_word(option(c)));
                at.is_some_and(|at| letters[at..].chars().count() == 1)
            }
        };
    }
    takes_next
}

/// Returns true if a file begins with `#!`. A pipe is not opened: what is read from it is gone, and opening a named one
/// waits for its writer.
fn is_script(file: &Path) -> bool {
    if !file.is_file() {
        return false;
    }
    let mut start = [0; 2];
    let read = File::open(file).and_then(|mut f| f.read_exact(&mut start));
    read.is_ok() && start == *b"#!"
}

/// The name of a dialect, which may be unknown.
fn dialect(text: &str) -> Result<String, String> {
    let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match is_name {
        true => Ok(text.to_string()),
        false => Err("expected a name such as sicstus4".to_string()),
    }
}

/// Styles by their names.
fn style() -> impl TypedValueParser<Value = Style> {
    PossibleValuesParser::new(Style::NAMES.map(|(name, _)| name)).map(|name: String| {
        let known = Style::NAMES.iter().find(|(n, _)| *n == name);
        known.map_or(Style::Horn, |(_, style)| *style)
    })
}

/// The commands besides answering queries.
#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Check program files without running them. The exit status is 0 if there is nothing to report but notes, 1 if
    /// there are warnings or errors, and 2 if a file cannot be read
    Lint {
        /// Program files, which are checked as one program
        #[arg(value_name = "FILE", required = true)]
        files: Vec<String>,

        /// Print the messages as JSON, one array
        #[arg(long)]
        json: bool,

        /// Colour the messages, as for the option of the same name without a command
        #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
        color: When,

        /// Checks, as for the option of the same name without a command
        #[arg(long, value_name = "CHECKS", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
        lint: Vec<LintOption>,
    },

    /// Serve an editor by the Language Server Protocol, on the standard input and output
    #[cfg(feature = "editor")]
    Lsp {
        /// The transport that editors name; there is no other
        #[arg(long)]
        stdio: bool,
    },

    /// Set up the Jupyter kernel, whose program is Python with the package `ipykernel`
    #[cfg(feature = "editor")]
    Kernel {
        #[command(subcommand)]
        action: KernelAction,
    },

    /// Make one HTML page of a Markdown file: its code blocks marked `prolog` can be changed and run in the browser, with
    /// the engine in the page. A block `prolog check` holds queries that the reader's `prolog exercise` must answer
    Lesson {
        /// The Markdown file
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// The page [default: the name of the file, with the ending .html]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,

        /// The engine for browsers, `horn.wasm.gz` or `horn.wasm` [default: beside the program, or in ../share/horn]
        #[arg(long, value_name = "FILE")]
        engine: Option<PathBuf>,
    },

    /// Make the playground: one HTML page in which programs are written and queried, with the engine in the page
    Playground {
        /// Program files: the examples of the page, in place of its own
        #[arg(value_name = "FILE")]
        files: Vec<String>,

        /// The page
        #[arg(short, long, value_name = "FILE", default_value = "playground.html")]
        output: PathBuf,

        /// The engine for browsers, as for `lesson`
        #[arg(long, value_name = "FILE")]
        engine: Option<PathBuf>,
    },

    /// Run the queries in files and compare their answers with those below them. The exit status is 0 if all are as
    /// described, 1 if one differs, and 2 if a file cannot be read or was not loaded without errors, or no query was
    /// chosen
    Test(TestOptions),

    /// Mark the submissions of a class for an exercise: a program with queries, their answers, and points. The exit
    /// status is 0 if all could be marked, 1 if one could not be read or crashed, and 2 if the exercise has faults
    Grade(GradeOptions),

    /// Print completions for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },

    /// Print the manual page, in the format of man
    Man,
}

/// The task of `horn kernel`.
#[cfg(feature = "editor")]
#[derive(Subcommand, Debug)]
pub(super) enum KernelAction {
    /// Write the kernel's files to the user's folder of kernels, and print their folder
    Install {
        /// Write them below this folder instead, that of a Python environment for example
        #[arg(long, value_name = "FOLDER")]
        prefix: Option<PathBuf>,

        /// The Python that runs the kernel
        #[arg(long, value_name = "PROGRAM", default_value = "python3")]
        python: String,
    },

    /// Run the cells of the kernel that listens on a port
    #[command(hide = true)]
    Serve {
        /// The port
        port: u16,
    },
}

#[cfg(test)]
mod tests {
    use super::{Command, CommandLine, read, words};
    use crate::prolog::Style;
    use clap::{CommandFactory, Parser};
    use std::ffi::OsString;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
        let a = CommandLine::parse_from(["horn", "-q", "-g", "a", "x.pl", "-g", "b, c", "y.pl"]);
        assert_eq!((a.quiet, a.goals.len()), (true, 2));
        assert_eq!(a.files, ["x.pl", "y.pl"]);
        assert_eq!(a.style, Style::Horn);
        let s = CommandLine::parse_from(["horn", "--style", "swi"]);
        assert_eq!(s.style, Style::Swi);
        assert!(CommandLine::try_parse_from(["horn", "--style", "none"]).is_err());
        let m = CommandLine::parse_from(["horn", "-m", "500M"]);
        assert_eq!(m.memory, Some(500 << 20));
        assert!(CommandLine::try_parse_from(["horn", "-m", "10"]).is_err());
        assert!(CommandLine::try_parse_from(["horn", "-m", "99999999999G"]).is_err());
        let t = CommandLine::parse_from(["horn", "test", "--bless", "x.pl"]);
        assert!(matches!(t.command, Some(Command::Test(options)) if options.bless.is_some()));
        assert!(CommandLine::try_parse_from(["horn", "test"]).is_err());
        let l = CommandLine::parse_from(["horn", "--lint", "--lint=-singleton,deny", "x.pl"]);
        assert_eq!((l.lint.len(), l.files.len()), (2, 1));
        assert!(CommandLine::try_parse_from(["horn", "--lint=nosuch"]).is_err());
        assert!(CommandLine::try_parse_from(["horn", "lint", "--json", "x.pl"]).is_ok());
        assert!(CommandLine::try_parse_from(["horn", "test", "--timeout", "-1", "x"]).is_err());
    }

    #[test]
    fn by_the_name_of_another_system_words_after_files_are_for_the_program() {
        let given = |given: &[&str]| {
            let read = read(given.iter().map(OsString::from)).expect("a command line");
            (read.files, read.program)
        };
        let (files, program) = given(&["/bin/swipl", "-q", "a.pl", "b.pl", "--fast", "c.pl"]);
        assert_eq!(files, ["a.pl", "b.pl"]);
        assert_eq!(program, ["--fast", "c.pl"]);
        let (files, program) = given(&["swipl", "-s", "a.pl", "-g", "b"]);
        assert_eq!((files.len(), program.len()), (1, 0));
        assert!(read(["horn", "a.pl", "--fast"].map(OsString::from).into_iter()).is_err());
    }

    #[test]
    fn a_command_after_options_is_no_file() {
        for words in [
            ["horn", "--color", "never", "test", "s.pl"],
            ["horn", "-q", "-m", "1G", "lint"],
        ] {
            let error = read(words.into_iter().map(OsString::from)).expect_err("no file");
            assert!(error.to_string().contains("stand after it"), "{error}");
        }
        let known = read(
            ["horn", "test", "--color", "never", "s.pl"]
                .into_iter()
                .map(OsString::from),
        );
        assert!(known.is_ok_and(|known| known.command.is_some()));
    }

    #[test]
    fn only_files_without_a_command_are_scripts() {
        let script = std::env::temp_dir().join(format!("horn_script_{}.pl", std::process::id()));
        std::fs::write(&script, "#!/usr/bin/env horn\np(1).\n").expect("a file");
        let file = script.clone().into_os_string();
        let given = |before: &[&str]| {
            let before = before.iter().map(OsString::from);
            let all: Vec<OsString> = before.chain([file.clone(), "--json".into()]).collect();
            words(all.into_iter())
        };
        let (found, is_script) = given(&["horn"]);
        assert_eq!((found.len(), is_script), (4, true));
        let (found, is_script) = given(&["horn", "test"]);
        assert_eq!((found.len(), is_script), (4, false));
        for option in ["--init", "-g", "-qg", "--color"] {
            let (found, is_script) = given(&["horn", option]);
            assert_eq!((found.len(), is_script), (4, false), "{option}");
        }
        for options in [
            ["--color", "never"],
            ["--init=x", "-q"],
            ["-gx", "-m1G"],
            ["-g", "-q"],
        ] {
            let (found, is_script) = given(&["horn", options[0], options[1]]);
            assert_eq!((found.len(), is_script), (6, true), "{options:?}");
        }
        std::fs::remove_file(&script).expect("the file");
    }
}
