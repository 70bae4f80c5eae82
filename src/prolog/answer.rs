//! One answer: bindings by name, residual goals, and the text that the top level prints.
//!
//! An answer is a value: it owns its terms, outlives its query, can be sent to other threads, and prints itself
//! without the machine. Its text is Prolog: a conjunction of equations and goals which, as a query, has this
//! answer. The text is made when it is asked for.

use super::cycles;
use super::error::Error;
use super::foreign_answers;
use super::snapshot::Snapshot;
use super::style::Style;
use super::term::Term;
use super::term_display::{self, BINDING, FreshNames, GOAL, PrintContext, Shortener, Visible};
use super::value::FromTerm;
use super::width::width;
use crate::base::tree::{Node, NodeId, Tree};
use indexmap::IndexMap;
use std::borrow::Cow;
use std::fmt;

/// The number of residual goals of a shortened answer at a terminal.
const GOALS: usize = 20;
/// The columns before an answer.
const LEAD: usize = 3;

/// Values and residual goals as they leave the machine, before they become an [`Answer`].
///
/// The tree shares parts and has cycles where the terms on the heap do.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoundAnswer {
    /// All the terms below; its variables have no names.
    pub(crate) tree: Tree,
    /// The values of the query's variables, in order of first occurrence.
    pub(crate) values: Vec<NodeId>,
    /// Residual goals, with their modules.
    pub(crate) goals: Vec<NodeId>,
}

/// A goal of an answer's text.
#[derive(Clone, Debug)]
enum AnswerItem {
    /// `X = Y`, two variables of the query.
    Alias(String, String),
    /// `X = Value`.
    Binding(String, NodeId),
    /// `_A = Value`, where a cycle was cut at a variable that is not the query's.
    Equation(u32, NodeId),
    /// A residual goal.
    Goal(NodeId),
}

impl AnswerItem {
    fn term(&self) -> Option<NodeId> {
        match self {
            AnswerItem::Alias(..) => None,
            AnswerItem::Binding(_, t) | AnswerItem::Equation(_, t) | AnswerItem::Goal(t) => {
                Some(*t)
            }
        }
    }

    /// The variables and terms that the text shows, in order.
    fn visible_terms(&self) -> impl Iterator<Item = Visible> {
        let variable = match self {
            AnswerItem::Equation(v, _) => Some(Visible::Variable(*v)),
            _ => None,
        };
        variable.into_iter().chain(self.term().map(Visible::Term))
    }
}

/// The text of an answer.
#[derive(Clone)]
struct AnswerText {
    /// The texts of its goals, in order.
    goals: Vec<String>,
    /// True if parts of terms are left out.
    shortened: bool,
}

/// One answer to a query.
///
/// ```
/// use horn::{Error, Machine, Style};
///
/// let mut machine = Machine::new();
/// let answer = machine.query("X = f(Y), dif(Y, a), Z = 1")?.next().unwrap()?;
/// assert_eq!(answer.to_string(), "X = f(Y), Z = 1, dif:dif(Y,a)");
/// assert_eq!(answer.get::<i64>("Z")?, 1);
/// assert_eq!(answer.term("X").unwrap().to_string(), "f(Y)");
/// let names: Vec<&str> = answer.bindings().map(|(name, _)| name).collect();
/// assert_eq!(names, ["X", "Y", "Z"]);
/// assert_eq!(answer.residual_goals().count(), 1);
/// assert!(answer.is_last() && !answer.is_true() && !answer.is_shortened());
/// assert_eq!(answer.text_in(Style::Swi), "X = f(Y),\nZ = 1,\ndif(Y, a)");
///
/// let answer = machine.query("numlist(1, 30, L)")?.next().unwrap()?;
/// assert!(answer.is_shortened());
/// assert!(answer.full_text().ends_with(",29,30]"));
/// assert!(answer.full_text_in(Style::Swi).ends_with(", 29, 30]"));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Answer {
    terms: Snapshot,
    bindings: IndexMap<String, NodeId>,
    items: Vec<AnswerItem>,
    /// The text, if it was made together with the answer.
    text: Option<AnswerText>,
    last: bool,
}

impl Answer {
    /// The answer whose values are those of the variables with these names. Its text is made when it is asked
    /// for.
    pub(super) fn new(
        names: &[String],
        found: FoundAnswer,
        last: bool,
        context: PrintContext<'_>,
    ) -> Answer {
        Answer::build(names, found, last, context, false)
    }

