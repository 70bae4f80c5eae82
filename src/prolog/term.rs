//! Terms as a host program sees them: self-contained, readable without the machine.
//!
//! [`Snapshot`] owns terms together with the names and operators that printing them needs, so that
//! an answer outlives its query and crosses threads. [`Term`] is a place in one. [`Value`] is a
//! plain Rust enum for those who want to match on it, and [`FromTerm`] turns terms into Rust types.

use super::error::{Error, Mismatch};
use super::show::{self, FreshNames, Shortener};
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::int::Int;
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::OpTable;
use dashu::rational::RBig;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;

/// What printing depends on besides the term.
#[derive(Clone, Copy)]
pub(crate) struct Tables<'a> {
    /// Names of atoms.
    pub(crate) atoms: &'a AtomTable,
    /// Operators.
    pub(crate) ops: &'a OpTable,
    /// Whether a list of characters prints as a string (the flag `double_quotes` is `chars`).
    pub(crate) strings: bool,
    /// Whether `'$VAR'(N)` prints as a variable: in errors, not in answers.
    pub(crate) numbervars: bool,
}

/// Terms with everything that reading and printing them needs.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) tree: Tree,
    names: FxHashMap<Atom, Box<str>>,
    ops: OpTable,
    strings: bool,
    numbervars: bool,
}

impl Snapshot {
    /// Takes a (finite) tree and notes the names that stand in it.
    pub(crate) fn new(tree: Tree, tables: Tables<'_>) -> Snapshot {
        let mut names = FxHashMap::default();
        for i in 0..tree.len() as u32 {
            let (Node::Atom(a) | Node::Compound { name: a, .. }) = *tree.node(NodeId(i)) else {
                continue;
            };
            if !is_known(a) {
                names
                    .entry(a)
                    .or_insert_with(|| (*tables.atoms.text(a)).into());
            }
        }
        Snapshot {
            tree,
            names,
            ops: tables.ops.clone(),
            strings: tables.strings,
            numbervars: tables.numbervars,
        }
    }

    /// The name of an atom that stands in the tree.
    pub(crate) fn name(&self, a: Atom) -> Cow<'_, str> {
        match a.as_char() {
            Some(c) => Cow::Owned(c.to_string()),
            None => Cow::Borrowed(match atoms::NAMES.get(a.index() as usize) {
                Some(name) => name,
                None => self.names.get(&a).map_or("", |n| n),
            }),
        }
    }

    /// The text of one of the terms, for an argument place of priority `max`.
    pub(crate) fn text(&self, t: NodeId, max: u16) -> String {
        let local = self.local();
        show::write(&local.tree, t, local.tables(self), max)
    }

    /// The text of one of the terms as an answer would show it.
    pub(crate) fn shortened_text(&self, t: NodeId, max: u16) -> String {
        let mut local = self.local();
        let mut shortener = Shortener {
            tree: &mut local.tree,
            tables: Tables {
                atoms: &local.atoms,
                ops: &local.ops,
                strings: self.strings,
                numbervars: self.numbervars,
            },
            fresh: &mut FreshNames::new(std::iter::empty()),
            shortened: false,
        };
        shortener.text(t, show::DEPTH, max)
    }

    /// The tree over an atom table of its own, with the operators among its atoms.
    pub(super) fn local(&self) -> Local {
        let mut table = AtomTable::new();
        let mut ops = commas_only(&mut table);
        let mut renamed: FxHashMap<Atom, Atom> = FxHashMap::default();
        for (&a, name) in &self.names {
            renamed.insert(a, table.intern(name));
        }
        for (a, def) in self.ops.iter() {
            let a = match renamed.get(&a) {
                Some(&b) => b,
                None if is_known(a) => a,
                None => continue,
            };
            // The definition was accepted once, so it is accepted again.
            let _ = ops.add(def.priority, def.ty, a);
        }
        let rename = |a| renamed.get(&a).copied().unwrap_or(a);
        Local {
            tree: self.tree.with_atoms(rename),
            atoms: table,
            ops,
        }
    }

    pub(crate) fn term(&self, id: NodeId) -> Term<'_> {
        Term { of: self, id }
    }
}

