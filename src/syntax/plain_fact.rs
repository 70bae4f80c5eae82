//! Facts of which most data consists, read byte by byte without tokens and operators: `name(item, …).`, where an item is
//! an atom, a number, a quoted item without escape sequences, a list of items, or a compound of them.
//!
//! [`super::parser`] defines what a term is, and reads all others. A test reads the same texts with both.

use super::chars::{ALNUM, LAYOUT};
use super::ops::OpTable;
use super::plain_token::{end_of_run, integer, is_wide};
use super::quoted::is_control;
use super::read_buffers::ReadBuffers;
use super::read_options::{Lenience, QuotedAs, ReadOptions, ReadTerm};
use super::span::Span;
use super::token::TokenKind;
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::convert::parse_float;
use crate::base::int::Int;
use crate::base::number::Number;
use crate::base::tree::{Node, NodeId, Tree};

/// The brackets that may be open at a time.
const MOST_BRACKETS: usize = 8;

/// The bytes of a fact that is read here: a longer one is read with looks at the monitor.
const MOST_BYTES: usize = 1 << 12;

/// An open bracket.
#[derive(Clone, Copy)]
struct Open {
    /// The name before the bracket of arguments; none for a list.
    name: Option<Atom>,
    /// The number of items before its own.
    items: usize,
}

/// The state of reading one fact.
struct PlainFact<'t, 'a> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    ops: &'a OpTable,
    atoms: &'a mut AtomTable,
    opts: &'a ReadOptions,
    tree: &'a mut Tree,
    /// The items of the open brackets.
    items: &'a mut Vec<NodeId>,
    open: [Open; MOST_BRACKETS],
    depth: usize,
}

/// Reads the fact at an offset of a text, after blanks, as [`super::read::read_next`] does; `None` if the text goes on
/// with something else.
pub(super) fn plain_fact(
    text: &str,
    from: usize,
    ops: &OpTable,
    atoms: &mut AtomTable,
    opts: &ReadOptions,
    buffers: &mut ReadBuffers,
) -> Option<(ReadTerm, usize)> {
    if opts.positions || opts.lenience == Lenience::Applied {
        return None;
    }
    let bytes = text.as_bytes();
    let start = end_of_run(bytes, from, LAYOUT);
    if !bytes.get(start)?.is_ascii_lowercase() {
        return None;
    }
    let last = text.len().min(start.saturating_add(MOST_BYTES));
    let mut fact = PlainFact {
        text,
        bytes: &bytes[..last],
        at: start,
        ops,
        atoms,
        opts,
        tree: &mut buffers.tree,
        items: &mut buffers.items,
        open: [Open {
            name: None,
            items: 0,
        }; MOST_BRACKETS],
        depth: 0,
    };
    let found = fact.read();
    let end = fact.at;
    buffers.items.clear();
    if found.is_none() || !ends_clause(bytes, end) {
        buffers.tree.clear();
        return None;
    }
    buffers.tree.root = found;
    let term = ReadTerm {
        tree: std::mem::take(&mut buffers.tree),
        variables: std::mem::take(&mut buffers.variables.all),
        span: Span { start, end },
        positions: None,
        departures: Vec::new(),
    };
    Some((term, end + 1))
}

/// Returns true if an end token is at an offset.
fn ends_clause(bytes: &[u8], at: usize) -> bool {
    bytes.get(at) == Some(&b'.')
        && match bytes.get(at + 1) {
            None | Some(b'%') => true,
            Some(_) => end_of_run(bytes, at + 1, LAYOUT) > at + 1,
        }
}

