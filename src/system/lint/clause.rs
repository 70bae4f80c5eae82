//! A clause as the checks see it: its goals in the order of the text, and what can be asked about its terms.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::{WriteOptions, term_text};
use crate::system::Vm;
use crate::system::module_table::Indicator;

/// Features of a body. A check runs only on clauses that have one of its features.
pub(crate) mod features {
    /// A variable first occurs in `\+`, `\=` or `\==`, and again behind it.
    pub(crate) const NEGATION: u32 = 1;
    /// A variable first occurs in a branch, and again outside of it.
    pub(crate) const BRANCH: u32 = 1 << 1;
    /// `Var = Expression`, where the expression is an arithmetic one by its operator.
    pub(crate) const UNIFY_EXPRESSION: u32 = 1 << 2;
    /// `==` or `\==` with such an expression.
    pub(crate) const COMPARE_EXPRESSION: u32 = 1 << 3;
    /// A variable is evaluated to a value that depends on itself.
    pub(crate) const SELF_REFERENCE: u32 = 1 << 4;
    /// A comparison or unification of two constants, or of a variable with itself.
    pub(crate) const CONSTANT: u32 = 1 << 5;
    /// An arithmetic expression with a term that arithmetic does not know.
    pub(crate) const NOT_EVALUABLE: u32 = 1 << 6;
    /// A builtin with an argument of a wrong type.
    pub(crate) const ARGUMENT: u32 = 1 << 7;
    /// A comparison or unification with a quoted text.
    pub(crate) const TEXT: u32 = 1 << 8;
    /// A goal that is an arithmetic expression, or a list with variables.
    pub(crate) const EXPRESSION_GOAL: u32 = 1 << 9;
    /// A clause is asserted or retracted.
    pub(crate) const ASSERT: u32 = 1 << 10;
    /// A text and something else with `+` between them are printed, or two texts in arithmetic.
    pub(crate) const TEXT_SUM: u32 = 1 << 11;
    /// The first goal calls the predicate of the head.
    pub(crate) const LEFT_RECURSION: u32 = 1 << 12;
    /// The instances of a template are collected.
    pub(crate) const COLLECTION: u32 = 1 << 13;
    /// A list of characters, or a variable, is printed.
    pub(crate) const PRINT: u32 = 1 << 14;
    /// `==`
    pub(crate) const IDENTICAL: u32 = 1 << 15;
    /// A format is written.
    pub(crate) const FORMAT: u32 = 1 << 16;
    /// The body calls the predicate of the head, of which another clause has a number as an argument.
    pub(crate) const OWN_CALL: u32 = 1 << 17;
}

/// The effect of a goal, as far as checks distinguish it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GoalKind {
    /// Any other predicate.
    Other,
    /// `=`
    Unify,
    /// `\=`
    NotUnify,
    /// `==`
    Identical,
    /// `\==`
    NotIdentical,
    /// An arithmetic comparison.
    Compare,
    /// `is`
    Is,
    /// `assertz/1` and its like, of any arity.
    Assert,
    /// `dynamic/1` as a goal.
    Declare,
    /// `current_predicate/1`, `predicate_property/2`.
    Ask,
    /// A predicate that may load texts.
    Load,
    /// A predicate that prints its only argument.
    Print,
    /// `format/1,2,3`
    Format,
    /// A predicate that collects the instances of its first argument for which its second is true.
    Collect,
    /// A builtin, whose arguments may be checked.
    Builtin(u32),
    /// An operator of arithmetic.
    Expression,
    /// A list: it is consulted.
    List,
}

/// A goal of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub(crate) node: NodeId,
    pub(crate) kind: GoalKind,
    /// True if it stands in an argument of another goal or in a negation.
    pub(crate) is_inner: bool,
    /// True if `catch/3` handles its errors.
    pub(crate) is_guarded: bool,
    /// True if it is a negation or stands in one.
    pub(crate) is_negated: bool,
    /// The number of the innermost alternative of a disjunction around it; 0 if there is none.
    pub(crate) branch: u32,
}

/// A clause without its module prefixes.
pub(crate) struct BareClause<'t> {
    pub(crate) vm: &'t Vm,
    /// The module in which the body is called.
    pub(crate) module: Atom,
    pub(crate) tree: &'t Tree,
    pub(crate) head: NodeId,
    pub(crate) body: NodeId,
    /// The goals in the order of the text, those in arguments of others included.
    pub(crate) goals: &'t [Goal],
    /// The arguments that are integers in the heads of earlier clauses, one bit each.
    pub(crate) numbers: u64,
    /// True if the answers of the predicate are tabled.
    pub(crate) is_tabled: bool,
    /// True if it is no clause, but the query of a user; its head is an atom then.
    pub(crate) is_query: bool,
}

