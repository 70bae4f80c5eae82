//! A new machine: empty areas, and the predicates that the machine itself defines.

use super::fixed_code::{
    CALL_BODY, CALLS, CATCH, CURRENT_LEVEL, CUT_TO, ENGINE_NEXT, ENGINE_YIELD, FIXED, HALT,
    HALT_FAIL,
};
use super::stacks::field;
use crate::base::atom::{AtomTable, atoms};
use crate::base::float_env::FloatEnv;
use crate::code::pred::FunctorTable;
use crate::machine::builtin::Builtin;
use crate::machine::database::store::Database;
use crate::machine::memory::registers::Registers;
use crate::machine::memory::word_stack::WordStack;
use crate::machine::state::backtrace::Backtraces;
use crate::machine::state::collector_work::CollectorWork;
use crate::machine::state::cycle_watch::CycleWatch;
use crate::machine::state::engines::Engines;
use crate::machine::state::evaluables::Evaluables;
use crate::machine::state::functors::WellKnown;
use crate::machine::state::global_values::Globals;
use crate::machine::state::limits::{Account, CallLimits, DepthLimit, Limits};
use crate::machine::state::machine::CapturedAddresses;
use crate::machine::state::occurs_check::OccursCheck;
use crate::machine::state::pause::Pausing;
use crate::machine::state::timer::Timer;
use crate::machine::state::tracing::TracingHook;
use crate::machine::state::undo_goals::UndoGoals;
use crate::machine::{Code, Extension, Heap, Machine};
use std::sync::Arc;

/// The tables of a machine that depend on its program alone.
struct BootTables<X> {
    atoms: AtomTable,
    functors: FunctorTable,
    db: Database,
    builtins: Vec<Builtin<Machine<X>>>,
    globals: Globals,
    well_known: WellKnown,
    evaluables: Evaluables,
}

impl<X: Extension> Machine<X> {
    /// An empty machine around an extension.
    pub(crate) fn new(ext: X) -> Machine<X> {
        let mut functors = FunctorTable::default();
        let mut atoms = AtomTable::new();
        let tables = BootTables {
            well_known: WellKnown::new(&mut functors),
            evaluables: Evaluables::new(&mut atoms),
            atoms,
            functors,
            db: Database::new(),
            builtins: Vec::new(),
            globals: Globals::default(),
        };
        Machine::with_tables(ext, tables)
    }

    /// A machine with the same names, predicates, clauses and global values, and an extension of its own. This
    /// machine must not be running a goal.
    ///
    /// Clauses never change, so both machines use the same ones. Names and lists of predicates and clauses are shared
    /// page by page until one of the machines changes them. Heap and stacks are new: they hold only the garbage of
    /// finished goals.
    pub(crate) fn fork(&self, ext: X) -> Machine<X> {
        debug_assert!(
            self.b == 0 && self.protected.is_empty(),
            "a goal is running"
        );
        self.fork_running(ext)
    }

    /// As [`Machine::fork`], of a machine that may be running a goal. Running changes none of the data that the two
    /// machines share, and code to which the stacks of this machine refer stays alive in this machine.
    pub(crate) fn fork_running(&self, ext: X) -> Machine<X> {
        let tables = BootTables {
            atoms: self.atoms.clone(),
            functors: self.functors.clone(),
            db: self.db.fork(),
            builtins: self.builtins.clone(),
            globals: self.globals.fork(),
            well_known: self.well_known.clone(),
            evaluables: self.evaluables.clone(),
        };
        self.with_settings(Machine::with_tables(ext, tables))
    }

    /// A machine with the same builtins and global values that gets the program of this one:
    /// see [`Machine::enter_program`].
    pub(crate) fn companion(&self, ext: X) -> Machine<X> {
        let tables = BootTables {
            atoms: AtomTable::default(),
            functors: FunctorTable::default(),
            db: Database::new(),
            builtins: self.builtins.clone(),
            globals: self.globals.fork(),
            well_known: self.well_known.clone(),
            evaluables: self.evaluables.clone(),
        };
        self.with_settings(Machine::with_tables(ext, tables))
    }

    /// A new machine with the limits and flags of this one.
    fn with_settings(&self, mut m: Machine<X>) -> Machine<X> {
        m.limits = self.limits.clone();
        m.float_env = self.float_env;
        m.occurs_check = self.occurs_check;
        #[cfg(native_tier)]
        {
            m.native.gate = self.native.gate.clone();
        }
        m.set_gc_threshold();
        m
    }

