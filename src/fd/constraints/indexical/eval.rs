//! Running range programs over the domains of a store. Buffers are kept for the next run. A run begins with words,
//! and is repeated with exact arithmetic if a number does not fit. Knows no propagators.

use crate::base::int::Int;
use crate::fd::constraints::indexical::instruction::{
    IndexicalInstr, JumpInstr, NumberInstr, SetInstr,
};
use crate::fd::constraints::indexical::program::{Arg, Constant, JumpTable, Program};
use crate::fd::constraints::indexical::set::{self, ExtendedInt, NoResult, Parts};
use crate::fd::kernel::bound::{self, Bound};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::{INF, SUP, Vars};

/// The number of values that the loops of one run may go through.
const MOST_STEPS: u32 = 1 << 17;

/// A loop over the values of a set.
#[derive(Debug)]
struct Loop<V> {
    set: Parts<V>,
    part: usize,
    at: V,
    found: Parts<V>,
}

/// The stacks of a run.
#[derive(Debug)]
pub(crate) struct Stacks<V> {
    values: Vec<V>,
    sets: Vec<Parts<V>>,
    loops: Vec<Loop<V>>,
    locals: Vec<V>,
    spare: Vec<Parts<V>>,
    steps: u32,
}

impl<V> Default for Stacks<V> {
    fn default() -> Stacks<V> {
        Stacks {
            values: Vec::new(),
            sets: Vec::new(),
            loops: Vec::new(),
            locals: Vec::new(),
            spare: Vec::new(),
            steps: 0,
        }
    }
}

/// Buffers that runs over words keep for the next one.
#[derive(Default, Debug)]
struct Scratch(Stacks<i64>);

/// The set that a run computes.
#[derive(Debug)]
pub(crate) enum Found {
    Words(Parts<i64>),
    Exact(Domain),
}

/// The input of a run.
#[derive(Clone, Copy)]
pub(crate) struct EvalInput<'a> {
    pub(crate) vars: &'a Vars,
    pub(crate) args: &'a [Arg],
}

