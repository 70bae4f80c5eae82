//! Compiled clauses on the machine against a reference interpreter: one oracle answers the calls of
//! both, and their traces of calls and exits must agree.
//!
//! After each call, the machine's registers hold junk, and in every other run each call collects
//! the heap: code that relies on a register or slot that a call does not keep gives a wrong trace.

mod arguments;
mod oracle;
mod reference;
mod terms;

use crate::base::atom::{Atom, atoms};
use crate::base::evaluable::EvalContext;
use crate::base::int::Int;
use crate::base::tree::{Node, NodeId, Tree};
use crate::code::pred::{ClauseCode, ConstId, FunctorId, Linker, PredId};
use crate::compile::Compiler;
use crate::compile::tests::{CLAUSES, generate};
use crate::machine::builtin::{Builtin, BuiltinFn};
use crate::machine::database::{ClauseId, Source};
use crate::machine::{Ball, Cell, Extension, Machine, Outcome, Record, Tag};
use crate::syntax::ops::OpTable;
use crate::syntax::{ReadOptions, read_term};
use oracle::{Oracle, Solution};
use rustc_hash::{FxHashMap, FxHashSet};
use terms::{Heap, Term};

/// The predicates that the oracle answers at most once, as inline builtins.
const DET_PREDICATES: [(&str, u32, BuiltinFn<Vm>); 4] = [
    ("arg", 3, |vm| answer_once(vm, "arg", 3)),
    ("functor", 3, |vm| answer_once(vm, "functor", 3)),
    ("write", 1, |vm| answer_once(vm, "write", 1)),
    ("b0", 0, |vm| answer_once(vm, "b0", 0)),
];

/// The builtins that other predicates are made of.
const ORACLE_BUILTINS: [(&str, u32, BuiltinFn<Vm>); 3] = [
    ("$solutions", 2, solutions),
    ("$take", 2, take),
    ("$spoil_registers", 0, spoil_registers),
];

type Vm = Machine<Host>;

/// The extension of the machine under test.
#[derive(Default)]
struct Host {
    oracle: Oracle,
    context: NoContext,
}

/// Evaluables that depend on more than their arguments do not occur.
#[derive(Default)]
struct NoContext;

impl EvalContext for NoContext {
    fn random_below(&mut self, _: &Int) -> Int {
        Int::ZERO
    }
    fn random_float(&mut self) -> f64 {
        0.5
    }
    fn cputime(&mut self) -> f64 {
        0.0
    }
    fn realtime(&mut self) -> i64 {
        0
    }
    fn tagged_integers(&self) -> (i64, i64) {
        (0, 0)
    }
}

impl Extension for Host {
    fn undo(&mut self, _: u64) {}
    fn bound(_: &mut Vm, _: Cell, _: Cell) -> Result<Option<bool>, Ball> {
        Ok(Some(false))
    }
    fn undefined(_: &mut Vm, _: PredId) -> Result<Option<PredId>, Ball> {
        Ok(None)
    }
    fn compile_clause(_: &mut Vm, _: ClauseId) -> Result<ClauseCode, Ball> {
        unreachable!("clauses are compiled when they are added")
    }
    fn roots(&mut self, _: &mut dyn FnMut(&mut Cell)) {}
    fn records(&self, _: &mut dyn FnMut(&Record)) {}
    fn atoms_swept(&mut self) {}
    fn eval_context(&mut self) -> &mut dyn EvalContext {
        &mut self.context
    }
}

/// A compound's name and arguments, or an atom's name.
fn parts(vm: &Vm, c: Cell) -> (Atom, Vec<Cell>) {
    let c = vm.heap.deref(c);
    let name = match c.tag() {
        Tag::List | Tag::Packed => atoms::DOT,
        Tag::Struct => vm.functors.get(vm.heap.functor_of(c).0).0,
        _ => return (c.to_atom().expect("callable"), Vec::new()),
    };
    let args = 0..u64::from(vm.heap.arity_of(c));
    (name, args.map(|i| vm.heap.argument(c, i)).collect())
}

