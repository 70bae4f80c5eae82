//! Compares an answer with its description.
//!
//! Bindings must be equal up to the names of variables, over all variables of the query at once; residual goals
//! may come in any order. `...` in the description stands for any term. Cyclic terms, which are equations on both
//! sides, are compared as infinite terms.

use crate::prolog::{Answer, AnswerParts, AtomId, Node, NodeId, Snapshot, Tree, atoms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The degree to which a description must be complete.
///
/// ```
/// use horn::{Machine, Strictness};
///
/// let text = "?- X = 1, Y = 2.\n   X = 1.\n";
/// let mut failures = |strictness| Machine::new().check_quads("t.pl", text, strictness).failures.len();
/// assert_eq!((failures(Strictness::Exact), failures(Strictness::Subset)), (1, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strictness {
    /// All bindings and goals must be described.
    #[default]
    Exact,
    /// Bindings and goals that are not described are ignored, as in documents that were abridged by hand.
    Subset,
}

/// The description of one answer.
pub(super) struct ExpectedAnswer<'a> {
    pub(super) tree: &'a Tree,
    pub(super) bindings: &'a [(u32, NodeId)],
    pub(super) goals: &'a [NodeId],
    /// True if there are more residual goals than are described.
    pub(super) maybe: bool,
}

/// The number of pairs of goals to try in the search for an order.
const MAX_TRIES: usize = 200_000;

/// Returns true if the answer is as described.
pub(super) fn answer_matches(
    described: &ExpectedAnswer<'_>,
    answer: &Answer,
    ellipsis: Option<AtomId>,
    strictness: Strictness,
) -> bool {
    let parts = answer.parts();
    let mut m = Matcher {
        expected: described.tree,
        bound: described.bindings.iter().copied().collect(),
        actual: &parts.terms().tree,
        parts: Some(parts),
        ellipsis,
        one_way: false,
        forth: FxHashMap::default(),
        back: FxHashMap::default(),
        trail: Vec::new(),
        assumed: FxHashSet::default(),
    };
    let subset = strictness == Strictness::Subset;
    for name in parts.names() {
        let Some(actual) = parts.value(name) else {
            continue;
        };
        let var = (0..described.tree.var_count() as u32)
            .find(|&v| described.tree.var_name(v) == Some(name));
        let fits = match var {
            Some(v) if subset && !m.bound.contains_key(&v) && !m.forth.contains_key(&v) => true,
            Some(v) => m.var_fits(v, actual),
            None => subset || m.is_free_alone(actual),
        };
        if !fits {
            return false;
        }
    }
    let is_ours = |v: u32| {
        described
            .tree
            .var_name(v)
            .is_none_or(|n| n.starts_with('_') || parts.value(n).is_some())
    };
    if !described.bindings.iter().all(|&(v, _)| is_ours(v)) {
        return false;
    }
    let actual: Vec<NodeId> = parts.goals().collect();
    let as_many = match described.maybe {
        true => !actual.is_empty(),
        false => subset || actual.len() == described.goals.len(),
    };
    as_many && m.goals_fit(described.goals, &actual)
}

/// Returns true if a ball is an instance of a pattern.
pub(super) fn ball_matches(
    expected: &Tree,
    pattern: NodeId,
    terms: &Snapshot,
    ball: NodeId,
    ellipsis: Option<AtomId>,
) -> bool {
    let mut m = Matcher {
        expected,
        bound: FxHashMap::default(),
        actual: &terms.tree,
        parts: None,
        ellipsis,
        one_way: true,
        forth: FxHashMap::default(),
        back: FxHashMap::default(),
        trail: Vec::new(),
        assumed: FxHashSet::default(),
    };
    m.fits(pattern, ball)
}

/// A change to undo when matching goals in one order fails.
enum MatchChange {
    Var(u32, Option<u32>),
    Assumed((NodeId, NodeId)),
}

