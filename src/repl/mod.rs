//! L5: the command line, the terminal top level, the runner of quads.
//!
//! Uses the host API and nothing else: whatever happens here, a host program can do as well.

mod arguments;
mod asking;
mod batch;
mod input;
mod keys;
mod line;
mod terminal;
mod testing;
mod waiting;

use crate::prolog::{Diagnostic, Error, Limit, Machine, Severity};
use arguments::{Arguments, Job};
use clap::Parser;
use std::io::IsTerminal;
use std::process::ExitCode;
use waiting::Waiting;

/// Runs the program `horn` with the process's arguments.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(Job::Test { files, bless }) = arguments.job {
        return testing::run(&files, bless);
    }
    let mut machine = Machine::new();
    if let Some(bytes) = arguments.memory {
        machine.set_limit(Limit::Memory(Some(bytes)));
    }
    let at_terminal = std::io::stdin().is_terminal();
    let waiting = Waiting::default();
    let input = input::SharedInput::new(match at_terminal {
        true => Box::new(waiting.clone()),
        false => Box::new(std::io::stdin()),
    });
    machine.set_input(Box::new(input.clone()));
    machine.set_terminal([
        at_terminal,
        std::io::stdout().is_terminal(),
        std::io::stderr().is_terminal(),
    ]);
    machine.set_arguments(&arguments.program);
    let ending = prepare(&mut machine, &arguments).and_then(|()| {
        if at_terminal {
            terminal::run(&mut machine, &waiting, arguments.style, arguments.quiet)
        } else {
            batch::run(
                &mut machine,
                &input,
                arguments.style,
                least(arguments.quiet),
            )
        }
    });
    match ending {
        // What the program asked for with `at_halt/1` is due here too.
        Ok(()) => match machine.run("halt") {
            Err(Error::Halted(status)) => Ending::Halted(status).report(),
            _ => ExitCode::SUCCESS,
        },
        Err(ending) => ending.report(),
    }
}

/// Why the program ends before its input does.
#[derive(Debug)]
enum Ending {
    /// The program called `halt`.
    Halted(i32),
    /// Something went wrong, in words.
    Failed(String),
    /// Nobody reads the output any more.
    Closed,
}

impl Ending {
    fn report(self) -> ExitCode {
        match self {
            // The system keeps the low eight bits.
            Ending::Halted(status) => ExitCode::from(status as u8),
            Ending::Failed(message) => {
                eprintln!("horn: {message}");
                ExitCode::FAILURE
            }
            Ending::Closed => ExitCode::SUCCESS,
        }
    }
}

/// Loads the files and runs the goals, in order.
fn prepare(machine: &mut Machine, arguments: &Arguments) -> Result<(), Ending> {
    let least = least(arguments.quiet);
    for file in &arguments.files {
        match machine.consult_file(file) {
            Ok(messages) | Err(Error::Load(messages)) => show(&messages, least),
            Err(Error::Halted(status)) => {
                show(&machine.take_messages(), least);
                return Err(Ending::Halted(status));
            }
            Err(e) => return Err(Ending::Failed(e.to_string())),
        }
    }
    match machine.run_main() {
        None => {}
        Some(Ok(true)) => return Err(Ending::Halted(0)),
        Some(Ok(false)) => return Err(Ending::Failed("main goal failed".to_string())),
        Some(Err(Error::Halted(status))) => return Err(Ending::Halted(status)),
        Some(Err(e)) => return Err(Ending::Failed(e.to_string())),
    }
    for goal in &arguments.goals {
        let done = machine.run(goal);
        show(&machine.take_messages(), least);
        match done {
            Ok(true) => {}
            Ok(false) => return Err(Ending::Failed(format!("goal failed: {goal}"))),
            Err(Error::Halted(status)) => return Err(Ending::Halted(status)),
            Err(Error::Syntax(d)) => return Err(Ending::Failed(format!("goal {goal}\n{d}"))),
            Err(e) => return Err(Ending::Failed(format!("goal {goal}: {e}"))),
        }
    }
    Ok(())
}

/// Prints messages about a load.
fn show(messages: &[Diagnostic], least: Severity) {
    for m in messages.iter().filter(|m| m.severity >= least) {
        eprintln!("{m}");
    }
}

/// What is not worth a message.
fn least(quiet: bool) -> Severity {
    match quiet {
        true => Severity::Warning,
        false => Severity::Note,
    }
}
