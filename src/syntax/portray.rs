//! The layout of clauses (`portray_clause/1`, `listing/1`).
//!
//! One goal a line; disjunctions and conditionals stand in parentheses, one branch below the
//! other. Variables are named `A`, `B`, …, and `_` if they occur once.

use super::ops::{ARG_PRIORITY, MAX_PRIORITY, OpTable};
use super::token_text::{ends_in_symbol_char, var_letter};
use super::writer::{WriteOptions, Writer};
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{TermView, View};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::fmt;

/// The options of laying out a clause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PortrayOptions {
    /// Blanks before the goals of a body.
    pub indent: usize,
    /// True if variables without a name in the options get one: `_` if they occur once.
    pub name_variables: bool,
}

impl Default for PortrayOptions {
    fn default() -> PortrayOptions {
        PortrayOptions {
            indent: 4,
            name_variables: true,
        }
    }
}

/// Writes a clause, a directive or any other term with its end `.` and a newline. The options
/// usually have `quoted`; with `double_quotes`, lists of characters are written as text. The term must
/// be acyclic.
///
/// # Errors
/// The errors of `out`.
pub(crate) fn write_clause<V: TermView>(
    view: &V,
    t: V::Id,
    atoms: &AtomTable,
    ops: &OpTable,
    opts: &WriteOptions,
    layout: PortrayOptions,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    let mut opts = opts.clone();
    if layout.name_variables {
        name_variables(view, t, &mut opts.variable_names);
    }
    let mut printer = ClausePrinter {
        view,
        atoms,
        ops,
        opts,
        text: String::new(),
        pending: Vec::new(),
    };
    printer.clause(t, layout.indent)?;
    if ends_in_symbol_char(&printer.text) {
        printer.text.push(' ');
    }
    printer.text.push_str(".\n");
    out.write_str(&printer.text)
}

/// Names the variables of a term: `_` for one that occurs once, letters for the others.
fn name_variables<V: TermView>(
    view: &V,
    t: V::Id,
    names: &mut IndexMap<u64, Box<str>, FxBuildHasher>,
) {
    let mut counts: IndexMap<u64, u32, FxBuildHasher> = IndexMap::default();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        match view.view(t) {
            View::Var(v) => *counts.entry(v).or_default() += 1,
            View::Compound(_, n) => stack.extend((0..n).rev().map(|i| view.arg(t, i))),
            _ => (),
        }
    }
    let taken: FxHashSet<Box<str>> = names.values().cloned().collect();
    let mut letters = (0..).map(var_letter).filter(|l| !taken.contains(&**l));
    for (v, count) in counts {
        if names.contains_key(&v) {
            continue;
        }
        let name = match count {
            1 => Some("_".to_string()),
            _ => letters.next(),
        };
        if let Some(name) = name {
            names.insert(v, name.into());
        }
    }
}

/// An entry of the stack of output that is still to be written.
enum PendingText<Id> {
    /// A goal or control construct at this column.
    Body(Id, usize),
    /// The branches after the first, at the column of their parenthesis.
    Branches(Id, usize),
    Text(&'static str),
    /// A new line, indented.
    Line(usize),
}

/// The state of writing one clause.
struct ClausePrinter<'a, V: TermView> {
    view: &'a V,
    atoms: &'a AtomTable,
    ops: &'a OpTable,
    opts: WriteOptions,
    text: String,
    pending: Vec<PendingText<V::Id>>,
}

/// The width of `(  ` and `;  `.
const BRANCH: usize = 3;

