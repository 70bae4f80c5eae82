//! Answer descriptions: from a term to a sequence of what is expected.
//!
//! `X = 1 ; X = 2 ; ... .` becomes three leaves. Knows the language of quads, runs nothing.

use crate::prolog::{AtomTable, Node, NodeId, Tree, atoms, is_char_list};
use std::sync::Arc;

/// What one event of an answer stream must be.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The term that the places in `kind` are places of.
    pub(super) tree: Arc<Tree>,
    pub(super) kind: LeafKind,
    /// What the program must have printed just before, by `outputs/1`.
    pub(super) output: Option<String>,
    /// What it must have printed, as lines that stand between the answers; blank ones do not count.
    pub(super) lines: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) enum LeafKind {
    /// An answer with these bindings and residual goals; with `open`, possibly more of both; with
    /// `maybe`, there are residual goals, of which these may be some.
    Answer {
        bindings: Vec<(u32, NodeId)>,
        goals: Vec<NodeId>,
        open: bool,
        maybe: bool,
    },
    /// There are no more answers.
    No,
    /// `error(Formal, Context)` with this pattern, or the formal part alone.
    Error(NodeId),
    Formal(NodeId),
    /// Any other ball.
    Throw(NodeId),
    /// Any number of answers, and any end.
    Anything,
    /// It does not end.
    Loops,
    /// A line that the program prints; it belongs to the leaf after it.
    Line(String),
}

/// A description of a whole answer stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Description {
    /// Sequences of which one must hold.
    pub(super) alternatives: Vec<Vec<Leaf>>,
    /// Any order of the leaves will do.
    pub(super) any_order: bool,
    /// The description must not hold.
    pub(super) unexpected: bool,
    /// The query is not run.
    pub(super) skipped: bool,
    /// What the program reads.
    pub(super) input: Option<String>,
}

/// How many alternatives one description may have.
const MAX_ALTERNATIVES: usize = 256;

/// Reads a description; `Err` says what is malformed.
pub(super) fn describe(tree: &Tree, names: &AtomTable) -> Result<Description, String> {
    let mut d = Description::default();
    let sequences = sequences(tree)?;
    let tree = Arc::new(tree.clone());
    for leaves in sequences {
        let mut sequence = Vec::new();
        for t in leaves {
            if let Some(leaf) = leaf(&mut d, &tree, t, names)? {
                sequence.push(leaf);
            }
        }
        d.alternatives.push(sequence);
    }
    // `A ; B | other_answer_sequence`: the sequence without the remark is what counts.
    if d.any_order {
        let longest = d.alternatives.iter().map(Vec::len).max().unwrap_or(0);
        d.alternatives.retain(|a| a.len() == longest);
        if longest < 2 {
            return Err("other_answer_sequence needs at least two answers".to_string());
        }
    }
    Ok(d)
}

impl Description {
    /// Whether the description goes on in the next term: it ends in a printed line.
    pub(super) fn is_open(&self) -> bool {
        let ends_in_line =
            |a: &Vec<Leaf>| matches!(a.last().map(|l| &l.kind), Some(LeafKind::Line(_)));
        self.alternatives.iter().any(ends_in_line)
    }

    /// Goes on with the next term.
    pub(super) fn append(&mut self, next: &Description) {
        let before = std::mem::take(&mut self.alternatives);
        for a in &before {
            for b in &next.alternatives {
                self.alternatives.push([&a[..], &b[..]].concat());
            }
        }
        self.any_order |= next.any_order;
        self.unexpected |= next.unexpected;
        self.skipped |= next.skipped;
        if let Some(more) = &next.input {
            self.input.get_or_insert_default().push_str(more);
        }
    }

    /// Gives each line to the leaf after it.
    pub(super) fn settle_lines(&mut self) {
        for sequence in &mut self.alternatives {
            let mut lines = Vec::new();
            let mut settled = Vec::new();
            for mut leaf in sequence.drain(..) {
                match leaf.kind {
                    LeafKind::Line(text) => lines.push(text),
                    _ => {
                        leaf.lines = std::mem::take(&mut lines);
                        settled.push(leaf);
                    }
                }
            }
            *sequence = settled;
        }
    }

    /// How many answers are described before anything may follow, if it may.
    pub(super) fn answers_before_anything(&self) -> Option<usize> {
        let sequence = self.alternatives.first()?;
        match sequence.last()?.kind {
            LeafKind::Anything => Some(sequence.len() - 1),
            _ => None,
        }
    }

    pub(super) fn expects_a_loop(&self) -> bool {
        let mut leaves = self.alternatives.iter().flatten();
        leaves.any(|l| matches!(l.kind, LeafKind::Loops))
    }
}

/// The leaves of each alternative.
fn sequences(tree: &Tree) -> Result<Vec<Vec<NodeId>>, String> {
    // Right-recursive as the operators are: walk down the right spine, collect from the left.
    let mut done: Vec<Vec<NodeId>> = Vec::new();
    let mut open: Vec<(Vec<NodeId>, NodeId)> = vec![(Vec::new(), tree.root())];
    while let Some((mut before, t)) = open.pop() {
        if open.len() + done.len() > MAX_ALTERNATIVES {
            return Err("too many alternatives".to_string());
        }
        if let Some([a, b]) = tree.as_compound::<2>(t, atoms::SEMICOLON) {
            if is_alternative(tree, a) {
                return Err("alternatives left of ; are not supported".to_string());
            }
            let mut left = vec![a];
            while let Some([x, y]) = left
                .last()
                .and_then(|&l| tree.as_compound::<2>(l, atoms::SEMICOLON))
            {
                left.pop();
                left.extend([x, y]);
            }
            before.extend(left);
            open.push((before, b));
        } else if let Some([a, b]) = tree.as_compound::<2>(t, atoms::BAR) {
            open.push((before.clone(), b));
            open.push((before, a));
        } else {
            before.push(t);
            done.push(before);
        }
    }
    Ok(done)
}