impl<'t> PlainFact<'t, '_> {
    /// Reads a compound. Returns its node.
    fn read(&mut self) -> Option<NodeId> {
        let name = self.name()?;
        self.opens_arguments(name)?;
        loop {
            self.skip_blanks();
            let Some(item) = self.item()? else {
                continue;
            };
            self.items.push(item);
            if let Some(root) = self.after_item()? {
                return Some(root);
            }
        }
    }

    /// Reads what follows an item: a comma, after closing brackets. Returns the fact if the last bracket closes.
    fn after_item(&mut self) -> Option<Option<NodeId>> {
        loop {
            self.skip_blanks();
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            let Open { name, items } = self.open[self.depth - 1];
            let node = match (byte, name) {
                (b',', _) => return Some(None),
                (b')', Some(name)) => self.tree.compound(name, &self.items[items..]),
                (b']', None) => {
                    let nil = self.tree.nil();
                    self.tree.list(&self.items[items..], nil)
                }
                _ => return None,
            };
            self.items.truncate(items);
            self.depth -= 1;
            if self.depth == 0 {
                return Some(Some(node));
            }
            self.items.push(node);
        }
    }

    /// Reads an item, or the beginning of one that has items itself, for which the result is `Some(None)`.
    #[inline]
    fn item(&mut self) -> Option<Option<NodeId>> {
        let node = match *self.bytes.get(self.at)? {
            b'a'..=b'z' => {
                let name = self.name()?;
                return self.atom_or_compound(name);
            }
            b'0'..=b'9' => self.number(false)?,
            b'-' if self.bytes.get(self.at + 1)?.is_ascii_digit() => {
                self.at += 1;
                self.number(true)?
            }
            b'"' => {
                let text = self.quoted(b'"')?;
                self.quoted_text(text)?
            }
            b'\'' => {
                let name = self.quoted(b'\'')?;
                let name = self.atom(name);
                return self.atom_or_compound(name);
            }
            b'[' => return self.list(),
            _ => return None,
        };
        Some(Some(node))
    }

    fn skip_blanks(&mut self) {
        self.at = end_of_run(self.bytes, self.at, LAYOUT);
    }

    fn atom(&mut self, name: &str) -> Atom {
        match self.opts.transient {
            true => self.atoms.intern_transient(name),
            false => self.atoms.intern(name),
        }
    }

    /// Reads a name of letters and digits.
    fn name(&mut self) -> Option<Atom> {
        let start = self.at;
        self.at = end_of_run(self.bytes, start + 1, ALNUM);
        // A character that is not an ASCII character may continue the name.
        if is_wide(self.bytes, self.at) {
            return None;
        }
        let name = self.text.get(start..self.at)?;
        Some(self.atom(name))
    }

    /// The atom of a name that was read, unless its arguments follow.
    fn atom_or_compound(&mut self, name: Atom) -> Option<Option<NodeId>> {
        if self.bytes.get(self.at) == Some(&b'(') {
            self.opens_arguments(name)?;
            return Some(None);
        }
        let is_atom = self.ops.is_plain_atom(name);
        is_atom.then(|| Some(self.tree.atom(name)))
    }

    /// Reads the bracket before arguments.
    fn opens_arguments(&mut self, name: Atom) -> Option<()> {
        let is_open = self.bytes.get(self.at) == Some(&b'(');
        is_open.then(|| self.open(Some(name)))?
    }

    /// Opens the bracket at the present position.
    fn open(&mut self, name: Option<Atom>) -> Option<()> {
        let items = self.items.len();
        *self.open.get_mut(self.depth)? = Open { name, items };
        self.depth += 1;
        self.at += 1;
        Some(())
    }

    /// Reads the empty list, or the bracket of another one.
    fn list(&mut self) -> Option<Option<NodeId>> {
        let close = end_of_run(self.bytes, self.at + 1, LAYOUT);
        if self.bytes.get(close) == Some(&b']') {
            self.at = close + 1;
            return self.atom_or_compound(atoms::NIL);
        }
        self.open(None)?;
        Some(None)
    }

    /// Reads a decimal integer, or a float without exponent.
    fn number(&mut self, negative: bool) -> Option<NodeId> {
        let start = self.at;
        let end = match integer(self.bytes, start) {
            Some((TokenKind::Number(Number::Int(Int::Small(n))), end)) => {
                self.at = end;
                let n = if negative { -n } else { n };
                return Some(self.tree.int(n));
            }
            _ => self.end_of_float(start)?,
        };
        let value = parse_float(self.text.get(start..end)?)?;
        self.at = end;
        let value = if negative { -value } else { value };
        Some(self.tree.leaf(Node::Float(value)))
    }

    /// The end of digits, a period and digits, after which no number goes on.
    fn end_of_float(&self, start: usize) -> Option<usize> {
        let digits = |mut at: usize| {
            while self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let point = digits(start);
        let end = digits(point + 1);
        let is_float = self.bytes.get(point) == Some(&b'.')
            && end > point + 1
            && end_of_run(self.bytes, end, ALNUM) == end
            && !is_wide(self.bytes, end);
        is_float.then_some(end)
    }

    /// Reads a quoted item without quotes and escape sequences in it. Returns its contents.
    fn quoted(&mut self, quote: u8) -> Option<&'t str> {
        let start = self.at + 1;
        let mut end = start;
        loop {
            let byte = *self.bytes.get(end)?;
            if byte == quote {
                break;
            }
            if byte == b'\\' || is_control(char::from(byte)) {
                return None;
            }
            end += 1;
        }
        if self.bytes.get(end + 1) == Some(&quote) {
            return None;
        }
        self.at = end + 1;
        self.text.get(start..end)
    }

    /// The meaning of a text in double quotes.
    fn quoted_text(&mut self, text: &str) -> Option<NodeId> {
        let items = self.items.len();
        self.items.reserve(text.len());
        match self.opts.double_quotes {
            QuotedAs::Chars => {
                for c in text.chars() {
                    self.items.push(self.tree.atom(Atom::from_char(c)));
                }
            }
            QuotedAs::Codes => {
                for c in text.chars() {
                    self.items.push(self.tree.int(i64::from(u32::from(c))));
                }
            }
            QuotedAs::Atom => {
                let name = self.atom(text);
                return Some(self.tree.atom(name));
            }
            QuotedAs::String => return Some(self.tree.leaf(Node::String(text.into()))),
            QuotedAs::Error => return None,
        }
        let nil = self.tree.nil();
        let list = self.tree.list(&self.items[items..], nil);
        self.items.truncate(items);
        Some(list)
    }
}
