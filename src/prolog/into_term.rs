//! Rust values as terms.

use super::rational::Rational;
use super::term::Term;
use super::value::Value;
use crate::base::int::Int;
use crate::base::number::Number;
use crate::machine::Cell;
use crate::system::Vm;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// A Rust type whose values can become terms.
///
/// | Rust | Prolog |
/// |---|---|
/// | integers, [`Int`] | an integer |
/// | [`Rational`] | a rational |
/// | `f64`, `f32` | a float |
/// | `bool` | `true` or `false` |
/// | `char`, [`Atom`] | an atom |
/// | `str`, `String` | a list of characters |
/// | [`Var`] | the variable of this name |
/// | `Option<T>` | the value, or a new variable |
/// | `Vec<T>`, `VecDeque<T>`, arrays, slices | a list |
/// | sets | a list in standard order |
/// | maps | a list of pairs `Key-Value` in standard order |
/// | `(A, B)`, `(A, B, C)`, … | `A-B`, `A-B-C`, … |
/// | [`Value`] | the term that it describes |
/// | [`Term`] | a copy of the term |
///
/// [`FromTerm`](super::FromTerm) reads the same value from such a term again.
///
/// ```
/// use horn::{Atom, IntoTerm, Machine, Term, TermBuilder, TermId};
///
/// /// `X/Y`
/// struct Point(i64, i64);
///
/// impl IntoTerm for Point {
///     fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
///         let args = [self.0.into_term(build), self.1.into_term(build)];
///         build.compound("/", &args)
///     }
/// }
///
/// let mut machine = Machine::new();
/// let mut query = machine.query("L = [P, Q|_], Name = N")?
///     .with("P", Point(1, 2))?
///     .with("Name", Atom("ann"))?;
/// let answer = query.next().unwrap()?;
/// assert_eq!(answer.to_string(), "L = [1/2,Q|_A], P = 1/2, Name = ann, N = ann");
/// # Ok::<(), horn::Error>(())
/// ```
pub trait IntoTerm {
    /// Adds the term of this value to the terms under construction.
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId;

    /// Returns true if the value is `None`: the result of a function that fails.
    #[doc(hidden)]
    fn is_none(&self) -> bool
    where
        Self: Sized,
    {
        false
    }
}

/// The atom of this name.
///
/// ```
/// use horn::{Atom, Machine, Var};
///
/// let mut machine = Machine::new();
/// let mut query = machine.call("=..", (Var("T"), vec![Atom("f"), Atom("a b")]));
/// assert_eq!(query.next().unwrap()?.to_string(), "T = f('a b')");
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Atom<'a>(pub &'a str);

/// The variable of this name: the same one wherever it occurs in one call.
///
/// ```
/// use horn::{Machine, Var};
///
/// let mut machine = Machine::new();
/// let mut query = machine.call("=", ((Var("X"), Var("X")), (1, Var("Y"))));
/// assert_eq!(query.next().unwrap()?.to_string(), "X = 1, Y = 1");
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Var<'a>(pub &'a str);

/// A term that a [`TermBuilder`] has made, as a part of larger ones.
///
/// ```
/// use horn::{Call, Machine, TermId};
///
/// let mut machine = Machine::new();
/// machine.predicate("twice", 2, |call: &mut Call<'_>| {
///     let part: TermId = call.term(0);
///     let both = call.build().compound("+", &[part, part]);
///     call.unify(1, both)
/// })?;
/// assert_eq!(machine.answers("twice(f(X), T)"), "   T = f(X)+f(X).\n");
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermId(u32);

