//! A call of a predicate that the host program defines.

use super::collections::Arguments;
use super::exception::{Culprit, Exception};
use super::into_term::{IntoTerm, TermBuilder, TermId};
use super::snapshot::Snapshot;
use super::term::Term;
use super::term_display::PrintContext;
use super::term_export::{Extent, export};
use super::value::{Atomic, FromTerm};
use crate::base::atom::atoms;
use crate::machine::{Ball, Cell, Tag};
use crate::system::{Vm, streams};
use std::any::{Any, TypeId};

/// A call of a predicate that is defined in Rust: its arguments, and the machine that it runs on.
///
/// Arguments are numbered from 0. [`Machine::predicate`](super::Machine::predicate) has a first example.
///
/// ```
/// use horn::{Atom, Call, Exception, Machine};
///
/// let mut machine = Machine::new();
/// machine.consult_str("p.pl", "price(tea, 250). price(coffee, 310). stock(tea). stock(coffee).")?;
/// // total(+Items, -Cents): the sum of the prices.
/// machine.predicate("total", 2, |call: &mut Call<'_>| {
///     let mut total = 0;
///     for item in call.get::<Vec<String>>(0)? {
///         let price = call.build().new_variable();
///         if !call.call("price", (Atom(&item), price))? {
///             return Err(Exception::existence_error("price", item));
///         }
///         total += call.value::<i64>(price)?;
///     }
///     call.unify(1, total)
/// })?;
/// assert_eq!(machine.answers("total([tea,coffee,tea], T)"), "   T = 810.\n");
/// assert_eq!(
///     machine.answers("total([tea,salt], T)"),
///     "   error(existence_error(price,\"salt\"),total/2).\n",
/// );
/// # Ok::<(), horn::Error>(())
/// ```
pub struct Call<'m> {
    pub(super) build: TermBuilder<'m>,
    arity: usize,
    /// The place of the first argument among the protected cells; none while all are in registers.
    saved: Option<usize>,
}

