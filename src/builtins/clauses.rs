//! Clause creation and destruction (ISO 13211-1, 8.9), clause retrieval (8.8.1).
//!
//! `clause/2` and `retract/1` have several answers; the library writes them over a search that gives
//! one clause at a time. A term `'$clause'(Word, Order, Pred, Place)` refers to a clause. It never refers to another
//! one, also when the clause is erased and its number is used again.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::Tree;
use crate::code::pred::PredId;
use crate::machine::ClauseRef;
use crate::machine::database::{ClauseId, PredicateKind, Source};
use crate::machine::{Attributes, Ball, Cell, Record};
use crate::system::modules::{self, strip_module};
use crate::system::term_compiler::{self, ClauseParts};
use crate::system::terms::{as_goal, is_control_functor, name_arity};
use crate::system::{BuiltinRow, Res, Vm, det, fact_compiler, load, postponed_code};
use rustc_hash::FxHashMap;

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "asserta",
        ":clause",
        "8.9.1",
        "Adds a clause before the other clauses of its predicate; permission_error if the predicate is static.",
        asserta,
    ),
    det(
        "assertz",
        ":clause",
        "8.9.2",
        "Adds a clause after the other clauses of its predicate; permission_error if the predicate is static.",
        assertz,
    ),
    det(
        "assert",
        ":clause",
        "-",
        "Adds a clause, as `assertz/1` does.",
        assertz,
    ),
    det(
        "$asserta",
        ":clause, -term",
        "-",
        "Adds a clause, as `asserta/1` does, and unifies the second argument with a reference to it.",
        asserta_ref,
    ),
    det(
        "$assertz",
        ":clause, -term",
        "-",
        "Adds a clause, as `assertz/1` does, and unifies the second argument with a reference to it.",
        assertz_ref,
    ),
    det(
        "$clause_neck",
        "+term, ?atom",
        "-",
        "Unifies the second argument with the neck of a clause: `:-`, `=>` or `?=>`.",
        neck,
    ),
    det(
        "$clause_home",
        "+compound, -atom",
        "-",
        "Unifies the second argument with the module of a clause; fails if the clause is erased.",
        home,
    ),
    det(
        "$clause_first",
        "+atom, +callable, +atom, -term, -integer",
        "8.8.1",
        "Unifies the fourth argument with a reference to the first clause that may match a head, and the last one with the generation of the database.",
        first,
    ),
    det(
        "$clause_next",
        "+compound, +integer, +callable, -term",
        "8.8.1",
        "Unifies the last argument with a reference to the next clause of a generation that may match a head.",
        next,
    ),
    det(
        "$clause",
        "+compound, ?term, ?term",
        "8.8.1",
        "Unifies the last two arguments with head and body of a clause.",
        clause,
    ),
    det(
        "$open_static",
        "+atom, +callable",
        "8.8.1",
        "True if a head is that of a static predicate whose clauses may be seen.",
        open_static,
    ),
    det(
        "$open_static",
        "+atom, +callable, -callable",
        "8.8.1",
        "As `'$open_static'/2`; unifies the last argument with the head of the clauses, which has another name if the predicate is tabled.",
        open_static_3,
    ),
    det(
        "$static_clause",
        "+atom, +callable, +integer, -integer, -term, -term, -integer",
        "8.8.1",
        "Unifies the next arguments with the number, head and body of the first clause from a number on that may match a head, and the last one with the number of the next such clause, -1 if there is none.",
        static_clause,
    ),
    det(
        "$static_reference",
        "+atom, +callable, +integer, -compound",
        "-",
        "Unifies the last argument with the reference of a clause with this number, of a static predicate whose clauses may be seen.",
        static_reference,
    ),
    det(
        "$erase",
        "+compound",
        "8.9.3",
        "Erases a clause; fails if it is erased already.",
        erase,
    ),
    det(
        "$erase_if_there",
        "+compound",
        "8.9.3",
        "Erases a clause; succeeds if it is erased already, unless another thread may have erased it.",
        erase_if_there,
    ),
    det(
        "$retract",
        ":clause, -term",
        "8.9.3",
        "Erases the first matching clause if no other can match, and unifies the second argument with `[]`; otherwise unifies it with the state of the search.",
        retract,
    ),
    det(
        "retractall",
        ":head",
        "8.9.5",
        "Erases all clauses whose heads unify with a term; makes the predicate dynamic if it does not exist.",
        retract_all,
    ),
    det(
        "$abolish",
        "+atom, +atom, +integer",
        "8.9.4",
        "Removes a dynamic predicate; permission_error if it is static.",
        abolish,
    ),
];

