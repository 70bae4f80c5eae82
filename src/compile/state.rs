//! The state of the compiler: its buffers, and the clause that is being compiled.

use super::ir::{Block, ClauseVar, Op, Work};
use super::places::GoalRecord;
use super::registers::{RegisterAllocation, UndoEntry};
use crate::base::atom::Atom;
use crate::base::tree::{NodeId, Tree};
use crate::code::instr::{Instr, TypeTest};
use crate::code::pred::{ConstId, Linker};
use rustc_hash::FxHashMap;

/// The reasons why a clause cannot be compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CompileError {
    /// The head is not callable: `type_error(callable, Head)`.
    Head(NodeId),
    /// This part of the body is not callable: `type_error(callable, …)` (ISO 7.6.2).
    Body(NodeId),
    /// The head or a goal has too many arguments: `representation_error(max_arity)`.
    Arity(NodeId),
    /// More variables or nested terms are live at once than there are registers or slots.
    TooManyVariables,
}

/// The compiler of one machine; it reuses its buffers from clause to clause.
#[derive(Default)]
pub(crate) struct Compiler {
    /// The type tests by name, and the evaluables seen so far; filled on first use.
    pub(super) type_tests: FxHashMap<Atom, TypeTest>,
    pub(super) evaluables: FxHashMap<(Atom, u32), Option<u8>>,
    pub(super) vars: Vec<ClauseVar>,
    pub(super) ops: Vec<Op>,
    /// The variables of all operations, in order, one entry for each occurrence.
    pub(super) occs: Vec<u32>,
    pub(super) blocks: Vec<Block>,
    pub(super) works: Vec<Work>,
    /// The cut barriers of conditions with choice points, by depth.
    pub(super) marks: Vec<u32>,
    /// The operations with each variable, sorted; only computed for clauses with branches.
    pub(super) positions: Vec<u32>,
    pub(super) nodes: Vec<NodeId>,
    pub(super) regs: RegisterAllocation,
    pub(super) log: Vec<UndoEntry>,
    pub(super) code: Vec<Instr>,
    /// The notes about goals of arithmetic, which go after the code.
    pub(super) notes: Vec<Instr>,
    /// Buffers of the last pass: the code before it, the new position of each instruction, and those that must not
    /// join the one before them.
    pub(super) fused: Vec<Instr>,
    pub(super) moved: Vec<u32>,
    pub(super) fixed: Vec<bool>,
    pub(super) constants: Vec<ConstId>,
    pub(super) slots: Vec<u32>,
    /// The goals, if they are to be recorded.
    pub(super) record: Option<GoalRecord>,
    pub(super) scratch: PassBuffers,
}

/// Buffers of single steps of the second pass.
#[derive(Default)]
pub(super) struct PassBuffers {
    /// Sub-terms of a head that wait in a register.
    pub(super) pending: Vec<(u16, NodeId)>,
    /// Arguments of `=` to be unified pairwise.
    pub(super) pairs: Vec<(NodeId, NodeId)>,
    /// Open compounds of a term that is being built, and their finished arguments.
    pub(super) frames: Vec<BuildFrame>,
    pub(super) children: Vec<(u32, u16)>,
    pub(super) order: Vec<NodeId>,
    pub(super) labels: Vec<u16>,
    pub(super) moves: Vec<(u16, u16)>,
    pub(super) homes: Vec<(u32, u16)>,
    pub(super) meta: Vec<bool>,
    pub(super) requalified: Vec<u16>,
    /// For each argument, true if it is in its register.
    pub(super) placed: Vec<bool>,
    /// Operands of the expression that is being evaluated.
    pub(super) values: Vec<ArithOperand>,
    pub(super) visits: Vec<ArithStep>,
    /// The blocks around the present operation, the innermost last. The next ones are stacks, too, of which an
    /// [`OpenBlock`] has the lengths at its start.
    pub(super) opens: Vec<OpenBlock>,
    /// Ranges of operations that are not on the present path: the other branches.
    pub(super) exclusions: Vec<(u32, u32)>,
    /// Jumps to the next alternative of a block, whose targets are still to be set.
    pub(super) else_fixes: Vec<u32>,
    /// The same of jumps to the end.
    pub(super) end_fixes: Vec<u32>,
    /// Variables that every branch of a block must create.
    pub(super) joins: Vec<u32>,
    /// Variables with their registers at the end of a block.
    pub(super) homes_at_join: Vec<(u32, u16)>,
}

