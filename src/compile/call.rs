//! Arguments of calls and inline builtins.

use super::ir::NONE;
use super::registers::{FREE, HELD};
use super::state::ClauseState;
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId};
use crate::code::instr::Instr;
use crate::code::pred::PredId;

impl ClauseState<'_> {
    /// Determines the arguments that must carry their module: `scratch.meta` has those that are built
    /// with it, `scratch.requalified` those that are qualified in their registers.
    pub(super) fn meta_arguments(&mut self, module: Atom, name: Atom, args: &[NodeId]) {
        self.c.scratch.meta.clear();
        self.c.scratch.requalified.clear();
        if module == atoms::USER && name == atoms::CALL || args.is_empty() {
            return;
        }
        let specifiers = if name == atoms::CALL {
            let mut first = vec![false; args.len()];
            first[0] = true;
            first
        } else {
            match self.linker.meta_args(module, name, args.len() as u32) {
                Some(meta) => meta,
                None => return,
            }
        };
        for (i, &a) in args.iter().enumerate() {
            let marked = specifiers.get(i).copied().unwrap_or(false);
            let (wrap, late) = match *self.tree.node(a) {
                _ if !marked => (false, false),
                // Its value may have a module or not.
                Node::Var(v) => (false, !self.c.vars[v as usize].meta),
                Node::Compound { name, arity, .. } if name == atoms::COLON && arity == 2 => {
                    let inner = self.tree.args(a)[1];
                    (
                        false,
                        self.tree.as_compound::<2>(inner, atoms::COLON).is_some(),
                    )
                }
                _ => (true, false),
            };
            self.c.scratch.meta.push(wrap);
            if late {
                self.c.scratch.requalified.push(i as u16);
            }
        }
    }

    fn wrapped(&self, i: usize) -> bool {
        self.c.scratch.meta.get(i).copied().unwrap_or(false)
    }

    /// A call of `p`; with `last`, the last one of its path.
    pub(super) fn call(&mut self, args: &[NodeId], module: Atom, p: PredId, last: bool) {
        if !last {
            self.need_environment();
        }
        self.load(args, module, false);
        // Nothing but the call reads the registers from here on.
        for i in 0..self.c.scratch.requalified.len() {
            let a = self.c.scratch.requalified[i];
            self.code(Instr::Qualify { a, c: module });
        }
        if last {
            if self.env {
                self.code(Instr::Deallocate {});
            }
            self.code(Instr::Execute { p });
            self.dead = true;
            return;
        }
        // Includes slots that are not valid yet: the environment of a callee that leaves a choice point begins after
        // them.
        let n = self.slots_after(self.at);
        self.fill_slots(n);
        self.code(Instr::Call { n, p });
        self.clear_registers();
        self.kept(n);
        self.wake_ups_pending = false;
        self.built = 0;
        self.retarget(self.at + 1);
    }

    /// A builtin in line; registers keep their values.
    pub(super) fn builtin(&mut self, args: &[NodeId], module: Atom, b: u32) {
        // A builtin strips all modules, and registers keep their values.
        for i in std::mem::take(&mut self.c.scratch.requalified) {
            if let Node::Var(_) = self.tree.node(args[i as usize]) {
                self.c.scratch.meta[i as usize] = true;
            }
        }
        let floor = self.floor;
        if (args.len() as u16) > floor {
            self.set_floor(args.len() as u16);
        }
        self.load(args, module, true);
        self.code(Instr::Builtin { b });
        for i in 0..args.len() as u16 {
            self.release_held(i);
        }
        self.wake_ups_pending = true;
        self.set_floor(floor);
    }

    /// Loads the argument registers. With `keep`, variables that are needed later keep a
    /// register.
    fn load(&mut self, args: &[NodeId], module: Atom, keep: bool) {
        let mut placed = std::mem::take(&mut self.c.scratch.placed);
        placed.clear();
        placed.resize(args.len(), false);
        self.c.scratch.moves.clear();
        // Compounds first, while there are registers for their parts.
        self.place_compounds(args, module, &mut placed);
        // Variables in registers are moved all at once, together with those whose registers are needed.
        for (i, &arg) in args.iter().enumerate() {
            if let (Node::Var(v), false) = (self.tree.node(arg), placed[i]) {
                let x = self.x(*v);
                if x != NONE {
                    placed[i] = true;
                    if x != i as u16 {
                        self.c.scratch.moves.push((x, i as u16));
                    }
                }
            }
        }
        self.make_room(args, keep);
        let temporaries: Vec<u16> = self
            .c
            .scratch
            .moves
            .iter()
            .map(|m| m.0)
            .filter(|&r| self.owner(r) == HELD)
            .collect();
        self.parallel_moves();
        for r in temporaries {
            self.release_held(r);
        }
        for i in 0..self.c.scratch.homes.len() {
            let (w, home) = self.c.scratch.homes[i];
            self.drop_x(w);
            if home != NONE {
                self.bind_x(w, home);
            }
        }
        for (i, &done) in placed.iter().enumerate() {
            if done && self.owner(i as u16) == FREE {
                self.hold(i as u16);
            }
        }
        for (i, &arg) in args.iter().enumerate().filter(|&(i, _)| !placed[i]) {
            match *self.tree.node(arg) {
                Node::Var(v) => self.load_variable(v, i as u16),
                _ => {
                    self.constant_into(arg, i as u16);
                    self.hold(i as u16);
                }
            }
        }
        self.c.scratch.placed = placed;
    }

    /// Puts compounds into their places or, where these are taken, into other registers.
    fn place_compounds(&mut self, args: &[NodeId], module: Atom, placed: &mut [bool]) {
        for (i, &arg) in args.iter().enumerate() {
            let place = i as u16;
            let r = if self.wrapped(i) {
                self.build_qualified(module, arg, Some(place))
            } else if let Node::Compound { .. } = self.tree.node(arg) {
                self.build(arg, Some(place))
            } else {
                continue;
            };
            placed[i] = true;
            if r != place {
                self.c.scratch.moves.push((r, place));
            }
        }
    }

    /// Moves variables out of argument registers whose arguments are others; with `keep`, those that are needed later
    /// get a new place, recorded in `scratch.homes`.
    fn make_room(&mut self, args: &[NodeId], keep: bool) {
        self.c.scratch.homes.clear();
        let is_argument = |c: &Self, j: usize, w: u32| {
            !c.wrapped(j) && matches!(c.tree.node(args[j]), Node::Var(v) if *v == w)
        };
        for i in 0..args.len() {
            let w = self.owner(i as u16);
            if w >= HELD || is_argument(self, i, w) {
                continue;
            }
            let mut home = NONE;
            if keep && self.live(w) && !self.c.vars[w as usize].in_y {
                home = match (0..args.len()).find(|&j| is_argument(self, j, w)) {
                    Some(j) => j as u16,
                    None => {
                        let aside = self.any_held();
                        self.c.scratch.moves.push((i as u16, aside));
                        aside
                    }
                };
            }
            self.c.scratch.homes.push((w, home));
        }
    }

    /// Loads a variable from its slot, or makes it, or copies it from an earlier argument.
    fn load_variable(&mut self, v: u32, a: u16) {
        let x = self.x(v);
        if x != NONE {
            self.code(Instr::PutValueX { x, a });
            self.hold(a);
            return;
        }
        if self.c.vars[v as usize].in_y {
            self.code(Instr::PutValueY { y: self.y(v), a });
        } else if self.goes_to_y(v) {
            self.code(Instr::PutVariableY { y: self.y(v), a });
            self.set_in_y(v, true);
        } else {
            self.code(Instr::PutVariableX { x: a, a });
        }
        self.bind_x(v, a);
    }
}
