//! Clauses as they stand in their files, for the tracer and for explanations.

use super::clauses::referenced_clause;
use crate::base::atom::{Atom, atoms};
use crate::base::tree::Node;
use crate::machine::Cell;
use crate::machine::database::{ClauseId, PredicateKind};
use crate::syntax::{Diagnostic, Position, Severity, Span};
use crate::system::explain::clause_text::{ClauseText, ClauseTexts};
use crate::system::explain::error_text;
use crate::system::{BuiltinRow, Res, Vm, det, load, modules, reentrant};
use std::sync::Arc;

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$next_clause",
        "+atom, +callable, +integer, -integer",
        "-",
        "Unifies the last argument with the number of the first clause from a number on that may match a goal, of the static predicate that it calls in a module.",
        next_clause,
    ),
    reentrant(
        "$clause_kind",
        "+atom, +callable, -atom",
        "-",
        "Unifies the last argument with where the clauses can be had of the predicate that a goal calls: `kept` with their terms, `dynamic`, or `text`, from their texts, and `rules`, if those are rules. Fails for builtins, and for libraries without a spy point.",
        clause_kind,
    ),
    det(
        "$clause_text",
        "+atom, +callable, +term, -term, -list",
        "-",
        "Unifies the last two arguments with a clause as it was read and the names of its variables, as `Name=Variable`. The clause is a number of a static predicate, or a reference. Fails if its text cannot be had.",
        clause_text,
    ),
    det(
        "$goal_position",
        "+atom, +callable, +term, +list, -atom, -integer, -integer",
        "-",
        "Unifies the last three arguments with file, line and column of the subterm of a clause to which the numbers of arguments lead, the last one first.",
        goal_position,
    ),
    det(
        "$goal_excerpt",
        "+atom, +callable, +term, +list, +atom, -atom",
        "-",
        "Unifies the last argument with the lines of a clause's text in which a subterm is marked, with a message.",
        goal_excerpt,
    ),
    det(
        "$error_sentence",
        "+term, -atom",
        "-",
        "Unifies the second argument with a sentence that describes an error of the standard. Fails for other terms.",
        error_sentence,
    ),
    det(
        "$leave_box",
        "+atom, +callable, +term, +list",
        "-",
        "Notes that an error leaves the box of a goal, for its explanation: the subterm of a clause to which the numbers of arguments lead, the last one first.",
        leave_box,
    ),
];

fn error_sentence(vm: &mut Vm) -> Res {
    let ball = vm.x(0);
    if !vm.is_acyclic(ball) {
        return Ok(false);
    }
    let tree = vm.tree_of(ball).0;
    match error_text(vm, &tree, tree.root()) {
        Some(text) => {
            let text = vm.atoms.intern_transient(&text);
            Ok(vm.unify(vm.x(1), Cell::atom(text)))
        }
        None => Ok(false),
    }
}

/// The clause that the first three arguments mean.
fn selected_clause(vm: &Vm) -> Option<ClauseId> {
    let which = vm.x(2);
    if !which.is_int() {
        return referenced_clause(vm, which);
    }
    let number = usize::try_from(which.as_int()).ok()?;
    let clauses = &vm.db.pred(called(vm)?).clauses;
    clauses.get(number).copied()
}

/// The predicate that the goal in the second argument calls in the module in the first one.
fn called(vm: &Vm) -> Option<crate::code::pred::PredId> {
    let (module, head) = (vm.x(0).as_atom(), vm.x(1));
    let (name, arity) = match head.is_compound() {
        true => crate::system::terms::name_arity(vm, head),
        false => (head.as_atom(), 0),
    };
    modules::visible(vm, module, name, arity)
}

/// The text of that clause.
fn text(vm: &mut Vm) -> Option<Arc<ClauseText>> {
    let id = selected_clause(vm)?;
    text_of(vm, id)
}

fn text_of(vm: &mut Vm, id: ClauseId) -> Option<Arc<ClauseText>> {
    let kept = vm.ext.clause_texts.take();
    let mut texts = kept
        .and_then(|t| t.downcast::<ClauseTexts>().ok())
        .unwrap_or_default();
    let found = texts.clause(vm, id);
    vm.ext.clause_texts = Some(texts);
    found
}

/// `'$clause_kind'(Module, Head, Kind)`
fn clause_kind(vm: &mut Vm) -> Res {
    let Some(p) = called(vm) else {
        return Ok(false);
    };
    load::complete_in_builtin(vm, p, 3)?;
    let pred = vm.db.pred(p);
    let (kind, is) = (pred.kind, pred.properties);
    if is.tabled {
        return Ok(false);
    }
    let kind = match kind {
        PredicateKind::Static if is.rules && (!is.library || is.spied) => {
            let first = pred.clauses.first().copied();
            let found = first.and_then(|id| text_of(vm, id));
            match found.is_some_and(|f| is_rule(vm, &f)) {
                true => "rules",
                false => return Ok(false),
            }
        }
        _ if is.rules => return Ok(false),
        PredicateKind::Dynamic => "dynamic",
        PredicateKind::Static if is.open => "kept",
        PredicateKind::Static if !is.library || is.spied => {
            let Some(&first) = pred.clauses.first() else {
                return Ok(false);
            };
            let (name, arity) = (pred.name, pred.arity);
            match text_of(vm, first) {
                Some(found) if is_clause_of(&found, name, arity) => "text",
                _ => return Ok(false),
            }
        }
        _ => return Ok(false),
    };
    let kind = Cell::atom(vm.atoms.intern(kind));
    Ok(vm.unify(vm.x(2), kind))
}

