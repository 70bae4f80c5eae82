//! One answer: bindings by name, residual goals, and the text that the top level prints.
//!
//! An answer is a value. It owns its terms, outlives its query, crosses threads, and prints itself
//! without the machine. Its text is Prolog: a conjunction of equations and goals that, given as a
//! query, means what the answer means.

use super::cycles;
use super::error::Error;
use super::show::{self, BINDING, DEPTH, FreshNames, GOAL, Shortener};
use super::style::Style;
use super::styled;
use super::term::{FromTerm, Snapshot, Tables, Term};
use crate::base::tree::{Node, NodeId, Tree};
use indexmap::IndexMap;
use std::fmt;

/// What the machine found, before it is made an [`Answer`].
///
/// The tree may share parts and may be cyclic, exactly as the terms on the heap do and are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solution {
    /// All the terms below; its variables have no names.
    pub(crate) tree: Tree,
    /// The values of the query's variables, in order of first occurrence.
    pub(crate) values: Vec<NodeId>,
    /// Residual goals, with their modules.
    pub(crate) goals: Vec<NodeId>,
}

/// What an answer prints between its commas.
#[derive(Clone, Debug)]
enum Item {
    /// `X = Y`, two variables of the query.
    Alias(String, String),
    /// `X = Value`.
    Binding(String, NodeId),
    /// `_A = Value`, where a cycle was cut at a variable that is not the query's.
    Equation(u32, NodeId),
    /// A residual goal.
    Goal(NodeId),
}

impl Item {
    fn term(&self) -> Option<NodeId> {
        match self {
            Item::Alias(..) => None,
            Item::Binding(_, t) | Item::Equation(_, t) | Item::Goal(t) => Some(*t),
        }
    }
}

/// One answer to a query.
#[derive(Clone)]
pub struct Answer {
    terms: Snapshot,
    bindings: IndexMap<String, NodeId>,
    items: Vec<Item>,
    text: String,
    shortened: bool,
    last: bool,
}

impl Answer {
    /// Makes an answer of what was found for the variables of these names.
    pub(crate) fn new(names: &[String], found: Solution, last: bool, tables: Tables<'_>) -> Answer {
        let Solution {
            mut tree,
            values,
            goals,
        } = found;
        let bindings: IndexMap<String, NodeId> =
            names.iter().cloned().zip(values.iter().copied()).collect();
        let named: Vec<(&str, NodeId)> = bindings.iter().map(|(n, &t)| (&**n, t)).collect();
        let extra = cycles::cut(&mut tree, &named, &goals);
        let mut items = equations(&mut tree, &named);
        items.extend(extra.iter().map(|e| Item::Equation(e.var, e.term)));
        items.extend(goals.iter().map(|&g| Item::Goal(g)));
        let mut fresh = FreshNames::new(names.iter().cloned());
        let mut shortener = Shortener {
            tree: &mut tree,
            tables,
            fresh: &mut fresh,
            shortened: false,
        };
        let text = join(&items, |item| match item {
            Item::Alias(x, y) => format!("{x} = {y}"),
            Item::Binding(x, t) => format!("{x} = {}", shortener.text(*t, DEPTH, BINDING)),
            Item::Equation(v, t) => {
                let var = shortener.tree.var(*v);
                let name = shortener.text(var, DEPTH, BINDING);
                format!("{name} = {}", shortener.text(*t, DEPTH, BINDING))
            }
            Item::Goal(t) => shortener.text(*t, DEPTH, GOAL),
        });
        let shortened = shortener.shortened;
        Answer {
            terms: Snapshot::new(tree, tables),
            bindings,
            items,
            text,
            shortened,
            last,
        }
    }

