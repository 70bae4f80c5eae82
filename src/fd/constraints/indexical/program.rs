//! Range programs: the compiled form of an indexical `X in R`. Code for two stacks, of values and of sets, in postfix
//! order, with the results of the analysis. Knows no terms: it refers to arguments by number, and a call has the
//! arguments.
//!
//! # Monotonicity
//! For a value, `up` are the arguments that must be fixed for it never to decrease when domains shrink, `down` those
//! for it never to increase. For a set, `up` are those for it never to lose values (it is *anti-monotone* then),
//! `down` those for it never to gain any (*monotone*). As in Carlsson, Ottosson, Carlson: *An Open-Ended Finite
//! Domain Constraint Solver* (1997), this is a sufficient condition.

use crate::base::int::Int;
use crate::fd::constraints::indexical::eval;
use crate::fd::constraints::indexical::instruction::{
    IndexicalInstr, JumpInstr, NumberInstr, SetInstr,
};
use crate::fd::constraints::indexical::set::Parts;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::Cost;
use crate::fd::kernel::var::{VarId, Vars};
use rustc_hash::FxHashMap;

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Arg {
    /// An integer.
    Int(Int),
    /// A variable.
    Var(VarId),
}

impl Arg {
    pub(super) fn is_fixed(&self, vars: &Vars) -> bool {
        match self {
            Arg::Int(_) => true,
            Arg::Var(v) => vars.is_fixed(*v),
        }
    }
}

/// A constant set.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub(crate) exact: Parts<Bound>,
    /// The same in words, if it fits.
    pub(crate) words: Option<Parts<i64>>,
}

/// The jump for each value.
#[derive(Clone, Default, Debug)]
pub(crate) struct JumpTable {
    pub(crate) at: FxHashMap<Int, u32>,
    pub(crate) end: u32,
}

/// A sum of arguments, each plus or minus, and a constant.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    pub(crate) parts: Vec<(bool, u16)>,
    pub(crate) constant: i64,
}

/// The occurrence of an argument in a range.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Use {
    min: bool,
    max: bool,
    domain: bool,
}

/// A compiled range.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) code: Vec<IndexicalInstr>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) tables: Vec<JumpTable>,
    pub(crate) locals: u16,
    /// All arguments that occur, ascending.
    pub(crate) args: Vec<u16>,
    /// The arguments that must have values for the range to be monotone.
    pub(crate) monotone: Vec<u16>,
    /// The same for anti-monotone.
    pub(crate) anti: Vec<u16>,
    uses: Vec<Use>,
    /// The excluded points, if the range is all integers but finitely many points that are sums.
    pub(crate) without: Option<Vec<Point>>,
    pub(crate) cost: Cost,
}

impl Program {
    /// The event of an argument after which the range must be evaluated again, given that those in `waits` must be
    /// fixed first.
    pub(crate) fn condition(&self, arg: u16, waits: &[u16]) -> PropCond {
        let of = self.uses.get(arg as usize).copied().unwrap_or_default();
        match of {
            _ if waits.contains(&arg) => PropCond::Fixed,
            Use { domain: true, .. } => PropCond::Domain,
            Use {
                min: true,
                max: true,
                ..
            } => PropCond::Bounds,
            Use { min: true, .. } => PropCond::Min,
            Use { max: true, .. } => PropCond::Max,
            Use { .. } => PropCond::Fixed,
        }
    }
}

/// The properties of a piece of the code.
#[derive(Clone, Debug)]
struct Piece {
    start: usize,
    up: Vec<u16>,
    down: Vec<u16>,
    args: Vec<u16>,
    /// It does not depend on arguments or locals.
    constant: bool,
    /// The value, if it is an integer.
    int: Option<Int>,
    /// It is the set of so many values and nothing else.
    points: Option<u32>,
}