/// Terms under construction on the heap of a machine.
///
/// ```
/// use horn::{IntoTerm, Machine, TermBuilder, TermId};
///
/// /// `tree(Left, Key, Right)`, or `nil`.
/// struct Tree(Option<Box<(Tree, i64, Tree)>>);
///
/// impl IntoTerm for Tree {
///     fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
///         let Some(node) = self.0 else {
///             return build.atom("nil");
///         };
///         let (left, key, right) = *node;
///         let args = [left.into_term(build), build.integer(key), right.into_term(build)];
///         build.compound("tree", &args)
///     }
/// }
///
/// let leaf = |key| Tree(Some(Box::new((Tree(None), key, Tree(None)))));
/// let tree = Tree(Some(Box::new((leaf(1), 2, Tree(None)))));
/// let mut machine = Machine::new();
/// let answer = machine.query("T = Tree")?.with("Tree", tree)?.next().unwrap()?;
/// assert_eq!(answer.term("T").unwrap().to_string(), "tree(tree(nil,1,nil),2,nil)");
/// # Ok::<(), horn::Error>(())
/// ```
///
/// A term of each kind, made where a predicate runs:
///
/// ```
/// use horn::{Call, Machine, Rational};
///
/// let mut machine = Machine::new();
/// machine.predicate("kinds", 1, |call: &mut Call<'_>| {
///     let build = call.build();
///     let third = Rational::new(1, 3).expect("a denominator");
///     let parts = [
///         build.float(2.5),
///         build.rational(third),
///         build.text("ab"),
///         build.list_of([1, 2]),
///         build.variable("X"),
///         build.variable("X"),
///         build.new_variable(),
///     ];
///     let parts = build.list(&parts);
///     let all = build.compound("all", &[parts]);
///     call.unify(0, all)
/// })?;
/// assert_eq!(machine.answers("kinds(T)"), "   T = all([2.5,1r3,\"ab\",[1,2],_A,_A,_B]).\n");
/// # Ok::<(), horn::Error>(())
/// ```
pub struct TermBuilder<'m> {
    pub(super) vm: &'m mut Vm,
    /// The terms made so far. A [`TermId`] is an index: one of another builder means another term, or none.
    cells: Vec<Cell>,
    variables: Option<Box<Variables>>,
}

/// The variables that have a name, in the order of their first use.
type Variables = IndexMap<Box<str>, Cell, FxBuildHasher>;

impl<'m> TermBuilder<'m> {
    #[inline]
    pub(super) fn new(vm: &'m mut Vm) -> TermBuilder<'m> {
        let cells = std::mem::take(&mut vm.ext.host.cells);
        TermBuilder {
            vm,
            cells,
            variables: None,
        }
    }

    /// Makes this the variable of a name.
    pub(super) fn name_variable(&mut self, name: &str, variable: Cell) {
        self.variables
            .get_or_insert_default()
            .insert(name.into(), variable);
    }

    /// The variables that have a name, in the order of their first use.
    pub(super) fn variables(&self) -> impl Iterator<Item = (&str, Cell)> {
        self.variables
            .iter()
            .flat_map(|all| all.iter())
            .map(|(name, &v)| (&**name, v))
    }

    /// The term of a cell.
    #[inline]
    pub(super) fn add(&mut self, cell: Cell) -> TermId {
        self.cells.push(cell);
        TermId(self.cells.len() as u32 - 1)
    }

    /// The cell of a term.
    ///
    /// # Panics
    /// If another builder, with more terms, has made the term.
    #[inline]
    pub(super) fn cell(&self, t: TermId) -> Cell {
        match self.cells.get(t.0 as usize) {
            Some(&cell) => cell,
            None => panic!("a term of another builder"),
        }
    }

    /// The cells of all terms, which a collection may move while a goal runs.
    pub(super) fn cells_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        let variables = self.variables.iter_mut().flat_map(|all| all.values_mut());
        self.cells.iter_mut().chain(variables)
    }

    /// The cells of these terms.
    fn cells_of(&self, terms: &[TermId]) -> Vec<Cell> {
        terms.iter().map(|&t| self.cell(t)).collect()
    }

