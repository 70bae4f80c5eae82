//! The values of earlier answers, which a query names as `$X`.

use super::answer::Answer;
use super::error::Error;
use super::prepared::Prepared;
#[cfg(feature = "repl")]
use super::query::Query;
use super::read_as::ReadAs;
use super::session::Machine;
use super::term::Term;
use crate::base::atom::atoms;
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::{Diagnostic, Severity, Span};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The most compounds and arguments of an answer that is kept as a whole, those of a list of a million elements: more take
/// noticeable time at each answer.
#[cfg(feature = "repl")]
const MOST_KEPT: u64 = 3_000_000;

/// The values that variables had in earlier answers. In a query of [`Machine::prepare_after`], `$X` stands for the
/// value that `X` had in the last answer with a value for it, together with the constraints on it.
///
/// ```
/// use horn::{Machine, Remembered};
///
/// let mut machine = Machine::new();
/// let mut answers = Remembered::new();
/// for text in ["X = [a,b], Y #> 3", "length($X, N), $Y #< 6", "Z is $N*10"] {
///     let query = machine.prepare_after(text, &answers)?;
///     let answer = machine.start(&query).next().unwrap()?;
///     println!("{answer}");
///     answers.keep(answer);
/// }
/// assert_eq!(answers.get("Z").unwrap().get::<i64>()?, 20);
/// assert_eq!(answers.names().collect::<Vec<_>>(), ["X", "Y", "N", "Z"]);
/// assert!(machine.prepare_after("$A", &answers).is_err());
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    values: IndexMap<String, Arc<Answer>>,
    /// The variables whose last values were too large to be kept.
    too_large: FxHashSet<String>,
}

impl Remembered {
    /// No values.
    ///
    /// ```
    /// let answers = horn::Remembered::new();
    /// assert_eq!(answers.names().count(), 0);
    /// ```
    pub fn new() -> Remembered {
        Remembered::default()
    }

    /// Keeps the values of an answer. A variable that the answer says nothing about keeps its earlier value.
    ///
    /// ```
    /// use horn::{Machine, Remembered};
    ///
    /// let mut machine = Machine::new();
    /// let mut answers = Remembered::new();
    /// answers.keep(machine.query("X = 1, Y = 2")?.next().unwrap()?);
    /// answers.keep(machine.query("X = 3")?.next().unwrap()?);
    /// assert_eq!(answers.get("X").unwrap().get::<i64>()?, 3);
    /// assert_eq!(answers.get("Y").unwrap().get::<i64>()?, 2);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn keep(&mut self, answer: Answer) {
        let valued = valued(&answer);
        if valued.is_empty() {
            return;
        }
        let answer = Arc::new(answer);
        for name in valued {
            self.too_large.remove(&name);
            self.values.insert(name, answer.clone());
        }
    }

    /// Keeps the values of the newest answer of a query that is [`Query::only_to_print`]. An answer that is too long to be
    /// shown is kept as a whole if `is_wanted`. If it is too large for that, earlier values are not those of its variables.
    #[cfg(feature = "repl")]
    pub(crate) fn keep_newest(&mut self, query: &mut Query<'_>, answer: &Answer, is_wanted: bool) {
        if answer.bindings().len() == 0 {
            return;
        }
        let found = match answer.is_shortened() {
            true if is_wanted => match query.whole_within(MOST_KEPT) {
                None => return self.forget(answer),
                whole => whole,
            },
            true => None,
            false => Some(answer.clone()),
        };
        if let Some(answer) = found {
            self.keep(answer);
        }
    }

    /// Forgets the values of the variables in an answer whose own values are too large to be kept.
    #[cfg(feature = "repl")]
    fn forget(&mut self, answer: &Answer) {
        for name in valued(answer) {
            self.values.shift_remove(&name);
            self.too_large.insert(name);
        }
    }

    /// The names of the variables that have values.
    ///
    /// ```
    /// use horn::{Machine, Remembered};
    ///
    /// let mut machine = Machine::new();
    /// let mut answers = Remembered::new();
    /// answers.keep(machine.query("X = 1, Y = f(X), Z = Z")?.next().unwrap()?);
    /// assert_eq!(answers.names().collect::<Vec<_>>(), ["X", "Y"]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// The value of a variable.
    ///
    /// ```
    /// use horn::{Machine, Remembered};
    ///
    /// let mut machine = Machine::new();
    /// let mut answers = Remembered::new();
    /// answers.keep(machine.query("X = [1,2]")?.next().unwrap()?);
    /// assert_eq!(answers.get("X").unwrap().to_string(), "[1,2]");
    /// assert!(answers.get("Y").is_none());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn get(&self, name: &str) -> Option<Term<'_>> {
        self.values.get(name)?.term(name)
    }
}

