//! The explanation of an uncaught error: a sentence, the goal in the program's text, the values that matter, the goals
//! that called it, a hint.

use super::clause_text::{ClauseText, ClauseTexts};
use super::goals::of_body;
use super::hints::{FailedGoal, hint};
use super::recursion;
use super::scene::{RunningGoal, Scene, scene};
use super::values::{instance, same, shown, variables};
use super::wording::{Fault, kind_of, sentence};
use crate::base::tree::{Node, NodeId};
use crate::machine::Backtrace;
use crate::syntax::{Diagnostic, Place, Severity, Span};
use crate::system::Vm;
use crate::system::load::{indicator_text, quoted};

/// The calling goals that are shown.
const CALLERS: usize = 4;

/// The variables whose values are listed.
const VALUES: usize = 4;

/// The goal that a message underlines.
pub(super) struct Underlined<'s> {
    pub(super) text: &'s ClauseText,
    pub(super) goal: NodeId,
    pub(super) values: &'s [(u32, NodeId)],
    /// True if it is the goal that threw, and not one that called it.
    pub(super) is_thrower: bool,
}

/// The explanation of an error, which was thrown at this place in a query.
pub(crate) fn explain(vm: &mut Vm, b: &Backtrace, query: Option<&str>) -> Option<Diagnostic> {
    let mut texts = ClauseTexts::default();
    let query = query.and_then(|text| ClauseText::of_query(vm, text));
    let scene = scene(vm, &mut texts, b, query.as_ref());
    let fault = Fault::of(vm, &b.values, b.ball?);
    let of_query = query.as_ref().and_then(|q| place_in_query(q, b, &scene));
    let thrower = thrower(vm, &scene, of_query.as_ref());
    let goal = thrower.as_ref().map(|(name, arity)| FailedGoal {
        name,
        arity: *arity,
    });
    let shown_goal = goal.as_ref().map(|g| format!("{}/{}", g.name, g.arity));
    let mut message = sentence(vm, &b.values, &fault, shown_goal.as_deref());
    let first = scene.running.iter().position(|r| r.goal().is_some());
    let of_program = first.and_then(|i| underlined(&scene, i));
    let place = of_program.or_else(|| {
        let (text, goal, values) = of_query.as_ref()?;
        Some(Underlined {
            text,
            goal: *goal,
            values,
            is_thrower: scene.running.is_empty(),
        })
    });
    if let Fault::Exhausted(resource) = &fault
        && resource == "memory"
        && let Some(d) = recursion::explain(vm, b, &scene)
    {
        return Some(d);
    }
    let without = place
        .as_ref()
        .filter(|p| p.is_thrower && matches!(fault, Fault::NoValue))
        .and_then(|p| variable_without_value(b, p));
    if let (Some(name), Some(goal)) = (&without, &shown_goal) {
        message = format!("`{name}` has no value, and `{goal}` needs one");
    }
    let hint = hint(vm, &b.values, &fault, goal.as_ref(), without.as_deref());
    let Some(place) = place else {
        let mut d = Diagnostic::new(Severity::Error, "", "", None, message);
        d.hint = hint;
        return Some(d);
    };
    let (file, text) = (place.text.file.clone(), place.text.text.clone());
    let span = one_line(place.text, place.text.span(place.goal));
    let mut d = Diagnostic::new(Severity::Error, file, text, Some(span), message);
    let culprit = fault.culprit().or_else(|| evaluable(b, &fault, &place));
    d.label = label(vm, b, &place, &fault, culprit, without.as_deref());
    add_callers(&scene, first, &mut d);
    add_notes(vm, b, &scene, first, &place, &mut d);
    d.hint = hint;
    Some(d)
}

