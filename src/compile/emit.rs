//! The second pass: emits code for each operation, with environments, branches and joins.
//!
//! A variable is *seen* once a register or a slot holds it, and a slot is *valid* once the clause has written to it. A
//! branch begins in the state before its block: `ClauseState::undo` takes back what its siblings have done, and at a
//! join all branches have the same variables in the same places.

use super::ir::{Block, BlockKind, OpKind};
use super::ir::{NONE, NOWHERE};
use super::registers::HELD;
use super::state::RetryFlags;
use super::state::{ClauseState, OpenBlock};
use crate::base::tree::{Node, NodeId};
use crate::code::instr::Instr;

/// Cells that may be built between calls without asking for room (a call guarantees 4096).
const MAX_CELLS_WITHOUT_CHECK: u32 = 4000;
/// Stands for the number of live slots where the clause has no environment.
const NO_ENVIRONMENT: u16 = u16::MAX;

impl ClauseState<'_> {
    /// Appends an instruction.
    pub(super) fn code(&mut self, i: Instr) {
        self.c.code.push(i);
    }

    /// Emits the code of all operations.
    pub(super) fn emit(&mut self, head: NodeId) {
        let len = self.c.ops.len() as u32;
        self.retarget(0);
        while self.at < len && self.retry.is_none() {
            let op = self.c.ops[self.at as usize];
            match op.kind {
                OpKind::Then { .. } | OpKind::Else { .. } | OpKind::End { .. } => {}
                _ if self.dead => {
                    self.at = self.c.scratch.opens.last().map_or(len, |o| o.next);
                    continue;
                }
                _ => {}
            }
            let (from, to) = self.occurrences(self.at);
            for i in from..to {
                self.c.vars[self.c.occs[i] as usize].pending += 1;
            }
            self.goal_begins();
            self.operation(op.kind, head);
            self.goal_ends();
            for i in from..to {
                let v = self.c.occs[i];
                self.c.vars[v as usize].pending = 0;
                self.free_if_dead(v);
            }
            self.at += 1;
        }
        if !self.dead {
            self.proceed();
        }
        if self.c.slots.len() >= usize::from(u16::MAX) {
            self.overflow = true;
        }
    }

    /// The occurrences of operation `at`, as a range of `Compiler::occs`.
    fn occurrences(&self, at: u32) -> (usize, usize) {
        let ops = &self.c.ops;
        let end = ops
            .get(at as usize + 1)
            .map_or(self.c.occs.len(), |o| o.occ as usize);
        (ops[at as usize].occ as usize, end)
    }

    fn operation(&mut self, kind: OpKind, head: NodeId) {
        let op = self.c.ops[self.at as usize];
        match kind {
            OpKind::Head => {
                self.room(op.cells);
                self.head(head);
            }
            OpKind::Call { goal, module } => {
                let callable = self.tree.callable(goal);
                let Some((name, args)) = callable else { return };
                let p = self.linker.pred(module, name, args.len() as u32);
                self.meta_arguments(module, name, args);
                self.room(op.cells);
                self.call(args, module, p, op.tail);
            }
            OpKind::CallTerm { goal, module } => {
                let p = self.linker.pred(module, crate::base::atom::atoms::CALL, 1);
                self.meta_arguments(module, crate::base::atom::atoms::CALL, &[goal]);
                self.room(op.cells);
                self.call(&[goal], module, p, op.tail);
            }
            OpKind::Builtin { goal, module, b } => {
                let Some((name, args)) = self.tree.callable(goal) else {
                    return;
                };
                self.poll();
                self.meta_arguments(module, name, args);
                self.room(op.cells);
                self.builtin(args, module, b);
            }
            OpKind::Unify { a, b } => {
                self.room(op.cells);
                self.unify(a, b);
            }
            OpKind::Is { a, b } => {
                self.poll();
                self.room(op.cells);
                self.is(a, b);
            }
            OpKind::Test { .. }
            | OpKind::Compare { .. }
            | OpKind::Order { .. }
            | OpKind::NotUnify { .. } => {
                self.poll();
                self.room(op.cells);
                self.test(kind);
            }
            OpKind::Cut { barrier } => self.cut(barrier),
            OpKind::Fail => {
                self.code(Instr::Fail {});
                self.dead = true;
            }
            OpKind::Open { block } => self.open_block(block),
            OpKind::Then { block } => self.then_part(block),
            OpKind::Else { block, next } => self.else_part(block, next),
            OpKind::End { block } => self.end_block(block),
        }
    }

    /// Reserves room for this number of cells.
    pub(super) fn room(&mut self, cells: u32) {
        if self.built.saturating_add(cells) > MAX_CELLS_WITHOUT_CHECK {
            self.code(Instr::EnsureHeap {
                n: cells.saturating_add(4096),
            });
            self.built = 0;
        } else {
            self.built += cells;
        }
    }

    /// Lets pending wake-up goals run before an inline goal that could observe their effect.
    fn poll(&mut self) {
        if !self.wake_ups_pending {
            return;
        }
        self.wake_ups_pending = false;
        // The goal itself is still to be compiled: the slots after the operation before it are live.
        let n = if self.env {
            self.slots_after(self.at - 1)
        } else {
            NO_ENVIRONMENT
        };
        let x = self.live_registers();
        self.interruption(x);
        if self.env {
            self.fill_slots(n);
        }
        self.code(Instr::Poll { x, n });
        self.interrupted(x, n);
    }

    /// The state after code at which other goals may have run, which keep `x` registers and `n` slots.
    fn interrupted(&mut self, x: u16, n: u16) {
        self.forget_above(x);
        if self.env {
            self.kept(n);
        }
        self.wake_ups_pending = false;
    }

    fn cut(&mut self, barrier: u32) {
        let x = self.live_registers();
        self.interruption(x);
        if self.env {
            let n = self.slots_after(self.at);
            self.fill_slots(n);
            self.code(Instr::Cut {
                y: self.y(barrier),
                n,
                x,
            });
            self.interrupted(x, n);
        } else {
            self.code(Instr::NeckCut {
                x,
                n: NO_ENVIRONMENT,
            });
            self.interrupted(x, 0);
        }
    }

    /// Gives the clause its environment, if it has none on this path yet.
    pub(super) fn need_environment(&mut self) {
        if self.env {
            return;
        }
        self.env = true;
        // Only what the rest of this branch uses gets a slot.
        let end = self
            .c
            .scratch
            .opens
            .last()
            .map_or(self.c.ops.len() as u32, |o| o.next);
        let from = self.c.ops[self.at as usize].occ as usize;
        let to = self
            .c
            .ops
            .get(end as usize)
            .map_or(self.c.occs.len(), |o| o.occ as usize);
        self.c.slots.clear();
        for i in from..to {
            let v = self.c.occs[i];
            let var = self.c.vars[v as usize];
            if !var.permanent || var.y != NONE || (self.seen(v) && !self.live(v)) {
                continue;
            }
            self.set_y(v, 0);
            self.c.slots.push(v);
        }
        let mut slots = std::mem::take(&mut self.c.slots);
        (self.used_below, self.filled_below) = (slots.len().min(usize::from(u16::MAX)) as u16, 0);
        let vars = &self.c.vars;
        slots.sort_by_key(|&v| std::cmp::Reverse(vars[v as usize].last));
        self.code(Instr::Allocate {
            n: slots.len() as u16,
        });
        for (s, &v) in slots.iter().enumerate() {
            self.set_y(v, s as u16);
        }
        if let Some(&level) = slots
            .iter()
            .find(|&&v| v == self.level && self.c.vars[v as usize].barrier)
        {
            self.code(Instr::GetLevel { y: self.y(level) });
            self.set_in_y(level, true);
        }
        for &v in &slots {
            let var = self.c.vars[v as usize];
            if var.x != NONE {
                self.code(Instr::GetVariableY { y: var.y, a: var.x });
                self.set_in_y(v, true);
            }
        }
        self.c.slots = slots;
    }

    /// Writes to those of the first `n` slots that are not valid yet.
    pub(super) fn fill_slots(&mut self, n: u16) {
        let first = match self.c.blocks.is_empty() {
            true => self.filled_below,
            false => 0,
        };
        self.filled_below = self.filled_below.max(n);
        for s in usize::from(first)..usize::from(n) {
            let v = self.c.slots[s];
            let var = self.c.vars[v as usize];
            if var.in_y {
                continue;
            }
            if var.barrier {
                self.code(Instr::MarkChoice { y: var.y });
            } else {
                // From now on the variable is in its slot alone. A choice point that a callee leaves keeps
                // the slot as it is, so no cell that is created later may be stored there.
                if var.x == NONE {
                    self.room(1);
                    self.code(Instr::InitY { y: var.y });
                } else {
                    self.code(Instr::GetVariableY { y: var.y, a: var.x });
                }
            }
            self.set_in_y(v, true);
        }
    }

    /// Drops all but the first `n` slots. Liveness only shrinks along a path, so the others are not
    /// needed again.
    pub(super) fn kept(&mut self, n: u16) {
        for s in usize::from(n)..self.slots_at_most() {
            let v = self.c.slots[s];
            self.set_in_y(v, false);
        }
        self.used_below = n;
        self.filled_below = self.filled_below.min(n);
    }

    /// Returns from the clause.
    fn proceed(&mut self) {
        if self.env {
            self.code(Instr::Deallocate {});
        }
        self.code(Instr::Proceed {});
        self.dead = true;
    }

    /// Finds the call that ends the chunk which begins at operation `from`, and the argument registers
    /// of its variables.
    pub(super) fn retarget(&mut self, from: u32) {
        let c = &mut *self.c;
        let mut i = from as usize;
        self.ending_call = NOWHERE;
        let mut arity = 0;
        while let Some(op) = c.ops.get(i) {
            match op.kind {
                OpKind::Call { goal, .. } => {
                    let args = self.tree.args(goal);
                    for (a, &arg) in args.iter().enumerate() {
                        if let Node::Var(v) = *self.tree.node(arg) {
                            let var = &mut c.vars[v as usize];
                            if var.target_of != i as u32 {
                                var.target_of = i as u32;
                                var.target = a as u16;
                            }
                        }
                    }
                    self.ending_call = i as u32;
                    arity = args.len() as u16;
                    break;
                }
                OpKind::CallTerm { goal, .. } => {
                    if let Node::Var(v) = *self.tree.node(goal) {
                        let var = &mut c.vars[v as usize];
                        (var.target, var.target_of) = (0, i as u32);
                    }
                    self.ending_call = i as u32;
                    arity = 1;
                    break;
                }
                OpKind::Else { block, .. } => i = c.blocks[block as usize].end as usize + 1,
                _ => i += 1,
            }
        }
        self.set_floor(arity);
    }

    // ---- blocks ----

    fn open_block(&mut self, b: u32) {
        let block = self.c.blocks[b as usize];
        let tail = self.c.ops[block.end as usize].tail;
        self.poll();
        let test = matches!(block.choice, BlockKind::Test | BlockKind::Tests);
        if !test || (!tail && block.breaks) {
            self.need_environment();
        }
        let joins = self.c.scratch.joins.len();
        if !tail && block.choice != BlockKind::Tests {
            self.expect_joins(block);
        }
        let fix = if test {
            None
        } else {
            Some(self.first_choice(block))
        };
        self.c.scratch.opens.push(OpenBlock {
            log: self.c.log.len(),
            else_fixes: self.c.scratch.else_fixes.len(),
            end_fixes: self.c.scratch.end_fixes.len(),
            exclusions: self.c.scratch.exclusions.len(),
            joins,
            homes: self.c.scratch.homes_at_join.len(),
            env: self.env,
            built: self.built,
            wake_ups_pending: self.wake_ups_pending,
            built_out: 0,
            wake_ups_pending_out: false,
            reached: false,
            next: block.first_else,
        });
        self.c.scratch.else_fixes.extend(fix);
        if test {
            self.in_condition = true;
        } else {
            self.c
                .scratch
                .exclusions
                .push((block.first_else, block.end));
            let own = if block.choice == BlockKind::Soft {
                block.mark
            } else {
                NOWHERE
            };
            for level in [own, block.local] {
                if level != NOWHERE {
                    self.code(Instr::MarkChoice { y: self.y(level) });
                    self.set_in_y(level, true);
                }
            }
        }
    }

    /// Collects the variables that get their first value inside the block and must have one after it, because they
    /// are used there or later calls keep their slots: each branch creates those that it does not mention. A slot
    /// that is valid on some path must not be initialised again after the join, since a choice point of a callee
    /// may keep it.
    fn expect_joins(&mut self, block: Block) {
        let from = self.c.ops[block.open as usize].occ as usize;
        let to = self.c.ops[block.end as usize].occ as usize;
        let n = self.slots_after(block.end);
        for i in from..to {
            let v = self.c.occs[i];
            let barrier = self.c.vars[v as usize].barrier && !self.goes_to_y(v);
            if !self.seen(v)
                && !barrier
                && (self.live_after(v, block.end) || self.goes_to_y(v) && self.y(v) < n)
            {
                self.c.scratch.joins.push(v);
            }
        }
    }

    /// The choice point of a block; its jump is to be fixed.
    fn first_choice(&mut self, block: Block) -> u32 {
        if block.mark != NOWHERE && block.choice != BlockKind::Soft {
            self.code(Instr::MarkChoice {
                y: self.y(block.mark),
            });
            self.set_in_y(block.mark, true);
        }
        let n = self.kept_slots(block.first_else);
        self.fill_slots(n);
        let at = self.c.code.len() as u32;
        self.code(Instr::TryElse { n, els: 0 });
        at
    }

    fn then_part(&mut self, b: u32) {
        let block = self.c.blocks[b as usize];
        if block.choice == BlockKind::Test {
            self.in_condition = false;
            self.c
                .scratch
                .exclusions
                .push((block.first_else, block.end));
        } else if !self.dead {
            if block.choice == BlockKind::Soft {
                // A wake-up may fail, and then the condition does.
                self.poll();
                self.code(Instr::SoftCut {
                    y: self.y(block.mark),
                });
            } else {
                self.cut(block.mark);
            }
        }
        if !self.dead {
            self.retarget(self.at + 1);
        }
    }

    fn else_part(&mut self, b: u32, next: u32) {
        let block = self.c.blocks[b as usize];
        if block.choice == BlockKind::Tests {
            self.other_test(next);
            return;
        }
        self.end_part(block, false);
        let Some(&open) = self.c.scratch.opens.last() else {
            return;
        };
        self.undo(open.log);
        self.in_condition = false;
        self.built = open.built;
        self.wake_ups_pending = open.wake_ups_pending;
        if self.env && !open.env {
            self.env = false;
            self.c.slots.clear();
        }
        self.c.scratch.exclusions.truncate(open.exclusions);
        let here = self.c.code.len() as u32;
        self.dead = self.c.scratch.else_fixes.len() == open.else_fixes;
        while self.c.scratch.else_fixes.len() > open.else_fixes {
            if let Some(at) = self.c.scratch.else_fixes.pop() {
                self.set_jump(at, here);
            }
        }
        if let Some(o) = self.c.scratch.opens.last_mut() {
            o.next = next;
        }
        if self.dead {
            return;
        }
        if block.choice != BlockKind::Test {
            let n = self.kept_slots(self.at);
            if next == block.end {
                self.code(Instr::TrustElse { n });
            } else {
                self.c.scratch.else_fixes.push(here);
                self.code(Instr::RetryElse { n, els: 0 });
            }
            self.clear_registers();
            self.kept(n);
        }
        if next != block.end {
            self.c.scratch.exclusions.push((next, block.end));
        }
        self.retarget(self.at + 1);
    }

    /// The next test of a disjunction of tests: a test that holds goes to the end, one that fails to
    /// the next.
    fn other_test(&mut self, next: u32) {
        let Some(o) = self.c.scratch.opens.last_mut() else {
            return;
        };
        o.next = next;
        let (log, fixes) = (o.log, o.else_fixes);
        let at = self.c.code.len() as u32;
        let last = self.c.scratch.else_fixes.last().copied();
        let opposite = self.c.code.last().and_then(|&test| {
            let mut test = test;
            test.make_opposite().then_some(test)
        });
        match opposite {
            Some(test) if self.c.scratch.else_fixes.len() > fixes && last == Some(at - 1) => {
                // Instead of the last test and a jump to the end: its opposite, which jumps to the end.
                self.c.code[at as usize - 1] = test;
                self.c.scratch.else_fixes.pop();
                self.c.scratch.end_fixes.push(at - 1);
            }
            _ => {
                self.c.scratch.end_fixes.push(at);
                self.code(Instr::Jump { to: 0 });
            }
        }
        let here = self.c.code.len() as u32;
        while self.c.scratch.else_fixes.len() > fixes {
            if let Some(test) = self.c.scratch.else_fixes.pop() {
                self.set_jump(test, here);
            }
        }
        self.undo(log);
    }

    /// Ends the present part of the block.
    fn end_part(&mut self, block: Block, last: bool) {
        if self.dead {
            return;
        }
        if self.c.ops[block.end as usize].tail {
            self.proceed();
            return;
        }
        let Some(&open) = self.c.scratch.opens.last() else {
            return;
        };
        for i in open.joins..self.c.scratch.joins.len() {
            let v = self.c.scratch.joins[i];
            if !self.seen(v) {
                self.room(1);
                if self.c.vars[v as usize].barrier {
                    self.code(Instr::MarkChoice { y: self.y(v) });
                    self.set_in_y(v, true);
                } else if self.goes_to_y(v) {
                    self.code(Instr::InitY { y: self.y(v) });
                    self.set_in_y(v, true);
                } else {
                    let r = self.best(v);
                    self.code(Instr::PutVariableX { x: r, a: r });
                    self.bind_x(v, r);
                }
            }
        }
        if block.fills && self.env {
            let n = self.slots_after(block.end);
            self.fill_slots(n);
        }
        if !block.breaks {
            self.move_to_join(open, block);
        }
        if !last {
            let at = self.c.code.len() as u32;
            self.c.scratch.end_fixes.push(at);
            self.code(Instr::Jump { to: 0 });
        }
        let (built, wake_ups_pending) = (self.built, self.wake_ups_pending);
        if let Some(o) = self.c.scratch.opens.last_mut() {
            o.reached = true;
            o.built_out = o.built_out.max(built);
            o.wake_ups_pending_out |= wake_ups_pending;
        }
        self.dead = true;
    }

    /// Moves the live variables to their registers at the join. These are the registers of the first branch that
    /// reaches it.
    fn move_to_join(&mut self, open: OpenBlock, block: Block) {
        if !open.reached {
            for r in 0..self.c.regs.len() {
                let v = self.owner(r);
                if v < HELD && !self.c.vars[v as usize].in_y && self.live_after(v, block.end) {
                    self.c.scratch.homes_at_join.push((v, r));
                }
            }
            return;
        }
        self.c.scratch.moves.clear();
        for i in open.homes..self.c.scratch.homes_at_join.len() {
            let (v, r) = self.c.scratch.homes_at_join[i];
            debug_assert_ne!(self.x(v), NONE, "live at the join");
            let x = self.x(v);
            self.c.scratch.moves.push((x, r));
        }
        self.set_floor(self.c.regs.len());
        self.parallel_moves();
    }

    fn end_block(&mut self, b: u32) {
        let block = self.c.blocks[b as usize];
        if block.choice != BlockKind::Tests {
            self.end_part(block, true);
        }
        let Some(open) = self.c.scratch.opens.pop() else {
            return;
        };
        self.c.scratch.exclusions.truncate(open.exclusions);
        let here = self.c.code.len() as u32;
        while self.c.scratch.end_fixes.len() > open.end_fixes {
            if let Some(at) = self.c.scratch.end_fixes.pop() {
                self.set_jump(at, here);
            }
        }
        self.undo(open.log);
        if block.choice == BlockKind::Tests {
            return;
        }
        if self.env && !open.env {
            self.env = false;
            self.c.slots.clear();
        }
        if open.reached {
            self.dead = false;
            self.built = open.built_out;
            self.wake_ups_pending = open.wake_ups_pending_out;
            self.clear_registers();
            let n = self.slots_after(self.at);
            self.kept(n);
            if block.fills {
                for s in 0..usize::from(n) {
                    let v = self.c.slots[s];
                    self.set_in_y(v, true);
                }
            }
            for i in open.joins..self.c.scratch.joins.len() {
                let v = self.c.scratch.joins[i];
                if self.goes_to_y(v) {
                    self.set_in_y(v, true);
                }
            }
            for i in open.homes..self.c.scratch.homes_at_join.len() {
                let (v, r) = self.c.scratch.homes_at_join[i];
                self.bind_x(v, r);
            }
            self.retarget(self.at + 1);
        } else {
            self.dead = true;
        }
        self.c.scratch.joins.truncate(open.joins);
        self.c.scratch.homes_at_join.truncate(open.homes);
    }

    /// Requests a second attempt at the clause, because a condition has an `is/2` whose variable has been created
    /// before: it would bind the variable, and a condition without a choice point must bind none.
    pub(super) fn no_binding_in_condition(&mut self) {
        self.retry = Some(RetryFlags {
            strict: true,
            ..self.retry_flags
        });
    }
}
