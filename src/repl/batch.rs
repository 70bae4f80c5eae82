//! Queries from a file or a pipe: no prompt, no echo, all answers.

use super::asking::ask;
use super::input::SharedInput;
use super::{Ending, show};
use crate::prolog::{Error, Machine, Severity, Style};

/// Answers every query of the input.
pub(super) fn run(
    machine: &mut Machine,
    input: &SharedInput,
    style: Style,
    least: Severity,
) -> Result<(), Ending> {
    while let Some(text) = input.next_query() {
        if machine.consulted_by(&text).as_deref() == Some("user") {
            consult_user(machine, &input.clauses(), least)?;
            continue;
        }
        if let Some(e) = ask(machine, &text, style, None)? {
            eprintln!("{e}");
        }
        show(&machine.take_messages(), least);
    }
    Ok(())
}

/// Loads what was typed after `[user].`
pub(super) fn consult_user(
    machine: &mut Machine,
    text: &str,
    least: Severity,
) -> Result<(), Ending> {
    match machine.consult_str("user", text) {
        Ok(messages) | Err(Error::Load(messages)) => show(&messages, least),
        Err(Error::Halted(status)) => return Err(Ending::Halted(status)),
        Err(e) => eprintln!("{e}"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::prolog::scripted::{Act, Scripted};
    use crate::prolog::{Severity, Style};
    use crate::repl::Ending;
    use crate::repl::input::SharedInput;

    #[test]
    fn every_stream_is_printed_to_its_end() {
        use Act::{Halt, Last, No, Some};
        let mut m = Scripted::machine(&[
            ("p(X)", &[Some("X = 1"), Some("X = 2"), No]),
            ("t", &[Last("true")]),
            ("halt", &[Halt(7)]),
        ]);
        m.capture();
        let text = "p(X).\nt. t.\n\n?- t .\nhalt.\nt.\n";
        let input = SharedInput::new(Box::new(text.as_bytes()));
        let ending = run(&mut m, &input, Style::Horn, Severity::Note);
        assert!(matches!(ending, Err(Ending::Halted(7))));
        let p = "   X = 1\n;  X = 2\n;  false.\n";
        assert_eq!(
            m.end_capture(),
            format!("{p}   true.\n   true.\n   true.\n")
        );
    }

    #[test]
    fn queries_go_on_after_the_clauses_of_the_user() {
        let input = SharedInput::new(Box::new("[user].\na.\nend_of_file.\nb.\n".as_bytes()));
        assert_eq!(
            input.next_query().as_deref().map(str::trim),
            Some("[user].")
        );
        assert_eq!(input.clauses().trim(), "a.");
        assert_eq!(input.next_query().as_deref().map(str::trim), Some("b."));
    }
}
