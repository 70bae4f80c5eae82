//! The implementation of [`Extension`]: the calls of the machine to the layers above it.

use crate::base::atom::{Atom, atoms};
use crate::base::evaluable::EvalContext;
use crate::code::pred::{ClauseCode, PredId};
use crate::machine::database::{ClauseId, PredicateKind};
use crate::machine::{Ball, Cell, CopiedConstraints, Extension, Machine};
use crate::system::flags::Unknown;
use crate::system::load::{self};
use crate::system::solver::{ConstraintSolver, Solver, SolverState};
use crate::system::streams::{self, USER_ERROR};
use crate::system::{
    System, Vm, compile_env, cycle_report, dialect_errors, library, modules, reporting, resolve,
    term_compiler, threads,
};
use std::any::Any;

impl Extension for System {
    fn undo(&mut self, mark: u64) {
        Solver::undo(&mut self.clpz, mark);
    }

    fn bound(vm: &mut Vm, atts: Cell, value: Cell) -> Result<Option<bool>, Ball> {
        Solver::bound(vm, atts, value)
    }

    fn undefined(vm: &mut Machine<System>, pred: PredId) -> Result<Option<PredId>, Ball> {
        resolve::resolve_undefined(vm, pred)
    }

    fn compile_clause(vm: &mut Vm, clause: ClauseId) -> Result<ClauseCode, Ball> {
        term_compiler::compiled_clause(vm, clause)
    }

    fn unknown_fails(vm: &mut Machine<System>, pred: PredId) -> bool {
        unknown_fails(vm, pred)
    }

    fn meta_arguments(vm: &mut Machine<System>, caller: Atom, pred: PredId) -> Option<Vec<bool>> {
        let p = vm.db.pred(pred);
        let (module, name, arity) = (p.module, p.name, p.arity);
        if p.kind == PredicateKind::Undefined || p.properties.deferred {
            // It may belong to a library that is not loaded yet.
            library::ensure_index(vm);
        }
        // Goals without a module are those of `user`, also where a library calls them.
        if vm.ext.modules.is_library(caller)
            || caller == atoms::USER && vm.ext.modules.is_library(module)
        {
            return None;
        }
        modules::meta_specifiers(vm, module, name, arity, compile_env::carries_module)
    }

    fn callers_qualify_arguments(vm: &Machine<System>, pred: PredId) -> bool {
        // The library index is made before any call is compiled.
        vm.ext.modules.is_library(vm.db.pred(pred).module)
    }

    fn reclaim(&mut self, newest: u64, is_marked: &dyn Fn(Cell) -> bool) -> Option<u64> {
        Solver::reclaim(&mut self.clpz, newest, is_marked)
    }

    fn exchange(&mut self, entered: Option<Box<dyn Any + Send>>) -> Option<Box<dyn Any + Send>> {
        let entered = entered.and_then(|state| state.downcast::<SolverState>().ok());
        let spare = &mut self.spare_constraints;
        let mut other = entered.or_else(|| spare.take()).unwrap_or_default();
        Solver::exchange(&mut self.clpz, &mut other);
        if Solver::is_empty(&other) {
            self.spare_constraints = Some(other);
            return None;
        }
        Some(other)
    }

    fn exchange_program(&mut self, other: &mut System) {
        std::mem::swap(&mut self.modules, &mut other.modules);
        self.loader.exchange_program(&mut other.loader);
        self.streams.exchange_program(&mut other.streams);
        self.host.exchange_program(&mut other.host);
        std::mem::swap(&mut self.threads.local, &mut other.threads.local);
    }

    fn thread_local(&self) -> &[PredId] {
        &self.threads.local
    }

    fn check_copied(vm: &mut Vm, term: Cell) -> Result<(), Ball> {
        Solver::check_copied(vm, term)
    }

    fn constraints_of(vm: &mut Vm, term: Cell) -> Option<CopiedConstraints> {
        Solver::constraints_of(vm, term)
    }

    fn constrain_copy(
        vm: &mut Vm,
        copy: Cell,
        constraints: &CopiedConstraints,
    ) -> Result<(), Ball> {
        Solver::constrain_copy(vm, copy, constraints)
    }

    fn error_of_dialect(vm: &mut Vm, ball: Cell) -> Cell {
        dialect_errors::in_dialect(vm, ball)
    }

    fn roots(&mut self, visit: &mut dyn FnMut(&mut Cell)) {
        Solver::roots(&mut self.clpz, visit);
    }

    fn records(&self, visit: &mut dyn FnMut(&crate::machine::Record)) {
        Solver::records(&self.clpz, visit);
        self.flags.records(visit);
        self.tables.records(visit);
        let threads = self.threads.at_exit.iter().chain(&self.threads.blocked);
        threads.for_each(&mut *visit);
        self.loader.records(visit);
    }

    fn atoms(&self, visit: &mut dyn FnMut(Atom)) {
        self.modules.atoms(visit);
        self.loader.tabled.values().for_each(|&a| visit(a));
    }

    fn bytes(&self) -> u64 {
        self.streams.bytes() + self.tables.bytes + self.flags.bytes + self.threads.bytes()
    }

    fn constraint_bytes(&self) -> u64 {
        self.clpz.bytes()
    }

    fn propagations(&self) -> u64 {
        self.clpz.counters().propagations
    }

    fn written(&self) -> u64 {
        self.streams.written()
    }

    fn readings(&self) -> u64 {
        self.environment.readings
    }

    fn is_alone(&self) -> bool {
        self.threads.is_alone()
    }

    fn report(vm: &mut Vm) {
        threads::run::run_signals(vm);
        reporting::report(vm);
    }

    fn is_known_to_programs(vm: &Vm, p: PredId) -> bool {
        super::explain::is_known_to_programs(vm, p)
    }

    fn cycle_found(vm: &mut Vm, round: &[PredId], called: PredId, is_last: bool) -> bool {
        cycle_report::report_cycle(vm, round, called, is_last)
    }

    fn atoms_swept(&mut self) {
        self.loader.compiler.forget_atoms();
        // They have atoms of their own.
        self.clause_texts = None;
        self.loader.last_unknown = None;
    }

    fn eval_context(&mut self) -> &mut dyn EvalContext {
        &mut self.environment
    }
}

/// Returns true if calling an unknown procedure fails (flag `unknown`, ISO 7.11.2.4), possibly with
/// a warning.
pub(crate) fn unknown_fails(vm: &mut Vm, p: PredId) -> bool {
    match vm.ext.flags.unknown {
        Unknown::Error => {
            let unknown = vm.db.pred(p);
            vm.ext.loader.last_unknown = Some((unknown.module, unknown.name, unknown.arity));
            false
        }
        Unknown::Fail => true,
        Unknown::Warning => {
            let text = format!(
                "warning: unknown procedure {}\n",
                load::indicator_text(vm, p)
            );
            // A warning that cannot be written must not become an error.
            let _ = streams::write_text(vm, USER_ERROR, &text);
            true
        }
    }
}
