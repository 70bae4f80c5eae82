//! Tests of reading and writing together: what ISO asks, and what must never happen.

use super::ops::{OpTable, OpType};
use super::read::read_term;
use super::read_options::{ReadOptions, ReadTerm};
use super::writer::{WriteOptions, term_text};
use crate::base::atom::AtomTable;

mod answers;
mod char_conversion;
mod conformity;
mod lenient;
mod limits;
mod ops;
mod plain_fact;
mod plain_token;
mod portray;
mod quad;
mod reading;
mod roundtrip;
mod token_text;

/// A reader and writer with its own tables.
struct Session {
    atoms: AtomTable,
    ops: OpTable,
    read: ReadOptions,
}

impl Session {
    fn new() -> Session {
        let mut atoms = AtomTable::new();
        let ops = OpTable::standard(&mut atoms);
        let read = ReadOptions::default();
        Session { atoms, ops, read }
    }

    fn op(&mut self, priority: u16, ty: OpType, name: &str) -> &mut Session {
        let name = self.atoms.intern(name);
        self.ops.add(priority, ty, name).expect("valid operator");
        self
    }

    /// Reads the first term.
    fn term(&mut self, text: &str) -> ReadTerm {
        match read_term(text, 0, &self.ops, &mut self.atoms, &self.read) {
            Ok(Some((t, _))) => t,
            Ok(None) => panic!("no term in {text:?}"),
            Err(e) => panic!("{text:?}: {e}"),
        }
    }

    /// The name of the syntax error that the text deserves.
    fn error(&mut self, text: &str) -> &'static str {
        match read_term(text, 0, &self.ops, &mut self.atoms, &self.read) {
            Err(e) => e.kind.name(),
            Ok(Some((t, _))) => panic!("{text:?} reads as {}", self.show(&t, &canonical())),
            Ok(None) => panic!("no term in {text:?}"),
        }
    }

    fn show(&self, t: &ReadTerm, opts: &WriteOptions) -> String {
        term_text(&t.tree, t.tree.root(), &self.atoms, &self.ops, opts)
    }

    /// Reads, and writes as `writeq/1`.
    fn writeq(&mut self, text: &str) -> String {
        let t = self.term(text);
        self.show(&t, &WriteOptions::writeq())
    }

    /// Reads, and writes in functional notation.
    fn canonical(&mut self, text: &str) -> String {
        let t = self.term(text);
        self.show(&t, &canonical())
    }
}

fn canonical() -> WriteOptions {
    WriteOptions::canonical()
}
