//! The guard of a clause: a comparison of arguments that is made before anything but the head. Stated at the
//! beginning of the clause, it lets the selection of clauses pass over a clause whose guard fails, and saves the
//! choice point if no other clause remains.

use crate::code::instr::{CompareOp, Instr};

/// The registers that a set of eight bits can name.
const REGISTERS: u16 = 8;

/// The arguments that the registers hold at one place in the head.
struct HeadArguments {
    /// The argument in each of the first registers, if it is one.
    held: [Option<u8>; 32],
    /// The argument that must hold a variable without attributes, so that no goal is woken. There is at most one,
    /// because two could be the same variable.
    free: u8,
    /// The arguments that must not hold attributed variables.
    plain: u8,
}

impl HeadArguments {
    fn of(arity: usize) -> HeadArguments {
        let mut held = [None; 32];
        for (i, h) in held.iter_mut().enumerate().take(arity) {
            *h = Some(i as u8);
        }
        HeadArguments {
            held,
            free: 0,
            plain: 0,
        }
    }

    /// The argument in a register.
    fn get(&self, register: u16) -> Option<u8> {
        self.held.get(usize::from(register)).copied().flatten()
    }

    fn set(&mut self, register: u16, argument: Option<u8>) {
        if let Some(held) = self.held.get_mut(usize::from(register)) {
            *held = argument;
        }
    }

    /// The bit of the argument in a register.
    fn bit(&self, register: u16) -> Option<u8> {
        let argument = self.get(register)?;
        (u16::from(argument) < REGISTERS).then(|| 1 << argument)
    }

    /// Adds the argument in a register as the one that must hold a variable; `None` if there is one already.
    fn frees(&mut self, register: u16) -> Option<()> {
        let bit = self.bit(register)?;
        (self.free == 0).then(|| self.free = bit)
    }
}

/// The instruction that states the guard of a clause with `arity` arguments, if it has one.
pub(super) fn guard(code: &[Instr], arity: usize) -> Option<Instr> {
    let mut known = HeadArguments::of(arity);
    for (i, instr) in code.iter().enumerate() {
        let cuts = || matches!(code.get(i + 1), Some(Instr::NeckCut { .. }));
        match *instr {
            Instr::GetVariableX { x, a } | Instr::PutValueX { x: a, a: x } => {
                let argument = known.get(a);
                known.set(x, argument);
            }
            Instr::GetAtom { a, .. } | Instr::GetInt { a, .. } => known.plain |= known.bit(a)?,
            Instr::GetListVars { a, h, t } => {
                known.plain |= known.bit(a)?;
                known.set(h, None);
                known.set(t, None);
            }
            Instr::GetValueX { x, a } => {
                known.bit(x)?;
                known.frees(a)?;
            }
            Instr::GetListValueVar { a, t, .. } => {
                known.frees(a)?;
                known.set(t, None);
            }
            Instr::Allocate { .. }
            | Instr::GetVariableY { .. }
            | Instr::GetLevel { .. }
            | Instr::Poll { .. } => {}
            Instr::Compare { op, a, b, els: 0 } => {
                return compare(&known, (op, a, b), cuts());
            }
            Instr::CompareInt { op, a, i, els: 0 } => {
                let HeadArguments { free, plain, .. } = known;
                let a = known.get(a)?;
                return Some(Instr::GuardCompareInt {
                    op,
                    i,
                    a,
                    free,
                    plain,
                    commits: plain == 0 && cuts(),
                });
            }
            _ => return None,
        }
    }
    None
}

fn compare(known: &HeadArguments, (op, a, b): (CompareOp, u16, u16), cuts: bool) -> Option<Instr> {
    let HeadArguments { free, plain, .. } = *known;
    let (a, b) = (known.get(a)?, known.get(b)?);
    Some(Instr::GuardCompare {
        op,
        a,
        b,
        free,
        plain,
        // Only atoms, numbers and compounds of the head can fail to match.
        commits: plain == 0 && cuts,
    })
}
