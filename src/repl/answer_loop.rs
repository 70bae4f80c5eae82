//! One query at the top level: its answers, and the keys after each of them.

use super::answer_keys::{AnswerKeys, KeyAction, help};
use super::colours::Painter;
use super::ending::Ending;
use super::input::InputPart;
use super::messages::{Messages, say};
use super::progress::ProgressLine;
use crate::prolog::{
    Answer, AnswerEvent, AnswerHandler, AnswerStream, EndFinder, Error, Machine, Prepared, Query,
    Remembered, Severity, Style,
};
use std::borrow::Cow;

/// The number of answers to compute for a user who asks for all of them.
const UNTIL_THE_END: usize = usize::MAX;

/// The name under which typed clauses are loaded.
const USER: &str = "user";

/// The way in which queries are answered.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub(super) style: Style,
    pub(super) messages: Messages,
    /// The width of the terminal, if answers go to one.
    pub(super) columns: Option<usize>,
    /// True if answers and messages go to one place.
    pub(super) one_place: bool,
}

impl Manner {
    fn stream(self) -> AnswerStream {
        let stream = AnswerStream::in_style(self.style);
        match self.columns {
            Some(columns) => stream.at_terminal(columns),
            None => stream,
        }
    }
}

/// Goals that leave the top level unless the program defines them, since beginners try them.
pub(super) const LEAVING: &[&str] = &["quit", "exit", "bye", "end_of_file"];

/// The state of a top level from query to query.
pub(super) struct Session {
    pub(super) manner: Manner,
    /// The values that `$X` stands for.
    pub(super) answers: Remembered,
    pub(super) painter: Painter,
    pub(super) progress: ProgressLine,
    /// True once a note on `why/1` was shown.
    has_noted_why: bool,
    /// The checks whose notes on queries were shown: each is shown once.
    noted_checks: Vec<&'static str>,
    /// The last query with a corrected name, if a correction was proposed.
    corrected: Option<String>,
    /// The goal of the last query, which `why.` explains.
    goal: Option<String>,
}

/// The note after the first query that fails.
const WHY_NOTE: &str = "% why. explains why this query fails.";

impl Session {
    pub(super) fn new(manner: Manner, painter: Painter) -> Session {
        Session {
            manner,
            answers: Remembered::new(),
            painter,
            progress: ProgressLine::default(),
            has_noted_why: false,
            noted_checks: Vec::new(),
            corrected: None,
            goal: None,
        }
    }
}

/// The text of a query without its prompt and its period.
fn goal_of(text: &str) -> &str {
    let end = EndFinder::new(0).find(text, true).unwrap_or(text.len());
    let goal = text[..end].trim();
    let goal = goal.strip_suffix('.').unwrap_or(goal);
    goal.strip_prefix("?-").unwrap_or(goal).trim()
}

/// Reads a query and returns its text with it. `why.` stands for a question about the last goal, unless the program
/// defines `why/0`.
fn read_query<'q>(
    machine: &mut Machine,
    session: &mut Session,
    text: &'q str,
) -> Result<(Cow<'q, str>, Prepared), Error> {
    let prepared = machine.prepare_after(text, &session.answers)?;
    let asks_why = prepared.atom() == Some("why") && !machine.defines("why", 0);
    match session.goal.as_ref().filter(|_| asks_why) {
        Some(goal) => {
            // A comment at the end of the goal ends with its line.
            let end = if goal.contains('%') { "\n" } else { "" };
            let question = format!("why(({goal}{end})).");
            let prepared = machine.prepare_after(&question, &session.answers)?;
            Ok((Cow::Owned(question), prepared))
        }
        None => {
            if !asks_why {
                session.goal = Some(goal_of(text).to_string());
            }
            Ok((Cow::Borrowed(text), prepared))
        }
    }
}

