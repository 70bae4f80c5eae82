//! Modules that programs cannot change.

use super::prepared::Prepared;
use super::session::Machine;
use crate::base::atom::atoms;
use crate::system::{imports, modules};

impl Machine {
    /// Seals a module: what is loaded from now on, and goals, can define nothing in it and import nothing into it. Its
    /// dynamic predicates can still be changed.
    ///
    /// A name that the module does not define means the predicate of a library, if there is one, and otherwise that of
    /// `user`; `open` are names with arities that mean those of `user` in any case. So the goals of the module mean the
    /// same whatever a program defines, but for what the module leaves to it. Does nothing if there is no such module.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let checks = ":- module(checks, []). sorted(Xs) :- msort(Xs, Xs). five(Xs) :- length(Xs, 5).";
    /// machine.consult_str("checks.pl", checks)?;
    /// machine.seal_module("checks", &[]);
    /// assert!(machine.consult_str("p.pl", "checks:sorted(_). length(_, 5).").is_err());
    /// assert!(!machine.run("checks:sorted([b,a])")?);
    /// assert!(!machine.run("checks:five([])")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn seal_module(&mut self, module: &str, open: &[(&str, usize)]) {
        let vm = self.engine.vm_mut();
        let module = vm.atoms.intern(module);
        if vm.ext.modules.get(module).is_none() {
            return;
        }
        for &(name, arity) in open {
            let what = (vm.atoms.intern(name), arity as u32);
            let target = modules::pred(vm, atoms::USER, what.0, what.1);
            imports::import(vm, module, what, target, true);
        }
        if let Some(m) = vm.ext.modules.get_mut(module) {
            m.sealed = true;
        }
    }
}

impl Machine {
    /// Returns true if a module defines a predicate, or imports it from a module that is not a library's.
    pub(crate) fn program_defines(&mut self, module: &str, name: &str, arity: usize) -> bool {
        let vm = self.engine.vm_mut();
        let (module, name, arity) = (vm.atoms.intern(module), vm.atoms.intern(name), arity as u32);
        let import = vm.ext.modules.import_of(module, (name, arity));
        let imported = import.is_some_and(|i| {
            vm.db.is_defined(i.pred) && !vm.ext.modules.is_library(vm.db.pred(i.pred).module)
        });
        imported || modules::own(vm, module, name, arity).is_some()
    }
}

impl Prepared {
    /// The query with its goal called in a module of the machine that has read it.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("m.pl", ":- module(m, []). p(1).")?;
    /// let query = machine.prepare("p(X)")?.in_module(&mut machine, "m");
    /// assert_eq!(machine.start(&query).count(), 1);
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn in_module(mut self, machine: &mut Machine, module: &str) -> Prepared {
        self.module = machine.engine.vm_mut().atoms.intern(module);
        self
    }
}