/// The term as text; variables are named by first occurrence in `names`.
fn show(vm: &Vm, c: Cell, names: &mut Vec<Cell>, depth: u32) -> String {
    let c = vm.heap.deref(c);
    match c.tag() {
        Tag::Var | Tag::AttVar => {
            let i = names.iter().position(|&n| n == c).unwrap_or_else(|| {
                names.push(c);
                names.len() - 1
            });
            format!("_{i}")
        }
        _ if depth == 0 => "...".into(),
        Tag::Atom => vm.atoms.text(c.as_atom()).to_string(),
        Tag::Int | Tag::Num => vm.number(c).to_string(),
        Tag::String => format!("{:?}", vm.heap.text(c)),
        Tag::List | Tag::Packed | Tag::Struct => {
            let (name, args) = parts(vm, c);
            let args: Vec<_> = args
                .into_iter()
                .map(|a| show(vm, a, names, depth - 1))
                .collect();
            format!("{}({})", vm.atoms.text(name), args.join(","))
        }
    }
}

fn show_all(vm: &Vm, cells: &[Cell]) -> String {
    let mut names = Vec::new();
    let shown: Vec<_> = cells.iter().map(|&c| show(vm, c, &mut names, 6)).collect();
    shown.join(", ")
}

/// Asks the oracle; a run that has lasted long enough ends.
fn ask(vm: &mut Vm, name: &str, args: &[Cell], det: bool) -> Result<Vec<Solution>, Ball> {
    let text = show_all(vm, args);
    let solutions = vm.ext.oracle.solutions(name, &text, args.len(), det);
    if vm.ext.oracle.is_over() {
        return Err(vm.final_ball(Cell::NIL));
    }
    Ok(solutions)
}

/// Binds the argument of a solution. Only variables are bound.
fn bind(vm: &mut Vm, args: &[Cell], s: Solution) {
    if let Some(&arg) = args.get(s.argument) {
        let arg = vm.heap.deref(arg);
        if arg.is_ref() {
            vm.bind(arg, Cell::int(s.value));
        }
    }
}

fn answer_once(vm: &mut Vm, name: &str, arity: usize) -> Result<bool, Ball> {
    let args: Vec<Cell> = (0..arity).map(|i| vm.x(i)).collect();
    let solutions = ask(vm, name, &args, true)?;
    let first = solutions.first().copied();
    if let Some(s) = first {
        bind(vm, &args, s);
    }
    Ok(first.is_some())
}

/// `'$solutions'(Goal, List)`.
fn solutions(vm: &mut Vm) -> Result<bool, Ball> {
    let (name, args) = parts(vm, vm.x(0));
    let name = vm.atoms.text(name).to_string();
    let solutions = ask(vm, &name, &args, false)?;
    let encoded: Vec<Cell> = solutions
        .iter()
        .map(|s| Cell::int(8 * s.argument as i64 + s.value))
        .collect();
    let list = vm.heap.list(&encoded, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}

/// `'$take'(Goal, Solution)`.
fn take(vm: &mut Vm) -> Result<bool, Ball> {
    let (_, args) = parts(vm, vm.x(0));
    let s = vm.x(1).as_int();
    let solution = Solution {
        argument: (s / 8) as usize,
        value: s % 8,
    };
    bind(vm, &args, solution);
    Ok(true)
}

fn spoil_registers(vm: &mut Vm) -> Result<bool, Ball> {
    let junk = Cell::atom(atoms::ERROR);
    (0..64).for_each(|r| vm.set_x(r, junk));
    Ok(true)
}

/// A machine and its linker: every predicate that a clause calls is the oracle's.
struct Lab {
    machine: Vm,
    ops: OpTable,
    compiler: Compiler,
    builtins: FxHashMap<(Atom, u32), u32>,
    known: FxHashSet<PredId>,
    /// Predicates that still need their clause.
    new: Vec<(Atom, u32)>,
}

/// The linker of the laboratory, while its compiler is borrowed.
struct Link<'a> {
    machine: &'a mut Vm,
    builtins: &'a FxHashMap<(Atom, u32), u32>,
    known: &'a mut FxHashSet<PredId>,
    new: &'a mut Vec<(Atom, u32)>,
}

