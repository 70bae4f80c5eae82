//! One query and its answers: what is printed, and what the keys do.

use super::Ending;
use super::keys::{Keys, Wish, help};
use crate::prolog::{Answer, AnswerStream, Error, Machine, Query, Style};

/// After how many answers the stream is complete for those who take all of it.
const UNTIL_THE_END: usize = usize::MAX;

/// Runs a query and prints its answers. Without keys, all of them.
///
/// A syntax error is returned for people, after it was printed as a term.
pub(super) fn ask(
    machine: &mut Machine,
    text: &str,
    style: Style,
    mut keys: Option<&mut dyn Keys>,
) -> Result<Option<Error>, Ending> {
    let mut stream = AnswerStream::in_style(style);
    let prepared = match machine.prepare(text) {
        Ok(prepared) => prepared,
        Err(e) => {
            print_to(machine, &stream.error(&e))?;
            return Ok(Some(e));
        }
    };
    let mut query = machine.start(&prepared).only_to_print();
    // How many more answers to print before asking.
    let mut unasked = match keys {
        Some(_) => 0,
        None => UNTIL_THE_END,
    };
    let mut is_last = false;
    loop {
        let next = match is_last {
            true => None,
            false => query.next(),
        };
        let line_start = query.at_line_start();
        print(&mut query, stream.fresh_line(line_start))?;
        match next {
            None => {
                print(&mut query, &stream.no())?;
                return Ok(None);
            }
            Some(Err(Error::Halted(status))) => return Err(Ending::Halted(status)),
            Some(Err(Error::Interrupted)) => {
                print(&mut query, "\n% Interrupted.\n")?;
                return Ok(None);
            }
            Some(Err(e)) => {
                print(&mut query, &stream.error(&e))?;
                return Ok(None);
            }
            Some(Ok(answer)) => {
                let asks = keys.is_some() && style.asks_at_last() && unasked == 0;
                print(&mut query, &stream.answer_asked(&answer, asks))?;
                if !stream.is_open() {
                    return Ok(None);
                }
                is_last = answer.is_last();
                match (unasked, &mut keys) {
                    (0, Some(keys)) => match decide(&mut query, &answer, stream, &mut **keys)? {
                        Some(more) => unasked = more - 1,
                        None => {
                            print(&mut query, stream.stop())?;
                            return Ok(None);
                        }
                    },
                    (UNTIL_THE_END, _) => {}
                    _ => unasked -= 1,
                }
                print(&mut query, stream.more())?;
            }
        }
    }
}

/// How many more answers the user wants; none to stop.
fn decide(
    query: &mut Query<'_>,
    answer: &Answer,
    stream: AnswerStream,
    keys: &mut dyn Keys,
) -> Result<Option<usize>, Ending> {
    loop {
        match keys.next() {
            Wish::Next => return Ok(Some(1)),
            Wish::Stop => return Ok(None),
            // One is taken off before the next answer.
            Wish::All => return Ok(Some(UNTIL_THE_END)),
            Wish::Five => return Ok(Some(5 - stream.count() % 5)),
            Wish::Help => print(query, help(stream.style()))?,
            Wish::Full => {
                let whole = query.whole();
                print(query, &stream.again(whole.as_ref().unwrap_or(answer), true))?;
            }
            Wish::Short => print(query, &stream.again(answer, false))?,
            Wish::Nothing => {}
        }
    }
}

fn print(query: &mut Query<'_>, text: &str) -> Result<(), Ending> {
    query.print(text).map_err(|_| Ending::Closed)
}

/// Prints to the output of the machine.
pub(super) fn print_to(machine: &mut Machine, text: &str) -> Result<(), Ending> {
    machine.print(text).map_err(|_| Ending::Closed)
}

#[cfg(test)]
mod tests {
    use super::ask;
    use crate::prolog::Style;
    use crate::prolog::scripted::{Act, Scripted};
    use crate::repl::keys::{Keys, Wish, help};

    struct Pressed(Vec<Wish>);

    impl Keys for Pressed {
        fn next(&mut self) -> Wish {
            match self.0.is_empty() {
                true => Wish::Stop,
                false => self.0.remove(0),
            }
        }
    }

    const LONG: &str = "X = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]";

