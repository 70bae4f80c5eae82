//! Register allocation: the variable in each register, free registers, the log that branches undo.
//!
//! A variable is put into its argument register of the call that ends its chunk, if that is free;
//! otherwise above the arguments of that call (after Debray, "Register allocation in a Prolog machine",
//! 1986).

use super::ir::NONE;
use super::registers::{FREE, HELD, UndoEntry};
use super::state::ClauseState;
use crate::base::atom::atoms;
use crate::code::instr::Instr;

/// Registers a clause may use.
const LIMIT: u16 = 65_000;

impl ClauseState<'_> {
    pub(super) fn owner(&self, r: u16) -> u32 {
        self.c.regs.owner(r)
    }

    /// Makes `owner` the owner of the register; the code that fills it follows.
    pub(super) fn own(&mut self, r: u16, owner: u32) {
        self.change(r, owner, true);
    }

    fn change(&mut self, r: u16, owner: u32, assigned: bool) {
        let regs = &mut self.c.regs;
        if !self.c.scratch.opens.is_empty() {
            let old = UndoEntry::Reg {
                r,
                owner: regs.owner(r),
                assigned: regs.is_assigned(r),
            };
            self.c.log.push(old);
        }
        regs.set(r, owner, assigned);
    }

    pub(super) fn hold(&mut self, r: u16) {
        self.own(r, HELD);
    }

    /// Frees the register; its cell stays valid.
    pub(super) fn release(&mut self, r: u16) {
        let assigned = self.c.regs.is_assigned(r);
        self.change(r, FREE, assigned);
    }

    /// Frees a register that no variable owns.
    pub(super) fn release_held(&mut self, r: u16) {
        if self.owner(r) == HELD {
            self.release(r);
        }
    }

    /// The variable's value is in this register.
    pub(super) fn bind_x(&mut self, v: u32, r: u16) {
        self.own(r, v);
        self.set_x(v, r);
    }

    /// Frees the register of the variable.
    pub(super) fn drop_x(&mut self, v: u32) {
        let r = self.x(v);
        if r != NONE {
            if self.owner(r) == v {
                self.release(r);
            }
            self.set_x(v, NONE);
        }
    }

    /// Any free register that is not an argument of the next call.
    pub(super) fn any(&mut self) -> u16 {
        let mut r = self.c.regs.taken.max(self.floor);
        while self.owner(r) != FREE {
            r += 1;
            if r >= LIMIT {
                self.overflow = true;
                return 0;
            }
        }
        self.c.regs.taken = r;
        r
    }

    /// Any free register, now held.
    pub(super) fn any_held(&mut self) -> u16 {
        let r = self.any();
        self.hold(r);
        r
    }

    /// This register if it is free or can be vacated, or any free one.
    pub(super) fn pick(&mut self, want: Option<u16>) -> u16 {
        match want {
            Some(r) if self.vacate(r) => r,
            _ => self.any(),
        }
    }

    /// Makes the register free if its variable is in a slot too. Returns true if it is free now.
    fn vacate(&mut self, r: u16) -> bool {
        match self.owner(r) {
            FREE => true,
            HELD => false,
            w => {
                // In a condition, the else branch still relies on the register.
                let var = &self.c.vars[w as usize];
                let spare = var.in_y && var.pending == 0 && !self.in_condition;
                if spare {
                    self.drop_x(w);
                }
                spare
            }
        }
    }

    /// The argument place of the variable in the next call.
    pub(super) fn target(&self, v: u32) -> Option<u16> {
        let var = &self.c.vars[v as usize];
        (var.target_of == self.ending_call && var.target != NONE).then_some(var.target)
    }

    /// The preferred register for the variable.
    pub(super) fn best(&mut self, v: u32) -> u16 {
        let want = self.target(v);
        self.pick(want)
    }

    /// Moves the floor; the search for free registers starts over.
    pub(super) fn set_floor(&mut self, floor: u16) {
        self.floor = floor;
        self.c.regs.taken = floor;
    }

    /// The number of live registers, counted from 0.
    pub(super) fn live_registers(&self) -> u16 {
        (0..self.c.regs.len())
            .rev()
            .find(|&r| self.owner(r) != FREE)
            .map_or(0, |r| r + 1)
    }

    /// Makes the registers below `x` valid, where other goals may run.
    pub(super) fn interruption(&mut self, x: u16) {
        for r in 0..x {
            if !self.c.regs.is_assigned(r) {
                self.code(Instr::PutAtom {
                    a: r,
                    c: atoms::NIL,
                });
                let owner = self.owner(r);
                self.change(r, owner, true);
            }
        }
    }

    /// Called after an interruption that kept `x` registers.
    pub(super) fn forget_above(&mut self, x: u16) {
        for r in x..self.c.regs.len() {
            if self.c.regs.is_assigned(r) {
                let owner = self.owner(r);
                self.change(r, owner, false);
            }
        }
    }

    /// Frees all registers.
    pub(super) fn clear_registers(&mut self) {
        for r in 0..self.c.regs.len() {
            let owner = self.owner(r);
            if owner < HELD && self.x(owner) == r {
                self.set_x(owner, NONE);
            }
            if owner != FREE || self.c.regs.is_assigned(r) {
                self.change(r, FREE, false);
            }
        }
        self.c.regs.taken = self.floor;
    }

    /// Undoes all changes since the log had this length.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.c.log.len() > mark {
            match self.c.log.pop() {
                Some(UndoEntry::Var { v, x, y, in_y }) => {
                    let var = &mut self.c.vars[v as usize];
                    (var.x, var.y, var.in_y) = (x, y, in_y);
                }
                Some(UndoEntry::Reg { r, owner, assigned }) => self.c.regs.set(r, owner, assigned),
                None => break,
            }
        }
        self.c.regs.taken = self.floor;
    }

    /// Emits `scratch.moves`, pairs of source and destination, as if all were done at once.
    pub(super) fn parallel_moves(&mut self) {
        let mut moves = std::mem::take(&mut self.c.scratch.moves);
        moves.retain(|m| m.0 != m.1);
        let mut i = 0;
        let mut idle = 0;
        while !moves.is_empty() {
            i %= moves.len();
            let (src, dst) = moves[i];
            if moves.iter().any(|m| m.0 == dst) {
                idle += 1;
                i += 1;
                if idle >= moves.len() {
                    // Only cycles are left: one value moves aside.
                    let aside = self.any();
                    self.code(Instr::PutValueX { x: dst, a: aside });
                    self.own(aside, FREE);
                    // A second cycle must not use it.
                    self.hold(aside);
                    for m in moves.iter_mut().filter(|m| m.0 == dst) {
                        m.0 = aside;
                    }
                    self.c.scratch.children.push((NONE.into(), aside));
                    idle = 0;
                }
            } else {
                self.code(Instr::PutValueX { x: src, a: dst });
                moves.swap_remove(i);
                idle = 0;
            }
        }
        while let Some(&(mark, aside)) = self.c.scratch.children.last() {
            if mark != u32::from(NONE) {
                break;
            }
            self.c.scratch.children.pop();
            self.release(aside);
        }
        self.c.scratch.moves = moves;
    }
}
