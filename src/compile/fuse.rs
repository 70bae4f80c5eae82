//! The last pass: neighbouring instructions of one kind become one instruction, and the guard of a clause is stated at
//! its beginning, where the selection of clauses sees it.

use super::guard::guard;
use super::state::Compiler;
use crate::code::instr::{Instr, Jump};

impl Compiler {
    /// Fuses the code of the clause, which has `arity` arguments. Jumps, notes and the record of goals are adjusted.
    pub(super) fn fuse(&mut self, arity: usize) {
        let guard = guard(&self.code, arity);
        let fusable = self.code.windows(2).any(|w| two(w[0], w[1]).is_some());
        if guard.is_none() && !fusable {
            return;
        }
        self.mark_fixed();
        let mut new = std::mem::take(&mut self.fused);
        new.clear();
        new.extend(guard);
        self.moved.clear();
        let mut i = 0;
        while i < self.code.len() {
            let (fused, count) = self.longest(i);
            for _ in 0..count {
                self.moved.push(new.len() as u32);
            }
            new.push(fused);
            i += count;
        }
        self.moved.push(new.len() as u32);
        self.redirect(&mut new);
        self.fused = std::mem::replace(&mut self.code, new);
    }

    /// The instruction that replaces the longest run at `i`, and the length of the run.
    fn longest(&self, i: usize) -> (Instr, usize) {
        let at = |k: usize| self.code.get(i + k).copied().filter(|_| !self.fixed[i + k]);
        let first = self.code[i];
        if let Some(second) = at(1)
            && let Some(pair) = two(first, second)
        {
            return match at(2).and_then(|third| three(pair, third)) {
                Some(fused) => (fused, 3),
                None => (pair, 2),
            };
        }
        (first, 1)
    }

    /// Marks the instructions that must not join the one before them: the targets of jumps; those of inline
    /// arithmetic, which are found by their errors; and those that load a level, which the walk over continuations
    /// looks for.
    fn mark_fixed(&mut self) {
        self.fixed.clear();
        self.fixed.resize(self.code.len() + 1, false);
        for i in 0..self.code.len() {
            let mut instr = self.code[i];
            let to = match instr.jump_mut() {
                Some(Jump::Near(to)) => i32::from(*to),
                Some(Jump::Far(to)) => *to,
                None => 0,
            };
            if to != 0 {
                self.fixed[i + to as usize] = true;
            }
            if let Instr::GetLevel { y: level } | Instr::MarkChoice { y: level } = instr {
                let loads = |i: &Instr| matches!(i, Instr::PutValueY { y, .. } if *y == level);
                for k in (0..self.code.len()).filter(|&k| loads(&self.code[k])) {
                    self.fixed[k..=k + 1].fill(true);
                }
            }
        }
        for note in &self.notes {
            if let Instr::NoteIs { n, at } | Instr::NoteComparison { n, at, .. } = *note {
                let at = at as usize;
                self.fixed[at - usize::from(n)..=at + 1].fill(true);
            }
        }
    }

    /// Adjusts jumps, notes and the record of goals to the new positions of the instructions.
    fn redirect(&mut self, new: &mut [Instr]) {
        let moved = &self.moved;
        for (i, old) in self.code.iter_mut().enumerate() {
            let here = moved[i] as usize;
            let target = |to: i32| (moved[i + to as usize] as usize - here) as i32;
            let to = match old.jump_mut() {
                Some(Jump::Near(to)) if *to != 0 => target(i32::from(*to)),
                Some(Jump::Far(to)) if *to != 0 => target(*to),
                _ => continue,
            };
            match new[here].jump_mut() {
                // A fused clause is shorter, so that the jump still reaches.
                Some(Jump::Near(new)) => *new = to as i16,
                Some(Jump::Far(new)) => *new = to,
                None => {}
            }
        }
        for note in &mut self.notes {
            if let Instr::NoteIs { n, at } | Instr::NoteComparison { n, at, .. } = note {
                let from = moved[*at as usize - usize::from(*n)];
                *at = moved[*at as usize];
                *n = (*at - from) as u16;
            }
        }
        if let Some(record) = &mut self.record {
            record.redirect(moved);
        }
    }
}

/// A number of a register or slot in eight bits.
fn short(n: u16) -> Option<u8> {
    u8::try_from(n).ok()
}

/// The instruction with the effect of two, if there is one.
fn two(first: Instr, second: Instr) -> Option<Instr> {
    Some(match (first, second) {
        // The second must not read what the first has written: the fused one reads before it writes.
        (Instr::PutValueX { x, a }, Instr::PutValueX { x: z, a: b }) if z != a => {
            let (x, a, z, b) = (short(x)?, short(a)?, short(z)?, short(b)?);
            Instr::PutValuesX2 { x, a, z, b }
        }
        (Instr::PutValueY { y, a }, Instr::PutValueY { y: z, a: b }) => {
            let (y, a, z, b) = (short(y)?, short(a)?, short(z)?, short(b)?);
            Instr::PutValuesY2 { y, a, z, b }
        }
        (Instr::GetVariableY { y, a }, Instr::GetVariableY { y: z, a: b }) => {
            let (y, a, z, b) = (short(y)?, short(a)?, short(z)?, short(b)?);
            Instr::GetVariablesY2 { y, a, z, b }
        }
        (Instr::UnifyVariableX { x }, Instr::UnifyVariableX { x: z }) => {
            let (x, z) = (short(x)?, short(z)?);
            Instr::UnifyVariablesX2 { x, z }
        }
        (Instr::SetValueX { x }, Instr::SetValueX { x: z }) => {
            let (x, z) = (short(x)?, short(z)?);
            Instr::SetValuesX2 { x, z }
        }
        _ => return None,
    })
}

/// The instruction with the effect of a pair and a third, if there is one.
fn three(pair: Instr, third: Instr) -> Option<Instr> {
    Some(match (pair, third) {
        (Instr::PutValuesX2 { x, a, z, b }, Instr::PutValueX { x: w, a: c })
            if w != u16::from(a) && w != u16::from(b) =>
        {
            let (w, c) = (short(w)?, short(c)?);
            Instr::PutValuesX3 { x, a, z, b, w, c }
        }
        (Instr::PutValuesY2 { y, a, z, b }, Instr::PutValueY { y: w, a: c }) => {
            let (w, c) = (short(w)?, short(c)?);
            Instr::PutValuesY3 { y, a, z, b, w, c }
        }
        (Instr::GetVariablesY2 { y, a, z, b }, Instr::GetVariableY { y: w, a: c }) => {
            let (w, c) = (short(w)?, short(c)?);
            Instr::GetVariablesY3 { y, a, z, b, w, c }
        }
        (Instr::UnifyVariablesX2 { x, z }, Instr::UnifyVariableX { x: w }) => {
            let w = short(w)?;
            Instr::UnifyVariablesX3 { x, z, w }
        }
        (Instr::SetValuesX2 { x, z }, Instr::SetValueX { x: w }) => {
            let w = short(w)?;
            Instr::SetValuesX3 { x, z, w }
        }
        _ => return None,
    })
}
