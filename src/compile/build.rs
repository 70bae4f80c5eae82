//! Terms in bodies: built bottom-up with `put` and `set`, without recursion. The argument that
//! needs most registers is built first (Sethi and Ullman), so long lists need three.

use super::constants::{int32, is_boxed};
use super::ir::NONE;
use super::state::{BuildFrame, ClauseState};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId};
use crate::code::instr::Instr;
use crate::code::pred::{ConstId, LEAST_PACKED};

impl ClauseState<'_> {
    /// A number or string of the constant pool.
    pub(super) fn constant(&mut self, t: NodeId) -> ConstId {
        let k = self.linker.constant(self.tree.node(t));
        self.c.constants.push(k);
        k
    }

    /// A term as a packed list in the pool of constants, if it is the list of a long text's characters.
    pub(super) fn packed_constant(&mut self, t: NodeId) -> Option<ConstId> {
        let text = self.long_text(t)?;
        let k = self.linker.text_constant(&text);
        self.c.constants.push(k);
        Some(k)
    }

    /// The text whose characters are the elements of a list, if it is long.
    pub(super) fn long_text(&self, list: NodeId) -> Option<String> {
        let (text, rest) = self.tree.leading_chars(list);
        let ends = matches!(self.tree.node(rest), Node::Atom(atoms::NIL));
        (ends && text.len() >= LEAST_PACKED).then_some(text)
    }

    /// Builds a compound as a constant, in the register `want` if possible, if it can be one. The register is held.
    fn build_constant(&mut self, t: NodeId, want: Option<u16>) -> Option<u16> {
        let k = self.packed_constant(t)?;
        let a = self.pick(want);
        self.hold(a);
        self.code(Instr::PutConst { a, k });
        Some(a)
    }

    /// Loads a term that is neither variable nor compound.
    pub(super) fn constant_into(&mut self, t: NodeId, a: u16) {
        match self.tree.node(t) {
            Node::Atom(c) => self.code(Instr::PutAtom { a, c: *c }),
            n => match int32(n) {
                Some(i) => self.code(Instr::PutInt { a, i }),
                None => {
                    let k = self.constant(t);
                    self.code(Instr::PutConst { a, k });
                }
            },
        }
    }

    /// Builds a term that is not a variable, in the register `want` if possible. The register is held.
    pub(super) fn build(&mut self, t: NodeId, want: Option<u16>) -> u16 {
        if !matches!(self.tree.node(t), Node::Compound { .. }) {
            let r = self.pick(want);
            self.hold(r);
            self.constant_into(t, r);
            return r;
        }
        if let Some(r) = self.build_constant(t, want) {
            return r;
        }
        if self.c.ops[self.at as usize].has_nested_args {
            self.label(t);
        }
        let base = self.c.scratch.frames.len();
        self.begin(t);
        loop {
            let top = self.c.scratch.frames.len() - 1;
            let f = self.c.scratch.frames[top];
            let next = f.children + f.begun;
            if next < self.c.scratch.children.len() {
                self.c.scratch.frames[top].begun += 1;
                let i = self.c.scratch.children[next].0 as usize;
                let arg = self.tree.args(f.node)[i];
                // The tail of a list is not tried: the whole list was, and would be a text as well, unless it begins
                // with elements that are not characters.
                let is_tail = i == 1 && self.is_list(f.node);
                let constant = match is_tail {
                    true => None,
                    false => self.build_constant(arg, None),
                };
                if let Some(r) = constant {
                    self.c.scratch.children[next].1 = r;
                } else if matches!(self.tree.node(arg), Node::Compound { .. }) {
                    self.begin(arg);
                } else {
                    let r = self.any_held();
                    self.constant_into(arg, r);
                    self.c.scratch.children[next].1 = r;
                }
                continue;
            }
            let want = if top == base { want } else { None };
            let r = self.finish(f, want);
            self.c.scratch.frames.pop();
            if top == base {
                return r;
            }
            let parent = self.c.scratch.frames[top - 1];
            self.c.scratch.children[parent.children + parent.begun - 1].1 = r;
        }
    }

    /// Opens a compound: finds the arguments that need registers of their own.
    fn begin(&mut self, t: NodeId) {
        let children = self.c.scratch.children.len();
        for (i, &a) in self.tree.args(t).iter().enumerate() {
            let n = self.tree.node(a);
            if matches!(n, Node::Compound { .. }) || is_boxed(n) {
                self.c.scratch.children.push((i as u32, NONE));
            }
        }
        let s = &mut self.c.scratch;
        if s.children.len() - children > 1 && self.c.ops[self.at as usize].has_nested_args {
            let (tree, labels) = (self.tree, &s.labels);
            let args = tree.args(t);
            let need = |i: u32| match tree.node(args[i as usize]) {
                Node::Compound { .. } => labels[args[i as usize].0 as usize],
                _ => 1,
            };
            s.children[children..].sort_by_key(|k| std::cmp::Reverse(need(k.0)));
        }
        s.frames.push(BuildFrame {
            node: t,
            children,
            begun: 0,
        });
    }

    /// All arguments that need registers are built: builds the compound itself.
    fn finish(&mut self, f: BuildFrame, want: Option<u16>) -> u16 {
        let args = self.tree.args(f.node);
        let r = self.pick(want);
        self.hold(r);
        self.c.scratch.children[f.children..].sort_unstable_by_key(|k| k.0);
        self.put_functor(f.node, r);
        let mut kid = f.children;
        let mut voids = 0;
        for (i, &a) in args.iter().enumerate() {
            let built = self
                .c
                .scratch
                .children
                .get(kid)
                .filter(|k| k.0 as usize == i)
                .map(|k| k.1);
            if built.is_some() {
                kid += 1;
            }
            self.set(a, built, &mut voids);
        }
        self.set_voids(&mut voids);
        while self.c.scratch.children.len() > f.children {
            if let Some((_, k)) = self.c.scratch.children.pop() {
                self.release(k);
            }
        }
        r
    }

    fn put_functor(&mut self, t: NodeId, a: u16) {
        if self.is_list(t) {
            self.code(Instr::PutList { a });
        } else if let Node::Compound { name, arity, .. } = *self.tree.node(t) {
            let f = self.linker.functor(name, arity);
            self.code(Instr::PutStructure {
                n: arity.min(255) as u8,
                a,
                f,
            });
        }
    }

    fn set_voids(&mut self, voids: &mut u32) {
        if *voids > 0 {
            self.code(Instr::SetVoid { n: *voids });
            *voids = 0;
        }
    }

    /// One argument of the compound that is being built; compounds and boxes are in `built`.
    fn set(&mut self, t: NodeId, built: Option<u16>, voids: &mut u32) {
        if let Node::Var(v) = *self.tree.node(t)
            && self.void(v)
        {
            *voids += 1;
            self.used(v);
            return;
        }
        self.set_voids(voids);
        if let Some(x) = built {
            self.code(Instr::SetValueX { x });
            return;
        }
        match self.tree.node(t) {
            Node::Var(v) => self.set_variable(*v),
            Node::Atom(c) => self.code(Instr::SetAtom { c: *c }),
            n => match int32(n) {
                Some(i) => self.code(Instr::SetInt { i }),
                None => {
                    let k = self.constant(t);
                    self.code(Instr::SetConst { k });
                }
            },
        }
    }

    fn set_variable(&mut self, v: u32) {
        let var = self.c.vars[v as usize];
        if var.x != NONE {
            self.code(Instr::SetValueX { x: var.x });
        } else if var.in_y {
            self.code(Instr::SetValueY { y: var.y });
        } else if self.goes_to_y(v) {
            self.code(Instr::SetVariableY { y: var.y });
            self.set_in_y(v, true);
        } else {
            let x = self.best(v);
            self.code(Instr::SetVariableX { x });
            self.bind_x(v, x);
        }
        self.used(v);
    }

    /// Builds `module:t`.
    pub(super) fn build_qualified(&mut self, module: Atom, t: NodeId, want: Option<u16>) -> u16 {
        let n = self.tree.node(t);
        let built =
            (matches!(n, Node::Compound { .. }) || is_boxed(n)).then(|| self.build(t, None));
        let r = self.pick(want);
        self.hold(r);
        let f = self.linker.functor(atoms::COLON, 2);
        self.code(Instr::PutStructure { n: 2, a: r, f });
        self.code(Instr::SetAtom { c: module });
        let mut voids = 0;
        self.set(t, built, &mut voids);
        self.set_voids(&mut voids);
        if let Some(b) = built {
            self.release(b);
        }
        r
    }

    /// Computes for each compound in `t` the number of registers needed to build it (Sethi-Ullman
    /// labels).
    fn label(&mut self, t: NodeId) {
        let tree = self.tree;
        let s = &mut self.c.scratch;
        s.labels.resize(s.labels.len().max(tree.len()), 0);
        s.order.clear();
        s.order.push(t);
        let mut i = 0;
        while i < s.order.len() {
            let args = tree.args(s.order[i]);
            s.order.extend(
                args.iter()
                    .filter(|&&a| matches!(tree.node(a), Node::Compound { .. })),
            );
            i += 1;
        }
        let mut needs: Vec<u16> = Vec::new();
        for &t in s.order.iter().rev() {
            needs.clear();
            for &a in tree.args(t) {
                let n = tree.node(a);
                if matches!(n, Node::Compound { .. }) {
                    needs.push(s.labels[a.0 as usize]);
                } else if is_boxed(n) {
                    needs.push(1);
                }
            }
            needs.sort_unstable_by_key(|&n| std::cmp::Reverse(n));
            let own = needs.len() + 1;
            let most = needs
                .iter()
                .enumerate()
                .map(|(i, &n)| i + usize::from(n))
                .max()
                .unwrap_or(0);
            s.labels[t.0 as usize] = own.max(most).min(usize::from(u16::MAX)) as u16;
        }
    }
}
