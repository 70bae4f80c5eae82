//! The answers to one query as the text that the top level prints.
//!
//! Three blanks before the first answer, `;  ` before the next, a period after the last:
//!
//! ```text
//!    X = 1
//! ;  X = 2.
//! ```
//!
//! This is Horn's own style; in the others `;` follows an answer. The one loop over the answers of a query is
//! here too: the top level, the test runner and [`Machine::answers`] differ in their [`AnswerHandler`].

use super::answer::Answer;
use super::error::Error;
use super::foreign_errors;
use super::query::Query;
use super::session::Machine;
use super::style::Style;
use crate::syntax::ends_in_symbol_char;
use std::convert::Infallible;

/// The next event of a query: an answer, an error that ends it, or none if there are no more answers.
///
/// ```
/// use horn::{AnswerEvent, Machine};
///
/// let mut machine = Machine::new();
/// let event: AnswerEvent = machine.query("fail")?.next();
/// assert!(event.is_none());
/// # Ok::<(), horn::Error>(())
/// ```
pub type AnswerEvent = Option<Result<Answer, Error>>;

/// Receives the events of an answer stream with their texts, and decides how far it goes.
///
/// ```
/// use horn::{Answer, AnswerEvent, AnswerHandler, AnswerStream, Error, Machine, Query, Style};
///
/// /// Collects the text of at most two answers.
/// struct Two(String);
///
/// impl AnswerHandler for Two {
///     type Error = Error;
///
///     fn event(
///         &mut self,
///         _: &mut Query<'_>,
///         _: &AnswerStream,
///         _: &AnswerEvent,
///         text: &str,
///     ) -> Result<(), Error> {
///         self.0.push_str(text);
///         Ok(())
///     }
///
///     fn goes_on(&mut self, _: &mut Query<'_>, stream: &mut AnswerStream, _: &Answer) -> Result<bool, Error> {
///         Ok(stream.count() < 2)
///     }
///
///     fn separator(&mut self, _: &mut Query<'_>, text: &str) -> Result<(), Error> {
///         self.0.push_str(text);
///         Ok(())
///     }
/// }
///
/// let mut machine = Machine::new();
/// let mut two = Two(String::new());
/// AnswerStream::in_style(Style::Swi).run(&mut machine.query("repeat")?, &mut two)?;
/// assert_eq!(two.0, "true ;\ntrue .\n\n");
/// # Ok::<(), Error>(())
/// ```
pub trait AnswerHandler {
    /// The reason to end the loop early.
    type Error;

    /// Returns true if the user is asked after the next answer. Some styles ask even after the last one.
    fn asks(&self) -> bool {
        false
    }

    /// Takes an event with its text.
    ///
    /// # Errors
    /// Ends the loop.
    fn event(
        &mut self,
        query: &mut Query<'_>,
        stream: &AnswerStream,
        event: &AnswerEvent,
        text: &str,
    ) -> Result<(), Self::Error>;

    /// Returns true if the query is to be resumed after an answer that leaves its line open.
    ///
    /// # Errors
    /// Ends the loop.
    fn goes_on(
        &mut self,
        query: &mut Query<'_>,
        stream: &mut AnswerStream,
        answer: &Answer,
    ) -> Result<bool, Self::Error>;

    /// Takes the text between two answers, or at the end of a stream that does not go on.
    ///
    /// # Errors
    /// Ends the loop.
    fn separator(&mut self, query: &mut Query<'_>, text: &str) -> Result<(), Self::Error>;

    /// Returns true if a query that has paused at an interrupt is to go on; see
    /// [`Machine::set_pauses_at_interrupts`].
    ///
    /// # Errors
    /// The errors of the handler, which end the query.
    fn goes_on_after_interrupt(&mut self, _query: &mut Query<'_>) -> Result<bool, Self::Error> {
        Ok(false)
    }
}

/// The text around answers, which depends on the style and on how many there were.
///
/// ```
/// use horn::{AnswerStream, Machine};
///
/// let mut machine = Machine::new();
/// let mut query = machine.query("member(X, [a,b])")?;
/// let mut stream = AnswerStream::new();
/// let (event, text) = stream.step(&mut query, false);
/// assert_eq!(text, "   X = a");
/// assert!(stream.is_open() && stream.count() == 1);
/// assert_eq!(stream.again(&event.unwrap()?, true), "\n   X = a");
/// assert_eq!(stream.more(), "\n;  ");
/// assert_eq!(stream.step(&mut query, false).1, "X = b.\n");
/// assert!(!stream.is_open());
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerStream {
    style: Style,
    answers: usize,
    /// True if the line of the last answer is open: more may come.
    open: bool,
    /// The width of the terminal, if answers are laid out for one.
    columns: Option<usize>,
    /// The text that ends the line of the newest answer if that is the last one.
    end: &'static str,
}

impl AnswerStream {
    /// A stream without answers yet, in Horn's style.
    ///
    /// ```
    /// use horn::{AnswerStream, Style};
    ///
    /// let stream = AnswerStream::new();
    /// assert_eq!((stream.style(), stream.count()), (Style::Horn, 0));
    /// ```
    pub fn new() -> AnswerStream {
        AnswerStream::default()
    }

