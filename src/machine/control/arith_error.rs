//! Errors of inline arithmetic, as the source goal raises them (ISO 9.1).
//!
//! An instruction of inline arithmetic does not know the goal that it belongs to: the error needs its
//! name as context. Nor does the order of instructions follow the source: in `X+Y*Z` the product is
//! computed first, but an `X` that is not a number is the first error from left to right. So on an error,
//! the notes behind the clause's code give the source goal, and the operands to the left of the
//! failed instruction are evaluated again.

use crate::base::atom::{Atom, atoms};
use crate::code::instr::{CompareOp, Instr, InstrOperand};
use crate::machine::{Cell, Code, Extension, Machine};
use rustc_hash::FxHashMap;

/// The content of a register after the failed instruction.
#[derive(Clone, Copy)]
enum Content {
    /// The value that could not be computed, or one that depends on it.
    Missing,
    /// A value, or a term that the goal builds.
    Computed,
    /// A term that is still to be evaluated.
    Term(Cell),
}

impl<X: Extension> Machine<X> {
    /// Amends the ball of the instruction of inline arithmetic that stands before `p`.
    #[cold]
    pub(in crate::machine) fn amend_arith_error(&mut self, p: Code) {
        // SAFETY: the instruction before `p` has just been executed.
        let failed = unsafe { *p.sub(1) };
        let (op, rest) = self
            .source_goal(p as u64 - 8)
            .unwrap_or_else(|| (failed.comparison(), Box::default()));
        for c in self.operands_to_the_left(failed, &rest).into_iter().rev() {
            if let Err(ball) = self.evaluate(c) {
                self.ball = Some(ball);
                break;
            }
        }
        let name: Atom = op.map_or(atoms::IS, |op| self.atoms.intern(op.name()));
        let ball = self.ball.take();
        self.ball = ball.map(|b| self.close_ball(b, name, 2));
    }

    /// The goal that the instruction at `address` belongs to, a comparison or `is/2`, and the goal's
    /// instructions after that one; `None` if no note is about it.
    fn source_goal(&mut self, address: u64) -> Option<(Option<CompareOp>, Box<[Instr]>)> {
        let clause = self.db.clause_containing(address)?;
        let at = (address - clause.entry() as u64) as usize / 8;
        let code = clause.code();
        for &note in code.iter().rev() {
            let (Instr::NoteIs { n, at: last } | Instr::NoteComparison { n, at: last, .. }) = note
            else {
                break;
            };
            let last = last as usize;
            if (last - usize::from(n)..=last).contains(&at) {
                return Some((note.comparison(), code[at + 1..=last].into()));
            }
        }
        None
    }

    /// The operands that `rest` combines, on their right, with the value that is missing; the last of
    /// them first.
    fn operands_to_the_left(&mut self, failed: Instr, rest: &[Instr]) -> Vec<Cell> {
        let mut registers: FxHashMap<u16, Content> = FxHashMap::default();
        let mut found = Vec::new();
        if let Some(d) = failed.value_register() {
            registers.insert(d, Content::Missing);
        }
        for i in rest {
            if let Instr::Compare { a, b, .. } = *i {
                let (left, right) = (self.content(&registers, a), self.content(&registers, b));
                if let (Content::Term(c), Content::Missing) = (left, right) {
                    found.push(c);
                }
                break;
            }
            if let Some(d) = i.value_register() {
                let content = self.result(i, &registers, &mut found);
                registers.insert(d, content);
                continue;
            }
            let loaded = self.loaded(i, &registers);
            i.operands(&mut |o| {
                if let InstrOperand::Out(a) = o {
                    registers.insert(a, loaded);
                }
            });
        }
        found
    }

    fn content(&self, registers: &FxHashMap<u16, Content>, a: u16) -> Content {
        let known = registers.get(&a).copied();
        known.unwrap_or_else(|| Content::Term(self.reg(a)))
    }

    /// The content of the registers that an instruction writes which computes nothing.
    fn loaded(&mut self, i: &Instr, registers: &FxHashMap<u16, Content>) -> Content {
        match *i {
            Instr::PutValueX { x, .. } => self.content(registers, x),
            Instr::PutValueY { y, .. } => Content::Term(self.y(y)),
            Instr::PutAtom { c, .. } => Content::Term(Cell::atom(c)),
            Instr::PutVariableX { .. }
            | Instr::PutVariableY { .. }
            | Instr::SetVariableX { .. } => Content::Term(self.heap.new_var()),
            // Numbers, and compounds, whose evaluation is an instruction of its own.
            _ => Content::Computed,
        }
    }

    /// The content of the result register of an instruction of arithmetic. A left operand of the
    /// missing value goes to `found`.
    fn result(
        &self,
        i: &Instr,
        registers: &FxHashMap<u16, Content>,
        found: &mut Vec<Cell>,
    ) -> Content {
        let mut operands = Vec::new();
        i.operands(&mut |o| {
            if let InstrOperand::In(a) = o {
                operands.push(self.content(registers, a));
            }
        });
        if let [Content::Term(c), Content::Missing] = operands[..] {
            found.push(c);
        }
        match operands.iter().any(|c| matches!(c, Content::Missing)) {
            true => Content::Missing,
            false => Content::Computed,
        }
    }
}
