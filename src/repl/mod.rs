//! L7: the command line and the top level.
//!
//! Uses the host API and the test runner: a host program can do all that is done here.

mod answer_keys;
mod answer_loop;
mod arguments;
mod batch;
mod colours;
mod ending;
mod grade;
mod hidden_typing;
mod input;
mod interruptible_stdin;
#[cfg(feature = "editor")]
mod kernel_command;
mod keys;
mod lesson_command;
mod line_editor;
mod lint_command;
mod lint_option;
mod manual;
mod messages;
mod pages;
mod playground_command;
mod progress;
mod quantities;
mod standard_streams;
mod terminal;
mod test_runner;
mod user_files;

use crate::prolog::{Error, LARGE_THREAD, Limit, Machine, Severity};
use answer_loop::{Manner, Session};
use arguments::{Command, CommandLine};
use colours::Painter;
use ending::Ending;
use interruptible_stdin::InterruptibleStdin;
use line_editor::READ_PROMPT;
use lint_option::LintMode;
use messages::Messages;
use progress::{ProgressLine, ShowProgress};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use user_files::init_file;

/// Sets the way in which answers are written for learners.
const LEARNERS_ANSWERS: &str = "set_prolog_flag(answer_write_options, [double_quotes(false)])";

/// Keeps messages of panics off the standard error where a panic is an error of the program: in a computation that has
/// no memory for a huge integer.
fn silence_memory_panics() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(LARGE_THREAD) {
            report(panic);
        }
    }));
}

/// Runs the program `horn` with the process's arguments.
pub fn main() -> ExitCode {
    silence_memory_panics();
    let arguments = match arguments::read(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(e) => return explained(&e),
    };
    match &arguments.command {
        Some(command) => run_command(command),
        None => run_program(&arguments),
    }
}

/// Sets the flags about the process and its arguments.
fn set_process(machine: &mut Machine, arguments: &CommandLine) {
    machine.set_arguments(&arguments.program);
    let text = |path: std::path::PathBuf| path.to_string_lossy().into_owned();
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    // The name of a link chooses a dialect: the program that is run again must have it, too.
    let named = words
        .first()
        .and_then(|name| file_of_program(Path::new(name)));
    let executable = named.or_else(|| std::env::current_exe().ok());
    let executable = executable.map_or_else(|| "horn".to_string(), text);
    machine.set_process(&executable, &words, &text(std::env::temp_dir()));
}

/// The file of a program that was started by this name, as a shell finds it.
fn file_of_program(name: &Path) -> Option<std::path::PathBuf> {
    if name.components().count() > 1 {
        return std::path::absolute(name).ok();
    }
    let folders = std::env::var_os("PATH")?;
    let mut files = std::env::split_paths(&folders).map(|folder| folder.join(name));
    files.find(|file| file.is_file())
}

/// Runs a command that is not the top level.
fn run_command(command: &Command) -> ExitCode {
    match command {
        #[cfg(feature = "editor")]
        Command::Lsp { .. } => match crate::editor::serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) => Ending::Failed(e.to_string()).report(),
        },
        #[cfg(feature = "editor")]
        Command::Kernel { action } => kernel_command::run(action),
        Command::Lint {
            files,
            json,
            color,
            lint,
        } => lint_command::run(files, *json, *color, lint),
        Command::Lesson {
            file,
            output,
            engine,
        } => lesson_command::run(file, output.as_deref(), engine.as_deref()),
        Command::Playground {
            files,
            output,
            engine,
        } => playground_command::run(files, output, engine.as_deref()),
        Command::Test(options) => test_runner::run(options),
        Command::Grade(options) => grade::run(options),
        Command::Completions { shell } => manual::completions(*shell),
        Command::Man => manual::page(),
    }
}

/// Loads the files, runs the goals and answers queries.
fn run_program(arguments: &CommandLine) -> ExitCode {
    let mut machine = Machine::alone();
    let mut mode = lint_option::apply(&arguments.lint, &mut machine);
    if arguments.learn {
        mode.least = Severity::Note;
    }
    if let Some(bytes) = arguments.memory {
        // The user of the command line is the programmer: the program can catch the error.
        machine.set_limit(Limit::CatchableMemory(Some(bytes)));
    }
    let at_terminal = std::io::stdin().is_terminal();
    let stdin = InterruptibleStdin::new(machine.interrupt_handle());
    let input = input::SharedInput::new(match (at_terminal, std::io::stdout().is_terminal()) {
        (true, true) => machine.prompting(Box::new(stdin.clone()), READ_PROMPT),
        _ => Box::new(stdin.clone()),
    });
    let messages = Messages::new(mode.least, arguments.color);
    let progress = progress(&mut machine, arguments, at_terminal, messages);
    machine.set_input(progress.with_input(input.clone()));
    machine.set_terminal([
        at_terminal,
        std::io::stdout().is_terminal(),
        std::io::stderr().is_terminal(),
    ]);
    set_process(&mut machine, arguments);
    // Programs at the top level may be studied: meta-interpreters see their clauses.
    let _ = machine.run("set_prolog_flag(protect_static_code, false)");
    if arguments.strict {
        let _ = machine.run("set_prolog_flag(lenient_loading, false)");
    }
    if arguments.learn {
        let _ = machine.run(LEARNERS_ANSWERS);
    }
    progress.begin();
    let ready = choose_dialect(&mut machine, arguments.dialect.as_deref());
    let ready = ready.and_then(|()| prepare(&mut machine, arguments, mode, messages, &progress));
    let ending = ready.and_then(|()| {
        if let Some(goal) = &arguments.toplevel {
            progress.end();
            return run_goal(&mut machine, goal, messages);
        }
        let manner = Manner {
            style: arguments.style,
            messages,
            columns: None,
            one_place: standard_streams::are_one(),
        };
        read_init_file(&mut machine, arguments, messages, at_terminal)?;
        progress.end();
        let painter = Painter::new(arguments.color.colours(std::io::stdout().is_terminal()));
        let mut session = Session::new(manner, painter);
        session.progress = progress.clone();
        match at_terminal {
            true => terminal::run(&mut machine, &stdin, session, arguments.quiet),
            false => batch::run(&mut machine, &input, &mut session),
        }
    });
    progress.end();
    leave(machine, ending)
}

