//! The first pass: flattens control constructs into operations, recognises inline goals, records the
//! occurrences of variables. No recursion over the body.

use super::condition::negate;
use super::constants::is_boxed;
use super::ir::NOWHERE;
use super::ir::{Barrier, Block, BlockKind, Op, OpKind, Work};
use super::state::ClauseState;
use super::state::CompileError;
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId};
use crate::code::pred::MAX_ARITY;

/// The nesting of blocks beyond which negations are called instead of being compiled in place: what is done at
/// the start of a block grows with the number of those around it.
const MAX_NESTING: usize = 256;

impl ClauseState<'_> {
    /// Translates a clause into operations.
    pub(super) fn analyse(
        &mut self,
        head: NodeId,
        body: Option<NodeId>,
    ) -> Result<(), CompileError> {
        let tree = self.tree;
        let Some((name, args)) = tree.callable(head) else {
            return Err(CompileError::Head(head));
        };
        if args.len() > MAX_ARITY {
            return Err(CompileError::Arity(head));
        }
        self.c.reset(tree.var_count());
        if self.module != atoms::USER && self.linker.is_library(self.module) {
            self.c.vars.iter_mut().for_each(|v| v.meta = true);
        } else if self.module != atoms::USER
            && !args.is_empty()
            && let Some(meta) = self.linker.meta_args(self.module, name, args.len() as u32)
        {
            for (&a, _) in args.iter().zip(&meta).filter(|m| *m.1) {
                if let Node::Var(v) = *tree.node(a) {
                    self.c.vars[v as usize].meta = true;
                }
            }
        }
        self.scan(head);
        self.push(OpKind::Head);
        if let Some(body) = body {
            self.level = self.barrier();
            self.c.works.push(Work::Goal {
                goal: body,
                module: self.module,
                barrier: Barrier::Clause,
            });
            let mut open: Vec<u32> = Vec::new();
            while let Some(work) = self.c.works.pop() {
                match work {
                    Work::Goal {
                        goal,
                        module,
                        barrier,
                    } => {
                        self.goal = goal;
                        self.goal(goal, module, barrier, &mut open)?;
                    }
                    Work::Fail => self.add(OpKind::Fail, &open),
                    Work::Then(b) => self.then(b, &open),
                    Work::Else(b) => self.otherwise(b),
                    Work::End(b) => self.close(b, &mut open),
                }
            }
        }
        self.mark_tails();
        if !self.c.blocks.is_empty() {
            self.index_positions();
        }
        Ok(())
    }

    /// Appends an operation; its variables have been recorded.
    fn push(&mut self, kind: OpKind) {
        let occ = self.scanned;
        let cells = std::mem::take(&mut self.cells);
        let has_nested_args = std::mem::take(&mut self.has_nested_args);
        self.c.ops.push(Op {
            kind,
            occ,
            cells,
            tail: false,
            has_nested_args,
        });
        self.scanned = self.c.occs.len() as u32;
        if let Some(record) = &mut self.c.record {
            record.add_operation(self.goal);
        }
    }

    /// Appends a goal, and updates the properties of the block that it stands in.
    fn add(&mut self, kind: OpKind, open: &[u32]) {
        let tests = match kind {
            OpKind::Test { .. }
            | OpKind::Compare { .. }
            | OpKind::Order { .. }
            | OpKind::NotUnify { .. } => true,
            OpKind::Is { .. } => self.fresh_result,
            _ => false,
        };
        if !tests {
            self.mark_impure(open);
        }
        if let Some(&b) = open.last() {
            let block = &mut self.c.blocks[b as usize];
            let observes = tests || matches!(kind, OpKind::Is { .. } | OpKind::Builtin { .. });
            block.fills |= observes && block.binds || matches!(kind, OpKind::Cut { .. });
            block.binds |= matches!(
                kind,
                OpKind::Unify { .. } | OpKind::Is { .. } | OpKind::Builtin { .. }
            );
        }
        self.push(kind);
        if matches!(kind, OpKind::Call { .. } | OpKind::CallTerm { .. }) {
            self.next_chunk();
        }
    }

    /// Marks the present condition as one that does more than test.
    fn mark_impure(&mut self, open: &[u32]) {
        if let Some(&b) = open.last() {
            let block = &mut self.c.blocks[b as usize];
            if block.in_condition {
                block.pure = false;
            }
        }
    }

    fn next_chunk(&mut self) {
        self.chunks += 1;
        self.chunk = self.chunks;
    }

    fn open(&mut self, choice: BlockKind, open: &mut Vec<u32>) -> u32 {
        if choice != BlockKind::Tests {
            self.mark_impure(open);
        }
        if let Some(&outer) = open.last() {
            let outer = &mut self.c.blocks[outer as usize];
            outer.fills |= outer.binds;
        }
        let depth = open.last().map_or(0, |&outer| {
            let outer = &self.c.blocks[outer as usize];
            outer.depth + u32::from(outer.in_condition)
        });
        let b = self.c.blocks.len() as u32;
        self.c.blocks.push(Block {
            depth,
            choice,
            open: self.c.ops.len() as u32,
            then: NOWHERE,
            first_else: NOWHERE,
            end: NOWHERE,
            mark: NOWHERE,
            local: NOWHERE,
            breaks: false,
            fills: false,
            binds: false,
            chunk: self.chunk,
            chunks: self.chunks,
            last_else: NOWHERE,
            in_condition: choice != BlockKind::Or,
            pure: choice != BlockKind::Soft,
        });
        open.push(b);
        self.push(OpKind::Open { block: b });
        b
    }

    fn then(&mut self, b: u32, open: &[u32]) {
        debug_assert_eq!(open.last(), Some(&b));
        let mut block = self.c.blocks[b as usize];
        block.in_condition = false;
        block.then = self.c.ops.len() as u32;
        if block.pure {
            block.choice = BlockKind::Test;
        } else {
            if block.mark == NOWHERE {
                block.mark = if block.choice == BlockKind::Soft {
                    self.barrier()
                } else {
                    self.mark(block.depth)
                };
            }
            self.occurs(block.mark);
        }
        self.c.blocks[b as usize] = block;
        self.push(OpKind::Then { block: b });
    }

    /// The barrier of hard conditions that stand in `depth` others. One serves them all: a
    /// condition's barrier is not needed any more when another one at its depth begins.
    fn mark(&mut self, depth: u32) -> u32 {
        while self.c.marks.len() <= depth as usize {
            let v = self.barrier();
            self.c.marks.push(v);
        }
        self.c.marks[depth as usize]
    }

    fn otherwise(&mut self, b: u32) {
        let at = self.c.ops.len() as u32;
        let block = &mut self.c.blocks[b as usize];
        if block.first_else == NOWHERE {
            block.first_else = at;
        } else {
            let last = block.last_else as usize;
            if let OpKind::Else { next, .. } = &mut self.c.ops[last].kind {
                *next = at;
            }
        }
        let block = &mut self.c.blocks[b as usize];
        block.last_else = at;
        if matches!(block.choice, BlockKind::Test | BlockKind::Tests) {
            self.chunk = block.chunk;
        } else {
            self.next_chunk();
        }
        self.push(OpKind::Else {
            block: b,
            next: NOWHERE,
        });
    }

    fn close(&mut self, b: u32, open: &mut Vec<u32>) {
        open.pop();
        let at = self.c.ops.len() as u32;
        let block = &mut self.c.blocks[b as usize];
        block.end = at;
        let last = block.last_else as usize;
        if matches!(block.choice, BlockKind::Test | BlockKind::Tests) && self.chunks == block.chunks
        {
            self.chunk = block.chunk;
        } else {
            block.breaks = true;
            block.fills = true;
            self.next_chunk();
        }
        let (fills, binds) = (
            self.c.blocks[b as usize].fills,
            self.c.blocks[b as usize].binds,
        );
        if let Some(&outer) = open.last() {
            let outer = &mut self.c.blocks[outer as usize];
            outer.fills |= fills;
            outer.binds |= binds;
        }
        if let OpKind::Else { next, .. } = &mut self.c.ops[last].kind {
            *next = at;
        }
        self.push(OpKind::End { block: b });
    }

    /// Marks the operations that are followed by nothing but ends of blocks.
    fn mark_tails(&mut self) {
        let c = &mut *self.c;
        let len = c.ops.len();
        for i in (0..len).rev() {
            let tail = match c.ops.get(i + 1).map(|o| o.kind) {
                None => true,
                Some(OpKind::End { .. }) => c.ops[i + 1].tail,
                Some(OpKind::Else { block, .. }) => {
                    c.ops[c.blocks[block as usize].end as usize].tail
                }
                Some(_) => false,
            };
            c.ops[i].tail = tail;
        }
    }

    /// Records the variables of a term and counts the cells that building it takes.
    pub(super) fn scan(&mut self, t: NodeId) {
        let tree = self.tree;
        match tree.node(t) {
            Node::Var(v) => {
                self.occurs(*v);
                self.cells += 1;
                return;
            }
            Node::Compound { .. } => self.c.nodes.push(t),
            n => {
                self.scan_number(n);
                return;
            }
        }
        while let Some(t) = self.c.nodes.pop() {
            let args = tree.args(t);
            self.cells = self.cells.saturating_add(args.len() as u32 + 1);
            let mut compounds = 0;
            for &a in args {
                match tree.node(a) {
                    Node::Var(v) => self.occurs(*v),
                    Node::Compound { .. } => {
                        self.c.nodes.push(a);
                        compounds += 1;
                    }
                    n => self.scan_number(n),
                }
            }
            if compounds > 1 {
                self.has_nested_args = true;
            }
        }
    }

    fn scan_number(&mut self, n: &Node) {
        let words = match n {
            Node::Int(i) if is_boxed(n) => i.bit_len() / 64 + 4,
            Node::Float(_) => 4,
            Node::Rat(r) => {
                use dashu_base::BitTest;
                (r.numerator().bit_len() + r.denominator().bit_len()) as u64 / 64 + 8
            }
            Node::String(text) => text.len() as u64 / 8 + 4,
            _ => 0,
        };
        self.cells = self
            .cells
            .saturating_add(u32::try_from(words).unwrap_or(u32::MAX));
    }

    fn scan_all(&mut self, ts: &[NodeId]) {
        for &t in ts {
            self.scan(t);
        }
    }

    fn goal(
        &mut self,
        goal: NodeId,
        module: Atom,
        barrier: Barrier,
        open: &mut Vec<u32>,
    ) -> Result<(), CompileError> {
        let tree = self.tree;
        let (name, args) = match tree.node(goal) {
            Node::Var(_) => {
                self.scan(goal);
                self.cells += 3;
                self.add(OpKind::CallTerm { goal, module }, open);
                return Ok(());
            }
            _ => tree.callable(goal).ok_or(CompileError::Body(goal))?,
        };
        match (name, args) {
            (atoms::COMMA, &[a, b]) => {
                let work = |goal| Work::Goal {
                    goal,
                    module,
                    barrier,
                };
                self.c.works.extend([work(b), work(a)]);
            }
            (atoms::SEMICOLON, &[a, b]) => self.disjunction(a, b, module, barrier, open),
            (atoms::ARROW | atoms::SOFT_ARROW, &[c, t]) if self.is_standard(module, name, 2) => {
                let choice = if name == atoms::ARROW {
                    BlockKind::If
                } else {
                    BlockKind::Soft
                };
                let block = self.open(choice, open);
                self.c
                    .works
                    .extend([Work::End(block), Work::Fail, Work::Else(block)]);
                self.branch(block, c, t, module, barrier);
            }
            (atoms::COLON, &[m, g]) => self.qualified(goal, m, g, barrier, open),
            (atoms::CUT, &[]) => self.note_cut(barrier, open),
            (atoms::TRUE, &[]) => {}
            (atoms::FAIL, &[]) => self.add(OpKind::Fail, open),
            (atoms::FALSE, &[]) if self.is_standard(module, name, 0) => {
                self.add(OpKind::Fail, open)
            }
            (atoms::CALL, &[g]) => self.opaque(goal, g, module, barrier, open),
            (atoms::NOT_PROVABLE, &[g]) if self.is_standard(module, name, 1) => {
                self.negation(goal, g, module, open)
            }
            _ => {
                if let Some(kind) = self.inline(module, name, args) {
                    self.add_inline(kind, args, open);
                } else {
                    self.plain(goal, module, open)?;
                }
            }
        }
        Ok(())
    }

    /// `m:g`, the term `goal`.
    fn qualified(&mut self, goal: NodeId, m: NodeId, g: NodeId, barrier: Barrier, open: &[u32]) {
        let tree = self.tree;
        match (tree.node(m), tree.node(g)) {
            (Node::Atom(m), n) if !matches!(n, Node::Var(_)) => {
                self.c.works.push(Work::Goal {
                    goal: g,
                    module: *m,
                    barrier,
                });
            }
            _ => {
                self.scan(goal);
                self.add(
                    OpKind::CallTerm {
                        goal,
                        module: atoms::USER,
                    },
                    open,
                );
            }
        }
    }

    /// Returns true if the name has its usual meaning in the module.
    pub(super) fn is_standard(&self, module: Atom, name: Atom, arity: u32) -> bool {
        !self.linker.redefined(module, name, arity)
    }

    /// A builtin in line, or a call.
    fn plain(&mut self, goal: NodeId, module: Atom, open: &[u32]) -> Result<(), CompileError> {
        let Some((name, args)) = self.tree.callable(goal) else {
            return Err(CompileError::Body(goal));
        };
        if args.len() > MAX_ARITY {
            return Err(CompileError::Arity(goal));
        }
        self.scan_all(args);
        let kind = match self.linker.builtin(module, name, args.len() as u32) {
            Some(b) => OpKind::Builtin { goal, module, b },
            None => OpKind::Call { goal, module },
        };
        if module != atoms::USER
            || self
                .linker
                .meta_args(module, name, args.len() as u32)
                .is_some()
        {
            self.cells += 3 * args.len() as u32;
        }
        self.add(kind, open);
        Ok(())
    }

    fn add_inline(&mut self, kind: OpKind, args: &[NodeId], open: &[u32]) {
        self.fresh_result = false;
        if let OpKind::Is { a, b } = kind {
            self.scan(b);
            if let Node::Var(v) = *self.tree.node(a) {
                self.fresh_result =
                    !self.retry_flags.strict && self.c.vars[v as usize].chunk == NOWHERE;
            }
            self.scan(a);
        } else {
            self.scan_all(args);
        }
        if matches!(kind, OpKind::Is { .. } | OpKind::Compare { .. }) {
            // Results may be boxed.
            self.cells = self.cells.saturating_mul(2);
        }
        self.add(kind, open);
    }

    /// Condition and branch of `C -> T` or `C *-> T`, where the arrow is the standard's.
    fn if_then(&self, goal: NodeId, module: Atom) -> Option<(BlockKind, [NodeId; 2])> {
        let arrows = [
            (atoms::ARROW, BlockKind::If),
            (atoms::SOFT_ARROW, BlockKind::Soft),
        ];
        arrows.into_iter().find_map(|(arrow, choice)| {
            let parts = self.tree.as_compound::<2>(goal, arrow)?;
            let is_standard = self.is_standard(module, arrow, 2);
            is_standard.then_some((choice, parts))
        })
    }

    fn disjunction(
        &mut self,
        a: NodeId,
        b: NodeId,
        module: Atom,
        barrier: Barrier,
        open: &mut Vec<u32>,
    ) {
        if let Some((choice, [c, t])) = self.if_then(a, module) {
            let block = self.open(choice, open);
            self.c.works.extend([
                Work::End(block),
                Work::Goal {
                    goal: b,
                    module,
                    barrier,
                },
                Work::Else(block),
            ]);
            return self.branch(block, c, t, module, barrier);
        }
        let choice = match open.last().map(|&b| self.c.blocks[b as usize]) {
            Some(c) if c.in_condition && c.pure && self.only_tests([a, b], module) => {
                BlockKind::Tests
            }
            _ => BlockKind::Or,
        };
        // `A ; B ; C` is one block, up to an alternative that is an if-then-else.
        let block = self.open(choice, open);
        let start = self.c.works.len();
        self.c.works.push(Work::Goal {
            goal: a,
            module,
            barrier,
        });
        let rest = self.alternatives(block, b, module, barrier);
        self.c.works.push(Work::Goal {
            goal: rest,
            module,
            barrier,
        });
        self.c.works.push(Work::End(block));
        self.c.works[start..].reverse();
    }

    /// Adds the alternatives of a block, but for the last one, which is returned.
    fn alternatives(
        &mut self,
        block: u32,
        first: NodeId,
        module: Atom,
        barrier: Barrier,
    ) -> NodeId {
        let tree = self.tree;
        let mut rest = first;
        loop {
            self.c.works.push(Work::Else(block));
            let is_arrow = |x| {
                let arrows = [atoms::ARROW, atoms::SOFT_ARROW];
                arrows
                    .into_iter()
                    .any(|a| tree.as_compound::<2>(x, a).is_some())
            };
            match tree.as_compound::<2>(rest, atoms::SEMICOLON) {
                Some([x, y]) if !is_arrow(x) => {
                    self.c.works.push(Work::Goal {
                        goal: x,
                        module,
                        barrier,
                    });
                    rest = y;
                }
                _ => return rest,
            }
        }
    }

    /// Returns true if these goals are tests, or conjunctions and disjunctions of tests.
    fn only_tests(&mut self, goals: [NodeId; 2], module: Atom) -> bool {
        let tree = self.tree;
        let base = self.c.nodes.len();
        self.c.nodes.extend(goals);
        let mut tests = true;
        while self.c.nodes.len() > base {
            let Some(g) = self.c.nodes.pop() else { break };
            let Some((name, args)) = tree.callable(g) else {
                tests = false;
                continue;
            };
            match (name, args) {
                (atoms::COMMA | atoms::SEMICOLON, &[a, b]) => self.c.nodes.extend([a, b]),
                (atoms::NOT_PROVABLE, &[g]) => {
                    let inner = tree
                        .callable(g)
                        .and_then(|(n, a)| self.inline(module, n, a));
                    tests &= self.is_standard(module, name, 1) && inner.and_then(negate).is_some();
                }
                _ => {
                    let kind = self.inline(module, name, args);
                    tests &= kind
                        .is_some_and(|k| !matches!(k, OpKind::Unify { .. } | OpKind::Is { .. }));
                }
            }
        }
        tests
    }

    /// The condition and the first branch of a block.
    fn branch(&mut self, block: u32, c: NodeId, t: NodeId, module: Atom, barrier: Barrier) {
        self.c.works.extend([
            Work::Goal {
                goal: t,
                module,
                barrier,
            },
            Work::Then(block),
            Work::Goal {
                goal: c,
                module,
                barrier: Barrier::Condition(block),
            },
        ]);
    }

    fn note_cut(&mut self, barrier: Barrier, open: &[u32]) {
        let barrier = match barrier {
            Barrier::Clause => self.level,
            Barrier::Condition(b) => {
                let block = self.c.blocks[b as usize];
                if open.last() == Some(&b) && block.pure {
                    // There is nothing to cut yet.
                    return;
                }
                if block.choice == BlockKind::Soft {
                    if block.mark == NOWHERE {
                        self.c.blocks[b as usize].mark = self.barrier();
                    }
                    self.c.blocks[b as usize].mark
                } else {
                    if block.local == NOWHERE {
                        self.c.blocks[b as usize].local = self.barrier();
                    }
                    self.c.blocks[b as usize].local
                }
            }
        };
        self.occurs(barrier);
        self.add(OpKind::Cut { barrier }, open);
    }

    /// `call(G)`: opaque to cuts. Goals that cannot cut are compiled in place.
    fn opaque(&mut self, goal: NodeId, g: NodeId, module: Atom, barrier: Barrier, open: &[u32]) {
        let (mut inner, mut at) = (g, module);
        while let Some([m, g]) = self.tree.as_compound::<2>(inner, atoms::COLON) {
            match self.tree.node(m) {
                Node::Atom(m) => (inner, at) = (g, *m),
                _ => break,
            }
        }
        match self.tree.callable(inner) {
            Some((atoms::CUT, [])) => {}
            Some((
                atoms::COMMA | atoms::SEMICOLON | atoms::COLON | atoms::ARROW | atoms::SOFT_ARROW,
                [_, _],
            ))
            | None => {
                self.scan_all(self.tree.args(goal));
                self.cells += 3;
                self.add(OpKind::Call { goal, module }, open);
            }
            Some(_) => self.c.works.push(Work::Goal {
                goal: inner,
                module: at,
                barrier,
            }),
        }
    }

    fn negation(&mut self, goal: NodeId, g: NodeId, module: Atom, open: &mut Vec<u32>) {
        if let Some((name, args)) = self.tree.callable(g)
            && let Some(kind) = self.inline(module, name, args).and_then(negate)
        {
            self.add_inline(kind, args, open);
            return;
        }
        if !self.convertible(g) || open.len() > MAX_NESTING {
            // `\+/1` throws the error when it is called.
            self.scan_all(self.tree.args(goal));
            self.cells += 3;
            self.add(OpKind::Call { goal, module }, open);
            return;
        }
        let block = self.open(BlockKind::If, open);
        self.c.works.extend([
            Work::End(block),
            Work::Else(block),
            Work::Fail,
            Work::Then(block),
            Work::Goal {
                goal: g,
                module,
                barrier: Barrier::Condition(block),
            },
        ]);
    }

    /// Returns true if a term can be converted to a goal (ISO 7.6.2).
    fn convertible(&mut self, g: NodeId) -> bool {
        let tree = self.tree;
        let base = self.c.nodes.len();
        self.c.nodes.push(g);
        let mut fine = true;
        while self.c.nodes.len() > base {
            let Some(g) = self.c.nodes.pop() else { break };
            if let Some((
                atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW,
                &[a, b],
            )) = tree.callable(g)
            {
                self.c.nodes.extend([a, b]);
            } else if let Some([m, b]) = tree.as_compound::<2>(g, atoms::COLON) {
                if matches!(tree.node(m), Node::Atom(_)) {
                    self.c.nodes.push(b);
                }
            } else if !matches!(tree.node(g), Node::Var(_))
                && tree.callable(g).is_none_or(|(_, a)| a.len() > MAX_ARITY)
            {
                fine = false;
            }
        }
        fine
    }

    /// Returns true if a term is a list cell.
    pub(super) fn is_list(&self, t: NodeId) -> bool {
        matches!(
            self.tree.node(t),
            Node::Compound {
                name: atoms::DOT,
                arity: 2,
                ..
            }
        )
    }
}