/// The numbers that are read from a store: small integers or bounds.
pub(crate) trait Read: ExtendedInt {
    fn least(input: EvalInput<'_>, arg: &Arg) -> Result<Self, NoResult>;
    fn greatest(input: EvalInput<'_>, arg: &Arg) -> Result<Self, NoResult>;
    fn card(input: EvalInput<'_>, arg: &Arg) -> Result<Self, NoResult>;
    fn dom(input: EvalInput<'_>, arg: &Arg, out: &mut Parts<Self>) -> Result<(), NoResult>;
    fn constant(c: &Constant) -> Result<&Parts<Self>, NoResult>;
    fn exact(&self) -> Bound;
}

impl Read for i64 {
    fn least(input: EvalInput<'_>, arg: &Arg) -> Result<i64, NoResult> {
        match arg {
            Arg::Int(i) => i64::int(i),
            Arg::Var(v) => match input.vars.low(*v) {
                INF if input.vars.is_wide(*v) => Err(NoResult::Overflow),
                INF => Ok(INF),
                i => i64::int(&Int::Small(i)),
            },
        }
    }

    fn greatest(input: EvalInput<'_>, arg: &Arg) -> Result<i64, NoResult> {
        match arg {
            Arg::Int(i) => i64::int(i),
            Arg::Var(v) => match input.vars.high(*v) {
                SUP if input.vars.is_wide(*v) => Err(NoResult::Overflow),
                SUP => Ok(SUP),
                i => i64::int(&Int::Small(i)),
            },
        }
    }

    fn card(input: EvalInput<'_>, arg: &Arg) -> Result<i64, NoResult> {
        match arg {
            Arg::Int(_) => Ok(1),
            Arg::Var(v) if input.vars.is_infinite(*v) => Ok(SUP),
            Arg::Var(v) => match i64::try_from(input.vars.size(*v)) {
                Ok(n) => i64::int(&Int::Small(n)),
                Err(_) => Err(NoResult::Overflow),
            },
        }
    }

    fn dom(input: EvalInput<'_>, arg: &Arg, out: &mut Parts<i64>) -> Result<(), NoResult> {
        let (low, high) = (i64::least(input, arg)?, i64::greatest(input, arg)?);
        let v = match arg {
            Arg::Int(_) => None,
            Arg::Var(v) if input.vars.is_interval(*v) => None,
            Arg::Var(v) => Some(*v),
        };
        let Some(v) = v else {
            out.push((low, high));
            return Ok(());
        };
        if let Some((mut bits, mut at)) = input.vars.bits_of(v) {
            while bits != 0 {
                let gap = bits.trailing_zeros();
                let run = (bits >> gap).trailing_ones();
                at += i64::from(gap);
                out.push((at, at + i64::from(run) - 1));
                at += i64::from(run);
                bits = bits.checked_shr(gap + run).unwrap_or(0);
            }
            return Ok(());
        }
        for (a, b) in input.vars.domain(v).parts() {
            out.push((word(a)?, word(b)?));
        }
        Ok(())
    }

    fn constant(c: &Constant) -> Result<&Parts<i64>, NoResult> {
        c.words.as_ref().ok_or(NoResult::Overflow)
    }

    fn exact(&self) -> Bound {
        match *self {
            INF => Bound::Inf,
            SUP => Bound::Sup,
            i => Bound::from(i),
        }
    }
}

/// A bound as a word.
fn word(b: &Bound) -> Result<i64, NoResult> {
    match b {
        Bound::Inf => Ok(INF),
        Bound::Fin(i) => i64::int(i),
        Bound::Sup => Ok(SUP),
    }
}

/// A set in words, if it fits.
pub(crate) fn in_words(parts: &[(Bound, Bound)]) -> Option<Parts<i64>> {
    let both = |(a, b): &(Bound, Bound)| Some((word(a).ok()?, word(b).ok()?));
    parts.iter().map(both).collect()
}

impl Read for Bound {
    fn least(input: EvalInput<'_>, arg: &Arg) -> Result<Bound, NoResult> {
        Ok(match arg {
            Arg::Int(i) => Bound::Fin(i.clone()),
            Arg::Var(v) => input.vars.min(*v),
        })
    }

    fn greatest(input: EvalInput<'_>, arg: &Arg) -> Result<Bound, NoResult> {
        Ok(match arg {
            Arg::Int(i) => Bound::Fin(i.clone()),
            Arg::Var(v) => input.vars.max(*v),
        })
    }

    fn card(input: EvalInput<'_>, arg: &Arg) -> Result<Bound, NoResult> {
        Ok(match arg {
            Arg::Int(_) => Bound::from(1),
            Arg::Var(v) => input.vars.domain(*v).size().map_or(Bound::Sup, Bound::Fin),
        })
    }

    fn dom(input: EvalInput<'_>, arg: &Arg, out: &mut Parts<Bound>) -> Result<(), NoResult> {
        match arg {
            Arg::Int(i) => out.push((Bound::Fin(i.clone()), Bound::Fin(i.clone()))),
            Arg::Var(v) => out.extend(input.vars.domain(*v).parts().iter().cloned()),
        }
        Ok(())
    }

    fn constant(c: &Constant) -> Result<&Parts<Bound>, NoResult> {
        Ok(&c.exact)
    }

    fn exact(&self) -> Bound {
        self.clone()
    }
}

/// A piece of code in its surroundings.
#[derive(Clone, Copy)]
struct CodePiece<'a> {
    code: &'a [IndexicalInstr],
    /// The position of its first instruction.
    base: usize,
    constants: &'a [Constant],
    tables: &'a [JumpTable],
}

/// The set of a program with the given arguments, in words if possible.
pub(crate) fn evaluate(p: &Program, vars: &mut Vars, args: &[Arg]) -> Result<Found, NoResult> {
    let code = CodePiece {
        code: &p.code,
        base: 0,
        constants: &p.constants,
        tables: &p.tables,
    };
    let mut scratch = take_scratch(vars);
    let result = scratch.0.start(code, p.locals, EvalInput { vars, args });
    vars.scratch = Some(scratch);
    match result {
        Ok(set) => Ok(Found::Words(set)),
        Err(NoResult::Overflow) => {
            let set = Stacks::<Bound>::default().start(code, p.locals, EvalInput { vars, args })?;
            Ok(Found::Exact(Domain::from_parts(set)))
        }
        Err(stop) => Err(stop),
    }
}

/// Keeps the buffer of a set for the next one.
pub(crate) fn recycle(vars: &mut Vars, mut set: Parts<i64>) {
    set.clear();
    let mut scratch = take_scratch(vars);
    scratch.0.spare.push(set);
    vars.scratch = Some(scratch);
}

/// The buffers of the last run. No other family of propagators uses `Vars::scratch`.
fn take_scratch(vars: &mut Vars) -> Box<Scratch> {
    let kept = vars.scratch.take().and_then(|kept| kept.downcast().ok());
    kept.unwrap_or_default()
}

/// The value of a piece of code that depends on nothing.
pub(crate) fn constant(
    code: &[IndexicalInstr],
    base: usize,
    constants: &[Constant],
    locals: u16,
) -> Option<Parts<Bound>> {
    let vars = Vars::default();
    let input = EvalInput {
        vars: &vars,
        args: &[],
    };
    let code = CodePiece {
        code,
        base,
        constants,
        tables: &[],
    };
    Stacks::<Bound>::default().start(code, locals, input).ok()
}

impl<V: Read> Stacks<V> {
    fn start(
        &mut self,
        code: CodePiece<'_>,
        locals: u16,
        input: EvalInput<'_>,
    ) -> Result<Parts<V>, NoResult> {
        self.values.clear();
        self.locals.clear();
        self.locals.resize(usize::from(locals), V::inf());
        self.steps = 0;
        let result = self.run(code, input);
        let set = self.sets.pop();
        for mut s in self.sets.drain(..) {
            s.clear();
            self.spare.push(s);
        }
        for l in self.loops.drain(..) {
            self.spare.extend([l.set, l.found].map(|mut s| {
                s.clear();
                s
            }));
        }
        result.map(|()| set.unwrap_or_default())
    }

    fn value(&mut self) -> Result<V, NoResult> {
        self.values.pop().ok_or(NoResult::Suspend)
    }

    fn set(&mut self) -> Result<Parts<V>, NoResult> {
        self.sets.pop().ok_or(NoResult::Suspend)
    }

    fn buffer(&mut self) -> Parts<V> {
        self.spare.pop().unwrap_or_default()
    }

    fn drop_set(&mut self, mut s: Parts<V>) {
        s.clear();
        self.spare.push(s);
    }

    /// An operation that makes a new set of the last two.
    fn merge(
        &mut self,
        f: impl FnOnce(&[(V, V)], &[(V, V)], &mut Parts<V>) -> Result<(), NoResult>,
    ) -> Result<(), NoResult> {
        let y = self.set()?;
        let x = self.set()?;
        let mut out = self.buffer();
        let result = f(&x, &y, &mut out);
        self.drop_set(x);
        self.drop_set(y);
        self.sets.push(out);
        result
    }

    /// Pushes the value of an argument that is fixed.
    #[inline]
    fn push_value(&mut self, input: EvalInput<'_>, argument: u16) -> Result<(), NoResult> {
        let arg = &input.args[usize::from(argument)];
        let value = V::least(input, arg)?;
        if value != V::greatest(input, arg)? {
            return Err(NoResult::Suspend);
        }
        self.values.push(value);
        Ok(())
    }

    /// Pushes the interval between the two newest values.
    #[inline]
    fn push_interval(&mut self) -> Result<(), NoResult> {
        let (high, low) = (self.value()?, self.value()?);
        let mut out = self.buffer();
        if low <= high && low != V::sup() && high != V::inf() {
            out.push((low, high));
        }
        self.sets.push(out);
        Ok(())
    }

    /// Pushes the set of the newest values, so many.
    fn push_points(&mut self, count: usize) -> Result<(), NoResult> {
        let mut out = self.buffer();
        let at = self.values.len().saturating_sub(count);
        let mut finite = true;
        for v in self.values.drain(at..) {
            finite &= v.is_finite();
            out.push((v.clone(), v));
        }
        set::normalise(&mut out);
        self.sets.push(out);
        match finite {
            true => Ok(()),
            false => Err(NoResult::Suspend),
        }
    }

    /// Replaces the newest set by its remainders modulo the newest value.
    fn moduli_of_value(&mut self, truncated: bool) -> Result<(), NoResult> {
        let d = self.value()?;
        if d.signum() == 0 {
            return Err(NoResult::Undefined);
        }
        self.sets.push(vec![(d.clone(), d)]);
        self.merge(|x, y, out| set::moduli(x, y, truncated, out))
    }

    /// Begins a loop over the newest set. Returns false if the set is empty, and then the result.
    fn begin_loop(&mut self, local: usize) -> Result<bool, NoResult> {
        let set = self.set()?;
        let is_infinite = |(low, high): &(V, V)| !low.is_finite() || !high.is_finite();
        if set.iter().any(is_infinite) {
            self.drop_set(set);
            return Err(NoResult::Suspend);
        }
        let Some((first, _)) = set.first() else {
            self.sets.push(set);
            return Ok(false);
        };
        let at = first.clone();
        self.locals[local] = at.clone();
        let found = self.buffer();
        self.loops.push(Loop {
            set,
            part: 0,
            at,
            found,
        });
        Ok(true)
    }

    /// The address for the newest value in a table; without one, the end of the table, with an empty set.
    fn switch(&mut self, table: &JumpTable) -> Result<u32, NoResult> {
        let key = self.value()?.exact();
        Ok(match key.finite().and_then(|i| table.at.get(i)) {
            Some(at) => *at,
            None => {
                let none = self.buffer();
                self.sets.push(none);
                table.end
            }
        })
    }

    fn run(&mut self, c: CodePiece<'_>, input: EvalInput<'_>) -> Result<(), NoResult> {
        let mut pc = 0;
        while let Some(instr) = c.code.get(pc) {
            pc += 1;
            match instr {
                IndexicalInstr::Number(instr) => self.push_number(instr, input)?,
                IndexicalInstr::Set(instr) => self.push_set(instr, c, input)?,
                IndexicalInstr::Jump(instr) => {
                    if let Some(to) = self.jump(instr, c)? {
                        pc = to as usize - c.base;
                    }
                }
            }
        }
        Ok(())
    }

    /// The position at which the code continues, unless it is the next one.
    #[inline(always)]
    fn jump(&mut self, instr: &JumpInstr, c: CodePiece<'_>) -> Result<Option<u32>, NoResult> {
        let newest_is_empty = self.sets.last().is_some_and(Vec::is_empty);
        Ok(match instr {
            JumpInstr::SkipAll(to) => {
                let all = self.sets.last().is_some_and(|s| set::is_all(s));
                all.then_some(*to)
            }
            JumpInstr::SkipEmpty(to) => newest_is_empty.then_some(*to),
            JumpInstr::If(to) if newest_is_empty => Some(*to),
            JumpInstr::If(_) => {
                let x = self.set()?;
                self.drop_set(x);
                None
            }
            JumpInstr::Each(local, to) => {
                let begun = self.begin_loop(usize::from(*local))?;
                (!begun).then_some(*to)
            }
            JumpInstr::Next(back) => match self.next(c, *back)? {
                Some((local, value)) => {
                    self.locals[usize::from(local)] = value;
                    Some(*back)
                }
                None => None,
            },
            JumpInstr::Switch(t) => Some(self.switch(&c.tables[*t as usize])?),
            JumpInstr::Always(to) => Some(*to),
        })
    }

    #[inline(always)]
    fn push_number(&mut self, instr: &NumberInstr, input: EvalInput<'_>) -> Result<(), NoResult> {
        let arg = |a: u16| &input.args[usize::from(a)];
        let number = match instr {
            NumberInstr::Int(i) => V::int(i)?,
            NumberInstr::Inf => V::inf(),
            NumberInstr::Sup => V::sup(),
            NumberInstr::Value(a) => return self.push_value(input, *a),
            NumberInstr::Min(a) => V::least(input, arg(*a))?,
            NumberInstr::Max(a) => V::greatest(input, arg(*a))?,
            NumberInstr::Card(a) => V::card(input, arg(*a))?,
            NumberInstr::Local(l) => self.locals[usize::from(*l)].clone(),
            NumberInstr::Neg => self.value()?.neg(),
            NumberInstr::Add => return self.arithmetic(|x, y| x.add(y)),
            NumberInstr::Sub => return self.arithmetic(|x, y| x.add(&y.neg())),
            NumberInstr::Mul => return self.arithmetic(|x, y| x.mul(y)),
            NumberInstr::Div(up) => return self.arithmetic(|x, y| set::divide(x, y, *up)),
            NumberInstr::Rest(truncated) => {
                return self.arithmetic(|x, y| set::modulo(x, y, *truncated));
            }
        };
        self.values.push(number);
        Ok(())
    }

    #[inline(always)]
    fn push_set(
        &mut self,
        instr: &SetInstr,
        c: CodePiece<'_>,
        input: EvalInput<'_>,
    ) -> Result<(), NoResult> {
        match instr {
            SetInstr::Guard {
                first,
                second,
                divides,
            } => guard(c, input, &self.locals, (*first, *second), *divides),
            SetInstr::Const(k) => {
                let constant = V::constant(&c.constants[*k as usize])?;
                self.new_set(|out| {
                    out.extend_from_slice(constant);
                    Ok(())
                })
            }
            SetInstr::Dom(a) => {
                self.new_set(|out| V::dom(input, &input.args[usize::from(*a)], out))
            }
            SetInstr::Points(n) => self.push_points(*n as usize),
            SetInstr::Interval => self.push_interval(),
            SetInstr::And => self.merge(|x, y, out| {
                set::intersection(x, y, out);
                Ok(())
            }),
            SetInstr::Or => self.merge(|x, y, out| {
                set::union(x, y, out);
                Ok(())
            }),
            SetInstr::Not => {
                let x = self.set()?;
                let complement = self.new_set(|out| {
                    set::complement(&x, out);
                    Ok(())
                });
                self.drop_set(x);
                complement
            }
            SetInstr::NegSet => self.negate_newest(),
            SetInstr::AddSets => self.merge(|x, y, out| set::sum(x, y, out)),
            SetInstr::SubSets => {
                self.negate_newest()?;
                self.merge(|x, y, out| set::sum(x, y, out))
            }
            SetInstr::AddValue => self.shift(|c| c),
            SetInstr::SubValue => self.shift(|c| c.neg()),
            SetInstr::FromValue => {
                self.negate_newest()?;
                self.shift(|c| c)
            }
            SetInstr::RestSets(truncated) => {
                self.merge(|x, y, out| set::moduli(x, y, *truncated, out))
            }
            SetInstr::RestValue(truncated) => self.moduli_of_value(*truncated),
        }
    }

    /// Pushes a set, also an incomplete one after an error, so that its buffer is kept for the next run.
    #[inline]
    fn new_set(
        &mut self,
        make: impl FnOnce(&mut Parts<V>) -> Result<(), NoResult>,
    ) -> Result<(), NoResult> {
        let mut out = self.buffer();
        let result = make(&mut out);
        self.sets.push(out);
        result
    }

    /// Replaces the members of the newest set by their negatives.
    #[inline]
    fn negate_newest(&mut self) -> Result<(), NoResult> {
        if let Some(x) = self.sets.last_mut() {
            set::negate(x);
        }
        Ok(())
    }

    fn arithmetic(
        &mut self,
        f: impl FnOnce(&V, &V) -> Result<V, NoResult>,
    ) -> Result<(), NoResult> {
        let (y, x) = (self.value()?, self.value()?);
        self.values.push(f(&x, &y)?);
        Ok(())
    }

    /// Adds a function of the newest value to the members of the newest set.
    fn shift(&mut self, distance: impl FnOnce(V) -> V) -> Result<(), NoResult> {
        let c = distance(self.value()?);
        match self.sets.last_mut() {
            Some(x) => set::shift(x, &c),
            None => Ok(()),
        }
    }

    /// Ends an iteration of the innermost loop. Returns the local and its next value; nothing after the last
    /// iteration, or when the set has all values.
    fn next(&mut self, c: CodePiece<'_>, back: u32) -> Result<Option<(u16, V)>, NoResult> {
        let body = self.set()?;
        let mut out = self.buffer();
        self.steps += 1;
        let Some(l) = self.loops.last_mut() else {
            return Err(NoResult::Suspend);
        };
        set::union(&l.found, &body, &mut out);
        std::mem::swap(&mut l.found, &mut out);
        let all = set::is_all(&l.found);
        if l.set.get(l.part).is_some_and(|p| l.at < p.1) {
            l.at = l.at.next();
        } else {
            l.part += 1;
            if let Some(p) = l.set.get(l.part) {
                l.at = p.0.clone();
            }
        }
        let more = !all && l.part < l.set.len();
        let at = l.at.clone();
        self.drop_set(body);
        self.drop_set(out);
        if more {
            if self.steps > MOST_STEPS {
                return Err(NoResult::Suspend);
            }
            let local = match c.code[back as usize - 1 - c.base] {
                IndexicalInstr::Jump(JumpInstr::Each(local, _)) => local,
                _ => return Err(NoResult::Suspend),
            };
            return Ok(Some((local, at)));
        }
        if let Some(l) = self.loops.pop() {
            self.drop_set(l.set);
            self.sets.push(l.found);
        }
        Ok(None)
    }
}

/// Returns whether two factors, of which some argument is not fixed, remain positive.
fn guard<V: Read>(
    c: CodePiece<'_>,
    input: EvalInput<'_>,
    locals: &[V],
    (first, second): ((u32, u32), (u32, u32)),
    divides: bool,
) -> Result<(), NoResult> {
    let piece = |(from, to): (u32, u32)| &c.code[from as usize - c.base..to as usize - c.base];
    let fixed = |code: &[IndexicalInstr]| {
        code.iter().all(|i| match i {
            IndexicalInstr::Number(
                NumberInstr::Value(a)
                | NumberInstr::Min(a)
                | NumberInstr::Max(a)
                | NumberInstr::Card(a),
            ) => input.args[usize::from(*a)].is_fixed(input.vars),
            _ => true,
        })
    };
    if fixed(piece(first)) && fixed(piece(second)) {
        return Ok(());
    }
    let zero = Bound::from(0);
    let least = |code| Ok::<Bound, NoResult>(enclosure(code, input, locals)?.0);
    if least(piece(first))? < zero {
        return Err(NoResult::Suspend);
    }
    let other = least(piece(second))?;
    if other < zero || divides && other == zero {
        return Err(NoResult::Suspend);
    }
    Ok(())
}

/// The interval of the quotients of two intervals, rounded up or down. The divisors must be positive.
fn quotients(
    x: &bound::Interval,
    y: &bound::Interval,
    up: bool,
) -> Result<bound::Interval, NoResult> {
    if y.0.signum() <= 0 {
        return Err(NoResult::Suspend);
    }
    let ends = [(&x.0, &y.0), (&x.0, &y.1), (&x.1, &y.0), (&x.1, &y.1)];
    let mut all = ends.map(|(a, d)| match up {
        true => a.ceil_quotient(d),
        false => a.floor_quotient(d),
    });
    all.sort();
    let [low, .., high] = all;
    Ok((low, high))
}

/// Bounds of the remainders of operands within bounds.
fn remainders(x: &bound::Interval, y: &bound::Interval) -> bound::Interval {
    let is_natural = x.0.signum() >= 0 && y.0.signum() >= 0;
    match is_natural {
        true => (Bound::from(0), Bound::Sup),
        false => (Bound::Inf, Bound::Sup),
    }
}

/// Bounds of the values that a value can take while domains shrink.
fn enclosure<V: Read>(
    code: &[IndexicalInstr],
    input: EvalInput<'_>,
    locals: &[V],
) -> Result<bound::Interval, NoResult> {
    let mut stack: Vec<bound::Interval> = Vec::new();
    let pop = |stack: &mut Vec<bound::Interval>| stack.pop().ok_or(NoResult::Suspend);
    let single = |value: Bound| (value.clone(), value);
    for instr in code {
        let number = match instr {
            IndexicalInstr::Number(number) => number,
            // The guard of an inner product has checked that the operands are positive or fixed.
            IndexicalInstr::Set(SetInstr::Guard { .. }) => continue,
            _ => return Err(NoResult::Suspend),
        };
        let result = match number {
            NumberInstr::Int(i) => single(Bound::Fin(i.clone())),
            NumberInstr::Inf => (Bound::Inf, Bound::Inf),
            NumberInstr::Sup => (Bound::Sup, Bound::Sup),
            NumberInstr::Value(a) | NumberInstr::Min(a) | NumberInstr::Max(a) => {
                let arg = &input.args[usize::from(*a)];
                (Bound::least(input, arg)?, Bound::greatest(input, arg)?)
            }
            NumberInstr::Card(a) => {
                let arg = &input.args[usize::from(*a)];
                (Bound::from(1), Bound::card(input, arg)?)
            }
            NumberInstr::Local(l) => single(locals[usize::from(*l)].exact()),
            NumberInstr::Neg => bound::negated(&pop(&mut stack)?),
            NumberInstr::Add | NumberInstr::Sub => {
                let y = pop(&mut stack)?;
                let x = pop(&mut stack)?;
                let subtracts = matches!(number, NumberInstr::Sub);
                let y = if subtracts { bound::negated(&y) } else { y };
                (ExtendedInt::add(&x.0, &y.0)?, ExtendedInt::add(&x.1, &y.1)?)
            }
            NumberInstr::Mul => {
                let y = pop(&mut stack)?;
                let x = pop(&mut stack)?;
                bound::product(&x, &y)
            }
            NumberInstr::Div(up) => {
                let y = pop(&mut stack)?;
                let x = pop(&mut stack)?;
                quotients(&x, &y, *up)?
            }
            NumberInstr::Rest(_) => {
                let y = pop(&mut stack)?;
                let x = pop(&mut stack)?;
                remainders(&x, &y)
            }
        };
        stack.push(result);
    }
    pop(&mut stack)
}