/// Returns true for control constructs, which are not predicates of the program (ISO 7.8).
fn is_control(name: Atom, arity: u32) -> bool {
    match arity {
        0 => name == atoms::CUT,
        2 => is_control_functor(name) || name == atoms::COLON || name == atoms::BAR,
        _ => false,
    }
}

/// `permission_error(Operation, Kind, Name/Arity)`.
fn denied(vm: &mut Vm, operation: &str, kind: &str, name: Atom, arity: u32) -> Ball {
    let pi = vm.indicator(name, arity);
    vm.permission_error(operation, kind, pi)
}

/// The same in the context of another predicate than the one that runs.
fn denied_in(
    vm: &mut Vm,
    operation: &str,
    kind: &str,
    pi: (Atom, u32),
    context: (&str, u32),
) -> Ball {
    let (o, k) = (vm.atoms.intern(operation), vm.atoms.intern(kind));
    let culprit = vm.indicator(pi.0, pi.1);
    let formal = vm.compound(
        atoms::PERMISSION_ERROR,
        &[Cell::atom(o), Cell::atom(k), culprit],
    );
    let name = vm.atoms.intern(context.0);
    let context = vm.indicator(name, context.1);
    vm.error_with_context(formal, context)
}

/// Takes a clause apart and converts its body (ISO 7.6).
fn parts(vm: &mut Vm, clause: Cell) -> Result<ClauseParts, Ball> {
    let (module, clause) = strip_module(vm, clause, atoms::USER);
    if clause.is_ref() {
        return Err(vm.instantiation_error());
    }
    let (head, body) = match as_rule(vm, clause) {
        Some((h, b)) => (h, b),
        None => (clause, Cell::atom(atoms::TRUE)),
    };
    let (head_module, head) = strip_module(vm, head, module);
    if head.is_ref() {
        return Err(vm.instantiation_error());
    }
    if !head.is_atom() && !head.is_compound() {
        return Err(vm.type_error(atoms::CALLABLE, head));
    }
    // Converting a body copies it without its sharing, and would not end for a cyclic one.
    if vm.small_size(body).is_none() {
        term_compiler::check_size(vm, &[body])?;
    }
    let Some(mut body) = as_goal(vm, body) else {
        return Err(vm.type_error(atoms::CALLABLE, body));
    };
    if head_module != module && body != Cell::atom(atoms::TRUE) {
        body = vm.compound(atoms::COLON, &[Cell::atom(module), body]);
    }
    Ok(ClauseParts {
        module: head_module,
        head,
        body,
    })
}

/// Head and body of `Head :- Body`.
fn as_rule(vm: &Vm, c: Cell) -> Option<(Cell, Cell)> {
    if !c.is_structure() || name_arity(vm, c) != (atoms::NECK, 2) {
        return None;
    }
    let at = vm.heap.args_at(c);
    Some((
        vm.heap.deref(vm.heap.get(at)),
        vm.heap.deref(vm.heap.get(at + 8)),
    ))
}

/// The dynamic predicate that a clause is added to; made if it does not exist.
fn target(vm: &mut Vm, module: Atom, name: Atom, arity: u32) -> Result<PredId, Ball> {
    let f = vm.functors.intern(name, arity);
    if let Some(p) = vm.db.find(module, f) {
        match vm.db.pred(p).kind {
            PredicateKind::Dynamic => return Ok(p),
            PredicateKind::Alias(to) if vm.db.pred(to).kind == PredicateKind::Dynamic => {
                return Ok(to);
            }
            PredicateKind::Alias(to) if vm.db.is_defined(to) => {
                return Err(denied(vm, "modify", "static_procedure", name, arity));
            }
            _ if vm.db.is_defined(p) => {
                return Err(denied(vm, "modify", "static_procedure", name, arity));
            }
            _ => {}
        }
    }
    if is_control(name, arity) || modules::is_locked(vm, module, name, arity) {
        return Err(denied(vm, "modify", "static_procedure", name, arity));
    }
    let p = vm.db.pred_id(module, f, name, arity);
    modules::note_definition(vm, p);
    vm.db.make_dynamic(p);
    Ok(p)
}

