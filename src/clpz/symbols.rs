//! The names of the constraint language, as functors, with their meanings. Posts nothing.

use super::functions::{NAMES, NonlinearFunction};
use crate::base::atom::{Atom, atoms};
use crate::code::pred::FunctorId;
use crate::code::pred::PredId;
use crate::fd::constraints::constraint::Relation;
use crate::system::Vm;
use crate::system::modules;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A connective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Connective {
    Equiv,
    Implies,
    ImpliedBy,
    Or,
    Xor,
    And,
}

/// The meaning of a functor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    Add,
    Sub,
    Neg,
    /// `\X`
    Complement,
    /// `#X`, `?(X)`: the variable itself.
    Same,
    Function(NonlinearFunction),
    Relation(Relation),
    In,
    Connective(Connective),
    Not,
    /// `L..H`
    Range,
    /// `D1\/D2`; in an expression, the bitwise or.
    Union,
    /// `{I,…}`
    Braces,
    Comma,
}

/// All names but those of functions, which are in `functions.rs`, and of [`Relation`].
const SYMBOLS: &[(&str, u32, Symbol)] = &[
    ("+", 2, Symbol::Add),
    ("-", 2, Symbol::Sub),
    ("-", 1, Symbol::Neg),
    ("\\", 1, Symbol::Complement),
    ("#", 1, Symbol::Same),
    ("?", 1, Symbol::Same),
    ("in", 2, Symbol::In),
    ("#<==>", 2, Symbol::Connective(Connective::Equiv)),
    ("#==>", 2, Symbol::Connective(Connective::Implies)),
    ("#<==", 2, Symbol::Connective(Connective::ImpliedBy)),
    ("#<=>", 2, Symbol::Connective(Connective::Equiv)),
    ("#=>", 2, Symbol::Connective(Connective::Implies)),
    ("#<=", 2, Symbol::Connective(Connective::ImpliedBy)),
    ("#\\/", 2, Symbol::Connective(Connective::Or)),
    ("#\\", 2, Symbol::Connective(Connective::Xor)),
    ("##", 2, Symbol::Connective(Connective::Xor)),
    ("#/\\", 2, Symbol::Connective(Connective::And)),
    ("#\\", 1, Symbol::Not),
    ("..", 2, Symbol::Range),
    ("\\/", 2, Symbol::Union),
    ("{}", 1, Symbol::Braces),
    (",", 2, Symbol::Comma),
];

/// The branches of a labeling in single steps, the answers of `'$fd_next'/4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BranchKind {
    /// All variables are fixed.
    Done,
    /// `X = V`, or else `X ≠ V`.
    Step,
    /// `X = V` for each value upward.
    Enum,
    /// `X = V` for each value downward.
    Down,
    /// `X ≤ V`, or else `X > V`.
    Low,
    /// `X > V`, or else `X ≤ V`.
    High,
    /// `X ≠ V`, or else `X = V`.
    Differ,
}

/// The names of [`BranchKind`], in its order.
const BRANCH_KINDS: [&str; 7] = ["done", "step", "enum", "down", "low", "high", "differ"];

/// The status of a search in the kernel, an answer of `'$fd_find'/4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchStatus {
    /// The slice is used up: call again.
    Paused,
    /// A solution; there may be others.
    More,
    /// The last solution.
    Last,
    /// No further solution.
    None,
    /// The time limit is over.
    TimeOut,
    /// Flag of a time limit: a solution was found.
    Success,
    /// Flag of a time limit: the solution is optimal.
    Optimality,
}

/// The names of [`SearchStatus`], in its order.
const SEARCH_STATUSES: [&str; 7] = [
    "paused",
    "more",
    "last",
    "none",
    "time_out",
    "success",
    "optimality",
];

/// The functors and atoms that the bridge looks up, as numbers of one machine.
pub(super) struct Symbols {
    /// By the number of the functor.
    symbols: Vec<Option<Symbol>>,
    by_name: FxHashMap<(Atom, u32), Symbol>,
    core: Core,
    pub(super) inf: Atom,
    pub(super) sup: Atom,
    /// The term by which `'$fd_labeling'/3` requests a search in the kernel.
    pub(super) search: FunctorId,
    branch_kinds: [Atom; 7],
    search_statuses: [Atom; 7],
}

