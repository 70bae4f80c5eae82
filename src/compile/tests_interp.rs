//! Proof that code keeps the promises that the machine relies on, by abstract interpretation:
//! every register that is read has been written on all paths, every slot that a call or a choice
//! point keeps is valid, environments are balanced, jumps stay inside.

use crate::code::instr::Instr;
use crate::code::pred::ClauseCode;
use std::collections::BTreeSet;

/// What is known at one place.
#[derive(Clone, PartialEq, Debug, Default)]
struct State {
    x: BTreeSet<u16>,
    y: BTreeSet<u16>,
    /// Slots that a choice point may keep.
    kept: BTreeSet<u16>,
    env: Option<u16>,
    /// Arguments of compounds still to come, innermost last; `true` in a head.
    args: Vec<u32>,
    in_put: bool,
    /// Whether `B0` is still what it was at the entry.
    entry: bool,
}

/// Panics if the code of the clause breaks a promise.
pub(super) fn verify(code: &ClauseCode, text: &str) {
    let start = State {
        x: (0..code.keys.len() as u16).collect(),
        entry: true,
        ..State::default()
    };
    let mut seen: Vec<Vec<State>> = vec![Vec::new(); code.code.len()];
    let mut todo = vec![(0usize, start)];
    while let Some((at, state)) = todo.pop() {
        assert!(at < code.code.len(), "{text}: runs off the end");
        if seen[at].contains(&state) {
            continue;
        }
        seen[at].push(state.clone());
        let mut step = Step {
            at,
            text,
            state,
            next: Vec::new(),
        };
        step.run(&code.code[at]);
        todo.extend(step.next);
    }
}

struct Step<'a> {
    at: usize,
    text: &'a str,
    state: State,
    next: Vec<(usize, State)>,
}