impl BareClause<'_> {
    pub(crate) fn node(&self, n: NodeId) -> &Node {
        self.tree.node(n)
    }

    /// The variable at a node, if it is one.
    pub(crate) fn variable(&self, n: NodeId) -> Option<u32> {
        match *self.node(n) {
            Node::Var(v) => Some(v),
            _ => None,
        }
    }

    /// Returns true if a variable occurs in a term.
    pub(crate) fn occurs(&self, v: u32, n: NodeId) -> bool {
        variables(self.tree, n).any(|(_, w)| w == v)
    }

    /// The variables of a term, each as often as it occurs.
    pub(crate) fn variables(&self, n: NodeId) -> impl Iterator<Item = u32> {
        variables(self.tree, n).map(|(_, v)| v)
    }

    /// The name of a variable; `_` if it has none.
    pub(crate) fn name(&self, v: u32) -> &str {
        self.tree.var_name(v).unwrap_or("_")
    }

    pub(crate) fn arguments(&self, n: NodeId) -> &[NodeId] {
        self.tree.args(n)
    }

    /// Both arguments of a goal with two.
    pub(crate) fn sides(&self, n: NodeId) -> Option<[NodeId; 2]> {
        self.tree.args(n).try_into().ok()
    }

    /// Name and arity of a callable term.
    pub(crate) fn indicator(&self, n: NodeId) -> Option<Indicator> {
        indicator(self.tree, n)
    }

    /// The text of a term, as it is written in an argument.
    pub(crate) fn text(&self, n: NodeId) -> String {
        self.written(n, 999)
    }

    /// The text of a term as an operand of a comparison or of `is`.
    pub(crate) fn operand(&self, n: NodeId) -> String {
        self.written(n, 699)
    }

    fn written(&self, n: NodeId, priority: u16) -> String {
        let mut options = WriteOptions {
            priority,
            double_quotes: true,
            max_depth: 12,
            ..WriteOptions::writeq()
        };
        for (_, v) in variables(self.tree, n) {
            let name = self.tree.var_name(v).unwrap_or("_");
            options.variable_names.insert(u64::from(v), name.into());
        }
        let ops = self.vm.ext.modules.ops(self.module);
        term_text(self.tree, n, &self.vm.atoms, ops, &options)
    }

    /// Returns true if arithmetic takes or gives the value of a variable in this clause.
    pub(crate) fn is_number(&self, v: u32) -> bool {
        let evaluates = |g: &Goal| matches!(g.kind, GoalKind::Is | GoalKind::Compare);
        let mut goals = self.goals.iter().filter(|g| evaluates(g));
        goals.any(|g| self.occurs(v, g.node))
    }

    /// The calls of the clause's own predicate, in the order of the text.
    pub(crate) fn recursive_calls(&self) -> impl Iterator<Item = &[NodeId]> {
        let own = self.indicator(self.head);
        let calls = self.goals.iter().map(|g| g.node);
        calls
            .filter(move |&n| self.indicator(n) == own)
            .map(|n| self.arguments(n))
    }

    /// The first goal of the clause that is a node or contains it.
    pub(crate) fn order_of(&self, n: NodeId) -> Option<usize> {
        self.goals.iter().position(|g| g.node == n)
    }
}

/// Name and arity of a callable term.
pub(crate) fn indicator(tree: &Tree, n: NodeId) -> Option<Indicator> {
    let (name, args) = tree.callable(n)?;
    Some((name, args.len() as u32))
}

/// The variables of a term with their nodes, from left to right.
pub(crate) fn variables(tree: &Tree, n: NodeId) -> impl Iterator<Item = (NodeId, u32)> {
    let mut rest = vec![n];
    std::iter::from_fn(move || {
        while let Some(n) = rest.pop() {
            if let Node::Var(v) = *tree.node(n) {
                return Some((n, v));
            }
            rest.extend(tree.args(n).iter().rev());
        }
        None
    })
}

/// The goal with which a body begins, after cuts.
pub(crate) fn first_goal(tree: &Tree, body: NodeId) -> NodeId {
    let mut rest = Vec::new();
    let mut at = body;
    loop {
        match tree.callable(at) {
            Some((atoms::COMMA, &[a, b])) => {
                rest.push(b);
                at = a;
            }
            Some((atoms::CUT | atoms::TRUE, [])) if !rest.is_empty() => {
                at = rest.pop().unwrap_or(at);
            }
            _ => return at,
        }
    }
}

/// Returns true for a term that is an arithmetic expression by its operator. `A-B` and `A/B` are also pairs: one side
/// must be a number or an expression itself.
pub(crate) fn is_expression(tree: &Tree, n: NodeId, names: &AtomTable) -> bool {
    if !matches!(tree.node(n), Node::Compound { arity: 2, .. }) {
        return false;
    }
    let mut rest = vec![n];
    while let Some(n) = rest.pop() {
        let Node::Compound { name, arity: 2, .. } = *tree.node(n) else {
            continue;
        };
        match name {
            atoms::PLUS | atoms::TIMES | atoms::INT_DIV => return true,
            atoms::MINUS | atoms::SLASH => {
                let is_number = |&a: &NodeId| matches!(tree.node(a), Node::Int(_) | Node::Float(_));
                if tree.args(n).iter().any(is_number) {
                    return true;
                }
                rest.extend(tree.args(n));
            }
            _ if matches!(&*names.text(name), "**" | "mod" | "rem") => return true,
            _ => {}
        }
    }
    false
}