    /// A stream without answers yet, in a style.
    ///
    /// ```
    /// use horn::{AnswerStream, Machine, Style};
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("X = 1, Y = 2")?;
    /// let (_, text) = AnswerStream::in_style(Style::Swi).step(&mut query, false);
    /// assert_eq!(text, "X = 1,\nY = 2.\n\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn in_style(style: Style) -> AnswerStream {
        AnswerStream {
            style,
            ..AnswerStream::default()
        }
    }

    /// The stream for a terminal of this width: an answer that does not fit on a line has one goal a line, and no
    /// more than 20 residual goals; the last one is left open as well if parts of it are left out, so that the user
    /// can ask for the whole.
    ///
    /// ```
    /// use horn::{AnswerStream, Machine, Style};
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("X in 0..9, Y #> X").unwrap();
    /// let mut stream = AnswerStream::in_style(Style::Horn).at_terminal(30);
    /// let goals = "   clpz:(X in 0..9),\n   clpz:(X#=<Y+ -1),\n   clpz:(Y in 1..sup).\n";
    /// assert_eq!(stream.step(&mut query, true).1, goals);
    /// ```
    pub fn at_terminal(mut self, columns: usize) -> AnswerStream {
        self.columns = Some(columns);
        self
    }

    /// The style.
    ///
    /// ```
    /// use horn::{AnswerStream, Style};
    ///
    /// assert_eq!(AnswerStream::in_style(Style::Sicstus).style(), Style::Sicstus);
    /// ```
    pub fn style(&self) -> Style {
        self.style
    }

