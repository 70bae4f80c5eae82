//! An argument of a builtin that has another type than the builtin takes.

use crate::base::tree::{Node, NodeId};
use crate::machine::builtin::Type;
use crate::syntax::quad::is_char_list;
use crate::system::lint::check::{At, Check, Finding, Run};
use crate::system::lint::clause::{BareClause, GoalKind, features};
use crate::system::lint::settings::LintLevel;
use crate::system::lint::walk::has_type;

pub(super) const CHECK: Check = Check {
    name: "argument_type",
    level: LintLevel::Warning,
    group: "",
    doc: "An argument that no value of the program can make right, such as a list of characters in place of an atom, raises a type error.",
    wrong: "size(N) :- atom_length(\"abc\", N).\n",
    right: "size(N) :- atom_length(abc, N).\n",
    peer: "",
    run: Run::Clause(features::ARGUMENT, find),
};

fn find(clause: &BareClause<'_>, found: &mut Vec<Finding>) {
    for goal in clause.goals.iter().filter(|g| !g.is_guarded) {
        let GoalKind::Builtin(b) = goal.kind else {
            continue;
        };
        let args = clause.arguments(goal.node);
        for c in clause.vm.argument_checks(b) {
            let Some(&a) = args.get(usize::from(c.arg)) else {
                continue;
            };
            if clause.variable(a).is_none() && !has_type(clause.tree, a, c.ty) {
                found.push(finding(clause, goal.node, a, c.ty));
                break;
            }
        }
    }
}

fn finding(clause: &BareClause<'_>, goal: NodeId, a: NodeId, ty: Type) -> Finding {
    let (name, arity) = clause
        .indicator(goal)
        .unwrap_or((crate::base::atom::atoms::NIL, 0));
    let shown = crate::syntax::quoted_atom(&clause.vm.atoms.text(name)).into_owned();
    let message = format!(
        "{shown}/{arity} takes {} here, not {}",
        wanted(ty),
        actual(clause, a)
    );
    let finding = Finding::new(At::Node(a), message);
    if is_char_list(clause.tree, a) && matches!(ty, Type::Atom | Type::AtomOrString | Type::Atomic)
    {
        let text: String = characters(clause, a);
        let atom = crate::syntax::quoted_atom(&text).into_owned();
        return finding
            .note("double quotes make a list of characters, single quotes an atom")
            .hint(atom);
    }
    finding
}

/// The letters of a list of characters.
fn characters(clause: &BareClause<'_>, list: NodeId) -> String {
    let mut text = String::new();
    let mut rest = list;
    while let Some((head, tail)) = clause.tree.as_cons(rest) {
        if let Node::Atom(a) = *clause.node(head) {
            text.push_str(&clause.vm.atoms.text(a));
        }
        rest = tail;
    }
    text
}

fn wanted(ty: Type) -> &'static str {
    match ty {
        Type::Nonvar | Type::Var => "a variable",
        Type::Integer => "an integer",
        Type::Atom | Type::AtomOrString => "an atom",
        Type::Atomic => "an atom or a number",
        Type::Callable => "an atom or a compound term",
        Type::Compound => "a compound term",
        Type::Number => "a number",
        Type::List => "a list",
        Type::Character => "a character",
    }
}

fn actual(clause: &BareClause<'_>, n: NodeId) -> &'static str {
    match clause.node(n) {
        Node::Var(_) => "a variable",
        Node::Atom(_) => "an atom",
        Node::Int(_) => "an integer",
        Node::Float(_) => "a float",
        Node::Rat(_) => "a rational number",
        Node::String(_) => "a string",
        Node::Compound { .. } if is_char_list(clause.tree, n) => "a list of characters",
        Node::Compound { .. } if clause.tree.as_cons(n).is_some() => "a list",
        Node::Compound { .. } => "a compound term",
    }
}
