//! The top level at a terminal.

use super::answer_keys::Keyboard;
use super::answer_loop::{Manner, print_to, run_query};
use super::ending::Ending;
use super::input::Part;
use super::interruptible_stdin::InterruptibleStdin;
use super::line_editor::{Line, LineEditor, terms};
use crate::prolog::Machine;
use console::Term;
use std::io::IsTerminal;

/// Runs queries up to the end of input.
pub(super) fn run(
    machine: &mut Machine,
    stdin: &InterruptibleStdin,
    manner: Manner,
    quiet: bool,
) -> Result<(), Ending> {
    machine.set_pauses_at_interrupts(true);
    let mut lines = LineEditor::new().map_err(|e| Ending::Failed(e.to_string()))?;
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
    let mut keyboard = Keyboard::new(manner.style);
    let to_terminal = std::io::stdout().is_terminal();
    loop {
        lines.type_ahead(&keyboard.take_text());
        let text = match lines.query(manner.style, machine.predicate_names()) {
            Line::Text(text) => format!("{text}\n"),
            Line::Dropped => continue,
            Line::End => return Ok(()),
        };
        let manner = Manner {
            columns: to_terminal.then(|| usize::from(Term::stdout().size().1)),
            ..manner
        };
        for query in terms(&text) {
            let clauses = || lines.clauses().map(Part::whole);
            let query = Part::whole(query.to_string());
            run_query(machine, &query, manner, Some(&mut keyboard), clauses)?;
            if !machine.at_line_start() {
                print_to(machine, "\n")?;
            }
        }
    }
}
