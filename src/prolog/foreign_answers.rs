//! The text of an answer as the top levels of other systems print it: one binding a line, goals without their
//! modules, ten levels of a term. The text around answers is that of the stream.

use super::answer::Answer;
use super::style::Style;
use super::term_display::{
    ARGUMENTS, BINDING, CopyStep, FreshNames, GOAL, PrintContext, Visibility, copy_visible,
    is_oversized, start_of_huge, write_spaced,
};
use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId, Tree};

/// The number of pairs of nodes after which two values count as different.
const MAX_COMPARISONS: usize = 10_000;

/// The lines of an answer, without the commas between them; with `full`, with the whole of its terms.
pub(super) fn lines(answer: &Answer, style: Style, full: bool) -> Vec<String> {
    let parts = answer.parts();
    let mut tree = parts.terms().tree.clone();
    let names: Vec<&str> = parts.names().collect();
    let values: Vec<NodeId> = names.iter().filter_map(|n| parts.value(n)).collect();
    let classes = classes(&tree, &values);
    for class in &classes {
        if let Node::Var(v) = *tree.node(values[class[0]]) {
            let shown = match style {
                Style::Swi => class.last(),
                _ => class.first(),
            };
            tree.set_var_name(v, shown.map(|&i| names[i]));
        }
    }
    let equations: Vec<(u32, NodeId)> = parts.equations().collect();
    let goals: Vec<NodeId> = parts.goals().collect();
    let mut roots = values.clone();
    roots.extend(equations.iter().map(|e| e.1));
    roots.extend(&goals);
    name_others(&mut tree, &names, &equations, &roots, style);
    let context = PrintContext {
        // Lists of characters print as lists in these systems.
        strings: false,
        ..parts.terms().context()
    };
    let depth = match full {
        true => u32::MAX,
        false => context.options.depth.unwrap_or(style.depth()),
    };
    let write = |t: NodeId, max: u16| {
        let mut shown = Tree::new();
        let mut rules = SwiVisibility { tree: &tree, full };
        // As a tree, an oversized term would fill the memory.
        let most = is_oversized(&tree, t).then(|| style.depth());
        let depth = depth.min(most.unwrap_or(depth));
        let t = copy_visible(&mut rules, t, depth, &mut shown);
        let spaced = style == Style::Swi || context.options.spaced;
        write_spaced(&shown, t, context, max, spaced)
    };
    let mut lines = Vec::new();
    for class in &classes {
        let value = match tree.node(values[class[0]]) {
            Node::Var(_) => None,
            _ => Some(write(values[class[0]], BINDING)),
        };
        let members: Vec<&str> = class.iter().map(|&i| names[i]).collect();
        class_lines(&members, value, style, &mut lines);
    }
    for &(v, t) in &equations {
        let name = tree.var_name(v).unwrap_or("_");
        lines.push(format!("{name} = {}", write(t, BINDING)));
    }
    let colon = atoms::COLON;
    for &g in &goals {
        let bare = tree.as_compound::<2>(g, colon).map_or(g, |[_, g]| g);
        lines.push(write(bare, GOAL));
    }
    lines
}

/// The variables of the query in classes of equal values, in order.
fn classes(tree: &Tree, values: &[NodeId]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for (i, &t) in values.iter().enumerate() {
        let mine = classes
            .iter_mut()
            .find(|class| tree.is_same_within(values[class[0]], t, MAX_COMPARISONS));
        match mine {
            Some(class) => class.push(i),
            None => classes.push(vec![i]),
        }
    }
    classes
}

/// The equations between variables of one class, and with their value.
fn class_lines(members: &[&str], value: Option<String>, style: Style, lines: &mut Vec<String>) {
    let equation = |x: &str, y: &str| format!("{x} = {y}");
    if style == Style::Sicstus {
        match value {
            Some(v) => lines.extend(members.iter().map(|x| equation(x, &v))),
            None => lines.extend(members[1..].iter().map(|x| equation(x, members[0]))),
        }
        return;
    }
    let mut line: Vec<String> = members.windows(2).map(|w| equation(w[0], w[1])).collect();
    if let (Some(v), Some(x)) = (value, members.last()) {
        line.push(equation(x, &v));
    }
    if !line.is_empty() {
        lines.push(line.join(", "));
    }
}

