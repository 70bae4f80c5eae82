//! The exception of a predicate that is defined in Rust.

use super::error::{self, Error, Mismatch};
use super::into_term::{Atom, IntoTerm, TermBuilder, TermId};
use crate::base::tree::NodeId;
use crate::machine::Ball;
use std::fmt;

/// The exception of a predicate that is defined in Rust: an error of ISO 13211-1, 7.12.2, or any other term.
///
/// The context of an error is the predicate. The operator `?` makes an exception of every error type of Rust: a
/// `system_error` with its message; of an [`Error`] of this crate, the error that it is in Prolog.
///
/// ```
/// use horn::{Atom, Call, Exception, Machine};
///
/// let mut machine = Machine::new();
/// machine.predicate("half", 2, |call: &mut Call<'_>| {
///     let n: i64 = call.get(0)?;
///     if n % 2 != 0 {
///         return Err(Exception::type_error("even_integer", n));
///     }
///     call.unify(1, n / 2)
/// })?;
/// machine.function("parsed", |text: String| text.parse::<i64>())?;
/// machine.predicate("stop", 0, |_: &mut Call<'_>| Err(Exception::throw(Atom("stopped"))))?;
/// machine.predicate("fault", 1, |call: &mut Call<'_>| {
///     let kind: String = call.get(0)?;
///     Err(match &*kind {
///         "domain" => Exception::domain_error("even", 3),
///         "existence" => Exception::existence_error("table", Atom("prices")),
///         "permission" => Exception::permission_error("modify", "table", Atom("prices")),
///         "representation" => Exception::representation_error("max_rows"),
///         "syntax" => Exception::syntax_error("illegal_date"),
///         _ => Exception::resource_error("rows"),
///     })
/// })?;
/// for (query, answer) in [
///     ("fault(domain)", "error(domain_error(even,3),fault/1)"),
///     ("fault(existence)", "error(existence_error(table,prices),fault/1)"),
///     ("fault(permission)", "error(permission_error(modify,table,prices),fault/1)"),
///     ("fault(representation)", "error(representation_error(max_rows),fault/1)"),
///     ("fault(syntax)", "error(syntax_error(illegal_date),fault/1)"),
///     ("fault(resource)", "error(resource_error(rows),fault/1)"),
///     ("half(6, H)", "H = 3"),
///     ("half(5, H)", "error(type_error(even_integer,5),half/2)"),
///     ("half(x, H)", "error(type_error(integer,x),half/2)"),
///     ("half(X, 1)", "error(instantiation_error,half/2)"),
///     ("parsed(\"12\", N)", "N = 12"),
///     ("parsed(\"1x\", N)", "error(system_error('invalid digit found in string'),parsed/2)"),
///     ("stop", "throw(stopped)"),
/// ] {
///     assert_eq!(machine.answers(query), format!("   {answer}.\n"));
/// }
/// // Terms are made when they are thrown: the text has `...` in their place.
/// assert_eq!(Exception::type_error("even_integer", 5).to_string(), "type_error(even_integer,...)");
/// # Ok::<(), horn::Error>(())
/// ```
pub struct Exception(Thrown);

enum Thrown {
    /// A ball that a goal threw.
    Ball(Ball),
    /// The formal part of an error, whose context is the predicate.
    Formal(Box<dyn MakeTerm>),
    /// A term that is thrown as it is.
    Term(Box<dyn MakeTerm>),
    /// The end of the query, which cannot be caught.
    Interrupt,
}

/// A term that is made when it is thrown.
trait MakeTerm: Send {
    /// Adds the term to those under construction.
    fn make(self: Box<Self>, build: &mut TermBuilder<'_>) -> TermId;

    /// The text of the term, with `...` for values of the host.
    fn summary(&self) -> String;
}

/// A value of the host as a whole term.
struct WholeTerm<T>(T);

impl<T: IntoTerm + Send> MakeTerm for WholeTerm<T> {
    fn make(self: Box<Self>, build: &mut TermBuilder<'_>) -> TermId {
        self.0.into_term(build)
    }

