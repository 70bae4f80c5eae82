//! The propagators of FD predicates: propagating indexicals, removals of values when another variable becomes fixed,
//! and checking indexicals. Knows programs, not how they are built.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{
    Called, Constrain, Constraint, ConstraintTerm, Describe, Rel,
};
use crate::fd::constraints::indexical::definition::{FdCall, Indexical, Neck};
use crate::fd::constraints::indexical::eval::{self, EvalInput, Found, Read};
use crate::fd::constraints::indexical::program::{Arg, Point};
use crate::fd::constraints::indexical::set::{self, NoResult};
use crate::fd::constraints::prop::{Prop, Store};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Advice, Advisor};
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::subscription::OnFixed;
use crate::fd::kernel::var::{INF, Inconsistent, SUP, VarId, Vars};
use std::sync::Arc;

/// One propagating indexical of a call.
#[derive(Debug)]
pub(super) struct PropagatingIndexical {
    call: Arc<FdCall>,
    positive: bool,
    at: u16,
}

/// A call all of whose indexicals only remove values from a variable when another one becomes fixed.
#[derive(Debug)]
pub(super) struct ValueRemoval {
    of: Box<Removals>,
}

#[derive(Debug)]
struct Removals {
    call: Arc<FdCall>,
    positive: bool,
    all: Box<[Removal]>,
}

/// The values to remove from `from` when `on` is fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Removal {
    on: VarId,
    from: VarId,
    data: i64,
    action: OnFixed,
}

/// The truth value that a call must have.
#[derive(Clone, Copy, Debug)]
enum RequiredTruth {
    /// The truth value that this variable gets.
    Of(VarId),
    /// This truth value, for which there is no clause that prunes.
    Known(bool),
}

/// A call whose truth value is to be found.
#[derive(Debug)]
pub(super) struct CheckingIndexical {
    call: Arc<FdCall>,
    outcome: RequiredTruth,
}

fn neck(positive: bool) -> Neck {
    if positive { Neck::True } else { Neck::False }
}

/// The relation of two sets.
struct SetRelation {
    disjoint: bool,
    contained: bool,
}

/// The relation of the values of an argument to those of a range. Takes the range.
fn relate(vars: &mut Vars, arg: &Arg, range: Found) -> SetRelation {
    let (disjoint, contained) = match range {
        Found::Words(parts) => {
            let mut own = Vec::new();
            let both = match i64::dom(EvalInput { vars, args: &[] }, arg, &mut own) {
                Ok(()) => set::compare(&own, &parts),
                Err(_) => {
                    let exact = |(a, b): &(i64, i64)| (a.exact(), b.exact());
                    let range = Domain::from_parts(parts.iter().map(exact).collect());
                    set::compare(values(vars, arg).parts(), range.parts())
                }
            };
            eval::recycle(vars, parts);
            both
        }
        Found::Exact(range) => set::compare(values(vars, arg).parts(), range.parts()),
    };
    SetRelation {
        disjoint,
        contained,
    }
}

fn values(vars: &Vars, arg: &Arg) -> Domain {
    match arg {
        Arg::Int(i) => Domain::singleton(i.clone()),
        Arg::Var(v) => vars.domain(*v),
    }
}

/// Keeps of an argument what is in a range. Takes the range.
fn keep(vars: &mut Vars, arg: &Arg, range: Found) -> Result<(), Inconsistent> {
    let Arg::Var(v) = arg else {
        return if relate(vars, arg, range).contained {
            Ok(())
        } else {
            Err(Inconsistent)
        };
    };
    match range {
        Found::Exact(d) => vars.restrict(*v, &d),
        Found::Words(parts) => {
            let result = keep_words(vars, *v, &parts);
            eval::recycle(vars, parts);
            result
        }
    }
}

/// The greatest number of intervals that are taken one by one.
const FEW: usize = 8;

