//! Compiled code against the meaning of the clause: a small machine runs the code, a small
//! interpreter walks the term, an oracle answers the calls of both, and their traces must agree.
//! The small machine forgets everything that the real one may forget: registers at calls, slots
//! beyond those a call keeps.

use super::Compiler;
use super::tests::World;
use crate::base::atom::{Atom, atoms};
use crate::base::evaluable::{Op1, Op2};
use crate::base::number::Number;
use crate::code::instr::{Instr, OrderOp};
use crate::code::pred::ClauseCode;

mod generate;
mod heap;
mod reference;

use heap::{Cell, Heap, Mark, Oracle, Term, Thrown, compares, operate};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Slot {
    Nothing,
    Term(Term),
    Level(usize),
}

enum Alternative {
    Code(usize),
    Solutions {
        rest: Vec<(usize, i64)>,
        args: Vec<Term>,
        back: Option<usize>,
    },
    Disabled,
}

struct Choice {
    mark: Mark,
    alternative: Alternative,
    env: Option<Vec<Slot>>,
    n: u16,
}

/// The small machine.
struct Run<'a> {
    w: &'a World,
    code: &'a ClauseCode,
    h: Heap,
    x: Vec<Option<Term>>,
    env: Option<Vec<Slot>>,
    choices: Vec<Choice>,
    s: Vec<Term>,
    put: Option<Term>,
    oracle: Oracle,
    head: Vec<Term>,
}

enum Flow {
    Next,
    To(usize),
    Fail,
    Exit,
}