/// Returns true if a text is a rule with single-sided unification.
fn is_rule(vm: &Vm, found: &ClauseText) -> bool {
    let tree = &found.term.tree;
    let name = tree
        .callable(tree.root())
        .map(|(name, _)| vm.atoms.text(name).to_string());
    name.is_some_and(|n| n == "=>" || n == "?=>")
}

/// Returns true if a text is a clause of this predicate, or the rule of a grammar: not something that another
/// expansion has made a clause of.
fn is_clause_of(found: &ClauseText, name: Atom, arity: u32) -> bool {
    let tree = &found.term.tree;
    let root = tree.root();
    if tree.as_compound::<2>(root, atoms::DCG_ARROW).is_some() {
        return true;
    }
    let head = tree
        .as_compound::<2>(root, atoms::NECK)
        .map_or(root, |[head, _]| head);
    match tree.node(head) {
        Node::Atom(a) => (*a, 0) == (name, arity),
        Node::Compound {
            name: n, arity: a, ..
        } => (*n, *a) == (name, arity),
        _ => false,
    }
}

/// `'$next_clause'(Module, Goal, From, Number)`
fn next_clause(vm: &mut Vm) -> Res {
    let (Some(p), Ok(from)) = (called(vm), usize::try_from(vm.x(2).as_int())) else {
        return Ok(false);
    };
    match vm.next_static_clause(p, vm.x(1), from) {
        Some(n) => Ok(vm.unify(vm.x(3), Cell::int(n as i64))),
        None => Ok(false),
    }
}

/// `'$clause_text'(Module, Head, Which, Term, Names)`
fn clause_text(vm: &mut Vm) -> Res {
    let Some(found) = text(vm) else {
        return Ok(false);
    };
    let mut vars = Vec::new();
    let term = vm.build(&found.term.tree, found.term.tree.root(), &mut vars);
    let mut names = Vec::new();
    for (name, var) in found.term.variable_names() {
        let name = Cell::atom(vm.atoms.intern(name));
        names.push(vm.compound(atoms::UNIFY, &[name, vars[var as usize]]));
    }
    let names = vm.heap.list(&names, Cell::NIL);
    Ok(vm.unify(vm.x(3), term) && vm.unify(vm.x(4), names))
}

/// The numbers in a list of numbers of arguments.
fn steps(vm: &Vm, path: Cell) -> Vec<usize> {
    let numbers = vm.heap.elements(path).map(Cell::as_int);
    numbers.filter_map(|n| usize::try_from(n).ok()).collect()
}

/// The span of the subterm to which a list of numbers of arguments leads, the last one first; as far as the
/// term has them.
fn subterm(vm: &Vm, found: &ClauseText, path: Cell) -> Option<Span> {
    let node = found.node_at(&steps(vm, path));
    let spans = &found.term.positions.as_ref()?.spans;
    spans.get(node.0 as usize).copied()
}

/// `'$goal_position'(Module, Head, Which, Path, File, Line, Column)`
fn goal_position(vm: &mut Vm) -> Res {
    let Some(found) = text(vm) else {
        return Ok(false);
    };
    let Some(span) = subterm(vm, &found, vm.x(3)) else {
        return Ok(false);
    };
    let place = Position::in_text(&found.text, span.start, Position::default());
    let file = Cell::atom(vm.atoms.intern(&found.file));
    Ok(vm.unify(vm.x(4), file)
        && vm.unify(vm.x(5), Cell::int(i64::from(place.line)))
        && vm.unify(vm.x(6), Cell::int(i64::from(place.column))))
}

/// `'$goal_excerpt'(Module, Head, Which, Path, Message, Text)`
fn goal_excerpt(vm: &mut Vm) -> Res {
    let Some(found) = text(vm) else {
        return Ok(false);
    };
    let Some(span) = subterm(vm, &found, vm.x(3)) else {
        return Ok(false);
    };
    let message = vm.atoms.text(vm.x(4).as_atom()).to_string();
    let (file, text) = (found.file.clone(), found.text.clone());
    let excerpt = Diagnostic::new(Severity::Note, file, text, Some(span), message).to_string();
    let excerpt = Cell::atom(vm.atoms.intern(&excerpt));
    Ok(vm.unify(vm.x(5), excerpt))
}

/// `'$leave_box'(Module, Head, Which, Path)`
fn leave_box(vm: &mut Vm) -> Res {
    if let Some(clause) = selected_clause(vm) {
        let path = steps(vm, vm.x(3));
        vm.note_box(clause, path);
    }
    Ok(true)
}