fn keep_words(vars: &mut Vars, v: VarId, parts: &[(i64, i64)]) -> Result<(), Inconsistent> {
    let (Some((first, _)), Some((_, last))) = (parts.first(), parts.last()) else {
        return Err(Inconsistent);
    };
    if set::is_all(parts) {
        return Ok(());
    }
    if let Some((_, min)) = vars.bits_of(v) {
        let mut mask = 0u64;
        for (low, high) in parts {
            let (low, high) = ((*low).max(min), (*high).min(min + 63));
            if low <= high {
                mask |= (!0 >> (63 - (high - min))) & (!0 << (low - min));
            }
        }
        return vars.keep_bits(v, min, mask);
    }
    if parts.len() > FEW && vars.span(v).is_none_or(|(min, max)| max - min > 1 << 12)
        || vars.is_wide(v)
    {
        let exact = |(a, b): &(i64, i64)| (a.exact(), b.exact());
        return vars.restrict(v, &Domain::from_parts(parts.iter().map(exact).collect()));
    }
    if *first != INF {
        vars.remove_below(v, *first)?;
    }
    if *last != SUP {
        vars.remove_above(v, *last)?;
    }
    for gap in parts.windows(2) {
        if let [(_, before), (after, _)] = gap {
            vars.remove_range(v, before + 1, after - 1)?;
        }
    }
    Ok(())
}

impl PropagatingIndexical {
    fn indexical(&self) -> &Indexical {
        &self.call.definition.body(neck(self.positive))[usize::from(self.at)]
    }
}

impl Propagator for PropagatingIndexical {
    fn cost(&self) -> Cost {
        self.indexical().program.cost
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        let Indexical { target, program } = self.indexical();
        for &a in &program.args {
            if let Arg::Var(v) = self.call.arg(a) {
                on(*v, program.condition(a, &program.monotone));
            }
        }
        // The propagator has no other reason to subscribe to its target, but the list of a variable's constraints
        // must contain it.
        if let Arg::Var(v) = self.call.arg(*target)
            && !program.args.contains(target)
        {
            on(*v, PropCond::Fixed);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let Indexical { target, program } = self.indexical();
        if !self.call.all_fixed(&program.monotone, vars) {
            return Ok(Status::Fix);
        }
        let constant = self.call.all_fixed(&program.args, vars);
        let range = match eval::evaluate(program, vars, &self.call.args) {
            Ok(range) => range,
            Err(NoResult::Undefined) if constant => return Err(Inconsistent),
            Err(_) => return Ok(Status::Fix),
        };
        let before = vars.prunings;
        keep(vars, self.call.arg(*target), range)?;
        if constant {
            return Ok(Status::Subsumed);
        }
        // Its own removals may affect it, through its range or because two arguments are the same.
        Ok(if vars.prunings != before && self.reads_target() {
            Status::NoFix
        } else {
            Status::Fix
        })
    }
}

impl Describe for PropagatingIndexical {
    fn describe(&self) -> Constraint {
        let (call, positive, only) = (self.call.clone(), self.positive, Some(self.at));
        Constraint::Called(Called {
            call,
            positive,
            only,
        })
    }
}

impl PropagatingIndexical {
    fn reads_target(&self) -> bool {
        let Indexical { target, program } = self.indexical();
        let target = self.call.arg(*target);
        program.args.iter().any(|a| self.call.arg(*a) == target)
    }
}

impl Advisor for ValueRemoval {
    fn advise(&self, on: &mut Advice<'_>) {
        for r in &self.of.all {
            on(r.on, r.from, r.data, r.action);
        }
    }
}

impl Propagator for ValueRemoval {
    fn cost(&self) -> Cost {
        Cost::Binary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for (i, r) in self.of.all.iter().enumerate() {
            // Removals are mutual, so each variable is waited for once.
            if self.of.all[..i].iter().all(|earlier| earlier.on != r.on) {
                on(r.on, PropCond::Fixed);
            }
        }
    }

    fn propagate(&self, _: &mut Vars) -> Propagated {
        Ok(Status::Fix)
    }
}

impl Describe for ValueRemoval {
    fn advisor(&self) -> Option<&dyn Advisor> {
        Some(self)
    }