/// Reads and runs a query, and prints its answers: all of them if there are no keys. For `[user].`, loads the
/// clauses that `clauses` returns.
pub(super) fn run_query(
    machine: &mut Machine,
    session: &mut Session,
    query: &InputPart,
    mut keys: Option<&mut dyn AnswerKeys>,
    clauses: impl FnOnce() -> Option<InputPart>,
) -> Result<(), Ending> {
    let manner = session.manner;
    let is_asked = keys.is_some() || manner.messages.least == Severity::Note;
    match read_query(machine, session, &query.text) {
        Ok((_, query)) if leaves(machine, &query) => {
            let halt = machine.prepare("halt");
            return halt.map_or(Ok(()), |halt| answer(machine, session, &halt, keys));
        }
        Ok((_, query)) if query.consulted() == Some(USER) => match clauses() {
            Some(clauses) => return consult_user(machine, &clauses, manner.messages),
            None => return Ok(()),
        },
        Ok((text, prepared)) => {
            if is_asked && manner.style == Style::Horn {
                note_mistakes(machine, session, &text);
            }
            answer(machine, session, &prepared, reborrowed(&mut keys))?;
            answer_corrected(machine, session, keys)?;
        }
        Err(e) => {
            let e = match e {
                Error::Syntax(d) => Error::Syntax(Box::new(d.starting_at(query.start))),
                e => e,
            };
            // If both go to one place, the message is sufficient, and it shows the position.
            if !manner.one_place {
                let text = manner.stream().error(&e);
                print_to(machine, &session.painter.answer(&text))?;
            }
            manner.messages.error(&e);
        }
    }
    manner.messages.show(&machine.take_messages());
    Ok(())
}

/// Shows what is most likely a mistake in a query: of each kind, the first one of a session.
fn note_mistakes(machine: &mut Machine, session: &mut Session, text: &str) {
    for note in machine.lint_query(text) {
        let Some(check) = note.check.filter(|c| !session.noted_checks.contains(c)) else {
            continue;
        };
        session.noted_checks.push(check);
        session.manner.messages.explain(&note);
    }
}

/// The keys for one of several queries.
fn reborrowed<'k>(keys: &'k mut Option<&mut dyn AnswerKeys>) -> Option<&'k mut dyn AnswerKeys> {
    match keys {
        Some(keys) => Some(&mut **keys),
        None => None,
    }
}

/// Offers to run the last query with the corrected name, and runs it if the user accepts.
fn answer_corrected(
    machine: &mut Machine,
    session: &mut Session,
    mut keys: Option<&mut dyn AnswerKeys>,
) -> Result<(), Ending> {
    while let (Some(text), Some(keys)) = (session.corrected.take(), reborrowed(&mut keys)) {
        let shown = text.trim().trim_end_matches('.');
        keys.hide_typing();
        print_to(machine, &format!("% Run {shown}? (y/n) "))?;
        let confirmed = keys.confirms();
        keys.show_typing();
        print_to(machine, if confirmed { "yes\n" } else { "no\n" })?;
        if confirmed && let Ok(query) = machine.prepare_after(&text, &session.answers) {
            answer(machine, session, &query, Some(keys))?;
        }
    }
    session.corrected = None;
    Ok(())
}

/// Returns true if a query asks to leave the top level in words that the program does not define.
fn leaves(machine: &mut Machine, query: &Prepared) -> bool {
    let word = query.atom().filter(|word| LEAVING.contains(word));
    word.is_some_and(|word| !machine.defines(word, 0))
}

/// Loads the clauses that were typed after `[user].`
fn consult_user(machine: &mut Machine, clauses: &InputPart, shown: Messages) -> Result<(), Ending> {
    match machine.consult_str(USER, &clauses.text) {
        Ok(messages) | Err(Error::Load(messages)) => {
            // The clauses may load other files, whose messages have the positions of those.
            let placed = messages.into_iter().map(|d| match &*d.file {
                USER => d.starting_at(clauses.start),
                _ => d,
            });
            shown.show(&placed.collect::<Vec<_>>());
        }
        Err(Error::Halted(status)) => return Err(Ending::Halted(status)),
        Err(e) => say(e),
    }
    Ok(())
}

/// Runs a query and prints its answers.
fn answer(
    machine: &mut Machine,
    session: &mut Session,
    query: &Prepared,
    keys: Option<&mut dyn AnswerKeys>,
) -> Result<(), Ending> {
    let manner = session.manner;
    let unasked = match keys {
        Some(_) => 0,
        None => UNTIL_THE_END,
    };
    let mut dialogue = Dialogue {
        keys,
        unasked,
        messages: manner.messages,
        progress: &session.progress,
        answers: &mut session.answers,
        painter: &session.painter,
        has_noted_why: &mut session.has_noted_why,
        corrected: &mut session.corrected,
        is_interrupt_shown: false,
    };
    let mut query = machine.start(query).only_to_print();
    session.progress.begin();
    let answered = manner.stream().run(&mut query, &mut dialogue);
    dialogue.show_typing();
    session.progress.end();
    answered
}

