//! Control constructs that the compiler does not translate (ISO 13211-1, 7.8.9, 8.17.4): throwing, halting,
//! cleanup goals, limits on inferences and time, delimited continuations.

use crate::base::atom::{Atom, atoms};
use crate::machine::Cell;
use crate::system::{Res, Row, Vm, det, modules, reentrant};

pub(crate) const ROWS: &[Row] = &[
    det("true", "", "7.8.1", "Succeeds.", succeed),
    det("fail", "", "7.8.2", "Fails.", fail),
    det(
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
    det(
        "$choice_point",
        "-integer",
        "-",
        "Unifies the argument with the newest choice point, as a number.",
        choice_point,
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
        "$inference_limit_push",
        "+integer, -integer",
        "-",
        "Sets a limit on further inferences.",
        limit_push,
    ),
    det(
        "$time_limit_push",
        "+number, -integer",
        "-",
        "Sets a limit on the time from now on, in seconds; `'$inference_limit_pop'/2` removes it.",
        time_limit_push,
    ),
    det(
        "$inference_limit_pop",
        "+integer, -integer",
        "-",
        "Removes a limit and unifies the second argument with the rest of it.",
        limit_pop,
    ),
    det(
        "$inference_limit_resume",
        "+integer, +integer",
        "-",
        "Sets a removed limit again.",
        limit_resume,
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
        "Turns collection at every call on or off, to find cells that the collector does not know.",
        gc_stress,
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
    Err(vm.ball(t))
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

fn cleanup_push(vm: &mut Vm) -> Res {
    let goal = vm.x(0);
    vm.push_cleanup(goal);
    Ok(true)
}

fn cleanup_pop(vm: &mut Vm) -> Res {
    vm.pop_cleanup();
    Ok(true)
}

/// Schedules a goal before the next call, as the wakeup of an attributed variable is. So a builtin
/// with several answers leaves them to the library.
pub(crate) fn run_next(vm: &mut Vm, goal: Cell) {
    let name = vm.atoms.intern("$call");
    let chain = vm.compound(atoms::ATT, &[Cell::atom(name), goal, Cell::NIL]);
    vm.report_binding(chain, Cell::NIL);
}

/// A natural number in a register, saturated.
fn natural(vm: &mut Vm, i: usize) -> Result<u64, crate::machine::Ball> {
    let c = vm.x(i);
    match vm.to_int(c) {
        Some(n) if !n.is_negative() => Ok(n.to_i64().map_or(u64::MAX >> 4, |n| n as u64)),
        _ => Err(vm.domain_error("not_less_than_zero", c)),
    }
}

fn limit_push(vm: &mut Vm) -> Res {
    let n = natural(vm, 0)?;
    let token = vm.push_inference_limit(n);
    Ok(vm.unify(vm.x(1), Cell::int(token as i64)))
}

fn time_limit_push(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let seconds = vm.to_number(x).and_then(|n| n.to_f64().ok());
    let seconds = seconds.unwrap_or(f64::MAX).max(0.0);
    let time = std::time::Duration::try_from_secs_f64(seconds);
    let token = vm.push_deadline(time.unwrap_or(std::time::Duration::MAX));
    Ok(vm.unify(vm.x(1), Cell::int(token as i64)))
}

fn limit_pop(vm: &mut Vm) -> Res {
    let token = natural(vm, 0)?;
    let left = vm.pop_call_limit(token).min(i64::MAX as u64 >> 4);
    Ok(vm.unify(vm.x(1), Cell::int(left as i64)))
}

fn limit_resume(vm: &mut Vm) -> Res {
    let (token, left) = (natural(vm, 0)?, natural(vm, 1)?);
    vm.resume_inference_limit(token, left);
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
    vm.gc_stress = vm.x(0).to_atom() == Some(atoms::ON);
    vm.collect_soon();
    Ok(true)
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
