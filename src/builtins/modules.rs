//! Modules: operators, exports, imports, and what a predicate means where it is called.
//!
//! Predicate-based: each name of a module is its own or stands for that of another module. What a
//! module does not define is sought, in this order, among its imports, in module `system`, in module
//! `user`, in the libraries (libraries themselves look there before they look in `user`). Text and
//! files are not known here.

use super::{Res, Row, Vm, det, imports, library, load};
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::clpz;
use crate::code::pred::PredId;
use crate::machine::cyclic::Circle;
use crate::machine::database::Kind;
use crate::machine::{Ball, Cell};
use crate::syntax::{OpDef, OpTable, QuotedAs};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::sync::Arc;

/// Name and arity.
pub(crate) type Indicator = (Atom, u32);

/// Where a name of a module comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Import {
    /// The predicate that is meant.
    pub(crate) pred: PredId,
    /// The program asked for it, by an import.
    pub(crate) explicit: bool,
}

/// A module.
pub struct Module {
    ops: OpTable,
    /// What others can import.
    pub(crate) exports: IndexSet<Indicator, FxBuildHasher>,
    /// Operators that importing brings along.
    pub(crate) export_ops: Vec<(Atom, OpDef)>,
    pub(crate) imports: FxHashMap<Indicator, Import>,
    /// Names of `system` that are, or look as if they will be, redefined here.
    pub(crate) redefined: FxHashSet<Indicator>,
    /// The file that defines the module.
    pub(crate) file: Option<Arc<str>>,
    /// The module in which what is not known here is sought next; `user` if there is none.
    pub(crate) parent: Option<Atom>,
    /// What `"…"` is read as here, if not as in `user` (flag `double_quotes`).
    pub(crate) double_quotes: Option<QuotedAs>,
    /// Comes with Horn.
    pub(crate) library: bool,
    /// The row of the prelude that defines it, as long as it has not been loaded.
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
            file: None,
            parent: None,
            double_quotes: None,
            library: false,
            pending: None,
        }
    }

    /// What others can import.
    pub fn exports(&self) -> impl Iterator<Item = (Atom, u32)> {
        self.exports.iter().copied()
    }

    /// The file that defines the module, if a file does.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Whether it comes with Horn.
    pub fn is_library(&self) -> bool {
        self.library
    }
}

/// The modules of a machine.
#[derive(Default)]
pub struct Modules {
    list: IndexMap<Atom, Module, FxBuildHasher>,
    standard: OpTable,
    source: Option<Atom>,
}

impl Modules {
    /// `user` and `system`, with the standard's operators.
    pub fn new(table: &mut AtomTable) -> Modules {
        let standard = OpTable::standard(table);
        let mut list = IndexMap::default();
        list.insert(atoms::USER, Module::new(standard.clone()));
        let mut system = Module::new(standard.clone());
        system.library = true;
        list.insert(atoms::SYSTEM, system);
        Modules {
            list,
            standard,
            source: None,
        }
    }

    /// The operators of a module; those of `user` if there is no such module.
    pub fn ops(&self, module: Atom) -> &OpTable {
        match self
            .list
            .get(&module)
            .or_else(|| self.list.get(&atoms::USER))
        {
            Some(m) => &m.ops,
            None => &self.standard,
        }
    }

    /// The operators of a module, to change them. The module is made if there is none.
    pub fn ops_mut(&mut self, module: Atom) -> &mut OpTable {
        &mut self.ensure(module).ops
    }

    /// The operators that every module begins with.
    pub fn standard_ops(&self) -> &OpTable {
        &self.standard
    }

    /// A module, if there is one of this name.
    pub fn get(&self, module: Atom) -> Option<&Module> {
        self.list.get(&module)
    }

    /// A module; made if new, with the operators that `user` has now.
    pub(crate) fn ensure(&mut self, module: Atom) -> &mut Module {
        if !self.list.contains_key(&module) {
            let ops = self.ops(atoms::USER).clone();
            self.list.insert(module, Module::new(ops));
        }
        &mut self.list[&module]
    }