/// Builds a program bottom up: operands first, then the operation on the last pieces.
#[derive(Default, Debug)]
pub(crate) struct Builder {
    code: Vec<IndexicalInstr>,
    constants: Vec<Constant>,
    tables: Vec<JumpTable>,
    locals: u16,
    uses: Vec<Use>,
    pieces: Vec<Piece>,
    /// Jumps whose target is not known yet.
    open: Vec<usize>,
    /// Jumps out of the cases of the switches that are being built.
    exits: Vec<Vec<usize>>,
    /// There are guards, which refer to code: it must not move.
    guarded: bool,
}

/// An operation on values or sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IndexicalOp {
    /// `-T`
    Neg,
    /// `T + T`
    Add,
    /// `T - T`
    Sub,
    /// `T * T`
    Mul,
    /// `T /> T`: rounded up.
    DivUp,
    /// `T /< T`: rounded down.
    DivDown,
    /// `T mod T`: with the sign of the second.
    Mod,
    /// `T rem T`: with the sign of the first.
    Rem,
    /// `T .. T`
    Interval,
    /// `R /\ R`
    And,
    /// `R \/ R`
    Or,
    /// `\ R`
    Not,
    /// `- R`
    NegSet,
    /// `R + R`
    AddSets,
    /// `R - R`
    SubSets,
    /// `R + T`
    AddValue,
    /// `R - T`
    SubValue,
    /// `T - R`
    FromValue,
    /// `R mod R`
    ModSets,
    /// `R mod T`
    ModValue,
    /// `R rem R`
    RemSets,
    /// `R rem T`
    RemValue,
}

impl IndexicalOp {
    /// The instruction of an operation with two operands.
    fn instr(self) -> IndexicalInstr {
        match self {
            IndexicalOp::Add => IndexicalInstr::Number(NumberInstr::Add),
            IndexicalOp::Sub => IndexicalInstr::Number(NumberInstr::Sub),
            IndexicalOp::Mul => IndexicalInstr::Number(NumberInstr::Mul),
            IndexicalOp::DivUp => IndexicalInstr::Number(NumberInstr::Div(true)),
            IndexicalOp::DivDown => IndexicalInstr::Number(NumberInstr::Div(false)),
            IndexicalOp::Mod => IndexicalInstr::Number(NumberInstr::Rest(false)),
            IndexicalOp::Rem => IndexicalInstr::Number(NumberInstr::Rest(true)),
            IndexicalOp::Interval => IndexicalInstr::Set(SetInstr::Interval),
            IndexicalOp::AddSets => IndexicalInstr::Set(SetInstr::AddSets),
            IndexicalOp::SubSets => IndexicalInstr::Set(SetInstr::SubSets),
            IndexicalOp::AddValue => IndexicalInstr::Set(SetInstr::AddValue),
            IndexicalOp::SubValue => IndexicalInstr::Set(SetInstr::SubValue),
            IndexicalOp::FromValue => IndexicalInstr::Set(SetInstr::FromValue),
            IndexicalOp::ModSets => IndexicalInstr::Set(SetInstr::RestSets(false)),
            IndexicalOp::RemSets => IndexicalInstr::Set(SetInstr::RestSets(true)),
            IndexicalOp::ModValue => IndexicalInstr::Set(SetInstr::RestValue(false)),
            _ => IndexicalInstr::Set(SetInstr::RestValue(true)),
        }
    }

    /// Returns true if the operation is one of two values, whose result is a value.
    fn is_of_values(self) -> bool {
        matches!(
            self,
            IndexicalOp::Add
                | IndexicalOp::Sub
                | IndexicalOp::Mul
                | IndexicalOp::DivUp
                | IndexicalOp::DivDown
                | IndexicalOp::Mod
                | IndexicalOp::Rem
        )
    }
}