/// The variables of an answer that are bound, or that occur elsewhere in it.
fn valued(answer: &Answer) -> Vec<String> {
    let parts = answer.parts();
    let tree = &parts.terms().tree;
    let mut once: FxHashSet<u32> = FxHashSet::default();
    let mut twice: FxHashSet<u32> = FxHashSet::default();
    for i in 0..tree.len() as u32 {
        if let Node::Var(v) = *tree.node(NodeId(i))
            && !once.insert(v)
        {
            twice.insert(v);
        }
    }
    let has_value = |name: &&str| match parts.value(name).map(|t| tree.node(t)) {
        Some(Node::Var(v)) => twice.contains(v),
        value => value.is_some(),
    };
    parts
        .names()
        .filter(has_value)
        .map(str::to_string)
        .collect()
}

impl Machine {
    /// Reads a query as [`Machine::prepare`] does; in it, `$X` stands for a value of an earlier answer. Where the
    /// program has made `$` an operator, it is that operator.
    ///
    /// # Errors
    /// [`Error::Syntax`] when the text is not one term, or when a variable has no value.
    ///
    /// ```
    /// use horn::{Machine, Remembered};
    ///
    /// let mut machine = Machine::new();
    /// let mut answers = Remembered::new();
    /// answers.keep(machine.query("X = 20")?.next().unwrap()?);
    /// let query = machine.prepare_after("Y is $X + 1", &answers)?;
    /// assert_eq!(machine.start(&query).next().unwrap()?.get::<i64>("Y")?, 21);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn prepare_after(&mut self, text: &str, answers: &Remembered) -> Result<Prepared, Error> {
        let term = self.read_query(text, ReadAs::QueryAfterAnswers)?;
        let wanted: Vec<(String, u32, Span)> = term
            .variables
            .iter()
            .filter_map(|v| {
                Some((
                    term.name(v).strip_prefix('$')?.to_string(),
                    v.var,
                    v.first_span,
                ))
            })
            .collect();
        if let Some((name, _, span)) = wanted
            .iter()
            .find(|(name, ..)| !answers.values.contains_key(name))
        {
            return Err(no_value(text, name, *span, answers));
        }
        let mut prepared = self.prepared_query(term, text);
        let mut done: Vec<*const Answer> = Vec::new();
        for (name, ..) in &wanted {
            let answer = &answers.values[name];
            if done.contains(&Arc::as_ptr(answer)) {
                continue;
            }
            done.push(Arc::as_ptr(answer));
            let of_answer = wanted
                .iter()
                .filter(|(name, ..)| Arc::ptr_eq(&answers.values[name], answer))
                .map(|(name, v, _)| (name.as_str(), *v));
            let table = &mut self.engine.vm_mut().atoms;
            let terms = answer.parts().terms().lasting_tree_over(table);
            splice(&mut prepared, answer, &terms, of_answer.collect());
        }
        Ok(prepared)
    }

    /// Starts a query that owns the machine, as [`Machine::into_query`] does; in it, `$X` stands for a value of an earlier
    /// answer.
    #[cfg(feature = "editor")]
    pub(crate) fn into_query_after(self, text: &str, answers: &Remembered) -> Query<'static> {
        Query::owned(self, |machine| {
            let query = machine.prepare_after(text, answers)?;
            Ok(machine.start(&query))
        })
    }
}

