//! The explanation of an uncaught error: a sentence, the goal in the program's text, the values that matter, the goals
//! that called it, a hint.

use super::clause_text::{ClauseText, ClauseTexts};
use super::goals::of_body;
use super::hints::{FailedGoal, hint};
use super::recursion;
use super::scene::{
    RunningGoal, Scene, add_arguments, innermost, is_known_to_programs, is_programs, scene,
};
use super::values::{instance, shown, variables};
use super::wording::{Fault, indicator, kind_of, sentence};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::machine::{Backtrace, Ball};
use crate::syntax::{Diagnostic, Place, Severity, Span};
use crate::system::load::messages::{near_name, near_predicate};
use crate::system::load::{indicator_text, quoted};
use crate::system::{Vm, modules};

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
    let mut fault = match b.ball {
        Some(ball) => Fault::of(vm, &b.values, ball),
        None => Fault::Interrupted,
    };
    if matches!(&fault, Fault::Exhausted(r) if r == "memory")
        && let Some(d) = recursion::explain(vm, b, &scene)
    {
        return Some(d);
    }
    let is_interrupt = matches!(fault, Fault::Interrupted);
    let thrower = thrower(b, &scene)
        .map(|what| as_written(vm, what, query.as_ref(), &scene))
        .filter(|what| !is_interrupt || is_named(vm, b, *what));
    let of_query = query.as_ref().and_then(|q| match thrower {
        None if is_interrupt => Some((scene.in_query?, Vec::new(), false)),
        _ => place_in_query(q, b, &scene, thrower),
    });
    let first = scene.running.iter().position(|r| r.goal().is_some());
    let of_program = first.and_then(|i| underlined(&scene, i, thrower));
    let place = of_program.or_else(|| {
        let (goal, values, is_thrower) = of_query.as_ref()?;
        Some(Underlined {
            text: query.as_ref()?,
            goal: *goal,
            values,
            is_thrower: *is_thrower,
        })
    });
    if let (Fault::UnknownPredicate { module, .. }, Some(place)) = (&mut fault, &place)
        && place.is_thrower
    {
        *module = qualifier(&place.text.term.tree, place.goal).unwrap_or(*module);
    }
    let mut d = composed(vm, b, &scene, &fault, thrower, first, place.as_ref());
    if matches!(&fault, Fault::Exhausted(r) if r == "memory") {
        recursion::explain_last_call(vm, &scene, &mut d);
    }
    if is_interrupt {
        recursion::explain_interrupt(vm, &scene, &mut d);
    }
    if first.is_none() && place.is_some() {
        add_definition(vm, &fault, &mut d);
    }
    Some(d)
}

/// Returns true if the message about an interrupt names this predicate: a helper of a library has no meaning to a program.
fn is_named(vm: &Vm, b: &Backtrace, (name, arity): (Atom, u32)) -> bool {
    let called = innermost(vm, b).filter(|p| {
        let pred = vm.db.pred(*p);
        (pred.name, pred.arity) == (name, arity)
    });
    match called {
        Some(p) => is_known_to_programs(vm, p),
        None => modules::visible(vm, atoms::USER, name, arity).is_some(),
    }
}

/// Adds the place of the predicate that the hint names in place of one that a query calls and that there is not.
fn add_definition(vm: &mut Vm, fault: &Fault, d: &mut Diagnostic) {
    let Fault::UnknownPredicate {
        module,
        name,
        arity,
    } = *fault
    else {
        return;
    };
    let Some(p) = near_predicate(vm, module, name, arity).filter(|p| is_programs(vm, *p)) else {
        return;
    };
    let shown = indicator_text(vm, p);
    if d.hint.as_ref().is_none_or(|h| !h.contains(&shown)) {
        return;
    }
    let first = vm.db.all_clauses(p).into_iter().next();
    let clause = first.and_then(|c| ClauseTexts::default().clause(vm, c));
    if let Some(clause) = clause {
        d.places.push(Place {
            file: clause.file.clone(),
            text: clause.text.clone(),
            span: one_line(&clause, clause.term.span),
            message: format!("{shown} begins here"),
        });
    }
}

