//! The place of a throw in terms of the program: the goal that threw, and the goals that called it.

use super::clause_text::{ClauseText, ClauseTexts, GoalText};
use super::goals::{has_environment, of_body};
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::instr::{Instr, InstrOperand};
use crate::code::pred::PredId;
use crate::compile::VariablePlace;
use crate::machine::database::{ClauseId, PredicateKind};
use crate::machine::{Backtrace, BallOrigin, CallFrame, ReturnPoint, WordOutline};
use crate::system::{Vm, modules};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// The module that interprets the goals that are traced.
pub(crate) const TRACER: &str = "box_model";

/// The clauses that a search for last calls looks at.
const MOST_CLAUSES: usize = 20_000;

/// A goal that was called, with the outlines of its arguments.
pub(crate) struct CalledGoal {
    pub(crate) name: Atom,
    pub(crate) arity: u32,
    pub(crate) args: Vec<WordOutline>,
}

/// A goal in the text of a clause that was running.
pub(crate) struct RunningGoal {
    pub(crate) pred: PredId,
    pub(crate) clause: ClauseId,
    /// The index of the goal's instruction.
    pub(crate) index: usize,
    /// True for a last call: the environment of its clause is gone, but there is no other way in the program to the
    /// call.
    pub(crate) is_gone: bool,
    pub(crate) text: Option<Arc<ClauseText>>,
    /// The values of the variables of the clause, where these are known.
    pub(crate) values: Vec<(u32, NodeId)>,
}

impl RunningGoal {
    /// The goal in the text.
    pub(crate) fn goal(&self) -> Option<(&ClauseText, &GoalText)> {
        let text = self.text.as_deref()?;
        Some((text, text.goal_at(self.index)?))
    }
}

/// The goal that threw, and the goals that were running around it, the innermost first.
pub(crate) struct Scene {
    /// The goal that threw, if it is a call.
    pub(crate) called: Option<CalledGoal>,
    /// The goals whose clauses were running. If the instruction that threw is one of a clause, the first one is its.
    pub(crate) running: Vec<RunningGoal>,
    /// True if the first of them is the goal that threw.
    pub(crate) is_inline: bool,
    /// True if the goal of the first of them called the goal that threw directly.
    pub(crate) is_direct: bool,
    /// True if last calls between the running goals have left no trace.
    pub(crate) has_gaps: bool,
    /// True if the goals lead to the query.
    pub(crate) is_whole: bool,
    /// The goal of the query that has called the goals, if it is one of a library.
    pub(crate) in_query: Option<NodeId>,
}

/// The clauses by the addresses of their code.
pub(super) struct Addresses(pub(super) Vec<(Range<u64>, ClauseId)>);

impl Addresses {
    /// The clause at an address, and the index of the instruction.
    pub(super) fn find(&self, address: u64) -> Option<(ClauseId, usize)> {
        let i = self.0.partition_point(|(r, _)| r.start <= address);
        let (range, clause) = self.0.get(i.checked_sub(1)?)?;
        let index = (address - range.start) as usize / 8;
        range.contains(&address).then_some((*clause, index))
    }
}

/// Finds where a ball was thrown.
pub(crate) fn scene(
    vm: &mut Vm,
    texts: &mut ClauseTexts,
    b: &Backtrace,
    query: Option<&ClauseText>,
) -> Scene {
    // An address may be another clause's now.
    let is_valid = b.dropped == vm.db.dropped;
    let addresses = Addresses(match is_valid {
        true => vm.db.addresses(),
        false => Vec::new(),
    });
    let mut finding = GoalSearch {
        scene: Scene {
            called: called(vm, b),
            running: Vec::new(),
            is_inline: false,
            is_direct: false,
            has_gaps: false,
            is_whole: is_valid && b.frames.len() as u64 == b.depth,
            in_query: None,
        },
        inner: innermost(vm, b),
        outermost: innermost(vm, b),
        boxes: match is_valid {
            true => b.boxes.clone(),
            false => Vec::new(),
        },
        tracer: vm.atoms.lookup(TRACER),
        vm,
        texts,
        b,
        addresses,
    };
    let first = finding.inline_goal();
    for frame in b.frames.iter().skip(first) {
        finding.frame(frame);
    }
    if let Some(query) = query
        && finding.scene.is_whole
    {
        finding.query(query);
    }
    finding.scene
}

/// The return points that a search for a caller looks at.
const NEAR: usize = 16;