/// Prints answers, and asks for keys between them.
struct Dialogue<'k, 's> {
    keys: Option<&'k mut dyn AnswerKeys>,
    /// The number of answers to print before the user is asked.
    unasked: usize,
    messages: Messages,
    progress: &'s ProgressLine,
    answers: &'s mut Remembered,
    painter: &'s Painter,
    has_noted_why: &'s mut bool,
    corrected: &'s mut Option<String>,
    /// True if the place of the interrupt that ends the query was shown before the user chose that.
    is_interrupt_shown: bool,
}

impl Dialogue<'_, '_> {
    fn show_typing(&mut self) {
        if let Some(keys) = &mut self.keys {
            keys.show_typing();
        }
    }

    /// Shows where the query was interrupted, if that was not shown yet: inside a builtin, the user is not asked how to
    /// continue.
    fn explain_interrupt(&mut self, query: &mut Query<'_>, stream: &AnswerStream) {
        if !self.is_interrupt_shown
            && stream.style() == Style::Horn
            && let Some(place) = query.explain(&Error::Interrupted)
        {
            self.messages.explain(&place);
        }
    }

    /// Keeps the values of an answer. An answer that is too long to be shown is kept as a whole if the user is asked
    /// after it, or if it is the last.
    fn keep(&mut self, query: &mut Query<'_>, answer: &Answer) {
        let is_wanted = self.asks() || answer.is_last();
        self.answers.keep_newest(query, answer, is_wanted);
    }
}

impl AnswerHandler for Dialogue<'_, '_> {
    type Error = Ending;

    fn asks(&self) -> bool {
        self.keys.is_some() && self.unasked == 0
    }

    fn event(
        &mut self,
        query: &mut Query<'_>,
        stream: &AnswerStream,
        event: &AnswerEvent,
        text: &str,
    ) -> Result<(), Ending> {
        self.progress.end();
        let left_open = query.left_line_open();
        print(query, stream.fresh_line(left_open))?;
        // The messages of a load precede the answer of the query that loaded the text.
        self.messages.show(&query.take_messages());
        match event {
            Some(Err(Error::Halted(status))) => Err(Ending::Halted(*status)),
            Some(Err(Error::Interrupted)) => {
                print(query, "\n")?;
                self.explain_interrupt(query, stream);
                let place = query.interrupted_in();
                let place = place.map_or_else(String::new, |p| format!(" in {p}"));
                print(query, &format!("% Interrupted{place}.\n"))
            }
            Some(Err(e)) if self.keys.is_some() && is_abort(e) => print(query, "% Aborted.\n"),
            event => {
                // The error term is the last line.
                if stream.style() == Style::Horn
                    && let Some(Err(error)) = event
                    && let Some(explanation) = query.explain(error)
                {
                    self.messages.explain(&explanation);
                    *self.corrected = explanation.corrected();
                }
                if self.asks()
                    && let (Some(Ok(_)), Some(keys)) = (event, &mut self.keys)
                {
                    keys.hide_typing();
                }
                print(query, &self.painter.answer(text))?;
                let has_failed = event.is_none() && text.trim() == "false.";
                if has_failed
                    && self.keys.is_some()
                    && stream.style() == Style::Horn
                    && !std::mem::replace(self.has_noted_why, true)
                {
                    say(self.painter.note(WHY_NOTE));
                }
                if let Some(Ok(answer)) = event {
                    self.keep(query, answer);
                }
                Ok(())
            }
        }
    }

    fn goes_on(
        &mut self,
        query: &mut Query<'_>,
        stream: &mut AnswerStream,
        answer: &Answer,
    ) -> Result<bool, Ending> {
        match (self.unasked, &mut self.keys) {
            (0, Some(keys)) => match ask(query, answer, stream, &mut **keys, self.painter)? {
                // An answer whose line was left open because parts of it are not shown.
                _ if answer.is_last() && !stream.style().asks_at_last() => return Ok(false),
                Some(more) => self.unasked = more - 1,
                None => return Ok(false),
            },
            (UNTIL_THE_END, _) => {}
            _ => self.unasked -= 1,
        }
        self.show_typing();
        self.progress.begin();
        Ok(true)
    }

    fn goes_on_after_interrupt(&mut self, query: &mut Query<'_>) -> Result<bool, Ending> {
        self.progress.end();
        let goes_on = match &mut self.keys {
            Some(keys) => {
                keys.hide_typing();
                after_interrupt(query, &mut **keys, self.messages)
            }
            None => Ok(false),
        };
        self.is_interrupt_shown = self.keys.is_some() && matches!(goes_on, Ok(false));
        self.show_typing();
        self.progress.begin();
        goes_on
    }