/// The module that the text names for a goal.
fn qualifier(tree: &Tree, goal: NodeId) -> Option<Atom> {
    let mut rest = vec![tree.root()];
    while let Some(n) = rest.pop() {
        if let Some([module, inner]) = tree.as_compound::<2>(n, atoms::COLON)
            && inner == goal
            && let Node::Atom(module) = *tree.node(module)
        {
            return Some(module);
        }
        rest.extend(tree.args(n));
    }
    None
}

/// The message about a fault; `first` is the running goal that is underlined, if it is one.
fn composed(
    vm: &mut Vm,
    b: &Backtrace,
    scene: &Scene,
    fault: &Fault,
    thrower: Option<(Atom, u32)>,
    first: Option<usize>,
    place: Option<&Underlined<'_>>,
) -> Diagnostic {
    // Internal predicates of libraries have no meaning to a program.
    let is_shown = |name: &str| !name.starts_with('$') && name != "throw";
    let named = thrower
        .map(|(name, arity)| (quoted(vm, name), arity))
        .filter(|(name, _)| is_shown(name.trim_matches('\'')));
    let without = place
        .filter(|p| p.is_thrower && matches!(fault, Fault::NoValue))
        .and_then(|p| variable_without_value(b, p));
    let later = later_goal(vm, place, without.as_deref());
    let goal = named.as_ref().map(|(name, arity)| FailedGoal {
        name,
        arity: *arity,
        later: later.as_deref(),
    });
    let shown_goal = goal.as_ref().map(|g| format!("{}/{}", g.name, g.arity));
    let message = match (&without, &shown_goal) {
        (Some(name), Some(goal)) => format!("`{name}` has no value, and `{goal}` needs one"),
        _ => sentence(vm, &b.values, fault, shown_goal.as_deref()),
    };
    let lone = place.and_then(|p| lone_variable(vm, b, scene, fault, p));
    let message = lone.as_ref().map_or(message, |(goal, name)| {
        format!("`{goal}` takes a list of variables, and got the variable `{name}`")
    });
    let call = match fault {
        Fault::Interrupted => call_text(vm, b, scene, thrower),
        _ => None,
    };
    let mut d = Diagnostic::new(Severity::Error, "", "", None, message);
    if let Some(place) = place {
        (d.file, d.text) = (place.text.file.clone(), place.text.text.clone());
        d.span = Some(one_line(place.text, place.text.span(place.goal)));
        d.label = label(vm, b, place, fault, without.as_deref());
        add_callers(scene, first, &mut d);
    }
    d.notes.extend(call);
    if let Some(place) = place {
        add_notes(vm, b, scene, fault, first, place, &mut d);
    }
    if scene.has_gaps {
        let gone = "goals that made a last call are not on the stack any more, and are not shown";
        d.notes.push(gone.into());
    }
    d.hint = match lone {
        Some((_, name)) => Some(format!("write [{name}] for the list of this variable")),
        None => hint(vm, &b.values, fault, goal.as_ref(), without.as_deref()),
    };
    if let Some(place) = place.filter(|p| p.is_thrower) {
        add_corrections(vm, b, fault, place, &mut d);
    }
    d
}

/// Adds what the text of the goal that threw tells: the name that was probably intended, and a better hint.
fn add_corrections(
    vm: &mut Vm,
    b: &Backtrace,
    fault: &Fault,
    place: &Underlined<'_>,
    d: &mut Diagnostic,
) {
    d.replacement = replacement(vm, fault, place, d.hint.as_deref());
    if is_letter_of_text(b, fault, place) {
        let files = "double quotes make a list of characters, and each element of a list is a file: \
                     [family]. or ['family.pl']. loads one";
        d.hint = Some(files.into());
    } else if let Some(hint) = lambda(vm, fault, place) {
        d.hint = Some(hint);
    } else if d.hint.is_none() {
        d.hint = capital(vm, fault, place);
    }
}

