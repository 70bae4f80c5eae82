//! Predicates that a host program defines in Rust.

use super::collections::Arguments;
use super::error::Error;
use super::exception::Exception;
use super::host_call::Call;
use super::into_term::{IntoTerm, TermBuilder, TermId};
use super::session::Machine;
use super::value::FromTerm;
use crate::base::atom::{Atom, atoms};
use crate::machine::{Ball, Cell};
use crate::system::host_predicates;
use crate::system::host_state::{HostFunction, HostRelation, RowSource};
use crate::system::{Res, Vm};
use std::any::{Any, TypeId};
use std::sync::Arc;

impl Machine {
    /// Defines a predicate of module `user` by a Rust function of its arguments.
    ///
    /// The function returns `Ok(true)` to succeed, `Ok(false)` to fail, and an [`Exception`] to throw. A panic
    /// becomes a `system_error`. A predicate that was defined in this way is replaced; programs cannot change it.
    ///
    /// # Errors
    /// [`Error::Uncaught`] with a permission error when the program or the system defines the predicate, and with a
    /// representation error for more than 255 arguments.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("join", 3, |call: &mut Call<'_>| {
    ///     let (a, b): (String, String) = (call.get(0)?, call.get(1)?);
    ///     call.unify(2, format!("{a} {b}"))
    /// })?;
    /// assert_eq!(machine.answers("join(hello, \"world\", S)"), "   S = \"hello world\".\n");
    /// assert_eq!(machine.answers("join(X, b, S)"), "   error(instantiation_error,join/3).\n");
    /// assert!(machine.consult_str("p.pl", "join(a, b, c).").is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn predicate<F>(&mut self, name: &str, arity: usize, function: F) -> Result<(), Error>
    where
        F: Fn(&mut Call<'_>) -> Result<bool, Exception> + Send + Sync + 'static,
    {
        self.user().predicate(name, arity, function)
    }

    /// Defines a predicate of module `user` by a Rust function: its arguments are those of the function, and a last
    /// one for the result.
    ///
    /// A result `Err` is thrown, as an [`Exception`]; `None` is failure.
    ///
    /// # Errors
    /// As [`Machine::predicate`].
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.function("double", |x: i64| x * 2)?;
    /// machine.function("hypotenuse", |a: f64, b: f64| a.hypot(b))?;
    /// machine.function("words", |text: String| {
    ///     text.split(' ').map(String::from).collect::<Vec<_>>()
    /// })?;
    /// machine.function("quotient", |a: i64, b: i64| a.checked_div(b))?;
    /// assert_eq!(machine.answers("double(21, X)"), "   X = 42.\n");
    /// assert_eq!(machine.answers("hypotenuse(3, 4.0, X)"), "   X = 5.0.\n");
    /// assert_eq!(machine.answers("words(\"a bc\", Ws)"), "   Ws = [\"a\",\"bc\"].\n");
    /// assert_eq!(machine.answers("quotient(1, 0, Q)"), "   false.\n");
    /// assert_eq!(machine.answers("double(a, X)"), "   error(type_error(integer,a),double/2).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn function<A, F: Function<A>>(&mut self, name: &str, function: F) -> Result<(), Error> {
        self.predicate(name, F::ARITY + 1, move |call| function.apply(call))
    }

    /// Defines a predicate of module `user` by its rows: an iterator over the values of its arguments.
    ///
    /// The function is called with the arguments of the goal, by which it may select rows. Each row is then unified
    /// with the arguments. Rows are asked for one at a time; the iterator is dropped at its end, at a cut, at an
    /// exception, and when the query is dropped.
    ///
    /// # Errors
    /// As [`Machine::predicate`].
    ///
    /// ```
    /// use horn::{Atom, Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let stock = [("tea", 3), ("coffee", 0), ("salt", 7)];
    /// machine.relation("stock", 2, move |_: &mut Call<'_>| {
    ///     Ok(stock.map(|(item, count)| (Atom(item), count)))
    /// })?;
    /// assert_eq!(machine.answers("stock(Item, N), N > 0"), "   Item = tea, N = 3\n;  Item = salt, N = 7.\n");
    /// machine.relation("natural", 1, |_: &mut Call<'_>| Ok((0u64..).map(|n| (n,))))?;
    /// assert_eq!(machine.answers("natural(N), N*N > 50, !"), "   N = 8.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn relation<F, I, R>(&mut self, name: &str, arity: usize, rows: F) -> Result<(), Error>
    where
        F: Fn(&mut Call<'_>) -> Result<I, Exception> + Send + Sync + 'static,
        I: IntoIterator<Item = R>,
        I::IntoIter: Send + 'static,
        R: Row,
    {
        self.user().relation(name, arity, rows)
    }

    /// Module `user`.
    fn user(&mut self) -> Definitions<'_> {
        Definitions {
            machine: self,
            module: atoms::USER,
        }
    }

