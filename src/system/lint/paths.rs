//! The occurrences of variables in a body, and the pairs that can follow each other when it runs.

use crate::base::atom::atoms;
use crate::base::tree::NodeId;
use crate::system::lint::clause::{BareClause, GoalKind, variables};

/// An occurrence of a variable in a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence {
    pub(crate) var: u32,
    pub(crate) node: NodeId,
    /// The goal, none of whose arguments is a goal of its own.
    pub(crate) goal: NodeId,
    /// The number of the goal in the order of the text.
    pub(crate) order: u32,
    pub(crate) path: PathId,
    /// The innermost `\+`, `\=` or `\==` around it.
    pub(crate) negation: Option<NodeId>,
    /// True in an argument that another goal calls.
    pub(crate) is_inner: bool,
}

/// The number of a path in [`Paths`].
pub(crate) type PathId = u32;

/// An alternative of a disjunction.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// The path that the disjunction is on.
    outer: PathId,
    disjunction: NodeId,
    alternative: NodeId,
}

/// A disjunction and its two alternatives, each with the number of its path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disjunction {
    pub(crate) alternatives: [(NodeId, PathId); 2],
    /// The number of goals before it and up to its end.
    pub(crate) goals: (u32, u32),
}

/// The paths through a body.
#[derive(Default)]
pub(crate) struct Paths {
    pub(crate) occurrences: Vec<Occurrence>,
    pub(crate) disjunctions: Vec<Disjunction>,
    /// The branches by their numbers, from 1; path 0 is that of the whole body.
    branches: Vec<Branch>,
}

enum PathWork {
    Goal(NodeId, PathId, Option<NodeId>, bool),
    /// The end of a disjunction.
    End(usize),
}

impl Paths {
    /// The paths of a clause's body.
    pub(crate) fn of(clause: &BareClause<'_>) -> Paths {
        let tree = clause.tree;
        let mut paths = Paths::default();
        let mut order = 0;
        let mut work = vec![PathWork::Goal(clause.body, 0, None, false)];
        while let Some(next) = work.pop() {
            let (goal, path, negation, is_inner) = match next {
                PathWork::Goal(goal, path, negation, is_inner) => (goal, path, negation, is_inner),
                PathWork::End(d) => {
                    paths.disjunctions[d].goals.1 = order;
                    continue;
                }
            };
            match (tree.callable(goal), clause.arguments(goal)) {
                (Some((atoms::COMMA | atoms::ARROW | atoms::SOFT_ARROW, _)), &[a, b]) => {
                    work.push(PathWork::Goal(b, path, negation, is_inner));
                    work.push(PathWork::Goal(a, path, negation, is_inner));
                }
                (Some((atoms::SEMICOLON | atoms::BAR, _)), &[a, b]) => {
                    let left = paths.branch(path, goal, a);
                    let right = paths.branch(path, goal, b);
                    work.push(PathWork::End(paths.disjunctions.len()));
                    paths.disjunctions.push(Disjunction {
                        alternatives: [(a, left), (b, right)],
                        goals: (order, order),
                    });
                    work.push(PathWork::Goal(b, right, negation, is_inner));
                    work.push(PathWork::Goal(a, left, negation, is_inner));
                }
                (Some((atoms::NOT_PROVABLE, _)), &[a]) => {
                    // `\+ \+ G` tests whether G can be proved.
                    let inner = match tree.as_compound::<1>(a, atoms::NOT_PROVABLE) {
                        Some(_) => negation,
                        None => Some(goal),
                    };
                    work.push(PathWork::Goal(a, path, inner, is_inner));
                }
                _ => {
                    paths.goal(clause, goal, (path, order), negation, is_inner);
                    order += 1;
                }
            }
        }
        paths
    }

    fn branch(&mut self, outer: PathId, disjunction: NodeId, alternative: NodeId) -> PathId {
        self.branches.push(Branch {
            outer,
            disjunction,
            alternative,
        });
        self.branches.len() as PathId
    }

