//! The machine: its registers, areas and tables in one struct.

use super::backtrace::Backtraces;
use super::ball::Ball;
use super::builtin::{ArgumentCheck, Builtin};
use super::collections::Collection;
use super::collector_work::CollectorWork;
use super::counts::Counts;
use super::cycle_watch::CycleWatch;
use super::due_cleanup::DueCleanup;
use super::engines::Engines;
use super::evaluables::Evaluables;
use super::functors::WellKnown;
use super::global_values::Globals;
use super::limits::{Account, CallLimits, DepthLimit, Limits};
#[cfg(native_tier)]
use super::native::NativeState;
use super::occurs_check::OccursCheck;
use super::pause::Pausing;
use super::shared_program::Sharing;
use super::signals::SignalWord;
use super::timer::Timer;
use super::tracing::TracingHook;
use super::undo_goals::UndoGoals;
use crate::base::atom::AtomTable;
use crate::base::float_env::FloatEnv;
use crate::code::pred::FunctorTable;
use crate::code::pred::PredId;
use crate::machine::database::code_block::{Code, CodeBlock};
use crate::machine::database::store::Database;
use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::memory::heap::Heap;
use crate::machine::memory::registers::Registers;
use crate::machine::memory::word_stack::WordStack;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The code addresses at which captured continuations resume, each with the slots that hold levels
/// there.
pub(in crate::machine) type CapturedAddresses = FxHashMap<u64, Box<[u16]>>;

/// One Prolog machine: its registers, areas and tables in one struct.
pub(crate) struct Machine<X> {
    /// The heap.
    pub heap: Heap,
    pub(in crate::machine) x: Registers,
    /// `HB`: variables older than this are trailed when bound.
    pub(in crate::machine) hb: Addr,
    /// `S`, the next argument in read or write mode.
    pub(in crate::machine) s: Addr,
    pub(in crate::machine) write_mode: bool,
    /// The flag `occurs_check`.
    pub occurs_check: OccursCheck,
    /// `E`, the newest environment.
    pub(in crate::machine) e: u64,
    /// `CP`, the continuation of the current clause.
    pub(in crate::machine) cp: Code,
    /// `B`, the newest choice point.
    pub(in crate::machine) b: u64,
    /// `B0`, the choice point at the entry of the current clause.
    pub(in crate::machine) b0: u64,
    /// `P`, while a body runs outside the dispatch.
    pub(in crate::machine) p: Code,
    pub(in crate::machine) env: WordStack,
    pub(in crate::machine) choice: WordStack,
    pub(in crate::machine) trail: WordStack,
    /// The trail's top, `TR`.
    pub(in crate::machine) tr: u64,
    /// The extension's own trail mark, copied into every choice point.
    pub ext_mark: u64,
    /// Calls made since the machine was created.
    pub inferences: u64,
    pub(in crate::machine) signals: Arc<SignalWord>,
    pub(in crate::machine) timer: Timer,
    pub(in crate::machine) limits: Limits,
    /// See [`Machine::check_room`].
    pub(in crate::machine) account: Account,
    /// The heap top at which the next collection is due.
    pub(in crate::machine) gc_at: Addr,
    /// The work of the collector so far.
    pub collector_work: CollectorWork,
    /// Collections are postponed while this is positive.
    pub(in crate::machine) forbid_gc: u32,
    /// Continuations that state a number of live slots, for clauses with very many slots.
    pub(in crate::machine) slot_continuations: FxHashMap<u16, CodeBlock>,
    /// Attribute chains of variables that were bound, with the values: reported at the next call.
    pub(in crate::machine) wake: Vec<(Cell, Cell)>,
    /// Cleanup goals of `setup_call_cleanup/3`, each with the choice point that guards it, oldest
    /// first.
    pub(in crate::machine) cleanups: Vec<(Cell, u64)>,
    /// Cleanup goals whose guards are gone. They run at the next call.
    pub(in crate::machine) cleanup_due: Vec<DueCleanup>,
    /// The goals of `undo/1`. Those that are undone run like cleanup goals that are due.
    pub(in crate::machine) undo_goals: UndoGoals,
    pub(in crate::machine) ball: Option<Ball>,
    pub(in crate::machine) backtraces: Backtraces,
    pub(in crate::machine) pausing: Pausing,
    /// The names of this machine.
    pub atoms: AtomTable,
    /// The functors of this machine.
    pub functors: FunctorTable,
    /// Predicates and clauses.
    pub db: Database,
    pub(in crate::machine) builtins: Vec<Builtin<Machine<X>>>,
    pub(in crate::machine) globals: Globals,
    /// The engines, and the areas of what waits for their answers.
    pub(in crate::machine) engines: Engines,
    pub(in crate::machine) findall: Vec<Collection>,
    /// The stack of unification, kept for reuse.
    pub(in crate::machine) pdl: Vec<(u64, u64, u32)>,
    /// The predicate that was called when the machine last polled.
    pub(in crate::machine) called: Option<PredId>,
    /// See [`Machine::interrupted_in`].
    pub(in crate::machine) interrupted_in: Vec<PredId>,
    pub(in crate::machine) call_limits: CallLimits,
    /// The counts of the running goal, if it is counted.
    pub(in crate::machine) counts: Option<Box<Counts>>,
    pub(in crate::machine) depth_limit: DepthLimit,
    /// See [`Machine::watch_call`].
    pub(in crate::machine) cycles: CycleWatch,
    /// See [`Machine::divert_calls`].
    pub(in crate::machine) tracing: TracingHook,
    /// See [`CapturedAddresses`].
    pub(in crate::machine) captured: CapturedAddresses,
    /// Cells that Rust code keeps across a nested run: see [`Machine::protect`].
    pub(in crate::machine) protected: Vec<Cell>,
    pub(in crate::machine) well_known: WellKnown,
    pub(in crate::machine) evaluables: Evaluables,
    /// The treatment of floating-point results that are not finite numbers.
    pub float_env: FloatEnv,
    #[cfg(native_tier)]
    pub(in crate::machine) native: NativeState,
    /// The program that this machine shares with those of other threads, if there are any.
    pub(in crate::machine) sharing: Option<Box<Sharing<X>>>,
    /// The state of the layers above.
    pub ext: X,
}