    /// The atom of this name.
    ///
    /// ```
    /// # let mut machine = horn::Machine::new();
    /// machine.predicate("greeting", 1, |call| {
    ///     let greeting = call.build().atom("good morning");
    ///     call.unify(0, greeting)
    /// })?;
    /// assert_eq!(machine.answers("greeting(A)"), "   A = 'good morning'.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn atom(&mut self, name: &str) -> TermId {
        let atom = self.vm.atoms.intern_transient(name);
        self.add(Cell::atom(atom))
    }

    /// An integer.
    ///
    /// ```
    /// # let mut machine = horn::Machine::new();
    /// machine.predicate("large", 1, |call| {
    ///     let large = call.build().integer(1_u128 << 100);
    ///     call.unify(0, large)
    /// })?;
    /// assert!(machine.run("large(N), N =:= 2**100")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn integer(&mut self, i: impl Into<Int>) -> TermId {
        let cell = self.vm.int_cell(&i.into());
        self.add(cell)
    }

    /// A float.
    ///
    /// ```
    /// # let mut machine = horn::Machine::new();
    /// machine.predicate("half", 1, |call| {
    ///     let half = call.build().float(0.5);
    ///     call.unify(0, half)
    /// })?;
    /// assert_eq!(machine.answers("half(F)"), "   F = 0.5.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn float(&mut self, f: f64) -> TermId {
        let cell = self.vm.number_cell(&Number::Float(f));
        self.add(cell)
    }

    /// A rational; an integer if the denominator is 1.
    ///
    /// ```
    /// use horn::Rational;
    /// # let mut machine = horn::Machine::new();
    ///
    /// machine.predicate("third", 1, |call| {
    ///     let third = Rational::new(1, 3).expect("a denominator");
    ///     let third = call.build().rational(third);
    ///     call.unify(0, third)
    /// })?;
    /// assert_eq!(machine.answers("third(R)"), "   R = 1r3.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn rational(&mut self, r: Rational) -> TermId {
        match r.0.is_int() {
            true => self.integer(r.numerator()),
            false => {
                let cell = self.vm.number_cell(&Number::Rat(Box::new(r.0)));
                self.add(cell)
            }
        }
    }

    /// The list of the characters of a text.
    ///
    /// ```
    /// # let mut machine = horn::Machine::new();
    /// machine.predicate("letters", 1, |call| {
    ///     let letters = call.build().text("ab");
    ///     call.unify(0, letters)
    /// })?;
    /// assert!(machine.run("letters([a,b])")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn text(&mut self, text: &str) -> TermId {
        let cell = self.vm.heap.chars(text, Cell::NIL);
        self.add(cell)
    }

    /// A string, the atomic term.
    ///
    /// ```
    /// # let mut machine = horn::Machine::new();
    /// machine.predicate("label_text", 1, |call| {
    ///     let text = call.build().string("ab");
    ///     call.unify(0, text)
    /// })?;
    /// assert!(machine.run("label_text(T), string(T)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn string(&mut self, text: &str) -> TermId {
        let cell = self.vm.heap.string(text);
        self.add(cell)
    }

    /// The list of these elements.
    ///
    /// # Panics
    /// If an element is a term of another builder.
    ///
    /// ```
    /// # let mut machine = horn::Machine::new();
    /// machine.predicate("mixed", 1, |call| {
    ///     let build = call.build();
    ///     let items = [build.integer(1), build.atom("a")];
    ///     let list = build.list(&items);
    ///     call.unify(0, list)
    /// })?;
    /// assert_eq!(machine.answers("mixed(L)"), "   L = [1,a].\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn list(&mut self, items: &[TermId]) -> TermId {
        let items = self.cells_of(items);
        let cell = self.vm.heap.list(&items, Cell::NIL);
        self.add(cell)
    }

    /// The list of the values of an iterator.
    ///
    /// ```
    /// # let mut machine = horn::Machine::new();
    /// machine.predicate("squares", 1, |call| {
    ///     let squares = call.build().list_of((1..4).map(|n| n * n));
    ///     call.unify(0, squares)
    /// })?;
    /// assert_eq!(machine.answers("squares(L)"), "   L = [1,4,9].\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn list_of<T: IntoTerm>(&mut self, values: impl IntoIterator<Item = T>) -> TermId {
        let items = self.cells_of_values(values);
        let cell = self.vm.heap.list(&items, Cell::NIL);
        self.add(cell)
    }

    /// The cells of the values of an iterator.
    fn cells_of_values<T: IntoTerm>(&mut self, values: impl IntoIterator<Item = T>) -> Vec<Cell> {
        let first = self.cells.len();
        let mut items = Vec::new();
        for value in values {
            let t = value.into_term(self);
            items.push(self.cell(t));
            // The parts of an element are not referred to again.
            self.cells.truncate(first);
        }
        items
    }

    /// The list of the values of an iterator in standard order.
    pub(super) fn sorted_list_of<T: IntoTerm>(
        &mut self,
        values: impl IntoIterator<Item = T>,
    ) -> TermId {
        let mut items = self.cells_of_values(values);
        items.sort_by(|&a, &b| self.vm.compare(a, b));
        let cell = self.vm.heap.list(&items, Cell::NIL);
        self.add(cell)
    }

    /// The compound of this name with these arguments; the atom if there are none.
    ///
    /// # Panics
    /// If an argument is a term of another builder.
    ///
    /// ```
    /// # let mut machine = horn::Machine::new();
    /// machine.predicate("start_point", 1, |call| {
    ///     let build = call.build();
    ///     let (x, y) = (build.integer(1), build.integer(2));
    ///     let point = build.compound("point", &[x, y]);
    ///     call.unify(0, point)
    /// })?;
    /// assert_eq!(machine.answers("start_point(P)"), "   P = point(1,2).\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn compound(&mut self, name: &str, args: &[TermId]) -> TermId {
        if args.is_empty() {
            return self.atom(name);
        }
        let args = self.cells_of(args);
        let cell = self.vm.compound(name, &args);
        self.add(cell)
    }

    /// A variable that occurs nowhere else.
    ///
    /// ```
    /// # let mut machine = horn::Machine::new();
    /// machine.predicate("fresh_pair", 1, |call| {
    ///     let build = call.build();
    ///     let variables = [build.new_variable(), build.new_variable()];
    ///     let pair = build.compound("-", &variables);
    ///     call.unify(0, pair)
    /// })?;
    /// assert_eq!(machine.answers("fresh_pair(P)"), "   P = _A-_B.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn new_variable(&mut self) -> TermId {
        let cell = self.vm.heap.new_var();
        self.add(cell)
    }

    /// The variable of this name; `_` is a new one each time.
    ///
    /// ```
    /// # let mut machine = horn::Machine::new();
    /// machine.predicate("equal_pair", 1, |call| {
    ///     let build = call.build();
    ///     let variables = [build.variable("X"), build.variable("X")];
    ///     let pair = build.compound("-", &variables);
    ///     call.unify(0, pair)
    /// })?;
    /// assert_eq!(machine.answers("equal_pair(P)"), "   P = _A-_A.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn variable(&mut self, name: &str) -> TermId {
        if name == "_" {
            return self.new_variable();
        }
        let variables = self.variables.get_or_insert_default();
        let cell = match variables.get(name) {
            Some(&cell) => cell,
            None => {
                let cell = self.vm.heap.new_var();
                variables.insert(name.into(), cell);
                cell
            }
        };
        self.add(cell)
    }
}

