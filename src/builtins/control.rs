//! Control constructs that the compiler does not translate (ISO 13211-1, 7.8.9, 8.17.4): throwing, halting,
//! cleanup goals, limits on inferences and time, delimited continuations.

use crate::base::atom::{Atom, atoms};
use crate::machine::{Cell, LimitRest, ResourceCounts};
use crate::system::{BuiltinRow, Res, Vm, det, modules, reentrant, repeatable};
use std::time::Duration;

pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable("true", "", "7.8.1", "Succeeds.", succeed),
    repeatable("fail", "", "7.8.2", "Fails.", fail),
    repeatable(
        "throw",
        "+nonvar",
        "7.8.10",
        "Throws a copy of a term as an exception.",
        throw,
    ),
    reentrant(
        "halt",
        "+integer",
        "8.17.4",
        "Ends the program with an exit status.",
        halt,
    ),
    repeatable(
        "$choice_point",
        "-integer",
        "-",
        "Unifies the argument with the newest choice point, as a number.",
        choice_point,
    ),
    det(
        "$is_choice_point",
        "+integer",
        "-",
        "True if the number is that of a choice point that has not been removed.",
        is_choice_point,
    ),
    det(
        "$cleanup_push",
        "+term",
        "-",
        "Registers a cleanup goal for the newest choice point.",
        cleanup_push,
    ),
    det(
        "$cleanup_pop",
        "",
        "-",
        "Removes the newest cleanup goal.",
        cleanup_pop,
    ),
    det(
        "$undo_push",
        "+term",
        "-",
        "Lets a goal, as it is now, run when the machine backtracks to here.",
        undo_push,
    ),
    det(
        "$limit_new",
        "-integer",
        "-",
        "Unifies the argument with the number of a new limit, which is not in force yet.",
        limit_new,
    ),
    det(
        "$limit_set",
        "+integer, +term, +term",
        "-",
        "Puts a limit in force, on further inferences or on `counts(Inferences, Propagations, Bytes)`, and on seconds from \
         now on; `inf` is none.",
        limit_set,
    ),
    det(
        "$limit_off",
        "+integer, -term",
        "-",
        "Removes a limit and unifies the second argument with what is left of it.",
        limit_off,
    ),
    det(
        "$limit_on",
        "+integer, +term",
        "-",
        "Puts a limit in force again with what was left of it.",
        limit_on,
    ),
    // Called like predicates: their continuation is that of the call.
    reentrant(
        "shift",
        "@ball",
        "-",
        "Leaves for the innermost `reset/3` whose ball unifies, with the continuation up to there.",
        shift,
    ),
    reentrant(
        "call_continuation",
        "+term",
        "-",
        "Calls a continuation of `reset/3`.",
        call_continuation,
    ),
    det(
        "$depth_limit",
        "+integer, +integer, -integer, -integer",
        "-",
        "Sets the limit on depth (-1: none) and the depth reached, and unifies the last two arguments with their old values.",
        depth_limit,
    ),
    det(
        "garbage_collect",
        "",
        "-",
        "Collects garbage at the next call.",
        garbage_collect,
    ),
    det(
        "$gc_stress",
        "+atom",
        "-",
        "Turns collection at every call on or off, to find cells that the collector does not know. While it is on, short \
         texts are packed lists, too.",
        gc_stress,
    ),
    det(
        "$cycle_watches",
        "+integer",
        "-",
        "Makes the machine look for runs without end once in so many calls, not only when a report is requested; 0 turns \
         it off. Tests find runs that are reported and end.",
        cycle_watches,
    ),
    det(
        "$native",
        "+integer",
        "-",
        "Makes machine code of predicates after this number of calls; never if it is negative. Fails where there is none.",
        native_after,
    ),
];

/// The name of the ball that ends a program; `'$halt'(Status)`, which no `catch/3` catches.
pub(crate) const HALT: &str = "$halt";

fn succeed(_: &mut Vm) -> Res {
    Ok(true)
}

fn fail(_: &mut Vm) -> Res {
    Ok(false)
}

fn throw(vm: &mut Vm) -> Res {
    let t = vm.x(0);
    Err(vm.thrown(t))
}

