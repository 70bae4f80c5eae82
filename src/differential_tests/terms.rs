//! Terms of the reference interpreter: a vector of cells with a trail.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::evaluable::{Op0, Op1, Op2};
use crate::base::number::{Number, compare_arith};
use crate::code::instr::{CompareOp, TypeTest};
use std::cmp::Ordering;

/// A term: the index of its cell.
pub(super) type Term = usize;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Var(Option<Term>),
    Atom(Atom),
    Num(Number),
    Comp(Atom, Vec<Term>),
}

/// Terms, with a trail.
#[derive(Default, Clone)]
pub(super) struct Heap {
    pub(super) cells: Vec<Cell>,
    pub(super) trail: Vec<Term>,
}

pub(super) type Mark = (usize, usize);

/// An error was thrown.
#[derive(Debug)]
pub(super) struct Thrown;

impl Heap {
    pub(super) fn cell(&mut self, c: Cell) -> Term {
        self.cells.push(c);
        self.cells.len() - 1
    }
    pub(super) fn var(&mut self) -> Term {
        self.cell(Cell::Var(None))
    }
    pub(super) fn atom(&mut self, a: Atom) -> Term {
        self.cell(Cell::Atom(a))
    }
    pub(super) fn deref(&self, mut t: Term) -> Term {
        while let Cell::Var(Some(u)) = self.cells[t] {
            t = u;
        }
        t
    }
    pub(super) fn bind(&mut self, v: Term, t: Term) {
        self.cells[v] = Cell::Var(Some(t));
        self.trail.push(v);
    }
    pub(super) fn mark(&self) -> Mark {
        (self.cells.len(), self.trail.len())
    }
    pub(super) fn undo(&mut self, m: Mark) {
        while self.trail.len() > m.1 {
            let v = self.trail.pop().expect("not empty");
            self.cells[v] = Cell::Var(None);
        }
        self.cells.truncate(m.0);
    }
    pub(super) fn unify(&mut self, a: Term, b: Term) -> bool {
        let mut todo = vec![(a, b)];
        let mut budget = 10_000;
        while let Some((a, b)) = todo.pop() {
            let (a, b) = (self.deref(a), self.deref(b));
            budget -= 1;
            if a == b || budget == 0 {
                continue;
            }
            match (self.cells[a].clone(), self.cells[b].clone()) {
                (Cell::Var(_), Cell::Var(_)) => self.bind(a.max(b), a.min(b)),
                (Cell::Var(_), _) => self.bind(a, b),
                (_, Cell::Var(_)) => self.bind(b, a),
                (Cell::Comp(f, xs), Cell::Comp(g, ys)) if f == g && xs.len() == ys.len() => {
                    todo.extend(xs.into_iter().zip(ys));
                }
                (x, y) if x == y && !matches!(x, Cell::Comp(..)) => {}
                _ => return false,
            }
        }
        true
    }
    /// The term as text; variables are named by first occurrence in `names`.
    pub(super) fn show(
        &self,
        t: Term,
        atoms: &AtomTable,
        names: &mut Vec<Term>,
        depth: u32,
    ) -> String {
        let t = self.deref(t);
        match &self.cells[t] {
            Cell::Var(_) => {
                let i = names.iter().position(|&n| n == t).unwrap_or_else(|| {
                    names.push(t);
                    names.len() - 1
                });
                format!("_{i}")
            }
            _ if depth == 0 => "...".into(),
            Cell::Atom(a) => atoms.text(*a).to_string(),
            Cell::Num(n) => n.to_string(),
            Cell::Comp(f, xs) => {
                let xs: Vec<_> = xs
                    .iter()
                    .map(|&x| self.show(x, atoms, names, depth - 1))
                    .collect();
                format!("{}({})", atoms.text(*f), xs.join(","))
            }
        }
    }
    pub(super) fn show_all(&self, ts: &[Term], atoms: &AtomTable) -> String {
        let mut names = Vec::new();
        let ts: Vec<_> = ts
            .iter()
            .map(|&t| self.show(t, atoms, &mut names, 6))
            .collect();
        ts.join(", ")
    }
    /// The value of an expression (ISO 9.1).
    pub(super) fn eval(&self, t: Term, atoms: &AtomTable) -> Result<Number, Thrown> {
        self.eval_to(t, atoms, 50)
    }
    fn eval_to(&self, t: Term, atoms: &AtomTable, depth: u32) -> Result<Number, Thrown> {
        if depth == 0 {
            return Err(Thrown);
        }
        let eval = |t: Term| self.eval_to(t, atoms, depth - 1);
        let context = &mut super::NoContext;
        match &self.cells[self.deref(t)] {
            Cell::Var(_) => Err(Thrown),
            Cell::Num(n) => Ok(n.clone()),
            Cell::Atom(a) => {
                let name = atoms.text(*a);
                let op = Op0::from_name(&name).ok_or(Thrown)?;
                Ok(op.eval(context))
            }
            // `[X]` is the value of `X`, or the code of a character.
            Cell::Comp(atoms::DOT, xs) => match (self.value(xs[0]), self.value(xs[1])) {
                (Cell::Atom(c), Cell::Atom(nil)) if *atoms.text(nil) == *"[]" => {
                    let code = c.as_char().ok_or(Thrown)?;
                    Ok(Number::Int(i64::from(u32::from(code)).into()))
                }
                (_, Cell::Atom(nil)) if *atoms.text(nil) == *"[]" => eval(xs[0]),
                _ => Err(Thrown),
            },
            Cell::Comp(f, xs) => {
                let name = atoms.text(*f);
                match xs[..] {
                    [x] => {
                        let op = Op1::from_name(&name).ok_or(Thrown)?;
                        op.eval(&eval(x)?, context).map_err(|_| Thrown)
                    }
                    [x, y] => {
                        let op = Op2::from_name(&name).ok_or(Thrown)?;
                        op.eval(&eval(x)?, &eval(y)?).map_err(|_| Thrown)
                    }
                    _ => Err(Thrown),
                }
            }
        }
    }
    /// The cell of a term, dereferenced.
    pub(super) fn value(&self, t: Term) -> Cell {
        self.cells[self.deref(t)].clone()
    }
    pub(super) fn type_test(&self, op: TypeTest, t: Term) -> bool {
        let c = &self.cells[self.deref(t)];
        match op {
            TypeTest::Var => matches!(c, Cell::Var(_)),
            TypeTest::Nonvar => !matches!(c, Cell::Var(_)),
            TypeTest::Atom => matches!(c, Cell::Atom(_)),
            TypeTest::Number => matches!(c, Cell::Num(_)),
            TypeTest::Integer => matches!(c, Cell::Num(Number::Int(_))),
            TypeTest::Float => matches!(c, Cell::Num(Number::Float(_))),
            TypeTest::Rational => matches!(c, Cell::Num(Number::Int(_) | Number::Rat(_))),
            TypeTest::Atomic => matches!(c, Cell::Num(_) | Cell::Atom(_)),
            TypeTest::Compound => matches!(c, Cell::Comp(..)),
            TypeTest::Callable => matches!(c, Cell::Comp(..) | Cell::Atom(_)),
            TypeTest::Attvar | TypeTest::IsList | TypeTest::Ground => unreachable!("not generated"),
        }
    }
    pub(super) fn unifiable(&mut self, a: Term, b: Term) -> bool {
        let m = self.mark();
        let yes = self.unify(a, b);
        self.undo(m);
        yes
    }
    /// Returns true if two terms are identical; cyclic terms are compared so far.
    pub(super) fn same(&self, a: Term, b: Term) -> bool {
        let mut todo = vec![(a, b)];
        let mut budget = 10_000;
        while let Some((a, b)) = todo.pop() {
            let (a, b) = (self.deref(a), self.deref(b));
            budget -= 1;
            if a == b || budget == 0 {
                continue;
            }
            match (&self.cells[a], &self.cells[b]) {
                (Cell::Comp(f, xs), Cell::Comp(g, ys)) if f == g && xs.len() == ys.len() => {
                    todo.extend(xs.iter().copied().zip(ys.iter().copied()));
                }
                (Cell::Var(_) | Cell::Comp(..), _) => return false,
                (x, y) if x == y => {}
                _ => return false,
            }
        }
        true
    }
}

/// Returns true if an arithmetic comparison holds.
pub(super) fn compares(op: CompareOp, a: &Number, b: &Number) -> bool {
    let order = compare_arith(a, b);
    match op {
        CompareOp::Eq => order == Some(Ordering::Equal),
        CompareOp::Ne => order != Some(Ordering::Equal),
        CompareOp::Lt => order == Some(Ordering::Less),
        CompareOp::Le => order.is_some_and(Ordering::is_le),
        CompareOp::Gt => order == Some(Ordering::Greater),
        CompareOp::Ge => order.is_some_and(Ordering::is_ge),
    }
}
