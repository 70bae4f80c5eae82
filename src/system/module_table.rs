//! The modules of a machine as data: operators, exports, imports.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::PredId;
use crate::syntax::{OpDef, OpTable, QuotedAs};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::sync::Arc;

/// Name and arity.
pub(crate) type Indicator = (Atom, u32);

/// An import of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Import {
    /// The predicate that the name refers to.
    pub(crate) pred: PredId,
    /// True if the program imported it explicitly.
    pub(crate) explicit: bool,
}

/// A module.
#[derive(Clone)]
pub(crate) struct Module {
    pub(crate) ops: OpTable,
    /// The predicates that others can import.
    pub(crate) exports: IndexSet<Indicator, FxBuildHasher>,
    /// Operators that importing brings along.
    pub(crate) export_ops: Vec<(Atom, OpDef)>,
    pub(crate) imports: FxHashMap<Indicator, Import>,
    /// Names of `system` that are redefined here.
    pub(crate) redefined: FxHashSet<Indicator>,
    /// Names of the standard that the program may define here all the same.
    pub(crate) unlocked: FxHashSet<Indicator>,
    /// The file that defines the module.
    pub(crate) file: Option<Arc<str>>,
    /// The modules in which unknown names are looked up next, before `user`.
    pub(crate) bases: Vec<Atom>,
    /// The module's own value of the flag `double_quotes`, if it has one.
    pub(crate) double_quotes: Option<QuotedAs>,
    /// True if the module comes with Horn.
    pub(crate) library: bool,
    /// True if the host has sealed the module: nothing can be defined in it or imported into it, and libraries come
    /// before `user`.
    pub(crate) sealed: bool,
    /// The row of the prelude that defines it, until it is loaded.
    pub(crate) pending: Option<u16>,
}

impl Module {
    fn new(ops: OpTable) -> Module {
        Module {
            ops,
            exports: IndexSet::default(),
            export_ops: Vec::new(),
            imports: FxHashMap::default(),
            redefined: FxHashSet::default(),
            unlocked: FxHashSet::default(),
            file: None,
            bases: Vec::new(),
            double_quotes: None,
            library: false,
            sealed: false,
            pending: None,
        }
    }

    /// The predicates that others can import.
    pub(crate) fn exports(&self) -> impl Iterator<Item = (Atom, u32)> {
        self.exports.iter().copied()
    }
}

/// The modules of a machine. Those that are not changed are shared with machines made from the same image.
#[derive(Default, Clone)]
pub(crate) struct Modules {
    list: IndexMap<Atom, Arc<Module>, FxBuildHasher>,
    pub(crate) standard: OpTable,
    pub(crate) source: Option<Atom>,
}

impl Modules {
    /// `user` and `system`, with the standard's operators.
    pub(crate) fn new(table: &mut AtomTable) -> Modules {
        let standard = OpTable::standard(table);
        let mut list = IndexMap::default();
        list.insert(atoms::USER, Arc::new(Module::new(standard.clone())));
        let mut system = Module::new(standard.clone());
        system.library = true;
        list.insert(atoms::SYSTEM, Arc::new(system));
        Modules {
            list,
            standard,
            source: None,
        }
    }

    /// Visits the names of modules, and those of predicates in them.
    pub(crate) fn atoms(&self, visit: &mut dyn FnMut(Atom)) {
        for (&name, m) in &self.list {
            visit(name);
            m.bases.iter().copied().for_each(&mut *visit);
            let names = m.exports.iter().chain(m.imports.keys()).chain(&m.redefined);
            names.for_each(|&(name, _)| visit(name));
        }
    }

    /// The modules in which the unknown names of a module are looked up next, before `user`.
    pub(crate) fn bases(&self, module: Atom) -> &[Atom] {
        self.get(module).map_or(&[], |m| &m.bases)
    }

    /// The operators of a module; those of `user` if there is no such module.
    pub(crate) fn ops(&self, module: Atom) -> &OpTable {
        match self
            .list
            .get(&module)
            .or_else(|| self.list.get(&atoms::USER))
        {
            Some(m) => &m.ops,
            None => &self.standard,
        }
    }

    /// The operators of a module, for changing them. The module is made if it does not exist.
    pub(crate) fn ops_mut(&mut self, module: Atom) -> &mut OpTable {
        &mut self.ensure(module).ops
    }

    /// The operators that every module begins with.
    pub(crate) fn standard_ops(&self) -> &OpTable {
        &self.standard
    }

    /// A module, if there is one of this name.
    pub(crate) fn get(&self, module: Atom) -> Option<&Module> {
        self.list.get(&module).map(Arc::as_ref)
    }

    /// A module to be changed, if there is one of this name.
    pub(crate) fn get_mut(&mut self, module: Atom) -> Option<&mut Module> {
        self.list.get_mut(&module).map(Arc::make_mut)
    }

    /// A module; made if new, with the operators that `user` has now.
    pub(crate) fn ensure(&mut self, module: Atom) -> &mut Module {
        if !self.list.contains_key(&module) {
            let ops = self.ops(atoms::USER).clone();
            self.list.insert(module, Arc::new(Module::new(ops)));
        }
        Arc::make_mut(&mut self.list[&module])
    }

    /// A library's module; made if new, with the standard's operators.
    pub(crate) fn ensure_library(&mut self, module: Atom) -> &mut Module {
        if !self.list.contains_key(&module) {
            let mut m = Module::new(self.standard.clone());
            m.library = true;
            self.list.insert(module, Arc::new(m));
        }
        Arc::make_mut(&mut self.list[&module])
    }

    /// All modules in the order of their creation.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Atom, &Module)> {
        self.list.iter().map(|(&a, m)| (a, &**m))
    }

    /// Returns true if a module comes with Horn.
    pub(crate) fn is_library(&self, module: Atom) -> bool {
        self.list.get(&module).is_some_and(|m| m.library)
    }

    /// Returns true if the host has sealed a module.
    pub(crate) fn is_sealed(&self, module: Atom) -> bool {
        self.list.get(&module).is_some_and(|m| m.sealed)
    }

    /// The module that text being loaded now belongs to; `user` when nothing is loaded.
    pub(crate) fn source(&self) -> Atom {
        self.source.unwrap_or(atoms::USER)
    }

    /// Changes [`Modules::source`]; returns the old value.
    pub(crate) fn set_source(&mut self, module: Atom) -> Atom {
        self.source.replace(module).unwrap_or(atoms::USER)
    }

    pub(crate) fn import_of(&self, module: Atom, what: Indicator) -> Option<Import> {
        self.list.get(&module)?.imports.get(&what).copied()
    }

    /// The predicate that a module imports explicitly under this name.
    pub(crate) fn imports_explicitly(&self, module: Atom, what: Indicator) -> Option<PredId> {
        self.import_of(module, what)
            .filter(|i| i.explicit)
            .map(|i| i.pred)
    }
}

/// Takes `M:` prefixes off a node of a tree.
pub(crate) fn strip_node(tree: &Tree, mut t: NodeId, mut module: Atom) -> (Atom, NodeId) {
    while let Some([m, inner]) = tree.as_compound::<2>(t, atoms::COLON) {
        let Node::Atom(m) = *tree.node(m) else { break };
        module = m;
        t = inner;
    }
    (module, t)
}