/// File and line of the goal that has just called a predicate, if the stack shows it: predicates of the module `own`
/// are skipped. A last call of a predicate by itself has left no environment; it counts if a query was interrupted
/// there.
pub(crate) fn caller(vm: &mut Vm, own: Atom, called: PredId) -> Option<(String, i64)> {
    let called = target(vm, called);
    let addresses = Addresses(vm.db.addresses());
    let mut texts = ClauseTexts::default();
    let near: Vec<ReturnPoint> = vm.return_points().take(NEAR).collect();
    for c in near {
        let found = addresses.find(c.address.wrapping_sub(8));
        let (clause, index) = match found {
            None if c.is_end && vm.is_interrupted_at(called) => {
                *last_calls(vm, called, called)?.steps.first()?
            }
            None => return None,
            Some((clause, index)) => {
                let code = vm.db.clause(clause)?;
                if vm.db.pred(code.pred).module == own {
                    continue;
                }
                let Instr::Call { p, .. } = *code.code().get(index)? else {
                    return None;
                };
                let from = target(vm, p);
                match from == called {
                    true => (clause, index),
                    false => *last_calls(vm, from, called)?.steps.first()?,
                }
            }
        };
        let goal = running(vm, &mut texts, clause, index)?;
        let (text, goal) = goal.goal()?;
        return Some((text.file.to_string(), text.line(goal.span.start)));
    }
    None
}

/// The predicates that run the goals of bodies that are terms.
const OF_BODIES: [&str; 7] = ["$conj", "$or", "$ite", "$it", "$soft", "$soft_then", "$not"];

/// The search for the goals that were running.
struct GoalSearch<'v> {
    vm: &'v mut Vm,
    texts: &'v mut ClauseTexts,
    b: &'v Backtrace,
    addresses: Addresses,
    scene: Scene,
    /// The predicate of the clause that was found last, which the next environment has called, if that is known.
    inner: Option<PredId>,
    /// The predicate of the clause that was found last.
    outermost: Option<PredId>,
    /// The goals that the tracer interprets, in place of its own.
    boxes: Vec<(ClauseId, Vec<usize>)>,
    /// The module that interprets them.
    tracer: Option<Atom>,
}

