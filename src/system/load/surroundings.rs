//! The settings that a load changes while it runs and restores at its end: flags of reading, the source module,
//! checks, the dialect.

use super::dialect;
use super::loader::LoadContext;
use crate::base::atom::Atom;
use crate::syntax::QuotedAs;
use crate::system::Vm;
use crate::system::dialects::DialectState;
use crate::system::lint::settings::LintSettings;
use std::sync::Arc;

/// The state around a load.
pub(super) struct Surroundings {
    source: Atom,
    double_quotes: QuotedAs,
    back_quotes: QuotedAs,
    iso: bool,
    lint: LintSettings,
    dialect: DialectState,
}

impl Surroundings {
    /// Prepares the machine for reading a text into a module.
    pub(super) fn enter(vm: &mut Vm, into: Atom, library: bool) -> Surroundings {
        let source = vm.ext.modules.set_source(into);
        let flags = &mut vm.ext.flags;
        if vm.ext.loader.contexts.is_empty() {
            vm.ext.loader.quotes = flags.double_quotes;
        }
        let (double_quotes, back_quotes, iso) = (flags.double_quotes, flags.back_quotes, flags.iso);
        if library {
            (flags.double_quotes, flags.back_quotes, flags.iso) =
                (QuotedAs::Chars, QuotedAs::Codes, false);
        }
        let inner = match library {
            true => DialectState::default(),
            false => vm.ext.loader.dialect.of_new_text(),
        };
        Surroundings {
            source,
            double_quotes,
            back_quotes,
            iso,
            lint: vm.ext.loader.lint.clone(),
            dialect: std::mem::replace(&mut vm.ext.loader.dialect, inner),
        }
    }

    /// As [`Surroundings::enter`], for further text of a library.
    pub(super) fn enter_library(
        vm: &mut Vm,
        file: &Arc<str>,
        module: Atom,
        text: Arc<str>,
    ) -> Surroundings {
        let outer = Surroundings::enter(vm, module, true);
        let context = LoadContext::new(file.clone(), module, true, text);
        vm.ext.loader.contexts.push(context);
        outer
    }

    /// Ends the innermost load.
    pub(super) fn restore(self, vm: &mut Vm) {
        vm.ext.loader.contexts.pop();
        vm.ext.loader.lint = self.lint;
        dialect::end_text(vm, self.dialect);
        let flags = &mut vm.ext.flags;
        flags.double_quotes = self.double_quotes;
        flags.back_quotes = self.back_quotes;
        flags.iso = self.iso;
        vm.ext.modules.set_source(self.source);
    }
}