    fn separator(&mut self, query: &mut Query<'_>, text: &str) -> Result<(), Ending> {
        // A line of keys shows on the screen as it is typed.
        let typed = self.keys.as_mut().map_or("", |keys| keys.take_echo());
        print(query, text.strip_prefix(typed).unwrap_or(text))
    }
}

/// The keys after an interrupt.
const INTERRUPT_HELP: &str = "   c: go on\n   a: abort the query\n   t: go on step by step, with the tracer on\n   g: the goals that are running\n   h: this help\n";

/// Shows where the query was interrupted, and reads keys up to one that decides how to continue. Returns true if the
/// query continues.
fn after_interrupt(
    query: &mut Query<'_>,
    keys: &mut dyn AnswerKeys,
    messages: Messages,
) -> Result<bool, Ending> {
    print(query, "\n")?;
    if let Some(place) = query.explain(&Error::Interrupted) {
        messages.explain(&place);
    }
    loop {
        print(
            query,
            "% Interrupted. c: go on, a: abort, t: trace, g: goals, h: help. ",
        )?;
        let key = keys.character();
        print(query, "\n")?;
        match key {
            Some('c' | ' ') => return Ok(true),
            // Ctrl-C, Ctrl-D and RETURN.
            None | Some('a' | '\u{3}' | '\u{4}' | '\n') => return Ok(false),
            Some('t') => {
                query.trace();
                return Ok(true);
            }
            Some('g') => {
                let goals = query.running_goals(&Error::Interrupted);
                let lines: Vec<String> = goals.iter().map(|g| format!("   {g}\n")).collect();
                match lines.is_empty() {
                    true => print(query, "   no goals of the program are known\n")?,
                    false => print(query, &lines.concat())?,
                }
            }
            _ => print(query, INTERRUPT_HELP)?,
        }
    }
}

/// The note in place of the whole answer, given the error of its residual goals.
fn not_whole(error: Option<&Error>) -> String {
    match error {
        None => "\n% The whole answer is too large: it would take more than a fourth of the limit on memory.".to_string(),
        Some(Error::Interrupted) => "\n% Interrupted.".to_string(),
        Some(e) => format!("\n% The whole answer is unknown, since its goals raise an error: {e}."),
    }
}

/// Reads keys up to one that asks for more answers; returns their number, or none to stop.
fn ask(
    query: &mut Query<'_>,
    answer: &Answer,
    stream: &mut AnswerStream,
    keys: &mut dyn AnswerKeys,
    painter: &Painter,
) -> Result<Option<usize>, Ending> {
    loop {
        match keys.next() {
            KeyAction::Next => return Ok(Some(1)),
            KeyAction::Stop => return Ok(None),
            KeyAction::All => return Ok(Some(UNTIL_THE_END)),
            KeyAction::Five => return Ok(Some(5 - stream.count() % 5)),
            KeyAction::Help => print(query, &help(stream.style()))?,
            KeyAction::Full => match query.try_whole() {
                Ok(Some(whole)) => {
                    let text = stream.again(&whole, true);
                    print(query, &painter.answer(&text))?;
                }
                found => {
                    let text = stream.again(answer, false);
                    print(query, &not_whole(found.err().as_ref()))?;
                    print(query, &painter.answer(&text))?;
                }
            },
            KeyAction::Short => print(query, &painter.answer(&stream.again(answer, false)))?,
            KeyAction::Ignore => {}
        }
    }
}

/// Returns true if a query was aborted, by `abort/0` or at a command of the tracer.
fn is_abort(error: &Error) -> bool {
    matches!(error, Error::Uncaught(ball) if ball.term().to_string() == "'$aborted'")
}

fn print(query: &mut Query<'_>, text: &str) -> Result<(), Ending> {
    query.print(text).map_err(|e| Ending::of_output(&e))
}

/// Prints to the output of the machine.
pub(super) fn print_to(machine: &mut Machine, text: &str) -> Result<(), Ending> {
    machine.print(text).map_err(|e| Ending::of_output(&e))
}

#[cfg(test)]
mod tests {
    use super::{InputPart, Manner, Messages, Painter, Session, run_query};
    use crate::prolog::{Machine, Severity, Style};
    use crate::repl::answer_keys::{AnswerKeys, KeyAction, help};
    use crate::repl::colours::When;

    /// Keys that are given in advance; then the user stops.
    struct Pressed(Vec<KeyAction>);