/// The functors of `X+I` and `X-I`.
#[derive(Clone, Copy)]
pub(super) struct OffsetFunctors {
    pub(super) add: FunctorId,
    pub(super) sub: FunctorId,
}

impl OffsetFunctors {
    fn new(vm: &mut Vm) -> OffsetFunctors {
        OffsetFunctors {
            add: vm.functors.intern(atoms::PLUS, 2),
            sub: vm.functors.intern(atoms::MINUS, 2),
        }
    }
}

/// The names that every constraint needs; they are few, so they are copied.
#[derive(Clone, Copy)]
pub(super) struct Core {
    pub(super) module: Atom,
    /// `clpz:monotonic/0`, whose clauses switch the monotonic mode on.
    pub(super) monotonic: PredId,
    pub(super) att: FunctorId,
    pub(super) offsets: OffsetFunctors,
}

impl std::ops::Deref for Symbols {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl Symbols {
    /// The names that every constraint needs.
    #[inline]
    pub(super) fn core(vm: &mut Vm) -> Core {
        match &vm.ext.clpz.names {
            Some(names) => names.core,
            None => Symbols::of(vm).core,
        }
    }

    /// The names of a machine; made at the first call.
    pub(super) fn of(vm: &mut Vm) -> Arc<Symbols> {
        if let Some(names) = &vm.ext.clpz.names {
            return names.clone();
        }
        let mut symbols: Vec<Option<Symbol>> = Vec::new();
        let mut by_name = FxHashMap::default();
        let functions = NAMES
            .iter()
            .map(|&(name, arity, f)| (name, arity, Symbol::Function(f)));
        let relations = Relation::ALL
            .into_iter()
            .map(|rel| (rel.name(), 2, Symbol::Relation(rel)));
        for (name, arity, symbol) in SYMBOLS.iter().copied().chain(relations).chain(functions) {
            let name = vm.atoms.intern(name);
            let f = vm.functors.intern(name, arity).0 as usize;
            if symbols.len() <= f {
                symbols.resize(f + 1, None);
            }
            symbols[f] = Some(symbol);
            by_name.insert((name, arity), symbol);
        }
        let module = vm.atoms.intern("clpz");
        let monotonic = vm.atoms.intern("monotonic");
        let names = Arc::new(Symbols {
            symbols,
            by_name,
            core: Core {
                module,
                monotonic: modules::pred(vm, module, monotonic, 0),
                att: vm.functors.intern(atoms::ATT, 3),
                offsets: OffsetFunctors::new(vm),
            },
            inf: vm.atoms.intern("inf"),
            sup: vm.atoms.intern("sup"),
            search: {
                let name = vm.atoms.intern("search");
                vm.functors.intern(name, 1)
            },
            branch_kinds: BRANCH_KINDS.map(|name| vm.atoms.intern(name)),
            search_statuses: SEARCH_STATUSES.map(|name| vm.atoms.intern(name)),
        });
        vm.ext.clpz.names = Some(names.clone());
        let machine = vm.interrupt_handle();
        let due = move || machine.is_due();
        vm.ext.clpz.store.set_cancel_check(Some(Box::new(due)));
        names
    }

    /// The meaning of a structure's functor.
    #[inline]
    pub(super) fn symbol(&self, f: FunctorId) -> Option<Symbol> {
        *self.symbols.get(f.0 as usize)?
    }

    /// The name of a status.
    pub(super) fn status(&self, status: SearchStatus) -> Atom {
        self.search_statuses[status as usize]
    }

    /// The name of a way to branch.
    pub(super) fn branch_kind(&self, kind: BranchKind) -> Atom {
        self.branch_kinds[kind as usize]
    }

    /// The meaning of `name/arity`.
    pub(super) fn named(&self, name: Atom, arity: u32) -> Option<Symbol> {
        self.by_name.get(&(name, arity)).copied()
    }
}

/// Returns true if a module is the library's and constraints are in use.
pub(crate) fn is_home(vm: &Vm, module: Atom) -> bool {
    let names = vm.ext.clpz.names.as_ref();
    names.is_some_and(|names| names.module == module)
}
