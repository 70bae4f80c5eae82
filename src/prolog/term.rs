//! A read-only view of a term for host programs.

use super::rational::Rational;
use super::snapshot::Snapshot;
use super::term_display;
use crate::base::atom::{AtomTable, Object};
use crate::base::int::Int;
use crate::base::tree::{Node, NodeId, Tree};
use std::borrow::Cow;
use std::fmt;

/// A term of an answer or of a ball: a reference, which is cheap to copy.
///
/// ```
/// use horn::{Machine, Shape};
///
/// let mut machine = Machine::new();
/// let answer = machine.query("T = point(1, [a,b|_], \"text\")")?.next().unwrap()?;
/// let point = answer.term("T").unwrap();
/// assert_eq!(point.shape(), Shape::Compound("point".into(), 3));
/// assert_eq!(point.functor().unwrap().1, 3);
/// assert_eq!(point.args().len(), 3);
/// assert_eq!(point.arg(0).unwrap().get::<i64>()?, 1);
/// let (head, tail) = point.arg(1).unwrap().as_cons().unwrap();
/// assert!(head.is_atom("a"));
/// assert!(tail.elements().is_none());
/// assert_eq!(point.arg(2).unwrap().to_text().as_deref(), Some("text"));
/// assert_eq!(point.to_string(), "point(1,[a,b|_A],\"text\")");
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Term<'a> {
    of: &'a Snapshot,
    id: NodeId,
    /// The number of steps from the term that the host asked for, where a list is one step.
    depth: u32,
}

