//! The verifier: code keeps the promises that the machine relies on, by abstract interpretation:
//! every register that is read has been written on all paths, every slot that a call or a choice
//! point keeps is valid, environments are balanced, jumps stay inside.

use crate::code::instr::{Class, Instr, InstrOperand};
use crate::code::pred::ClauseCode;
use std::collections::BTreeSet;

/// The state before one instruction.
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
    /// True if `B0` is still what it was at the entry.
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
        let mut operands = Vec::new();
        i.operands(&mut |o| operands.push(o));
        let class = i.class();
        let is_argument = matches!(
            class,
            Class::HeadArgument | Class::LastArgument | Class::BodyArgument
        );
        if is_argument == self.state.args.is_empty() {
            self.fail(&format!("{i:?}: arguments missing or superfluous"));
        }
        self.read(&operands);
        match class {
            Class::HeadCompound => self.compound(arity(&operands), false),
            Class::BodyCompound => self.compound(arity(&operands), true),
            Class::HeadArgument => self.argument(count(i, &operands), false),
            Class::BodyArgument => self.argument(count(i, &operands), true),
            Class::LastArgument => self.in_place(arity(&operands)),
            Class::Deallocate | Class::Call | Class::Try | Class::Retry | Class::Trust => {
                self.own_env()
            }
            Class::NeckCut if !self.state.entry || self.state.env.is_some() => {
                self.fail("not at the neck")
            }
            Class::Level if !self.state.entry => self.fail("B0 is gone"),
            Class::Note | Class::Entry => self.fail("not executable in a clause"),
            Class::Plain
            | Class::Allocate
            | Class::Return
            | Class::Jump
            | Class::Fail
            | Class::Poll
            | Class::NeckCut
            | Class::Level
            | Class::Cut
            | Class::Test => {}
        }
        self.write(&operands);
        self.flow(i, class, &operands);
    }

    /// The operands that are read: all are valid.
    fn read(&self, operands: &[InstrOperand]) {
        for o in operands {
            match *o {
                InstrOperand::In(x) | InstrOperand::InOut(x) => self.rx(x),
                InstrOperand::SlotIn(y) | InstrOperand::LevelIn(y) => self.ry(y),
                InstrOperand::Registers(n) => (0..n).for_each(|x| self.rx(x)),
                InstrOperand::Slots(u16::MAX) if self.state.env.is_none() => {}
                InstrOperand::Slots(n) => self.need_slots(n),
                _ => {}
            }
        }
    }

    /// The operands that are written: they are valid from now on.
    fn write(&mut self, operands: &[InstrOperand]) {
        for o in operands {
            match *o {
                InstrOperand::Out(x) | InstrOperand::InOut(x) | InstrOperand::Value(x) => {
                    self.wx(x)
                }
                InstrOperand::SlotOut(y) => self.write_slot(y, false),
                InstrOperand::LevelOut(y) => self.write_slot(y, true),
                _ => {}
            }
        }
    }

    /// Where the instruction goes on, and what it leaves valid.
    fn flow(&mut self, i: &Instr, class: Class, operands: &[InstrOperand]) {
        let slots = i.live_slots().unwrap_or(0);
        let registers = registers(operands);
        let jump = jump(operands);
        match class {
            Class::Allocate => {
                if self.state.env.is_some() {
                    self.fail("second environment");
                }
                let size = operands.iter().find_map(|o| match o {
                    InstrOperand::Number(n) => u16::try_from(*n).ok(),
                    _ => None,
                });
                self.state.env = size;
                self.state.y.clear();
            }
            Class::Deallocate => {
                self.state.env = None;
                self.state.y.clear();
            }
            Class::Call => {
                self.keep(slots, 0);
                self.state.entry = false;
            }
            Class::Return => {
                if self.state.env.is_some() {
                    self.fail("environment left over");
                }
                return;
            }
            Class::Fail => return,
            Class::Jump => return self.jump(jump),
            Class::Poll | Class::NeckCut | Class::Cut => {
                let slots = if slots == u16::MAX { 0 } else { slots };
                self.keep(slots, registers);
            }
            Class::Try => self.alternative(slots, jump),
            Class::Retry => {
                self.alternative(slots, jump);
                self.keep(slots, 0);
            }
            Class::Trust => self.keep(slots, 0),
            Class::Test => return self.test(jump),
            Class::Plain
            | Class::HeadCompound
            | Class::BodyCompound
            | Class::HeadArgument
            | Class::BodyArgument
            | Class::LastArgument
            | Class::Level
            | Class::Note
            | Class::Entry => {}
        }
        self.go();
    }
}

/// The number of live registers that an instruction states.
fn registers(operands: &[InstrOperand]) -> u16 {
    let registers = operands.iter().find_map(|o| match o {
        InstrOperand::Registers(n) => Some(*n),
        _ => None,
    });
    registers.unwrap_or(0)
}

/// The jump of an instruction; 0 if there is none.
fn jump(operands: &[InstrOperand]) -> i64 {
    let jump = operands.iter().find_map(|o| match o {
        InstrOperand::Jump(to) => Some(i64::from(*to)),
        _ => None,
    });
    jump.unwrap_or(0)
}

/// The number of arguments of a compound: a list cell has two.
fn arity(operands: &[InstrOperand]) -> u32 {
    let arity = operands.iter().find_map(|o| match o {
        InstrOperand::Number(n) => Some(*n as u32),
        _ => None,
    });
    assert!(arity.is_none_or(|n| n < 255), "tests use small structures");
    arity.unwrap_or(2)
}

/// The number of arguments that an instruction is about.
fn count(i: &Instr, operands: &[InstrOperand]) -> u32 {
    match (i, operands) {
        (Instr::UnifyVoid { .. } | Instr::SetVoid { .. }, &[InstrOperand::Number(n)]) => n as u32,
        (
            Instr::UnifyVariablesX2 { .. }
            | Instr::UnifyVariablesX3 { .. }
            | Instr::SetValuesX2 { .. }
            | Instr::SetValuesX3 { .. },
            operands,
        ) => operands.len() as u32,
        _ => 1,
    }
}
