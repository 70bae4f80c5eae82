//! A query as a term, before it runs.

use crate::base::atom::{Atom, atoms};
use crate::base::tree::{NodeId, Tree};
use crate::syntax::ReadTerm;
use std::sync::Arc;

/// A query that was read and can be run, more than once if need be.
///
/// ```
/// use horn::Machine;
///
/// let mut machine = Machine::new();
/// let query = machine.prepare("member(X, [1,2,_Y])")?;
/// assert_eq!(query.names(), ["X", "_Y"]);
/// assert_eq!(query.consulted(), None);
/// for _ in 0..2 {
///     assert_eq!(machine.start(&query).count(), 3);
/// }
/// assert_eq!(machine.prepare("[user].")?.consulted(), Some("user"));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Prepared {
    pub(super) tree: Tree,
    pub(super) goal: NodeId,
    pub(super) names: Vec<String>,
    /// The numbers of the variables with these names, in `tree`.
    pub(super) variables: Vec<u32>,
    pub(super) consulted: Option<String>,
    /// The name of the goal, if it is an atom.
    pub(super) atom: Option<String>,
    /// Variables of the tree with the terms that they stand for: values of earlier answers.
    pub(super) values: Vec<(u32, NodeId)>,
    /// The text, if it is one query.
    pub(super) text: Option<Arc<str>>,
    /// The module that its goal is called in.
    pub(super) module: Atom,
    /// The identity of the machine that has read it.
    pub(super) machine: Arc<()>,
}

impl Prepared {
    /// The query whose goal is a part of a term.
    pub(super) fn new(machine: Arc<()>, term: ReadTerm, goal: NodeId) -> Prepared {
        // `$X` stands for a value, and is not a variable of the query itself.
        let variables = term.variable_names();
        let variables = variables.filter(|(name, _)| *name != "_" && !name.starts_with('$'));
        let (names, variables) = variables.map(|(n, v)| (n.to_string(), v)).unzip();
        Prepared {
            tree: term.tree,
            goal,
            names,
            variables,
            consulted: None,
            atom: None,
            values: Vec::new(),
            text: None,
            module: atoms::USER,
            machine,
        }
    }

    /// The names of the query's variables, in order of first occurrence.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// assert_eq!(machine.prepare("member(X, [Y,_Z,_])")?.names(), ["X", "Y", "_Z"]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of the goal, if the goal is an atom.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// assert_eq!(machine.prepare("?- quit.")?.atom(), Some("quit"));
    /// assert_eq!(machine.prepare("quit(1)")?.atom(), None);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn atom(&self) -> Option<&str> {
        self.atom.as_deref()
    }

    /// The atom in a query `[Atom].`, which loads the file of that name.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// assert_eq!(machine.prepare("[family].")?.consulted(), Some("family"));
    /// assert_eq!(machine.prepare("consult(family).")?.consulted(), None);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn consulted(&self) -> Option<&str> {
        self.consulted.as_deref()
    }
}