impl GoalSearch<'_> {
    /// Adds the goal of a clause whose own instruction threw. Returns the number of environments that are its clause's.
    fn inline_goal(&mut self) -> usize {
        let BallOrigin::Instruction(at, _) = self.b.origin else {
            return 0;
        };
        let Some((clause, index)) = self.addresses.find(at) else {
            return 0;
        };
        let Some(mut goal) = running(self.vm, self.texts, clause, index) else {
            return 0;
        };
        let code = self.vm.db.clause(clause);
        let code = code.map_or(Vec::new(), |c| c.code().to_vec());
        let own = has_environment(&code, index);
        let slots = match self.b.frames.first() {
            Some(f) if own => &f.slots[..],
            _ => &[],
        };
        if let Some((text, found)) = goal.goal() {
            let mut values = values_before(found, &code, index, &self.b.registers, slots);
            self.add_called(text, found.goal, &mut values);
            goal.values = values;
        }
        self.scene.is_inline = true;
        self.inner = Some(goal.pred);
        self.outermost = self.inner;
        self.scene.running.push(goal);
        usize::from(own)
    }

    /// Adds the goal of an environment.
    fn frame(&mut self, frame: &CallFrame) {
        let found = self.addresses.find(frame.address.wrapping_sub(8));
        let Some((clause, index)) = found else {
            self.inner = self.inner.filter(|_| frame.is_end);
            return;
        };
        if self.runs_body(clause) {
            return;
        }
        if let Some(p) = self.traced_by(clause) {
            self.add_boxes();
            self.inner = Some(p);
            self.outermost = self.inner;
            return;
        }
        let Some(mut goal) = running(self.vm, self.texts, clause, index) else {
            return;
        };
        let callee = match self.vm.db.clause(clause).map(|c| c.code()[index]) {
            Some(Instr::Call { p, .. }) => Some(target(self.vm, p)),
            _ => None,
        };
        if let (Some(from), Some(to)) = (callee, self.inner)
            && from != to
        {
            let starts = match goal.goal() {
                _ if is_programs(self.vm, from) => vec![from],
                Some((text, found)) => preds_within(self.vm, &text.term.tree, found.goal),
                None => Vec::new(),
            };
            if !starts.contains(&to) {
                self.add_last_calls(&starts, to);
            }
        }
        let is_direct = callee.is_some() && callee == self.inner && self.scene.running.is_empty();
        self.scene.is_direct |= is_direct;
        if let Some((text, found)) = goal.goal() {
            let mut values = in_slots(&found.after, &frame.slots);
            if is_direct {
                self.add_called(text, found.goal, &mut values);
            }
            goal.values = values;
        }
        self.inner = Some(goal.pred);
        self.outermost = self.inner;
        self.scene.running.push(goal);
    }

    /// Returns true if a clause runs the goals of a body that is a term: what it called is a goal of its caller.
    fn runs_body(&self, clause: ClauseId) -> bool {
        let Some(clause) = self.vm.db.clause(clause) else {
            return false;
        };
        let pred = self.vm.db.pred(clause.pred);
        pred.module == atoms::SYSTEM && OF_BODIES.contains(&&*self.vm.atoms.text(pred.name))
    }

    /// The predicate of a clause, if that is one of the module that interprets goals.
    fn traced_by(&self, clause: ClauseId) -> Option<PredId> {
        let p = self.vm.db.clause(clause)?.pred;
        (Some(self.vm.db.pred(p).module) == self.tracer).then_some(p)
    }

    /// Adds the goals that the tracer interprets. A goal inside the argument of another one stands for that one, which may
    /// have a box, too.
    fn add_boxes(&mut self) {
        let mut was_inside = false;
        for (clause, path) in std::mem::take(&mut self.boxes) {
            let Some(text) = self.texts.clause(self.vm, clause) else {
                continue;
            };
            let Some((index, node)) = self.boxed_goal(&text, &path) else {
                continue;
            };
            let is_inside = text.goals.iter().all(|g| g.goal != node);
            let last = self.scene.running.last().map(|r| (r.clause, r.index));
            let is_known = was_inside && last == Some((clause, index));
            was_inside = is_inside;
            if is_known {
                continue;
            }
            let Some(mut goal) = running(self.vm, self.texts, clause, index) else {
                continue;
            };
            if self.scene.running.is_empty() && self.is_called(&text, node) {
                self.scene.is_direct = !is_inside;
                self.add_called(&text, node, &mut goal.values);
            }
            self.scene.running.push(goal);
        }
    }

    /// Returns true if a goal in a text is one of the predicate that threw.
    fn is_called(&self, text: &ClauseText, node: NodeId) -> bool {
        let called = self.scene.called.as_ref().map(|c| (c.name, c.arity));
        let written = text.term.tree.callable(node);
        let written = written.map(|(name, args)| (name, args.len() as u32));
        called.is_some() && called == written
    }

    /// The index of the instruction of a goal with a box, or of the goal around it, and the goal itself. An empty path
    /// leads to no goal: then it is one of the predicate that threw.
    fn boxed_goal(&self, text: &ClauseText, path: &[usize]) -> Option<(usize, NodeId)> {
        let mut goals = text.goals.iter();
        if path.is_empty() {
            let is_first = self.scene.running.is_empty();
            let found = goals.find(|g| is_first && self.is_called(text, g.goal))?;
            return Some((found.code.start as usize, found.goal));
        }
        let node = text.node_at(path);
        let span = text.span(node);
        let around = goals.filter(|g| g.span.start <= span.start && span.end <= g.span.end);
        let found = around.min_by_key(|g| (g.goal != node, g.span.end - g.span.start))?;
        Some((found.code.start as usize, node))
    }

    /// Adds the values that the arguments of the call that threw show.
    fn add_called(&self, text: &ClauseText, goal: NodeId, values: &mut Vec<(u32, NodeId)>) {
        if let Some(called) = &self.scene.called {
            add_arguments(&text.term.tree, goal, &self.b.values, &called.args, values);
        }
    }

    /// Adds the calls that lead from the query to the goals that were found.
    fn query(&mut self, query: &ClauseText) {
        let tree = &query.term.tree;
        let goals = of_body(tree, query.body, false);
        if let Some(to) = self.inner
            && !self.is_library_goal(&goals, to)
        {
            let starts = preds_within(self.vm, tree, query.body);
            // A predicate that a limit stops has called itself, except in its first call.
            let is_again =
                matches!(self.b.origin, BallOrigin::Poll(_)) && self.inner == self.outermost;
            if !starts.contains(&to) || is_again && starts.len() == 1 {
                self.add_last_calls(&starts, to);
            }
        }
        if self.scene.running.iter().any(|r| r.goal().is_some()) {
            return;
        }
        if let [(only, _)] = goals[..] {
            self.scene.in_query = Some(only);
            return;
        }
        let Some(to) = self.outermost else {
            return;
        };
        let leads = |&(goal, (name, arity)): &(NodeId, (Atom, u32))| {
            let p = modules::visible(self.vm, atoms::USER, name, arity)?;
            let p = target(self.vm, p);
            (p == to || last_calls(self.vm, p, to).is_some()).then_some(goal)
        };
        if let [goal] = goals.iter().filter_map(leads).collect::<Vec<_>>()[..] {
            self.scene.in_query = Some(goal);
        }
    }

    /// Returns true if one of these goals calls a predicate that is not one of the program.
    fn is_library_goal(&self, goals: &[(NodeId, (Atom, u32))], p: PredId) -> bool {
        let is_it = |&(_, (name, arity)): &(NodeId, (Atom, u32))| {
            let found = modules::visible(self.vm, atoms::USER, name, arity);
            found.map(|q| target(self.vm, q)) == Some(p)
        };
        !is_programs(self.vm, p) && goals.iter().any(is_it)
    }

    /// Adds the last calls that lead from one of these predicates to another, if there is only one shortest way.
    fn add_last_calls(&mut self, from: &[PredId], to: PredId) {
        let ways: Vec<_> = from
            .iter()
            .filter_map(|&p| last_calls(self.vm, p, to))
            .collect();
        let [way] = &ways[..] else {
            // Calls of library goals leave no such evidence.
            let is_reached = !from.is_empty() && is_programs(self.vm, to);
            self.scene.has_gaps |= is_reached || !ways.is_empty();
            return;
        };
        self.scene.has_gaps |= way.is_unclear;
        for &(clause, index) in &way.steps {
            let Some(mut goal) = running(self.vm, self.texts, clause, index) else {
                continue;
            };
            goal.is_gone = true;
            // The first call of a chain is the one of the goal that threw.
            if self.scene.running.is_empty() {
                self.scene.is_direct = true;
                if let Some((text, found)) = goal.goal() {
                    let mut values = Vec::new();
                    self.add_called(text, found.goal, &mut values);
                    goal.values = values;
                }
            }
            self.scene.running.push(goal);
        }
    }
}

