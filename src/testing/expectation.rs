//! Answer descriptions: from a term to sequences of expectations, one for each event of an answer stream.
//!
//! `X = 1 ; X = 2 ; ... .` becomes three expectations.

use crate::prolog::{AtomTable, Node, NodeId, Tree, atoms, is_char_list};
use std::sync::Arc;

/// The description of one event of an answer stream.
#[derive(Clone, Debug)]
pub(super) struct Expectation {
    /// The tree of the places in `kind`.
    pub(super) tree: Arc<Tree>,
    pub(super) kind: ExpectedKind,
    /// The output just before the event, in `outputs/1`.
    pub(super) output: Option<String>,
    /// The output as lines between the answers, without blank ones.
    pub(super) lines: Vec<String>,
}

/// The kind of event that is expected.
#[derive(Clone, Debug)]
pub(super) enum ExpectedKind {
    /// An answer with these bindings and residual goals; with `open`, possibly more of both; with
    /// `maybe`, there are residual goals, of which these may be some.
    Answer {
        bindings: Vec<(u32, NodeId)>,
        goals: Vec<NodeId>,
        open: bool,
        maybe: bool,
    },
    /// There are no more answers.
    NoMore,
    /// `error(Formal, Context)` with this pattern, or the formal part alone.
    Error(NodeId),
    Formal(NodeId),
    /// Any other ball.
    Throw(NodeId),
    /// Any number of answers, with any end.
    Anything,
    /// The query does not terminate.
    Loops,
    /// A line of output, part of the expectation after it.
    Line(String),
}

/// A description of a whole answer stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Description {
    /// Sequences of expectations; one of them must hold.
    pub(super) alternatives: Vec<Vec<Expectation>>,
    /// True if the answers may come in any order.
    pub(super) any_order: bool,
    /// True if the description must not hold.
    pub(super) unexpected: bool,
    /// True if the query is not to be run.
    pub(super) skipped: bool,
    /// The standard input of the program.
    pub(super) input: Option<String>,
}

/// The number of alternatives that one description may have.
const MAX_ALTERNATIVES: usize = 256;

/// The description that a term is.
///
/// # Errors
/// The reason why the term is not a description.
pub(super) fn describe(tree: &Tree, names: &AtomTable) -> Result<Description, String> {
    let mut d = Description::default();
    let sequences = sequences(tree)?;
    let tree = Arc::new(tree.clone());
    for terms in sequences {
        let mut sequence = Vec::new();
        for t in terms {
            sequence.extend(expectation(&mut d, &tree, t, names)?);
        }
        d.alternatives.push(sequence);
    }
    // `A ; B | other_answer_sequence`: the alternative with the remark alone is not a sequence.
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
    /// Returns true if the description continues in the next term: it ends in a line of output.
    pub(super) fn is_open(&self) -> bool {
        let ends_in_line =
            |a: &Vec<Expectation>| matches!(a.last().map(|l| &l.kind), Some(ExpectedKind::Line(_)));
        self.alternatives.iter().any(ends_in_line)
    }

    /// Appends the description in the next term.
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

    /// Moves each line of output into the expectation after it.
    pub(super) fn attach_lines(&mut self) {
        for sequence in &mut self.alternatives {
            let mut lines = Vec::new();
            let mut attached = Vec::new();
            for mut expected in sequence.drain(..) {
                match expected.kind {
                    ExpectedKind::Line(text) => lines.push(text),
                    _ => {
                        expected.lines = std::mem::take(&mut lines);
                        attached.push(expected);
                    }
                }
            }
            *sequence = attached;
        }
    }

    /// The number of answers before a final `...`, if there is one.
    pub(super) fn answers_before_anything(&self) -> Option<usize> {
        let sequence = self.alternatives.first()?;
        match sequence.last()?.kind {
            ExpectedKind::Anything => Some(sequence.len() - 1),
            _ => None,
        }
    }

    /// Returns true if the query is described as not terminating.
    pub(super) fn expects_a_loop(&self) -> bool {
        let mut all = self.alternatives.iter().flatten();
        all.any(|e| matches!(e.kind, ExpectedKind::Loops))
    }
}