struct Matcher<'a> {
    expected: &'a Tree,
    /// The terms that variables of the description are bound to.
    bound: FxHashMap<u32, NodeId>,
    actual: &'a Tree,
    parts: Option<AnswerParts<'a>>,
    ellipsis: Option<AtomId>,
    /// True if variables of the pattern stand for any term.
    one_way: bool,
    /// The actual term of each expected variable, and the expected variable of each actual one.
    forth: FxHashMap<u32, NodeId>,
    back: FxHashMap<u32, u32>,
    trail: Vec<MatchChange>,
    /// The pairs that are being compared; to meet one again means a cycle.
    assumed: FxHashSet<(NodeId, NodeId)>,
}

impl Matcher<'_> {
    /// The actual term at the end of a chain of equations.
    fn deref_actual(&self, mut t: NodeId) -> NodeId {
        let Some(parts) = self.parts else {
            return t;
        };
        for _ in 0..=parts.terms().tree.var_count() {
            let Node::Var(v) = *self.actual.node(t) else {
                break;
            };
            match parts.equation(v) {
                Some(value) if value != t => t = value,
                _ => break,
            }
        }
        t
    }

    /// Returns true if the actual term is a variable other than the described ones.
    fn is_free_alone(&self, t: NodeId) -> bool {
        match *self.actual.node(self.deref_actual(t)) {
            Node::Var(v) => !self.back.contains_key(&v),
            _ => false,
        }
    }

    fn var_fits(&mut self, v: u32, actual: NodeId) -> bool {
        let mut tree_var = v;
        // Follow `X = Y` to a term, or to a variable without description.
        for _ in 0..=self.bound.len() {
            match self.bound.get(&tree_var) {
                Some(&t) => match *self.expected.node(t) {
                    Node::Var(w) => tree_var = w,
                    _ => {
                        let actual = self.deref_actual(actual);
                        return !self.assume((t, actual)) || self.fits(t, actual);
                    }
                },
                None => return self.same_var(tree_var, self.deref_actual(actual)),
            }
        }
        false
    }

    fn same_var(&mut self, v: u32, actual: NodeId) -> bool {
        if self.one_way {
            if let Some(&before) = self.forth.get(&v) {
                return self.same_actual(before, actual);
            }
            self.forth.insert(v, actual);
            self.trail.push(MatchChange::Var(v, None));
            return true;
        }
        let Node::Var(w) = *self.actual.node(actual) else {
            return false;
        };
        let before = self.forth.get(&v).map(|&t| self.actual.node(t).clone());
        match (before, self.back.get(&w)) {
            (None, None) => {
                self.forth.insert(v, actual);
                self.back.insert(w, v);
                self.trail.push(MatchChange::Var(v, Some(w)));
                true
            }
            (Some(Node::Var(x)), Some(&y)) => x == w && y == v,
            _ => false,
        }
    }

    /// Returns true if two actual terms are equal, for a pattern variable that occurs twice.
    fn same_actual(&self, a: NodeId, b: NodeId) -> bool {
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            if a == b {
                continue;
            }
            let (x, y) = (self.actual.args(a), self.actual.args(b));
            if x.len() != y.len() || !same_head(self.actual.node(a), self.actual.node(b)) {
                return false;
            }
            todo.extend(x.iter().copied().zip(y.iter().copied()));
        }
        true
    }

    fn fits(&mut self, expected: NodeId, actual: NodeId) -> bool {
        let mut todo = vec![(expected, actual)];
        while let Some((e, a)) = todo.pop() {
            let a = self.deref_actual(a);
            if let Node::String(text) = self.actual.node(a)
                && is_text(self.expected, e, text)
            {
                continue;
            }
            match self.expected.node(e) {
                Node::Atom(name) if Some(*name) == self.ellipsis => continue,
                &Node::Var(v) => {
                    match self.described(v) {
                        Some(t) if self.assume((t, a)) => todo.push((t, a)),
                        Some(_) => {}
                        None if self.var_fits(v, a) => {}
                        None => return false,
                    }
                    continue;
                }
                node => {
                    if !same_head(node, self.actual.node(a)) {
                        return false;
                    }
                }
            }
            let (x, y) = (self.expected.args(e), self.actual.args(a));
            todo.extend(x.iter().copied().zip(y.iter().copied()).rev());
        }
        true
    }

    /// The compound or atomic term that a variable of the description is bound to.
    fn described(&self, v: u32) -> Option<NodeId> {
        let mut v = v;
        for _ in 0..=self.bound.len() {
            let &t = self.bound.get(&v)?;
            match *self.expected.node(t) {
                Node::Var(w) => v = w,
                _ => return Some(t),
            }
        }
        None
    }

    /// Returns true if each expected goal fits an actual one of its own. Searches for an order depth-first, the
    /// given order first.
    fn goals_fit(&mut self, expected: &[NodeId], actual: &[NodeId]) -> bool {
        let mut used = vec![false; actual.len()];
        // For each expected goal so far: the actual one it took, and the length of the trail before.
        let mut taken: Vec<(usize, usize)> = Vec::new();
        let mut from = 0;
        for _ in 0..MAX_TRIES {
            let Some(&goal) = expected.get(taken.len()) else {
                return true;
            };
            let mark = self.trail.len();
            let next = (from..actual.len()).find(|&j| !used[j]);
            match next {
                Some(j) => {
                    from = j + 1;
                    if self.goal_fits(goal, actual[j]) {
                        used[j] = true;
                        taken.push((j, mark));
                        from = 0;
                    } else {
                        self.undo(mark);
                    }
                }
                None => {
                    let Some((j, mark)) = taken.pop() else {
                        return false;
                    };
                    used[j] = false;
                    self.undo(mark);
                    from = j + 1;
                }
            }
        }
        false
    }

    /// Returns true if a goal is as described. One that is described without its module is compared without it.
    fn goal_fits(&mut self, expected: NodeId, actual: NodeId) -> bool {
        let colon = atoms::COLON;
        let qualified = self.expected.as_compound::<2>(expected, colon).is_some();
        let inner = match self.actual.as_compound::<2>(actual, colon) {
            Some([_, goal]) if !qualified => goal,
            _ => actual,
        };
        self.fits(expected, inner)
    }

    fn undo(&mut self, mark: usize) {
        for change in self.trail.drain(mark..) {
            match change {
                MatchChange::Var(v, w) => {
                    self.forth.remove(&v);
                    if let Some(w) = w {
                        self.back.remove(&w);
                    }
                }
                MatchChange::Assumed(pair) => {
                    self.assumed.remove(&pair);
                }
            }
        }
    }

    /// Records that a pair is being compared. Returns false if it already is.
    fn assume(&mut self, pair: (NodeId, NodeId)) -> bool {
        let new = self.assumed.insert(pair);
        if new {
            self.trail.push(MatchChange::Assumed(pair));
        }
        new
    }
}

/// Returns true if a term is the list of the characters of a text. A string and that list are written in the same
/// way, so that a described list also stands for the string.
fn is_text(tree: &Tree, list: NodeId, text: &str) -> bool {
    let mut rest = list;
    for c in text.chars() {
        let Some((head, tail)) = tree.as_cons(rest) else {
            return false;
        };
        match *tree.node(head) {
            Node::Atom(a) if a.as_char() == Some(c) => rest = tail,
            _ => return false,
        }
    }
    *tree.node(rest) == Node::Atom(atoms::NIL)
}

/// Returns true if two nodes are equal without their arguments.
fn same_head(a: &Node, b: &Node) -> bool {
    match (a, b) {
        (
            Node::Compound {
                name: x, arity: m, ..
            },
            Node::Compound {
                name: y, arity: n, ..
            },
        ) => x == y && m == n,
        (Node::Float(x), Node::Float(y)) => x.to_bits() == y.to_bits(),
        (a, b) => a == b,
    }
}