    /// Adds the occurrences in a goal that is not a control construct.
    fn goal(
        &mut self,
        clause: &BareClause<'_>,
        goal: NodeId,
        (path, order): (PathId, u32),
        negation: Option<NodeId>,
        is_inner: bool,
    ) {
        let found = clause.goals.iter().find(|g| g.node == goal);
        let kind = found.map_or(GoalKind::Other, |g| g.kind);
        let negation = match kind {
            GoalKind::NotUnify | GoalKind::NotIdentical => negation.or(Some(goal)),
            _ => negation,
        };
        let calls = |n: &&crate::system::lint::clause::Goal| n.is_inner && n.node != goal;
        // Goals in arguments follow the goal itself in the list.
        let from = found.and_then(|_| clause.order_of(goal)).unwrap_or(0);
        let is_meta = match clause.tree.callable(goal) {
            Some((name, args)) => {
                let inner = clause.goals[from..].iter().skip(1).take_while(calls);
                let mut inner = inner.map(|g| g.node);
                name == atoms::CALL || inner.any(|n| args.iter().any(|&a| contains(clause, a, n)))
            }
            None => true,
        };
        for (node, var) in variables(clause.tree, goal) {
            self.occurrences.push(Occurrence {
                var,
                node,
                goal,
                order,
                path,
                negation,
                is_inner: is_inner || is_meta,
            });
        }
    }

    /// Returns true if no run of the body reaches both paths without backtracking.
    pub(crate) fn are_exclusive(&self, a: PathId, b: PathId) -> bool {
        self.choices(a).any(|x| {
            let other =
                |y: Branch| y.disjunction == x.disjunction && y.alternative != x.alternative;
            self.choices(b).any(other)
        })
    }

    /// Returns true if a path is `outer` or leads through it.
    pub(crate) fn is_within(&self, path: PathId, outer: PathId) -> bool {
        let mut at = path;
        while at != outer {
            if at == 0 {
                return false;
            }
            at = self.branches[at as usize - 1].outer;
        }
        true
    }

    /// The path that the disjunction of an alternative is on.
    pub(crate) fn outer(&self, alternative: PathId) -> PathId {
        let branch = self.branches.get((alternative as usize).wrapping_sub(1));
        branch.map_or(0, |b| b.outer)
    }

    fn choices(&self, path: PathId) -> impl Iterator<Item = Branch> {
        let mut at = path;
        std::iter::from_fn(move || {
            let branch = *self.branches.get((at as usize).checked_sub(1)?)?;
            at = branch.outer;
            Some(branch)
        })
    }
}

/// Returns true if a term contains a node.
fn contains(clause: &BareClause<'_>, term: NodeId, node: NodeId) -> bool {
    let mut rest = vec![term];
    while let Some(n) = rest.pop() {
        if n == node {
            return true;
        }
        rest.extend(clause.arguments(n));
    }
    false
}

/// Returns true if a goal ends in failure, an error or the end of the program, so that nothing after it runs.
pub(crate) fn never_succeeds(clause: &BareClause<'_>, goal: NodeId) -> bool {
    let mut rest = vec![goal];
    while let Some(goal) = rest.pop() {
        match clause.tree.callable(goal) {
            Some((atoms::COMMA | atoms::ARROW | atoms::SOFT_ARROW, &[_, b])) => rest.push(b),
            // Each of the alternatives.
            Some((atoms::SEMICOLON, &[a, b])) => rest.extend([a, b]),
            Some((atoms::FAIL | atoms::FALSE, [])) => {}
            Some((name, _)) => {
                let text = clause.vm.atoms.text(name);
                let ends = matches!(&*text, "throw" | "halt" | "abort" | "exit" | "die");
                if !ends && !text.contains("error") && !text.contains("fail") {
                    return false;
                }
            }
            None => return false,
        }
    }
    true
}