/// A tree with tables of its own.
pub(super) struct Local {
    pub(super) tree: Tree,
    atoms: AtomTable,
    ops: OpTable,
}

impl Local {
    pub(super) fn tables(&self, of: &Snapshot) -> Tables<'_> {
        Tables {
            atoms: &self.atoms,
            ops: &self.ops,
            strings: of.strings,
            numbervars: of.numbervars,
        }
    }
}

/// A table with the one operator that cannot be added to a table.
fn commas_only(table: &mut AtomTable) -> OpTable {
    let mut ops = OpTable::standard(table);
    let others: Vec<_> = ops.iter().collect();
    for (a, def) in others {
        // Refused for the comma only, which shall stay.
        let _ = ops.add(0, def.ty, a);
    }
    ops
}

/// Whether the atom has the same number in every table.
fn is_known(a: Atom) -> bool {
    a.as_char().is_some() || (a.index() as usize) < atoms::NAMES.len()
}

/// A term of an answer or of a ball. Copying it costs nothing.
#[derive(Clone, Copy)]
pub struct Term<'a> {
    of: &'a Snapshot,
    id: NodeId,
}

/// What a [`Term`] is.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'a> {
    /// A variable, with the name under which the answer prints it, or `_N` if it does not.
    Var(Cow<'a, str>),
    /// An atom; `[]` is one.
    Atom(Cow<'a, str>),
    /// An integer.
    Integer(&'a Int),
    /// A float.
    Float(f64),
    /// A rational that is not an integer.
    Rational(&'a RBig),
    /// A compound: its name and its number of arguments. A list cell is `'.'/2`.
    Compound(Cow<'a, str>, usize),
}

impl<'a> Term<'a> {
    /// What the term is.
    pub fn shape(self) -> Shape<'a> {
        match self.of.tree.node(self.id) {
            &Node::Var(v) => Shape::Var(match self.of.tree.var_name(v) {
                Some(name) => Cow::Borrowed(name),
                None => Cow::Owned(format!("_{v}")),
            }),
            Node::Atom(a) => Shape::Atom(self.of.name(*a)),
            Node::Int(i) => Shape::Integer(i),
            Node::Float(f) => Shape::Float(*f),
            Node::Rat(r) => Shape::Rational(r),
            Node::Compound { name, arity, .. } => {
                Shape::Compound(self.of.name(*name), *arity as usize)
            }
        }
    }

    /// The arguments of a compound; none if it is not one.
    pub fn args(self) -> impl ExactSizeIterator<Item = Term<'a>> {
        let args = self.of.tree.args(self.id);
        args.iter().map(move |&id| Term { of: self.of, id })
    }

    /// The `i`-th argument, from 0.
    pub fn arg(self, i: usize) -> Option<Term<'a>> {
        let id = *self.of.tree.args(self.id).get(i)?;
        Some(Term { of: self.of, id })
    }

    /// Head and tail, if the term is a list cell.
    pub fn as_cons(self) -> Option<(Term<'a>, Term<'a>)> {
        let (head, tail) = self.of.tree.as_cons(self.id)?;
        Some((self.of.term(head), self.of.term(tail)))
    }

    /// The elements, if the term is a list (that is, ends in `[]`).
    pub fn elements(self) -> Option<Vec<Term<'a>>> {
        let mut found = Vec::new();
        let mut rest = self;
        while let Some((head, tail)) = rest.as_cons() {
            found.push(head);
            rest = tail;
        }
        rest.is_nil().then_some(found)
    }

    /// The characters, if the term is a list of characters or an atom other than `[]`.
    pub fn to_text(self) -> Option<String> {
        if let Shape::Atom(name) = self.shape() {
            let text = if self.is_nil() { "" } else { &name };
            return Some(text.to_string());
        }
        let mut text = String::new();
        let mut rest = self;
        while let Some((head, tail)) = rest.as_cons() {
            match *self.of.tree.node(head.id) {
                Node::Atom(a) => text.push(a.as_char()?),
                _ => return None,
            }
            rest = tail;
        }
        rest.is_nil().then_some(text)
    }

    /// Name and number of arguments of an atom or compound.
    pub fn functor(self) -> Option<(Cow<'a, str>, usize)> {
        match self.shape() {
            Shape::Atom(name) => Some((name, 0)),
            Shape::Compound(name, arity) => Some((name, arity)),
            _ => None,
        }
    }

    /// Whether the term is the atom of this name.
    pub fn is_atom(self, name: &str) -> bool {
        matches!(self.shape(), Shape::Atom(n) if n == name)
    }

    fn is_nil(self) -> bool {
        *self.of.tree.node(self.id) == Node::Atom(atoms::NIL)
    }

    /// The term as a Rust value.
    ///
    /// # Errors
    /// [`Error::Mismatch`] when the term is nothing of that type.
    pub fn get<T: FromTerm>(self) -> Result<T, Error> {
        T::from_term(self)
    }

    fn mismatch(self, expected: &'static str) -> Error {
        Error::Mismatch(Mismatch {
            expected,
            found: self.of.shortened_text(self.id, 1200),
        })
    }
}