    /// As [`Answer::new`], with the text, which costs less as long as the machine's tables can be used.
    pub(super) fn rendered(
        names: &[String],
        found: FoundAnswer,
        last: bool,
        context: PrintContext<'_>,
    ) -> Answer {
        Answer::build(names, found, last, context, true)
    }

    fn build(
        names: &[String],
        found: FoundAnswer,
        last: bool,
        context: PrintContext<'_>,
        render: bool,
    ) -> Answer {
        let FoundAnswer {
            mut tree,
            values,
            goals,
        } = found;
        let bindings: IndexMap<String, NodeId> =
            names.iter().cloned().zip(values.iter().copied()).collect();
        let named: Vec<(&str, NodeId)> = bindings.iter().map(|(n, &t)| (&**n, t)).collect();
        let extra = cycles::cut(&mut tree, &named, &goals);
        let mut items = equations(&mut tree, &named);
        items.extend(extra.iter().map(|e| AnswerItem::Equation(e.var, e.term)));
        items.extend(goals.iter().map(|&g| AnswerItem::Goal(g)));
        let mut fresh = FreshNames::new(names.iter().cloned());
        let mut shortener = Shortener::new(&mut tree, context, &mut fresh);
        let text = match render {
            true => Some(shortened_text(&items, &mut shortener)),
            false => {
                // Variables have the names of the text, whether or not it is ever made.
                shortener.name_visible(items.iter().flat_map(AnswerItem::visible_terms));
                None
            }
        };
        Answer {
            terms: Snapshot::new(tree, context),
            bindings,
            items,
            text,
            last,
        }
    }