    fn describe(&self) -> Constraint {
        Constraint::called(self.of.call.clone(), self.of.positive)
    }
}

/// The values to remove in place of the indexicals of a body, if each of them is `X in \ {Y+C, …}` with a
/// variable `Y` that is not fixed and integers `C`.
fn removals(vars: &Vars, call: &FdCall, body: &[Indexical]) -> Option<Box<[Removal]>> {
    let mut all: Vec<Removal> = Vec::new();
    for Indexical { target, program } in body {
        let points = program.without.as_ref()?;
        let Arg::Var(from) = *call.arg(*target) else {
            return None;
        };
        if vars.is_fixed(from) {
            return None;
        }
        for p in points {
            let (on, plus, data) = instance(vars, call, p)?;
            if on == from {
                return None;
            }
            let (action, data) = if plus {
                (OnFixed::RemoveSum, data)
            } else {
                (OnFixed::RemoveDifference, data)
            };
            let new = Removal {
                on,
                from,
                data,
                action,
            };
            let opposite = Removal { data: -data, ..new };
            if all.contains(&new) {
                continue;
            }
            match all.iter_mut().find(|r| **r == opposite) {
                Some(r) if plus => r.action = OnFixed::RemoveBoth,
                _ => all.push(new),
            }
        }
    }
    // Only if both sides remove values is nothing left to do after one of them has.
    let is_mutual = |r: &Removal| {
        let data = match r.action {
            OnFixed::RemoveSum => -r.data,
            _ => r.data,
        };
        let back = Removal {
            on: r.from,
            from: r.on,
            data,
            action: r.action,
        };
        all.contains(&back)
            || all.contains(&Removal {
                data: -data,
                ..back
            }) && r.action == OnFixed::RemoveBoth
    };
    all.iter().all(is_mutual).then(|| all.into())
}

/// A point with the arguments of a call: the one variable, whether it is added, and the rest.
fn instance(vars: &Vars, call: &FdCall, p: &Point) -> Option<(VarId, bool, i64)> {
    const LARGE: i64 = 1 << 50;
    let mut found = None;
    let mut rest = p.constant;
    for (plus, a) in &p.parts {
        match call.arg(*a) {
            Arg::Int(i) => {
                let i = i.to_i64().filter(|i| i.abs() < LARGE)?;
                rest += if *plus { i } else { -i };
            }
            Arg::Var(v) if found.is_some() || vars.is_fixed(*v) => return None,
            Arg::Var(v) => found = Some((*v, *plus)),
        }
        if rest.abs() > LARGE {
            return None;
        }
    }
    found.map(|(v, plus)| (v, plus, rest))
}

/// Returns whether an indexical's target is in its range, for arguments that are all integers. A range that is not
/// defined is empty; `None` if it takes too much to compute.
fn member(call: &FdCall, vars: &mut Vars, i: &Indexical) -> Option<bool> {
    match eval::evaluate(&i.program, vars, &call.args) {
        Ok(range) => Some(relate(vars, call.arg(i.target), range).contained),
        Err(NoResult::Undefined) => Some(false),
        Err(_) => None,
    }
}

impl FdCall {
    /// Returns whether a call is true, all arguments being fixed.
    pub(crate) fn truth(&self, vars: &mut Vars) -> Option<bool> {
        let definition = self.definition.clone();
        for (neck, value) in [
            (Neck::True, true),
            (Neck::False, false),
            (Neck::FoundTrue, true),
            (Neck::FoundFalse, false),
        ] {
            if definition.has(neck) {
                let mut all = true;
                for i in definition.body(neck) {
                    all &= member(self, vars, i)?;
                }
                return Some(all == value);
            }
        }
        None
    }
}

impl CheckingIndexical {
    /// Returns whether the call is known to be true or false.
    fn found(&self, vars: &mut Vars) -> Option<bool> {
        let definition = &self.call.definition;
        for (neck, value) in [(Neck::FoundTrue, true), (Neck::FoundFalse, false)] {
            let [Indexical { target, program }] = definition.body(neck) else {
                continue;
            };
            if !self.call.all_fixed(&program.anti, vars) {
                continue;
            }
            let Ok(range) = eval::evaluate(program, vars, &self.call.args) else {
                continue;
            };
            let relation = relate(vars, self.call.arg(*target), range);
            if relation.contained {
                return Some(value);
            }
            if relation.disjoint && self.call.all_fixed(&program.args, vars) {
                return Some(!value);
            }
        }
        let ground = self.call.args.iter().all(|a| a.is_fixed(vars));
        if ground { self.call.truth(vars) } else { None }
    }
}

impl Propagator for CheckingIndexical {
    fn cost(&self) -> Cost {
        Cost::Nonlinear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        if let RequiredTruth::Of(b) = self.outcome {
            on(b, PropCond::Fixed);
        }
        for (i, a) in self.call.args.iter().enumerate() {
            let Arg::Var(v) = a else {
                continue;
            };
            on(*v, PropCond::Fixed);
            for neck in [Neck::FoundTrue, Neck::FoundFalse] {
                let [Indexical { target, program }] = self.call.definition.body(neck) else {
                    continue;
                };
                let i = i as u16;
                if *target == i {
                    on(*v, PropCond::Domain);
                } else if program.args.contains(&i) {
                    let condition = program.condition(i, &program.anti);
                    if condition != PropCond::Fixed {
                        on(*v, condition);
                    }
                }
            }
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        if let RequiredTruth::Of(b) = self.outcome
            && let Some(value) = vars.word(b)
        {
            vars.request(Constraint::called(self.call.clone(), value == 1));
            return Ok(Status::Subsumed);
        }
        let Some(found) = self.found(vars) else {
            return Ok(Status::Fix);
        };
        match self.outcome {
            RequiredTruth::Of(b) => vars.fix(b, i64::from(found))?,
            RequiredTruth::Known(wanted) if wanted != found => return Err(Inconsistent),
            RequiredTruth::Known(_) => {}
        }
        Ok(Status::Subsumed)
    }
}

impl Describe for CheckingIndexical {
    fn describe(&self) -> Constraint {
        let called = |positive| Constraint::called(self.call.clone(), positive);
        match self.outcome {
            RequiredTruth::Of(b) => Constraint::reified(b, called(true)),
            RequiredTruth::Known(wanted) => called(wanted),
        }
    }
}

/// Posts a call, or its negation; of its indexicals perhaps one `only`.
fn post(
    s: &mut Store,
    call: &Arc<FdCall>,
    positive: bool,
    only: Option<u16>,
) -> Result<(), Inconsistent> {
    let body = call.definition.body(neck(positive));
    let firing = |at: u16| {
        Prop::boxed(PropagatingIndexical {
            call: call.clone(),
            positive,
            at,
        })
    };
    if let Some(at) = only {
        return s.add(firing(at));
    }
    if body.is_empty() {
        return s.add(Prop::boxed(CheckingIndexical {
            call: call.clone(),
            outcome: RequiredTruth::Known(positive),
        }));
    }
    if let Some(removals) = removals(&s.vars, call, body) {
        let of = Box::new(Removals {
            call: call.clone(),
            positive,
            all: removals,
        });
        return s.add(Prop::boxed(ValueRemoval { of }));
    }
    for at in 0..body.len() {
        s.add(firing(at as u16))?;
    }
    Ok(())
}

impl Constrain for Called {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let call = Arc::new(self.call.map_vars(f));
        Constraint::Called(Called { call, ..*self })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        self.call.holds(at) == self.positive
    }

    fn show(&self) -> ConstraintTerm {
        let goal = ConstraintTerm::Predicate(self.call.clone());
        if self.positive {
            goal
        } else {
            ConstraintTerm::call("#\\", vec![goal])
        }
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        post(s, &self.call, self.positive, self.only)
    }

    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        if self.positive {
            return post_reified(s, b, &self.call);
        }
        let opposite = s.new_bool();
        s.post(&Constraint::linear(&[(1, b), (1, opposite)], Rel::Eq, 1))?;
        post_reified(s, opposite, &self.call)
    }

    fn imply(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        s.imply_by_truth(b, self)
    }
}

/// Posts that `b`, a truth value, is that of a call.
fn post_reified(s: &mut Store, b: VarId, call: &Arc<FdCall>) -> Result<(), Inconsistent> {
    match s.vars.word(b) {
        Some(value) => post(s, call, value == 1, None),
        None => s.add(Prop::boxed(CheckingIndexical {
            call: call.clone(),
            outcome: RequiredTruth::Of(b),
        })),
    }
}
