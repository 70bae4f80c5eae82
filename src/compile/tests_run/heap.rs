//! Terms of the small machine and of the interpreter, and the oracle that answers their calls.

use super::World;
use crate::base::atom::Atom;
use crate::base::number::Number;
use crate::code::instr::{CompareOp, TypeTest};

/// A term: its place in the heap.
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
    pub(super) fn show(&self, t: Term, w: &World, names: &mut Vec<Term>, depth: u32) -> String {
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
            Cell::Atom(a) => w.atoms.text(*a).to_string(),
            Cell::Num(n) => format!("{n:?}"),
            Cell::Comp(f, xs) => {
                let xs: Vec<_> = xs
                    .iter()
                    .map(|&x| self.show(x, w, names, depth - 1))
                    .collect();
                format!("{}({})", w.atoms.text(*f), xs.join(","))
            }
        }
    }
    pub(super) fn show_all(&self, ts: &[Term], w: &World) -> String {
        let mut names = Vec::new();
        let ts: Vec<_> = ts.iter().map(|&t| self.show(t, w, &mut names, 6)).collect();
        ts.join(", ")
    }
    pub(super) fn eval(&self, t: Term, w: &World) -> Result<i64, Thrown> {
        self.eval_to(t, w, 50)
    }
    pub(super) fn eval_to(&self, t: Term, w: &World, depth: u32) -> Result<i64, Thrown> {
        if depth == 0 {
            return Err(Thrown);
        }
        match &self.cells[self.deref(t)] {
            Cell::Num(Number::Int(i)) => i.to_i64().ok_or(Thrown),
            Cell::Comp(f, xs) => {
                if !matches!(&*w.atoms.text(*f), "+" | "-" | "*" | "max" | "abs") {
                    return Err(Thrown);
                }
                let values: Result<Vec<i64>, Thrown> =
                    xs.iter().map(|&x| self.eval_to(x, w, depth - 1)).collect();
                operate(&w.atoms.text(*f), &values?)
            }
            _ => Err(Thrown),
        }
    }
    pub(super) fn type_test(&self, op: TypeTest, t: Term) -> bool {
        let c = &self.cells[self.deref(t)];
        match op {
            TypeTest::Var => matches!(c, Cell::Var(_)),
            TypeTest::Nonvar => !matches!(c, Cell::Var(_)),
            TypeTest::Atom => matches!(c, Cell::Atom(_)),
            TypeTest::Integer | TypeTest::Number => matches!(c, Cell::Num(_)),
            TypeTest::Atomic => matches!(c, Cell::Num(_) | Cell::Atom(_)),
            TypeTest::Compound => matches!(c, Cell::Comp(..)),
            TypeTest::Callable => matches!(c, Cell::Comp(..) | Cell::Atom(_)),
            _ => false,
        }
    }
    pub(super) fn unifiable(&mut self, a: Term, b: Term) -> bool {
        let m = self.mark();
        let yes = self.unify(a, b);
        self.undo(m);
        yes
    }
    pub(super) fn same(&self, a: Term, b: Term, w: &World) -> bool {
        let mut names = Vec::new();
        self.show(a, w, &mut names, 12) == self.show(b, w, &mut names, 12)
    }
}

pub(super) fn operate(name: &str, xs: &[i64]) -> Result<i64, Thrown> {
    Ok(match (name, xs) {
        ("+", [a, b]) => a.wrapping_add(*b),
        ("-", [a, b]) => a.wrapping_sub(*b),
        ("*", [a, b]) => a.wrapping_mul(*b),
        ("max", [a, b]) => *a.max(b),
        ("-", [a]) => a.wrapping_neg(),
        ("abs", [a]) => a.wrapping_abs(),
        _ => return Err(Thrown),
    })
}

pub(super) fn compares(op: CompareOp, a: i64, b: i64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Lt => a < b,
        CompareOp::Le => a <= b,
        CompareOp::Gt => a > b,
        CompareOp::Ge => a >= b,
    }
}

/// What calls do: for each solution, the arguments that are bound to an integer or an atom.
pub(super) struct Oracle {
    pub(super) seed: u64,
    pub(super) trace: Vec<String>,
    pub(super) steps: u32,
}

impl Oracle {
    pub(super) fn log(&mut self, s: String) {
        self.trace.push(s);
        self.steps += 1;
    }

    /// The solutions of a goal: which argument is unified with which small integer.
    pub(super) fn solutions(
        &mut self,
        name: &str,
        args: &[Term],
        h: &Heap,
        w: &World,
        det: bool,
    ) -> Vec<(usize, i64)> {
        let text = format!("{name}({})", h.show_all(args, w));
        let mut hash = self.seed;
        for b in text.bytes() {
            hash = (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3);
        }
        hash ^= hash >> 29;
        self.log(text);
        let n = match hash % 8 {
            0 => 0,
            1..=4 => 1,
            _ if det => 1,
            _ => 2,
        };
        (0..n)
            .map(|i| {
                (
                    (hash >> (8 + 8 * i)) as usize % args.len().max(1),
                    (hash >> (20 + i)) as i64 % 4,
                )
            })
            .collect()
    }

    pub(super) fn take(h: &mut Heap, args: &[Term], s: (usize, i64)) -> bool {
        if args.is_empty() {
            return true;
        }
        let n = h.cell(Cell::Num(Number::Int(s.1.into())));
        let a = h.deref(args[s.0]);
        // Only variables are bound, so that most goals succeed.
        !matches!(h.cells[a], Cell::Var(_)) || h.unify(a, n)
    }
}