    fn summary(&self) -> String {
        "...".to_string()
    }
}

/// The formal part of an error: its name, its words, and the culprit if it has one.
struct FormalTerm<C> {
    name: &'static str,
    words: Vec<String>,
    culprit: Option<C>,
}

impl<C: IntoTerm + Send> MakeTerm for FormalTerm<C> {
    fn make(self: Box<Self>, build: &mut TermBuilder<'_>) -> TermId {
        let mut args: Vec<TermId> = self.words.iter().map(|w| build.atom(w)).collect();
        let name = self.name;
        if let Some(culprit) = self.culprit {
            args.push(culprit.into_term(build));
        }
        build.compound(name, &args)
    }

    fn summary(&self) -> String {
        let culprit = self.culprit.as_ref().map(|_| "...");
        let words = self.words.iter().map(String::as_str);
        let args: Vec<&str> = words.chain(culprit).collect();
        match args.is_empty() {
            true => self.name.to_string(),
            false => format!("{}({})", self.name, args.join(",")),
        }
    }
}

/// The ball of another machine.
struct ForeignBall(error::Ball);

impl MakeTerm for ForeignBall {
    fn make(self: Box<Self>, build: &mut TermBuilder<'_>) -> TermId {
        self.0.term().into_term(build)
    }

    fn summary(&self) -> String {
        self.0.term().to_string()
    }
}

impl Exception {
    /// Any term, as `throw/1` throws it.
    ///
    /// ```
    /// use horn::{Atom, Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("stop", 0, |_| Err(Exception::throw(Atom("stopped"))))?;
    /// assert_eq!(machine.answers("catch(stop, Ball, true)"), "   Ball = stopped.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn throw(term: impl IntoTerm + Send + 'static) -> Exception {
        Exception(Thrown::Term(Box::new(WholeTerm(term))))
    }