    /// The value of a variable of the query.
    pub fn term(&self, name: &str) -> Option<Term<'_>> {
        self.bindings.get(name).map(|&t| self.terms.term(t))
    }

    /// The value of a variable of the query as a Rust type: `answer.get::<Vec<i64>>("Qs")`.
    ///
    /// # Errors
    /// [`Error::NoSuchVariable`] when the query has no variable of that name, [`Error::Mismatch`]
    /// when its value is nothing of that type.
    pub fn get<T: FromTerm>(&self, name: &str) -> Result<T, Error> {
        match self.term(name) {
            Some(t) => t.get(),
            None => Err(Error::NoSuchVariable(name.to_string())),
        }
    }

    /// All named variables of the query with their values, in order of first occurrence. The value
    /// of an unbound one is a variable.
    pub fn bindings(&self) -> impl ExactSizeIterator<Item = (&str, Term<'_>)> {
        let terms = &self.terms;
        self.bindings
            .iter()
            .map(move |(name, &t)| (&**name, terms.term(t)))
    }

    /// The goals that are left: constraints and suspended goals, each with its module. A variable
    /// in them has the name that [`Answer::bindings`] shows it under.
    pub fn residual_goals(&self) -> impl Iterator<Item = Term<'_>> {
        self.items.iter().filter_map(|item| match item {
            Item::Goal(t) => Some(self.terms.term(*t)),
            _ => None,
        })
    }

    /// Whether the answer is just `true`: it binds nothing and leaves no goals.
    pub fn is_true(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether it is known that there are no more answers: no choice point remained.
    pub fn is_last(&self) -> bool {
        self.last
    }

    /// Whether [`fmt::Display`] leaves out parts of terms.
    pub fn is_shortened(&self) -> bool {
        self.shortened
    }

    /// The text of the whole answer, however large its terms are.
    pub fn full_text(&self) -> String {
        if !self.shortened {
            return self.text.clone();
        }
        let mut local = self.terms.local();
        let named = (0..local.tree.var_count() as u32).filter_map(|v| local.tree.var_name(v));
        let used: Vec<String> = named.map(str::to_string).collect();
        let names = self.bindings.keys().cloned().chain(used);
        let roots: Vec<NodeId> = self.items.iter().filter_map(Item::term).collect();
        show::name_the_rest(&mut local.tree, &roots, &mut FreshNames::new(names));
        let tables = local.tables(&self.terms);
        let write = |t, max| show::write(&local.tree, t, tables, max);
        join(&self.items, |item| match item {
            Item::Alias(x, y) => format!("{x} = {y}"),
            Item::Binding(x, t) => format!("{x} = {}", write(*t, BINDING)),
            Item::Equation(v, t) => {
                let name = local.tree.var_name(*v).unwrap_or("_");
                format!("{name} = {}", write(*t, BINDING))
            }
            Item::Goal(t) => write(*t, GOAL),
        })
    }

    /// The text of the answer in the style of another top level, without what stands before and
    /// after. In the styles other than Horn's it is empty if the answer is just true.
    pub fn text_in(&self, style: Style) -> String {
        self.styled(style, false)
    }

    /// As [`Answer::text_in`], however large the terms are.
    pub fn full_text_in(&self, style: Style) -> String {
        self.styled(style, true)
    }

    fn styled(&self, style: Style, full: bool) -> String {
        match style {
            Style::Horn if full => self.full_text(),
            Style::Horn => self.text.clone(),
            _ => styled::text(self, style, full),
        }
    }

    /// The finite terms below the bindings, equations and goals, for comparison with a description.
    pub(crate) fn parts(&self) -> Parts<'_> {
        Parts { answer: self }
    }
}

impl fmt::Display for Answer {
    /// As the top level prints it, without what stands before and after: `X = a, Y = b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({})", self.text)
    }
}

fn join(items: &[Item], write: impl FnMut(&Item) -> String) -> String {
    if items.is_empty() {
        return "true".to_string();
    }
    items.iter().map(write).collect::<Vec<_>>().join(", ")
}

/// The equations for the query's variables. Variables that are the same are all told of where the
/// first of them stands, and have its name in every term.
fn equations(tree: &mut Tree, values: &[(&str, NodeId)]) -> Vec<Item> {
    let mut items = Vec::new();
    for (i, &(name, t)) in values.iter().enumerate() {
        let Node::Var(v) = *tree.node(t) else {
            items.push(Item::Binding(name.to_string(), t));
            continue;
        };
        if tree.var_name(v).is_some() {
            continue;
        }
        tree.set_var_name(v, Some(name));
        let same = values[i + 1..]
            .iter()
            .filter(|&&(_, u)| *tree.node(u) == Node::Var(v));
        for (k, &(other, _)) in same.enumerate() {
            items.push(match k {
                0 => Item::Alias(name.to_string(), other.to_string()),
                _ => Item::Alias(other.to_string(), name.to_string()),
            });
        }
    }
    items
}

/// A view of an answer's equations and goals as trees.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    answer: &'a Answer,
}

impl<'a> Parts<'a> {
    pub(crate) fn terms(self) -> &'a Snapshot {
        &self.answer.terms
    }

    /// The value of a variable of the query.
    pub(crate) fn value(self, name: &str) -> Option<NodeId> {
        self.answer.bindings.get(name).copied()
    }

    /// The variables of the query, in order.
    pub(crate) fn names(self) -> impl Iterator<Item = &'a str> {
        self.answer.bindings.keys().map(|n| &**n)
    }

    /// The term that a variable stands for, if it was put where a cycle was cut.
    pub(crate) fn equation(self, v: u32) -> Option<NodeId> {
        for item in &self.answer.items {
            match item {
                Item::Equation(w, t) if *w == v => return Some(*t),
                _ => {}
            }
        }
        let tree = &self.answer.terms.tree;
        let value = self.value(tree.var_name(v)?)?;
        match tree.node(value) {
            Node::Var(_) => None,
            _ => Some(value),
        }
    }

    /// The variables that were put where cycles were cut, and what they stand for.
    pub(crate) fn equations(self) -> impl Iterator<Item = (u32, NodeId)> + 'a {
        self.answer.items.iter().filter_map(|item| match item {
            Item::Equation(v, t) => Some((*v, *t)),
            _ => None,
        })
    }

    /// The residual goals.
    pub(crate) fn goals(self) -> impl Iterator<Item = NodeId> + 'a {
        self.answer.items.iter().filter_map(|item| match item {
            Item::Goal(t) => Some(*t),
            _ => None,
        })
    }
}
