//! L2: from a clause as a term to its instructions.
//!
//! Two passes. `goal` flattens the body into a tape of operations and notes where each variable
//! occurs; a variable that occurs in two chunks (runs of code between real calls) is permanent.
//! `emit` walks the tape once, keeping track of where each variable is: registers are allocated
//! as the walk goes, so that no later pass has to repair them. Branches undo the bookkeeping of
//! their siblings from a log. Knows no machine; names become numbers through [`Linker`].

mod arith;
mod build;
mod call;
mod condition;
mod emit;
mod goal;
mod regs;
mod tape;
mod unify;
mod vars;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_interp;
#[cfg(test)]
mod tests_run;

use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::instr::{Instr, TypeTest};
use crate::code::pred::{ClauseCode, ConstId, Key, Linker};
use regs::{Registers, Undo};
use rustc_hash::FxHashMap;
use tape::{Block, Op, Work};
use vars::Var;

/// Why a clause cannot be compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// The head is not callable: `type_error(callable, Head)`.
    Head(NodeId),
    /// This part of the body is not callable: `type_error(callable, …)` (ISO 7.6.2).
    Body(NodeId),
    /// The head or a goal has too many arguments: `representation_error(max_arity)`.
    Arity(NodeId),
    /// More variables or nested terms are live at once than there are registers or slots.
    TooManyVariables,
}

pub use crate::code::pred::MAX_ARITY;

/// The greatest integer that fits a cell.
const MAX_SMALL: i64 = (1 << 60) - 1;
/// The least integer that fits a cell.
const MIN_SMALL: i64 = -(1 << 60);

/// The compiler of one machine: its buffers live on from clause to clause.
#[derive(Default)]
pub struct Compiler {
    /// The type tests by name, and the evaluables seen so far; filled on first use.
    type_tests: FxHashMap<Atom, TypeTest>,
    evaluables: FxHashMap<(Atom, u32), Option<u8>>,
    vars: Vec<Var>,
    ops: Vec<Op>,
    /// The variables of all operations, in order, one entry for each occurrence.
    occs: Vec<u32>,
    blocks: Vec<Block>,
    works: Vec<Work>,
    /// The barriers of hard conditions, by depth.
    marks: Vec<u32>,
    /// Where each variable occurs, sorted; only made for clauses with branches.
    positions: Vec<u32>,
    nodes: Vec<NodeId>,
    regs: Registers,
    log: Vec<Undo>,
    code: Vec<Instr>,
    /// What is said of goals of arithmetic behind the code.
    origins: Vec<Instr>,
    constants: Vec<ConstId>,
    slots: Vec<u32>,
    scratch: Scratch,
}

/// Buffers of single steps of the second pass.
#[derive(Default)]
struct Scratch {
    /// Sub-terms of a head that wait in a register.
    pending: Vec<(u16, NodeId)>,
    /// Arguments of `=` to be unified pairwise.
    pairs: Vec<(NodeId, NodeId)>,
    /// Open compounds of a term that is being built, and their finished arguments.
    frames: Vec<build::Frame>,
    kids: Vec<(u32, u16)>,
    order: Vec<NodeId>,
    labels: Vec<u16>,
    moves: Vec<(u16, u16)>,
    homes: Vec<(u32, u16)>,
    meta: Vec<bool>,
    late: Vec<u16>,
    /// Which arguments are in their registers.
    placed: Vec<bool>,
    /// Operands of the expression that is being evaluated.
    values: Vec<arith::Value>,
    visits: Vec<arith::Visit>,
    opens: Vec<emit::Open>,
    exclusions: Vec<(u32, u32)>,
    else_fixes: Vec<u32>,
    end_fixes: Vec<u32>,
    joins: Vec<u32>,
    homes_at_join: Vec<(u32, u16)>,
}

/// Choices that a first attempt found to be wrong for this clause.
#[derive(Clone, Copy, Default)]
struct Caution {
    /// A jump of 16 bits did not reach: all such jumps go through a long one.
    far: bool,
    /// An `is/2` in a condition met a variable that had to be initialised before: such
    /// conditions get a choice point.
    strict: bool,
}

/// One clause being compiled.
struct Clause<'a> {
    tree: &'a Tree,
    linker: &'a mut dyn Linker,
    module: Atom,
    c: &'a mut Compiler,
    caution: Caution,
    redo: Option<Caution>,
    overflow: bool,
    // ---- first pass ----
    chunk: u32,
    chunks: u32,
    level: u32,
    cells: u32,
    bushy: bool,
    /// How many occurrences belong to operations on the tape.
    scanned: u32,
    /// Whether the `is/2` at hand gives a variable its first value.
    fresh_result: bool,
    // ---- second pass ----
    /// The operation at hand.
    at: u32,
    /// Whether the code position cannot be reached.
    dead: bool,
    /// Whether the clause has an environment now.
    env: bool,
    /// Whether wake-up goals may be pending.
    dirty: bool,
    /// Whether a failing test jumps to the else branch of the innermost block.
    in_condition: bool,
    /// Cells built since the last call.
    built: u32,
    /// The call that ends the present chunk.
    closer: u32,
    /// In a clause without branches: no slot from here on is used again, and all below the other hold
    /// something.
    trim: u16,
    filled: u16,
    /// Registers below are left to the arguments of that call.
    floor: u16,
}