impl<V: TermView> ClausePrinter<'_, V> {
    fn clause(&mut self, t: V::Id, indent: usize) -> fmt::Result {
        match self.view.view(t) {
            View::Compound(name, 2) if self.is_neck(name) => {
                let (head, body) = (self.view.arg(t, 0), self.view.arg(t, 1));
                match self.control(head) {
                    Some((",", head, guard)) if name != atoms::NECK && name != atoms::DCG_ARROW => {
                        self.operand(head, ARG_PRIORITY)?;
                        self.text.push_str(", ");
                        self.operand(guard, ARG_PRIORITY + 1)?;
                    }
                    _ => self.operand(head, MAX_PRIORITY - 1)?,
                }
                let fact = matches!(self.view.view(body), View::Atom(atoms::TRUE));
                if fact && name == atoms::NECK {
                    return Ok(());
                }
                self.text.push(' ');
                self.text.push_str(&self.atoms.text(name));
                self.line(indent);
                self.body(body, indent)
            }
            View::Compound(atoms::NECK, 1) => {
                self.text.push_str(":- ");
                self.body(self.view.arg(t, 0), 3)
            }
            _ => self.term(t, MAX_PRIORITY),
        }
    }

    /// Returns true if `name/2` joins the head and the body of a clause. The arrows of single-sided rules
    /// do, unless the program uses operators of these names for other purposes.
    fn is_neck(&self, name: Atom) -> bool {
        let clauses = |d: &super::ops::OpDef| d.priority == MAX_PRIORITY;
        name == atoms::NECK
            || name == atoms::DCG_ARROW
            || matches!(&*self.atoms.text(name), "=>" | "?=>")
                && self.ops.infix(name).as_ref().is_none_or(clauses)
    }

    /// Writes a part of the clause as an operand.
    fn operand(&mut self, t: V::Id, priority: u16) -> fmt::Result {
        self.opts.operand = true;
        self.term(t, priority)
    }

    fn term(&mut self, t: V::Id, priority: u16) -> fmt::Result {
        self.opts.priority = priority;
        Writer::new(self.view, self.atoms, self.ops, &self.opts).write(t, &mut self.text)
    }

    fn line(&mut self, indent: usize) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    fn body(&mut self, t: V::Id, column: usize) -> fmt::Result {
        self.pending.push(PendingText::Body(t, column));
        while let Some(next) = self.pending.pop() {
            match next {
                PendingText::Body(t, column) => self.goal(t, column)?,
                PendingText::Branches(t, column) => self.branches(t, column),
                PendingText::Text(s) => self.text.push_str(s),
                PendingText::Line(column) => self.line(column),
            }
        }
        Ok(())
    }

    /// Name and arguments of a control construct of two arguments.
    fn control(&self, t: V::Id) -> Option<(&'static str, V::Id, V::Id)> {
        let View::Compound(name, 2) = self.view.view(t) else {
            return None;
        };
        let name = match name {
            atoms::ARROW => "->",
            atoms::SOFT_ARROW => "*->",
            atoms::COMMA => ",",
            atoms::SEMICOLON => ";",
            atoms::BAR => "|",
            _ => return None,
        };
        Some((name, self.view.arg(t, 0), self.view.arg(t, 1)))
    }

    fn goal(&mut self, t: V::Id, column: usize) -> fmt::Result {
        match self.control(t) {
            Some((",", a, b)) => {
                self.pending.push(PendingText::Body(b, column));
                self.pending.push(PendingText::Line(column));
                self.pending.push(PendingText::Text(","));
                // A conjunction as the left argument of a comma needs parentheses.
                if let Some((",", ..)) = self.control(a) {
                    self.parenthesis(a, column);
                } else {
                    self.pending.push(PendingText::Body(a, column));
                }
                Ok(())
            }
            Some(_) => {
                self.parenthesis(t, column);
                Ok(())
            }
            None => self.operand(t, ARG_PRIORITY),
        }
    }

    fn parenthesis(&mut self, t: V::Id, column: usize) {
        self.pending.push(PendingText::Text(")"));
        self.pending.push(PendingText::Line(column));
        self.pending.push(PendingText::Branches(t, column));
        self.pending.push(PendingText::Text("(  "));
    }

    /// Writes the branches of a disjunction or conditional, or any other goal in parentheses.
    fn branches(&mut self, t: V::Id, column: usize) {
        let inside = column + BRANCH;
        match self.control(t) {
            Some((sep @ (";" | "|"), a, rest)) => {
                self.pending.push(PendingText::Branches(rest, column));
                self.pending
                    .push(PendingText::Text(if sep == ";" { ";  " } else { "|  " }));
                self.pending.push(PendingText::Line(column));
                match self.control(a) {
                    Some((";" | "|", ..)) => self.parenthesis(a, inside),
                    _ => self.branches(a, column),
                }
            }
            Some((arrow @ ("->" | "*->"), condition, then)) => {
                self.pending.push(PendingText::Body(then, inside));
                self.pending.push(PendingText::Line(inside));
                let arrow = if arrow == "->" { " ->" } else { " *->" };
                self.pending.push(PendingText::Text(arrow));
                self.pending.push(PendingText::Body(condition, inside));
            }
            _ => self.pending.push(PendingText::Body(t, inside)),
        }
    }
}