/// The name and arity of the predicate whose goal threw.
fn thrower(
    vm: &Vm,
    scene: &Scene,
    of_query: Option<&(ClauseText, NodeId, Vec<(u32, NodeId)>)>,
) -> Option<(String, u32)> {
    let of_call = scene.called.as_ref().map(|c| (c.name, c.arity));
    let of_text = || {
        let goal = scene.running.first().filter(|_| scene.is_inline)?;
        let (text, found) = goal.goal()?;
        let (name, args) = text.term.tree.callable(found.goal)?;
        Some((name, args.len() as u32))
    };
    let _ = of_query;
    let (name, arity) = of_call.or_else(of_text)?;
    let text = vm.atoms.text(name);
    // What libraries use among themselves means nothing to a program.
    if text.starts_with('$') || &*text == "throw" {
        return None;
    }
    drop(text);
    Some((quoted(vm, name), arity))
}

/// The goal of the program that is underlined.
fn underlined(scene: &Scene, i: usize) -> Option<Underlined<'_>> {
    let running = &scene.running[i];
    let (text, goal) = running.goal()?;
    Some(Underlined {
        text,
        goal: goal.goal,
        values: &running.values,
        is_thrower: i == 0,
    })
}

/// The goal of a query that threw, with the values of its variables: the first one of the predicate that was called.
fn place_in_query(
    query: &ClauseText,
    b: &Backtrace,
    scene: &Scene,
) -> Option<(ClauseText, NodeId, Vec<(u32, NodeId)>)> {
    let called = scene.called.as_ref()?;
    let tree = &query.term.tree;
    let goals = of_body(tree, query.body, false);
    let same_pred = goals
        .into_iter()
        .filter(|(_, what)| *what == (called.name, called.arity));
    for (goal, _) in same_pred {
        let mut values = Vec::new();
        super::scene::add_arguments(tree, goal, &b.values, &called.args, &mut values);
        let copy = ClauseText {
            file: query.file.clone(),
            text: query.text.clone(),
            term: query.term.clone(),
            head: query.head,
            body: query.body,
            goals: Vec::new(),
        };
        return Some((copy, goal, values));
    }
    None
}

/// The part of a span on its first line.
pub(super) fn one_line(text: &ClauseText, span: Span) -> Span {
    let line = text.part(span).lines().next().unwrap_or_default();
    Span {
        start: span.start,
        end: span.start + line.trim_end().len(),
    }
}

/// The name of the first variable of the goal that has no value.
fn variable_without_value(b: &Backtrace, place: &Underlined<'_>) -> Option<String> {
    let tree = &place.text.term.tree;
    // The left side of `is/2` is the result.
    let parts = match tree.callable(place.goal) {
        Some((crate::base::atom::atoms::IS, &[_, right])) => vec![right],
        Some((_, args)) => args.to_vec(),
        None => vec![place.goal],
    };
    let is_free = |v: &u32| {
        let value = place.values.iter().find(|(w, _)| w == v);
        value.is_some_and(|(_, n)| matches!(b.values.node(*n), Node::Var(_)))
    };
    let all = parts.into_iter().flat_map(|p| variables(tree, p));
    let named = all.filter(is_free).filter_map(|v| place.text.name(v));
    named.map(str::to_string).next()
}

/// The value in an expression that is no number: the atom that `type_error(evaluable, Atom/0)` is about.
fn evaluable(b: &Backtrace, fault: &Fault, place: &Underlined<'_>) -> Option<NodeId> {
    let Fault::NotEvaluable { name, arity } = *fault else {
        return None;
    };
    let is_it = |node: NodeId| match *b.values.node(node) {
        Node::Atom(a) => (a, 0) == (name, arity),
        Node::Compound {
            name: n, arity: m, ..
        } => (n, m) == (name, arity),
        _ => false,
    };
    let mut values = place.values.iter().map(|(_, value)| *value);
    values.find(|&value| is_it(value))
}