/// The predicate that a call runs, behind its aliases.
fn target(vm: &Vm, mut p: PredId) -> PredId {
    while let PredicateKind::Alias(to) = vm.db.pred(p).kind {
        p = to;
    }
    p
}

/// Returns true if a predicate has clauses of the program.
pub(super) fn is_programs(vm: &Vm, p: PredId) -> bool {
    let pred = vm.db.pred(p);
    matches!(pred.kind, PredicateKind::Static | PredicateKind::Dynamic) && !pred.properties.library
}

/// Returns true if a program can call a predicate by its name: it is one of the program, the system has it, or a library
/// exports it.
pub(crate) fn is_known_to_programs(vm: &Vm, p: PredId) -> bool {
    let pred = vm.db.pred(p);
    let is_visible = || {
        let found = modules::visible(vm, atoms::USER, pred.name, pred.arity);
        !vm.atoms.text(pred.name).starts_with('$') && found.map(|q| target(vm, q)) == Some(p)
    };
    is_programs(vm, p) || is_visible()
}

/// The predicates that were running when the machine was interrupted last, the innermost first.
pub(crate) fn interrupted(vm: &Vm) -> Vec<PredId> {
    let mut found = Vec::new();
    if let Some(b) = vm.backtrace()
        && let BallOrigin::Instruction(at, _) = b.origin
        && let Some(Node::Atom(ball)) = b.ball.map(|ball| b.values.node(ball))
        && *vm.atoms.text(*ball) == *"$interrupt"
    {
        // The interrupt has ended a builtin or arithmetic, which are not called as predicates are, inside this clause.
        found.extend(innermost(vm, b));
        if b.dropped == vm.db.dropped {
            let clause = Addresses(vm.db.addresses()).find(at);
            found.extend(clause.and_then(|(clause, _)| Some(vm.db.clause(clause)?.pred)));
        }
    }
    found.extend(vm.interrupted_in());
    found
}

/// The predicate that a message names, of those that were running, the innermost first: the first one of the program,
/// or the one of a library or of the system that it has called.
pub(crate) fn named_goal(vm: &Vm, running: &[PredId]) -> Option<PredId> {
    let mut called = None;
    for p in running.iter().map(|p| target(vm, *p)) {
        if is_programs(vm, p) {
            return called.or(Some(p));
        }
        // A goal that a helper of a library calls, such as a lambda expression, is not one that the program calls.
        called = is_known_to_programs(vm, p).then_some(p);
    }
    called
}