impl Run<'_> {
    fn rx(&self, r: u16) -> Term {
        self.x
            .get(usize::from(r))
            .copied()
            .flatten()
            .unwrap_or_else(|| panic!("x{r} is not assigned"))
    }
    fn wx(&mut self, r: u16, t: Term) {
        let r = usize::from(r);
        if r >= self.x.len() {
            self.x.resize(r + 1, None);
        }
        self.x[r] = Some(t);
    }
    fn slot(&self, y: u16) -> Slot {
        self.env.as_ref().expect("environment")[usize::from(y)]
    }
    fn ry(&self, y: u16) -> Term {
        match self.slot(y) {
            Slot::Term(t) => t,
            other => panic!("y{y} holds {other:?}"),
        }
    }
    fn wy(&mut self, y: u16, s: Slot) {
        self.env.as_mut().expect("environment")[usize::from(y)] = s;
    }
    fn keep(&mut self, n: u16, x: u16) {
        if let Some(e) = &mut self.env {
            e.iter_mut()
                .skip(usize::from(n))
                .for_each(|s| *s = Slot::Nothing);
        }
        self.x
            .iter_mut()
            .skip(usize::from(x))
            .for_each(|r| *r = None);
    }
    fn cut(&mut self, level: usize) {
        self.choices.truncate(level);
    }
    fn next_arg(&mut self) -> Term {
        self.s.pop().expect("an argument is left")
    }
    fn enter(&mut self, t: Term, f: Atom, n: usize) -> bool {
        let t = self.h.deref(t);
        match self.h.cells[t].clone() {
            Cell::Var(_) => {
                let args: Vec<Term> = (0..n).map(|_| self.h.var()).collect();
                self.s.extend(args.iter().rev());
                let c = self.h.cell(Cell::Comp(f, args));
                self.h.bind(t, c);
                true
            }
            Cell::Comp(g, args) if g == f && args.len() == n => {
                self.s.extend(args.iter().rev());
                true
            }
            _ => false,
        }
    }
    fn set(&mut self, t: Term) {
        let p = self.put.expect("a compound is being built");
        if let Cell::Comp(_, args) = &mut self.h.cells[p] {
            args.push(t);
        }
    }
    fn number(&self, k: crate::code::pred::ConstId) -> Cell {
        Cell::Num(self.w.constants[k.0 as usize].clone())
    }
    fn int(i: i64) -> Cell {
        Cell::Num(Number::Int(i.into()))
    }
    fn constant(&mut self, a: Term, c: Cell) -> Flow {
        let t = self.h.cell(c);
        if self.h.unify(a, t) {
            Flow::Next
        } else {
            Flow::Fail
        }
    }
    fn unified(&mut self, a: Term, b: Term) -> Flow {
        if self.h.unify(a, b) {
            Flow::Next
        } else {
            Flow::Fail
        }
    }
    fn test(yes: bool, at: usize, els: i64) -> Flow {
        match (yes, els) {
            (true, _) => Flow::Next,
            (false, 0) => Flow::Fail,
            (false, els) => Flow::To((at as i64 + els) as usize),
        }
    }

    /// Runs to the end; the trace is in the oracle.
    fn run(&mut self) {
        let mut at = 0;
        loop {
            if self.oracle.steps > 300 {
                self.oracle.log("enough".into());
                return;
            }
            match self.step(at) {
                Ok(Flow::Next) => at += 1,
                Ok(Flow::To(to)) => at = to,
                Ok(Flow::Exit) => {
                    let text = self.h.show_all(&self.head, self.w);
                    self.oracle.log(format!("exit {text}"));
                    match self.backtrack() {
                        Some(to) => at = to,
                        None => return,
                    }
                }
                Ok(Flow::Fail) => match self.backtrack() {
                    Some(to) => at = to,
                    None => return,
                },
                Err(Thrown) => {
                    self.oracle.log("error".into());
                    return;
                }
            }
        }
    }

    fn backtrack(&mut self) -> Option<usize> {
        loop {
            let c = self.choices.last_mut()?;
            self.h.undo(c.mark);
            if let (Some(saved), Some(now)) = (&c.env, &self.env) {
                let n = usize::from(c.n);
                // A slot that a later call gave up is still there, but the test forgot it.
                let same = |(a, b): (&Slot, &Slot)| {
                    a == b
                        || *b == Slot::Nothing
                        || matches!((a, b), (Slot::Level(_), Slot::Level(_)))
                };
                assert!(
                    saved[..n].iter().zip(&now[..n]).all(same),
                    "kept slots were overwritten"
                );
            }
            self.env = c.env.clone();
            self.s.clear();
            self.x.clear();
            match &mut c.alternative {
                Alternative::Code(to) => return Some(*to),
                Alternative::Disabled => {
                    self.choices.pop();
                }
                Alternative::Solutions { rest, args, back } => {
                    let next = rest.pop();
                    let (args, back, done) = (args.clone(), *back, rest.is_empty());
                    if done {
                        self.choices.pop();
                    }
                    if let Some(s) = next
                        && Oracle::take(&mut self.h, &args, s)
                    {
                        match back {
                            Some(to) => return Some(to),
                            None => {
                                let text = self.h.show_all(&self.head, self.w);
                                self.oracle.log(format!("exit {text}"));
                            }
                        }
                    }
                }
            }
        }
    }

    fn call(&mut self, p: crate::code::pred::PredId, back: Option<usize>, n: u16) -> Flow {
        let (_, name, arity) = self.w.preds[p.0 as usize];
        let args: Vec<Term> = (0..arity as u16).map(|r| self.rx(r)).collect();
        self.keep(n, 0);
        self.oracle_call(&self.w.atoms.text(name).to_string(), args, back, n, false)
    }

    fn oracle_call(
        &mut self,
        name: &str,
        args: Vec<Term>,
        back: Option<usize>,
        n: u16,
        det: bool,
    ) -> Flow {
        let mut rest = self.oracle.solutions(name, &args, &self.h, self.w, det);
        rest.reverse();
        let Some(first) = rest.pop() else {
            return Flow::Fail;
        };
        if !rest.is_empty() {
            let (mark, env) = (self.h.mark(), self.env.clone());
            let alternative = Alternative::Solutions {
                rest,
                args: args.clone(),
                back,
            };
            self.choices.push(Choice {
                mark,
                alternative,
                env,
                n,
            });
        }
        if !Oracle::take(&mut self.h, &args, first) {
            return Flow::Fail;
        }
        back.map_or(Flow::Exit, Flow::To)
    }

    fn alternative(&mut self, to: usize, n: u16) -> Choice {
        let mut env = self.env.clone();
        env.as_mut()
            .expect("environment")
            .iter_mut()
            .skip(usize::from(n))
            .for_each(|s| *s = Slot::Nothing);
        Choice {
            mark: self.h.mark(),
            alternative: Alternative::Code(to),
            env,
            n,
        }
    }

    fn step(&mut self, at: usize) -> Result<Flow, Thrown> {
        use Instr as I;
        let forward = |els: i32| (at as i64 + i64::from(els)) as usize;
        Ok(match self.code.code[at] {
            I::GetVariableX { x, a } => {
                self.wx(x, self.rx(a));
                Flow::Next
            }
            I::GetVariableY { y, a } => {
                self.wy(y, Slot::Term(self.rx(a)));
                Flow::Next
            }
            I::GetValueX { x, a } => self.unified(self.rx(x), self.rx(a)),
            I::GetValueY { y, a } => self.unified(self.ry(y), self.rx(a)),
            I::GetAtom { a, c } => self.constant(self.rx(a), Cell::Atom(c)),
            I::GetInt { a, i } => self.constant(self.rx(a), Self::int(i.into())),
            I::GetConst { a, k } => self.constant(self.rx(a), self.number(k)),
            I::GetList { a } => {
                if self.enter(self.rx(a), atoms::DOT, 2) {
                    Flow::Next
                } else {
                    Flow::Fail
                }
            }
            I::GetStructure { a, f, .. } => {
                let (f, n) = self.w.functors.get(f);
                if self.enter(self.rx(a), f, n as usize) {
                    Flow::Next
                } else {
                    Flow::Fail
                }
            }
            I::GetListVars { a, h, t } => {
                if !self.enter(self.rx(a), atoms::DOT, 2) {
                    return Ok(Flow::Fail);
                }
                let head = self.next_arg();
                self.wx(h, head);
                let tail = self.next_arg();
                self.wx(t, tail);
                Flow::Next
            }
            I::GetListValueVar { a, h, t } => {
                if !self.enter(self.rx(a), atoms::DOT, 2) {
                    return Ok(Flow::Fail);
                }
                let head = self.next_arg();
                if !self.h.unify(head, self.rx(h)) {
                    return Ok(Flow::Fail);
                }
                let tail = self.next_arg();
                self.wx(t, tail);
                Flow::Next
            }
            I::UnifyVariableX { x } => {
                let t = self.next_arg();
                self.wx(x, t);
                Flow::Next
            }
            I::UnifyVariableY { y } => {
                let t = self.next_arg();
                self.wy(y, Slot::Term(t));
                Flow::Next
            }
            I::UnifyValueX { x } => {
                let t = self.next_arg();
                self.unified(t, self.rx(x))
            }
            I::UnifyValueY { y } => {
                let t = self.next_arg();
                self.unified(t, self.ry(y))
            }
            I::UnifyAtom { c } => {
                let t = self.next_arg();
                self.constant(t, Cell::Atom(c))
            }
            I::UnifyInt { i } => {
                let t = self.next_arg();
                self.constant(t, Self::int(i.into()))
            }
            I::UnifyConst { k } => {
                let t = self.next_arg();
                self.constant(t, self.number(k))
            }
            I::UnifyVoid { n } => {
                (0..n).for_each(|_| {
                    self.next_arg();
                });
                Flow::Next
            }
            I::UnifyList {} => {
                let t = self.next_arg();
                if self.enter(t, atoms::DOT, 2) {
                    Flow::Next
                } else {
                    Flow::Fail
                }
            }
            I::UnifyStructure { f, .. } => {
                let (f, n) = self.w.functors.get(f);
                let t = self.next_arg();
                if self.enter(t, f, n as usize) {
                    Flow::Next
                } else {
                    Flow::Fail
                }
            }
            I::PutVariableX { x, a } => {
                let v = self.h.var();
                self.wx(x, v);
                self.wx(a, v);
                Flow::Next
            }
            I::PutVariableY { y, a } => {
                let v = self.h.var();
                self.wy(y, Slot::Term(v));
                self.wx(a, v);
                Flow::Next
            }
            I::PutValueX { x, a } => {
                self.wx(a, self.rx(x));
                Flow::Next
            }
            I::PutValueY { y, a } => {
                self.wx(a, self.ry(y));
                Flow::Next
            }
            I::PutAtom { a, c } => {
                let t = self.h.atom(c);
                self.wx(a, t);
                Flow::Next
            }
            I::PutInt { a, i } => {
                let t = self.h.cell(Self::int(i.into()));
                self.wx(a, t);
                Flow::Next
            }
            I::PutConst { a, k } => {
                let t = self.h.cell(self.number(k));
                self.wx(a, t);
                Flow::Next
            }
            I::Qualify { a, c } => {
                let m = self.h.atom(c);
                let t = self.h.cell(Cell::Comp(atoms::COLON, vec![m, self.rx(a)]));
                self.wx(a, t);
                Flow::Next
            }
            I::PutList { a } => {
                let t = self.h.cell(Cell::Comp(atoms::DOT, Vec::new()));
                self.put = Some(t);
                self.wx(a, t);
                Flow::Next
            }
            I::PutStructure { a, f, .. } => {
                let (f, _) = self.w.functors.get(f);
                let t = self.h.cell(Cell::Comp(f, Vec::new()));
                self.put = Some(t);
                self.wx(a, t);
                Flow::Next
            }
            I::InitY { y } => {
                let v = self.h.var();
                self.wy(y, Slot::Term(v));
                Flow::Next
            }
            I::SetVariableX { x } => {
                let v = self.h.var();
                self.set(v);
                self.wx(x, v);
                Flow::Next
            }
            I::SetVariableY { y } => {
                let v = self.h.var();
                self.set(v);
                self.wy(y, Slot::Term(v));
                Flow::Next
            }
            I::SetValueX { x } => {
                self.set(self.rx(x));
                Flow::Next
            }
            I::SetValueY { y } => {
                self.set(self.ry(y));
                Flow::Next
            }
            I::SetAtom { c } => {
                let t = self.h.atom(c);
                self.set(t);
                Flow::Next
            }
            I::SetInt { i } => {
                let t = self.h.cell(Self::int(i.into()));
                self.set(t);
                Flow::Next
            }
            I::SetConst { k } => {
                let t = self.h.cell(self.number(k));
                self.set(t);
                Flow::Next
            }
            I::SetVoid { n } => {
                for _ in 0..n {
                    let v = self.h.var();
                    self.set(v);
                }
                Flow::Next
            }
            I::Allocate { n } => {
                self.env = Some(vec![Slot::Nothing; usize::from(n)]);
                Flow::Next
            }
            I::Deallocate {} => {
                self.env = None;
                Flow::Next
            }
            I::Call { n, p } => self.call(p, Some(at + 1), n),
            I::Execute { p } => self.call(p, None, 0),
            I::Proceed {} => Flow::Exit,
            I::Builtin { b } => {
                let (name, arity) = self.w.builtins[b as usize];
                let args: Vec<Term> = (0..arity as u16).map(|r| self.rx(r)).collect();
                self.oracle_call(name, args, Some(at + 1), 0, true)
            }
            I::Jump { to } => Flow::To(forward(to)),
            I::Fail {} => Flow::Fail,
            I::Attend { x, n } => {
                (0..x).for_each(|r| {
                    self.rx(r);
                });
                self.keep(n, x);
                Flow::Next
            }
            I::EnsureHeap { .. } => Flow::Next,
            I::TryElse { n, els } => {
                let c = self.alternative(forward(els), n);
                self.choices.push(c);
                Flow::Next
            }
            I::RetryElse { n, els } => {
                self.choices.pop();
                let c = self.alternative(forward(els), n);
                self.choices.push(c);
                Flow::Next
            }
            I::TrustElse { n } => {
                self.choices.pop();
                self.keep(n, 0);
                Flow::Next
            }
            I::NeckCut { x, .. } => {
                self.cut(0);
                self.keep(0, x);
                Flow::Next
            }
            I::GetLevel { y } => {
                self.wy(y, Slot::Level(0));
                Flow::Next
            }
            I::MarkChoice { y } => {
                self.wy(y, Slot::Level(self.choices.len()));
                Flow::Next
            }
            I::Cut { y, n, x } => {
                let Slot::Level(level) = self.slot(y) else {
                    panic!("no level in y{y}")
                };
                self.cut(level);
                self.keep(n, x);
                Flow::Next
            }
            I::SoftCut { y } => {
                let Slot::Level(level) = self.slot(y) else {
                    panic!("no level in y{y}")
                };
                self.choices[level - 1].alternative = Alternative::Disabled;
                Flow::Next
            }
            I::Test { op, a, els } => Self::test(self.h.type_test(op, self.rx(a)), at, els.into()),
            I::Compare { op, a, b, els } => {
                let (a, b) = (
                    self.h.eval(self.rx(a), self.w)?,
                    self.h.eval(self.rx(b), self.w)?,
                );
                Self::test(compares(op, a, b), at, els.into())
            }
            I::CompareInt { op, a, i, els } => {
                let a = self.h.eval(self.rx(a), self.w)?;
                Self::test(compares(op, a, i.into()), at, els.into())
            }
            I::Order { op, a, b, els } => {
                let same = self.h.same(self.rx(a), self.rx(b), self.w);
                Self::test(same == (op == OrderOp::Eq), at, els.into())
            }
            I::NotUnify { a, b, els } => {
                let yes = self.h.unifiable(self.rx(a), self.rx(b));
                Self::test(!yes, at, els.into())
            }
            I::Add { d, a, b } => self.arithmetic(d, "+", &[a, b], None)?,
            I::Sub { d, a, b } => self.arithmetic(d, "-", &[a, b], None)?,
            I::Mul { d, a, b } => self.arithmetic(d, "*", &[a, b], None)?,
            I::AddInt { d, a, i } => self.arithmetic(d, "+", &[a], Some(i))?,
            I::Arith2 { op, d, a, b } => {
                let op = Op2::from_u8(op).expect("an evaluable");
                self.arithmetic(d, op.name(), &[a, b], None)?
            }
            I::Arith2Int { op, d, a, i } => {
                let op = Op2::from_u8(op).expect("an evaluable");
                self.arithmetic(d, op.name(), &[a], Some(i))?
            }
            I::Arith1 { op, d, a } => {
                let op = Op1::from_u8(op).expect("an evaluable");
                self.arithmetic(d, op.name(), &[a], None)?
            }
            I::Eval { d, a } => {
                let a = self.h.deref(self.rx(a));
                let v = match self.h.cells[a].clone() {
                    c @ Cell::Num(_) => c,
                    _ => Self::int(self.h.eval(a, self.w)?),
                };
                let t = self.h.cell(v);
                self.wx(d, t);
                Flow::Next
            }
            other => panic!("{other:?} in a clause"),
        })
    }

    fn arithmetic(
        &mut self,
        d: u16,
        name: &str,
        rs: &[u16],
        last: Option<i16>,
    ) -> Result<Flow, Thrown> {
        let mut xs = Vec::new();
        for &r in rs {
            xs.push(self.h.eval(self.rx(r), self.w)?);
        }
        xs.extend(last.map(i64::from));
        let t = self.h.cell(Self::int(operate(name, &xs)?));
        self.wx(d, t);
        Ok(Flow::Next)
    }
}