/// Compiles a clause and adds it to a predicate.
fn add_clause(vm: &mut Vm, parts: &ClauseParts, p: PredId, front: bool) -> Result<ClauseId, Ball> {
    // Erased clauses are still included: twice the limit is allowed, and a collection is due before that.
    if vm.program_bytes() / 2 > vm.limits().heap_bytes {
        return Err(vm.out_of_memory());
    }
    let small = if parts.is_fact() {
        fact_compiler::fact(vm, parts.head)
    } else {
        None
    };
    let code = match small {
        Some(code) if code.keys.iter().all(|k| k.is_atomic()) => {
            return Ok(vm.db.add_clause(p, &code, &Source::Keys, front));
        }
        Some(code) => code,
        None => term_compiler::compiled(vm, parts)?,
    };
    let pair = vm.compound(atoms::NECK, &[parts.head, parts.body]);
    let source = Source::Term(Record::new(&mut vm.heap, pair, Attributes::Drop));
    Ok(vm.db.add_clause(p, &code, &source, front))
}

/// Adds a clause at the end of a dynamic predicate of module `user`, as `assertz/1` does.
pub(crate) fn add(vm: &mut Vm, clause: Cell) -> Result<(), Ball> {
    vm.set_x(0, clause);
    match assert(vm, false) {
        Ok(_) => Ok(()),
        Err(ball) => {
            let name = vm.atoms.intern("assertz");
            Err(vm.close_ball(ball, name, 1))
        }
    }
}

fn assert(vm: &mut Vm, front: bool) -> Result<ClauseId, Ball> {
    let clause = vm.x(0);
    if let Some(id) = postponed_code::add(vm, clause, front) {
        return Ok(id);
    }
    let top = vm.heap.top();
    if let Some((module, rule, commits)) = rule(vm, clause) {
        return assert_rule(vm, module, rule, commits, front);
    }
    let parts = parts(vm, clause)?;
    crate::clpz::refuse_constrained(vm, clause)?;
    let (name, arity) = head_indicator(vm, parts.head);
    let p = target(vm, parts.module, name, arity)?;
    if vm.db.pred(p).properties.rules {
        if vm.db.clause_count(p) > 0 {
            return Err(denied(vm, "assert", "procedure", name, arity));
        }
        vm.db.reopen(p);
        vm.db.pred_mut(p).properties.rules = false;
    }
    let id = add_clause(vm, &parts, p, front)?;
    // Terms built on the way are garbage now.
    vm.heap.release(top);
    Ok(id)
}

/// The module and the term of a rule with single-sided unification; true if the rule commits.
fn rule(vm: &Vm, clause: Cell) -> Option<(Atom, Cell, bool)> {
    let (module, c) = strip_module(vm, clause, atoms::USER);
    if !c.is_structure() || vm.heap.arity_of(c) != 2 {
        return None;
    }
    let commits = load::arrow(vm, module, name_arity(vm, c).0)?;
    Some((module, c, commits))
}

/// Adds a rule; its predicate has no other clauses.
fn assert_rule(
    vm: &mut Vm,
    module: Atom,
    rule: Cell,
    commits: bool,
    front: bool,
) -> Result<ClauseId, Ball> {
    let top = vm.heap.top();
    if !vm.is_acyclic(rule) {
        return Err(vm.representation_error("cyclic_term"));
    }
    crate::clpz::refuse_constrained(vm, rule)?;
    let mut tree = Tree::new();
    let root = vm.to_tree(&mut tree, rule, &mut FxHashMap::default());
    let made = load::compile_asserted(vm, &tree, root, commits, module)?;
    let p = target(vm, made.home, made.name, made.arity)?;
    if vm.db.clause_count(p) == 0 {
        vm.db.reopen(p);
        vm.db.pred_mut(p).properties.rules = true;
    } else if !vm.db.pred(p).properties.rules {
        return Err(denied(vm, "assert", "procedure", made.name, made.arity));
    }
    if !front {
        vm.db.reopen(p);
    }
    let id = vm
        .db
        .add_clause(p, &made.code, &Source::Term(made.source), front);
    load::close(vm, p);
    vm.heap.release(top);
    Ok(id)
}

/// `assert` that unifies its second argument with a reference to the new clause.
fn assert_ref(vm: &mut Vm, front: bool) -> Res {
    let id = assert(vm, front)?;
    let Some(r) = vm.clause_ref(id) else {
        return Ok(false);
    };
    let r = ref_term(vm, r);
    Ok(vm.unify(vm.x(1), r))
}