impl fmt::Display for Term<'_> {
    /// As `writeq/1` would print it, except that variables have the names that the answer shows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of.text(self.id, 1200))
    }
}

impl fmt::Debug for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of.shortened_text(self.id, 1200))
    }
}

/// A term as a plain Rust enum.
///
/// For terms nested at most [`Value::MAX_DEPTH`] levels deep (a list counts as one level); deeper
/// ones are read through [`Term`].
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A variable, with the name under which the answer prints it.
    Var(String),
    /// An atom.
    Atom(String),
    /// An integer.
    Integer(Int),
    /// A float.
    Float(f64),
    /// A rational that is not an integer.
    Rational(Box<RBig>),
    /// A list of characters that is not empty.
    String(String),
    /// Any other list that ends in `[]`, the empty list included.
    List(Vec<Value>),
    /// Any other compound.
    Compound(String, Vec<Value>),
}

impl Value {
    /// How deeply a term may be nested to become a value.
    pub const MAX_DEPTH: usize = 500;

    /// How large a term may be to become a value. A term that shares its parts can be small on the
    /// heap and too large for any memory once written out.
    const MAX_SIZE: usize = 50_000_000;

    /// Recursion is bounded by `depth`.
    fn build(t: Term<'_>, depth: usize, size: &mut usize) -> Result<Value, Error> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(t.mismatch("a term nested at most 500 levels deep"));
        };
        *size += 1;
        if *size > Value::MAX_SIZE {
            return Err(t.mismatch("a term of at most 50 million parts"));
        }
        Ok(match t.shape() {
            Shape::Var(name) => Value::Var(name.into_owned()),
            Shape::Atom(_) if t.is_nil() => Value::List(Vec::new()),
            Shape::Atom(name) => Value::Atom(name.into_owned()),
            Shape::Integer(i) => Value::Integer(i.clone()),
            Shape::Float(f) => Value::Float(f),
            Shape::Rational(r) => Value::Rational(Box::new(r.clone())),
            Shape::Compound(name, _) => {
                if let Some(text) = t.to_text() {
                    return Ok(Value::String(text));
                }
                if let Some(items) = t.elements() {
                    let items = items.into_iter().map(|i| Value::build(i, depth, size));
                    return Ok(Value::List(items.collect::<Result<_, _>>()?));
                }
                let args = t.args().map(|a| Value::build(a, depth, size));
                Value::Compound(name.into_owned(), args.collect::<Result<_, _>>()?)
            }
        })
    }
}