    /// The number of answers so far.
    ///
    /// ```
    /// use horn::{AnswerStream, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("member(X, [a,b])")?;
    /// let mut stream = AnswerStream::new();
    /// while stream.step(&mut query, false).0.is_some() {}
    /// assert_eq!(stream.count(), 2);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn count(&self) -> usize {
        self.answers
    }

    /// Returns true if [`AnswerStream::more`] or [`AnswerStream::stop`] must follow the newest answer.
    ///
    /// ```
    /// use horn::{AnswerStream, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("member(X, [a,b])")?;
    /// let mut stream = AnswerStream::new();
    /// stream.step(&mut query, false);
    /// assert!(stream.is_open());
    /// stream.step(&mut query, false);
    /// assert!(!stream.is_open());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Runs a query, and hands its events to a handler up to the end of the stream.
    ///
    /// # Errors
    /// The errors of the handler.
    ///
    /// ```
    /// use horn::{Answer, AnswerEvent, AnswerHandler, AnswerStream, Error, Machine, Query};
    ///
    /// /// Collects the text of all answers.
    /// struct All(String);
    ///
    /// impl AnswerHandler for All {
    ///     type Error = Error;
    ///
    ///     fn event(
    ///         &mut self,
    ///         _: &mut Query<'_>,
    ///         _: &AnswerStream,
    ///         _: &AnswerEvent,
    ///         text: &str,
    ///     ) -> Result<(), Error> {
    ///         self.0.push_str(text);
    ///         Ok(())
    ///     }
    ///
    ///     fn goes_on(&mut self, _: &mut Query<'_>, _: &mut AnswerStream, _: &Answer) -> Result<bool, Error> {
    ///         Ok(true)
    ///     }
    ///
    ///     fn separator(&mut self, _: &mut Query<'_>, text: &str) -> Result<(), Error> {
    ///         self.0.push_str(text);
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let mut machine = Machine::new();
    /// let mut all = All(String::new());
    /// AnswerStream::new().run(&mut machine.query("member(X, [a,b])")?, &mut all)?;
    /// assert_eq!(all.0, "   X = a\n;  X = b.\n");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn run<H: AnswerHandler>(
        &mut self,
        query: &mut Query<'_>,
        handler: &mut H,
    ) -> Result<(), H::Error> {
        loop {
            let (event, text) = self.step(query, handler.asks());
            if query.is_interrupted() && handler.goes_on_after_interrupt(query)? {
                query.go_on();
                continue;
            }
            handler.event(query, self, &event, &text)?;
            match event {
                Some(Ok(answer)) if self.open => {
                    if !handler.goes_on(query, self, &answer)? {
                        return handler.separator(query, self.stop());
                    }
                    // Before the goal resumes, so that its output comes after the separator.
                    handler.separator(query, self.more())?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Runs a query up to its next event; returns that with its text. With `asks`, the line stays open even
    /// after the last answer, in a style that asks then.
    ///
    /// ```
    /// use horn::{AnswerStream, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("X = 1")?;
    /// let (event, text) = AnswerStream::new().step(&mut query, false);
    /// assert!(event.unwrap()?.is_last());
    /// assert_eq!(text, "   X = 1.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn step(&mut self, query: &mut Query<'_>, asks: bool) -> (AnswerEvent, String) {
        let event = query.next();
        let text = match &event {
            Some(Ok(answer)) => self.answer(answer, asks),
            Some(Err(e)) => self.error(e),
            None => self.no(),
        };
        (event, text)
    }

    /// The text before the next text of the stream, which never continues a line that the program wrote.
    ///
    /// ```
    /// use horn::AnswerStream;
    ///
    /// assert_eq!(AnswerStream::new().fresh_line(true), "\n");
    /// assert_eq!(AnswerStream::new().fresh_line(false), "");
    /// ```
    pub fn fresh_line(&self, left_open: bool) -> &'static str {
        match left_open {
            true => "\n",
            false => "",
        }
    }

    /// The text of an answer, and true if parts are left out.
    fn text_of(&self, answer: &Answer, full: bool) -> (String, bool) {
        match self.columns {
            Some(columns) => answer.laid_out(self.style, columns, full),
            None if full => (answer.full_text_in(self.style), false),
            None => (answer.text_in(self.style), false),
        }
    }

    /// The text of the next answer. The last one ends in a period (or `yes`) and a newline; after any other, the
    /// line is open.
    fn answer(&mut self, answer: &Answer, asks: bool) -> String {
        let mut text = self.lead().to_string();
        self.answers += 1;
        let (answer_text, cut) = self.text_of(answer, false);
        text.push_str(&answer_text);
        self.end = match answer.is_last() {
            true => period(&text),
            false => "",
        };
        // The user may request the whole of it.
        let last = answer.is_last() && !(asks && cut);
        self.open = !last;
        match self.style {
            Style::Horn => {
                if last {
                    text.push_str(self.end);
                }
            }
            Style::Swi => {
                if answer.is_true() {
                    text.push_str("true");
                }
                text.push_str(match last {
                    true => period(&text),
                    false => " ",
                });
                if last {
                    text.push('\n');
                }
            }
            Style::Sicstus if text.is_empty() => {
                self.open = false;
                text.push_str("yes\n");
            }
            Style::Sicstus => {
                self.open = !last || asks;
                text.push_str(" ? ");
                if !self.open {
                    text.push_str(self.stop());
                }
            }
        }
        text
    }

    /// The text of the newest answer once more, on a line of its own; with `full`, with the whole of its terms. The
    /// line is open.
    ///
    /// ```
    /// use horn::{AnswerStream, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("numlist(1, 30, L)")?;
    /// let mut stream = AnswerStream::new();
    /// let (event, text) = stream.step(&mut query, false);
    /// assert!(text.ends_with(",19,20|...].\n"));
    /// assert!(stream.again(&event.unwrap()?, true).ends_with(",29,30]"));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn again(&mut self, answer: &Answer, full: bool) -> String {
        let (text, _) = self.text_of(answer, full);
        if !self.end.is_empty() {
            self.end = period(&text);
        }
        match self.style {
            Style::Horn => format!("\n   {text}"),
            Style::Swi if text.is_empty() => "\ntrue ".to_string(),
            Style::Swi => format!("\n{text} "),
            Style::Sicstus => format!("\n{text} ? "),
        }
    }

    /// The text that asks for another answer.
    ///
    /// ```
    /// use horn::{AnswerStream, Style};
    ///
    /// assert_eq!(AnswerStream::new().more(), "\n;  ");
    /// assert_eq!(AnswerStream::in_style(Style::Swi).more(), ";\n");
    /// ```
    pub fn more(&self) -> &'static str {
        match self.style {
            Style::Horn => "\n;  ",
            Style::Swi | Style::Sicstus => ";\n",
        }
    }

    /// The text at the end of the stream, if the last answer left its line open, or there was none.
    fn no(&self) -> String {
        match self.style {
            Style::Horn => format!("{}false.\n", self.lead()),
            Style::Swi => "false.\n\n".to_string(),
            Style::Sicstus => "no\n".to_string(),
        }
    }

    /// The text at the end of a stream that does not go on.
    ///
    /// ```
    /// use horn::{AnswerStream, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("repeat")?;
    /// let mut stream = AnswerStream::new();
    /// let (_, text) = stream.step(&mut query, false);
    /// assert_eq!(text + stream.stop(), "   true\n;  ... .\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn stop(&self) -> &'static str {
        match self.style {
            Style::Horn if !self.end.is_empty() => self.end,
            Style::Horn => "\n;  ... .\n",
            Style::Swi => ".\n\n",
            Style::Sicstus => "\nyes\n",
        }
    }

    /// The text of an error that ended the query, or that its text has.
    ///
    /// ```
    /// use horn::{AnswerStream, Machine};
    ///
    /// let error = Machine::new().run("atom_length(X, _)").unwrap_err();
    /// assert_eq!(AnswerStream::new().error(&error), "   error(instantiation_error,atom_length/2).\n");
    /// ```
    pub fn error(&self, e: &Error) -> String {
        match e {
            e if self.style != Style::Horn => foreign_errors::lines(e, self.style),
            Error::Syntax(d) => {
                let kind = d.syntax_error.unwrap_or("syntax_error");
                let line = d.position().map_or(1, |p| p.line);
                format!("error(syntax_error({kind}),read_term/3:{line}).\n")
            }
            e => {
                let mut text = format!("{}{e}", self.lead());
                text.push_str(period(&text));
                text
            }
        }
    }

    /// The indentation of the first answer; later ones continue the line of `;  `.
    fn lead(&self) -> &'static str {
        match (self.style, self.answers) {
            (Style::Horn, 0) => "   ",
            _ => "",
        }
    }
}

