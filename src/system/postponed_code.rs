//! Clauses that programs add: small facts need no compiler, and the code of a rule is made when the rule is first called.
//!
//! Many rules that programs add are looked at with `clause/2` or removed, and never called: compiling them would take
//! more time than all else. A rule is compiled at once if its term is large, or if only the compiler can say that it
//! has an error.

use crate::base::atom::{Atom, atoms};
use crate::code::pred::{ClauseCode, Key};
use crate::machine::database::{ClauseId, FACT_ARGUMENTS, PredicateKind};
use crate::machine::{Attributes, Ball, Cell};
use crate::system::modules::strip_module;
use crate::system::solver::{ConstraintSolver, Solver};
use crate::system::terms::name_arity;
use crate::system::{AssertBuffers, Vm, compile_env, fact_compiler, load};

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

/// The cells of a clause that is added here.
const MOST_CELLS: u64 = 1000;

/// The goals of a body that are looked at, and the depth at which they stand.
const MOST_GOALS: usize = 64;

/// Adds a small clause to a dynamic predicate that exists, without the compiler. `None` if `assertz/1` has more to do
/// for it.
pub(crate) fn add(vm: &mut Vm, clause: Cell, front: bool) -> Option<ClauseId> {
    let (module, c) = strip_module(vm, clause, atoms::USER);
    let (head, body) = match c.is_structure() && name_arity(vm, c) == (atoms::NECK, 2) {
        true => (argument(vm, c, 0), Some(argument(vm, c, 1))),
        false => (c, None),
    };
    let f = match head.is_structure() {
        true => vm.heap.functor_of(head).0,
        false => vm.functors.find(head.to_atom()?, 0)?,
    };
    let p = vm.db.find(module, f)?;
    let pred = vm.db.pred(p);
    if pred.kind != PredicateKind::Dynamic || pred.properties.rules {
        return None;
    }
    let arity = pred.arity as usize;
    // Erased clauses are still included: a collection is due before that.
    if arity > FACT_ARGUMENTS || vm.program_bytes() / 2 > vm.limits().heap_bytes {
        return None;
    }
    let mut keys = [Key::Any; FACT_ARGUMENTS];
    for (i, key) in keys[..arity].iter_mut().enumerate() {
        *key = fact_compiler::key(vm, argument(vm, head, i as u64));
    }
    let keys = &keys[..arity];
    let Some(body) = body else {
        let is_small = |k: &Key| match *k {
            Key::Int(i) => i32::try_from(i).is_ok(),
            key => key.is_atomic(),
        };
        let is_rule = arity == 2 && load::arrow(vm, module, vm.db.pred(p).name).is_some();
        let is_constant = keys.iter().all(is_small) && !is_rule;
        return is_constant.then(|| vm.db.add_fact(p, keys, front));
    };
    // A goal that is a variable would be wrapped in `call/1`. A term that is large as a tree may be small as a record.
    let cells = vm.small_size(c)?;
    if cells > MOST_CELLS || !is_surely_body(vm, body) {
        return None;
    }
    Solver::check_copied(vm, c).ok()?;
    let image = vm.heap.image(c, Attributes::Drop);
    let id = vm.db.add_postponed(p, keys, &image, front);
    vm.heap.keep_buffer(image);
    Some(id)
}

/// An argument of a structure, dereferenced.
fn argument(vm: &Vm, c: Cell, i: u64) -> Cell {
    vm.heap.deref(vm.heap.argument(c, i))
}

/// Returns true if a body is surely one without variables as goals that compiles without an error.
fn is_surely_body(vm: &Vm, body: Cell) -> bool {
    let mut open = [body; MOST_GOALS];
    let mut depth = 1;
    for _ in 0..MOST_GOALS {
        if depth == 0 {
            return true;
        }
        depth -= 1;
        let c = vm.heap.deref(open[depth]);
        if c.is_atom() {
            continue;
        }
        if !c.is_structure() {
            return false;
        }
        let parts = match name_arity(vm, c) {
            (atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW, 2) => 2,
            (atoms::NOT_PROVABLE, 1) => 1,
            (atoms::CALL, 1) | (atoms::COLON, 2) => return false,
            _ => continue,
        };
        for i in 0..parts {
            let Some(place) = open.get_mut(depth) else {
                return false;
            };
            *place = vm.heap.argument(c, i);
            depth += 1;
        }
    }
    depth == 0
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
