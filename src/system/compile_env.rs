//! The compiler's environment: the names in a clause become numbers of predicates, functors and constants.
//!
//! Names that the standard defines are bound at once, because no module but a library may define them. Any
//! other name becomes the module's own predicate, which its first call makes an alias of the predicate
//! that the name means; so a program may define or import it at any time before.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::instr::Instr;
use crate::code::pred::{self, ClauseCode, ConstId, FunctorId, Linker, PredId};
use crate::compile::{CompileError, GoalCode};
use crate::machine::{Attributes, Ball, Cell, Record};
use crate::system::{Vm, modules, terms};

/// A machine as the compiler's environment.
pub(crate) struct CompileEnv<'v> {
    pub(crate) vm: &'v mut Vm,
}

impl Linker for CompileEnv<'_> {
    fn pred(&mut self, module: Atom, name: Atom, arity: u32) -> PredId {
        let f = self.vm.functors.intern(name, arity);
        if module != atoms::SYSTEM
            && let Some(p) = self.vm.db.find(atoms::SYSTEM, f)
            && self.vm.db.pred(p).properties.protected
        {
            return match self.vm.db.find(module, f) {
                Some(own) if self.vm.db.is_defined(own) || self.redefined(module, name, arity) => {
                    own
                }
                _ => p,
            };
        }
        self.vm.db.pred_id(module, f, name, arity)
    }

    fn functor(&mut self, name: Atom, arity: u32) -> FunctorId {
        self.vm.functors.intern(name, arity)
    }

    fn constant(&mut self, n: &Node) -> ConstId {
        self.vm.add_constant(n)
    }

    fn text_constant(&mut self, text: &str) -> ConstId {
        self.vm.add_text_constant(text)
    }

    fn builtin(&mut self, module: Atom, name: Atom, arity: u32) -> Option<u32> {
        let f = self.vm.functors.find(name, arity)?;
        let p = self.vm.db.find(atoms::SYSTEM, f)?;
        let b = *self.vm.ext.inline.get(&p)?;
        let bound =
            self.vm.db.pred(p).properties.protected || self.vm.ext.modules.is_library(module);
        (bound && !self.redefined(module, name, arity)).then_some(b)
    }

    fn redefined(&self, module: Atom, name: Atom, arity: u32) -> bool {
        let Some(m) = self.vm.ext.modules.get(module) else {
            return false;
        };
        module != atoms::SYSTEM
            && (m.redefined.contains(&(name, arity))
                || m.library && m.exports.contains(&(name, arity)))
    }

    fn meta_args(&self, module: Atom, name: Atom, arity: u32) -> Option<Vec<bool>> {
        if module == atoms::USER && !modules::is_programs(self.vm, module, name, arity) {
            // Goals without a module are those of `user`: the library needs no qualification.
            return None;
        }
        modules::meta_specifiers(self.vm, module, name, arity, carries_module)
    }

    fn is_library(&self, module: Atom) -> bool {
        self.vm.ext.modules.is_library(module)
    }

    fn text(&self, a: Atom) -> String {
        self.vm.atoms.text(a).to_string()
    }

    fn intern(&mut self, s: &str) -> Atom {
        self.vm.atoms.intern(s)
    }
}

/// For each meta-argument specifier: true if such an argument must carry its module.
pub(crate) fn carries_module(specifiers: &[u8]) -> Vec<bool> {
    specifiers
        .iter()
        .map(|&c| pred::carries_module(c))
        .collect()
}

/// Compiles a clause of a module with the machine's own compiler.
///
/// # Errors
/// As [`crate::compile::Compiler::compile`].
pub(crate) fn compile(
    vm: &mut Vm,
    tree: &Tree,
    head: NodeId,
    body: Option<NodeId>,
    module: Atom,
) -> Result<ClauseCode, CompileError> {
    let mut compiler = std::mem::take(&mut vm.ext.loader.compiler);
    let code = compiler.compile(tree, head, body, module, &mut CompileEnv { vm });
    vm.ext.loader.compiler = compiler;
    code
}

/// The code of a clause with the code of each goal; `None` if it cannot be compiled. Nothing of the code is kept: its
/// constants are given back.
pub(crate) fn compile_with_goals(
    vm: &mut Vm,
    tree: &Tree,
    head: NodeId,
    body: NodeId,
    module: Atom,
) -> Option<(Box<[Instr]>, Vec<GoalCode>)> {
    let mut compiler = std::mem::take(&mut vm.ext.loader.compiler);
    let env = &mut CompileEnv { vm };
    let compiled = compiler.compile_with_goals(tree, head, Some(body), module, env);
    vm.ext.loader.compiler = compiler;
    let (code, goals) = compiled.ok()?;
    vm.db.release_constants(&code.constants);
    Some((code.code, goals))
}

/// The error that `assertz/1` throws for a clause that cannot be compiled (ISO 8.9.2.3).
pub(crate) fn compile_ball(vm: &mut Vm, tree: &Tree, e: CompileError) -> Ball {
    let culprit = |vm: &mut Vm, n: NodeId| vm.build(tree, n, &mut Vec::new());
    match e {
        CompileError::Head(n) | CompileError::Body(n) => {
            let c = culprit(vm, n);
            vm.type_or_instantiation(atoms::CALLABLE, c)
        }
        CompileError::Arity(_) => vm.representation_error("max_arity"),
        CompileError::TooManyVariables => vm.representation_error("max_variables"),
    }
}

/// The term that `clause/2` and `retract/1` see of a clause: head and body under the clause's neck.
pub(crate) fn source(
    vm: &mut Vm,
    tree: &Tree,
    head: NodeId,
    body: Option<NodeId>,
    neck: Atom,
) -> Record {
    let mut mark = vm.start(Cell::atom(atoms::TRUE));
    let mut vars = Vec::new();
    let h = vm.build(tree, head, &mut vars);
    let b = match body {
        Some(b) => vm.build(tree, b, &mut vars),
        None => Cell::atom(atoms::TRUE),
    };
    let b = terms::as_goal(vm, b).unwrap_or(b);
    let pair = vm.compound(neck, &[h, b]);
    let record = Record::new(&mut vm.heap, pair, Attributes::Copy);
    vm.finish(&mut mark);
    record
}
