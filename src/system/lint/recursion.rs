//! Recursion without end over all clauses of a load: calls with which clauses begin, and predicates without a clause
//! that ends the recursion.

use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::Span;
use crate::system::lint::clause::{Goal, GoalKind, first_goal, indicator, variables};
use crate::system::module_table::Indicator;
use rustc_hash::{FxHashMap, FxHashSet};

/// A call with which a clause begins, with nothing new in it but variables.
struct FirstCall {
    caller: Indicator,
    callee: Indicator,
    /// The clause.
    span: Span,
}

/// The notes on the clauses of a load.
#[derive(Default)]
pub(crate) struct Recursion {
    first: Vec<FirstCall>,
    /// The number of clauses that only compute and call their own predicate, and the first of them.
    endless: FxHashMap<Indicator, (usize, Span)>,
    /// The predicates whose first clause begins with a call that it matches, with this clause.
    unguarded: Vec<(Indicator, Span)>,
    /// The arguments that are integers in the heads of predicates, one bit each.
    numbers: FxHashMap<Indicator, u64>,
    /// The predicates with a message about a clause that begins with a call of them.
    pub(crate) reported: FxHashSet<Indicator>,
}

impl Recursion {
    /// Notes a clause with the goals of its body.
    pub(crate) fn note(
        &mut self,
        tree: &Tree,
        (head, body): (NodeId, NodeId),
        goals: &[Goal],
        span: Span,
    ) {
        let Some(caller) = indicator(tree, head) else {
            return;
        };
        let is_plain = |g: &Goal| !g.is_inner && !g.is_negated && g.branch == 0;
        if let Some(first) = goals.first().filter(|g| is_plain(g))
            && first.node == first_goal(tree, body)
            && let Some(callee) = indicator(tree, first.node)
            && callee != caller
            && passes(tree, head, first.node)
        {
            self.first.push(FirstCall {
                caller,
                callee,
                span,
            });
        }
        let is_own = |g: &Goal| indicator(tree, g.node) == Some(caller);
        let computes =
            |g: &Goal| matches!(g.kind, GoalKind::Is | GoalKind::Unify | GoalKind::Compare);
        if caller.1 > 0
            && goals.iter().any(|g| is_own(g) && is_plain(g))
            && goals.iter().any(|g| g.kind == GoalKind::Is)
            && goals.iter().all(|g| is_own(g) || computes(g))
        {
            self.endless.entry(caller).or_insert((0, span)).0 += 1;
        }
    }

    /// Notes the arguments of a head that are integers.
    pub(crate) fn note_numbers(&mut self, tree: &Tree, head: NodeId) {
        let args = tree.args(head).iter().take(u64::BITS as usize);
        let mut numbers = 0;
        for (i, &n) in args.enumerate() {
            if matches!(tree.node(n), Node::Int(_)) {
                numbers |= 1 << i;
            }
        }
        if let Some(what) = indicator(tree, head).filter(|_| numbers != 0) {
            *self.numbers.entry(what).or_default() |= numbers;
        }
    }

    /// The arguments of a predicate that are integers in the heads of its clauses so far.
    pub(crate) fn numbers(&self, what: Indicator) -> u64 {
        self.numbers.get(&what).copied().unwrap_or(0)
    }

    /// Notes the first clause of a predicate, if it begins with a call that it matches, so that it calls itself again
    /// before any other clause is tried.
    pub(crate) fn note_first(&mut self, tree: &Tree, (head, body): (NodeId, NodeId), span: Span) {
        let call = first_goal(tree, body);
        if let Some(what) = indicator(tree, head)
            && indicator(tree, call) == Some(what)
            && matches_again(tree, head, call)
        {
            self.unguarded.push((what, span));
        }
    }

    /// The predicates whose first clause begins with a call that it matches, unless there is a message about it.
    pub(crate) fn unguarded(&self) -> impl Iterator<Item = (Indicator, Span)> {
        let all = self.unguarded.iter().copied();
        all.filter(move |(what, _)| !self.reported.contains(what))
    }

    /// The predicates with clauses that only compute and call them again, with the number and the first of these.
    pub(crate) fn endless(&self) -> Vec<(Indicator, usize, Span)> {
        let mut all: Vec<_> = self.endless.iter().map(|(&p, &(n, s))| (p, n, s)).collect();
        all.sort_by_key(|(_, _, span)| span.start);
        all
    }

    /// The circles of predicates that call each other first: for each, its predicates and the clauses with the calls.
    /// Each call is looked at once.
    pub(crate) fn circles(&self) -> Vec<Vec<(Indicator, Span)>> {
        let mut calls: FxHashMap<Indicator, Vec<usize>> = FxHashMap::default();
        for (i, call) in self.first.iter().enumerate() {
            calls.entry(call.caller).or_default().push(i);
        }
        let mut circles = Vec::new();
        // The place of each predicate on the way; none once all that it leads to is known.
        let mut places: FxHashMap<Indicator, Option<usize>> = FxHashMap::default();
        for start in &self.first {
            if places.contains_key(&start.caller) {
                continue;
            }
            places.insert(start.caller, Some(0));
            // The predicates on the way, each with the number of its calls that were followed.
            let mut way = vec![(start.caller, 0)];
            while let Some((pred, followed)) = way.last_mut() {
                let Some(&call) = calls.get(pred).and_then(|c| c.get(*followed)) else {
                    places.insert(*pred, None);
                    way.pop();
                    continue;
                };
                *followed += 1;
                let callee = self.first[call].callee;
                match places.get(&callee) {
                    Some(&Some(place)) => {
                        let newest = |&(p, n): &(Indicator, usize)| &self.first[calls[&p][n - 1]];
                        let circle = way[place..].iter().map(newest);
                        circles.push(circle.map(|c| (c.caller, c.span)).collect());
                    }
                    Some(None) => {}
                    None => {
                        places.insert(callee, Some(way.len()));
                        way.push((callee, 0));
                    }
                }
            }
        }
        circles
    }
}

/// Returns true if the head has different variables as arguments, and a call only variables and constants: those of the
/// head, or new ones.
fn passes(tree: &Tree, head: NodeId, call: NodeId) -> bool {
    let heads = tree.args(head);
    let are_free = heads.iter().enumerate().all(|(i, &h)| {
        matches!(tree.node(h), Node::Var(_)) && heads[..i].iter().all(|&g| !tree.is_same(g, h))
    });
    are_free
        && tree
            .args(call)
            .iter()
            .all(|&a| !matches!(tree.node(a), Node::Compound { .. }))
}

/// Returns true if a head matches a call in its body, whatever goal it has matched: each argument of the call is that
/// of the head, or a variable without another occurrence in both. The call is then at least as general as the goal,
/// and so is each that follows.
fn matches_again(tree: &Tree, head: NodeId, call: NodeId) -> bool {
    let calls = tree.args(call);
    let mut sides = tree.args(head).iter().zip(calls).enumerate();
    sides.all(|(i, (&given, &passed))| {
        let Node::Var(v) = *tree.node(passed) else {
            return tree.is_same(given, passed);
        };
        let is_without = |n: NodeId| variables(tree, n).all(|(_, w)| w != v);
        let mut others = calls.iter().enumerate().filter(|(j, _)| *j != i);
        tree.is_same(given, passed) || is_without(head) && others.all(|(_, &n)| is_without(n))
    })
}
