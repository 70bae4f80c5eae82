//! Interface lists in source terms: the lists of `module/2` and `use_module/2`, predicate indicators, meta-argument
//! specifiers.

use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::{OpDef, OpType};
use crate::system::module_table::{self, Indicator, strip_node};

/// The selection of a module's exports that an import asks for.
#[derive(Clone, Debug)]
pub(crate) enum ImportSpec {
    /// Everything.
    All,
    /// Everything but these.
    Except(Vec<Indicator>),
    /// These, each under a name, and these operators.
    Only(Interface),
}

/// The operators that `op(P,T,N)` in an import list means; `None` is any.
pub(crate) type OpPattern = (Option<u16>, Option<OpType>, Option<Atom>);

/// The contents of a list of imports or exports.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interface {
    /// The predicates, each with its name after the import.
    pub(crate) preds: Vec<(Indicator, Atom)>,
    /// The operators.
    pub(crate) ops: Vec<OpPattern>,
}

impl Interface {
    /// The operators that are fully given, as an export list must have them.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = (Atom, OpDef)> {
        self.ops.iter().filter_map(|&(p, t, n)| {
            Some((
                n?,
                OpDef {
                    priority: p?,
                    ty: t?,
                },
            ))
        })
    }
}

/// Reads a list of imports or exports. `Err` is the first element that is neither a predicate nor an operator.
pub(crate) fn interface(tree: &Tree, list: NodeId, names: &AtomTable) -> Result<Interface, NodeId> {
    let mut found = Interface::default();
    let (items, end) = tree.elements(list);
    for item in items {
        let Some((name, args)) = tree.callable(item) else {
            return Err(item);
        };
        match (&*names.text(name), args) {
            ("op", &[p, t, n]) => found.operators(tree, p, t, n).ok_or(item)?,
            ("as", &[what, alias]) => match (indicator(tree, what), tree.node(alias)) {
                (Some(what), Node::Atom(alias)) => found.preds.push((what, *alias)),
                // `p/1 as q/1`.
                (Some(what), _) => match indicator(tree, alias) {
                    Some((name, arity)) if arity == what.1 => found.preds.push((what, name)),
                    _ => return Err(item),
                },
                _ => return Err(item),
            },
            _ => {
                let what = indicator(tree, item).ok_or(item)?;
                found.preds.push((what, what.0));
            }
        }
    }
    match tree.is_nil(end) {
        true => Ok(found),
        false => Err(end),
    }
}

impl Interface {
    /// Adds `op(P,T,N)`; `N` may be a list.
    fn operators(&mut self, tree: &Tree, p: NodeId, t: NodeId, n: NodeId) -> Option<()> {
        let priority = match tree.node(p) {
            Node::Var(_) => None,
            Node::Int(i) => Some(crate::syntax::OpTable::check_priority(i).ok()?),
            _ => return None,
        };
        let ty = match *tree.node(t) {
            Node::Var(_) => None,
            Node::Atom(a) => Some(OpType::from_atom(a).ok()?),
            _ => return None,
        };
        let (items, end) = tree.elements(n);
        for &item in &items {
            let Node::Atom(a) = *strip(tree, item) else {
                return None;
            };
            self.ops.push((priority, ty, Some(a)));
        }
        match *strip(tree, end) {
            Node::Var(_) => self.ops.push((priority, ty, None)),
            Node::Atom(atoms::NIL) if !items.is_empty() => {}
            Node::Atom(a) => self.ops.push((priority, ty, Some(a))),
            _ => return None,
        }
        Some(())
    }
}

fn strip(tree: &Tree, t: NodeId) -> &Node {
    match tree.as_compound::<2>(t, atoms::COLON) {
        Some([_, inner]) => tree.node(inner),
        None => tree.node(t),
    }
}

/// The predicate that `Name/Arity` or `Name//Arity` indicates.
pub(crate) fn indicator(tree: &Tree, t: NodeId) -> Option<Indicator> {
    let (sep, args) = tree.callable(strip_node(tree, t, atoms::USER).1)?;
    let extra = match sep {
        atoms::SLASH => 0,
        atoms::INT_DIV => 2,
        _ => return None,
    };
    let &[n, a] = args else { return None };
    // The name may have a module too: `(m:a)/1`.
    let n = strip_node(tree, n, atoms::USER).1;
    let (Node::Atom(name), Node::Int(arity)) = (tree.node(n), tree.node(a)) else {
        return None;
    };
    let arity = arity
        .to_i64()
        .filter(|a| (0..=crate::compile::MAX_ARITY as i64 - 2).contains(a))?;
    Some((*name, arity as u32 + extra))
}

/// The module of a predicate indicator: that of its name, or its own, or `module`.
pub(crate) fn indicator_module(tree: &Tree, t: NodeId, module: Atom) -> Atom {
    let (module, t) = strip_node(tree, t, module);
    match tree.callable(t) {
        Some((_, &[n, _])) => strip_node(tree, n, module).0,
        _ => module,
    }
}

/// The elements of a list, of a conjunction, or the term itself: how directives give predicates.
pub(crate) fn each(tree: &Tree, t: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut todo = vec![t];
    while let Some(t) = todo.pop() {
        if let Some((head, tail)) = tree.as_cons(t) {
            todo.push(tail);
            todo.push(head);
        } else if let Some([a, b]) = tree.as_compound::<2>(t, atoms::COMMA) {
            todo.push(b);
            todo.push(a);
        } else if *tree.node(t) != Node::Atom(atoms::NIL) {
            found.push(t);
        }
    }
    found
}

/// The predicate and the specifiers that `name(Specifier, …)` gives.
pub(crate) fn meta_specifier(
    tree: &Tree,
    t: NodeId,
    names: &AtomTable,
) -> Option<(Indicator, Box<[u8]>)> {
    let (_, t) = module_table::strip_node(tree, t, atoms::USER);
    let (name, args) = tree.callable(t)?;
    let specifier = |&a: &NodeId| match tree.node(a) {
        Node::Int(i) => match i.to_i64() {
            Some(n @ 0..=9) => b'0' + n as u8,
            _ => b'?',
        },
        Node::Atom(a) => match &*names.text(*a) {
            "//" => b'/',
            ":" => b':',
            "^" => b'^',
            "+" => b'+',
            "-" => b'-',
            "*" => b'*',
            _ => b'?',
        },
        _ => b'?',
    };
    Some((
        (name, args.len() as u32),
        args.iter().map(specifier).collect(),
    ))
}
