//! The code of clauses, file by file: what the compiler makes of `listing/*.pl`. A difference is
//! not an error in itself, but it must be looked at.

use horn::base::atom::{Atom, AtomTable, atoms};
use horn::base::number::Number;
use horn::code::instr::Operand;
use horn::code::listing::listing;
use horn::code::pred::{ConstId, FunctorId, FunctorTable, Linker, PredId};
use horn::compile::Compiler;
use horn::syntax::ops::OpTable;
use horn::syntax::writer::{WriteOptions, term_text};
use horn::syntax::{ReadOptions, read_term};

/// Names without a machine.
#[derive(Default)]
struct Names {
    atoms: AtomTable,
    functors: FunctorTable,
    preds: Vec<(Atom, u32)>,
    constants: Vec<Number>,
}

impl Linker for Names {
    fn pred(&mut self, _: Atom, name: Atom, arity: u32) -> PredId {
        self.preds.push((name, arity));
        PredId(self.preds.len() as u32 - 1)
    }
    fn functor(&mut self, name: Atom, arity: u32) -> FunctorId {
        self.functors.intern(name, arity)
    }
    fn constant(&mut self, n: Number) -> ConstId {
        self.constants.push(n);
        ConstId(self.constants.len() as u32 - 1)
    }
    fn builtin(&mut self, _: Atom, _: Atom, _: u32) -> Option<u32> {
        None
    }
    fn redefined(&self, _: Atom, _: Atom, _: u32) -> bool {
        false
    }
    fn meta_args(&self, _: Atom, _: Atom, _: u32) -> Option<Vec<bool>> {
        None
    }
    fn text(&self, a: Atom) -> String {
        self.atoms.text(a).to_string()
    }
    fn intern(&mut self, s: &str) -> Atom {
        self.atoms.intern(s)
    }
}

impl Names {
    fn operand(&self, o: Operand) -> String {
        let indicator = |(name, arity): (Atom, u32)| format!("{}/{arity}", self.text(name));
        match o {
            Operand::Atom(a) => self.text(a),
            Operand::Functor(f) => indicator(self.functors.get(f)),
            Operand::Pred(p) => indicator(self.preds[p.0 as usize]),
            Operand::Const(k) => format!("{:?}", self.constants[k.0 as usize]),
            other => format!("{other:?}"),
        }
    }
}

#[test]
fn clauses() {
    insta::glob!("listing/*.pl", |path| {
        let text = std::fs::read_to_string(path).expect("a text file");
        let mut names = Names::default();
        let ops = OpTable::standard(&mut names.atoms);
        let mut compiler = Compiler::new();
        let (mut at, mut out) = (0, String::new());
        while let Some((clause, end)) =
            read_term(&text, at, &ops, &mut names.atoms, &ReadOptions::default()).expect("a clause")
        {
            at = end;
            let tree = &clause.tree;
            let (head, body) = match tree.as_compound::<2>(tree.root(), atoms::NECK) {
                Some([head, body]) => (head, Some(body)),
                None => (tree.root(), None),
            };
            let code = compiler
                .compile(tree, head, body, atoms::USER, &mut names)
                .expect("compiles");
            let head = term_text(tree, head, &names.atoms, &ops, &WriteOptions::default());
            out.push_str(&format!(
                "{head}\n{}\n",
                listing(&code.code, &|o| names.operand(o))
            ));
        }
        insta::with_settings!({prepend_module_to_snapshot => false, omit_expression => true}, {
            insta::assert_snapshot!(out);
        });
    });
}
