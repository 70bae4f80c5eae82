//! The interface of the constraint solver above this layer.
//!
//! The layers here keep the solver's state in each machine and call it at a few points, without depending on it:
//! `clpz` implements [`ConstraintSolver`] for [`Solver`]. The calls are resolved when Horn is compiled, so this
//! indirection has no cost at run time.

use crate::base::atom::Atom;
use crate::base::tree::{NodeId, Tree};
use crate::code::pred::PredId;
use crate::fd::constraints::indexical::{Indexical, Neck};
use crate::machine::{Ball, Cell, CopiedConstraints, Extension, Machine, Record};
use crate::system::progress::SearchProgress;

/// The constraint solver of this program: names the one implementation of [`ConstraintSolver`].
pub(crate) struct Solver;

/// The solver's state in one machine.
pub(crate) type SolverState = <Solver as SolverSlot>::State;

/// The type of the solver's state.
pub(crate) trait SolverSlot {
    /// The state in one machine.
    type State: Default + Send;
}

/// A clause whose constraints are expanded.
pub(crate) struct ExpandedClause {
    /// The clause's terms, in which the nodes of the original keep their numbers.
    pub tree: Tree,
    /// The body.
    pub body: NodeId,
}

/// The body of a clause of an FD predicate.
pub(crate) enum FdBody {
    /// Range expressions for the variables of the head.
    Indexicals(Vec<Indexical>),
    /// Constraint goals: the clause is an ordinary one.
    Goal,
}

/// An error in a clause of an FD predicate.
pub(crate) struct FdFault {
    /// The subterm at fault.
    pub at: NodeId,
    /// The message.
    pub message: String,
    /// The way to mend it.
    pub hint: Option<String>,
}

/// The operations of the solver that the machine and the loader call.
pub(crate) trait ConstraintSolver<X: Extension>: SolverSlot {
    /// The state of a machine with the same FD predicates, and no constraints.
    fn fork(state: &Self::State) -> Self::State;

    /// Exchanges two states; what does not belong to the variables of a heap stays.
    fn exchange(state: &mut Self::State, other: &mut Self::State);

    /// Returns true if the state is that of a heap without constraints.
    fn is_empty(state: &Self::State) -> bool;

    /// Checks that a term has no constrained variables, so that it may be copied out of its heap.
    ///
    /// # Errors
    /// `permission_error(store, constrained_variable, V)`
    fn check_copied(vm: &mut Machine<X>, term: Cell) -> Result<(), Ball>;

    /// The constraints of a term's variables, outside the store; `None` if it has no constrained variables.
    fn constraints_of(vm: &mut Machine<X>, term: Cell) -> Option<CopiedConstraints>;

    /// Posts the constraints of a term on its copy.
    ///
    /// # Errors
    /// Those of posting: limits and interrupts.
    fn constrain_copy(
        vm: &mut Machine<X>,
        copy: Cell,
        constraints: &CopiedConstraints,
    ) -> Result<(), Ball>;

    /// Undoes everything since a mark.
    fn undo(state: &mut Self::State, mark: u64);

    /// Reacts to the binding of a variable with the attribute chain `atts`. Returns true if the chain has
    /// attributes of other modules too; `None` if the binding is inconsistent.
    ///
    /// # Errors
    /// `type_error(integer, Value)` for a constrained variable that was bound to anything else.
    fn bound(vm: &mut Machine<X>, atts: Cell, value: Cell) -> Result<Option<bool>, Ball>;

    /// Frees constraints that cannot be reached; see [`Extension::reclaim`].
    fn reclaim(
        state: &mut Self::State,
        newest: u64,
        is_marked: &dyn Fn(Cell) -> bool,
    ) -> Option<u64>;

    /// Visits every cell of the state.
    fn roots(state: &mut Self::State, visit: &mut dyn FnMut(&mut Cell));

    /// Visits every record of the state.
    fn records(state: &Self::State, visit: &mut dyn FnMut(&Record));

    /// Expands the constraints in the body of a clause, if the module has imported them and there are any.
    fn expand(
        vm: &mut Machine<X>,
        tree: &Tree,
        head: NodeId,
        body: NodeId,
        module: Atom,
    ) -> Option<ExpandedClause>;

    /// Reads a clause of an FD predicate.
    ///
    /// # Errors
    /// The first fault.
    fn read_fd_clause(
        vm: &Machine<X>,
        tree: &Tree,
        head: NodeId,
        neck: Neck,
        body: NodeId,
    ) -> Result<FdBody, FdFault>;

    /// Adds the clause with this neck to an FD predicate.
    fn define(vm: &mut Machine<X>, pred: PredId, neck: Neck, body: Vec<Indexical>);

    /// Returns true if an FD predicate has a clause with this neck.
    fn is_defined(vm: &Machine<X>, pred: PredId, neck: Neck) -> bool;

    /// The progress of the newest search that has not ended.
    fn search(state: &Self::State) -> Option<SearchProgress>;

    /// Removes the clauses of an FD predicate.
    fn forget(vm: &mut Machine<X>, pred: PredId);
}
