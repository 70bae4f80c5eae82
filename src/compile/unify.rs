//! Unification in line: head arguments, and `=/2` in the body.

use super::constants::int32;
use super::constants::is_boxed;
use super::ir::NONE;
use super::registers::HELD;
use super::state::ClauseState;
use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId};
use crate::code::instr::Instr;

/// The number of sub-terms of one spine that may be pending in registers before the spine is
/// interrupted.
const PENDING: usize = 24;

/// The register that is unified with a term.
#[derive(Clone, Copy)]
enum Subject {
    /// A temporary, free afterwards.
    Held(u16),
    /// An occurrence of a variable.
    Var(u32, u16),
}

impl Subject {
    fn register(self) -> u16 {
        match self {
            Subject::Held(r) | Subject::Var(_, r) => r,
        }
    }
}

impl ClauseState<'_> {
    /// Unifies the argument registers with the head's arguments. The first occurrence of a
    /// variable stays in its register.
    pub(super) fn head(&mut self, head: NodeId) {
        let args = self.tree.args(head);
        for i in 0..args.len() {
            self.hold(i as u16);
        }
        let mut plain = true;
        for (i, &a) in args.iter().enumerate() {
            match *self.tree.node(a) {
                Node::Var(v) if !self.seen(v) => {
                    self.bind_x(v, i as u16);
                    self.used(v);
                    if self.c.vars[v as usize].pending == 0 && !self.live(v) {
                        self.drop_x(v);
                    }
                }
                _ => plain = false,
            }
        }
        if plain {
            return;
        }
        for (i, &a) in args.iter().enumerate() {
            if self.owner(i as u16) == HELD {
                self.get(Subject::Held(i as u16), a);
            }
        }
    }

    /// The subject has been read.
    fn consumed(&mut self, s: Subject) {
        match s {
            Subject::Held(r) => self.release(r),
            Subject::Var(v, _) => self.used(v),
        }
    }

    /// Unifies a register with a term.
    fn get(&mut self, s: Subject, t: NodeId) {
        let a = s.register();
        self.wake_ups_pending = true;
        match self.tree.node(t) {
            Node::Var(v) => {
                let v = *v;
                self.get_variable(v, a);
                self.consumed(s);
                self.used(v);
            }
            Node::Compound { .. } => match self.packed_constant(t) {
                Some(k) => {
                    self.code(Instr::GetConst { a, k });
                    self.consumed(s);
                }
                None => self.get_compound(s, t),
            },
            Node::Atom(c) => {
                self.code(Instr::GetAtom { a, c: *c });
                self.consumed(s);
            }
            n => {
                match int32(n) {
                    Some(i) => self.code(Instr::GetInt { a, i }),
                    None => {
                        let k = self.constant(t);
                        self.code(Instr::GetConst { a, k });
                    }
                }
                self.consumed(s);
            }
        }
    }

    /// Unifies register `a` with a variable, or gives the variable its first value.
    fn get_variable(&mut self, v: u32, a: u16) {
        let var = self.c.vars[v as usize];
        if var.x != NONE {
            self.code(Instr::GetValueX { x: var.x, a });
            self.wake_ups_pending = true;
        } else if var.in_y {
            self.code(Instr::GetValueY { y: var.y, a });
            self.wake_ups_pending = true;
        } else if self.goes_to_y(v) {
            self.code(Instr::GetVariableY { y: var.y, a });
            self.set_in_y(v, true);
        } else if !self.void(v) {
            let x = self.best(v);
            self.code(Instr::GetVariableX { x, a });
            self.bind_x(v, x);
        }
    }

    fn get_compound(&mut self, s: Subject, t: NodeId) {
        let base = self.c.scratch.pending.len();
        self.get_functor(s, t);
        while self.c.scratch.pending.len() > base {
            if let Some((r, t)) = self.c.scratch.pending.pop() {
                let constant = match is_boxed(self.tree.node(t)) {
                    true => Some(self.constant(t)),
                    false => self.packed_constant(t),
                };
                if let Some(k) = constant {
                    self.code(Instr::GetConst { a: r, k });
                    self.release(r);
                } else {
                    self.get_functor(Subject::Held(r), t);
                }
            }
        }
    }

    /// The functor, then the arguments; sub-terms that cannot go on in place are left pending.
    fn get_functor(&mut self, s: Subject, t: NodeId) {
        let a = s.register();
        if self.is_list(t) {
            if self.get_list_whole(s, t) {
                return;
            }
            self.code(Instr::GetList { a });
        } else if let Node::Compound { name, arity, .. } = *self.tree.node(t) {
            let f = self.linker.functor(name, arity);
            self.code(Instr::GetStructure {
                n: arity.min(255) as u8,
                a,
                f,
            });
        }
        self.consumed(s);
        let base = self.c.scratch.pending.len();
        let mut t = t;
        while let Some(last) = self.unify_arguments(t, base) {
            t = last;
        }
        self.c.scratch.pending[base..].reverse();
    }

    /// A list cell of two variables, the last one new, in one instruction. Returns true if the cell is such a one.
    fn get_list_whole(&mut self, s: Subject, t: NodeId) -> bool {
        let Some((h, tl)) = self.tree.as_cons(t) else {
            return false;
        };
        let (Node::Var(h), Node::Var(tl)) = (self.tree.node(h), self.tree.node(tl)) else {
            return false;
        };
        let (h, tl) = (*h, *tl);
        let a = s.register();
        if h == tl || self.seen(tl) || self.goes_to_y(tl) {
            return false;
        }
        if let Subject::Var(v, _) = s
            && (v == h || v == tl)
        {
            return false;
        }
        if self.seen(h) {
            let x = self.x(h);
            if x == NONE {
                return false;
            }
            self.consumed(s);
            self.used(h);
            let r = self.best(tl);
            self.code(Instr::GetListValueVar { a, h: x, t: r });
            self.bind_x(tl, r);
            self.used(tl);
            return true;
        }
        if self.goes_to_y(h) || (self.void(h) && self.void(tl)) {
            return false;
        }
        self.consumed(s);
        let x = self.best(h);
        self.bind_x(h, x);
        let r = self.best(tl);
        self.bind_x(tl, r);
        self.code(Instr::GetListVars { a, h: x, t: r });
        self.used(h);
        self.used(tl);
        true
    }

    fn unify_voids(&mut self, voids: &mut u32) {
        if *voids > 0 {
            self.code(Instr::UnifyVoid { n: *voids });
            *voids = 0;
        }
    }

    /// The arguments of one compound. Returns the last one, if its functor has been emitted and
    /// its arguments follow in place.
    fn unify_arguments(&mut self, t: NodeId, base: usize) -> Option<NodeId> {
        let args = self.tree.args(t);
        let mut voids = 0;
        for (i, &arg) in args.iter().enumerate() {
            let node = self.tree.node(arg);
            if let Node::Var(v) = *node
                && self.void(v)
            {
                voids += 1;
                self.used(v);
                continue;
            }
            self.unify_voids(&mut voids);
            match node {
                Node::Var(v) => self.unify_variable(*v),
                Node::Atom(c) => self.code(Instr::UnifyAtom { c: *c }),
                Node::Compound { name, arity, .. } => {
                    // The end of a list is left to its cells. Another text may be a constant.
                    let may_be_text = *name == atoms::DOT && !self.is_list(t);
                    if i + 1 == args.len()
                        && !(may_be_text && self.long_text(arg).is_some())
                        && self.c.scratch.pending.len() - base < PENDING
                    {
                        if self.is_list(arg) {
                            self.code(Instr::UnifyList {});
                        } else {
                            let f = self.linker.functor(*name, *arity);
                            self.code(Instr::UnifyStructure {
                                n: (*arity).min(255) as u8,
                                f,
                            });
                        }
                        return Some(arg);
                    }
                    self.unify_later(arg);
                }
                n if is_boxed(n) => self.unify_later(arg),
                n => match int32(n) {
                    Some(i) => self.code(Instr::UnifyInt { i }),
                    None => {
                        let k = self.constant(arg);
                        self.code(Instr::UnifyConst { k });
                    }
                },
            }
        }
        self.unify_voids(&mut voids);
        None
    }

    fn unify_later(&mut self, t: NodeId) {
        let x = self.any_held();
        self.code(Instr::UnifyVariableX { x });
        self.c.scratch.pending.push((x, t));
    }

    fn unify_variable(&mut self, v: u32) {
        let var = self.c.vars[v as usize];
        if var.x != NONE {
            self.code(Instr::UnifyValueX { x: var.x });
        } else if var.in_y {
            self.code(Instr::UnifyValueY { y: var.y });
        } else if self.goes_to_y(v) {
            self.code(Instr::UnifyVariableY { y: var.y });
            self.set_in_y(v, true);
        } else {
            let x = self.best(v);
            self.code(Instr::UnifyVariableX { x });
            self.bind_x(v, x);
        }
        self.used(v);
    }

    // ---- =/2 ----

    /// `a = b`.
    pub(super) fn unify(&mut self, a: NodeId, b: NodeId) {
        self.c.scratch.pairs.push((a, b));
        while let Some((a, b)) = self.c.scratch.pairs.pop() {
            match (self.tree.node(a), self.tree.node(b)) {
                (Node::Var(u), Node::Var(v)) => self.unify_variables(*u, *v),
                (Node::Var(u), _) => self.unify_term(*u, b),
                (_, Node::Var(v)) => self.unify_term(*v, a),
                (
                    Node::Compound {
                        name: f, arity: n, ..
                    },
                    Node::Compound {
                        name: g, arity: m, ..
                    },
                ) if f == g && n == m => {
                    let (x, y) = (self.tree.args(a), self.tree.args(b));
                    let pairs = x.iter().copied().zip(y.iter().copied()).rev();
                    self.c.scratch.pairs.extend(pairs);
                }
                (m, n) if same_constant(m, n) => {}
                _ => {
                    self.code(Instr::Fail {});
                    self.dead = true;
                    self.c.scratch.pairs.clear();
                }
            }
        }
    }

    fn unify_variables(&mut self, u: u32, v: u32) {
        if u == v || self.void(u) || self.void(v) {
            self.used(u);
            self.used(v);
            return;
        }
        let (u, v) = if self.seen(u) { (u, v) } else { (v, u) };
        // Now `u` has a value, unless neither has one.
        let r = self.register_of(u);
        if self.seen(v) {
            self.get_variable(v, r);
            self.used(u);
            self.used(v);
            return;
        }
        let last = self.c.vars[u as usize].pending == 1 && !self.live(u);
        if last && !self.goes_to_y(v) && self.owner(r) == u {
            self.used(u);
            self.bind_x(v, r);
        } else {
            self.get_variable(v, r);
            self.used(u);
        }
        self.used(v);
    }

    /// `v = t`, where `t` is not a variable.
    fn unify_term(&mut self, v: u32, t: NodeId) {
        if self.void(v) {
            self.used(v);
            self.skip(t);
            return;
        }
        if self.seen(v) {
            let r = self.register_of(v);
            self.get(Subject::Var(v, r), t);
            return;
        }
        let want = self.target(v);
        let r = self.build(t, want);
        self.unify_held(v, r);
        self.used(v);
    }

    /// The held register `r` is the variable's first value, or is unified with its value.
    pub(super) fn unify_held(&mut self, v: u32, r: u16) {
        if self.seen(v) {
            self.get_variable(v, r);
            self.release(r);
        } else {
            if self.goes_to_y(v) {
                self.code(Instr::GetVariableY { y: self.y(v), a: r });
                self.set_in_y(v, true);
            }
            self.bind_x(v, r);
        }
    }

    /// Unifies a held register with a term, and frees it.
    pub(super) fn get_held(&mut self, r: u16, t: NodeId) {
        self.get(Subject::Held(r), t);
    }

    /// Marks the occurrences in a term that needs no code as compiled.
    fn skip(&mut self, t: NodeId) {
        let base = self.c.nodes.len();
        self.c.nodes.push(t);
        while self.c.nodes.len() > base {
            let Some(t) = self.c.nodes.pop() else { break };
            if let Node::Var(v) = *self.tree.node(t) {
                self.used(v);
            }
            self.c.nodes.extend_from_slice(self.tree.args(t));
        }
    }
}

/// Returns true if two nodes are the same constant.
fn same_constant(a: &Node, b: &Node) -> bool {
    match (a, b) {
        (Node::Float(x), Node::Float(y)) => x.to_bits() == y.to_bits(),
        (Node::Compound { .. }, _) | (_, Node::Compound { .. }) => false,
        _ => a == b,
    }
}