/// The hint for the goal of a lambda expression that is called with more arguments than it has parameters.
fn lambda(vm: &Vm, fault: &Fault, place: &Underlined<'_>) -> Option<String> {
    let Fault::UnknownPredicate { arity, .. } = *fault else {
        return None;
    };
    let tree = &place.text.term.tree;
    let (_, written) = tree.callable(place.goal)?;
    let further = (arity as usize).checked_sub(written.len())?;
    let mut todo = vec![tree.root()];
    while let Some(t) = todo.pop() {
        if let Some((name, &[parameters, goal])) = tree.callable(t)
            && goal == place.goal
            && further > 0
            && *vm.atoms.text(name) == *">>"
        {
            let shared = tree.as_compound::<2>(parameters, atoms::SLASH);
            let count = tree.elements(shared.map_or(parameters, |[_, p]| p)).0.len();
            let plural = if count == 1 { "" } else { "s" };
            return Some(format!(
                "the lambda expression has {count} parameter{plural}, and is called with {} arguments",
                count + further
            ));
        }
        todo.extend(tree.args(t));
    }
    None
}

/// Returns true if a missing file is one letter of a text in double quotes.
fn is_letter_of_text(b: &Backtrace, fault: &Fault, place: &Underlined<'_>) -> bool {
    let Fault::Missing { kind, culprit } = fault else {
        return false;
    };
    let written = place.text.part(place.text.span(place.goal));
    let is_letter = match *b.values.node(*culprit) {
        Node::Atom(a) => a.as_char().is_some(),
        _ => false,
    };
    kind == "source_sink" && is_letter && written.contains('"')
}

/// The hint for an atom that the text has in arithmetic in place of a variable.
fn capital(vm: &Vm, fault: &Fault, place: &Underlined<'_>) -> Option<String> {
    let Fault::NotEvaluable { name, arity: 0 } = *fault else {
        return None;
    };
    let tree = &place.text.term.tree;
    let mut todo = vec![place.goal];
    while let Some(t) = todo.pop() {
        if matches!(*tree.node(t), Node::Atom(a) if a == name) {
            let text = vm.atoms.text(name).to_string();
            let first = text.chars().next().filter(|c| c.is_lowercase())?;
            let rest = &text[first.len_utf8()..];
            let variable = format!("{}{rest}", first.to_uppercase());
            return Some(format!(
                "a variable begins with a capital letter: {variable}"
            ));
        }
        todo.extend(tree.args(t));
    }
    None
}

/// The place of the name of a predicate that does not exist, and the name that was probably intended.
fn replacement(
    vm: &mut Vm,
    fault: &Fault,
    place: &Underlined<'_>,
    hint: Option<&str>,
) -> Option<(Span, String)> {
    let Fault::UnknownPredicate {
        module,
        name,
        arity,
    } = *fault
    else {
        return None;
    };
    let (near, found) = near_name(vm, module, name, Some(arity))?;
    let written = quoted(vm, name);
    let start = place.text.span(place.goal).start;
    let end = start + written.len();
    let is_named = found == arity
        && hint == Some(&format!("did you mean {near}/{arity}?"))
        && place.text.part(Span { start, end }) == written;
    is_named.then_some((Span { start, end }, near))
}

/// The explanation of a ball that a goal of a load has thrown, if the place is known.
pub(crate) fn explain_ball(vm: &mut Vm, ball: &Ball) -> Option<Diagnostic> {
    let place = vm.take_thrown(ball.ticket())?;
    let explained = explain(vm, &place, None);
    vm.put_thrown(place);
    explained
}

/// Adds an explanation to the message about the directive that threw. In place of the error term, which is a note then,
/// the sentence that describes it is the message.
pub(crate) fn add_to(d: &mut Diagnostic, e: Diagnostic) {
    let term = d.message.starts_with("error(").then(|| d.message.clone());
    match term {
        Some(_) => d.message = e.message,
        None => _ = d.label.get_or_insert(e.message),
    }
    if let Some(span) = e.span {
        let shared = match e.file == d.file {
            true => d.text.clone(),
            false => e.text.clone(),
        };
        d.places.push(Place {
            file: e.file,
            text: shared,
            span,
            message: e.label.unwrap_or_else(|| "thrown here".into()),
        });
    }
    for mut p in e.places {
        if p.file == d.file {
            p.text = d.text.clone();
        }
        if d.span.is_none_or(|s| p.file != d.file || p.span != s) {
            d.places.push(p);
        }
    }
    d.notes.extend(e.notes);
    d.notes.extend(term.map(|t| format!("thrown: {t}")));
    d.hint = d.hint.take().or(e.hint);
}