    /// Keeps a value for the predicates that are defined in Rust, in place of an earlier one of its type.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// struct Counter(u64);
    ///
    /// let mut machine = Machine::new();
    /// machine.set_context(Counter(0));
    /// machine.predicate("tick", 1, |call: &mut Call<'_>| {
    ///     let counter = call.context::<Counter>().ok_or(std::fmt::Error)?;
    ///     counter.0 += 1;
    ///     let count = counter.0;
    ///     call.unify(0, count)
    /// })?;
    /// assert_eq!(machine.answers("tick(_), tick(N)"), "   N = 2.\n");
    /// assert_eq!(machine.context::<Counter>().unwrap().0, 2);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn set_context<T: Any + Send>(&mut self, value: T) {
        let context = &mut self.engine.vm_mut().ext.host.context;
        context.insert(TypeId::of::<T>(), Box::new(value));
    }

    /// The value of this type that [`Machine::set_context`] keeps.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// machine.set_context(3_u64);
    /// *machine.context::<u64>().unwrap() += 1;
    /// assert_eq!(machine.context::<u64>(), Some(&mut 4));
    /// assert!(machine.context::<String>().is_none());
    /// ```
    pub fn context<T: Any + Send>(&mut self) -> Option<&mut T> {
        let context = &mut self.engine.vm_mut().ext.host.context;
        context.get_mut(&TypeId::of::<T>())?.downcast_mut()
    }
}

/// A module in which the host defines predicates: `user`, or a library of the host.
pub(super) struct Definitions<'m> {
    pub(super) machine: &'m mut Machine,
    pub(super) module: Atom,
}