// SAFETY: the raw pointers in a machine (`cp`, `p`, and those in choice points and tables) point
// into code that the same machine owns or that is static; nothing else can reach them.
unsafe impl<X: Send> Send for Machine<X> {}

impl<X> Machine<X> {
    /// Register `i`, dereferenced.
    #[inline(always)]
    pub(crate) fn x(&self, i: usize) -> Cell {
        self.heap.deref(self.x[i])
    }

    /// Register `i`, not dereferenced.
    #[inline(always)]
    pub(crate) fn reg(&self, i: u16) -> Cell {
        // SAFETY: there are as many registers as a `u16` can number.
        unsafe { *self.x.as_ptr().add(i as usize) }
    }

    /// Loads register `i`.
    #[inline(always)]
    pub(crate) fn set_x(&mut self, i: u16, c: Cell) {
        // SAFETY: as in `reg`.
        unsafe { *self.x.as_mut_ptr().add(i as usize) = c }
    }

    /// Makes room for so many more builtins.
    pub(crate) fn reserve_builtins(&mut self, count: usize) {
        self.builtins.reserve(count);
    }

    /// Makes a builtin callable from code; its number goes into `builtin` instructions.
    pub(crate) fn add_builtin(&mut self, b: Builtin<Machine<X>>) -> u32 {
        self.builtins.push(b);
        self.builtins.len() as u32 - 1
    }

    /// The checks of a builtin's arguments.
    pub(crate) fn argument_checks(&self, b: u32) -> &[ArgumentCheck] {
        &self.builtins[b as usize].checks
    }
}