/// The error about a variable that has no value.
fn no_value(text: &str, name: &str, span: Span, answers: &Remembered) -> Error {
    let message = match answers.too_large.contains(name) {
        true => format!("${name} has no value: the last value of {name} was too large to be kept"),
        false => format!("${name} has no value: no answer so far has a value for {name}"),
    };
    let mut d = Diagnostic::new(Severity::Error, "query", text, Some(span), message);
    let known: Vec<String> = answers.names().map(|name| format!("${name}")).collect();
    if !known.is_empty() {
        d.hint = Some(format!("these have values: {}", known.join(", ")));
    }
    d.syntax_error = Some("no_answer");
    Error::Syntax(Box::new(d))
}

/// Adds the terms of an answer to a query, in which variables stand for values of the answer. The residual goals
/// that these values are subject to come before the query's goal.
fn splice(query: &mut Prepared, answer: &Answer, terms: &Tree, wanted: Vec<(&str, u32)>) {
    let parts = answer.parts();
    let (nodes, variables) = query.tree.append(terms);
    let moved = |t: NodeId| NodeId(t.0 + nodes);
    let mut reached = ReachedVariables::default();
    let mut goals: Vec<NodeId> = parts.goals().collect();
    // The variables at which cycles were cut.
    let mut cut: Vec<(u32, NodeId)> = (0..terms.var_count() as u32)
        .filter_map(|v| Some((v, parts.equation(v)?)))
        .collect();
    for (name, v) in wanted {
        let Some(t) = parts.value(name) else {
            continue;
        };
        match cut.iter().find(|(_, value)| *value == t) {
            Some(&(w, _)) => {
                let w_node = query.tree.var(w + variables);
                query.values.push((v, w_node));
                reached.variables.insert(w);
            }
            None => {
                query.values.push((v, moved(t)));
                reached.add(terms, t);
            }
        }
    }
    let mut kept = Vec::new();
    // The variables of a goal or a cycle may be subject to further goals.
    loop {
        let before = (goals.len(), cut.len());
        cut.retain(|&(v, t)| match reached.variables.contains(&v) {
            true => {
                query.values.push((v + variables, moved(t)));
                reached.add(terms, t);
                false
            }
            false => true,
        });
        let (now, rest) = goals
            .into_iter()
            .partition::<Vec<_>, _>(|&g| reached.meets(terms, g));
        goals = rest;
        for &g in &now {
            reached.add(terms, g);
        }
        kept.extend(now);
        if before == (goals.len(), cut.len()) {
            break;
        }
    }
    for &g in kept.iter().rev() {
        query.goal = query.tree.compound(atoms::COMMA, &[moved(g), query.goal]);
    }
}

/// The variables of terms.
#[derive(Default)]
struct ReachedVariables {
    variables: FxHashSet<u32>,
}

impl ReachedVariables {
    fn add(&mut self, tree: &Tree, t: NodeId) {
        let mut seen = FxHashSet::default();
        for_each_variable(tree, t, &mut seen, &mut |v| {
            self.variables.insert(v);
        });
    }

    /// Returns true if one of the variables occurs in a term.
    fn meets(&self, tree: &Tree, t: NodeId) -> bool {
        let mut found = false;
        let mut seen = FxHashSet::default();
        for_each_variable(tree, t, &mut seen, &mut |v| {
            found |= self.variables.contains(&v);
        });
        found
    }
}

/// Visits the variables of a term, which may share parts.
fn for_each_variable(
    tree: &Tree,
    t: NodeId,
    seen: &mut FxHashSet<NodeId>,
    visit: &mut dyn FnMut(u32),
) {
    let mut todo = vec![t];
    while let Some(t) = todo.pop() {
        match *tree.node(t) {
            Node::Var(v) => visit(v),
            Node::Compound { .. } if seen.insert(t) => todo.extend(tree.args(t)),
            _ => {}
        }
    }
}
