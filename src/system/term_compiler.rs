//! Compiling clauses that are terms: clauses that programs add, and clauses that were added without their code.

use crate::base::atom::{Atom, atoms};
use crate::code::pred::ClauseCode;
use crate::machine::database::ClauseId;
use crate::machine::{Ball, Cell};
use crate::system::terms::is_control;
use crate::system::{AssertBuffers, Vm, compile_env};

/// The goals of a body that are looked at, and how many of them may wait.
const MOST_GOALS: usize = 64;

/// Returns true if a body is surely one without variables as goals that compiles without an error. The functions give
/// name and arity of a goal, none for what may be no goal, and an argument of it, counted from 0.
pub(crate) fn is_surely_body<T: Copy>(
    body: T,
    indicator: impl Fn(T) -> Option<(Atom, u32)>,
    argument: impl Fn(T, u32) -> T,
) -> bool {
    let mut waiting = [body; MOST_GOALS];
    let mut count = 1;
    // The body may be cyclic.
    for _ in 0..MOST_GOALS {
        if count == 0 {
            return true;
        }
        count -= 1;
        let goal = waiting[count];
        let parts = match indicator(goal) {
            None | Some((atoms::CALL, 1) | (atoms::COLON, 2)) => return false,
            Some((name, arity)) if is_control(name, arity) => arity,
            Some(_) => 0,
        };
        for i in 0..parts {
            let Some(place) = waiting.get_mut(count) else {
                return false;
            };
            *place = argument(goal, i);
            count += 1;
        }
    }
    count == 0
}

/// A clause taken apart: where its head belongs, head, and body as a goal.
pub(crate) struct ClauseParts {
    pub(crate) module: Atom,
    pub(crate) head: Cell,
    pub(crate) body: Cell,
}

impl ClauseParts {
    /// Returns true if the body is `true`.
    pub(crate) fn is_fact(&self) -> bool {
        self.body == Cell::atom(atoms::TRUE)
    }
}

/// Compiles a clause that was added without its code.
///
/// # Errors
/// See [`check_size`].
pub(crate) fn compiled_clause(vm: &mut Vm, id: ClauseId) -> Result<ClauseCode, Ball> {
    let top = vm.heap.top();
    let module = vm.db.clause(id).map(|c| vm.db.pred(c.pred).module);
    let (Some(module), Some(term)) = (module, vm.copy_of_clause(id)) else {
        return Err(vm.representation_error("clause"));
    };
    let arguments = vm.heap.args_at(term);
    let parts = ClauseParts {
        module,
        head: vm.heap.deref(vm.heap.get(arguments)),
        body: vm.heap.deref(vm.heap.get(arguments + 8)),
    };
    let code = match vm.check_room(POSTPONED_ROOM) {
        Ok(()) => compiled_parts(vm, &parts),
        Err(ball) => Err(ball),
    };
    vm.heap.release(top);
    code
}

/// Compiles a clause that was added without its code, so that its code can be looked at.
///
/// # Errors
/// See [`check_size`].
pub(crate) fn complete(vm: &mut Vm, id: ClauseId) -> Result<(), Ball> {
    if vm.db.is_postponed(id) {
        let code = compiled_clause(vm, id)?;
        vm.db.set_code(id, &code);
    }
    Ok(())
}

/// The bytes that a cell of a term takes at most while the term is compiled.
const COMPILED_CELL: u64 = 100;

/// Checks that there is room for the code of terms. Code has no sharing: a subterm that occurs twice counts twice.
///
/// # Errors
/// `representation_error(cyclic_term)`, `resource_error(memory)`; the ball of an interrupt or of a limit.
pub(crate) fn check_size(vm: &mut Vm, terms: &[Cell]) -> Result<(), Ball> {
    let most = vm.limits().heap_bytes / COMPILED_CELL;
    let mut size = 0u64;
    for &t in terms {
        let cells = match vm.small_size(t) {
            Some(cells) => Some(cells),
            None if !vm.is_acyclic(t) => return Err(vm.representation_error("cyclic_term")),
            None => vm.size_as_tree(t, most)?,
        };
        let Some(cells) = cells else {
            return Err(vm.out_of_memory());
        };
        size = size.saturating_add(cells);
    }
    vm.check_room(size.saturating_mul(COMPILED_CELL))
}

/// The most cells of a clause whose code is postponed.
pub(crate) const MOST_CELLS: u64 = 1000;

/// The bytes that a clause whose code is postponed takes at most while it is compiled.
const POSTPONED_ROOM: u64 = MOST_CELLS * COMPILED_CELL;

/// Compiles a clause.
///
/// # Errors
/// Those of `assertz/1`.
pub(crate) fn compiled(vm: &mut Vm, parts: &ClauseParts) -> Result<ClauseCode, Ball> {
    check_size(vm, &[parts.head, parts.body])?;
    compiled_parts(vm, parts)
}

fn compiled_parts(vm: &mut Vm, parts: &ClauseParts) -> Result<ClauseCode, Ball> {
    let AssertBuffers { mut tree, mut vars } = std::mem::take(&mut vm.ext.asserting);
    let head = vm.to_tree(&mut tree, parts.head, &mut vars);
    let is_rule = !parts.is_fact();
    let body = is_rule.then(|| vm.to_tree(&mut tree, parts.body, &mut vars));
    let code = match compile_env::compile(vm, &tree, head, body, parts.module) {
        Ok(code) => Ok(code),
        Err(e) => Err(compile_env::compile_ball(vm, &tree, e)),
    };
    if tree.len() < 1 << 16 {
        tree.clear();
        vars.clear();
        vm.ext.asserting = AssertBuffers { tree, vars };
    }
    code
}