/// The goals that were running at a place in a query, the innermost first, with the values of their variables: at
/// most so many as the place holds.
pub(crate) fn running_goals(vm: &mut Vm, b: &Backtrace, query: Option<&str>) -> Vec<String> {
    let query = query.and_then(|text| ClauseText::of_query(vm, text));
    let scene = scene(vm, &mut ClauseTexts::default(), b, query.as_ref());
    let mut lines: Vec<String> = Vec::new();
    for r in &scene.running {
        let Some((text, goal)) = r.goal() else {
            continue;
        };
        let line = 1 + text.text[..goal.span.start].matches('\n').count();
        let (tree, root) = instance(text, goal.goal, &b.values, &r.values);
        let shown = shown(vm, &tree, root);
        let gone = if r.is_gone { " (last call)" } else { "" };
        lines.push(format!("{}:{line}: {shown}{gone}", text.file));
    }
    if let (true, Some(text), Some(goal)) = (lines.is_empty(), &query, scene.in_query) {
        let written = text.part(one_line(text, text.span(goal)));
        lines.push(format!("{}: {written}", text.file));
    }
    lines
}

/// The predicate whose goal threw: the one that the error names, or the one that was called.
fn thrower(b: &Backtrace, scene: &Scene) -> Option<(Atom, u32)> {
    let context = |ball| match b.values.callable(ball) {
        Some((atoms::ERROR, &[_, context])) => indicator(&b.values, context),
        _ => None,
    };
    let of_call = scene.called.as_ref().map(|c| (c.name, c.arity));
    let of_text = || {
        let goal = scene.running.first().filter(|_| scene.is_inline)?;
        let (text, found) = goal.goal()?;
        let (name, args) = text.term.tree.callable(found.goal)?;
        Some((name, args.len() as u32))
    };
    let of_ball = b.ball.and_then(context);
    of_ball.or(of_call).or_else(of_text)
}

/// The predicate that a message names: the one that threw, if the text of the program or of the query has a goal of
/// it; otherwise the predicate of a library that the text calls, and that called it.
fn as_written(
    vm: &mut Vm,
    thrower: (Atom, u32),
    query: Option<&ClauseText>,
    scene: &Scene,
) -> (Atom, u32) {
    let first = scene.running.iter().find_map(|r| r.goal());
    let (tree, goal) = match (first, query, scene.in_query) {
        (Some((text, goal)), ..) => (&text.term.tree, goal.goal),
        (None, Some(q), Some(goal)) => (&q.term.tree, goal),
        _ => return thrower,
    };
    if part_that_calls(tree, goal, thrower).is_some() {
        return thrower;
    }
    let Some((name, args)) = tree.callable(goal) else {
        return thrower;
    };
    let what = (name, args.len() as u32);
    let found = modules::visible(vm, atoms::USER, what.0, what.1);
    let is_library = found.is_some_and(|p| !is_programs(vm, p));
    match is_library && *vm.atoms.text(name) != *"throw" {
        true => what,
        false => thrower,
    }
}

/// The goal of the program that is underlined. If a goal threw while it ran another one, the part that became the
/// other one is underlined.
fn underlined(scene: &Scene, i: usize, thrower: Option<(Atom, u32)>) -> Option<Underlined<'_>> {
    let running = &scene.running[i];
    let (text, goal) = running.goal()?;
    let is_own = i == 0 && (scene.is_inline || scene.is_direct);
    let part = match thrower {
        Some(what) if !is_own => part_that_calls(&text.term.tree, goal.goal, what),
        _ => None,
    };
    Some(Underlined {
        text,
        goal: part.unwrap_or(goal.goal),
        values: &running.values,
        is_thrower: is_own || part.is_some(),
    })
}