/// Compiles and runs a clause both ways.
fn agree(text: &str, seed: u64) {
    let mut w = World::new();
    let code = match w.compile_in(text, "user") {
        Ok(code) => code,
        Err(e) => panic!("{text}: {e:?}"),
    };
    super::tests_interp::verify(&code, text);
    let tree = w.read(text);
    let (head, body) = World::split(&tree);
    let mut heap = Heap::default();
    let args = generate::arguments(&mut heap, &mut w, tree.args(head).len(), seed);
    let oracle = || Oracle {
        seed,
        trace: Vec::new(),
        steps: 0,
    };
    let listing = w.show(&code);
    let expected = reference::run(&w, &tree, (head, body), &args, heap.clone(), oracle());
    let x = args.iter().map(|&a| Some(a)).collect();
    let mut run = Run {
        w: &w,
        code: &code,
        h: heap,
        x,
        env: None,
        choices: Vec::new(),
        s: Vec::new(),
        put: None,
        oracle: oracle(),
        head: args,
    };
    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run.run()));
    if ran.is_err() || run.oracle.trace != expected {
        panic!(
            "{text}\nseed {seed}\n{listing}\nexpected {expected:#?}\nfound {:#?}",
            run.oracle.trace
        );
    }
}

#[test]
fn clauses_mean_what_they_say() {
    for c in super::tests::CLAUSES {
        if c.contains("m:") || c.contains("call(") || c.contains(":q") {
            continue;
        }
        for seed in 0..40 {
            agree(c, seed * 7919 + 1);
        }
    }
}

#[test]
fn random_clauses_mean_what_they_say() {
    let from = std::env::var("SEED")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(0);
    let count = std::env::var("COUNT")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(4000);
    for seed in from..from + count {
        let text = generate::clause(seed);
        for k in 0..4 {
            agree(&text, seed.wrapping_mul(31) + k);
        }
    }
}

#[test]
fn one_compiler_for_many_clauses() {
    let mut w = World::new();
    let mut c = Compiler::new();
    for seed in 0..300 {
        let text = generate::clause(seed);
        let tree = w.read(&text);
        let (head, body) = World::split(&tree);
        let again = c
            .compile(&tree, head, body, atoms::USER, &mut w)
            .expect("compiles");
        let fresh = Compiler::new()
            .compile(&tree, head, body, atoms::USER, &mut w)
            .expect("compiles");
        assert_eq!(again.code.len(), fresh.code.len(), "{text}");
    }
}