    /// A library's module; made if new, with the standard's operators.
    pub(crate) fn ensure_library(&mut self, module: Atom) -> &mut Module {
        if !self.list.contains_key(&module) {
            let mut m = Module::new(self.standard.clone());
            m.library = true;
            self.list.insert(module, m);
        }
        &mut self.list[&module]
    }

    /// All modules in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = (Atom, &Module)> {
        self.list.iter().map(|(&a, m)| (a, m))
    }

    /// Whether a module comes with Horn.
    pub fn is_library(&self, module: Atom) -> bool {
        self.list.get(&module).is_some_and(|m| m.library)
    }

    /// The module that text being loaded now belongs to; `user` when nothing is loaded.
    pub fn source(&self) -> Atom {
        self.source.unwrap_or(atoms::USER)
    }

    /// Changes [`Modules::source`]; returns what it was.
    pub(crate) fn set_source(&mut self, module: Atom) -> Atom {
        self.source.replace(module).unwrap_or(atoms::USER)
    }

    pub(super) fn import_of(&self, module: Atom, what: Indicator) -> Option<Import> {
        self.list.get(&module)?.imports.get(&what).copied()
    }

    /// Whether a module has an import of this name that the program asked for.
    pub(crate) fn imports_explicitly(&self, module: Atom, what: Indicator) -> Option<PredId> {
        self.import_of(module, what)
            .filter(|i| i.explicit)
            .map(|i| i.pred)
    }
}