/// The part of a goal that is a goal of a predicate, or becomes one with further arguments.
fn part_that_calls(tree: &Tree, goal: NodeId, what: (Atom, u32)) -> Option<NodeId> {
    let mut closure = None;
    let mut todo = vec![goal];
    while let Some(t) = todo.pop() {
        let Some((name, args)) = tree.callable(t) else {
            continue;
        };
        let arity = args.len() as u32;
        if (name, arity) == what {
            return Some(t);
        }
        if name == what.0 && arity < what.1 && t != goal {
            closure.get_or_insert(t);
        }
        todo.extend(args.iter().rev());
    }
    closure
}

/// Variables of a clause with their values.
type Values = Vec<(u32, NodeId)>;

/// The goal of a query that threw, with the values of its variables, and true; or the one that called the predicate
/// that threw.
fn place_in_query(
    query: &ClauseText,
    b: &Backtrace,
    scene: &Scene,
    thrower: Option<(Atom, u32)>,
) -> Option<(NodeId, Values, bool)> {
    let what = thrower?;
    let tree = &query.term.tree;
    let goals = of_body(tree, query.body, false);
    let direct = goals.iter().find(|(_, other)| *other == what);
    let inside = || {
        goals
            .iter()
            .find_map(|(g, _)| part_that_calls(tree, *g, what))
    };
    let found = direct.map(|(g, _)| *g).or_else(inside);
    let Some(goal) = found else {
        return Some((scene.in_query?, Vec::new(), false));
    };
    let mut values = Vec::new();
    if let Some(called) = &scene.called
        && (called.name, called.arity) == what
    {
        add_arguments(tree, goal, &b.values, &called.args, &mut values);
    }
    Some((goal, values, true))
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
        Some((atoms::IS, &[_, right])) => vec![right],
        Some((_, args)) => args.to_vec(),
        None => vec![place.goal],
    };
    let is_free = |v: &u32| {
        let value = place.values.iter().find(|(w, _)| w == v);
        value.is_some_and(|(_, n)| matches!(b.values.node(*n), Node::Var(_)))
    };
    let all: Vec<u32> = parts.into_iter().flat_map(|p| variables(tree, p)).collect();
    // A variable that first occurs here has no value, and often no register or slot either.
    let before = variables_before(tree, place.goal);
    let is_new = |v: &u32| !before.contains(v);
    let found = all
        .iter()
        .find(|v| is_free(v) && place.text.name(**v).is_some());
    let found = found.or_else(|| all.iter().find(|v| is_new(v)));
    found.and_then(|v| place.text.name(*v)).map(str::to_string)
}

/// The text of the first later goal of a predicate of the program that has the variable, if nothing before the
/// underlined goal has it: most likely, the order of the two goals is wrong.
fn later_goal(vm: &Vm, place: Option<&Underlined<'_>>, name: Option<&str>) -> Option<String> {
    let (place, name) = place.zip(name)?;
    let tree = &place.text.term.tree;
    let mut all = variables(tree, place.goal).into_iter();
    let variable = all.find(|v| place.text.name(*v) == Some(name))?;
    if variables_before(tree, place.goal).contains(&variable) {
        return None;
    }
    let goals = of_body(tree, place.text.body, false);
    let at = goals.iter().position(|(g, _)| *g == place.goal)?;
    let gives = |g: NodeId, name: Atom, arity: u32| {
        let p = modules::visible(vm, atoms::USER, name, arity);
        p.is_some_and(|p| is_programs(vm, p)) && variables(tree, g).contains(&variable)
    };
    let mut later = goals[at + 1..].iter();
    let (goal, _) = later.find(|(g, (name, arity))| gives(*g, *name, *arity))?;
    let span = one_line(place.text, place.text.span(*goal));
    Some(place.text.part(span).to_string())
}

