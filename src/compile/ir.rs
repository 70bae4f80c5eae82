//! The intermediate representation between the two passes: the body as a flat list of operations and
//! blocks, and the variables that occur in it.

use crate::base::atom::Atom;
use crate::base::tree::NodeId;
use crate::code::instr::{CompareOp, OrderOp, TypeTest};

/// One operation of a clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Op {
    pub(super) kind: OpKind,
    /// Where its occurrences start in `Compiler::occs`.
    pub(super) occ: u32,
    /// Cells that it may build.
    pub(super) cells: u32,
    /// True if nothing follows on its path.
    pub(super) tail: bool,
    /// True if it has a compound with several compound arguments.
    pub(super) has_nested_args: bool,
}

/// The kinds of operations.
#[derive(Clone, Copy, Debug)]
pub(super) enum OpKind {
    Head,
    /// A call of the goal's predicate.
    Call {
        goal: NodeId,
        module: Atom,
    },
    /// `call/1` of a term.
    CallTerm {
        goal: NodeId,
        module: Atom,
    },
    Builtin {
        goal: NodeId,
        module: Atom,
        b: u32,
    },
    Unify {
        a: NodeId,
        b: NodeId,
    },
    Is {
        a: NodeId,
        b: NodeId,
    },
    Test {
        op: TypeTest,
        a: NodeId,
        negated: bool,
    },
    Compare {
        /// The comparison that is tested, and that of the source goal: below `\+`, the opposite may be
        /// tested.
        op: CompareOp,
        goal: CompareOp,
        a: NodeId,
        b: NodeId,
        negated: bool,
    },
    Order {
        op: OrderOp,
        a: NodeId,
        b: NodeId,
    },
    NotUnify {
        a: NodeId,
        b: NodeId,
        negated: bool,
    },
    Cut {
        barrier: u32,
    },
    Fail,
    /// Blocks: `open (then) else* end`.
    Open {
        block: u32,
    },
    Then {
        block: u32,
    },
    /// Another alternative; the next marker of the block is at `next`.
    Else {
        block: u32,
        next: u32,
    },
    End {
        block: u32,
    },
}

/// The kinds of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BlockKind {
    /// `;`
    Or,
    /// `->` whose condition only tests: no choice point.
    Test,
    /// `;` of tests in such a condition: no choice point either.
    Tests,
    /// `->` and `\+`
    If,
    /// `*->`
    Soft,
}

/// A block of alternatives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) choice: BlockKind,
    /// The index of its `Open` operation.
    pub(super) open: u32,
    /// The indices of its `Then`, its first `Else`, and its `End`.
    pub(super) then: u32,
    pub(super) first_else: u32,
    pub(super) end: u32,
    /// The slot that remembers the choice point to cut back to.
    pub(super) mark: u32,
    /// The slot for cuts local to the condition, or `NOWHERE`.
    pub(super) local: u32,
    /// True if it has calls or choice points, so that no register keeps its value across it.
    pub(super) breaks: bool,
    /// True if it may run other goals (calls, cuts, pending wake-ups), before which all kept slots are made
    /// valid.
    pub(super) fills: bool,
    /// True if wake-ups may be pending after the operations so far.
    pub(super) binds: bool,
    /// The number of conditions around it.
    pub(super) depth: u32,
    /// The chunk in which it begins.
    pub(super) chunk: u32,
    /// The number of chunks before it began.
    pub(super) chunks: u32,
    /// The last `Else`.
    pub(super) last_else: u32,
    pub(super) in_condition: bool,
    /// True while the condition only tests.
    pub(super) pure: bool,
}

/// Pending work of the first pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum Work {
    Goal {
        goal: NodeId,
        module: Atom,
        barrier: Barrier,
    },
    Then(u32),
    Else(u32),
    End(u32),
    Fail,
}

/// The targets of cuts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Barrier {
    Clause,
    /// The condition of this block.
    Condition(u32),
}

/// No register, no slot.
pub(super) const NONE: u16 = u16::MAX;

/// No chunk, no operation.
pub(super) const NOWHERE: u32 = u32::MAX;

/// One variable of the clause, or a cut barrier, which lives in a slot like a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClauseVar {
    /// The register that holds it now.
    pub(super) x: u16,
    /// Its slot in the present environment.
    pub(super) y: u16,
    /// True if the slot holds it now.
    pub(super) in_y: bool,
    /// True if it outlives a chunk.
    pub(super) permanent: bool,
    /// True if it is a cut barrier.
    pub(super) barrier: bool,
    /// True if it is an argument of the head at a meta-argument's place.
    pub(super) meta: bool,
    /// The chunk of its first occurrence.
    pub(super) chunk: u32,
    /// The last operation with it.
    pub(super) last: u32,
    /// Its argument place in the call `target_of`.
    pub(super) target: u16,
    pub(super) target_of: u32,
    /// Occurrences in the present operation that are still to be compiled.
    pub(super) pending: u32,
    /// Its part of `Compiler::positions`.
    pub(super) start: u32,
    pub(super) count: u32,
}

impl ClauseVar {
    pub(super) const NEW: ClauseVar = ClauseVar {
        x: NONE,
        y: NONE,
        in_y: false,
        permanent: false,
        barrier: false,
        meta: false,
        chunk: NOWHERE,
        last: 0,
        target: NONE,
        target_of: NOWHERE,
        pending: 0,
        start: 0,
        count: 0,
    };
}