fn head_indicator(vm: &Vm, head: Cell) -> (Atom, u32) {
    if head.is_compound() {
        name_arity(vm, head)
    } else {
        (head.as_atom(), 0)
    }
}

fn asserta(vm: &mut Vm) -> Res {
    assert(vm, true).map(|_| true)
}

fn assertz(vm: &mut Vm) -> Res {
    assert(vm, false).map(|_| true)
}

fn asserta_ref(vm: &mut Vm) -> Res {
    assert_ref(vm, true)
}

fn assertz_ref(vm: &mut Vm) -> Res {
    assert_ref(vm, false)
}

/// The predicate whose clauses `clause/2` or `retract/1` searches, if there are any; `Err` with the indicator if the
/// predicate is not dynamic.
fn searched(vm: &Vm, module: Atom, head: Cell) -> Result<Option<PredId>, (Atom, u32)> {
    let (name, arity) = head_indicator(vm, head);
    match modules::visible(vm, module, name, arity) {
        Some(p) if vm.db.pred(p).kind == PredicateKind::Dynamic => Ok(Some(p)),
        Some(_) => Err((name, arity)),
        None if is_control(name, arity) => Err((name, arity)),
        None => Ok(None),
    }
}

/// `'$open_static'(Module, Head)`
fn open_static(vm: &mut Vm) -> Res {
    Ok(open_predicate(vm).is_some())
}

/// `'$open_static'(Module, Head, Stored)`
fn open_static_3(vm: &mut Vm) -> Res {
    let head = vm.x(1);
    if open_predicate(vm).is_some() {
        return Ok(vm.unify(vm.x(2), head));
    }
    let (name, arity) = head_indicator(vm, head);
    let found = modules::visible(vm, vm.x(0).as_atom(), name, arity);
    let is_open = |q: &PredId| vm.db.pred(*q).properties.open;
    let Some(q) = found
        .filter(|p| vm.db.pred(*p).kind == PredicateKind::Static)
        .and_then(|p| load::renamed(vm, p))
        .filter(is_open)
    else {
        return Ok(false);
    };
    let name = vm.db.pred(q).name;
    let at = (arity > 0).then(|| vm.heap.args_at(head));
    let arguments = at.map_or(Vec::new(), |at| {
        let each = (0..u64::from(arity)).map(|i| vm.heap.get(at + 8 * i));
        each.collect()
    });
    let stored = match arguments.is_empty() {
        true => Cell::atom(name),
        false => vm.compound(name, &arguments),
    };
    Ok(vm.unify(vm.x(2), stored))
}

/// The static predicate of the module and the head in the first two arguments, if the terms of its clauses are kept.
fn open_predicate(vm: &Vm) -> Option<PredId> {
    let (name, arity) = head_indicator(vm, vm.x(1));
    let p = modules::visible(vm, vm.x(0).as_atom(), name, arity)?;
    let pred = vm.db.pred(p);
    (pred.kind == PredicateKind::Static && pred.properties.open).then_some(p)
}

/// `'$static_clause'(Module, Head, From, At, H, B, Next)`
fn static_clause(vm: &mut Vm) -> Res {
    let Some(p) = open_predicate(vm) else {
        return Ok(false);
    };
    let (head, from) = (vm.x(1), vm.x(2).as_int() as usize);
    let Some((at, term)) = vm.static_clause(p, head, from) else {
        return Ok(false);
    };
    let next = vm.next_static_clause(p, head, at + 1);
    let next = next.map_or(-1, |n| n as i64);
    let args = vm.heap.args_at(term);
    let (h, b) = (vm.heap.get(args), vm.heap.get(args + 8));
    Ok(vm.unify(vm.x(3), Cell::int(at as i64))
        && vm.unify(vm.x(4), h)
        && vm.unify(vm.x(5), b)
        && vm.unify(vm.x(6), Cell::int(next)))
}

fn static_reference(vm: &mut Vm) -> Res {
    let Some(p) = open_predicate(vm) else {
        return Ok(false);
    };
    let clauses = &vm.db.pred(p).clauses;
    let id = clauses.get(vm.x(2).as_int() as usize).copied();
    let Some(r) = id.and_then(|id| vm.clause_ref(id)) else {
        return Ok(false);
    };
    let r = ref_term(vm, r);
    Ok(vm.unify(vm.x(3), r))
}