/// The predicate that was called last, if it has no environment of its own.
pub(super) fn innermost(vm: &Vm, b: &Backtrace) -> Option<PredId> {
    let p = match b.origin {
        BallOrigin::Poll(p) => p?,
        BallOrigin::Instruction(_, Instr::Undefined { p }) => p,
        BallOrigin::Instruction(_, Instr::Builtin { b }) => {
            let (name, arity) = vm.builtin_indicator(b);
            let f = vm.functors.find(name, arity)?;
            vm.db.find(atoms::SYSTEM, f)?
        }
        BallOrigin::Instruction(..) => return None,
    };
    Some(target(vm, p))
}

/// The goal that threw, if it is a call.
fn called(vm: &Vm, b: &Backtrace) -> Option<CalledGoal> {
    let (name, arity) = match b.origin {
        BallOrigin::Instruction(_, Instr::Builtin { b }) => vm.builtin_indicator(b),
        BallOrigin::Instruction(_, Instr::CallN { n }) => (atoms::CALL, u32::from(n)),
        BallOrigin::Instruction(_, Instr::Undefined { p }) | BallOrigin::Poll(Some(p)) => {
            let pred = vm.db.pred(p);
            (pred.name, pred.arity)
        }
        _ => return None,
    };
    let args = b.registers.iter().copied().take(arity as usize).collect();
    Some(CalledGoal { name, arity, args })
}

/// A goal of a clause that was running.
pub(super) fn running(
    vm: &mut Vm,
    texts: &mut ClauseTexts,
    clause: ClauseId,
    index: usize,
) -> Option<RunningGoal> {
    let pred = vm.db.clause(clause)?.pred;
    let p = vm.db.pred(pred);
    let is_library = p.properties.library || p.module == atoms::SYSTEM;
    // Nothing of a library's text is shown.
    let text = match is_library {
        true => None,
        false => texts.clause(vm, clause),
    };
    Some(RunningGoal {
        pred,
        clause,
        index,
        is_gone: false,
        text,
        values: Vec::new(),
    })
}

/// The arguments that a closure is called with at most, besides its own.
const FURTHER: u32 = 4;

/// The predicates of the program that are called by the goals in a term, or that its parts may become goals of.
fn preds_within(vm: &Vm, tree: &Tree, node: NodeId) -> Vec<PredId> {
    let mut found = Vec::new();
    let mut todo = vec![node];
    while let Some(t) = todo.pop() {
        let Some((name, args)) = tree.callable(t) else {
            continue;
        };
        for more in 0..=FURTHER {
            let f = vm.functors.find(name, args.len() as u32 + more);
            let p = f.and_then(|f| vm.db.find(atoms::USER, f));
            if let Some(p) = p.map(|p| target(vm, p))
                && is_programs(vm, p)
                && !found.contains(&p)
            {
                found.push(p);
            }
        }
        todo.extend(args);
    }
    found
}

/// A last call: the predicate, the clause and the instruction that make it.
type LastCall = (PredId, ClauseId, usize);

/// A predicate that last calls lead to.
struct Reached {
    /// The number of calls.
    distance: u32,
    /// The last ones of the ways with so many calls.
    steps: Vec<LastCall>,
}

/// The last calls that all shortest chains of last calls from one predicate to another share.
struct Way {
    /// The last one first.
    steps: Vec<(ClauseId, usize)>,
    /// True if they differ in calls of the program.
    is_unclear: bool,
}

/// The last calls on the shortest ways from one predicate to another, at least one; `None` if there is no way.
fn last_calls(vm: &Vm, from: PredId, to: PredId) -> Option<Way> {
    let mut found: FxHashMap<PredId, Reached> = FxHashMap::default();
    if from != to {
        let steps = Vec::new();
        found.insert(from, Reached { distance: 0, steps });
    }
    let mut layer = vec![from];
    let mut seen = 0;
    while !layer.is_empty() && !found.contains_key(&to) {
        let mut next = Vec::new();
        for p in layer {
            let distance = found.get(&p).map_or(0, |r| r.distance) + 1;
            for c in vm.db.all_clauses(p) {
                seen += 1;
                if seen > MOST_CLAUSES {
                    return None;
                }
                let code = vm.db.clause(c).map_or(&[][..], |c| c.code());
                for (i, instr) in code.iter().enumerate() {
                    let Instr::Execute { p: q } = *instr else {
                        continue;
                    };
                    let q = target(vm, q);
                    let reached = found.entry(q).or_insert_with(|| {
                        next.push(q);
                        let steps = Vec::new();
                        Reached { distance, steps }
                    });
                    if reached.distance == distance {
                        reached.steps.push((p, c, i));
                    }
                }
            }
        }
        layer = next;
    }
    found
        .contains_key(&to)
        .then(|| shared(vm, &found, from, to))
}

