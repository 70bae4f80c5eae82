//! The terms of a call, examined on the heap: nothing is copied, so that a predicate may look at a small part of a
//! large term.

use super::exception::Exception;
use super::host_call::Call;
use super::into_term::TermId;
use crate::base::atom::{AtomText, atoms};
use crate::machine::{Cell, Tag};
use crate::system::text;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The kind of a term, as [`Call::kind`] returns it.
///
/// ```
/// use horn::{Call, Kind, Machine};
///
/// let mut machine = Machine::new();
/// machine.predicate("is_pair", 1, |call: &mut Call<'_>| {
///     let term = call.term(0);
///     Ok(call.kind(term) == Kind::Compound(2) && call.name(term).as_deref() == Some("-"))
/// })?;
/// assert!(machine.run("is_pair(a-1)")? && !machine.run("is_pair(X)")?);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A variable, attributed or not.
    Variable,
    /// An atom; `[]` is one.
    Atom,
    /// An integer.
    Integer,
    /// A float.
    Float,
    /// A rational that is not an integer.
    Rational,
    /// A string, which is atomic.
    String,
    /// A compound with this number of arguments. A list cell is `'.'/2`.
    Compound(usize),
}

impl Call<'_> {
    /// The cell of a term, dereferenced.
    fn cell(&self, term: TermId) -> Cell {
        self.build.vm.heap.deref(self.build.cell(term))
    }

    /// The kind of a term.
    ///
    /// ```
    /// use horn::{Call, Kind, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("callable", 1, |call: &mut Call<'_>| {
    ///     let term = call.term(0);
    ///     Ok(matches!(call.kind(term), Kind::Atom | Kind::Compound(_)))
    /// }).expect_err("a builtin of the standard");
    /// machine.predicate("arguments", 2, |call: &mut Call<'_>| {
    ///     let term = call.term(0);
    ///     match call.kind(term) {
    ///         Kind::Compound(n) => call.unify(1, n),
    ///         _ => Ok(false),
    ///     }
    /// })?;
    /// assert_eq!(machine.answers("arguments(f(a, b), N)"), "   N = 2.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn kind(&self, term: TermId) -> Kind {
        let cell = self.cell(term);
        match cell.tag() {
            Tag::Var | Tag::AttVar => Kind::Variable,
            Tag::Atom => Kind::Atom,
            Tag::Int => Kind::Integer,
            Tag::Num if self.build.vm.is_integer(cell) => Kind::Integer,
            Tag::Num if self.build.vm.heap.to_float(cell).is_some() => Kind::Float,
            Tag::Num => Kind::Rational,
            Tag::Struct => Kind::Compound(self.build.vm.heap.arity_of(cell) as usize),
            Tag::List | Tag::Packed => Kind::Compound(2),
            Tag::String => Kind::String,
        }
    }

    /// The name of an atom or of a compound, and none for other terms. It is not copied.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("is_sum", 1, |call: &mut Call<'_>| {
    ///     let term = call.term(0);
    ///     Ok(call.name(term).as_deref() == Some("+"))
    /// })?;
    /// assert!(machine.run("is_sum(1+2)")? && !machine.run("is_sum(1-2)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn name(&self, term: TermId) -> Option<Cow<'_, str>> {
        let (vm, cell) = (&*self.build.vm, self.cell(term));
        let name = match cell.tag() {
            Tag::Atom => cell.as_atom(),
            Tag::List | Tag::Packed => atoms::DOT,
            Tag::Struct => vm.functors.get(vm.heap.functor_of(cell).0).0,
            _ => return None,
        };
        Some(match vm.atoms.text(name) {
            AtomText::Table(text) => Cow::Borrowed(text),
            character => Cow::Owned(character.to_string()),
        })
    }

    /// The name of an atom. It is not copied.
    ///
    /// # Errors
    /// An instantiation error for a variable, a type error `atom` for any other term.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("bytes", 2, |call: &mut Call<'_>| {
    ///     let name = call.term(0);
    ///     let bytes = call.atom(name)?.len();
    ///     call.unify(1, bytes)
    /// })?;
    /// assert_eq!(machine.answers("bytes('größe', N)"), "   N = 7.\n");
    /// assert_eq!(machine.answers("bytes(1, N)"), "   error(type_error(atom,1),bytes/2).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn atom(&self, term: TermId) -> Result<Cow<'_, str>, Exception> {
        match self.kind(term) {
            Kind::Atom => Ok(self.name(term).unwrap_or_default()),
            Kind::Variable => Err(Exception::instantiation_error()),
            _ => Err(Exception::type_error("atom", term)),
        }
    }

    /// An argument of a compound, from 0; none if there is no such argument.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("last_argument", 2, |call: &mut Call<'_>| {
    ///     let mut term = call.term(0);
    ///     while let horn::Kind::Compound(n) = call.kind(term) {
    ///         term = call.argument_of(term, n - 1).expect("an argument");
    ///     }
    ///     call.unify(1, term)
    /// })?;
    /// assert_eq!(machine.answers("last_argument(f(a, g(b, X)), Y)"), "   X = Y.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn argument_of(&mut self, term: TermId, i: usize) -> Option<TermId> {
        let cell = self.cell(term);
        let Kind::Compound(arity) = self.kind(term) else {
            return None;
        };
        if i >= arity {
            return None;
        }
        let argument = self.build.vm.heap.argument(cell, i as u64);
        Some(self.build.add(argument))
    }

    /// The elements of a list, and what follows the last one: `[]` for a list, a variable for a partial list, and any
    /// other term after no or some elements. The end of a cyclic list is one of its cells.
    ///
    /// ```
    /// use horn::{Call, Kind, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("shape", 3, |call: &mut Call<'_>| {
    ///     let list = call.term(0);
    ///     let (elements, end) = call.elements(list);
    ///     let count = elements.len();
    ///     Ok(call.unify(1, count)? && call.unify(2, end)?)
    /// })?;
    /// assert_eq!(machine.answers("shape([a,b|T], N, E)"), "   T = E, N = 2.\n");
    /// assert_eq!(machine.answers("shape(a, N, E)"), "   N = 0, E = a.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn elements(&mut self, list: TermId) -> (Vec<TermId>, TermId) {
        let (elements, end) = text::split_list(self.build.vm, self.build.cell(list));
        let elements = elements.into_iter().map(|c| self.build.add(c)).collect();
        (elements, self.build.add(end))
    }

    /// The elements of a list.
    ///
    /// # Errors
    /// An instantiation error for a partial list, a type error `list` for any other term.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("middle", 2, |call: &mut Call<'_>| {
    ///     let list = call.term(0);
    ///     let elements = call.list(list)?;
    ///     match elements.get(elements.len() / 2) {
    ///         Some(&middle) => call.unify(1, middle),
    ///         None => Ok(false),
    ///     }
    /// })?;
    /// assert_eq!(machine.answers("middle([a,f(X),c], M)"), "   M = f(X).\n");
    /// assert_eq!(machine.answers("middle([a|T], M)"), "   error(instantiation_error,middle/2).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn list(&mut self, list: TermId) -> Result<Vec<TermId>, Exception> {
        let (elements, end) = self.elements(list);
        match self.kind(end) {
            Kind::Variable => Err(Exception::instantiation_error()),
            Kind::Atom if self.cell(end) == Cell::NIL => Ok(elements),
            _ => Err(Exception::type_error("list", list)),
        }
    }

    /// Compares two terms in the standard order (ISO 7.2). They are identical if they are equal in it.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("later", 3, |call: &mut Call<'_>| {
    ///     let (a, b) = (call.term(0), call.term(1));
    ///     let later = if call.compare(a, b).is_lt() { b } else { a };
    ///     call.unify(2, later)
    /// })?;
    /// assert_eq!(machine.answers("later(f(x), zebra, L)"), "   L = f(x).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn compare(&self, a: TermId, b: TermId) -> Ordering {
        self.build.vm.compare(self.cell(a), self.cell(b))
    }

    /// Unifies two terms. Returns true if they unify; if they do not, the predicate must fail.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("first_is_second", 1, |call: &mut Call<'_>| {
    ///     let pair = call.term(0);
    ///     match (call.argument_of(pair, 0), call.argument_of(pair, 1)) {
    ///         (Some(a), Some(b)) => Ok(call.unify_terms(a, b)),
    ///         _ => Ok(false),
    ///     }
    /// })?;
    /// assert_eq!(machine.answers("first_is_second(X-f(Y))"), "   X = f(Y).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn unify_terms(&mut self, a: TermId, b: TermId) -> bool {
        let (a, b) = (self.cell(a), self.cell(b));
        self.build.vm.unify(a, b)
    }

    /// The variables of a term, each once, in the order of their first occurrence.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("unknowns", 2, |call: &mut Call<'_>| {
    ///     let term = call.term(0);
    ///     let count = call.variables(term).len();
    ///     call.unify(1, count)
    /// })?;
    /// assert_eq!(machine.answers("unknowns(f(X, Y, X), N)"), "   N = 2.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn variables(&mut self, term: TermId) -> Vec<TermId> {
        let cell = self.cell(term);
        let variables = self.build.vm.term_variables(cell);
        variables.into_iter().map(|c| self.build.add(c)).collect()
    }

    /// Returns true if a term is a finite tree.
    ///
    /// ```
    /// use horn::{Call, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.predicate("finite", 1, |call: &mut Call<'_>| {
    ///     let term = call.term(0);
    ///     Ok(call.is_acyclic(term))
    /// })?;
    /// assert!(machine.run("finite(f(a))")? && !machine.run("X = f(X), finite(X)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn is_acyclic(&self, term: TermId) -> bool {
        self.build.vm.is_acyclic(self.cell(term))
    }
}