impl Step<'_> {
    fn fail(&self, what: &str) -> ! {
        panic!("{}\nat {}: {what}; {:?}", self.text, self.at, self.state)
    }
    fn rx(&self, r: u16) {
        if !self.state.x.contains(&r) {
            self.fail(&format!("x{r} is not assigned"));
        }
    }
    fn wx(&mut self, r: u16) {
        self.state.x.insert(r);
    }
    fn ry(&self, y: u16) {
        if !self.state.y.contains(&y) {
            self.fail(&format!("y{y} is not valid"));
        }
    }
    fn wy(&mut self, y: u16) {
        self.write_slot(y, false);
    }
    fn write_slot(&mut self, y: u16, level: bool) {
        match self.state.env {
            Some(n) if y < n => {}
            _ => self.fail("slot outside the environment"),
        }
        if self.state.kept.contains(&y) && !level {
            self.fail("slot that may be kept is overwritten");
        }
        self.state.y.insert(y);
    }
    fn argument(&mut self, n: u32, put: bool) {
        if self.state.in_put != put {
            self.fail("set and unify mixed up");
        }
        match self.state.args.last_mut() {
            Some(left) if *left >= n => *left -= n,
            _ => self.fail("too many arguments"),
        }
        while self.state.args.last() == Some(&0) {
            self.state.args.pop();
        }
    }
    fn compound(&mut self, n: u32, put: bool) {
        if !self.state.args.is_empty() {
            self.fail("compound inside another");
        }
        self.state.args.push(n);
        self.state.in_put = put;
    }
    fn in_place(&mut self, n: u32) {
        if self.state.in_put || self.state.args.last() != Some(&1) {
            self.fail("not the last argument");
        }
        self.argument(1, false);
        self.state.args.push(n);
    }
    fn need_slots(&self, n: u16) {
        (0..n).for_each(|y| self.ry(y));
        if self.state.env.is_none_or(|e| n > e) {
            self.fail("more slots than the environment has");
        }
    }
    fn keep(&mut self, n: u16, x: u16) {
        self.state.y.retain(|&y| y < n);
        self.state.kept = self.state.y.clone();
        self.state.x.retain(|&r| r < x);
    }
    fn go(&mut self) {
        let s = self.state.clone();
        self.next.push((self.at + 1, s));
    }
    fn jump(&mut self, to: i64) {
        let s = self.state.clone();
        if to <= 0 {
            self.fail("jumps back");
        }
        self.next.push((self.at + to as usize, s));
    }
    fn test(&mut self, els: i64) {
        if els != 0 {
            self.jump(els);
        }
        self.go();
    }
    fn own_env(&self) {
        if self.state.env.is_none() {
            self.fail("no environment");
        }
    }
    /// A choice point's alternative: no registers, the slots that it keeps.
    fn alternative(&mut self, n: u16, els: i64) {
        self.own_env();
        self.need_slots(n);
        let mut s = self.state.clone();
        s.x.clear();
        s.y.retain(|&y| y < n);
        s.kept = s.y.clone();
        self.state.kept.extend(0..n);
        if els <= 0 {
            self.fail("alternative behind");
        }
        self.next.push((self.at + els as usize, s));
    }

    fn run(&mut self, i: &Instr) {
        use Instr as I;
        let in_compound = !self.state.args.is_empty();
        let belongs = matches!(
            i,
            I::UnifyVariableX { .. }
                | I::UnifyVariableY { .. }
                | I::UnifyValueX { .. }
                | I::UnifyValueY { .. }
                | I::UnifyAtom { .. }
                | I::UnifyInt { .. }
                | I::UnifyConst { .. }
                | I::UnifyVoid { .. }
                | I::UnifyList { .. }
                | I::UnifyStructure { .. }
                | I::SetVariableX { .. }
                | I::SetVariableY { .. }
                | I::SetValueX { .. }
                | I::SetValueY { .. }
                | I::SetAtom { .. }
                | I::SetInt { .. }
                | I::SetConst { .. }
                | I::SetVoid { .. }
        );
        if in_compound != belongs {
            self.fail(&format!("{i:?}: arguments missing or superfluous"));
        }
        match *i {
            I::GetVariableX { x, a } => {
                self.rx(a);
                self.wx(x);
            }
            I::GetVariableY { y, a } => {
                self.rx(a);
                self.wy(y);
            }
            I::GetValueX { x, a } => {
                self.rx(x);
                self.rx(a);
            }
            I::GetValueY { y, a } => {
                self.ry(y);
                self.rx(a);
            }
            I::GetAtom { a, .. } | I::GetInt { a, .. } | I::GetConst { a, .. } => self.rx(a),
            I::GetList { a } => {
                self.rx(a);
                self.compound(2, false);
            }
            I::GetStructure { n, a, .. } => {
                assert!(n < 255, "tests use small structures");
                self.rx(a);
                self.compound(n.into(), false);
            }
            I::GetListVars { a, h, t } => {
                self.rx(a);
                self.wx(h);
                self.wx(t);
            }
            I::GetListValueVar { a, h, t } => {
                self.rx(a);
                self.rx(h);
                self.wx(t);
            }
            I::UnifyVariableX { x } => {
                self.argument(1, false);
                self.wx(x);
            }
            I::UnifyVariableY { y } => {
                self.argument(1, false);
                self.wy(y);
            }
            I::UnifyValueX { x } => {
                self.argument(1, false);
                self.rx(x);
            }
            I::UnifyValueY { y } => {
                self.argument(1, false);
                self.ry(y);
            }
            I::UnifyAtom { .. } | I::UnifyInt { .. } | I::UnifyConst { .. } => {
                self.argument(1, false)
            }
            I::UnifyVoid { n } => self.argument(n, false),
            I::UnifyList {} => self.in_place(2),
            I::UnifyStructure { n, .. } => self.in_place(n.into()),
            I::PutVariableX { x, a } => {
                self.wx(x);
                self.wx(a);
            }
            I::PutVariableY { y, a } => {
                self.wy(y);
                self.wx(a);
            }
            I::PutValueX { x, a } => {
                self.rx(x);
                self.wx(a);
            }
            I::PutValueY { y, a } => {
                self.ry(y);
                self.wx(a);
            }
            I::PutAtom { a, .. } | I::PutInt { a, .. } | I::PutConst { a, .. } => self.wx(a),
            I::Qualify { a, .. } => {
                self.rx(a);
                self.wx(a);
            }
            I::PutList { a } => {
                self.compound(2, true);
                self.wx(a);
            }
            I::PutStructure { n, a, .. } => {
                assert!(n < 255, "tests use small structures");
                self.compound(n.into(), true);
                self.wx(a);
            }
            I::InitY { y } => {
                if self.state.kept.contains(&y) {
                    self.fail("initialised twice");
                }
                self.wy(y);
            }
            I::SetVariableX { x } => {
                self.argument(1, true);
                self.wx(x);
            }
            I::SetVariableY { y } => {
                self.argument(1, true);
                self.wy(y);
            }
            I::SetValueX { x } => {
                self.argument(1, true);
                self.rx(x);
            }
            I::SetValueY { y } => {
                self.argument(1, true);
                self.ry(y);
            }
            I::SetAtom { .. } | I::SetInt { .. } | I::SetConst { .. } => self.argument(1, true),
            I::SetVoid { n } => self.argument(n, true),
            I::Allocate { n } => {
                if self.state.env.is_some() {
                    self.fail("second environment");
                }
                self.state.env = Some(n);
                self.state.y.clear();
            }
            I::Deallocate {} => {
                self.own_env();
                self.state.env = None;
                self.state.y.clear();
            }
            I::Call { n, .. } => {
                self.own_env();
                self.need_slots(n);
                self.keep(n, 0);
                self.state.entry = false;
            }
            I::Execute { .. } | I::Proceed {} => {
                if self.state.env.is_some() {
                    self.fail("environment left over");
                }
                return;
            }
            I::Builtin { .. } => {}
            I::Jump { to } => {
                self.jump(to.into());
                return;
            }
            I::Fail {} => return,
            I::Attend { x, n } => {
                (0..x).for_each(|r| self.rx(r));
                match (self.state.env, n) {
                    (None, u16::MAX) => self.keep(0, x),
                    (Some(_), n) => {
                        self.need_slots(n);
                        self.keep(n, x);
                    }
                    _ => self.fail("live slots without environment"),
                }
            }
            I::NeckCut { x, n } => {
                (0..x).for_each(|r| self.rx(r));
                if !self.state.entry || self.state.env.is_some() || n != u16::MAX {
                    self.fail("not at the neck");
                }
                self.keep(0, x);
            }
            I::EnsureHeap { .. } => {}
            I::TryElse { n, els } => {
                self.alternative(n, els.into());
            }
            I::RetryElse { n, els } => {
                self.alternative(n, els.into());
                self.keep(n, 0);
            }
            I::TrustElse { n } => {
                self.need_slots(n);
                self.keep(n, 0);
            }
            I::GetLevel { y } => {
                if !self.state.entry {
                    self.fail("B0 is gone");
                }
                self.wy(y);
            }
            I::MarkChoice { y } => self.write_slot(y, true),
            I::Cut { y, n, x } => {
                self.ry(y);
                self.need_slots(n);
                (0..x).for_each(|r| self.rx(r));
                self.keep(n, x);
            }
            I::SoftCut { y } => self.ry(y),
            I::Test { a, els, .. } => {
                self.rx(a);
                self.test(els.into());
                return;
            }
            I::Compare { a, b, els, .. }
            | I::Order { a, b, els, .. }
            | I::NotUnify { a, b, els } => {
                self.rx(a);
                self.rx(b);
                self.test(els.into());
                return;
            }
            I::CompareInt { a, els, .. } => {
                self.rx(a);
                self.test(els.into());
                return;
            }
            I::Add { d, a, b }
            | I::Sub { d, a, b }
            | I::Mul { d, a, b }
            | I::Arith2 { d, a, b, .. } => {
                self.rx(a);
                self.rx(b);
                self.wx(d);
            }
            I::AddInt { d, a, .. }
            | I::Arith2Int { d, a, .. }
            | I::Arith1 { d, a, .. }
            | I::Eval { d, a } => {
                self.rx(a);
                self.wx(d);
            }
            _ => self.fail("entry code in a clause"),
        }
        self.go();
    }
}
