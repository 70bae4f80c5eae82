//! Starting a load: a text replaces what an earlier load of the same file defined.

use crate::base::atom::{Atom, atoms};
use crate::code::pred::PredId;
use crate::machine::Ball;
use crate::machine::database::ClauseId;
use crate::system::interface::ImportSpec;
use crate::system::lint::settings::PendingCalls;
use crate::system::load::loader::{FileRecord, LoadContext};
use crate::system::load::session::LoadSession;
use crate::system::load::surroundings::Surroundings;
use crate::system::solver::{ConstraintSolver, Solver};
use crate::system::written_texts::has_text;
use crate::system::{Vm, imports};
use std::sync::Arc;

/// The maximal nesting of loads.
const MAX_NESTING: usize = 100;

/// Loads a text as the file of this name; the definitions of an earlier load of it are replaced.
///
/// # Errors
/// Only a ball that stops the load: halting, an interrupt, a limit. Everything else is reported.
pub(crate) fn consult_text(vm: &mut Vm, name: &str, text: &str) -> Result<(), Ball> {
    let wanted = Some(&ImportSpec::All);
    load(vm, name.into(), text.into(), atoms::USER, wanted).map(|_| ())
}

/// Loads a text into a module. If the text defines a module of its own, the exports that are wanted are imported before
/// its goals of `initialization/1` run. Returns that module. Nothing is imported from a library, for which no exports are
/// given.
pub(crate) fn load(
    vm: &mut Vm,
    file: Arc<str>,
    text: Arc<str>,
    into: Atom,
    wanted: Option<&ImportSpec>,
) -> Result<Option<Atom>, Ball> {
    let library = wanted.is_none();
    // Loads nest on the Rust stack.
    if vm.ext.loader.contexts.len() >= MAX_NESTING {
        return Err(vm.resource_error(atoms::MEMORY));
    }
    forget(vm, &file);
    vm.ext
        .loader
        .files
        .insert(file.clone(), FileRecord::default());
    if vm.ext.loader.contexts.is_empty() && vm.ext.loader.pending.batches == 0 {
        vm.ext.loader.pending = PendingCalls::default();
    }
    let outer = Surroundings::enter(vm, into, library);
    if !library && !vm.ext.written_texts.in_program {
        vm.ext.written_texts.in_program = has_text(&text);
    }
    let context = LoadContext::new(file.clone(), into, library, text.clone());
    vm.ext.loader.contexts.push(context);
    let mut load = LoadSession::new(vm, file.clone(), text, into, library);
    load.assume_dialect();
    load.include_header();
    let result = load.run().and_then(|()| {
        if let (Some(module), Some(wanted)) = (load.record.module, wanted) {
            imports::import_from(load.vm, module, into, wanted);
        }
        load.initialize_all()
    });
    let record = FileRecord {
        into: Some(into),
        ..load.finish()
    };
    let module = record.module;
    vm.ext.loader.files.insert(file, record);
    outer.restore(vm);
    result.map(|()| module)
}

/// Removes the definitions of an earlier load of a file.
pub(super) fn forget(vm: &mut Vm, file: &str) {
    let Some(record) = vm.ext.loader.files.get_mut(file) else {
        return;
    };
    let record = std::mem::take(record);
    let parts = record.parts.iter();
    let own = parts.filter(|&&(clause, serial)| {
        let now = vm.db.clause(clause);
        now.is_some_and(|c| c.serial == serial)
    });
    let own: Vec<ClauseId> = own.map(|&(clause, _)| clause).collect();
    vm.db.remove(&own);
    for p in record.preds {
        // Another file may have taken the definition over.
        let sites = &vm.ext.loader.sites;
        if sites.get(&p).is_some_and(|site| &*site.file != file) {
            continue;
        }
        vm.db.undefine(p);
        Solver::forget(vm, p);
        untable(vm, p);
        // A declaration that came after the clauses.
        vm.ext.loader.tabled.remove(&p);
        Arc::make_mut(&mut vm.ext.loader.sites).remove(&p);
        let (module, what) = (
            vm.db.pred(p).module,
            (vm.db.pred(p).name, vm.db.pred(p).arity),
        );
        vm.ext.modules.ensure(module).redefined.remove(&what);
    }
    if let Some(module) = record.module {
        let m = vm.ext.modules.ensure(module);
        m.exports.clear();
        m.export_ops.clear();
    }
}

/// Removes the table declarations whose clauses a predicate holds.
fn untable(vm: &mut Vm, clauses: PredId) {
    let (module, name, arity) = {
        let p = vm.db.pred(clauses);
        (p.module, p.name, p.arity)
    };
    let all = vm.ext.loader.tabled.iter();
    let of = all.filter(|&(&p, &to)| {
        let q = vm.db.pred(p);
        to == name && q.module == module && q.arity == arity
    });
    let tabled: Vec<PredId> = of.map(|(&p, _)| p).collect();
    for p in tabled {
        vm.ext.loader.tabled.remove(&p);
        vm.db.undefine(p);
    }
}