    /// Takes over the signals of another machine, which is about to be dropped: its interrupt handles then interrupt
    /// this one.
    pub(crate) fn take_signals(&mut self, other: &mut Machine<X>) {
        std::mem::swap(&mut self.signals, &mut other.signals);
        std::mem::swap(&mut self.timer, &mut other.timer);
        self.set_limits(other.limits.clone());
        self.set_gc_threshold();
    }

    fn with_tables(ext: X, tables: BootTables<X>) -> Machine<X> {
        let mut m = Machine::with_empty_areas(ext, tables);
        m.reset_stacks();
        m.set_gc_threshold();
        m
    }

    /// A machine whose stacks have no bottom yet.
    fn with_empty_areas(ext: X, tables: BootTables<X>) -> Machine<X> {
        Machine {
            heap: Heap::new(),
            x: Registers::new(),
            hb: 8,
            s: 0,
            write_mode: false,
            occurs_check: OccursCheck::False,
            e: 0,
            cp: std::ptr::null(),
            b: 0,
            b0: 0,
            p: std::ptr::null(),
            env: WordStack::in_parts(1 << 16),
            choice: WordStack::new(1 << 16),
            trail: WordStack::new(1 << 16),
            tr: 0,
            ext_mark: 0,
            inferences: 0,
            signals: Arc::default(),
            timer: Timer::default(),
            limits: Limits::default(),
            account: Account::default(),
            gc_at: 0,
            collector_work: CollectorWork::default(),
            forbid_gc: 0,
            slot_continuations: rustc_hash::FxHashMap::default(),
            wake: Vec::new(),
            cleanups: Vec::new(),
            cleanup_due: Vec::new(),
            undo_goals: UndoGoals::default(),
            ball: None,
            backtraces: Backtraces::default(),
            atoms: tables.atoms,
            functors: tables.functors,
            db: tables.db,
            builtins: tables.builtins,
            globals: tables.globals,
            engines: Engines::default(),
            pausing: Pausing::default(),
            findall: Vec::new(),
            pdl: Vec::new(),
            called: None,
            interrupted_in: Vec::new(),
            call_limits: CallLimits::default(),
            counts: None,
            depth_limit: DepthLimit::default(),
            cycles: CycleWatch::default(),
            tracing: TracingHook::default(),
            captured: CapturedAddresses::default(),
            protected: Vec::new(),
            sharing: None,
            well_known: tables.well_known,
            evaluables: tables.evaluables,
            float_env: FloatEnv::default(),
            #[cfg(native_tier)]
            native: Default::default(),
            ext,
        }
    }

    /// Empties the stacks: one choice point at the bottom, one environment.
    pub(in crate::machine) fn reset_stacks(&mut self) {
        self.set_bottom(HALT[1..].as_ptr(), HALT_FAIL.as_ptr());
        if self.db.preds().next().is_none() {
            self.make_fixed();
        }
    }

    /// Empties the stacks: one environment, and one choice point with this alternative at the bottom.
    pub(in crate::machine) fn set_bottom(&mut self, continuation: Code, alternative: Code) {
        self.e = 0;
        self.env.set(0, 0);
        self.env.set(8, continuation as u64);
        self.cp = continuation;
        self.b = 0;
        self.b0 = 0;
        self.tr = 0;
        for (f, w) in [
            (field::E, 0),
            (field::CP, self.cp as u64),
            (field::TR, 0),
            (field::H, self.heap.top()),
            (field::ENV_TOP, crate::machine::control::stacks::ENV_HEADER),
            (field::EXT, 0),
            (field::BP, alternative as u64),
            (field::POS, 0),
            (field::PREV, 0),
            (field::N, 0),
        ] {
            self.choice.set(f, w);
        }
        self.hb = self.heap.top();
    }

    fn make_fixed(&mut self) {
        for &(name, arity) in FIXED {
            self.control_pred(name, arity);
        }
        for (i, code) in CALLS.iter().enumerate() {
            let p = self.control_pred("call", i as u32 + 1);
            self.db.set_control(p, code);
        }
        for (name, arity, code) in [
            ("$body", 3, &CALL_BODY[..]),
            ("catch", 3, &CATCH[..]),
            ("$cut", 1, &CUT_TO[..]),
            ("$level", 1, &CURRENT_LEVEL[..]),
            ("$engine_next", 2, &ENGINE_NEXT[..]),
            ("$engine_yield", 1, &ENGINE_YIELD[..]),
        ] {
            let p = self.control_pred(name, arity);
            self.db.set_control(p, code);
        }
    }

    fn control_pred(&mut self, name: &str, arity: u32) -> crate::code::pred::PredId {
        let a = self.atoms.intern(name);
        let f = self.functors.intern(a, arity);
        let p = self.db.pred_id(atoms::SYSTEM, f, a, arity);
        self.db.pred_mut(p).properties.protected = true;
        p
    }
}
