//! The bridge's implementation of the trait by which lower layers call the constraint solver of a machine.

use super::state::Clpz;
use super::{arith_expansion, constraint_copy, fd_predicates, indexical_parser, propagation};
use crate::base::atom::Atom;
use crate::base::tree::{NodeId, Tree};
use crate::code::pred::PredId;
use crate::fd::constraints::indexical::{Indexical, Neck};
use crate::machine::{Ball, Cell, CopiedConstraints, Record};
use crate::system::progress::SearchProgress;
use crate::system::solver::{
    ConstraintSolver, ExpandedClause, FdBody, FdFault, Solver, SolverSlot,
};
use crate::system::{System, Vm};

impl SolverSlot for Solver {
    type State = Clpz;
}

impl ConstraintSolver<System> for Solver {
    fn fork(state: &Clpz) -> Clpz {
        state.fork()
    }

    fn exchange(state: &mut Clpz, other: &mut Clpz) {
        state.exchange(other);
    }

    fn is_empty(state: &Clpz) -> bool {
        state.is_empty()
    }

    fn check_copied(vm: &mut Vm, term: Cell) -> Result<(), Ball> {
        constraint_copy::refuse_constrained(vm, term)
    }

    fn constraints_of(vm: &mut Vm, term: Cell) -> Option<CopiedConstraints> {
        constraint_copy::constraints_of(vm, term)
    }

    fn constrain_copy(
        vm: &mut Vm,
        copy: Cell,
        constraints: &CopiedConstraints,
    ) -> Result<(), Ball> {
        constraint_copy::constrain_ball(vm, copy, constraints)
    }

    fn search(state: &Clpz) -> Option<SearchProgress> {
        state.searches.progress()
    }

    fn undo(state: &mut Clpz, mark: u64) {
        state.undo(mark);
    }

    fn bound(vm: &mut Vm, atts: Cell, value: Cell) -> Result<Option<bool>, Ball> {
        propagation::bound(vm, atts, value)
    }

    fn reclaim(state: &mut Clpz, newest: u64, is_marked: &dyn Fn(Cell) -> bool) -> Option<u64> {
        state.reclaim(newest, is_marked)
    }

    fn roots(state: &mut Clpz, visit: &mut dyn FnMut(&mut Cell)) {
        state.roots(visit);
    }

    fn records(state: &Clpz, visit: &mut dyn FnMut(&Record)) {
        state.records(visit);
    }

    fn expand(
        vm: &mut Vm,
        tree: &Tree,
        head: NodeId,
        body: NodeId,
        module: Atom,
    ) -> Option<ExpandedClause> {
        arith_expansion::expand(vm, tree, head, body, module)
    }

    fn read_fd_clause(
        vm: &Vm,
        tree: &Tree,
        head: NodeId,
        neck: Neck,
        body: NodeId,
    ) -> Result<FdBody, FdFault> {
        indexical_parser::read(vm, tree, head, neck, body)
    }

    fn define(vm: &mut Vm, pred: PredId, neck: Neck, body: Vec<Indexical>) {
        fd_predicates::define(vm, pred, neck, body);
    }

    fn is_defined(vm: &Vm, pred: PredId, neck: Neck) -> bool {
        fd_predicates::is_defined(vm, pred, neck)
    }

    fn forget(vm: &mut Vm, pred: PredId) {
        fd_predicates::forget(vm, pred);
    }
}