    impl AnswerKeys for Pressed {
        fn next(&mut self) -> KeyAction {
            match self.0.is_empty() {
                true => KeyAction::Stop,
                false => self.0.remove(0),
            }
        }
    }

    const LONG: &str = "X = [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]";

    const PROGRAM: &str = "
        n(X) :- ( X = 1 ; X = 2 ; X = 3 ; X = 4 ; X = 5 ; X = 6 ; X = 7 ; fail ).
        out(X) :- write(a), nl, X = 1.
        out(X) :- write(b), nl, X = 2.
        out(_) :- fail.
        long(X) :- ( numlist(1, 21, X) ; fail ).
        :- dynamic(shown/0).
        attribute_goals(_) --> { shown -> throw(broken) ; assertz(shown) }.
        one(1).
        t.
        t :- fail.";

    fn session(query: &str, actions: &[KeyAction]) -> String {
        styled(Style::Horn, query, actions)
    }

    fn styled(style: Style, query: &str, actions: &[KeyAction]) -> String {
        session_at(None, style, query, actions)
    }

    /// A session at a terminal of this width.
    fn session_at(
        columns: Option<usize>,
        style: Style,
        query: &str,
        actions: &[KeyAction],
    ) -> String {
        let mut machine = Machine::new();
        machine.consult_str("t.pl", PROGRAM).expect("a program");
        machine.capture();
        let mut keys = Pressed(actions.to_vec());
        let manner = Manner {
            style,
            messages: Messages::new(Severity::Note, When::Never),
            columns,
            one_place: false,
        };
        let query = InputPart::whole(query.to_string());
        let mut session = Session::new(manner, Painter::default());
        run_query(&mut machine, &mut session, &query, Some(&mut keys), || None).expect("no halt");
        machine.end_capture()
    }

    #[test]
    fn stopping_and_going_on() {
        use KeyAction::{Ignore, Next, Stop};
        assert_eq!(session("n(X).", &[Stop]), "   X = 1\n;  ... .\n");
        let two = "   X = 1\n;  X = 2\n;  ... .\n";
        assert_eq!(session("n(X).", &[Ignore, Next, Ignore, Stop]), two);
        let out = "a\n   X = 1\n;  b\nX = 2\n;  false.\n";
        assert_eq!(session("out(X).", &[Next, Next]), out);
    }

    #[test]
    fn fives_and_all() {
        use KeyAction::{All, Five, Next, Stop};
        let lines = |s: &str| s.lines().count();
        assert_eq!(lines(&session("n(X).", &[Five, Stop])), 6);
        assert_eq!(lines(&session("n(X).", &[Next, Next, Five, Stop])), 6);
        assert_eq!(lines(&session("n(X).", &[All])), 8);
        assert!(session("n(X).", &[Next, All]).ends_with(";  X = 7\n;  false.\n"));
    }

    #[test]
    fn help_and_the_whole_answer() {
        use KeyAction::{Full, Help, Short, Stop};
        assert_eq!(
            session("n(X).", &[Help, Stop]),
            format!("   X = 1{}\n;  ... .\n", help(Style::Horn))
        );
        let short = LONG.replace(",21]", "|...]");
        let all = format!("   {short}\n   {LONG}\n   {short}\n;  ... .\n");
        assert_eq!(session("long(X).", &[Full, Short, Stop]), all);
        let broken = session("put_attr(X, user, v), long(Y).", &[Full, Stop]);
        assert!(
            broken.contains("since its goals raise an error: throw(broken).\n"),
            "{broken}"
        );
        let large = session(
            "set_prolog_flag(stack_limit, 16000000), long(Y), numlist(1, 100000, X).",
            &[Full, Stop],
        );
        assert!(
            large.contains("% The whole answer is too large: "),
            "{large}"
        );
    }