fn halt(vm: &mut Vm) -> Res {
    let kept = vm.protect(vm.x(0));
    let pending = vm.atoms.intern("$at_halt");
    let run = vm.atoms.intern("$run_at_halt");
    let f = vm.functors.intern(pending, 1);
    if let Some(p) = vm.db.find(atoms::SYSTEM, f)
        && vm.db.clause_count(p) > 0
    {
        let goal = vm.compound(atoms::COLON, &[Cell::atom(atoms::SYSTEM), Cell::atom(run)]);
        vm.call_once(goal)?;
    }
    let status = vm.protected(kept);
    vm.unprotect(kept);
    let t = vm.compound(HALT, &[status]);
    Err(vm.final_ball(t))
}

fn choice_point(vm: &mut Vm) -> Res {
    let level = vm.choice_level() as i64;
    Ok(vm.unify(vm.x(0), Cell::int(level)))
}

fn is_choice_point(vm: &mut Vm) -> Res {
    let level = vm.x(0).as_int();
    Ok(u64::try_from(level).is_ok_and(|level| vm.has_choice_point(level)))
}

fn cleanup_push(vm: &mut Vm) -> Res {
    let goal = vm.x(0);
    vm.push_cleanup(goal);
    Ok(true)
}

fn undo_push(vm: &mut Vm) -> Res {
    let goal = vm.x(0);
    vm.push_undo_goal(goal);
    Ok(true)
}

fn cleanup_pop(vm: &mut Vm) -> Res {
    vm.pop_cleanup();
    Ok(true)
}

/// A natural number in a register, saturated.
fn natural(vm: &mut Vm, i: usize) -> Result<u64, crate::machine::Ball> {
    let c = vm.x(i);
    natural_number(vm, c)
}

/// A natural number, saturated.
fn natural_number(vm: &mut Vm, c: Cell) -> Result<u64, crate::machine::Ball> {
    match vm.to_int(c) {
        Some(n) if !n.is_negative() => Ok(n.to_i64().map_or(u64::MAX >> 4, |n| n as u64)),
        _ => Err(vm.domain_error("not_less_than_zero", c)),
    }
}

/// The greatest number of inferences that a limit counts.
const MOST: u64 = u64::MAX >> 4;

fn limit_new(vm: &mut Vm) -> Res {
    let token = vm.new_limit();
    Ok(vm.unify(vm.x(0), Cell::int(token as i64)))
}

fn limit_set(vm: &mut Vm) -> Res {
    let token = natural(vm, 0)?;
    let c = vm.x(1);
    let mut counts = ResourceCounts::UNLIMITED;
    if c.is_structure() {
        let [inferences, propagations, output] = parts(vm, c)?;
        counts.inferences = count(vm, inferences)?;
        counts.propagations = count(vm, propagations)?;
        counts.output = count(vm, output)?;
    } else {
        counts.inferences = count(vm, c)?;
    }
    let seconds = vm.x(2);
    let seconds = vm.to_number(seconds).and_then(|n| n.to_f64().ok());
    let time = seconds.and_then(|s| Duration::try_from_secs_f64(s.max(0.0)).ok());
    vm.set_limit(token, counts, time);
    Ok(true)
}

/// The arguments of a term that states limits.
fn parts<const N: usize>(vm: &mut Vm, c: Cell) -> Result<[Cell; N], crate::machine::Ball> {
    let arguments = (0..u64::from(vm.heap.arity_of(c))).map(|i| vm.heap.argument(c, i));
    let found: Vec<Cell> = arguments.map(|a| vm.heap.deref(a)).collect();
    found.try_into().map_err(|_| vm.domain_error("limit", c))
}

/// A limit on a count: a natural number, or the atom `inf`.
fn count(vm: &mut Vm, c: Cell) -> Result<u64, crate::machine::Ball> {
    match c.is_atom() {
        true => Ok(u64::MAX),
        false => Ok(natural_number(vm, c)?.min(MOST)),
    }
}