/// Takes `M:` prefixes with atomic `M` off a term; the innermost wins.
pub fn strip_module(vm: &Vm, term: Cell, module: Atom) -> (Atom, Cell) {
    let colon = vm.functors.find(atoms::COLON, 2);
    let (mut module, mut term) = (module, vm.heap.deref(term));
    let mut circle = Circle::default();
    while term.is_structure() && Some(vm.heap.functor_of(term).0) == colon && !circle.closes(term) {
        let at = vm.heap.args_at(term);
        let Some(m) = vm.heap.deref(vm.heap.get(at)).to_atom() else {
            break;
        };
        module = m;
        term = vm.heap.deref(vm.heap.get(at + 8));
    }
    (module, term)
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

/// The predicate `module:name/arity`; made if new.
pub fn pred(vm: &mut Vm, module: Atom, name: Atom, arity: u32) -> PredId {
    let f = vm.functors.intern(name, arity);
    vm.db.pred_id(module, f, name, arity)
}

/// What is known as `module:name/arity` in the module, defined or not.
pub(crate) fn entry(vm: &Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    vm.db.find(module, vm.functors.find(name, arity)?)
}

/// The predicate `module:name/arity` if the module itself defines it.
pub(crate) fn own(vm: &Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    entry(vm, module, name, arity).filter(|&p| vm.db.is_defined(p))
}

/// The predicate that a call of `pred`, which its module does not define, means. Loads the library
/// that has it, once.
///
/// # Errors
/// What loading a library throws.
pub fn resolve_undefined(vm: &mut Vm, pred: PredId) -> Result<Option<PredId>, Ball> {
    let mut p = pred;
    // Imports may be of imports; a cycle of them defines nothing.
    for _ in 0..64 {
        let (module, what) = (
            vm.db.pred(p).module,
            (vm.db.pred(p).name, vm.db.pred(p).arity),
        );
        library::load_pending(vm, module)?;
        if vm.db.is_defined(p) {
            return Ok(Some(p));
        }
        if let Some(import) = vm.ext.modules.import_of(module, what) {
            p = import.pred;
            continue;
        }
        return elsewhere(vm, module, what);
    }
    Ok(None)
}

/// The predicate that a module sees although it neither defines nor imports it.
fn elsewhere(vm: &mut Vm, module: Atom, what: Indicator) -> Result<Option<PredId>, Ball> {
    let (name, arity) = what;
    if module != atoms::SYSTEM
        && let Some(p) = own(vm, atoms::SYSTEM, name, arity)
    {
        return Ok(Some(p));
    }
    let library = vm.ext.modules.is_library(module);
    let parent = vm.ext.modules.get(module).and_then(|m| m.parent);
    if let Some(parent) = parent
        && let Some(p) = of_module(vm, parent, what)?
    {
        return Ok(Some(p));
    }
    if !library
        && module != atoms::USER
        && let Some(p) = of_module(vm, atoms::USER, what)?
    {
        return Ok(Some(p));
    }
    if (library || load::autoloads(vm))
        && let Some(p) = library::autoload(vm, name, arity)?
    {
        return Ok(Some(p));
    }
    if library && let Some(p) = of_module(vm, atoms::USER, what)? {
        return Ok(Some(p));
    }
    Ok(None)
}

/// What a module defines or imports.
fn of_module(vm: &mut Vm, module: Atom, what: Indicator) -> Result<Option<PredId>, Ball> {
    if let Some(p) = own(vm, module, what.0, what.1) {
        return Ok(Some(p));
    }
    match vm.ext.modules.import_of(module, what) {
        Some(i) if !vm.db.is_defined(i.pred) => {
            library::load_pending(vm, vm.db.pred(i.pred).module)?;
            Ok(vm.db.is_defined(i.pred).then_some(i.pred))
        }
        Some(i) => Ok(Some(i.pred)),
        None => Ok(None),
    }
}

/// What a module sees under a name, as far as it is known without loading anything.
pub fn visible(vm: &Vm, module: Atom, name: Atom, arity: u32) -> Option<PredId> {
    let f = vm.functors.find(name, arity)?;
    let mut module = module;
    for _ in 0..64 {
        if let Some(p) = vm.db.find(module, f) {
            match vm.db.pred(p).kind {
                Kind::Alias(to) if vm.db.is_defined(to) => return Some(to),
                _ if vm.db.is_defined(p) => return Some(p),
                _ => {}
            }
        }
        match vm.ext.modules.import_of(module, (name, arity)) {
            Some(i) if vm.db.is_defined(i.pred) => return Some(i.pred),
            Some(i) => module = vm.db.pred(i.pred).module,
            None if module == atoms::SYSTEM => return None,
            None => {
                if let Some(p) = own(vm, atoms::SYSTEM, name, arity) {
                    return Some(p);
                }
                match vm.ext.modules.get(module).and_then(|m| m.parent) {
                    Some(parent) => module = parent,
                    None => return own(vm, atoms::USER, name, arity),
                }
            }
        }
    }
    None
}

/// Whether what a module means by a name is a predicate of the program, not of the library.
pub(crate) fn is_programs(vm: &Vm, module: Atom, name: Atom, arity: u32) -> bool {
    let Some(f) = vm.functors.find(name, arity) else {
        return false;
    };
    let p = match vm.ext.modules.import_of(module, (name, arity)) {
        Some(i) => Some(i.pred),
        None => vm.db.find(module, f),
    };
    p.is_some_and(|p| !vm.ext.modules.is_library(vm.db.pred(p).module))
}

/// What `read` makes of the meta-argument specifiers of a predicate, as a module sees it.
pub(crate) fn meta_specifiers<R>(
    vm: &Vm,
    module: Atom,
    name: Atom,
    arity: u32,
    read: impl Fn(&[u8]) -> R,
) -> Option<R> {
    let in_library = || match load::looks_defined(vm, module, name, arity) {
        true => None,
        false => library::meta(vm, name, arity).map(&read),
    };
    let Some(f) = vm.functors.find(name, arity) else {
        return in_library();
    };
    let known = |p: &PredId| vm.db.is_defined(*p) || vm.db.pred(*p).meta.is_some();
    let own = vm.db.find(module, f).filter(known);
    let imported = || {
        vm.ext
            .modules
            .import_of(module, (name, arity))
            .map(|i| i.pred)
    };
    let systems = || vm.db.find(atoms::SYSTEM, f).filter(known);
    // A module of tests sees what the module around it has.
    let parents = || {
        let parent = vm.ext.modules.get(module)?.parent?;
        let import = vm.ext.modules.import_of(parent, (name, arity));
        let own = || vm.db.find(parent, f).filter(known);
        own().or_else(|| import.map(|i| i.pred))
    };
    match own.or_else(imported).or_else(systems).or_else(parents) {
        None => in_library(),
        Some(p) => match &vm.db.pred(p).meta {
            Some(m) => Some(read(m)),
            None if vm.db.is_defined(p) => None,
            None => in_library(),
        },
    }
}

/// The builtins of this file.
pub(crate) const ROWS: &[Row] = &[
    det(
        "strip_module",
        "+term, ?module, ?term",
        "-",
        "Take the `Module:` prefixes off a term; the module is `user` if there is none.",
        strip_module_3,
    ),
    det(
        "$defined",
        "+atom, +atom, +integer",
        "-",
        "Whether a module itself defines a predicate.",
        defined,
    ),
    det(
        "$declare",
        "+atom, +atom, +atom, +integer",
        "7.4.2",
        "Give a predicate a property.",
        declare_4,
    ),
    det(
        "$modules",
        "-list",
        "-",
        "The names of all modules.",
        module_list,
    ),
    det(
        "$module_exports",
        "+atom, -list",
        "-",
        "The predicates that a module exports.",
        module_exports,
    ),
    det(
        "$export",
        "+atom, +atom, +integer",
        "-",
        "Adds to what a module exports.",
        export,
    ),
    det(
        "$import",
        "+atom, +atom, +atom, +integer",
        "-",
        "Makes a name of the first module stand for that of the second.",
        import,
    ),
];

fn export(vm: &mut Vm) -> Res {
    let (m, n) = (vm.x(0).as_atom(), vm.x(1).as_atom());
    let arity = arity_argument(vm, 2)?;
    vm.ext.modules.ensure(m).exports.insert((n, arity));
    Ok(true)
}

fn import(vm: &mut Vm) -> Res {
    let (into, from, n) = (vm.x(0).as_atom(), vm.x(1).as_atom(), vm.x(2).as_atom());
    let arity = arity_argument(vm, 3)?;
    let target = pred(vm, from, n, arity);
    imports::import(vm, into, (n, arity), target, true);
    Ok(true)
}

fn strip_module_3(vm: &mut Vm) -> Res {
    let (m, t) = strip_module(vm, vm.x(0), atoms::USER);
    Ok(vm.unify(vm.x(1), Cell::atom(m)) && vm.unify(vm.x(2), t))
}

fn arity_argument(vm: &mut Vm, i: usize) -> Result<u32, Ball> {
    let c = vm.x(i);
    match vm.to_int(c).and_then(|n| n.to_i64()) {
        Some(n) if (0..=crate::compile::MAX_ARITY as i64).contains(&n) => Ok(n as u32),
        Some(n) if n < 0 => Err(vm.domain_error("not_less_than_zero", c)),
        _ => Err(vm.representation_error("max_arity")),
    }
}

fn defined(vm: &mut Vm) -> Res {
    let (m, n) = (vm.x(0).as_atom(), vm.x(1).as_atom());
    let arity = arity_argument(vm, 2)?;
    // Expanded constraints need no predicate of their library: it may not be loaded yet, and a call
    // of what it defines will load it.
    let to_come = clpz::is_home(vm, m)
        && vm.ext.modules.get(m).is_some_and(|m| m.pending.is_some())
        && n == vm.atoms.intern("attribute_goals");
    Ok(to_come || own(vm, m, n, arity).is_some())
}

fn declare_4(vm: &mut Vm) -> Res {
    let (property, m, n) = (vm.x(0), vm.x(1).as_atom(), vm.x(2).as_atom());
    let arity = arity_argument(vm, 3)?;
    let Some(p) = Property::from_atom(property.as_atom()) else {
        return Err(vm.domain_error("predicate_property", property));
    };
    match declare(vm, p, m, n, arity) {
        Ok(_) => Ok(true),
        Err(ball) => Err(vm.close_ball(ball, property.as_atom(), 1)),
    }
}

fn module_list(vm: &mut Vm) -> Res {
    let cells: Vec<Cell> = vm.ext.modules.iter().map(|(m, _)| Cell::atom(m)).collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

fn module_exports(vm: &mut Vm) -> Res {
    let module = vm.x(0).as_atom();
    let Some(m) = vm.ext.modules.get(module) else {
        return Ok(false);
    };
    let exports: Vec<Indicator> = m.exports().collect();
    let cells: Vec<Cell> = exports.iter().map(|&(n, a)| vm.indicator(n, a)).collect();
    let list = vm.heap.list(&cells, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}

/// What a directive can declare of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Property {
    /// Its clauses can be changed while the program runs.
    Dynamic,
    /// Its clauses may stand apart.
    Discontiguous,
    /// Its clauses may come from several files.
    Multifile,
}

impl Property {
    /// The property of this name.
    pub(crate) fn from_atom(a: Atom) -> Option<Property> {
        match a {
            atoms::DYNAMIC => Some(Property::Dynamic),
            atoms::DISCONTIGUOUS => Some(Property::Discontiguous),
            atoms::MULTIFILE => Some(Property::Multifile),
            _ => None,
        }
    }
}

/// Declares a property of `module:name/arity` (ISO 7.4.2).
///
/// # Errors
/// `permission_error(modify, static_procedure, Name/Arity)` for what the standard defines, and for
/// making a static predicate with clauses dynamic.
pub(crate) fn declare(
    vm: &mut Vm,
    property: Property,
    module: Atom,
    name: Atom,
    arity: u32,
) -> Result<PredId, Ball> {
    let p = pred(vm, module, name, arity);
    let is_static = vm.db.pred(p).kind == Kind::Static && vm.db.clause_count(p) > 0;
    if is_locked(vm, module, name, arity) || property == Property::Dynamic && is_static {
        let pi = vm.indicator(name, arity);
        return Err(vm.permission_error("modify", "static_procedure", pi));
    }
    note_definition(vm, p);
    match property {
        Property::Dynamic => vm.db.make_dynamic(p),
        Property::Discontiguous => vm.db.pred_mut(p).properties.discontiguous = true,
        Property::Multifile => vm.db.pred_mut(p).properties.multifile = true,
    }
    vm.db.pred_mut(p).properties.declared = true;
    Ok(p)
}

/// Whether `module` must not define a predicate of this name: it is a control construct or a builtin
/// of the standard (ISO 7.5.2), or a static predicate of a library's module.
pub(crate) fn is_locked(vm: &Vm, module: Atom, name: Atom, arity: u32) -> bool {
    let loads_library = load::loads_library(vm);
    let library = vm.ext.modules.is_library(module);
    if library && loads_library {
        return false;
    }
    if is_construct(name, arity) {
        return true;
    }
    let Some(f) = vm.functors.find(name, arity) else {
        return false;
    };
    if vm
        .db
        .find(atoms::SYSTEM, f)
        .is_some_and(|p| vm.db.pred(p).properties.protected)
    {
        return true;
    }
    let open =
        |p: PredId| vm.db.pred(p).kind == Kind::Dynamic || vm.db.pred(p).properties.multifile;
    library
        && vm
            .db
            .find(module, f)
            .is_some_and(|p| vm.db.is_defined(p) && !open(p))
}

/// Whether a name is that of a control construct or of a clause itself (ISO 6.2, 7.8).
fn is_construct(name: Atom, arity: u32) -> bool {
    match arity {
        0 => matches!(name.as_char(), Some('!')) || name == atoms::NIL,
        1 => matches!(
            name,
            atoms::NECK | atoms::QUERY | atoms::CURLY | atoms::NOT_PROVABLE
        ),
        2 => {
            matches!(name.as_char(), Some(',' | ';' | ':' | '|' | '.'))
                || matches!(
                    name,
                    atoms::ARROW | atoms::SOFT_ARROW | atoms::NECK | atoms::DCG_ARROW
                )
        }
        _ => name == atoms::CALL,
    }
}

/// Remembers that a module defines a name that module `system` defines too, so that code compiled
/// from now on does not take it for the builtin.
pub(crate) fn note_definition(vm: &mut Vm, p: PredId) {
    let (module, name, arity, f) = {
        let q = vm.db.pred(p);
        (q.module, q.name, q.arity, q.functor)
    };
    if module != atoms::SYSTEM
        && vm
            .db
            .find(atoms::SYSTEM, f)
            .is_some_and(|s| vm.db.is_defined(s))
    {
        vm.ext
            .modules
            .ensure(module)
            .redefined
            .insert((name, arity));
    }
    if let Some(m) = vm.ext.modules.list.get_mut(&module) {
        m.imports.remove(&(name, arity));
    }
}