fn is_alternative(tree: &Tree, t: NodeId) -> bool {
    tree.as_compound::<2>(t, atoms::BAR).is_some()
}

/// One leaf; none if it is only a remark about the whole description.
fn leaf(
    d: &mut Description,
    tree: &Arc<Tree>,
    t: NodeId,
    names: &AtomTable,
) -> Result<Option<Leaf>, String> {
    let mut kind = None;
    let mut output: Option<String> = None;
    let mut bindings: Vec<(u32, NodeId)> = Vec::new();
    let mut goals = Vec::new();
    let (mut open, mut conjuncts, mut is_true) = (false, 0, false);
    let mut maybe = false;
    let mut rest = vec![t];
    while let Some(t) = rest.pop() {
        if let Some([a, b]) = tree.as_compound::<2>(t, atoms::COMMA) {
            rest.extend([b, a]);
            continue;
        }
        conjuncts += 1;
        if is_char_list(tree, t) {
            let text = chars(tree, t).unwrap_or_default();
            let mut line = String::from("\"");
            line.extend(text.chars().flat_map(|c| match c {
                '"' | '\\' => vec!['\\', c],
                c => vec![c],
            }));
            line.push_str("\".");
            kind = Some(LeafKind::Line(line));
            continue;
        }
        let Some((name, args)) = tree.callable(t) else {
            return Err("a description is no number and no variable".to_string());
        };
        let (name, args) = (names.text(name).to_string(), args.to_vec());
        match (&*name, &args[..]) {
            ("true", []) => is_true = true,
            ("maybe", []) => (is_true, maybe) = (true, true),
            ("false", []) => kind = Some(LeafKind::No),
            ("..." | "ad_infinitum", []) => open = true,
            ("loops", []) => kind = Some(LeafKind::Loops),
            ("unexpected" | "inattendue", []) => {
                d.unexpected = true;
                conjuncts -= 1;
            }
            ("sto" | "waits", []) | ("peeks", [_]) => d.skipped = true,
            ("other_answer_sequence", []) => {
                d.any_order = true;
                conjuncts -= 1;
            }
            // Whatever it is.
            ("outputs", [any]) if is_ellipsis(tree, *any, names) => {}
            ("outputs", [cs]) => match text(tree, *cs, names) {
                Some(text) => output.get_or_insert_default().push_str(&text),
                None => return Err("outputs/1 needs a text".to_string()),
            },
            ("inputs", [cs]) => match text(tree, *cs, names) {
                Some(text) => d.input.get_or_insert_default().push_str(&text),
                None => return Err("inputs/1 needs a text".to_string()),
            },
            ("=", [x, value]) => match *tree.node(*x) {
                Node::Var(v) if bindings.iter().any(|b| b.0 == v) => {
                    return Err("a variable is described twice".to_string());
                }
                Node::Var(v) => bindings.push((v, *value)),
                _ => return Err("the left side of = must be a variable".to_string()),
            },
            ("throw", [ball]) => kind = Some(LeafKind::Throw(*ball)),
            ("error", [_, _]) => kind = Some(LeafKind::Error(t)),
            (_, args) if is_formal(&name, args.len()) => kind = Some(LeafKind::Formal(t)),
            _ => goals.push(t),
        }
    }
    if conjuncts == 0 {
        return Ok(None);
    }
    let binds = !bindings.is_empty() || !goals.is_empty();
    let answers = binds || is_true || (open && output.is_some());
    let kind = match kind {
        Some(kind) if binds || is_true => match kind {
            LeafKind::Line(_) => return Err("a line stands on its own".to_string()),
            _ => return Err("an answer is either bindings and goals, or an error".to_string()),
        },
        Some(kind) => kind,
        None if open && !answers => LeafKind::Anything,
        None => LeafKind::Answer {
            bindings,
            goals,
            open,
            maybe,
        },
    };
    Ok(Some(Leaf {
        tree: tree.clone(),
        kind,
        output,
        lines: Vec::new(),
    }))
}

fn is_ellipsis(tree: &Tree, t: NodeId, names: &AtomTable) -> bool {
    matches!(*tree.node(t), Node::Atom(a) if &*names.text(a) == "...")
}

/// The errors of ISO 7.12.2 in their short form.
fn is_formal(name: &str, arity: usize) -> bool {
    matches!(
        (name, arity),
        ("instantiation_error", 0)
            | ("type_error" | "domain_error", 2)
            | ("existence_error", 1 | 2)
            | ("permission_error", 3)
            | (
                "representation_error"
                    | "evaluation_error"
                    | "resource_error"
                    | "syntax_error"
                    | "system_error"
                    | "uninstantiation_error",
                1
            )
    )
}

fn text(tree: &Tree, t: NodeId, names: &AtomTable) -> Option<String> {
    match *tree.node(t) {
        Node::Atom(atoms::NIL) => Some(String::new()),
        Node::Atom(a) => Some(names.text(a).to_string()),
        _ => chars(tree, t),
    }
}

fn chars(tree: &Tree, t: NodeId) -> Option<String> {
    let mut text = String::new();
    let mut rest = t;
    while let Some((head, tail)) = tree.as_cons(rest) {
        match *tree.node(head) {
            Node::Atom(a) => text.push(a.as_char()?),
            _ => return None,
        }
        rest = tail;
    }
    Some(text)
}
