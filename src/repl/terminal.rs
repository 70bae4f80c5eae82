//! The top level at a terminal.

use super::answer_keys::Keyboard;
use super::answer_loop::{Session, print_to, run_query};
use super::ending::Ending;
use super::input::InputPart;
use super::interruptible_stdin::InterruptibleStdin;
use super::keys::Keys;
use super::line_editor::{Line, LineEditor, terms};
use super::messages::say;
use crate::prolog::{Machine, Tracing};
use console::Term;
use std::io::IsTerminal;
use std::sync::Arc;

/// Runs queries up to the end of input.
pub(super) fn run(
    machine: &mut Machine,
    stdin: &InterruptibleStdin,
    mut session: Session,
    quiet: bool,
) -> Result<(), Ending> {
    machine.set_pauses_at_interrupts(true);
    let mut lines = LineEditor::new(true).map_err(|e| Ending::Failed(e.to_string()))?;
    let (interrupt, stdin) = (machine.interrupt_handle(), stdin.clone());
    // The terminal sends a signal only while a query runs: while a line is edited it is in raw mode.
    let handler = move || {
        interrupt.interrupt();
        stdin.interrupt();
    };
    ctrlc::set_handler(handler).map_err(|e| Ending::Failed(e.to_string()))?;
    if !quiet {
        let version = env!("CARGO_PKG_VERSION");
        print_to(
            machine,
            &format!("Horn {version}. End of input or halt. to leave.\n"),
        )?;
    }
    let keys = Keys::new();
    // A program with a module of that name types lines to the tracer.
    let _ = keys.define_predicates(machine);
    let mut keyboard = Keyboard::new(keys, session.manner.style);
    let mut noted = Vec::new();
    let to_terminal = std::io::stdout().is_terminal();
    loop {
        lines.type_ahead(&keyboard.take_text());
        note_changes(machine, &mut noted);
        session.painter.vocabulary = Arc::new(machine.vocabulary(&session.answers));
        let mark = tracing_mark(machine);
        let query =
            machine.while_idle(|| lines.query(mark, session.manner.style, &session.painter));
        let text = match query {
            Line::Text(text) => format!("{text}\n"),
            Line::Dropped => continue,
            Line::End => return Ok(()),
        };
        session.manner.columns = to_terminal.then(|| usize::from(Term::stdout().size().1));
        if text.trim() != "make." {
            note_changes(machine, &mut noted);
        }
        for query in terms(&text) {
            let clauses = || lines.clauses().map(InputPart::whole);
            let query = InputPart::whole(query.to_string());
            run_query(machine, &mut session, &query, Some(&mut keyboard), clauses)?;
            if !machine.at_line_start() {
                print_to(machine, "\n")?;
            }
        }
    }
}

/// The mark before the prompt while the tracer is on.
fn tracing_mark(machine: &mut Machine) -> &'static str {
    match machine.tracing() {
        Tracing::Off => "",
        Tracing::AtSpyPoints => "[debug] ",
        Tracing::AtEveryGoal => "[trace] ",
    }
}

/// Reports which loaded files have changed on disk, once for each change.
fn note_changes(machine: &mut Machine, noted: &mut Vec<String>) {
    let changed = machine.changed_files();
    noted.retain(|file| changed.contains(file));
    for file in changed {
        if !noted.contains(&file) {
            say(format_args!(
                "% {file} has changed on disk: make. loads it again."
            ));
            noted.push(file);
        }
    }
}