impl Linker for Link<'_> {
    fn pred(&mut self, _: Atom, name: Atom, arity: u32) -> PredId {
        let f = self.machine.functors.intern(name, arity);
        let p = self.machine.db.pred_id(atoms::USER, f, name, arity);
        if self.known.insert(p) {
            self.new.push((name, arity));
        }
        p
    }
    fn functor(&mut self, name: Atom, arity: u32) -> FunctorId {
        self.machine.functors.intern(name, arity)
    }
    fn constant(&mut self, n: &Node) -> ConstId {
        self.machine.add_constant(n)
    }
    fn text_constant(&mut self, text: &str) -> ConstId {
        self.machine.add_text_constant(text)
    }
    fn builtin(&mut self, _: Atom, name: Atom, arity: u32) -> Option<u32> {
        self.builtins.get(&(name, arity)).copied()
    }
    fn redefined(&self, _: Atom, _: Atom, _: u32) -> bool {
        false
    }
    fn meta_args(&self, _: Atom, _: Atom, _: u32) -> Option<Vec<bool>> {
        None
    }
    fn text(&self, a: Atom) -> String {
        self.machine.atoms.text(a).to_string()
    }
    fn intern(&mut self, s: &str) -> Atom {
        self.machine.atoms.intern(s)
    }
}

impl Lab {
    fn new() -> Lab {
        let mut machine = Machine::new(Host::default());
        let mut builtins = FxHashMap::default();
        for (name, arity, run) in DET_PREDICATES.into_iter().chain(ORACLE_BUILTINS) {
            let name = machine.atoms.intern(name);
            let row = Builtin {
                run,
                name,
                arity,
                is_internal: false,
                is_repeatable: false,
                checks: std::sync::Arc::default(),
            };
            builtins.insert((name, arity), machine.add_builtin(row));
        }
        let ops = OpTable::standard(&mut machine.atoms);
        let mut lab = Lab {
            machine,
            ops,
            compiler: Compiler::new(),
            builtins,
            known: FxHashSet::default(),
            new: Vec::new(),
        };
        lab.define("'$member'(S, [S|_])");
        lab.define("'$member'(S, [_|L]) :- '$member'(S, L)");
        lab
    }