    #[test]
    fn other_styles_ask_in_their_own_way() {
        use KeyAction::{All, Full, Next, Stop};
        use Style::{Sicstus, Swi};
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
    fn an_answer_starts_on_a_line_of_its_own() {
        use KeyAction::Next;
        assert_eq!(session("write(hello).", &[]), "hello\n   true.\n");
        assert_eq!(session("write(hello), nl.", &[]), "hello\n   true.\n");
        assert_eq!(session("write(hello), fail.", &[]), "hello\n   false.\n");
        let both = session("member(X, [1,2]), write(out).", &[Next]);
        assert_eq!(both, "out\n   X = 1\n;  out\nX = 2.\n");
        let error = session("write(hello), atom_length(_, _).", &[]);
        assert!(error.starts_with("hello\n   error("), "{error}");
        assert_eq!(styled(Style::Swi, "write(hello).", &[]), "hello\ntrue.\n\n");
    }

    #[test]
    fn the_last_answer_waits_if_parts_of_it_are_left_out() {
        use KeyAction::{Full, Next, Stop};
        let at = |actions| session_at(Some(80), Style::Horn, "numlist(1, 21, X).", actions);
        let short = LONG.replace(",21]", "|...]");
        assert_eq!(at(&[Stop]), format!("   {short}.\n"));
        assert_eq!(at(&[Next]), format!("   {short}.\n"));
        assert_eq!(at(&[Full, Stop]), format!("   {short}\n   {LONG}.\n"));
        let one = session_at(Some(80), Style::Horn, "one(X).", &[]);
        assert_eq!(one, "   X = 1.\n");
    }

    #[test]
    fn the_end_of_an_answer_suits_the_text_that_was_shown_last() {
        use KeyAction::{Full, Short, Stop};
        let at = |actions| {
            let text = "X = \"a long text that is cut after twenty characters\".";
            session_at(Some(80), Style::Horn, text, actions)
        };
        assert!(at(&[Stop]).ends_with("\"||... .\n"));
        assert!(at(&[Full, Stop]).ends_with("characters\".\n"));
        assert!(at(&[Full, Short, Stop]).ends_with("\"||... .\n"));
        let symbol = "numlist(1, 21, X), Y = (+).";
        let full = session_at(Some(80), Style::Horn, symbol, &[Full, Stop]);
        assert!(full.ends_with("Y = (+).\n"), "{full}");
        let goals = "length(Xs, 30), Xs ins 0..9.";
        let full = session_at(Some(80), Style::Horn, goals, &[Full, Stop]);
        assert!(full.ends_with("in 0..9).\n"), "{full}");
    }

    #[test]
    fn residual_goals_are_laid_out_at_a_terminal() {
        use KeyAction::{Full, Stop};
        let query = "X in 0..9, Y in 0..9, dif(A, B).";
        let line = "   dif:dif(A,B), clpz:(X in 0..9), clpz:(Y in 0..9).\n";
        let lines = |text: &str| text.matches('\n').count();
        let wide = session_at(Some(80), Style::Horn, query, &[]);
        assert_eq!((wide.len(), lines(&wide)), (line.len(), 1), "{wide}");
        let narrow = session_at(Some(40), Style::Horn, query, &[]);
        assert_eq!(lines(&narrow), 3, "{narrow}");
        assert_eq!(session(query, &[]), wide);
        let query = "length(Xs, 30), Xs ins 0..9.";
        let many = session_at(Some(80), Style::Horn, query, &[Stop]);
        assert_eq!(lines(&many), 22, "{many}");
        assert!(many.ends_with(",\n   ... .\n"), "{many}");
        let full = session_at(Some(80), Style::Horn, query, &[Full, Stop]);
        assert_eq!(lines(&full), 22 + 31, "{full}");
        let swi = session_at(Some(80), Style::Swi, query, &[Stop]);
        assert_eq!(lines(&swi), 23, "{swi}");
    }

    #[test]
    fn huge_integers_are_shortened() {
        use KeyAction::{Full, Stop};
        let short = session("X is 7**3000.", &[]);
        assert!(short.len() < 80 && short.ends_with("||... .\n"), "{short}");
        let full = session_at(Some(80), Style::Horn, "X is 7**3000.", &[Full, Stop]);
        assert!(full.len() > 2500, "{full}");
        assert!(session("X is 7**300.", &[]).len() > 250);
    }

    #[test]
    fn answers_are_written_as_the_flag_says() {
        let set = "set_prolog_flag(answer_write_options, [max_depth(3),spacing(next_argument)]), ";
        let shown = session(&format!("{set}X = f(a,b), Y = [1,2,3,4]."), &[]);
        // The flag holds from the answer of the query that sets it.
        assert_eq!(shown, "   X = f(a, b), Y = [1, 2, 3|...].\n");
        let all = "set_prolog_flag(answer_write_options, [max_depth(0)]), numlist(1, 99, X).";
        assert!(session(all, &[]).ends_with(",98,99].\n"));
    }

    #[test]
    fn a_syntax_error_is_not_indented() {
        let text = session("n(X", &[]);
        assert!(text.starts_with("error(syntax_error("), "{text}");
    }
}