impl Drop for TermBuilder<'_> {
    #[inline]
    fn drop(&mut self) {
        // The buffer is kept for the next builder.
        self.cells.clear();
        self.vm.ext.host.cells = std::mem::take(&mut self.cells);
    }
}

impl IntoTerm for TermId {
    fn into_term(self, _: &mut TermBuilder<'_>) -> TermId {
        self
    }
}

impl IntoTerm for Atom<'_> {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.atom(self.0)
    }
}

impl IntoTerm for Var<'_> {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.variable(self.0)
    }
}

macro_rules! into_integer {
    ($($rust:ty)*) => {$(
        impl IntoTerm for $rust {
            fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
                build.integer(self)
            }
        }
    )*};
}
into_integer! { Int i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl IntoTerm for Rational {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.rational(self)
    }
}

impl IntoTerm for f64 {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.float(self)
    }
}

impl IntoTerm for f32 {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.float(self.into())
    }
}

impl IntoTerm for bool {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.atom(if self { "true" } else { "false" })
    }
}

impl IntoTerm for char {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.atom(self.encode_utf8(&mut [0; 4]))
    }
}

impl IntoTerm for &str {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.text(self)
    }
}

impl IntoTerm for String {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        build.text(&self)
    }
}

impl IntoTerm for Term<'_> {
    /// A copy of a term of any machine, with new variables.
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        let tree = self.tree(&mut build.vm.atoms);
        let cell = build.vm.build(&tree, self.id(), &mut Vec::new());
        build.add(cell)
    }
}

impl IntoTerm for Value {
    fn into_term(self, build: &mut TermBuilder<'_>) -> TermId {
        let parts = |build: &mut TermBuilder<'_>, values: Vec<Value>| -> Vec<TermId> {
            values.into_iter().map(|v| v.into_term(build)).collect()
        };
        match self {
            Value::Var(name) => build.variable(&name),
            Value::Atom(name) => build.atom(&name),
            Value::Integer(i) => build.integer(i),
            Value::Float(f) => build.float(f),
            Value::Rational(r) => build.rational(*r),
            Value::String(text) => build.text(&text),
            Value::Text(text) => build.string(&text),
            Value::List(items) => {
                let items = parts(build, items);
                build.list(&items)
            }
            Value::Compound(name, args) => {
                let args = parts(build, args);
                build.compound(&name, &args)
            }
        }
    }
}