/// The rest of a limit is the term `left(Inferences, Propagations, Bytes, Nanoseconds, Level)`, with -1 where there
/// is no limit.
fn limit_off(vm: &mut Vm) -> Res {
    let token = natural(vm, 0)?;
    let Some(rest) = vm.pop_call_limit(token) else {
        return Ok(true);
    };
    let counts = rest.counts;
    let time = rest
        .time
        .map(|t| t.as_nanos().try_into().unwrap_or(MOST).min(MOST));
    let numbers = [
        Some(counts.inferences),
        Some(counts.propagations),
        Some(counts.output),
        time,
    ];
    let none_or = |n: Option<u64>| match n {
        None | Some(u64::MAX) => Cell::int(-1),
        Some(n) => Cell::int(n as i64),
    };
    let [inferences, propagations, output, nanoseconds] = numbers.map(none_or);
    let level = Cell::int(rest.level as i64);
    let left = vm.compound(
        "left",
        &[inferences, propagations, output, nanoseconds, level],
    );
    Ok(vm.unify(vm.x(1), left))
}

fn limit_on(vm: &mut Vm) -> Res {
    let token = natural(vm, 0)?;
    let left = vm.x(1);
    if !left.is_structure() {
        // The limit was not in force.
        return Ok(true);
    }
    let parts: [Cell; 5] = parts(vm, left)?;
    if !parts.iter().all(|c| c.is_int()) {
        return Err(vm.domain_error("limit", left));
    }
    let [inferences, propagations, output, nanoseconds, level] = parts.map(Cell::as_int);
    let count = |n: i64| n.try_into().unwrap_or(u64::MAX);
    let rest = LimitRest {
        counts: ResourceCounts {
            inferences: count(inferences),
            propagations: count(propagations),
            output: count(output),
        },
        time: nanoseconds.try_into().ok().map(Duration::from_nanos),
        level: level as u64,
    };
    vm.resume_limit(token, rest);
    Ok(true)
}

fn shift(vm: &mut Vm) -> Res {
    let ball = vm.x(0);
    let [library, marker, signal] =
        ["cont", "$called", "$signal"].map(|name| vm.atoms.intern(name));
    let marker = modules::pred(vm, library, marker, 2);
    let signal = vm.functors.intern(signal, 2);
    vm.shift(marker, signal, ball)
}

fn call_continuation(vm: &mut Vm) -> Res {
    let frames = vm.x(0);
    vm.call_continuation(frames)
}

fn depth_limit(vm: &mut Vm) -> Res {
    let [limit, reached] = [0, 1].map(|i| vm.x(i).as_int());
    let old = vm.set_depth_limit(u64::try_from(limit).ok(), reached.max(0) as u64);
    let old_limit = old.0.map_or(-1, |n| n as i64);
    Ok(vm.unify(vm.x(2), Cell::int(old_limit)) && vm.unify(vm.x(3), Cell::int(old.1 as i64)))
}

fn gc_stress(vm: &mut Vm) -> Res {
    vm.collector_work.at_every_call = vm.x(0).to_atom() == Some(atoms::ON);
    vm.heap.pack_short_texts(vm.collector_work.at_every_call);
    vm.collect_soon();
    Ok(true)
}

fn cycle_watches(vm: &mut Vm) -> Res {
    let calls = u64::try_from(vm.x(0).as_int()).ok();
    vm.set_cycle_watches(calls.filter(|&calls| calls > 0));
    Ok(true)
}

fn native_after(vm: &mut Vm) -> Res {
    let calls = vm.x(0).as_int();
    Ok(vm.db.set_native_after(u16::try_from(calls).ok()))
}

fn garbage_collect(vm: &mut Vm) -> Res {
    vm.atoms.collect_objects();
    vm.collect_soon();
    Ok(true)
}

/// The exit status, if a ball is the one that `halt/1` throws.
pub(crate) fn halt_status(vm: &mut Vm, ball: &crate::machine::Ball) -> Option<i32> {
    let t = ball.term().restore(&mut vm.heap);
    if !t.is_structure() {
        return None;
    }
    let (f, n) = vm.heap.functor_of(t);
    let name: Atom = vm.functors.get(f).0;
    if n != 1 || &*vm.atoms.text(name) != HALT {
        return None;
    }
    let status = vm.heap.deref(vm.heap.get(t.addr() + 8));
    vm.to_int(status).and_then(|i| i.to_i64()).map(|i| i as i32)
}