    fn session(query: &str, wishes: &[Wish]) -> String {
        styled(Style::Horn, query, wishes)
    }

    fn styled(style: Style, query: &str, wishes: &[Wish]) -> String {
        use Act::{Last, No, Out, Some};
        let n: Vec<Act> = [
            "X = 1", "X = 2", "X = 3", "X = 4", "X = 5", "X = 6", "X = 7",
        ]
        .into_iter()
        .map(Some)
        .chain([No])
        .collect();
        let mut m = Scripted::machine(&[
            ("n(X)", &n),
            (
                "out(X)",
                &[Out("a\n"), Some("X = 1"), Out("b\n"), Some("X = 2"), No],
            ),
            ("long(X)", &[Some(LONG), No]),
            ("one(X)", &[Last("X = 1")]),
            ("t", &[Some("true"), No]),
        ]);
        m.capture();
        let mut keys = Pressed(wishes.to_vec());
        ask(&mut m, query, style, Option::Some(&mut keys)).expect("no halt");
        m.end_capture()
    }

    #[test]
    fn stopping_and_going_on() {
        use Wish::{Next, Nothing, Stop};
        assert_eq!(session("n(X).", &[Stop]), "   X = 1\n;  ... .\n");
        let two = "   X = 1\n;  X = 2\n;  ... .\n";
        assert_eq!(session("n(X).", &[Nothing, Next, Nothing, Stop]), two);
        let out = "a\n   X = 1\n;  b\nX = 2\n;  false.\n";
        assert_eq!(session("out(X).", &[Next, Next]), out);
    }

    #[test]
    fn fives_and_all() {
        use Wish::{All, Five, Next, Stop};
        let lines = |s: &str| s.lines().count();
        assert_eq!(lines(&session("n(X).", &[Five, Stop])), 6);
        assert_eq!(lines(&session("n(X).", &[Next, Next, Five, Stop])), 6);
        assert_eq!(lines(&session("n(X).", &[All])), 8);
        assert!(session("n(X).", &[Next, All]).ends_with(";  X = 7\n;  false.\n"));
    }

    #[test]
    fn help_and_the_whole_answer() {
        use Wish::{Full, Help, Short, Stop};
        assert_eq!(
            session("n(X).", &[Help, Stop]),
            format!("   X = 1{}\n;  ... .\n", help(Style::Horn))
        );
        let short = LONG.replace(",21]", "|...]");
        let all = format!("   {short}\n   {LONG}\n   {short}\n;  ... .\n");
        assert_eq!(session("long(X).", &[Full, Short, Stop]), all);
    }

    #[test]
    fn other_styles_ask_in_their_own_way() {
        use Style::{Sicstus, Swi};
        use Wish::{All, Full, Next, Stop};
        assert_eq!(styled(Swi, "n(X).", &[Stop]), "X = 1 .\n\n");
        let two = "X = 1 ;\nX = 2 .\n\n";
        assert_eq!(styled(Swi, "n(X).", &[Next, Stop]), two);
        let out = "a\nX = 1 ;\nb\nX = 2 ;\nfalse.\n\n";
        assert_eq!(styled(Swi, "out(X).", &[Next, Next]), out);
        let short = "X = [1, 2, 3, 4, 5, 6, 7, 8, 9|...] ";
        let long = LONG.replace(',', ", ");
        let full = format!("{short}\n{long} .\n\n");
        assert_eq!(styled(Swi, "long(X).", &[Full, Stop]), full);
        assert_eq!(styled(Sicstus, "n(X).", &[Stop]), "X = 1 ? \nyes\n");
        let last = "X = 1 ? ;\nno\n";
        assert_eq!(styled(Sicstus, "one(X).", &[Next]), last);
        assert_eq!(styled(Sicstus, "one(X).", &[Stop]), "X = 1 ? \nyes\n");
        assert_eq!(styled(Sicstus, "t.", &[]), "yes\n");
        assert!(styled(Sicstus, "n(X).", &[All]).ends_with("X = 7 ? ;\nno\n"));
    }

    #[test]
    fn a_syntax_error_is_not_indented() {
        let text = session("n(X", &[]);
        assert!(text.starts_with("error(syntax_error("), "{text}");
    }
}