    /// An error `error(Formal, Context)` with this formal part.
    ///
    /// ```
    /// use horn::{Atom, Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("connect", 0, |_| Err(Exception::error(Atom("no_network"))))?;
    /// assert_eq!(machine.answers("connect"), "   error(no_network,connect/0).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn error(formal: impl IntoTerm + Send + 'static) -> Exception {
        Exception(Thrown::Formal(Box::new(WholeTerm(formal))))
    }

    /// An error whose formal part has this name, these words, and a culprit if there is one.
    fn formal<C: IntoTerm + Send + 'static>(
        name: &'static str,
        words: &[&str],
        culprit: Option<C>,
    ) -> Exception {
        Exception(Thrown::Formal(Box::new(FormalTerm {
            name,
            words: words.iter().map(|w| w.to_string()).collect(),
            culprit,
        })))
    }

    /// An error whose formal part is a compound of words and a culprit.
    fn compound(
        name: &'static str,
        words: &[&str],
        culprit: impl IntoTerm + Send + 'static,
    ) -> Exception {
        Exception::formal(name, words, Some(culprit))
    }

    /// An error whose formal part is a compound of words, or an atom without them.
    fn of_words(name: &'static str, words: &[&str]) -> Exception {
        Exception::formal(name, words, None::<OwnedAtom>)
    }

    /// `instantiation_error`: an argument is a variable, and must not be.
    ///
    /// ```
    /// use horn::{Call, Exception, Kind, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("known", 1, |call: &mut Call<'_>| {
    ///     let term = call.term(0);
    ///     match call.kind(term) {
    ///         Kind::Variable => Err(Exception::instantiation_error()),
    ///         _ => Ok(true),
    ///     }
    /// })?;
    /// assert_eq!(machine.answers("known(X)"), "   error(instantiation_error,known/1).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn instantiation_error() -> Exception {
        Exception::of_words("instantiation_error", &[])
    }

    /// `type_error(Type, Culprit)`: the culprit is not of a type.
    ///
    /// ```
    /// use horn::{Call, Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("weekday", 1, |call: &mut Call<'_>| {
    ///     let culprit = call.term(0);
    ///     Err(Exception::type_error("weekday", culprit))
    /// })?;
    /// assert_eq!(machine.answers("weekday(7)"), "   error(type_error(weekday,7),weekday/1).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn type_error(ty: &str, culprit: impl IntoTerm + Send + 'static) -> Exception {
        Exception::compound("type_error", &[ty], culprit)
    }

    /// `domain_error(Domain, Culprit)`: the culprit has the right type, but not a value that is allowed.
    ///
    /// ```
    /// use horn::{Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.function("next_month", |n: u32| match n {
    ///     1..=12 => Ok(n % 12 + 1),
    ///     _ => Err(Exception::domain_error("month", n)),
    /// })?;
    /// assert_eq!(machine.answers("next_month(13, N)"), "   error(domain_error(month,13),next_month/2).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn domain_error(domain: &str, culprit: impl IntoTerm + Send + 'static) -> Exception {
        Exception::compound("domain_error", &[domain], culprit)
    }

    /// `existence_error(Kind, Culprit)`: there is no object of this kind and name.
    ///
    /// ```
    /// use horn::{Atom, Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("lock", 0, |_| Err(Exception::existence_error("table", Atom("prices"))))?;
    /// assert_eq!(machine.answers("lock"), "   error(existence_error(table,prices),lock/0).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn existence_error(kind: &str, culprit: impl IntoTerm + Send + 'static) -> Exception {
        Exception::compound("existence_error", &[kind], culprit)
    }

    /// `permission_error(Operation, Kind, Culprit)`: the operation is not allowed on an object of this kind.
    ///
    /// ```
    /// use horn::{Atom, Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("wipe", 0, |_| {
    ///     Err(Exception::permission_error("modify", "table", Atom("prices")))
    /// })?;
    /// assert_eq!(machine.answers("wipe"), "   error(permission_error(modify,table,prices),wipe/0).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn permission_error(
        operation: &str,
        kind: &str,
        culprit: impl IntoTerm + Send + 'static,
    ) -> Exception {
        Exception::compound("permission_error", &[operation, kind], culprit)
    }

    /// `representation_error(Limit)`: a value cannot be represented.
    ///
    /// ```
    /// use horn::{Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("enlarge", 0, |_| Err(Exception::representation_error("max_rows")))?;
    /// assert_eq!(machine.answers("enlarge"), "   error(representation_error(max_rows),enlarge/0).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn representation_error(limit: &str) -> Exception {
        Exception::of_words("representation_error", &[limit])
    }

    /// `evaluation_error(Kind)`: an operation has no value, such as `zero_divisor`.
    ///
    /// ```
    /// use horn::{Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.function("quotient", |a: i64, b: i64| {
    ///     a.checked_div(b).ok_or_else(|| Exception::evaluation_error("zero_divisor"))
    /// })?;
    /// assert_eq!(machine.answers("quotient(1, 0, Q)"), "   error(evaluation_error(zero_divisor),quotient/3).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn evaluation_error(kind: &str) -> Exception {
        Exception::of_words("evaluation_error", &[kind])
    }

    /// `syntax_error(Fault)`: a text is not what its syntax demands, such as `illegal_number`.
    ///
    /// ```
    /// use horn::{Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.function("from_hex", |text: String| {
    ///     i64::from_str_radix(&text, 16).map_err(|_| Exception::syntax_error("illegal_number"))
    /// })?;
    /// assert_eq!(machine.answers("from_hex(ff, N)"), "   N = 255.\n");
    /// assert_eq!(machine.answers("from_hex(fg, N)"), "   error(syntax_error(illegal_number),from_hex/2).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn syntax_error(fault: &str) -> Exception {
        Exception::of_words("syntax_error", &[fault])
    }

    /// `resource_error(Resource)`: a resource is exhausted.
    ///
    /// ```
    /// use horn::{Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("connect", 0, |_| Err(Exception::resource_error("connections")))?;
    /// assert_eq!(machine.answers("connect"), "   error(resource_error(connections),connect/0).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn resource_error(resource: &str) -> Exception {
        Exception::of_words("resource_error", &[resource])
    }

    /// `system_error(Message)`: any other error.
    ///
    /// ```
    /// use horn::{Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("measure", 1, |_| Err(Exception::system_error("no sensor")))?;
    /// assert_eq!(machine.answers("measure(X)"), "   error(system_error('no sensor'),measure/1).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn system_error(message: &str) -> Exception {
        Exception::of_words("system_error", &[message])
    }

    /// The end of the running query with [`Error::Interrupted`]: no `catch/3` of the program catches it. For what is not
    /// the program's concern, such as a user who presses Ctrl-C while a predicate of the host waits for input.
    ///
    /// ```
    /// use horn::{Call, Error, Exception, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("ask", 1, |_: &mut Call<'_>| Err(Exception::interrupt()))?;
    /// assert!(matches!(machine.run("catch(ask(X), _, true)"), Err(Error::Interrupted)));
    /// assert!(machine.run("true")?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn interrupt() -> Exception {
        Exception(Thrown::Interrupt)
    }

    /// The exception for a ball.
    pub(super) fn thrown(ball: Ball) -> Exception {
        Exception(Thrown::Ball(ball))
    }

    /// The exception for an error of a conversion; `culprit` is the term at a place of the tree.
    pub(super) fn of_conversion(
        error: Error,
        culprit: impl FnOnce(NodeId) -> (TermId, Culprit),
    ) -> Exception {
        let Error::Mismatch(mismatch) = error else {
            return Exception::from(error);
        };
        let (term, kind) = culprit(mismatch.at);
        let expected = mismatch.expected;
        let words = expected.strip_prefix("a ").or(expected.strip_prefix("an "));
        let words = words.unwrap_or(expected);
        let is_integer = words == "integer"
            || words.ends_with("-bit integer")
            || words.ends_with("integer of a machine word");
        match kind {
            Culprit::Variable => Exception::instantiation_error(),
            Culprit::Integer if is_integer => Exception::representation_error(words),
            _ if is_integer => Exception::type_error("integer", term),
            _ => Exception::type_error(&words.replace(' ', "_"), term),
        }
    }

    /// The ball that is thrown.
    #[cold]
    pub(super) fn into_ball(self, build: &mut TermBuilder<'_>) -> Ball {
        match self.0 {
            Thrown::Ball(ball) => ball,
            Thrown::Interrupt => build.vm.interrupt(),
            Thrown::Formal(formal) => {
                let formal = formal.make(build);
                let formal = build.cell(formal);
                build.vm.open_error(formal)
            }
            Thrown::Term(term) => {
                let term = term.make(build);
                let term = build.cell(term);
                build.vm.ball(term)
            }
        }
    }
}