/// What there is to see at the underlined goal.
fn label(
    vm: &Vm,
    b: &Backtrace,
    place: &Underlined<'_>,
    fault: &Fault,
    culprit: Option<NodeId>,
    without: Option<&str>,
) -> Option<String> {
    if let Some(name) = without {
        return Some(format!("`{name}` has no value"));
    }
    let tree = &place.text.term.tree;
    if let Some(culprit) = culprit {
        for v in variables(tree, place.goal) {
            let value = place.values.iter().find(|(w, _)| *w == v);
            if let (Some((_, value)), Some(name)) = (value, place.text.name(v))
                && same(&b.values, *value, culprit)
            {
                let text = shown(vm, &b.values, culprit);
                let kind = kind_of(&b.values, culprit);
                return Some(format!("`{name}` is `{text}`, {kind}"));
            }
        }
    }
    match fault {
        Fault::UnknownPredicate { .. } if place.is_thrower => Some("not defined".into()),
        _ if !place.is_thrower => Some("in this goal".into()),
        _ => None,
    }
}

/// Adds the goals that called the underlined one.
fn add_callers(scene: &Scene, first: Option<usize>, d: &mut Diagnostic) {
    let mut groups: Vec<(&RunningGoal, u32)> = Vec::new();
    let outside = first.map_or(0, |i| i + 1);
    for r in scene.running.iter().skip(outside) {
        if r.goal().is_none() {
            continue;
        }
        let same = |g: &&mut (&RunningGoal, u32)| (g.0.clause, g.0.index) == (r.clause, r.index);
        match groups.iter_mut().find(same) {
            Some(group) => group.1 += 1,
            None => groups.push((r, 1)),
        }
    }
    let more = groups.len().saturating_sub(CALLERS);
    for (r, count) in groups.iter().take(CALLERS) {
        let Some((text, goal)) = r.goal() else {
            continue;
        };
        let mut message = String::from(match r.is_gone {
            true => "reached by this last call",
            false => "called from here",
        });
        if *count > 1 {
            message.push_str(&format!(", {count} times"));
        }
        // One text is one excerpt.
        let shared = match text.file == d.file {
            true => d.text.clone(),
            false => text.text.clone(),
        };
        d.places.push(Place {
            file: text.file.clone(),
            text: shared,
            span: one_line(text, goal.span),
            message,
        });
    }
    if more > 0 {
        d.notes.push(format!("{more} more goals called these"));
    }
}

/// Adds the call of the clause, the values of the goal's other variables, and what is not on the stack any more.
fn add_notes(
    vm: &Vm,
    b: &Backtrace,
    scene: &Scene,
    first: Option<usize>,
    place: &Underlined<'_>,
    d: &mut Diagnostic,
) {
    let inside = scene
        .running
        .iter()
        .take(first.unwrap_or(scene.running.len()));
    let inside: Vec<String> = inside
        .filter(|r| !vm.atoms.text(vm.db.pred(r.pred).name).starts_with('$'))
        .map(|r| format!("`{}`", indicator_text(vm, r.pred)))
        .collect();
    if let [.., outermost] = &inside[..]
        && !place.is_thrower
    {
        d.notes.push(format!("thrown inside {outermost}"));
    }
    if first.is_some() {
        let heads = variables(&place.text.term.tree, place.text.head);
        let known = |v: &u32| place.values.iter().any(|(w, _)| w == v);
        if heads.iter().any(known) {
            let (tree, head) = instance(place.text, place.text.head, &b.values, place.values);
            d.notes
                .push(format!("in the call `{}`", shown(vm, &tree, head)));
        }
    }
    let in_head = variables(&place.text.term.tree, place.text.head);
    let mut listed = Vec::new();
    for v in variables(&place.text.term.tree, place.goal) {
        if first.is_some() && in_head.contains(&v) {
            continue;
        }
        let value = place.values.iter().find(|(w, _)| *w == v);
        if let (Some((_, value)), Some(name)) = (value, place.text.name(v))
            && !matches!(b.values.node(*value), Node::Var(_))
            && d.label
                .as_ref()
                .is_none_or(|l| !l.contains(&format!("`{name}`")))
        {
            listed.push(format!("`{name}` is `{}`", shown(vm, &b.values, *value)));
        }
    }
    listed.truncate(VALUES);
    if !listed.is_empty() {
        d.notes.push(listed.join(", "));
    }
    if scene.has_gaps {
        d.notes.push(
            "goals that made a last call are not on the stack any more, and are not shown".into(),
        );
    }
}