/// A compound that is being built.
#[derive(Clone, Copy, Debug)]
pub(super) struct BuildFrame {
    pub(super) node: NodeId,
    /// Where its compound arguments start in `scratch.children`.
    pub(super) children: usize,
    /// The number of them that are built or being built.
    pub(super) begun: usize,
}

/// An operand that is ready.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArithOperand {
    /// In a register of its own.
    Held(u16),
    /// A variable or constant, not loaded yet.
    Leaf(NodeId),
}

/// Pending work on an expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArithStep {
    Enter(NodeId),
    Apply(NodeId, u8),
}

/// A block that the walk is inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenBlock {
    /// Length of the log at the start.
    pub(super) log: usize,
    pub(super) else_fixes: usize,
    pub(super) end_fixes: usize,
    pub(super) exclusions: usize,
    pub(super) joins: usize,
    pub(super) homes: usize,
    /// The state at the start.
    pub(super) env: bool,
    pub(super) built: u32,
    pub(super) wake_ups_pending: bool,
    /// The state at the join, over all branches so far.
    pub(super) built_out: u32,
    pub(super) wake_ups_pending_out: bool,
    pub(super) reached: bool,
    /// Where the present part ends.
    pub(super) next: u32,
}

/// Restrictions that a first attempt at this clause found necessary.
#[derive(Clone, Copy, Default)]
pub(super) struct RetryFlags {
    /// A jump of 16 bits did not reach: all such jumps go through one of 32 bits.
    pub(super) far: bool,
    /// An `is/2` in a condition has a variable that was initialised before: such conditions get a
    /// choice point.
    pub(super) strict: bool,
}

/// One clause being compiled.
pub(super) struct ClauseState<'a> {
    pub(super) tree: &'a Tree,
    pub(super) linker: &'a mut dyn Linker,
    pub(super) module: Atom,
    pub(super) c: &'a mut Compiler,
    pub(super) retry_flags: RetryFlags,
    pub(super) retry: Option<RetryFlags>,
    pub(super) overflow: bool,
    // ---- first pass ----
    /// The present goal.
    pub(super) goal: NodeId,
    pub(super) chunk: u32,
    pub(super) chunks: u32,
    pub(super) level: u32,
    pub(super) cells: u32,
    pub(super) has_nested_args: bool,
    /// The number of occurrences that belong to operations.
    pub(super) scanned: u32,
    /// True if the present `is/2` gives a variable its first value.
    pub(super) fresh_result: bool,
    // ---- second pass ----
    /// The index of the present operation.
    pub(super) at: u32,
    /// True if the code position cannot be reached.
    pub(super) dead: bool,
    /// True if the clause has an environment now.
    pub(super) env: bool,
    /// True if wake-up goals may be pending.
    pub(super) wake_ups_pending: bool,
    /// True if a failing test jumps to the else branch of the innermost block.
    pub(super) in_condition: bool,
    /// Cells built since the last call.
    pub(super) built: u32,
    /// The call that ends the present chunk.
    pub(super) ending_call: u32,
    /// In a clause without branches: no slot from this one on is used again, and all slots below
    /// `filled_below` are valid.
    pub(super) used_below: u16,
    pub(super) filled_below: u16,
    /// Registers below this one are reserved for the arguments of that call.
    pub(super) floor: u16,
}

impl<'a> ClauseState<'a> {
    /// The state before the first pass over the clause with this head.
    pub(super) fn new(
        c: &'a mut Compiler,
        tree: &'a Tree,
        linker: &'a mut dyn Linker,
        module: Atom,
        head: NodeId,
    ) -> ClauseState<'a> {
        ClauseState {
            tree,
            linker,
            module,
            c,
            retry_flags: RetryFlags::default(),
            retry: None,
            overflow: false,
            goal: head,
            chunk: 0,
            chunks: 0,
            level: 0,
            cells: 0,
            has_nested_args: false,
            scanned: 0,
            fresh_result: false,
            at: 0,
            dead: false,
            env: false,
            wake_ups_pending: false,
            in_condition: false,
            built: 0,
            ending_call: u32::MAX,
            used_below: 0,
            filled_below: 0,
            floor: 0,
        }
    }
}