    /// The text with terms shortened.
    fn text(&self) -> Cow<'_, AnswerText> {
        if let Some(text) = &self.text {
            return Cow::Borrowed(text);
        }
        let mut tree = self.terms.tree.clone();
        let mut fresh = FreshNames::new(std::iter::empty());
        let mut shortener = Shortener::new(&mut tree, self.terms.context(), &mut fresh);
        Cow::Owned(shortened_text(&self.items, &mut shortener))
    }

    /// The value of a variable of the query.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X = f(a, Y)")?.next().unwrap()?;
    /// assert_eq!(answer.term("X").unwrap().to_string(), "f(a,Y)");
    /// assert!(answer.term("Z").is_none());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn term(&self, name: &str) -> Option<Term<'_>> {
        let t = *self.bindings.get(name)?;
        Some(Term::new(&self.terms, t))
    }

    /// The value of a variable of the query as a Rust type: `answer.get::<Vec<i64>>("Qs")`.
    ///
    /// # Errors
    /// [`Error::NoSuchVariable`] when the query has no variable of that name, [`Error::Mismatch`]
    /// when its value is not of that type.
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("N = 3, Names = [ann,bob]")?.next().unwrap()?;
    /// assert_eq!(answer.get::<u8>("N")?, 3);
    /// assert_eq!(answer.get::<Vec<String>>("Names")?, ["ann", "bob"]);
    /// assert!(matches!(answer.get::<u8>("Names"), Err(Error::Mismatch(_))));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn get<T: FromTerm>(&self, name: &str) -> Result<T, Error> {
        match self.term(name) {
            Some(t) => t.get(),
            None => Err(Error::NoSuchVariable(name.to_string())),
        }
    }

    /// All named variables of the query with their values, in order of first occurrence. The value
    /// of an unbound one is a variable.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X = 1, Y = Z")?.next().unwrap()?;
    /// let values: Vec<String> = answer.bindings().map(|(name, value)| format!("{name}: {value}")).collect();
    /// assert_eq!(values, ["X: 1", "Y: Y", "Z: Y"]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn bindings(&self) -> impl ExactSizeIterator<Item = (&str, Term<'_>)> {
        let terms = &self.terms;
        self.bindings
            .iter()
            .map(move |(name, &t)| (&**name, Term::new(terms, t)))
    }

    /// The residual goals: constraints and suspended goals, each with its module. Variables have the names of
    /// [`Answer::bindings`].
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X #> 3, dif(Y, a)")?.next().unwrap()?;
    /// let goals: Vec<String> = answer.residual_goals().map(|goal| goal.to_string()).collect();
    /// assert_eq!(goals, ["clpz:(X in 4..sup)", "dif:dif(Y,a)"]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn residual_goals(&self) -> impl Iterator<Item = Term<'_>> {
        self.items.iter().filter_map(|item| match item {
            AnswerItem::Goal(t) => Some(Term::new(&self.terms, *t)),
            _ => None,
        })
    }

    /// The names of the variables at which cycles were cut, with the terms that they stand for.
    pub(super) fn cut_cycles(&self) -> impl Iterator<Item = (Option<&str>, Term<'_>)> {
        let name = |v| self.terms.tree.var_name(v);
        let equations = self.parts().equations();
        equations.map(move |(v, t)| (name(v), Term::new(&self.terms, t)))
    }

    /// Returns true if the answer is `true`: no bindings, no residual goals.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// assert!(machine.query("1 < 2")?.next().unwrap()?.is_true());
    /// assert!(!machine.query("X = 1")?.next().unwrap()?.is_true());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn is_true(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns true if no choice point remains, so that there are no more answers.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("member(X, [a,b])")?;
    /// assert!(!query.next().unwrap()?.is_last());
    /// assert!(query.next().unwrap()?.is_last());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn is_last(&self) -> bool {
        self.last
    }

    /// Returns true if [`fmt::Display`] leaves out parts of terms.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// assert!(machine.query("numlist(1, 30, L)")?.next().unwrap()?.is_shortened());
    /// assert!(!machine.query("numlist(1, 3, L)")?.next().unwrap()?.is_shortened());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn is_shortened(&self) -> bool {
        self.text().shortened
    }

    /// The text of the whole answer, however large its terms are.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("numlist(1, 30, L)")?.next().unwrap()?;
    /// assert!(answer.to_string().ends_with(",19,20|...]"));
    /// assert!(answer.full_text().ends_with(",29,30]"));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn full_text(&self) -> String {
        let text = self.text();
        if !text.shortened {
            return conjunction(&text.goals);
        }
        conjunction(&self.full_goals())
    }

    /// The texts of the goals of the whole answer.
    fn full_goals(&self) -> Vec<String> {
        let mut tree = self.terms.tree.clone();
        let named = (0..tree.var_count() as u32).filter_map(|v| tree.var_name(v));
        let used: Vec<String> = named.map(str::to_string).collect();
        let names = self.bindings.keys().cloned().chain(used);
        let roots: Vec<NodeId> = self.items.iter().filter_map(AnswerItem::term).collect();
        term_display::name_the_rest(&mut tree, &roots, &mut FreshNames::new(names));
        let context = self.terms.context();
        let write = |t, max| term_display::write_whole(&tree, t, context, max);
        let text = |item: &AnswerItem| match item {
            AnswerItem::Alias(x, y) => format!("{x} = {y}"),
            AnswerItem::Binding(x, t) => format!("{x} = {}", write(*t, BINDING)),
            AnswerItem::Equation(v, t) => {
                let name = tree.var_name(*v).unwrap_or("_");
                format!("{name} = {}", write(*t, BINDING))
            }
            AnswerItem::Goal(t) => write(*t, GOAL),
        };
        self.items.iter().map(text).collect()
    }

    /// The text of the answer in the style of another top level, without the text before and after it. In styles
    /// other than Horn's it is empty if the answer is `true`.
    ///
    /// ```
    /// use horn::{Machine, Style};
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("X = f(a,b), Y = 1")?.next().unwrap()?;
    /// assert_eq!(answer.text_in(Style::Horn), "X = f(a,b), Y = 1");
    /// assert_eq!(answer.text_in(Style::Swi), "X = f(a, b),\nY = 1");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn text_in(&self, style: Style) -> String {
        self.styled_text(style, false)
    }

    /// As [`Answer::text_in`], with the whole of its terms, however large they are.
    ///
    /// ```
    /// use horn::{Machine, Style};
    ///
    /// let mut machine = Machine::new();
    /// let answer = machine.query("numlist(1, 30, L)")?.next().unwrap()?;
    /// assert!(answer.full_text_in(Style::Swi).ends_with(", 29, 30]"));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn full_text_in(&self, style: Style) -> String {
        self.styled_text(style, true)
    }

    fn styled_text(&self, style: Style, full: bool) -> String {
        match style {
            Style::Horn if full => self.full_text(),
            Style::Horn => conjunction(&self.text().goals),
            _ => foreign_answers::lines(self, style, full).join(",\n"),
        }
    }

    /// The text of the answer on a terminal of this width, and true if parts are left out. A text that does not fit
    /// on a line has one goal a line; without `full`, it has no more than [`GOALS`] residual goals.
    pub(super) fn laid_out(&self, style: Style, columns: usize, full: bool) -> (String, bool) {
        let residual = self.parts().goals().count();
        let cut = |goals: &mut Vec<String>| {
            let few = full || residual <= GOALS;
            if !few {
                goals.truncate(goals.len() - (residual - GOALS));
                goals.push("...".to_string());
            }
            !few
        };
        if style != Style::Horn {
            let mut lines = foreign_answers::lines(self, style, full);
            let cut = cut(&mut lines);
            return (lines.join(",\n"), cut || (!full && self.is_shortened()));
        }
        let text = self.text();
        let mut goals = match full && text.shortened {
            true => self.full_goals(),
            false => text.goals.clone(),
        };
        let cut = cut(&mut goals);
        let line = conjunction(&goals);
        let layout = match goals.len() > 1 && LEAD + width(&line) >= columns {
            true => goals.join(",\n   "),
            false => line,
        };
        (layout, cut || (!full && text.shortened))
    }

    /// The bindings, equations and goals as trees.
    pub(crate) fn parts(&self) -> AnswerParts<'_> {
        AnswerParts { answer: self }
    }
}