/// The last calls that all ways to a predicate have in common.
fn shared(vm: &Vm, found: &FxHashMap<PredId, Reached>, from: PredId, to: PredId) -> Way {
    let mut way = Way {
        steps: Vec::new(),
        is_unclear: false,
    };
    let mut layer = vec![to];
    loop {
        let mut steps: Vec<LastCall> = Vec::new();
        for p in &layer {
            steps.extend(&found[p].steps);
        }
        match steps[..] {
            [(_, clause, index)] => way.steps.push((clause, index)),
            _ => way.is_unclear |= steps.iter().any(|(p, ..)| is_programs(vm, *p)),
        }
        layer = steps.into_iter().map(|(p, ..)| p).collect();
        layer.sort_unstable();
        layer.dedup();
        if layer.contains(&from) {
            return way;
        }
    }
}

/// The values of variables that have slots.
fn in_slots(places: &[VariablePlace], slots: &[WordOutline]) -> Vec<(u32, NodeId)> {
    let value = |p: &VariablePlace| slots.get(usize::from(p.slot?)).copied().flatten();
    let with_value = |p: &VariablePlace| Some((p.variable, value(p)?));
    places.iter().filter_map(with_value).collect()
}

/// The values of the variables of a clause at one of the instructions of a goal. Registers that the goal's instructions
/// have overwritten do not count any more.
fn values_before(
    goal: &GoalText,
    code: &[Instr],
    index: usize,
    registers: &[WordOutline],
    slots: &[WordOutline],
) -> Vec<(u32, NodeId)> {
    let mut content: FxHashMap<u16, u32> = FxHashMap::default();
    for p in &goal.before {
        if let Some(r) = p.register {
            content.insert(r, p.variable);
        }
    }
    for instr in code
        .get(goal.code.start as usize..index)
        .unwrap_or_default()
    {
        let moved = match *instr {
            Instr::PutValueX { x, .. } => content.get(&x).copied(),
            Instr::PutValueY { y, .. } => {
                let mut slots = goal.before.iter();
                let of_slot = slots.find(|p| p.slot == Some(y));
                of_slot.map(|p| p.variable)
            }
            _ => None,
        };
        instr.operands(&mut |o| {
            if let InstrOperand::Out(r) | InstrOperand::Value(r) | InstrOperand::InOut(r) = o {
                match moved {
                    Some(v) => content.insert(r, v),
                    None => content.remove(&r),
                };
            }
        });
    }
    let mut values = in_slots(&goal.before, slots);
    for (r, v) in content {
        if let Some(value) = registers.get(usize::from(r)).copied().flatten()
            && values.iter().all(|(w, _)| *w != v)
        {
            values.push((v, value));
        }
    }
    values.sort_unstable_by_key(|(v, _)| *v);
    values
}

/// Adds the values of the variables of a goal, which its arguments show.
pub(super) fn add_arguments(
    tree: &Tree,
    goal: NodeId,
    values: &Tree,
    args: &[WordOutline],
    found: &mut Vec<(u32, NodeId)>,
) {
    let mut todo: Vec<(NodeId, NodeId)> = Vec::new();
    for (&written, value) in tree.args(goal).iter().zip(args) {
        if let Some(value) = value {
            todo.push((written, *value));
        }
    }
    while let Some((written, value)) = todo.pop() {
        match *tree.node(written) {
            Node::Var(v) if found.iter().all(|(w, _)| *w != v) => found.push((v, value)),
            Node::Compound { name, arity, .. } => {
                if let Node::Compound {
                    name: other,
                    arity: same,
                    ..
                } = *values.node(value)
                    && (name, arity) == (other, same)
                {
                    let pairs = tree.args(written).iter().zip(values.args(value));
                    todo.extend(pairs.map(|(a, b)| (*a, *b)));
                }
            }
            _ => {}
        }
    }
}
