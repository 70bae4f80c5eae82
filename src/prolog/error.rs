//! Everything that can go wrong, as one enum for host programs.
//!
//! Text that is not Prolog, a ball that nobody caught, a limit that was reached, a file that cannot
//! be read, a value of another type than asked for. None of these is a panic: a panic is our bug.

use super::term::{Snapshot, Tables, Term};
use super::{cycles, diagnostic::Diagnostic};
use crate::base::tree::{NodeId, Tree};
use std::fmt;

/// Why a load, a query or a conversion has no result.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// A query is not a term. The diagnostic shows the line and the place.
    Syntax(Box<Diagnostic>),
    /// Parts of a program were not loaded; the rest was. At least one of these is an error.
    Load(Vec<Diagnostic>),
    /// A ball that nobody caught: `error(Formal, Context)` or anything else that was thrown.
    Uncaught(Ball),
    /// A limit was reached (`resource_error(What)`); the machine is usable as before.
    Resource(Ball),
    /// The query was interrupted.
    Interrupted,
    /// The program called `halt/0` or `halt/1`, with this status.
    Halted(i32),
    /// A file could not be read or written.
    Io {
        /// Which file.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// A term is nothing of the type that was asked for.
    Mismatch(Mismatch),
    /// The query has no variable of this name.
    NoSuchVariable(String),
}

/// A term of one type where another was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What was asked for, in words.
    pub expected: &'static str,
    /// The term.
    pub found: String,
}

/// A term that was thrown and not caught.
#[derive(Clone)]
pub struct Ball {
    terms: Box<Snapshot>,
    root: NodeId,
    text: String,
}

impl Ball {
    /// A ball from a tree whose root it is; the tree may be cyclic.
    pub(crate) fn new(mut tree: Tree, tables: Tables<'_>) -> Ball {
        let root = match tree.root {
            Some(root) => root,
            None => tree.nil(),
        };
        cycles::cut(&mut tree, &[], &[root]);
        let tables = Tables {
            numbervars: true,
            ..tables
        };
        let mut ball = Ball {
            terms: Box::new(Snapshot::new(tree, tables)),
            root,
            text: String::new(),
        };
        let text = ball.terms.shortened_text(root, 999);
        ball.text = match ball.formal() {
            Some(_) => text,
            None => format!("throw({text})"),
        };
        ball
    }

    /// The term that was thrown.
    pub fn term(&self) -> Term<'_> {
        self.terms.term(self.root)
    }

    /// `Formal`, if the ball is `error(Formal, Context)`.
    pub fn formal(&self) -> Option<Term<'_>> {
        match self.term().functor() {
            Some((name, 2)) if name == "error" => self.term().arg(0),
            _ => None,
        }
    }

    /// Whether the ball is `error(Name(…), Context)`.
    pub fn is_error(&self, name: &str) -> bool {
        let functor = self.formal().and_then(Term::functor);
        functor.is_some_and(|(n, _)| n == name)
    }

    pub(crate) fn parts(&self) -> (&Snapshot, NodeId) {
        (&self.terms, self.root)
    }
}

impl fmt::Display for Ball {
    /// As the top level prints it: the error term, or `throw(Ball)` for any other ball.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Ball {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ball({})", self.text)
    }
}

impl Error {
    /// The error that an uncaught ball is.
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

    /// The ball, if one was thrown.
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
            Error::Mismatch(Mismatch { expected, found }) => {
                write!(f, "expected {expected}, found {found}")
            }
            Error::NoSuchVariable(name) => write!(f, "the query has no variable {name}"),
        }
    }
}

impl std::error::Error for Error {}