impl fmt::Display for Answer {
    /// The text that the top level prints: `X = a, Y = b`, without the text before and after it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&conjunction(&self.text().goals))
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({self})")
    }
}

/// The text of an answer with terms shortened.
fn shortened_text(items: &[AnswerItem], shortener: &mut Shortener<'_>) -> AnswerText {
    let depth = shortener.context.depth();
    let text = |item: &AnswerItem| match item {
        AnswerItem::Alias(x, y) => format!("{x} = {y}"),
        AnswerItem::Binding(x, t) => format!("{x} = {}", shortener.text(*t, depth, BINDING)),
        AnswerItem::Equation(v, t) => {
            let var = shortener.tree.var(*v);
            let name = shortener.text(var, depth, BINDING);
            format!("{name} = {}", shortener.text(*t, depth, BINDING))
        }
        AnswerItem::Goal(t) => shortener.text(*t, depth, GOAL),
    };
    AnswerText {
        goals: items.iter().map(text).collect(),
        shortened: shortener.shortened,
    }
}

/// The conjunction of these goals, on one line.
fn conjunction(goals: &[String]) -> String {
    match goals {
        [] => "true".to_string(),
        goals => goals.join(", "),
    }
}

/// The equations for the query's variables. Equal variables are listed at the first of them, and have its name
/// in every term.
fn equations(tree: &mut Tree, values: &[(&str, NodeId)]) -> Vec<AnswerItem> {
    let mut items = Vec::new();
    for (i, &(name, t)) in values.iter().enumerate() {
        let Node::Var(v) = *tree.node(t) else {
            items.push(AnswerItem::Binding(name.to_string(), t));
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
                0 => AnswerItem::Alias(name.to_string(), other.to_string()),
                _ => AnswerItem::Alias(other.to_string(), name.to_string()),
            });
        }
    }
    items
}

/// The bindings, equations and goals of an answer as trees.
#[derive(Clone, Copy)]
pub(crate) struct AnswerParts<'a> {
    answer: &'a Answer,
}

impl<'a> AnswerParts<'a> {
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

    /// The term that a variable stands for, if a cycle was cut at it.
    pub(crate) fn equation(self, v: u32) -> Option<NodeId> {
        for item in &self.answer.items {
            match item {
                AnswerItem::Equation(w, t) if *w == v => return Some(*t),
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

    /// The variables at which cycles were cut, with the terms that they stand for.
    pub(crate) fn equations(self) -> impl Iterator<Item = (u32, NodeId)> + 'a {
        self.answer.items.iter().filter_map(|item| match item {
            AnswerItem::Equation(v, t) => Some((*v, *t)),
            _ => None,
        })
    }

    /// The residual goals.
    pub(crate) fn goals(self) -> impl Iterator<Item = NodeId> + 'a {
        self.answer.items.iter().filter_map(|item| match item {
            AnswerItem::Goal(t) => Some(*t),
            _ => None,
        })
    }
}
