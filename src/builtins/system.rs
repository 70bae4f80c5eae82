//! What the builtins keep in a machine: streams, flags, modules, the loader, constraints.

use super::{
    Vm, children, clauses, flags, library, linker, load, modules, os, streams, tables, time_zone,
};
use crate::base::atom::{Atom, atoms};
use crate::base::evaluable::EvalContext;
use crate::clpz;
use crate::code::pred::PredId;
use crate::machine::database::Kind;
use crate::machine::{Ball, Cell, Extension, Machine};
use rustc_hash::FxHashMap;

/// The extension of Horn's own machines.
#[derive(Default)]
pub struct System {
    /// Deterministic builtins that compiled code runs in line.
    pub inline: FxHashMap<PredId, u32>,
    /// Open streams.
    pub streams: streams::Streams,
    /// Prolog flags.
    pub flags: flags::Flags,
    /// Modules: operators, exports, imports.
    pub modules: modules::Modules,
    /// Files loaded and being loaded.
    pub loader: load::Loader,
    /// Constraints over integers.
    pub clpz: clpz::Clpz,
    /// The answers of tabled predicates.
    pub tables: tables::Tables,
    /// Room for clauses that are being asserted.
    pub asserting: clauses::Scratch,
    /// Clocks and random numbers.
    pub clock: os::Clock,
    /// The local time zone.
    pub zone: time_zone::Zone,
    /// Programs that run beside this one.
    pub children: children::Children,
}

impl Extension for System {
    fn undo(&mut self, mark: u64) {
        self.clpz.undo(mark);
    }

    fn bound(vm: &mut Vm, atts: Cell, value: Cell) -> Result<Option<bool>, Ball> {
        clpz::bound(vm, atts, value)
    }

    fn undefined(vm: &mut Machine<System>, pred: PredId) -> Result<Option<PredId>, Ball> {
        modules::resolve_undefined(vm, pred)
    }

    fn unknown_fails(vm: &mut Machine<System>, pred: PredId) -> bool {
        load::unknown_fails(vm, pred)
    }

    fn meta_arguments(vm: &mut Machine<System>, caller: Atom, pred: PredId) -> Option<Vec<bool>> {
        let p = vm.db.pred(pred);
        let (module, name, arity) = (p.module, p.name, p.arity);
        if p.kind == Kind::Undefined {
            // It may be a library's that is not loaded yet.
            library::ensure_index(vm);
        }
        if caller == atoms::USER && vm.ext.modules.is_library(module) {
            return None;
        }
        modules::meta_specifiers(vm, module, name, arity, linker::carries_module)
    }

    fn callers_qualify_arguments(vm: &Machine<System>, pred: PredId) -> bool {
        // The index of the libraries is there before any call is compiled.
        vm.ext.modules.is_library(vm.db.pred(pred).module)
    }

    fn reclaim(&mut self, newest: u64, is_marked: &dyn Fn(Cell) -> bool) -> Option<u64> {
        self.clpz.reclaim(newest, is_marked)
    }

    fn roots(&mut self, visit: &mut dyn FnMut(&mut Cell)) {
        self.clpz.roots(visit);
    }

    fn records(&self, visit: &mut dyn FnMut(&crate::machine::Record)) {
        self.clpz.records(visit);
        self.flags.records(visit);
        self.tables.records(visit);
        self.loader.records(visit);
    }

    fn atoms_swept(&mut self) {
        self.loader.compiler.forget_atoms();
    }

    fn eval_context(&mut self) -> &mut dyn EvalContext {
        &mut self.clock
    }
}