fn both(a: &[u16], b: &[u16]) -> Vec<u16> {
    let mut all: Vec<u16> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl Builder {
    /// Nothing yet.
    pub(crate) fn new() -> Builder {
        Builder::default()
    }

    fn emit(&mut self, instr: impl Into<IndexicalInstr>) {
        self.code.push(instr.into());
    }

    fn leaf(&mut self, instr: impl Into<IndexicalInstr>, arg: Option<u16>, up: bool, down: bool) {
        let instr = instr.into();
        let of = |wanted: bool| arg.filter(|_| wanted).into_iter().collect::<Vec<u16>>();
        let constant =
            arg.is_none() && !matches!(instr, IndexicalInstr::Number(NumberInstr::Local(_)));
        let int = match &instr {
            IndexicalInstr::Number(NumberInstr::Int(i)) => Some(i.clone()),
            _ => None,
        };
        self.pieces.push(Piece {
            start: self.code.len(),
            up: of(up),
            down: of(down),
            args: of(true),
            constant,
            int,
            points: None,
        });
        self.code.push(instr);
    }

    fn uses(&mut self, arg: u16) -> &mut Use {
        let at = arg as usize;
        if self.uses.len() <= at {
            self.uses.resize(at + 1, Use::default());
        }
        &mut self.uses[at]
    }

    /// An integer.
    pub(crate) fn int(&mut self, i: Int) {
        self.leaf(NumberInstr::Int(i), None, false, false);
    }

    /// `inf`, or `sup`.
    pub(crate) fn infinity(&mut self, above: bool) {
        let instr = if above {
            NumberInstr::Sup
        } else {
            NumberInstr::Inf
        };
        self.leaf(instr, None, false, false);
    }

    /// The value of an argument.
    pub(crate) fn value(&mut self, arg: u16) {
        self.leaf(NumberInstr::Value(arg), Some(arg), true, true);
    }

    /// The least value of an argument.
    pub(crate) fn min(&mut self, arg: u16) {
        self.uses(arg).min = true;
        self.leaf(NumberInstr::Min(arg), Some(arg), false, true);
    }

    /// The greatest value of an argument.
    pub(crate) fn max(&mut self, arg: u16) {
        self.uses(arg).max = true;
        self.leaf(NumberInstr::Max(arg), Some(arg), true, false);
    }

    /// The number of values of an argument.
    pub(crate) fn card(&mut self, arg: u16) {
        self.uses(arg).domain = true;
        self.leaf(NumberInstr::Card(arg), Some(arg), true, false);
    }

    /// The value that a loop is at.
    pub(crate) fn local(&mut self, local: u16) {
        self.leaf(NumberInstr::Local(local), None, false, false);
    }

    /// The domain of an argument.
    pub(crate) fn dom(&mut self, arg: u16) {
        self.uses(arg).domain = true;
        self.leaf(SetInstr::Dom(arg), Some(arg), true, false);
    }

    fn pop(&mut self) -> Piece {
        self.pieces.pop().unwrap_or(Piece {
            start: self.code.len(),
            up: Vec::new(),
            down: Vec::new(),
            args: Vec::new(),
            constant: true,
            int: None,
            points: None,
        })
    }

    /// The set of the last `n` values.
    pub(crate) fn points(&mut self, n: usize) {
        let at = self.pieces.len() - n.min(self.pieces.len());
        let all = self.pieces.split_off(at);
        let mut args = Vec::new();
        let mut constant = true;
        for p in &all {
            args.extend(&p.args);
            constant &= p.constant;
        }
        let args = both(&args, &[]);
        self.pieces.push(Piece {
            start: all.first().map_or(self.code.len(), |p| p.start),
            up: args.clone(),
            down: args.clone(),
            args,
            constant,
            int: None,
            points: Some(n as u32),
        });
        self.emit(SetInstr::Points(n as u32));
        if constant {
            self.fold();
        }
    }

    /// Must be called between the operands of `\/` and `/\`: the second one is not always evaluated.
    pub(crate) fn between(&mut self, op: IndexicalOp) {
        self.open.push(self.code.len());
        self.emit(match op {
            IndexicalOp::Or => JumpInstr::SkipAll(0),
            _ => JumpInstr::SkipEmpty(0),
        });
    }

    /// Sets the target of the last open jump to here.
    fn close(&mut self) {
        let here = self.code.len() as u32;
        if let Some(at) = self.open.pop()
            && let IndexicalInstr::Jump(
                JumpInstr::SkipAll(to)
                | JumpInstr::SkipEmpty(to)
                | JumpInstr::If(to)
                | JumpInstr::Each(_, to),
            ) = &mut self.code[at]
        {
            *to = here;
        }
    }

    /// An operation on the last pieces.
    pub(crate) fn op(&mut self, op: IndexicalOp) {
        match op {
            IndexicalOp::Neg | IndexicalOp::Not | IndexicalOp::NegSet => self.unary(op),
            IndexicalOp::And | IndexicalOp::Or => self.binary_set(op),
            _ => self.binary(op),
        }
    }

    fn unary(&mut self, op: IndexicalOp) {
        let mut x = self.pop();
        if op != IndexicalOp::NegSet {
            std::mem::swap(&mut x.up, &mut x.down);
        }
        x.points = None;
        let constant = x.constant;
        match (op, x.int.take()) {
            (IndexicalOp::Neg, Some(i)) => {
                self.code.truncate(x.start);
                x.int = Some(-&i);
                self.emit(NumberInstr::Int(-&i));
            }
            (IndexicalOp::Neg, None) => self.emit(NumberInstr::Neg),
            (IndexicalOp::NegSet, _) => self.emit(SetInstr::NegSet),
            _ => self.emit(SetInstr::Not),
        }
        self.pieces.push(x);
        if constant && op != IndexicalOp::Neg {
            self.fold();
        }
    }

    fn binary_set(&mut self, op: IndexicalOp) {
        let y = self.pop();
        let x = self.pop();
        let mut piece = Piece {
            start: x.start,
            up: both(&x.up, &y.up),
            down: both(&x.down, &y.down),
            args: both(&x.args, &y.args),
            constant: x.constant && y.constant,
            int: None,
            points: None,
        };
        match (op, x.points, y.points) {
            (IndexicalOp::Or, Some(m), Some(n)) if !self.guarded => {
                // Both are sets of values: one set of all of them replaces both, without the jump between them.
                self.open.pop();
                self.code.drain(y.start - 2..y.start);
                self.code.pop();
                self.emit(SetInstr::Points(m + n));
                piece.points = Some(m + n);
            }
            (IndexicalOp::Or, ..) => {
                self.emit(SetInstr::Or);
                self.close();
            }
            _ => {
                self.emit(SetInstr::And);
                self.close();
            }
        }
        let constant = piece.constant;
        self.pieces.push(piece);
        if constant {
            self.fold();
        }
    }

    fn binary(&mut self, op: IndexicalOp) {
        let y = self.pop();
        let x = self.pop();
        let args = both(&x.args, &y.args);
        let constant = x.constant && y.constant;
        let (up, down) = match op {
            IndexicalOp::Add => (both(&x.up, &y.up), both(&x.down, &y.down)),
            IndexicalOp::Sub => (both(&x.up, &y.down), both(&x.down, &y.up)),
            IndexicalOp::Mul | IndexicalOp::DivUp | IndexicalOp::DivDown => {
                self.product(op, &x, &y)
            }
            IndexicalOp::Mod | IndexicalOp::Rem => (args.clone(), args.clone()),
            // The range grows when its lower end decreases and its upper end increases.
            IndexicalOp::Interval => (both(&x.down, &y.up), both(&x.up, &y.down)),
            // The set is the first operand, also of `T - R`.
            IndexicalOp::AddValue
            | IndexicalOp::SubValue
            | IndexicalOp::FromValue
            | IndexicalOp::ModValue
            | IndexicalOp::RemValue => (both(&x.up, &y.args), both(&x.down, &y.args)),
            _ => (both(&x.up, &y.up), both(&x.down, &y.down)),
        };
        self.code.push(op.instr());
        self.pieces.push(Piece {
            start: x.start,
            up,
            down,
            args,
            constant,
            int: None,
            points: None,
        });
        if constant && !op.is_of_values() {
            self.fold();
        }
    }

    /// The directions of a product or quotient. Where the sign of neither operand is known before, a
    /// guard ensures that both remain positive.
    fn product(&mut self, op: IndexicalOp, x: &Piece, y: &Piece) -> (Vec<u16>, Vec<u16>) {
        let sign = |p: &Piece| p.int.as_ref().map(Int::signum);
        match (sign(x), sign(y)) {
            (_, Some(s)) if s >= 0 => (x.up.clone(), x.down.clone()),
            (_, Some(_)) => (x.down.clone(), x.up.clone()),
            (Some(s), None) if op == IndexicalOp::Mul => {
                if s >= 0 {
                    (y.up.clone(), y.down.clone())
                } else {
                    (y.down.clone(), y.up.clone())
                }
            }
            _ => {
                let divides = op != IndexicalOp::Mul;
                if !x.args.is_empty() || !y.args.is_empty() {
                    let (from, middle) = (x.start as u32, y.start as u32);
                    let end = self.code.len() as u32;
                    self.guarded = true;
                    // Either bound may be what the guard waits for.
                    for a in both(&x.args, &y.args) {
                        let of = self.uses(a);
                        (of.min, of.max) = (true, true);
                    }
                    self.emit(SetInstr::Guard {
                        first: (from, middle),
                        second: (middle, end),
                        divides,
                    });
                }
                if divides {
                    (both(&x.up, &y.down), both(&x.down, &y.up))
                } else {
                    (both(&x.up, &y.up), both(&x.down, &y.down))
                }
            }
        }
    }

    /// `R1 ? R2`, after `R1`.
    pub(crate) fn begin_if(&mut self) {
        self.open.push(self.code.len());
        self.emit(JumpInstr::If(0));
    }

    /// `R1 ? R2`, after `R2`.
    pub(crate) fn end_if(&mut self) {
        self.close();
        self.join();
    }

    /// Makes the last two pieces one.
    fn join(&mut self) {
        let y = self.pop();
        let x = self.pop();
        let constant = x.constant && y.constant;
        self.pieces.push(Piece {
            start: x.start,
            up: both(&x.up, &y.up),
            down: both(&x.down, &y.down),
            args: both(&x.args, &y.args),
            constant,
            int: None,
            points: None,
        });
        if constant {
            self.fold();
        }
    }

    /// `unionof(X, R1, R2)`, after `R1`: the number of the local that stands for `X`.
    pub(crate) fn begin_each(&mut self) -> u16 {
        let local = self.locals;
        self.locals += 1;
        self.open.push(self.code.len());
        self.emit(JumpInstr::Each(local, 0));
        local
    }

    /// `unionof(X, R1, R2)`, after `R2`.
    pub(crate) fn end_each(&mut self) {
        let back = self.open.last().map_or(0, |at| *at as u32 + 1);
        self.emit(JumpInstr::Next(back));
        self.close();
        self.join();
    }

    /// `switch(T, Map)`, after `T`.
    pub(crate) fn begin_switch(&mut self) {
        self.emit(JumpInstr::Switch(self.tables.len() as u32));
        self.open.push(self.tables.len());
        self.exits.push(Vec::new());
        self.tables.push(JumpTable::default());
    }

    /// Begins the range of one key. Returns false if the key has one already.
    pub(crate) fn begin_case(&mut self, key: Int) -> bool {
        let here = self.code.len() as u32;
        match self.open.last().and_then(|t| self.tables.get_mut(*t)) {
            Some(table) => table.at.insert(key, here).is_none(),
            None => false,
        }
    }

    /// After the range of one key.
    pub(crate) fn end_case(&mut self) {
        if let Some(exits) = self.exits.last_mut() {
            exits.push(self.code.len());
        }
        self.emit(JumpInstr::Always(0));
    }

    /// After the last of `cases` ranges.
    pub(crate) fn end_switch(&mut self, cases: usize) {
        let here = self.code.len() as u32;
        for at in self.exits.pop().unwrap_or_default() {
            self.code[at] = IndexicalInstr::Jump(JumpInstr::Always(here));
        }
        if let Some(t) = self.open.pop().and_then(|t| self.tables.get_mut(t)) {
            t.end = here;
        }
        let at = self.pieces.len() - cases.min(self.pieces.len());
        let ranges = self.pieces.split_off(at);
        let on = self.pop();
        let mut piece = Piece {
            up: on.args.clone(),
            down: on.args.clone(),
            int: None,
            points: None,
            // Tables refer to positions of the code, which must not move.
            constant: false,
            ..on
        };
        for r in ranges {
            piece.up.extend(r.up);
            piece.down.extend(r.down);
            piece.args.extend(r.args);
        }
        piece.up = both(&piece.up, &[]);
        piece.down = both(&piece.down, &[]);
        piece.args = both(&piece.args, &[]);
        self.pieces.push(piece);
    }

    /// Constant folding: replaces the last piece, a set that depends on nothing, by its value.
    fn fold(&mut self) {
        let Some(piece) = self.pieces.last_mut() else {
            return;
        };
        let start = piece.start;
        if matches!(
            self.code[start..],
            [IndexicalInstr::Set(SetInstr::Const(_))]
        ) {
            return;
        }
        if let Some(exact) =
            eval::constant(&self.code[start..], start, &self.constants, self.locals)
        {
            piece.points = None;
            self.code.truncate(start);
            self.emit(SetInstr::Const(self.constants.len() as u32));
            let words = eval::in_words(&exact);
            self.constants.push(Constant { exact, words });
        }
    }

    /// The program of the one piece that is left.
    pub(crate) fn finish(mut self) -> Program {
        let piece = self.pop();
        let cost = if self
            .code
            .iter()
            .any(|i| matches!(i, IndexicalInstr::Jump(JumpInstr::Each(..))))
        {
            Cost::Expensive
        } else if self
            .code
            .iter()
            .any(|i| matches!(i, IndexicalInstr::Set(SetInstr::Dom(_))))
        {
            Cost::Nonlinear
        } else if piece.args.len() < 2 {
            Cost::Binary
        } else {
            Cost::Ternary
        };
        let without = points_left_out(&self.code);
        Program {
            code: self.code,
            constants: self.constants,
            tables: self.tables,
            locals: self.locals,
            monotone: piece.down,
            anti: piece.up,
            args: piece.args,
            uses: self.uses,
            without,
            cost,
        }
    }
}

/// The points of `\ {T, …}` as sums.
fn points_left_out(code: &[IndexicalInstr]) -> Option<Vec<Point>> {
    let [
        values @ ..,
        IndexicalInstr::Set(SetInstr::Points(n)),
        IndexicalInstr::Set(SetInstr::Not),
    ] = code
    else {
        return None;
    };
    let mut stack: Vec<Point> = Vec::new();
    for instr in values {
        match instr {
            IndexicalInstr::Number(NumberInstr::Int(i)) => stack.push(Point {
                parts: Vec::new(),
                constant: i.to_i64().filter(|i| i.unsigned_abs() < 1 << 40)?,
            }),
            IndexicalInstr::Number(NumberInstr::Value(a)) => stack.push(Point {
                parts: vec![(true, *a)],
                constant: 0,
            }),
            IndexicalInstr::Number(NumberInstr::Neg) => negate_point(stack.last_mut()?),
            IndexicalInstr::Number(NumberInstr::Add | NumberInstr::Sub) => {
                let mut y = stack.pop()?;
                if matches!(instr, IndexicalInstr::Number(NumberInstr::Sub)) {
                    negate_point(&mut y);
                }
                let x = stack.last_mut()?;
                x.parts.extend(y.parts);
                x.constant = x.constant.checked_add(y.constant)?;
            }
            _ => return None,
        }
    }
    (stack.len() == *n as usize).then_some(stack)
}

fn negate_point(p: &mut Point) {
    p.constant = -p.constant;
    for (plus, _) in &mut p.parts {
        *plus = !*plus;
    }
}