/// The terms of each alternative, in order.
fn sequences(tree: &Tree) -> Result<Vec<Vec<NodeId>>, String> {
    // The operators are right-associative: walk down the right spine and collect the left arguments.
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

/// The terms of one expectation, joined by commas, as they are read.
#[derive(Default)]
struct Conjunction {
    kind: Option<ExpectedKind>,
    output: Option<String>,
    bindings: Vec<(u32, NodeId)>,
    goals: Vec<NodeId>,
    open: bool,
    is_true: bool,
    maybe: bool,
    /// The number of terms that are not remarks about the whole description.
    terms: usize,
}

/// One expectation; none if it consists of remarks about the whole description.
fn expectation(
    d: &mut Description,
    tree: &Arc<Tree>,
    t: NodeId,
    names: &AtomTable,
) -> Result<Option<Expectation>, String> {
    let mut c = Conjunction::default();
    let mut rest = vec![t];
    while let Some(t) = rest.pop() {
        match tree.as_compound::<2>(t, atoms::COMMA) {
            Some([a, b]) => rest.extend([b, a]),
            None => c.add(d, tree, t, names)?,
        }
    }
    if c.terms == 0 {
        return Ok(None);
    }
    let output = c.output.take();
    Ok(Some(Expectation {
        kind: c.kind(output.is_some())?,
        tree: tree.clone(),
        output,
        lines: Vec::new(),
    }))
}

impl Conjunction {
    /// Adds one of the terms.
    fn add(
        &mut self,
        d: &mut Description,
        tree: &Tree,
        t: NodeId,
        names: &AtomTable,
    ) -> Result<(), String> {
        self.terms += 1;
        if is_char_list(tree, t) {
            self.kind = Some(ExpectedKind::Line(quoted_line(tree, t)));
            return Ok(());
        }
        let Some((name, args)) = tree.callable(t) else {
            return Err("numbers and variables are not descriptions".to_string());
        };
        match (&*names.text(name), args) {
            ("true", []) => self.is_true = true,
            ("maybe", []) => (self.is_true, self.maybe) = (true, true),
            ("false", []) => self.kind = Some(ExpectedKind::NoMore),
            ("..." | "ad_infinitum", []) => self.open = true,
            ("loops", []) => self.kind = Some(ExpectedKind::Loops),
            ("unexpected" | "inattendue", []) => {
                d.unexpected = true;
                self.terms -= 1;
            }
            ("sto" | "waits", []) | ("peeks", [_]) => d.skipped = true,
            ("other_answer_sequence", []) => {
                d.any_order = true;
                self.terms -= 1;
            }
            // Any output.
            ("outputs", &[any]) if is_ellipsis(tree, any, names) => {}
            ("outputs", &[text]) => {
                let text = text_of(tree, text, names).ok_or("outputs/1 needs a text")?;
                self.output.get_or_insert_default().push_str(&text);
            }
            ("inputs", &[text]) => {
                let text = text_of(tree, text, names).ok_or("inputs/1 needs a text")?;
                d.input.get_or_insert_default().push_str(&text);
            }
            ("=", &[x, value]) => match *tree.node(x) {
                Node::Var(v) if self.bindings.iter().any(|b| b.0 == v) => {
                    return Err("a variable is described twice".to_string());
                }
                Node::Var(v) => self.bindings.push((v, value)),
                _ => return Err("the left side of = must be a variable".to_string()),
            },
            ("throw", &[ball]) => self.kind = Some(ExpectedKind::Throw(ball)),
            ("error", [_, _]) => self.kind = Some(ExpectedKind::Error(t)),
            (name, args) if is_formal(name, args.len()) => {
                self.kind = Some(ExpectedKind::Formal(t));
            }
            _ => self.goals.push(t),
        }
        Ok(())
    }

    /// The kind of the expectation, from all its terms.
    fn kind(self, has_output: bool) -> Result<ExpectedKind, String> {
        let answer = !self.bindings.is_empty() || !self.goals.is_empty() || self.is_true;
        match self.kind {
            Some(ExpectedKind::Line(_)) if answer => {
                Err("a line of output must be on its own".to_string())
            }
            Some(_) if answer => {
                Err("an answer is either bindings and goals, or an error".to_string())
            }
            Some(kind) => Ok(kind),
            None if self.open && !answer && !has_output => Ok(ExpectedKind::Anything),
            None => Ok(ExpectedKind::Answer {
                bindings: self.bindings,
                goals: self.goals,
                open: self.open,
                maybe: self.maybe,
            }),
        }
    }
}

/// The line of output for a list of characters: a double-quoted list with a period.
fn quoted_line(tree: &Tree, t: NodeId) -> String {
    let text = tree.chars(t).unwrap_or_default();
    let mut line = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            line.push('\\');
        }
        line.push(c);
    }
    line.push_str("\".");
    line
}

fn is_ellipsis(tree: &Tree, t: NodeId, names: &AtomTable) -> bool {
    matches!(*tree.node(t), Node::Atom(a) if &*names.text(a) == "...")
}

/// Returns true for the errors of ISO 7.12.2 in their short form.
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

fn text_of(tree: &Tree, t: NodeId, names: &AtomTable) -> Option<String> {
    match *tree.node(t) {
        Node::Atom(atoms::NIL) => Some(String::new()),
        Node::Atom(a) => Some(names.text(a).to_string()),
        _ => tree.chars(t),
    }
}
