//! Queries from a file or a pipe: no prompt, no echo, all answers.

use super::answer_loop::{Session, run_query};
use super::ending::Ending;
use super::input::SharedInput;
use crate::prolog::Machine;
use std::sync::Arc;

/// Runs every query of the input.
pub(super) fn run(
    machine: &mut Machine,
    input: &SharedInput,
    session: &mut Session,
) -> Result<(), Ending> {
    while let Some(query) = machine.while_idle(|| input.next_query()) {
        if session.painter.on {
            session.painter.vocabulary = Arc::new(machine.vocabulary(&session.answers));
        }
        run_query(machine, session, &query, None, || Some(input.clauses()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::prolog::{Machine, Severity, Style};
    use crate::repl::answer_loop::{Manner, Session};
    use crate::repl::colours::{Painter, When};
    use crate::repl::ending::Ending;
    use crate::repl::input::SharedInput;
    use crate::repl::messages::Messages;

    #[test]
    fn every_stream_is_printed_to_its_end() {
        let mut m = Machine::new();
        m.consult_str("t.pl", "p(X) :- ( X = 1 ; X = 2 ; fail ). t.")
            .expect("a program");
        m.capture();
        let text = "p(X).\nt. t.\n\n?- t .\nhalt(7).\nt.\n";
        let input = SharedInput::new(Box::new(text.as_bytes()));
        let manner = Manner {
            style: Style::Horn,
            messages: Messages::new(Severity::Note, When::Never),
            columns: None,
            one_place: false,
        };
        let ending = run(
            &mut m,
            &input,
            &mut Session::new(manner, Painter::default()),
        );
        assert!(matches!(ending, Err(Ending::Halted(7))));
        let p = "   X = 1\n;  X = 2\n;  false.\n";
        assert_eq!(
            m.end_capture(),
            format!("{p}   true.\n   true.\n   true.\n")
        );
    }

    #[test]
    fn queries_continue_after_the_clauses_of_the_user() {
        let input = SharedInput::new(Box::new("[user].\na.\nend_of_file.\nb.\n".as_bytes()));
        assert_eq!(input.next_query().expect("a query").text.trim(), "[user].");
        assert_eq!(input.clauses().text.trim(), "a.");
        assert_eq!(input.next_query().expect("a query").text.trim(), "b.");
    }
}
