//! Tests of the compiler: a verifier for its code, and clauses of every kind and at random.

mod clauses;
pub(crate) mod generate;
mod verifier;

use super::{CompileError, Compiler};
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::instr::InstrOperand;
use crate::code::listing::instruction;
use crate::code::pred::{ClauseCode, ConstId, FunctorId, FunctorTable, Linker, PredId};
use crate::syntax::ops::OpTable;
use crate::syntax::{ReadOptions, read_term};
pub(crate) use clauses::CLAUSES;

/// A linker without a machine.
pub(super) struct World {
    pub(super) atoms: AtomTable,
    ops: OpTable,
    pub(super) functors: FunctorTable,
    pub(super) preds: Vec<(Atom, Atom, u32)>,
    pub(super) constants: Vec<Node>,
    pub(super) builtins: Vec<(&'static str, u32)>,
    pub(super) redefined: Vec<(&'static str, u32)>,
}

impl Linker for World {
    fn pred(&mut self, module: Atom, name: Atom, arity: u32) -> PredId {
        let key = (module, name, arity);
        let known = self.preds.iter().position(|p| *p == key);
        PredId(known.unwrap_or_else(|| {
            self.preds.push(key);
            self.preds.len() - 1
        }) as u32)
    }
    fn functor(&mut self, name: Atom, arity: u32) -> FunctorId {
        self.functors.intern(name, arity)
    }
    fn constant(&mut self, n: &Node) -> ConstId {
        self.constants.push(n.clone());
        ConstId(self.constants.len() as u32 - 1)
    }
    fn text_constant(&mut self, text: &str) -> ConstId {
        self.constant(&Node::String(text.into()))
    }
    fn builtin(&mut self, _: Atom, name: Atom, arity: u32) -> Option<u32> {
        let text = self.text(name);
        self.builtins
            .iter()
            .position(|b| *b == (&*text, arity))
            .map(|b| b as u32)
    }
    fn redefined(&self, _: Atom, name: Atom, arity: u32) -> bool {
        self.redefined
            .iter()
            .any(|r| *r == (&*self.text(name), arity))
    }
    fn meta_args(&self, module: Atom, name: Atom, arity: u32) -> Option<Vec<bool>> {
        if module == atoms::USER {
            return None;
        }
        match (&*self.text(name), arity) {
            ("maplist", 2) | ("findall", 3) if arity == 2 => Some(vec![true, false]),
            ("findall", 3) => Some(vec![false, true, false]),
            ("mine", 2) => Some(vec![true, false]),
            _ => None,
        }
    }
    fn text(&self, a: Atom) -> String {
        self.atoms.text(a).to_string()
    }
    fn intern(&mut self, s: &str) -> Atom {
        self.atoms.intern(s)
    }
}

impl World {
    pub(super) fn new() -> World {
        let mut atoms = AtomTable::new();
        let ops = OpTable::standard(&mut atoms);
        World {
            atoms,
            ops,
            functors: FunctorTable::default(),
            preds: Vec::new(),
            constants: Vec::new(),
            builtins: vec![("arg", 3), ("functor", 3), ("write", 1), ("b0", 0)],
            redefined: Vec::new(),
        }
    }

    pub(super) fn read(&mut self, text: &str) -> Tree {
        let options = ReadOptions::default();
        match read_term(
            &format!("{text} ."),
            0,
            &self.ops,
            &mut self.atoms,
            &options,
        ) {
            Ok(Some((t, _))) => t.tree,
            other => panic!("{text}: {other:?}"),
        }
    }

    pub(super) fn split(tree: &Tree) -> (NodeId, Option<NodeId>) {
        match tree.as_compound::<2>(tree.root(), atoms::NECK) {
            Some([h, b]) => (h, Some(b)),
            None => (tree.root(), None),
        }
    }

    pub(super) fn compile_in(
        &mut self,
        text: &str,
        module: &str,
    ) -> Result<ClauseCode, CompileError> {
        let tree = self.read(text);
        let (head, body) = World::split(&tree);
        let module = self.atoms.intern(module);
        Compiler::new().compile(&tree, head, body, module, self)
    }

    pub(super) fn show(&self, code: &ClauseCode) -> String {
        let name = |o: InstrOperand| match o {
            InstrOperand::Atom(a) => self.text(a),
            InstrOperand::Functor(f) => {
                let (name, arity) = self.functors.get(f);
                format!("{}/{arity}", self.text(name))
            }
            InstrOperand::Pred(p) => {
                let (m, name, arity) = self.preds[p.0 as usize];
                let module = if m == atoms::USER {
                    String::new()
                } else {
                    self.text(m) + ":"
                };
                format!("{module}{}/{arity}", self.text(name))
            }
            InstrOperand::Const(k) => format!("{:?}", self.constants[k.0 as usize]),
            other => format!("{other:?}"),
        };
        let lines = code.code.iter().map(|i| instruction(i, &name) + "\n");
        lines.collect()
    }
}