/// The variables that occur in a clause before one of its goals.
fn variables_before(tree: &Tree, goal: NodeId) -> Vec<u32> {
    let (mut found, mut todo) = (Vec::new(), vec![tree.root()]);
    while let Some(t) = todo.pop() {
        if t == goal {
            return found;
        }
        match *tree.node(t) {
            Node::Var(v) => found.push(v),
            Node::Compound { .. } => todo.extend(tree.args(t).iter().rev()),
            _ => {}
        }
    }
    found
}

/// The name of a goal of a search, and the variable that it has in place of a list of variables.
fn lone_variable(
    vm: &Vm,
    b: &Backtrace,
    scene: &Scene,
    fault: &Fault,
    place: &Underlined<'_>,
) -> Option<(String, String)> {
    let called = scene.called.as_ref()?;
    let is_search =
        matches!(fault, Fault::NoValue) && *vm.atoms.text(called.name) == *"$fd_labeling";
    let value = (*called.args.get(1)?).filter(|_| is_search)?;
    let (name, args) = place.text.term.tree.callable(place.goal)?;
    let name = format!("{}/{}", vm.atoms.text(name), args.len());
    let is_free = matches!(b.values.node(value), Node::Var(_)) && name.starts_with("label");
    match *place.text.term.tree.node(*args.last()?) {
        Node::Var(v) if is_free => Some((name, place.text.name(v)?.to_string())),
        _ => None,
    }
}

/// The value in an expression that should be a number: the atom that `type_error(evaluable, Atom/0)` is about.
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

/// The call that was interrupted, with its arguments, unless it is one of a library that the message does not name.
fn call_text(vm: &Vm, b: &Backtrace, scene: &Scene, named: Option<(Atom, u32)>) -> Option<String> {
    let called = scene.called.as_ref()?;
    if named != Some((called.name, called.arity)) || vm.atoms.text(called.name).starts_with('$') {
        return None;
    }
    let args: Option<Vec<NodeId>> = called.args.iter().copied().collect();
    let mut tree = b.values.clone();
    let goal = match &args?[..] {
        [] => tree.atom(called.name),
        args => tree.compound(called.name, args),
    };
    Some(format!("the call is `{}`", shown(vm, &tree, goal)))
}

/// A few words on the underlined goal.
fn label(
    vm: &Vm,
    b: &Backtrace,
    place: &Underlined<'_>,
    fault: &Fault,
    without: Option<&str>,
) -> Option<String> {
    let culprit = fault.culprit().or_else(|| evaluable(b, fault, place));
    if let Some(name) = without {
        return Some(format!("`{name}` has no value"));
    }
    let tree = &place.text.term.tree;
    if let Some(culprit) = culprit {
        for v in variables(tree, place.goal) {
            let value = place.values.iter().find(|(w, _)| *w == v);
            if let (Some((_, value)), Some(name)) = (value, place.text.name(v))
                && b.values.is_same(*value, culprit)
            {
                let text = shown(vm, &b.values, culprit);
                let kind = kind_of(&b.values, culprit);
                return Some(format!("`{name}` is `{text}`, {kind}"));
            }
        }
    }
    match fault {
        Fault::Interrupted => Some("running".into()),
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
        d.notes.push(match more {
            1 => "1 more goal called these".into(),
            _ => format!("{more} more goals called these"),
        });
    }
}

/// Adds the call of the clause, the values of the goal's other variables, and the calls that are no longer on the
/// stack.
fn add_notes(
    vm: &Vm,
    b: &Backtrace,
    scene: &Scene,
    fault: &Fault,
    first: Option<usize>,
    place: &Underlined<'_>,
    d: &mut Diagnostic,
) {
    let inside = &scene.running[..first.unwrap_or(scene.running.len())];
    let mut outermost = inside.iter().rev().map(|r| r.pred);
    if let Some(p) = outermost.find(|p| is_known_to_programs(vm, *p))
        && !place.is_thrower
    {
        let verb = match fault {
            Fault::Interrupted => "running",
            _ => "thrown",
        };
        d.notes
            .push(format!("{verb} inside `{}`", indicator_text(vm, p)));
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
}