/// The line that shows progress, at a terminal, and the note on a query that does not end, unless the command line says
/// otherwise.
fn progress(
    machine: &mut Machine,
    arguments: &CommandLine,
    at_terminal: bool,
    messages: Messages,
) -> ProgressLine {
    let has_line = at_terminal && std::io::stderr().is_terminal();
    match arguments.progress {
        ShowProgress::Auto => ProgressLine::new(machine, messages, has_line),
        ShowProgress::Never => ProgressLine::default(),
    }
}

/// Ends the program as a top level has ended.
fn leave(mut machine: Machine, ending: Result<(), Ending>) -> ExitCode {
    let ending = match ending {
        // `halt` runs the goals of `at_halt/1`.
        Ok(()) => match machine.run("halt") {
            Err(Error::Halted(status)) => Ending::Halted(status),
            _ => Ending::Halted(0),
        },
        Err(ending) => ending,
    };
    let output_error = machine.take_output_error();
    machine.end_process();
    match (ending, output_error) {
        (Ending::Halted(0), Some(e)) => Ending::of_output(&e).report(),
        (ending, _) => ending.report(),
    }
}

/// Prints the help, the version, or what is wrong with the arguments.
fn explained(e: &clap::Error) -> ExitCode {
    match e.print().and_then(|()| std::io::stdout().flush()) {
        Ok(()) => ExitCode::from(e.exit_code() as u8),
        Err(e) => Ending::of_output(&e).report(),
    }
}

/// Loads the init file that the command line names, or else the user's own, at a terminal and for no script.
fn read_init_file(
    machine: &mut Machine,
    arguments: &CommandLine,
    messages: Messages,
    at_terminal: bool,
) -> Result<(), Ending> {
    let file = match &arguments.init {
        Some(file) => Some(file.into()),
        None if at_terminal && !arguments.no_init && !arguments.is_script => init_file(),
        None => None,
    };
    match file {
        Some(file) => load_file(machine, &file, messages),
        None => Ok(()),
    }
}

/// Loads a file, and prints the messages about it.
fn load_file(machine: &mut Machine, file: &Path, shown: Messages) -> Result<(), Ending> {
    match machine.consult_file(file) {
        Ok(messages) | Err(Error::Load(messages)) => shown.show(&messages),
        Err(Error::Halted(status)) => {
            shown.show(&machine.take_messages());
            return Err(Ending::Halted(status));
        }
        Err(e) => return Err(Ending::Failed(e.to_string())),
    }
    Ok(())
}

/// Loads the files and runs the goals, in order.
fn prepare(
    machine: &mut Machine,
    arguments: &CommandLine,
    mode: LintMode,
    shown: Messages,
    progress: &ProgressLine,
) -> Result<(), Ending> {
    let loaded = machine.consult_files(&arguments.files);
    progress.end();
    match loaded {
        Ok(messages) | Err(Error::Load(messages)) => {
            shown.show(&messages);
            if mode.denies && messages.iter().any(|m| m.severity >= Severity::Warning) {
                return Err(Ending::Failed("the load has warnings".to_string()));
            }
        }
        Err(Error::Halted(status)) => {
            shown.show(&machine.take_messages());
            return Err(Ending::Halted(status));
        }
        Err(e) => {
            shown.show(&machine.take_messages());
            return Err(Ending::Failed(e.to_string()));
        }
    }
    progress.begin_program();
    match machine.run_main() {
        None => {}
        Some(Ok(true)) => return Err(Ending::Halted(0)),
        Some(Ok(false)) => return Err(Ending::Failed("main goal failed".to_string())),
        Some(Err(Error::Halted(status))) => return Err(Ending::Halted(status)),
        Some(Err(e)) => {
            explain(machine, Some(&e), shown);
            return Err(Ending::Failed(e.to_string()));
        }
    }
    for goal in &arguments.goals {
        run_goal(machine, goal, shown)?;
    }
    Ok(())
}

/// Runs a goal of the command line.
fn run_goal(machine: &mut Machine, goal: &str, shown: Messages) -> Result<(), Ending> {
    let done = machine.run(goal);
    shown.show(&machine.take_messages());
    explain(machine, done.as_ref().err(), shown);
    match done {
        Ok(true) => Ok(()),
        Ok(false) => Err(Ending::Failed(format!("goal failed: {goal}"))),
        Err(Error::Halted(status)) => Err(Ending::Halted(status)),
        Err(Error::Syntax(d)) => Err(Ending::Failed(format!("goal {goal}\n{d}"))),
        Err(e) => Err(Ending::Failed(format!("goal {goal}: {e}"))),
    }
}

/// Makes a dialect that of all texts.
fn choose_dialect(machine: &mut Machine, name: Option<&str>) -> Result<(), Ending> {
    let Some(name) = name else { return Ok(()) };
    match machine.run(&format!("expects_dialect('{name}')")) {
        Ok(_) => Ok(()),
        Err(e) => Err(Ending::Failed(e.to_string())),
    }
}

/// Prints the explanation of an error, if there is one.
fn explain(machine: &mut Machine, error: Option<&Error>, shown: Messages) {
    if let Some(explanation) = error.and_then(|e| machine.explain(e)) {
        shown.explain(&explanation);
    }
}
