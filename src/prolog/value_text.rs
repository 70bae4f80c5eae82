//! Values as text, text as values, and values from Rust, without a machine.

use super::error::Error;
use super::rational::Rational;
use super::snapshot::Snapshot;
use super::term::Term;
use super::term_display::{self, FreshNames, PrintContext};
use super::value::{FromTerm, Value};
use crate::base::atom::AtomTable;
use crate::base::int::Int;
use crate::base::number::Number;
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::{
    Diagnostic, EndFinder, OpTable, ReadOptions, Severity, SyntaxError, parse_number, read_term,
};
use crate::system::flags::AnswerOptions;
use std::fmt;
use std::str::FromStr;

/// The flags and operators that a machine starts with.
fn context<'a>(atoms: &'a AtomTable, ops: &'a OpTable) -> PrintContext<'a> {
    PrintContext {
        atoms,
        ops,
        strings: true,
        numbervars: false,
        options: AnswerOptions::DEFAULT,
    }
}

/// Adds a value to a tree.
fn add(value: &Value, tree: &mut Tree, table: &mut AtomTable) -> NodeId {
    match value {
        Value::Var(name) => tree.new_var(Some(name)),
        Value::Atom(name) => tree.atom(table.intern(name)),
        Value::Integer(i) => tree.int(i.clone()),
        Value::Float(f) => tree.leaf(Node::Float(*f)),
        Value::Rational(r) => tree.leaf(Node::Rat(Box::new(r.0.clone()))),
        Value::Text(text) => tree.leaf(Node::String(text.as_str().into())),
        Value::String(text) => {
            let chars: Vec<NodeId> = text
                .chars()
                .map(|c| tree.atom(table.intern(c.encode_utf8(&mut [0; 4]))))
                .collect();
            let end = tree.nil();
            tree.list(&chars, end)
        }
        Value::List(items) => {
            let items: Vec<NodeId> = items.iter().map(|i| add(i, tree, table)).collect();
            let end = tree.nil();
            tree.list(&items, end)
        }
        Value::Compound(name, args) => {
            let args: Vec<NodeId> = args.iter().map(|a| add(a, tree, table)).collect();
            let name = table.intern(name);
            match args.is_empty() {
                true => tree.atom(name),
                false => tree.compound(name, &args),
            }
        }
    }
}

impl fmt::Display for Value {
    /// The text that `writeq/1` prints on a machine with no operators of its own, except that variables have their
    /// names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut tree, mut table) = (Tree::new(), AtomTable::new());
        let root = add(self, &mut tree, &mut table);
        let ops = OpTable::standard(&mut table);
        f.write_str(&term_display::write(
            &tree,
            root,
            context(&table, &ops),
            1200,
        ))
    }
}

impl From<&str> for Value {
    /// A string; the empty list if the text is empty, as in Prolog.
    ///
    /// ```
    /// use horn::Value;
    ///
    /// let row = vec![Value::from(1), Value::from("two"), Value::from(2.5), Value::from(vec![3, 4])];
    /// assert_eq!(Value::from(row).to_string(), "[1,\"two\",2.5,[3,4]]");
    /// assert_eq!(Value::from(""), "[]".parse()?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    fn from(text: &str) -> Value {
        match text.is_empty() {
            true => Value::List(Vec::new()),
            false => Value::String(text.to_string()),
        }
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        match text.is_empty() {
            true => Value::List(Vec::new()),
            false => Value::String(text),
        }
    }
}

impl From<f64> for Value {
    fn from(f: f64) -> Value {
        Value::Float(f)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Value {
        Value::List(items.into_iter().map(Into::into).collect())
    }
}

macro_rules! from_integer {
    ($($rust:ty)*) => {$(
        impl From<$rust> for Value {
            fn from(i: $rust) -> Value {
                Value::Integer(i.into())
            }
        }
    )*};
}
from_integer! { Int i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl Value {
    /// The number that a text is, as `number_codes/2` reads it (ISO 8.16.7): layout may stand before it, and nothing
    /// after it.
    ///
    /// # Errors
    /// [`Error::Syntax`]; a predicate that returns it throws `syntax_error(illegal_number)` or the like.
    ///
    /// ```
    /// use horn::Value;
    ///
    /// assert_eq!(Value::parse_number(" 0x1F")?, Value::from(31));
    /// assert_eq!(Value::parse_number("-2.5e3")?, Value::from(-2500.0));
    /// assert!(Value::parse_number("1+1").is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn parse_number(text: &str) -> Result<Value, Error> {
        match parse_number(text) {
            Ok(Number::Int(i)) => Ok(Value::Integer(i)),
            Ok(Number::Float(f)) => Ok(Value::Float(f)),
            Ok(Number::Rat(r)) => Ok(Value::Rational(Box::new(Rational(*r)))),
            Err(e) => {
                let fault = Diagnostic::of_syntax_error("number", text, &e);
                Err(Error::Syntax(Box::new(fault)))
            }
        }
    }
}

impl FromStr for Value {
    type Err = Error;

    /// Reads one term with the operators and flags of the standard; a final period is optional. Nothing is run.
    ///
    /// # Errors
    /// [`Error::Syntax`], and [`Error::Mismatch`] for a term of more than [`Value::MAX_DEPTH`] levels.
    fn from_str(text: &str) -> Result<Value, Error> {
        let (mut table, options) = (AtomTable::new(), ReadOptions::default());
        let ops = OpTable::standard(&mut table);
        let completed = match EndFinder::new(0).find(text, true) {
            Some(_) => text.to_string(),
            None => format!("{text}\n."),
        };
        let fault = |e: Box<SyntaxError>| {
            Error::Syntax(Box::new(Diagnostic::of_syntax_error("value", text, &e)))
        };
        let not_one = || {
            let message = "syntax error: one term is expected";
            let fault = Diagnostic::new(Severity::Error, "value", text, None, message);
            Error::Syntax(Box::new(fault))
        };
        let mut read = |at| read_term(&completed, at, &ops, &mut table, &options).map_err(fault);
        let (term, end) = read(0)?.ok_or_else(not_one)?;
        if read(end)?.is_some() {
            return Err(not_one());
        }
        let used: Vec<String> = term.variable_names().map(|(n, _)| n.to_string()).collect();
        let (mut tree, root) = (term.tree.clone(), term.tree.root());
        let mut names = FreshNames::new(used.into_iter());
        term_display::name_the_rest(&mut tree, &[root], &mut names);
        let snapshot = Snapshot::new(tree, context(&table, &ops));
        Value::from_term(Term::new(&snapshot, root))
    }
}