/// The kind of a [`Term`], with its value or its name.
///
/// ```
/// use horn::{Machine, Shape, Term};
///
/// /// The number of atoms of a term.
/// fn atoms(t: Term<'_>) -> usize {
///     match t.shape() {
///         Shape::Atom(_) => 1,
///         Shape::Compound(..) => t.args().map(atoms).sum(),
///         _ => 0,
///     }
/// }
///
/// let mut machine = Machine::new();
/// let answer = machine.query("T = f(a, g(b, 1), X)")?.next().unwrap()?;
/// assert_eq!(atoms(answer.term("T").unwrap()), 2);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'a> {
    /// A variable, with the name of the answer's text, or `_N` if the text does not show it.
    Var(Cow<'a, str>),
    /// An atom; `[]` is one.
    Atom(Cow<'a, str>),
    /// An integer.
    Integer(&'a Int),
    /// A float.
    Float(f64),
    /// A rational that is not an integer.
    Rational(Rational),
    /// A string, which is atomic; a list of characters is a compound.
    String(&'a str),
    /// A compound: its name and its number of arguments. A list cell is `'.'/2`.
    Compound(Cow<'a, str>, usize),
}

impl<'a> Term<'a> {
    pub(super) fn new(of: &'a Snapshot, id: NodeId) -> Term<'a> {
        Term { of, id, depth: 0 }
    }

    /// A part of the term, one step down.
    fn part(self, id: NodeId) -> Term<'a> {
        Term {
            of: self.of,
            id,
            depth: self.depth + 1,
        }
    }

    /// The number of steps from the term that the host asked for, where a list is one step.
    pub(super) fn depth(self) -> usize {
        self.depth as usize
    }

    /// The place of the term in its tree.
    pub(super) fn id(self) -> NodeId {
        self.id
    }

    /// Returns true if the other term is this one, at the same place of the same tree.
    pub(super) fn is_identical(self, other: Term<'_>) -> bool {
        std::ptr::eq(self.of, other.of) && self.id == other.id
    }

    /// The tree of the term, with the atoms of another table.
    pub(super) fn tree(self, atoms: &mut AtomTable) -> Tree {
        self.of.tree_over(atoms)
    }

    /// The kind of the term.
    ///
    /// ```
    /// use horn::{Machine, Shape};
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X = foo, Y = f(a,b), Z = 2.5")?.next().unwrap()?;
    /// assert_eq!(answer.term("X").unwrap().shape(), Shape::Atom("foo".into()));
    /// assert_eq!(answer.term("Y").unwrap().shape(), Shape::Compound("f".into(), 2));
    /// assert_eq!(answer.term("Z").unwrap().shape(), Shape::Float(2.5));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn shape(self) -> Shape<'a> {
        match self.of.tree.node(self.id) {
            &Node::Var(v) => Shape::Var(match self.of.tree.var_name(v) {
                Some(name) => Cow::Borrowed(name),
                None => Cow::Owned(format!("_{v}")),
            }),
            Node::Atom(a) => Shape::Atom(self.of.name(*a)),
            Node::Int(i) => Shape::Integer(i),
            Node::Float(f) => Shape::Float(*f),
            Node::Rat(r) => Shape::Rational(Rational((**r).clone())),
            Node::String(text) => Shape::String(text),
            Node::Compound { name, arity, .. } => {
                Shape::Compound(self.of.name(*name), *arity as usize)
            }
        }
    }

    /// The arguments of a compound; empty for any other term.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let answer = machine.query("T = f(a, [1,2])")?.next().unwrap()?;
    /// let arguments: Vec<String> = answer.term("T").unwrap().args().map(|t| t.to_string()).collect();
    /// assert_eq!(arguments, ["a", "[1,2]"]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn args(self) -> impl ExactSizeIterator<Item = Term<'a>> {
        let args = self.of.tree.args(self.id);
        args.iter().map(move |&id| self.part(id))
    }

    /// The `i`-th argument, from 0.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let answer = machine.query("T = f(a, b)")?.next().unwrap()?;
    /// let term = answer.term("T").unwrap();
    /// assert!(term.arg(1).unwrap().is_atom("b") && term.arg(2).is_none());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn arg(self, i: usize) -> Option<Term<'a>> {
        let id = *self.of.tree.args(self.id).get(i)?;
        Some(self.part(id))
    }

    /// Head and tail, if the term is a list cell.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let answer = machine.query("L = [1,2,3]")?.next().unwrap()?;
    /// let (head, tail) = answer.term("L").unwrap().as_cons().unwrap();
    /// assert_eq!((head.to_string(), tail.to_string()), ("1".to_string(), "[2,3]".to_string()));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn as_cons(self) -> Option<(Term<'a>, Term<'a>)> {
        let (head, tail) = self.of.tree.as_cons(self.id)?;
        let tail = Term { id: tail, ..self };
        Some((self.part(head), tail))
    }

    /// The elements, if the term is a list that ends in `[]`.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let answer = machine.query("L = [1,2,3], P = [1|T]")?.next().unwrap()?;
    /// assert_eq!(answer.term("L").unwrap().elements().unwrap().len(), 3);
    /// assert!(answer.term("P").unwrap().elements().is_none());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn elements(self) -> Option<Vec<Term<'a>>> {
        let (items, end) = self.of.tree.elements(self.id);
        let is_list = self.of.tree.is_nil(end);
        is_list.then(|| items.into_iter().map(|id| self.part(id)).collect())
    }

    /// The term after the last list cell.
    pub(super) fn list_end(self) -> Term<'a> {
        let (_, end) = self.of.tree.elements(self.id);
        Term { id: end, ..self }
    }

    /// The characters, if the term is a list of characters or an atom other than `[]`.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let answer = machine.query("A = abc, L = \"def\", N = 1")?.next().unwrap()?;
    /// assert_eq!(answer.term("A").unwrap().to_text().as_deref(), Some("abc"));
    /// assert_eq!(answer.term("L").unwrap().to_text().as_deref(), Some("def"));
    /// assert_eq!(answer.term("N").unwrap().to_text(), None);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn to_text(self) -> Option<String> {
        if let Shape::Atom(name) = self.shape() {
            let text = if self.is_nil() { "" } else { &*name };
            return Some(text.to_string());
        }
        if let Shape::String(text) = self.shape() {
            return Some(text.to_string());
        }
        self.of.tree.chars(self.id)
    }

    /// The arguments, if the term is a compound of this name with `N` arguments; for `N` = 0, an atom.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("T = 3/4")?.next().unwrap()?;
    /// let Some([x, y]) = answer.term("T").unwrap().as_compound("/") else { panic!() };
    /// assert_eq!((x.get::<i64>()?, y.get::<i64>()?), (3, 4));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn as_compound<const N: usize>(self, name: &str) -> Option<[Term<'a>; N]> {
        let (found, arity) = self.functor()?;
        if arity != N || found != name {
            return None;
        }
        let mut args = [self; N];
        for (place, arg) in args.iter_mut().zip(self.args()) {
            *place = arg;
        }
        Some(args)
    }

    /// Name and number of arguments of an atom or compound.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let answer = machine.query("T = f(a, b)")?.next().unwrap()?;
    /// let (name, arity) = answer.term("T").unwrap().functor().unwrap();
    /// assert_eq!((&*name, arity), ("f", 2));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn functor(self) -> Option<(Cow<'a, str>, usize)> {
        match self.shape() {
            Shape::Atom(name) => Some((name, 0)),
            Shape::Compound(name, arity) => Some((name, arity)),
            _ => None,
        }
    }

    /// Returns true if the term is the atom of this name.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let answer = machine.query("T = f(a)")?.next().unwrap()?;
    /// let term = answer.term("T").unwrap();
    /// assert!(term.arg(0).unwrap().is_atom("a") && !term.is_atom("f"));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn is_atom(self, name: &str) -> bool {
        matches!(self.shape(), Shape::Atom(n) if n == name)
    }

    /// The value of the host that the term is.
    pub(super) fn object(self) -> Option<&'a Object> {
        match *self.of.tree.node(self.id) {
            Node::Atom(a) => self.of.object(a),
            _ => None,
        }
    }

    /// Returns true if the term is `[]`.
    pub(super) fn is_nil(self) -> bool {
        self.of.tree.is_nil(self.id)
    }

    /// Returns true if the term has so many shared parts that it must not be written out.
    pub(super) fn is_oversized(self) -> bool {
        term_display::is_oversized(&self.of.tree, self.id)
    }

    /// The text of the term, shortened as in an answer.
    pub(super) fn shortened_text(self) -> String {
        self.of.shortened_text(self.id, 1200)
    }
}

impl fmt::Display for Term<'_> {
    /// The text that `writeq/1` prints, except that variables have their names in the answer. Where shared parts would
    /// make it longer by more than a million parts, the rest of them are `...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of.text(self.id, 1200))
    }
}

impl fmt::Debug for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of.shortened_text(self.id, 1200))
    }
}