    fn read(&mut self, text: &str) -> Tree {
        let text = format!("{text} .");
        let options = ReadOptions::default();
        match read_term(&text, 0, &self.ops, &mut self.machine.atoms, &options) {
            Ok(Some((t, _))) => t.tree,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn compile(&mut self, tree: &Tree) -> ClauseCode {
        let (head, body) = split(tree);
        let mut link = Link {
            machine: &mut self.machine,
            builtins: &self.builtins,
            known: &mut self.known,
            new: &mut self.new,
        };
        let code = self
            .compiler
            .compile(tree, head, body, atoms::USER, &mut link);
        code.expect("compiles")
    }

    /// Adds a clause. Its predicate is not the oracle's.
    fn define(&mut self, text: &str) {
        let tree = self.read(text);
        let (name, args) = tree.callable(split(&tree).0).expect("a head");
        let p = self.own_predicate(name, args.len() as u32);
        let code = self.compile(&tree);
        self.machine.db.add_clause(p, &code, &Source::Absent, false);
    }

    fn own_predicate(&mut self, name: Atom, arity: u32) -> PredId {
        let f = self.machine.functors.intern(name, arity);
        let p = self.machine.db.pred_id(atoms::USER, f, name, arity);
        self.known.insert(p);
        p
    }

    /// Gives the predicates that have been called their clauses: the oracle answers.
    fn define_called(&mut self) {
        while let Some((name, arity)) = self.new.pop() {
            let name = self.machine.atoms.text(name).replace('\\', "\\\\");
            let args: Vec<_> = (0..arity).map(|i| format!("A{i}")).collect();
            let goal = match arity {
                0 => format!("'{name}'"),
                _ => format!("'{name}'({})", args.join(",")),
            };
            self.define(&format!(
                "{goal} :- '$solutions'({goal}, L), '$member'(S, L), '$take'({goal}, S), '$spoil_registers'"
            ));
        }
    }

    /// The trace of predicate `p` called with these arguments.
    fn run(&mut self, p: (Atom, PredId), args: &[Term], terms: &Heap, seed: u64) -> Vec<String> {
        let vm = &mut self.machine;
        vm.ext.oracle = Oracle::new(seed);
        vm.collector_work.at_every_call = seed & 1 == 1;
        let mut met = FxHashMap::default();
        let cells: Vec<Cell> = args
            .iter()
            .map(|&t| arguments::to_machine(vm, terms, t, &mut met))
            .collect();
        let goal = match cells.len() {
            0 => Cell::atom(p.0),
            n => {
                let f = vm.functors.intern(p.0, n as u32);
                vm.heap.structure(f, &cells)
            }
        };
        let at = vm.protect(goal);
        let mut query = vm.start(goal);
        loop {
            match vm.next_answer(&mut query) {
                Outcome::Answer { .. } => {
                    let (_, args) = parts(vm, vm.protected(at));
                    let text = show_all(vm, &args);
                    vm.ext.oracle.log(format!("exit {text}"));
                    if vm.ext.oracle.is_over() {
                        break;
                    }
                }
                Outcome::NoMore => break,
                Outcome::Raised(_) if vm.ext.oracle.is_over() => break,
                Outcome::Raised(_) => {
                    vm.ext.oracle.log("error".into());
                    break;
                }
            }
        }
        vm.finish(&mut query);
        vm.unprotect(at);
        std::mem::take(&mut vm.ext.oracle.trace)
    }

    /// Compiles a clause and runs it both ways, once for each seed.
    fn agree(&mut self, text: &str, seeds: impl Iterator<Item = u64>) {
        let tree = self.read(text);
        let (head, body) = split(&tree);
        let code = self.compile(&tree);
        self.define_called();
        let (name, params) = tree.callable(head).expect("a head");
        let p = self.own_predicate(name, params.len() as u32);
        self.machine.db.undefine(p);
        self.machine.db.add_clause(p, &code, &Source::Absent, false);
        for seed in seeds {
            let mut terms = Heap::default();
            let args = arguments::random(&mut terms, &mut self.machine.atoms, params.len(), seed);
            let oracle = Oracle::new(seed);
            let expected = reference::run(self, &tree, (head, body), &args, terms.clone(), oracle);
            let found = self.run((name, p), &args, &terms, seed);
            assert_eq!(found, expected, "{text}\nseed {seed}");
        }
        // For the clauses that follow, the predicate is the oracle's again if they call it.
        self.machine.db.undefine(p);
        self.known.remove(&p);
    }
}

/// Head and body of a clause.
fn split(tree: &Tree) -> (NodeId, Option<NodeId>) {
    match tree.as_compound::<2>(tree.root(), atoms::NECK) {
        Some([h, b]) => (h, Some(b)),
        None => (tree.root(), None),
    }
}

#[test]
fn clauses_run_as_the_reference() {
    let mut lab = Lab::new();
    for c in CLAUSES {
        // Modules, opaque calls and the order of variables are not the reference's matter.
        if ["m:", ":q", "call(", "@"].iter().any(|s| c.contains(s)) {
            continue;
        }
        lab.agree(c, (0..40).map(|seed| seed * 7919 + 1));
    }
}

/// `SEED` and `COUNT` in the environment choose other clauses.
#[test]
fn random_clauses_run_as_the_reference() {
    let number = |name, default| {
        let value = std::env::var(name).ok().and_then(|s| s.parse().ok());
        value.unwrap_or(default)
    };
    let (from, count) = (number("SEED", 0), number("COUNT", 4000));
    let mut lab = Lab::new();
    for seed in from..from + count {
        let text = generate::clause(seed);
        lab.agree(&text, (0..4).map(|k| seed.wrapping_mul(31) + k));
    }
}