/// `'$clause'(Word, Order, Pred, Place)`.
pub(super) fn ref_term(vm: &mut Vm, r: ClauseRef) -> Cell {
    vm.compound(
        "$clause",
        &[
            Cell::int(r.word()),
            Cell::int(r.order),
            Cell::int(i64::from(r.pred.0)),
            Cell::int(r.place),
        ],
    )
}

/// The number of the clause that a term refers to, if it is not erased.
pub(crate) fn referenced_clause(vm: &Vm, c: Cell) -> Option<ClauseId> {
    let r = ref_of(vm, c).filter(|r| vm.exists(*r))?;
    Some(r.id)
}

/// The clause that a term refers to.
fn ref_of(vm: &Vm, c: Cell) -> Option<ClauseRef> {
    if !c.is_structure() || vm.heap.arity_of(c) != 4 {
        return None;
    }
    let at = vm.heap.args_at(c);
    let parts = [0, 8, 16, 24].map(|i| vm.heap.deref(vm.heap.get(at + i)));
    if !parts.iter().all(|c| c.is_int()) {
        return None;
    }
    let [word, order, pred, place] = parts.map(Cell::as_int);
    let p = PredId(u32::try_from(pred).ok()?);
    vm.db
        .has_pred(p)
        .then(|| ClauseRef::from_word(word, order, p, place))
}

fn first(vm: &mut Vm) -> Res {
    let (module, head, operation) = (vm.x(0).as_atom(), vm.x(1), vm.x(2).as_atom());
    let p = match searched(vm, module, head) {
        Ok(Some(p)) => p,
        Ok(None) => return Ok(false),
        Err(pi) => {
            return Err(match &*vm.atoms.text(operation).to_string() {
                "access" => denied_in(vm, "access", "private_procedure", pi, ("clause", 2)),
                _ => denied_in(vm, "modify", "static_procedure", pi, ("retract", 1)),
            });
        }
    };
    let generation = vm.db.generation;
    let Some(r) = vm.find_clause(p, head, None, generation) else {
        return Ok(false);
    };
    let r = ref_term(vm, r);
    Ok(vm.unify(vm.x(3), r) && vm.unify(vm.x(4), Cell::int(generation as i64)))
}

fn next(vm: &mut Vm) -> Res {
    let (r, generation, head) = (vm.x(0), vm.x(1), vm.x(2));
    let Some(after) = ref_of(vm, r) else {
        return Ok(false);
    };
    if !generation.is_int() {
        return Ok(false);
    }
    if head_indicator(vm, head).1 != vm.db.pred(after.pred).arity {
        return Ok(false);
    }
    match vm.find_clause(after.pred, head, Some(after), generation.as_int() as u64) {
        Some(r) => {
            let r = ref_term(vm, r);
            Ok(vm.unify(vm.x(3), r))
        }
        None => Ok(false),
    }
}

fn clause(vm: &mut Vm) -> Res {
    let Some(r) = ref_of(vm, vm.x(0)) else {
        return Ok(false);
    };
    unify_clause(vm, r, vm.x(1), vm.x(2))
}

/// `'$clause_home'(Ref, Module)`
fn home(vm: &mut Vm) -> Res {
    let Some(r) = ref_of(vm, vm.x(0)).filter(|r| vm.is_live(*r)) else {
        return Ok(false);
    };
    let module = vm.db.pred(r.pred).module;
    Ok(vm.unify(vm.x(1), Cell::atom(module)))
}

/// Unifies head and body with a new copy of a clause.
fn unify_clause(vm: &mut Vm, r: ClauseRef, head: Cell, body: Cell) -> Res {
    let Some(t) = vm.clause_term(r) else {
        return Ok(false);
    };
    let at = vm.heap.args_at(t);
    let (h, b) = (vm.heap.get(at), vm.heap.get(at + 8));
    Ok(vm.unify(head, h) && vm.unify(body, b))
}

/// `'$clause_neck'(Ref, Neck)`
fn neck(vm: &mut Vm) -> Res {
    let Some(t) = ref_of(vm, vm.x(0)).and_then(|r| vm.clause_term(r)) else {
        return Ok(false);
    };
    let neck = Cell::atom(name_arity(vm, t).0);
    Ok(vm.unify(vm.x(1), neck))
}

fn erase(vm: &mut Vm) -> Res {
    let Some(r) = ref_of(vm, vm.x(0)) else {
        return Ok(false);
    };
    let pred = vm.db.pred(r.pred);
    if pred.kind == PredicateKind::Static && vm.exists(r) {
        let pi = (pred.name, pred.arity);
        return Err(denied_in(
            vm,
            "modify",
            "static_procedure",
            pi,
            ("erase", 1),
        ));
    }
    Ok(vm.erase_clause(r))
}

