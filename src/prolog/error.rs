//! The errors of the host API as one enum.
//!
//! Text that is not Prolog, an uncaught ball, a limit that was reached, a file that cannot be read, a value of
//! another type. None of them is a panic: a panic is a bug of Horn.

use super::cycles;
use super::limits::Resource;
use super::snapshot::Snapshot;
use super::term::Term;
use super::term_display::PrintContext;
use crate::base::tree::{NodeId, Tree};
use crate::syntax::Diagnostic;
use std::fmt;

/// The reason why a load, a query or a conversion has no result.
///
/// ```
/// use horn::{Error, Machine};
///
/// let mut machine = Machine::new();
/// let error = machine.run("atom_length(1.5e3, a)").unwrap_err();
/// assert!(error.ball().is_some_and(|ball| ball.is_error("type_error")));
/// assert!(matches!(machine.run("a :- "), Err(Error::Syntax(_))));
/// let answer = machine.query("X = a")?.next().unwrap()?;
/// assert!(matches!(answer.get::<i64>("Y"), Err(Error::NoSuchVariable(_))));
/// let error = answer.get::<i64>("X").unwrap_err();
/// assert_eq!(error.to_string(), "expected a 64-bit integer, found a");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A query is not a term. The diagnostic shows the place.
    Syntax(Box<Diagnostic>),
    /// Parts of a program were not loaded; the rest was. At least one of the messages is an error.
    Load(Vec<Diagnostic>),
    /// An uncaught ball: `error(Formal, Context)` or any other term that was thrown.
    Uncaught(Ball),
    /// A limit was reached (`resource_error(Resource)`, see [`Error::resource`]); the machine is usable as before.
    Resource(Ball),
    /// The query was interrupted.
    Interrupted,
    /// The program called `halt/0` or `halt/1`, with this status.
    Halted(i32),
    /// A file could not be read or written.
    Io {
        /// The file.
        path: String,
        /// The message of the operating system.
        reason: String,
    },
    /// A term has no value of the Rust type.
    Mismatch(Mismatch),
    /// The query has no variable of this name.
    NoSuchVariable(String),
    /// The query was prepared on another machine.
    OtherMachine,
    /// A query has another number of variables than a row.
    VariableCount {
        /// The number of values of a row.
        expected: usize,
        /// The number of variables of the query.
        found: usize,
    },
    /// A variable of a query was to be given a value after the first answer.
    QueryHasStarted,
}

/// A term of another type than the host expects; [`Term::mismatch`] makes one.
///
/// ```
/// use horn::{Error, Machine};
///
/// let mut machine = Machine::new();
/// let answer = machine.query("X = f(a)")?.next().unwrap()?;
/// let Err(Error::Mismatch(mismatch)) = answer.get::<i64>("X") else { panic!("not an integer") };
/// assert_eq!((mismatch.expected, &*mismatch.found), ("a 64-bit integer", "f(a)"));
/// assert_eq!(mismatch.to_string(), "expected a 64-bit integer, found f(a)");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The expected type, in words.
    pub expected: &'static str,
    /// The text of the term.
    pub found: String,
    /// The place of the term in its tree.
    pub(super) at: NodeId,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for Mismatch {}

/// A term that was thrown and not caught.
///
/// ```
/// use horn::{Error, Machine};
///
/// let mut machine = Machine::new();
/// match machine.run("X is foo+1") {
///     Err(Error::Uncaught(ball)) => {
///         assert!(ball.is_error("type_error"));
///         assert_eq!(ball.formal().unwrap().to_string(), "type_error(evaluable,foo/0)");
///         assert_eq!(ball.to_string(), "error(type_error(evaluable,foo/0),(is)/2)");
///     }
///     other => panic!("{other:?}"),
/// }
/// match machine.run("throw(my(ball))") {
///     Err(Error::Uncaught(ball)) => assert_eq!(ball.term().to_string(), "my(ball)"),
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone)]
pub struct Ball {
    terms: Box<Snapshot>,
    root: NodeId,
    /// True if a limit of the host has thrown it.
    of_limit: bool,
    /// The number under which the machine keeps the place where it was thrown.
    ticket: u32,
}

impl Ball {
    /// The ball that is the root of a tree, which may be cyclic.
    pub(crate) fn new(mut tree: Tree, context: PrintContext<'_>) -> Ball {
        let root = match tree.root {
            Some(root) => root,
            None => tree.nil(),
        };
        cycles::cut(&mut tree, &[], &[root]);
        let context = PrintContext {
            numbervars: true,
            ..context
        };
        Ball {
            terms: Box::new(Snapshot::new(tree, context)),
            root,
            of_limit: false,
            ticket: 0,
        }
    }

    /// The same ball; with `of_limit`, a limit of the host has thrown it.
    pub(super) fn of_limit(self, of_limit: bool) -> Ball {
        Ball { of_limit, ..self }
    }

    /// The same ball, thrown at the place that the machine keeps under this number.
    pub(super) fn thrown_at(self, ticket: u32) -> Ball {
        Ball { ticket, ..self }
    }

    /// The number of the place where it was thrown; 0 if it is not known.
    pub(super) fn ticket(&self) -> u32 {
        self.ticket
    }

