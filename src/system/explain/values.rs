//! The values of variables in messages.

use super::clause_text::ClauseText;
use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::{WriteOptions, term_text};
use crate::system::Vm;
use rustc_hash::FxHashMap;

/// The length of a value's text, in characters.
const LONGEST: usize = 60;

/// The text of a term in a message.
pub(super) fn shown(vm: &Vm, tree: &Tree, node: NodeId) -> String {
    let options = WriteOptions {
        priority: 999,
        double_quotes: vm.ext.flags.answer_options.texts || vm.ext.written_texts.any(),
        ..WriteOptions::writeq()
    };
    let ops = vm.ext.modules.ops(atoms::USER);
    let text = term_text(tree, node, &vm.atoms, ops, &options);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// The variables of a part of a clause, by first occurrence.
pub(super) fn variables(tree: &Tree, node: NodeId) -> Vec<u32> {
    let mut found = Vec::new();
    let mut todo = vec![node];
    while let Some(t) = todo.pop() {
        match *tree.node(t) {
            Node::Var(v) if !found.contains(&v) => found.push(v),
            Node::Compound { .. } => todo.extend(tree.args(t).iter().rev()),
            _ => {}
        }
    }
    found
}

/// A part of a clause with the values of its variables in place of them; a variable of unknown value keeps its name.
pub(super) fn instance(
    text: &ClauseText,
    node: NodeId,
    values: &Tree,
    known: &[(u32, NodeId)],
) -> (Tree, NodeId) {
    enum TermStep {
        Written(NodeId),
        Value(NodeId),
        Build(crate::base::atom::Atom, usize),
    }
    let source = &text.term.tree;
    let mut tree = Tree::new();
    let mut made: FxHashMap<(bool, u32), NodeId> = FxHashMap::default();
    let mut steps = vec![TermStep::Written(node)];
    let mut done: Vec<NodeId> = Vec::new();
    while let Some(step) = steps.pop() {
        let (from, node, is_value) = match step {
            TermStep::Build(name, n) => {
                let first = done.len() - n;
                let built = tree.compound(name, &done[first..]);
                done.truncate(first);
                done.push(built);
                continue;
            }
            TermStep::Written(t) => (source, t, false),
            TermStep::Value(t) => (values, t, true),
        };
        match from.node(node) {
            Node::Var(v) => {
                let value = known.iter().find(|(w, _)| !is_value && w == v);
                if let Some((_, value)) = value {
                    steps.push(TermStep::Value(*value));
                    continue;
                }
                let name = match is_value {
                    true => "_",
                    false => text.name(*v).unwrap_or("_"),
                };
                let new = made.entry((is_value, *v));
                done.push(*new.or_insert_with(|| tree.new_var(Some(name))));
            }
            Node::Compound { name, .. } => {
                let args = from.args(node);
                steps.push(TermStep::Build(*name, args.len()));
                steps.extend(args.iter().rev().map(|&a| match is_value {
                    true => TermStep::Value(a),
                    false => TermStep::Written(a),
                }));
            }
            leaf => done.push(tree.leaf(leaf.clone())),
        }
    }
    let root = done.pop().unwrap_or_else(|| tree.nil());
    (tree, root)
}
