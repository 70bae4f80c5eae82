//! Errors of inline arithmetic, as the source goal raises them (ISO 9.1).
//!
//! An instruction of inline arithmetic does not know the goal that it belongs to: the error needs its
//! name as context. Nor does the order of instructions follow the source: in `X+Y*Z` the product is
//! computed first, but an `X` that is not a number is the first error from left to right. So on an error,
//! the notes behind the clause's code give the source goal, and the operands to the left of the
//! failed instruction are evaluated again.

use crate::base::atom::{Atom, atoms};
use crate::code::instr::{Class, CompareOp, Instr, InstrOperand};
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

    /// The operands to the left of the failed instruction that the instructions `rest` combine with its missing
    /// value, the last of them first.
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
            self.load_register(i, &mut registers);
        }
        found
    }

    fn content(&self, registers: &FxHashMap<u16, Content>, a: u16) -> Content {
        let known = registers.get(&a).copied();
        known.unwrap_or_else(|| Content::Term(self.reg(a)))
    }

    /// Records the content of the registers that an instruction writes which computes nothing. The kinds of its
    /// operands give it: each register gets the operand beside it, or all of them the same new variable.
    fn load_register(&mut self, i: &Instr, registers: &mut FxHashMap<u16, Content>) {
        let (mut sources, mut targets) = (Vec::new(), Vec::new());
        i.operands(&mut |o| match o {
            InstrOperand::Out(a) => targets.push(a),
            InstrOperand::SlotOut(_) | InstrOperand::LevelOut(_) => {}
            _ => sources.push(o),
        });
        let is_paired = sources.is_empty() || sources.len() == targets.len();
        // The evaluation of a compound is an instruction of its own.
        if i.class() == Class::BodyCompound || !is_paired {
            registers.extend(targets.into_iter().map(|a| (a, Content::Computed)));
        } else if sources.is_empty() {
            if !targets.is_empty() {
                let variable = Content::Term(self.heap.new_var());
                registers.extend(targets.into_iter().map(|a| (a, variable)));
            }
        } else {
            for (source, a) in sources.into_iter().zip(targets) {
                let content = match source {
                    InstrOperand::In(x) => self.content(registers, x),
                    InstrOperand::SlotIn(y) => Content::Term(self.y(y)),
                    InstrOperand::Atom(c) => Content::Term(Cell::atom(c)),
                    // A number.
                    _ => Content::Computed,
                };
                registers.insert(a, content);
            }
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