/// The period after a text, with a blank before it if it would become part of a symbol.
fn period(text: &str) -> &'static str {
    match ends_in_symbol_char(text) {
        true => " .\n",
        false => ".\n",
    }
}

impl Machine {
    /// The text of all answers of a query, with the program's output, as the top level prints it; for snapshot
    /// tests. Errors are part of the text.
    ///
    /// ```
    /// use horn::{Machine, Style};
    ///
    /// let mut machine = Machine::new();
    /// assert_eq!(machine.answers("member(X, [1,2])"), "   X = 1\n;  X = 2.\n");
    /// assert_eq!(machine.first_answers("repeat", 2), "   true\n;  true\n;  ... .\n");
    /// assert_eq!(machine.answers_in(Style::Sicstus, "X = 1", 9), "X = 1 ? \nyes\n");
    /// assert_eq!(machine.answers("atom_length(X, _)"), "   error(instantiation_error,atom_length/2).\n");
    /// ```
    pub fn answers(&mut self, text: &str) -> String {
        self.first_answers(text, usize::MAX)
    }

    /// As [`Machine::answers`], with at most `max` answers.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// assert_eq!(machine.first_answers("repeat", 2), "   true\n;  true\n;  ... .\n");
    /// ```
    pub fn first_answers(&mut self, text: &str, max: usize) -> String {
        self.answers_in(Style::Horn, text, max)
    }

    /// As [`Machine::first_answers`], in the style of another top level.
    ///
    /// ```
    /// use horn::{Machine, Style};
    ///
    /// let mut machine = Machine::new();
    /// assert_eq!(machine.answers_in(Style::Swi, "member(X, [a,b])", 9), "X = a ;\nX = b.\n\n");
    /// assert_eq!(machine.answers_in(Style::Sicstus, "X = 1", 9), "X = 1 ? \nyes\n");
    /// ```
    pub fn answers_in(&mut self, style: Style, text: &str, max: usize) -> String {
        let mut stream = AnswerStream::in_style(style);
        let mut all = Collector {
            text: String::new(),
            max,
        };
        self.capture_apart();
        match self.query(text).map(Query::only_to_print) {
            Ok(mut query) => match stream.run(&mut query, &mut all) {
                Ok(()) => {}
                Err(never) => match never {},
            },
            Err(e) => all.text.push_str(&stream.error(&e)),
        }
        all.text.push_str(&self.end_capture());
        all.text
    }
}

/// Collects answers and output, up to a number of answers.
struct Collector {
    text: String,
    max: usize,
}

impl AnswerHandler for Collector {
    type Error = Infallible;

    fn event(
        &mut self,
        query: &mut Query<'_>,
        stream: &AnswerStream,
        _: &AnswerEvent,
        text: &str,
    ) -> Result<(), Infallible> {
        let output = query.take_output();
        let left_open = !output.is_empty() && !output.ends_with('\n');
        self.text.push_str(&output);
        self.text.push_str(stream.fresh_line(left_open));
        self.text.push_str(text);
        Ok(())
    }

    fn goes_on(
        &mut self,
        _: &mut Query<'_>,
        stream: &mut AnswerStream,
        _: &Answer,
    ) -> Result<bool, Infallible> {
        Ok(stream.count() < self.max)
    }

    fn separator(&mut self, _: &mut Query<'_>, text: &str) -> Result<(), Infallible> {
        self.text.push_str(text);
        Ok(())
    }
}