impl<'m> Call<'m> {
    /// A call whose arguments are in registers, or in protected cells.
    #[inline]
    pub(super) fn new(vm: &'m mut Vm, arity: usize, saved: Option<usize>) -> Call<'m> {
        Call {
            build: TermBuilder::new(vm),
            arity,
            saved,
        }
    }

    /// The ball for an exception of this call.
    #[cold]
    pub(super) fn ball(&mut self, exception: Exception) -> Ball {
        exception.into_ball(&mut self.build)
    }

    /// The number of arguments.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("arguments_of", 3, |call: &mut Call<'_>| {
    ///     let arity = call.arity();
    ///     call.unify(0, arity)
    /// })?;
    /// assert!(machine.run("arguments_of(3, a, b)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The cell of an argument.
    ///
    /// # Panics
    /// If there is no such argument. The predicate then throws a system error.
    #[inline]
    fn argument(&self, i: usize) -> Cell {
        assert!(
            i < self.arity,
            "argument {i} of a predicate with {}",
            self.arity
        );
        match self.saved {
            None => self.build.vm.x(i),
            Some(first) => self.build.vm.heap.deref(self.build.vm.protected(first + i)),
        }
    }

    /// Argument `i` as a Rust value.
    ///
    /// # Errors
    /// An instantiation error if a variable stands where the type needs a value, a type error if another term does,
    /// and a representation error for an integer that the type cannot hold.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("successor", 2, |call: &mut Call<'_>| {
    ///     let n: i64 = call.get(0)?;
    ///     call.unify(1, n + 1)
    /// })?;
    /// assert_eq!(machine.answers("successor(2, N)"), "   N = 3.\n");
    /// assert_eq!(machine.answers("successor(X, N)"), "   error(instantiation_error,successor/2).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[inline]
    pub fn get<T: FromTerm>(&mut self, i: usize) -> Result<T, Exception> {
        let cell = self.argument(i);
        self.read(cell)
    }

    /// A term of this call as a Rust value.
    ///
    /// # Errors
    /// As [`Call::get`].
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("width", 2, |call: &mut Call<'_>| {
    ///     let size = call.term(0);
    ///     let Some(width) = call.argument_of(size, 0) else { return Ok(false) };
    ///     let width: u32 = call.value(width)?;
    ///     call.unify(1, width)
    /// })?;
    /// assert_eq!(machine.answers("width(640*480, W)"), "   W = 640.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn value<T: FromTerm>(&mut self, term: TermId) -> Result<T, Exception> {
        let cell = self.build.vm.heap.deref(self.build.cell(term));
        self.read(cell)
    }

    #[inline]
    fn read<T: FromTerm>(&mut self, cell: Cell) -> Result<T, Exception> {
        let vm = &*self.build.vm;
        let quick = match cell.tag() {
            Tag::Int => T::from_atomic(Atomic::Integer(cell.as_int())),
            Tag::Atom if cell != Cell::NIL => {
                T::from_atomic(Atomic::Atom(&vm.atoms.text(cell.as_atom())))
            }
            Tag::Num => vm
                .heap
                .to_float(cell)
                .and_then(|f| T::from_atomic(Atomic::Float(f))),
            _ => None,
        };
        match quick {
            Some(value) => Ok(value),
            None => self.read_copy(cell),
        }
    }

    /// Reads a copy of a term.
    fn read_copy<T: FromTerm>(&mut self, cell: Cell) -> Result<T, Exception> {
        let (tree, places) = export(self.build.vm, &[cell], Extent::Whole);
        let snapshot = Snapshot::new(tree, PrintContext::of(self.build.vm));
        let root = places[0];
        T::from_term(Term::new(&snapshot, root)).map_err(|error| {
            Exception::of_conversion(error, |at| {
                // The error may be one of another tree.
                let is_part = at != root && (at.0 as usize) < snapshot.tree.len();
                let part = match is_part {
                    true => self.build.vm.build(&snapshot.tree, at, &mut Vec::new()),
                    false => cell,
                };
                let vm = &*self.build.vm;
                let kind = match vm.heap.deref(part) {
                    c if c.is_ref() => Culprit::Variable,
                    c if vm.is_integer(c) => Culprit::Integer,
                    _ => Culprit::Other,
                };
                (self.build.add(part), kind)
            })
        })
    }

    /// Argument `i` as a term, to be a part of other terms.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("numbered", 2, |call: &mut Call<'_>| {
    ///     let term = call.term(0);
    ///     call.unify(1, (1, term))
    /// })?;
    /// assert_eq!(machine.answers("numbered(f(X), P)"), "   P = 1-f(X).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn term(&mut self, i: usize) -> TermId {
        let cell = self.argument(i);
        self.build.add(cell)
    }

