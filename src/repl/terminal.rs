//! The top level at a terminal.

use super::asking::{ask, print_to};
use super::batch::consult_user;
use super::keys::Keyboard;
use super::line::{Line, Lines, split};
use super::waiting::Waiting;
use super::{Ending, least, show};
use crate::prolog::{Machine, Style};

/// Answers queries until the end of input.
pub(super) fn run(
    machine: &mut Machine,
    waiting: &Waiting,
    style: Style,
    quiet: bool,
) -> Result<(), Ending> {
    let mut lines = Lines::new().map_err(|e| Ending::Failed(e.to_string()))?;
    let (interrupt, waiting) = (machine.interrupt_handle(), waiting.clone());
    // While a line is edited the terminal is raw and sends no signal; while a query runs, it does.
    let handler = move || {
        interrupt.interrupt();
        waiting.give_up();
    };
    ctrlc::set_handler(handler).map_err(|e| Ending::Failed(e.to_string()))?;
    if !quiet {
        let version = env!("CARGO_PKG_VERSION");
        print_to(
            machine,
            &format!("Horn {version}. End of input or halt. to leave.\n"),
        )?;
    }
    let mut keyboard = Keyboard::new(style);
    loop {
        let text = match lines.query(style.prompt(), machine.predicate_names()) {
            Line::Text(text) => format!("{text}\n"),
            Line::Dropped => continue,
            Line::End => return Ok(()),
        };
        for query in split(&text).0 {
            if machine.consulted_by(query).as_deref() == Some("user") {
                if let Some(text) = lines.clauses() {
                    consult_user(machine, &text, least(quiet))?;
                }
                continue;
            }
            if let Some(e) = ask(machine, query, style, Some(&mut keyboard))? {
                eprintln!("{e}");
            }
            show(&machine.take_messages(), least(quiet));
            if !machine.at_line_start() {
                print_to(machine, "\n")?;
            }
        }
    }
}