impl Definitions<'_> {
    pub(super) fn predicate<F>(self, name: &str, arity: usize, function: F) -> Result<(), Error>
    where
        F: Fn(&mut Call<'_>) -> Result<bool, Exception> + Send + Sync + 'static,
    {
        let run = move |vm: &mut Vm| -> Res {
            let mut call = Call::new(vm, arity, None);
            let result = function(&mut call);
            result.map_err(|e| call.ball(e))
        };
        let vm = self.machine.engine.vm_mut();
        let name = vm.atoms.intern(name);
        let function: HostFunction = Arc::new(run);
        let defined = host_predicates::define(vm, self.module, name, arity as u32, function);
        defined.map_err(|ball| self.machine.engine.error_of_ball(&ball))
    }

    pub(super) fn relation<F, I, R>(self, name: &str, arity: usize, rows: F) -> Result<(), Error>
    where
        F: Fn(&mut Call<'_>) -> Result<I, Exception> + Send + Sync + 'static,
        I: IntoIterator<Item = R>,
        I::IntoIter: Send + 'static,
        R: Row,
    {
        let goal: Arc<str> = name.into();
        let open = move |vm: &mut Vm, first: usize| -> Result<RowSource, Ball> {
            let mut call = Call::new(vm, arity, Some(first));
            let opened = rows(&mut call);
            let mut rows = opened.map_err(|e| call.ball(e))?.into_iter();
            let goal = Arc::clone(&goal);
            Ok(Box::new(move |vm| match rows.next() {
                Some(row) => {
                    let is_last = rows.size_hint().1 == Some(0);
                    row_term(vm, &goal, arity, row).map(|cell| Some((cell, is_last)))
                }
                None => Ok(None),
            }))
        };
        let vm = self.machine.engine.vm_mut();
        let name: Atom = vm.atoms.intern(name);
        let open: HostRelation = Arc::new(open);
        let defined = host_predicates::define_relation(vm, self.module, name, arity as u32, open);
        defined.map_err(|ball| self.machine.engine.error_of_ball(&ball))
    }
}

/// The goal whose arguments are those of a row.
fn row_term(vm: &mut Vm, name: &str, arity: usize, row: impl Row) -> Result<Cell, Ball> {
    let mut build = TermBuilder::new(vm);
    let row = row.into_row(&mut build);
    let row = match row {
        Ok(row) if row.len() == arity => Ok(row),
        Ok(row) => {
            let values = if row.len() == 1 { "value" } else { "values" };
            let message = format!("a row of {} {values} for {name}/{arity}", row.len());
            Err(Exception::system_error(&message))
        }
        Err(exception) => Err(exception),
    };
    match row {
        Ok(row) => {
            let goal = build.compound(name, &row);
            Ok(build.cell(goal))
        }
        Err(exception) => Err(exception.into_ball(&mut build)),
    }
}

/// A row of [`Machine::relation`]: the arguments, or an error in their place.
///
/// ```
/// use horn::{Call, Exception, Machine};
///
/// let mut machine = Machine::new();
/// machine.relation("reading", 1, |_: &mut Call<'_>| {
///     Ok([Ok([20]), Ok([21]), Err(Exception::system_error("no sensor"))])
/// })?;
/// assert_eq!(machine.answers("reading(R), R > 20, !"), "   R = 21.\n");
/// assert!(machine.run("reading(R), R > 30").is_err());
/// # Ok::<(), horn::Error>(())
/// ```
pub trait Row {
    /// Adds the terms of the arguments to the terms under construction.
    ///
    /// # Errors
    /// The exception that the predicate throws instead of this row.
    fn into_row(self, build: &mut TermBuilder<'_>) -> Result<Vec<TermId>, Exception>;
}

impl<A: Arguments> Row for A {
    fn into_row(self, build: &mut TermBuilder<'_>) -> Result<Vec<TermId>, Exception> {
        Ok(self.into_arguments(build))
    }
}

impl<A: Arguments, E: Into<Exception>> Row for Result<A, E> {
    fn into_row(self, build: &mut TermBuilder<'_>) -> Result<Vec<TermId>, Exception> {
        match self {
            Ok(arguments) => Ok(arguments.into_arguments(build)),
            Err(error) => Err(error.into()),
        }
    }
}

/// A Rust function that can be a predicate: up to eight arguments of types that are [`FromTerm`], and a [`Reply`].
///
/// ```
/// use horn::{Error, Function, Machine};
///
/// /// Defines a function, and says how many arguments the predicate has.
/// fn define<A, F: Function<A>>(machine: &mut Machine, name: &str, f: F) -> Result<usize, Error> {
///     machine.function(name, f)?;
///     Ok(F::ARITY + 1)
/// }
///
/// let mut machine = Machine::new();
/// assert_eq!(define(&mut machine, "double", |x: i64| 2 * x)?, 2);
/// assert!(machine.run("double(21, 42)")?);
/// # Ok::<(), Error>(())
/// ```
pub trait Function<A>: Send + Sync + 'static {
    /// The number of the arguments, without the result.
    const ARITY: usize;

    /// Calls the function with the arguments of a goal and unifies the result with the last one.
    ///
    /// # Errors
    /// The errors of the conversions and of the function.
    fn apply(&self, call: &mut Call<'_>) -> Result<bool, Exception>;
}

macro_rules! functions {
    ($($arity:literal: $($argument:ident $i:literal)*;)*) => {$(
        impl<F, R, $($argument),*> Function<($($argument,)*)> for F
        where
            F: Fn($($argument),*) -> R + Send + Sync + 'static,
            R: Reply,
            $($argument: FromTerm,)*
        {
            const ARITY: usize = $arity;

            #[inline]
            fn apply(&self, call: &mut Call<'_>) -> Result<bool, Exception> {
                $(
                    #[allow(non_snake_case, reason = "the arguments are named as their types")]
                    let $argument: $argument = call.get($i)?;
                )*
                self($($argument),*).reply(call, $arity)
            }
        }
    )*};
}
functions! {
    0: ;
    1: A 0;
    2: A 0 B 1;
    3: A 0 B 1 C 2;
    4: A 0 B 1 C 2 D 3;
    5: A 0 B 1 C 2 D 3 E 4;
    6: A 0 B 1 C 2 D 3 E 4 G 5;
    7: A 0 B 1 C 2 D 3 E 4 G 5 H 6;
    8: A 0 B 1 C 2 D 3 E 4 G 5 H 6 I 7;
}

/// The result of a Rust function that is a predicate: a value, an `Option` of one, or a `Result` of either.
///
/// ```
/// use horn::{Exception, Machine};
///
/// let mut machine = Machine::new();
/// machine.function("root", |n: f64| match n {
///     n if n.is_nan() => Err(Exception::evaluation_error("undefined")),
///     n => Ok((n >= 0.0).then(|| n.sqrt())),
/// })?;
/// assert_eq!(machine.answers("root(9, X)"), "   X = 3.0.\n");
/// assert_eq!(machine.answers("root(-9, X)"), "   false.\n");
/// # Ok::<(), horn::Error>(())
/// ```
pub trait Reply {
    /// Unifies the result with an argument of the goal. Returns true if they unify.
    ///
    /// # Errors
    /// The error that the function returned.
    fn reply(self, call: &mut Call<'_>, argument: usize) -> Result<bool, Exception>;
}

impl<T: IntoTerm> Reply for T {
    fn reply(self, call: &mut Call<'_>, argument: usize) -> Result<bool, Exception> {
        match self.is_none() {
            true => Ok(false),
            false => call.unify(argument, self),
        }
    }
}

impl<T: IntoTerm, E: Into<Exception>> Reply for Result<T, E> {
    fn reply(self, call: &mut Call<'_>, argument: usize) -> Result<bool, Exception> {
        match self {
            Ok(value) => value.reply(call, argument),
            Err(error) => Err(error.into()),
        }
    }
}