    /// The builder of terms on the heap of this machine. Its terms last as long as the call.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("origin", 1, |call: &mut Call<'_>| {
    ///     let build = call.build();
    ///     let zero = build.integer(0);
    ///     let point = build.compound("point", &[zero, zero]);
    ///     call.unify(0, point)
    /// })?;
    /// assert_eq!(machine.answers("origin(P)"), "   P = point(0,0).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn build(&mut self) -> &mut TermBuilder<'m> {
        &mut self.build
    }

    /// Unifies argument `i` with a value. Returns true if they unify.
    ///
    /// # Errors
    /// None at present.
    ///
    /// ```
    /// use horn::{Atom, Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("colour_code", 2, |call: &mut Call<'_>| {
    ///     Ok(call.unify(0, Atom("red"))? && call.unify(1, 31)?)
    /// })?;
    /// assert_eq!(machine.answers("colour_code(C, N)"), "   C = red, N = 31.\n");
    /// assert_eq!(machine.answers("colour_code(blue, N)"), "   false.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[inline]
    pub fn unify(&mut self, i: usize, value: impl IntoTerm) -> Result<bool, Exception> {
        let value = value.into_term(&mut self.build);
        let (argument, value) = (self.argument(i), self.build.cell(value));
        Ok(self.build.vm.unify(argument, value))
    }

    /// Calls a predicate of module `user` once. Returns true if it succeeds; its bindings then remain.
    ///
    /// # Errors
    /// An exception of the goal, a limit or an interrupt of the host included. Return it.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("p.pl", "large(X) :- X > 100.")?;
    /// machine.predicate("both_large", 2, |call: &mut Call<'_>| {
    ///     let (a, b) = (call.term(0), call.term(1));
    ///     Ok(call.call("large", [a])? && call.call("large", [b])?)
    /// })?;
    /// assert!(machine.run("both_large(200, 300)")? && !machine.run("both_large(200, 3)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn call(&mut self, predicate: &str, arguments: impl Arguments) -> Result<bool, Exception> {
        let goal = self.goal(predicate, arguments);
        let top = self.protect_terms();
        let result = self.build.vm.call_once(goal);
        self.restore_terms(top);
        result.map_err(Exception::thrown)
    }

    /// The values of a term for all answers to a goal of module `user`.
    ///
    /// # Errors
    /// As [`Call::call`] and [`Call::value`].
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("p.pl", "edge(a, b). edge(a, c). edge(b, c).")?;
    /// machine.predicate("degree", 2, |call: &mut Call<'_>| {
    ///     let (node, next) = (call.term(0), call.build().new_variable());
    ///     let found: Vec<String> = call.find_all(next, "edge", (node, next))?;
    ///     call.unify(1, found.len())
    /// })?;
    /// assert_eq!(machine.answers("degree(a, N)"), "   N = 2.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn find_all<T: FromTerm>(
        &mut self,
        term: TermId,
        predicate: &str,
        arguments: impl Arguments,
    ) -> Result<Vec<T>, Exception> {
        let goal = self.goal(predicate, arguments);
        let goal = self.build.add(goal);
        let all = self.build.new_variable();
        self.call("findall", (term, goal, all))?;
        self.value(all)
    }

    /// A goal of module `user`.
    fn goal(&mut self, predicate: &str, arguments: impl Arguments) -> Cell {
        let arguments = arguments.into_arguments(&mut self.build);
        let goal = self.build.compound(predicate, &arguments);
        let goal = self.build.cell(goal);
        let user = Cell::atom(atoms::USER);
        self.build.vm.compound(atoms::COLON, &[user, goal])
    }

    /// Protects the arguments and terms of the call before a goal runs. Returns the place of the first term.
    fn protect_terms(&mut self) -> usize {
        if self.saved.is_none() {
            let first = self.build.vm.protected_count();
            for i in 0..self.arity {
                let argument = self.build.vm.x(i);
                self.build.vm.protect(argument);
            }
            self.saved = Some(first);
        }
        let top = self.build.vm.protected_count();
        let cells: Vec<Cell> = self.build.cells_mut().map(|c| *c).collect();
        for cell in cells {
            self.build.vm.protect(cell);
        }
        top
    }

    /// Reads the terms back, which a collection may have moved, and releases them.
    fn restore_terms(&mut self, top: usize) {
        let vm = &*self.build.vm;
        let count = vm.protected_count();
        let moved: Vec<Cell> = (top..count).map(|at| vm.protected(at)).collect();
        for (cell, moved) in self.build.cells_mut().zip(moved) {
            *cell = moved;
        }
        self.build.vm.unprotect(top);
    }

    /// The host's value of this type, if [`Machine::set_context`](super::Machine::set_context) was called with one.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.set_context(vec!["tea", "salt"]);
    /// machine.predicate("item_count", 1, |call: &mut Call<'_>| {
    ///     let count = call.context::<Vec<&'static str>>().map_or(0, |items| items.len());
    ///     call.unify(0, count)
    /// })?;
    /// assert_eq!(machine.answers("item_count(N)"), "   N = 2.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn context<T: Any + Send>(&mut self) -> Option<&mut T> {
        let context = &mut self.build.vm.ext.host.context;
        context.get_mut(&TypeId::of::<T>())?.downcast_mut()
    }

    /// Writes to the current output stream of the program.
    ///
    /// # Errors
    /// The errors of the stream.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("greet", 0, |call: &mut Call<'_>| {
    ///     call.print("hello\n")?;
    ///     Ok(true)
    /// })?;
    /// assert_eq!(machine.answers("greet"), "hello\n   true.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn print(&mut self, text: &str) -> Result<(), Exception> {
        let stream = self.build.vm.ext.streams.output;
        streams::write_text(self.build.vm, stream, text).map_err(Exception::thrown)
    }
}
