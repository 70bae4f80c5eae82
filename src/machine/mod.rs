//! L2: the abstract machine: cells, heap, stacks, unification, the run loop, the collector.
//!
//! Knows no text, no compiler and no constraints: it calls the [`Extension`] trait, which the
//! builtins implement. Only this folder contains `unsafe`.

mod atom_gc;
pub mod attvar;
pub mod ball;
mod bind;
mod blame;
mod budget;
pub mod builtin;
pub mod cell;
pub mod clauses;
mod compare;
mod compound;
mod continuation;
mod copy;
pub mod cyclic;
pub mod database;
mod depth;
pub mod extension;
mod findall;
mod gc;
pub mod globals;
mod heap;
mod index;
mod keep;
mod known;
pub mod number;
mod ops;
pub mod query;
mod record;
mod region;
mod run;
mod stack;
pub mod tree;
mod trial;
mod unify;
mod variant;

pub use ball::Ball;
pub use cell::{Addr, Cell, Tag};
pub use copy::Attributes;
pub use extension::Extension;
pub use heap::Heap;
pub use query::Outcome;
pub use record::Record;
pub use run::{Interrupt, Limits};

use crate::base::atom::AtomTable;
use crate::base::float_env::FloatEnv;
use crate::code::instr::Instr;
use crate::code::pred::FunctorTable;
use region::Region;
use std::sync::Arc;

/// A place in code.
pub(crate) type Code = *const Instr;

/// How many `X` registers there are; their numbers are 16 bits wide.
const X_REGISTERS: usize = 1 << 16;

/// One Prolog machine: its registers, areas and tables in one struct.
pub struct Machine<X: Extension> {
    /// The heap.
    pub heap: Heap,
    x: Box<[Cell]>,
    /// `HB`: variables older than this are trailed when bound.
    hb: Addr,
    /// `S`, the next argument in read or write mode.
    s: Addr,
    write_mode: bool,
    /// `E`, the newest environment.
    e: u64,
    /// `CP`, where the current clause's continuation goes on.
    cp: Code,
    /// `B`, the newest choice point.
    b: u64,
    /// `B0`, the choice point at the entry of the current clause.
    b0: u64,
    /// The place to go on at, while a body runs outside the dispatch.
    p: Code,
    env: Region,
    choice: Region,
    trail: Region,
    /// The trail's top, `TR`.
    tr: u64,
    /// The extension's own trail mark, copied into every choice point.
    pub ext_mark: u64,
    /// Calls made since the machine was created.
    pub inferences: u64,
    attention: Arc<run::Attention>,
    limits: Limits,
    /// Collect when the heap's top passes this.
    gc_at: Addr,
    /// Collections so far, and the bytes they gave back.
    pub gc_count: u64,
    /// See `gc_count`.
    pub gc_bytes: u64,
    /// Collect atoms when there are this many transient ones.
    atoms_at: usize,
    /// While positive, collections wait.
    forbid_gc: u32,
    /// Continuations of clauses with very many slots.
    counted: rustc_hash::FxHashMap<u16, database::Block>,
    /// Collect at every opportunity, for tests.
    pub gc_stress: bool,
    /// Whether there has ever been an attributed variable; if not, nobody needs to look for one.
    pub has_had_attvars: bool,
    /// Attribute chains whose variables were bound, and the values: work for the next call.
    wake: Vec<(Cell, Cell)>,
    /// Cleanup goals, each with the choice point that guards it, oldest first.
    cleanups: Vec<(Cell, u64)>,
    /// Cleanup goals whose guards were cut, off the heap: backtracking may come before the next call,
    /// which runs them.
    cleanup_due: Vec<Record>,
    ball: Option<Ball>,
    /// The names of this machine.
    pub atoms: AtomTable,
    /// The functors of this machine.
    pub functors: FunctorTable,
    /// Predicates and clauses.
    pub db: database::Database,
    builtins: Vec<builtin::Builtin<X>>,
    globals: globals::Globals,
    findall: Vec<findall::Collection>,
    /// The stack of unification, kept for its room.
    pdl: Vec<(u64, u64, u32)>,
    budgets: budget::Budgets,
    depth: depth::Depth,
    /// Where continuations that programs hold go on: see `continuation.rs`.
    places: continuation::Places,
    /// Cells that Rust code needs to keep over a nested run: see [`Machine::protect`].
    protected: Vec<Cell>,
    known: known::Known,
    evaluables: number::Evaluables,
    /// What floating point does with results that are no floats.
    pub float_env: FloatEnv,
    /// What the layers above keep here.
    pub ext: X,
}

// SAFETY: the raw pointers in a machine (`cp`, `p`, and those in choice points and tables) point
// into code that the same machine owns or that is static; nothing else can reach them.
unsafe impl<X: Extension> Send for Machine<X> {}

impl<X: Extension> Machine<X> {
    /// An empty machine around an extension.
    pub fn new(ext: X) -> Machine<X> {
        let mut functors = FunctorTable::default();
        let mut atoms = AtomTable::new();
        let known = known::Known::new(&mut atoms, &mut functors);
        let evaluables = number::Evaluables::new(&mut atoms);
        let mut m = Machine {
            heap: Heap::new(),
            x: vec![Cell::NIL; X_REGISTERS].into_boxed_slice(),
            hb: 8,
            s: 0,
            write_mode: false,
            e: 0,
            cp: std::ptr::null(),
            b: 0,
            b0: 0,
            p: std::ptr::null(),
            env: Region::new(1 << 16),
            choice: Region::new(1 << 16),
            trail: Region::new(1 << 16),
            tr: 0,
            ext_mark: 0,
            inferences: 0,
            attention: Arc::default(),
            limits: Limits::default(),
            gc_at: 0,
            gc_count: 0,
            gc_bytes: 0,
            atoms_at: 0,
            forbid_gc: 0,
            counted: rustc_hash::FxHashMap::default(),
            gc_stress: false,
            has_had_attvars: false,
            wake: Vec::new(),
            cleanups: Vec::new(),
            cleanup_due: Vec::new(),
            ball: None,
            atoms,
            functors,
            db: database::Database::new(),
            builtins: Vec::new(),
            globals: globals::Globals::default(),
            findall: Vec::new(),
            pdl: Vec::new(),
            budgets: budget::Budgets::default(),
            depth: depth::Depth::default(),
            places: continuation::Places::default(),
            protected: Vec::new(),
            known,
            evaluables,
            float_env: FloatEnv::default(),
            ext,
        };
        m.reset_stacks();
        m.set_gc_threshold();
        m
    }

    /// Register `i`, dereferenced.
    #[inline(always)]
    pub fn x(&self, i: usize) -> Cell {
        self.heap.deref(self.x[i])
    }

    /// Register `i` as it stands.
    #[inline(always)]
    pub(crate) fn reg(&self, i: u16) -> Cell {
        // SAFETY: there are as many registers as a `u16` can number.
        unsafe { *self.x.get_unchecked(i as usize) }
    }

    /// Loads register `i`.
    #[inline(always)]
    pub fn set_x(&mut self, i: u16, c: Cell) {
        // SAFETY: as in `reg`.
        unsafe { *self.x.get_unchecked_mut(i as usize) = c }
    }

    /// Makes a builtin callable from code; its number goes into `builtin` instructions.
    pub fn add_builtin(&mut self, b: builtin::Builtin<X>) -> u32 {
        self.builtins.push(b);
        self.builtins.len() as u32 - 1
    }
}
