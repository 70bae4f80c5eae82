//! Errors of inline arithmetic, as the goal in the text has them.
//!
//! An instruction does not know which goal it is a part of. And of `X+Y*Z` it is the product that is done
//! first, while an `X` that is no number is what comes first from left to right. Both is seen to here, once
//! there is an error, with the help of what the compiler says behind the code.

use crate::base::atom::{Atom, atoms};
use crate::code::instr::{CompareOp, Instr};
use crate::machine::{Cell, Code, Extension, Machine};
use rustc_hash::FxHashMap;

/// What registers hold from some point on.
#[derive(Clone, Copy)]
enum Holds {
    /// The value that is missing, or one that needs it.
    Missing,
    /// A value.
    Number,
    /// A term to be evaluated.
    Term(Cell),
}

impl<X: Extension> Machine<X> {
    /// Amends the ball of the instruction of inline arithmetic that stands before `p`.
    #[cold]
    pub(in crate::machine) fn amend_arith_error(&mut self, p: Code) {
        // SAFETY: the instruction before `p` has just been executed.
        let failed = unsafe { *p.sub(1) };
        let (op, rest) = self
            .goal_around(p as u64 - 8)
            .unwrap_or_else(|| match failed {
                Instr::Compare { op, .. } | Instr::CompareInt { op, .. } => {
                    (Some(op), Box::default())
                }
                _ => (None, Box::default()),
            });
        for c in self.operands_before(failed, &rest).into_iter().rev() {
            if let Err(ball) = self.evaluate(c) {
                self.ball = Some(ball);
                break;
            }
        }
        let name: Atom = op.map_or(atoms::IS, |op| self.atoms.intern(op.name()));
        let ball = self.ball.take();
        self.ball = ball.map(|b| self.close_ball(b, name, 2));
    }

    /// The goal that the instruction at `place` belongs to, and its instructions behind that one; none if
    /// nothing is said of it.
    fn goal_around(&mut self, place: u64) -> Option<(Option<CompareOp>, Box<[Instr]>)> {
        let clause = self.db.clause_around(place)?;
        let at = (place - clause.entry() as u64) as usize / 8;
        let code = clause.code();
        for said in code.iter().rev() {
            let (op, n, last) = match *said {
                Instr::OfIs { n, at } => (None, n, at as usize),
                Instr::OfComparison { op, n, at } => (Some(op), n, at as usize),
                _ => break,
            };
            if (last - usize::from(n)..=last).contains(&at) {
                return Some((op, code[at + 1..=last].into()));
            }
        }
        None
    }

    /// The operands of `rest` that stand left of what failed, the last of them first.
    fn operands_before(&mut self, failed: Instr, rest: &[Instr]) -> Vec<Cell> {
        let mut held: FxHashMap<u16, Holds> = FxHashMap::default();
        let mut found = Vec::new();
        if let Some((d, ..)) = operation(&failed) {
            held.insert(d, Holds::Missing);
        }
        for i in rest {
            let look = |m: &Self, a: u16| match held.get(&a) {
                Some(&h) => h,
                None => Holds::Term(m.reg(a)),
            };
            let (to, what) = match *i {
                Instr::Compare { a, b, .. } => {
                    if let (Holds::Term(c), Holds::Missing) = (look(self, a), look(self, b)) {
                        found.push(c);
                    }
                    break;
                }
                Instr::PutValueX { x, a } => (a, look(self, x)),
                Instr::PutValueY { y, a } => (a, Holds::Term(self.y(y))),
                Instr::PutAtom { a, c } => (a, Holds::Term(Cell::atom(c))),
                Instr::PutVariableX { x, a } => {
                    let c = self.heap.new_var();
                    held.insert(x, Holds::Term(c));
                    (a, Holds::Term(c))
                }
                Instr::PutVariableY { a, .. } => (a, Holds::Term(self.heap.new_var())),
                Instr::PutInt { a, .. }
                | Instr::PutConst { a, .. }
                | Instr::PutList { a }
                | Instr::PutStructure { a, .. } => (a, Holds::Number),
                ref i => match operation(i) {
                    Some((d, a, b)) => {
                        let (left, right) = (look(self, a), b.map(|b| look(self, b)));
                        let what = match (left, right) {
                            (Holds::Term(c), Some(Holds::Missing)) => {
                                found.push(c);
                                Holds::Missing
                            }
                            (Holds::Missing, _) | (_, Some(Holds::Missing)) => Holds::Missing,
                            _ => Holds::Number,
                        };
                        (d, what)
                    }
                    None => continue,
                },
            };
            held.insert(to, what);
        }
        found
    }
}

/// Where an instruction of arithmetic has its result, and its operands.
fn operation(i: &Instr) -> Option<(u16, u16, Option<u16>)> {
    match *i {
        Instr::Add { d, a, b }
        | Instr::Sub { d, a, b }
        | Instr::Mul { d, a, b }
        | Instr::Arith2 { d, a, b, .. } => Some((d, a, Some(b))),
        Instr::AddInt { d, a, .. }
        | Instr::Arith2Int { d, a, .. }
        | Instr::Arith1 { d, a, .. }
        | Instr::Eval { d, a } => Some((d, a, None)),
        _ => None,
    }
}