    /// The resource of which there is no more, if a limit of the host has thrown the ball, or the memory is exhausted.
    /// A program that throws such a term itself does not count.
    ///
    /// ```
    /// use horn::{Limit, Machine, Resource};
    ///
    /// let mut machine = Machine::new();
    /// machine.set_limit(Limit::Inferences(Some(1000)));
    /// let error = machine.run("repeat, fail").unwrap_err();
    /// assert_eq!(error.ball().unwrap().resource(), Some(Resource::Inferences));
    /// let error = machine.run("throw(error(resource_error(inferences), _))").unwrap_err();
    /// assert_eq!(error.ball().unwrap().resource(), None);
    /// ```
    pub fn resource(&self) -> Option<Resource> {
        let formal = self.formal()?;
        if !self.is_error("resource_error") {
            return None;
        }
        let (name, _) = formal.arg(0)?.functor()?;
        let resource = Resource::named(&name)?;
        (self.of_limit || resource == Resource::Memory).then_some(resource)
    }

    /// The term that was thrown.
    ///
    /// ```
    /// let error = horn::Machine::new().run("throw(my(ball))").unwrap_err();
    /// assert_eq!(error.ball().unwrap().term().to_string(), "my(ball)");
    /// ```
    pub fn term(&self) -> Term<'_> {
        Term::new(&self.terms, self.root)
    }

    /// `Formal`, if the ball is `error(Formal, Context)`.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let error = machine.run("X is foo+1").unwrap_err();
    /// assert_eq!(error.ball().unwrap().formal().unwrap().to_string(), "type_error(evaluable,foo/0)");
    /// let error = machine.run("throw(my(ball))").unwrap_err();
    /// assert!(error.ball().unwrap().formal().is_none());
    /// ```
    pub fn formal(&self) -> Option<Term<'_>> {
        match self.term().functor() {
            Some((name, 2)) if name == "error" => self.term().arg(0),
            _ => None,
        }
    }

    /// Returns true if the ball is `error(Name(…), Context)`.
    ///
    /// ```
    /// let error = horn::Machine::new().run("X is foo+1").unwrap_err();
    /// let ball = error.ball().unwrap();
    /// assert!(ball.is_error("type_error") && !ball.is_error("existence_error"));
    /// ```
    pub fn is_error(&self, name: &str) -> bool {
        let functor = self.formal().and_then(Term::functor);
        functor.is_some_and(|(n, _)| n == name)
    }

    /// The ball as a node of a tree.
    pub(crate) fn parts(&self) -> (&Snapshot, NodeId) {
        (&self.terms, self.root)
    }
}

impl fmt::Display for Ball {
    /// The text that the top level prints: the error term, or `throw(Ball)` for any other ball.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.terms.shortened_text(self.root, 999);
        match self.formal() {
            Some(_) => f.write_str(&text),
            None => write!(f, "throw({text})"),
        }
    }
}

impl fmt::Debug for Ball {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ball({self})")
    }
}

impl Error {
    /// The error for an uncaught ball.
    pub(crate) fn from_ball(ball: Ball) -> Error {
        let formal = ball.formal();
        let is_interrupt = |t: Term<'_>| t.is_atom("$interrupt") || t.is_atom("interrupted");
        let interrupted = formal.is_some_and(is_interrupt) || is_interrupt(ball.term());
        if interrupted {
            Error::Interrupted
        } else if ball.is_error("resource_error") {
            Error::Resource(ball)
        } else {
            Error::Uncaught(ball)
        }
    }

    /// The resource of which there is no more, if the error is that a [`Limit`](super::Limit) was reached.
    ///
    /// ```
    /// use horn::{Limit, Machine, Resource};
    ///
    /// let mut machine = Machine::new();
    /// machine.set_limit(Limit::Answers(Some(0)));
    /// assert_eq!(machine.run("true").unwrap_err().resource(), Some(Resource::Answers));
    /// assert_eq!(machine.run("throw(no)").unwrap_err().resource(), None);
    /// ```
    pub fn resource(&self) -> Option<Resource> {
        self.ball().and_then(Ball::resource)
    }

    /// The ball, if one was thrown.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let error = machine.run("throw(stopped)").unwrap_err();
    /// assert!(error.ball().is_some_and(|ball| ball.term().is_atom("stopped")));
    /// assert!(machine.run("halt").unwrap_err().ball().is_none());
    /// ```
    pub fn ball(&self) -> Option<&Ball> {
        match self {
            Error::Uncaught(b) | Error::Resource(b) => Some(b),
            _ => None,
        }
    }

    /// An I/O error on this file.
    pub(crate) fn io(path: &std::path::Path, reason: &std::io::Error) -> Error {
        Error::Io {
            path: path.display().to_string(),
            reason: reason.to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Syntax(d) => d.fmt(f),
            Error::Load(all) => {
                for (i, d) in all.iter().enumerate() {
                    let newline = if i == 0 { "" } else { "\n" };
                    write!(f, "{newline}{d}")?;
                }
                Ok(())
            }
            Error::Uncaught(b) | Error::Resource(b) => b.fmt(f),
            Error::Interrupted => f.write_str("interrupted"),
            Error::Halted(status) => write!(f, "halted with status {status}"),
            Error::Io { path, reason } => write!(f, "{path}: {reason}"),
            Error::Mismatch(mismatch) => mismatch.fmt(f),
            Error::NoSuchVariable(name) => write!(f, "the query has no variable {name}"),
            Error::OtherMachine => f.write_str("the query was prepared on another machine"),
            Error::VariableCount { expected: 1, found } => {
                write!(f, "expected a query of 1 variable, found {found}")
            }
            Error::VariableCount { expected, found } => {
                write!(f, "expected a query of {expected} variables, found {found}")
            }
            Error::QueryHasStarted => f.write_str("the query has already started"),
        }
    }
}

impl std::error::Error for Error {}