/// A Rust type that some terms stand for.
pub trait FromTerm: Sized {
    /// The value that the term stands for.
    ///
    /// # Errors
    /// [`Error::Mismatch`] when the term is nothing of that type.
    fn from_term(t: Term<'_>) -> Result<Self, Error>;
}

impl FromTerm for Value {
    fn from_term(t: Term<'_>) -> Result<Value, Error> {
        Value::build(t, Value::MAX_DEPTH, &mut 0)
    }
}

impl FromTerm for Int {
    fn from_term(t: Term<'_>) -> Result<Int, Error> {
        match t.shape() {
            Shape::Integer(i) => Ok(i.clone()),
            _ => Err(t.mismatch("an integer")),
        }
    }
}

macro_rules! from_integer {
    ($($rust:ty, $expected:literal;)*) => {$(
        impl FromTerm for $rust {
            fn from_term(t: Term<'_>) -> Result<$rust, Error> {
                match t.shape() {
                    Shape::Integer(i) => i.to_i64().and_then(|i| i.try_into().ok()),
                    _ => None,
                }
                .ok_or_else(|| t.mismatch($expected))
            }
        }
    )*};
}
from_integer! {
    i64, "a 64-bit integer"; i32, "a 32-bit integer"; u32, "an unsigned 32-bit integer";
    u8, "an unsigned 8-bit integer"; usize, "an index";
}

impl FromTerm for f64 {
    /// Integers count as floats when they are small enough to be exact.
    fn from_term(t: Term<'_>) -> Result<f64, Error> {
        match t.shape() {
            Shape::Float(f) => Ok(f),
            Shape::Integer(Int::Small(i)) if i.unsigned_abs() <= 1 << 53 => Ok(*i as f64),
            _ => Err(t.mismatch("a float")),
        }
    }
}

impl FromTerm for bool {
    fn from_term(t: Term<'_>) -> Result<bool, Error> {
        match t.shape() {
            Shape::Atom(name) if name == "true" => Ok(true),
            Shape::Atom(name) if name == "false" => Ok(false),
            _ => Err(t.mismatch("true or false")),
        }
    }
}

impl FromTerm for String {
    /// An atom or a list of characters; `[]` is the empty text.
    fn from_term(t: Term<'_>) -> Result<String, Error> {
        t.to_text().ok_or_else(|| t.mismatch("a text"))
    }
}

impl<T: FromTerm> FromTerm for Vec<T> {
    fn from_term(t: Term<'_>) -> Result<Vec<T>, Error> {
        let items = t.elements().ok_or_else(|| t.mismatch("a list"))?;
        items.into_iter().map(T::from_term).collect()
    }
}

impl<T: FromTerm> FromTerm for Option<T> {
    /// A variable is `None`.
    fn from_term(t: Term<'_>) -> Result<Option<T>, Error> {
        match t.shape() {
            Shape::Var(_) => Ok(None),
            _ => T::from_term(t).map(Some),
        }
    }
}

impl<A: FromTerm, B: FromTerm> FromTerm for (A, B) {
    /// `A-B`.
    fn from_term(t: Term<'_>) -> Result<(A, B), Error> {
        match (t.shape(), t.arg(0), t.arg(1)) {
            (Shape::Compound(name, 2), Some(a), Some(b)) if name == "-" => {
                Ok((A::from_term(a)?, B::from_term(b)?))
            }
            _ => Err(t.mismatch("a pair A-B")),
        }
    }
}

/// Whether a term is a list cell, for those who walk trees themselves.
pub(crate) fn is_list_cell(tree: &Tree, t: NodeId) -> bool {
    matches!(
        *tree.node(t),
        Node::Compound {
            name: atoms::DOT,
            arity: 2,
            ..
        }
    )
}