/// Names the variables that are not the query's. In SWI-Prolog's style those that occur once are `_`.
fn name_others(
    tree: &mut Tree,
    names: &[&str],
    equations: &[(u32, NodeId)],
    roots: &[NodeId],
    style: Style,
) {
    const MANY: u8 = 2;
    let mut count = vec![0u8; tree.var_count()];
    for &(v, _) in equations {
        count[v as usize] += 1;
    }
    // A shared part occurs more than once, and so do the variables in it: it is visited twice, and no more.
    let mut visits = vec![0u8; tree.len()];
    let mut order = Vec::new();
    let mut stack: Vec<NodeId> = roots.iter().rev().copied().collect();
    while let Some(t) = stack.pop() {
        if let Node::Var(v) = *tree.node(t) {
            let count = &mut count[v as usize];
            if *count == 0 {
                order.push(v);
            }
            *count = (*count + 1).min(MANY);
            continue;
        }
        let visits = &mut visits[t.0 as usize];
        if *visits < MANY {
            *visits += 1;
            stack.extend(tree.args(t).iter().rev());
        }
    }
    order.extend(equations.iter().map(|e| e.0));
    let is_ours = |tree: &Tree, v| tree.var_name(v).is_some_and(|n| names.contains(&n));
    order.retain(|&v| !is_ours(tree, v));
    let mut fresh = FreshNames::new(names.iter().map(ToString::to_string));
    let mut named = vec![false; tree.var_count()];
    for v in order {
        if std::mem::replace(&mut named[v as usize], true) {
            continue;
        }
        let name = match style {
            Style::Swi if count[v as usize] < MANY => "_".to_string(),
            _ => fresh.next(),
        };
        tree.set_var_name(v, Some(&name));
    }
}

/// The rules of SWI-Prolog for the visible part of a term: each element of a list is one level deeper than the
/// one before it, and a list that reaches the limit ends in `|...`.
struct SwiVisibility<'t> {
    tree: &'t Tree,
    /// True if integers are shown with all their digits.
    full: bool,
}

impl Visibility for SwiVisibility<'_> {
    fn tree(&self) -> &Tree {
        self.tree
    }

    fn leaf(&mut self, t: NodeId, left: u32, out: &mut Tree) -> Option<NodeId> {
        if left == 0 {
            return Some(out.new_var(Some("...")));
        }
        match self.tree.node(t) {
            Node::Compound { .. } => None,
            &Node::Var(v) => Some(out.new_var(self.tree.var_name(v).or(Some("_")))),
            Node::Int(n) if !self.full => Some(match start_of_huge(n) {
                Some(text) => out.new_var(Some(&text)),
                None => out.leaf(Node::Int(n.clone())),
            }),
            other => Some(out.leaf(other.clone())),
        }
    }

    fn width(&mut self, arity: usize) -> usize {
        match self.full {
            true => arity,
            false => arity.min(ARGUMENTS),
        }
    }

    fn list(&mut self, t: NodeId, left: u32, steps: &mut Vec<CopyStep>) {
        let mut items = Vec::new();
        let mut rest = t;
        let mut below = left;
        while let Some((head, tail)) = self.tree.as_cons(rest) {
            below -= 1;
            items.push(CopyStep::Visit(head, below));
            rest = tail;
            if below <= 1 {
                break;
            }
        }
        steps.push(CopyStep::List(items.len()));
        let ends = *self.tree.node(rest) == Node::Atom(atoms::NIL);
        steps.push(match below <= 1 && !ends {
            true => CopyStep::Word("...".to_string()),
            false => CopyStep::Visit(rest, below.max(1)),
        });
        steps.extend(items.into_iter().rev());
    }
}