impl fmt::Display for Exception {
    /// The formal part of an error, or `throw(Ball)` for any other term, with `...` for terms that are made when they are
    /// thrown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Thrown::Ball(_) => f.write_str("throw(...)"),
            Thrown::Formal(formal) => f.write_str(&formal.summary()),
            Thrown::Term(term) => write!(f, "throw({})", term.summary()),
            Thrown::Interrupt => f.write_str("interrupted"),
        }
    }
}

impl fmt::Debug for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Exception({self})")
    }
}

/// The kind of a term that a conversion did not accept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Culprit {
    Variable,
    Integer,
    Other,
}

impl<E: std::error::Error + 'static> From<E> for Exception {
    fn from(error: E) -> Exception {
        let error: Box<dyn std::error::Error> = Box::new(error);
        let other = match error.downcast::<Error>() {
            Ok(error) => return of_error(*error),
            Err(other) => other,
        };
        match other.downcast::<Mismatch>() {
            Ok(mismatch) => of_error(Error::Mismatch(*mismatch)),
            Err(other) => Exception::system_error(&other.to_string()),
        }
    }
}

/// The exception for an error of another machine, or of a conversion of its terms.
fn of_error(error: Error) -> Exception {
    match error {
        Error::Uncaught(ball) | Error::Resource(ball) => {
            Exception(Thrown::Term(Box::new(ForeignBall(ball))))
        }
        Error::Mismatch(mismatch) => Exception::compound(
            "type_error",
            &[mismatch.expected],
            OwnedAtom(mismatch.found),
        ),
        Error::Syntax(fault) => {
            Exception::syntax_error(fault.syntax_error.unwrap_or("one_term_expected"))
        }
        Error::Interrupted => Exception::throw(Atom("interrupted")),
        other => Exception::system_error(&other.to_string()),
    }
}

/// An atom that is owned.
struct OwnedAtom(String);

impl IntoTerm for OwnedAtom {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.atom(&self.0)
    }
}