fn erase_if_there(vm: &mut Vm) -> Res {
    // A clause that two threads retract is a result of one of them.
    Ok(erase(vm)? || !vm.shares_program())
}

/// An error in the context of `retract/1` or the like.
fn in_context<T>(vm: &mut Vm, name: &str, r: Result<T, Ball>) -> Result<T, Ball> {
    r.map_err(|ball| {
        let name = vm.atoms.intern(name);
        vm.close_ball(ball, name, 1)
    })
}

/// Module, head and body of the clause that `retract/1` is to find.
fn pattern(vm: &mut Vm, clause: Cell) -> Result<(Atom, Cell, Cell), Ball> {
    let (module, clause) = strip_module(vm, clause, atoms::USER);
    let (head, body) = as_rule(vm, clause).unwrap_or((clause, Cell::atom(atoms::TRUE)));
    let (module, head) = strip_module(vm, head, module);
    if !head.is_atom() && !head.is_compound() {
        return Err(vm.type_or_instantiation(atoms::CALLABLE, head));
    }
    if body.is_number() || body.is_string() {
        return Err(vm.type_error(atoms::CALLABLE, body));
    }
    Ok((module, head, body))
}

/// `'$retract'(C, State)`: if only one clause may match, erases it, and `State` is `[]`. Otherwise `State` is
/// `more(Ref, Generation, H, B)` with the first candidate, from which the library continues the search.
fn retract(vm: &mut Vm) -> Res {
    let clause = vm.x(0);
    let found = pattern(vm, clause);
    let (module, head, body) = in_context(vm, "retract", found)?;
    let p = match searched(vm, module, head) {
        Ok(Some(p)) => p,
        Ok(None) => return Ok(false),
        Err(pi) => {
            return Err(denied_in(
                vm,
                "modify",
                "static_procedure",
                pi,
                ("retract", 1),
            ));
        }
    };
    let generation = vm.db.generation;
    let Some(first) = vm.find_clause(p, head, None, generation) else {
        return Ok(false);
    };
    if vm.find_clause(p, head, Some(first), generation).is_none() {
        return Ok(unify_clause(vm, first, head, body)?
            && vm.erase_clause(first)
            && vm.unify(vm.x(1), Cell::NIL));
    }
    let r = ref_term(vm, first);
    let state = vm.compound("more", &[r, Cell::int(generation as i64), head, body]);
    Ok(vm.unify(vm.x(1), state))
}

/// `retractall/1`. A predicate that does not exist becomes dynamic, as 8.9.5 requires.
fn retract_all(vm: &mut Vm) -> Res {
    let (module, head) = strip_module(vm, vm.x(0), atoms::USER);
    if !head.is_atom() && !head.is_compound() {
        return Err(vm.type_or_instantiation(atoms::CALLABLE, head));
    }
    let (name, arity) = head_indicator(vm, head);
    let p = target(vm, module, name, arity)?;
    let generation = vm.db.generation;
    let top = vm.heap.top();
    let mut found = vm.find_clause(p, head, None, generation);
    while let Some(r) = found {
        let matches = arity == 0
            || match vm.clause_term(r) {
                Some(t) => {
                    let h = vm.heap.get(vm.heap.args_at(t));
                    vm.can_unify(head, h)
                }
                None => false,
            };
        if matches {
            vm.erase_clause(r);
        }
        // The copy made for the test is garbage now.
        vm.heap.release(top);
        found = vm.find_clause(p, head, Some(r), generation);
    }
    Ok(true)
}

fn abolish(vm: &mut Vm) -> Res {
    let (module, name, arity) = (vm.x(0).as_atom(), vm.x(1).as_atom(), vm.x(2));
    let Some(n) = arity
        .is_int()
        .then(|| arity.as_int())
        .and_then(|n| u32::try_from(n).ok())
    else {
        return Ok(true);
    };
    match modules::visible(vm, module, name, n) {
        Some(p) if vm.db.pred(p).kind == PredicateKind::Dynamic => {
            vm.db.abolish(p);
            Ok(true)
        }
        None if !is_control(name, n) => Ok(true),
        _ => Err(denied_in(
            vm,
            "modify",
            "static_procedure",
            (name, n),
            ("abolish", 1),
        )),
    }
}