/// Compiles one clause with a fresh [`Compiler`]; see [`Compiler::compile`].
pub fn compile_clause(
    tree: &Tree,
    head: NodeId,
    body: Option<NodeId>,
    module: Atom,
    linker: &mut dyn Linker,
) -> Result<ClauseCode, CompileError> {
    Compiler::default().compile(tree, head, body, module, linker)
}

impl Compiler {
    /// A compiler for one machine: it remembers atoms of that machine.
    pub fn new() -> Compiler {
        Compiler::default()
    }

    /// Forgets the names that it remembers: due when atoms have been collected, because their
    /// numbers may come to stand for other names.
    pub fn forget_atoms(&mut self) {
        self.type_tests.clear();
        self.evaluables.clear();
    }

    /// Compiles the clause `head :- body`, or the fact `head`, of `module`.
    ///
    /// # Errors
    /// If the head or a part of the body is not callable, or the clause exceeds a limit.
    pub fn compile(
        &mut self,
        tree: &Tree,
        head: NodeId,
        body: Option<NodeId>,
        module: Atom,
        linker: &mut dyn Linker,
    ) -> Result<ClauseCode, CompileError> {
        self.constants.clear();
        let mut caution = Caution::default();
        loop {
            let mut clause = Clause {
                tree,
                linker,
                module,
                c: self,
                caution,
                redo: None,
                overflow: false,
                chunk: 0,
                chunks: 0,
                level: 0,
                cells: 0,
                bushy: false,
                scanned: 0,
                fresh_result: false,
                at: 0,
                dead: false,
                env: false,
                dirty: false,
                in_condition: false,
                built: 0,
                closer: u32::MAX,
                trim: 0,
                filled: 0,
                floor: 0,
            };
            clause.analyse(head, body)?;
            clause.emit(head);
            if let Some(again) = clause.redo {
                caution = again;
                continue;
            }
            if clause.overflow {
                return Err(CompileError::TooManyVariables);
            }
            self.code.append(&mut self.origins);
            let keys = tree
                .args(head)
                .iter()
                .map(|&a| key(tree, a, linker))
                .collect();
            return Ok(ClauseCode {
                code: self.code.as_slice().into(),
                keys,
                constants: self.constants.as_slice().into(),
            });
        }
    }

    /// Forgets the last clause.
    fn reset(&mut self, vars: usize) {
        self.vars.clear();
        self.vars.resize(vars, Var::NEW);
        self.ops.clear();
        self.occs.clear();
        self.blocks.clear();
        self.works.clear();
        self.marks.clear();
        self.positions.clear();
        self.nodes.clear();
        self.regs.clear();
        self.log.clear();
        self.code.clear();
        self.origins.clear();
        self.slots.clear();
        let s = &mut self.scratch;
        s.pending.clear();
        s.pairs.clear();
        s.frames.clear();
        s.kids.clear();
        s.moves.clear();
        s.homes.clear();
        s.values.clear();
        s.visits.clear();
        s.opens.clear();
        s.exclusions.clear();
        s.else_fixes.clear();
        s.end_fixes.clear();
        s.joins.clear();
        s.homes_at_join.clear();
    }
}

/// An integer that fits a cell.
fn small(i: &Int) -> Option<i64> {
    i.to_i64().filter(|i| (MIN_SMALL..=MAX_SMALL).contains(i))
}

/// Whether the node is a number that does not fit a cell.
fn is_boxed(n: &Node) -> bool {
    match n {
        Node::Int(i) => small(i).is_none(),
        Node::Float(_) | Node::Rat(_) => true,
        _ => false,
    }
}

/// The index key of a head argument.
pub fn key(tree: &Tree, arg: NodeId, linker: &mut dyn Linker) -> Key {
    match tree.node(arg) {
        Node::Var(_) => Key::Any,
        Node::Atom(a) => Key::Atom(*a),
        Node::Int(i) => small(i).map_or(Key::Number, Key::Int),
        Node::Float(_) | Node::Rat(_) => Key::Number,
        Node::Compound {
            name: atoms::DOT,
            arity: 2,
            ..
        } => Key::List,
        Node::Compound { name, arity, .. } => Key::Struct(linker.functor(*name, *arity)),
    }
}
