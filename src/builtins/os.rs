//! Random numbers, clocks, and the variables of the environment.

use crate::base::atom::atoms;
use crate::base::clock::{HAS_THREADS, Instant};
use crate::base::evaluable::EvalContext;
use crate::base::int::Int;
use crate::builtins::threads::{call_again, is_signalled};
use crate::machine::Cell;
use crate::system::access::Clock;
use crate::system::text::text_of;
use crate::system::{BuiltinRow, Res, Vm, det, reentrant};
use std::time::Duration;

// Random numbers and time.

/// `'$set_random'(Seed)`: an integer, or the atom `random`.
fn set_random(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let seed = match vm.to_int(x) {
        Some(Int::Small(i)) => i as u64,
        // The digits of a big integer, in a hash that is the same on every platform.
        Some(big) => big
            .to_string()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |h: u64, b| {
                (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
            }),
        None if x.to_atom().is_some_and(|a| &*vm.atoms.text(a) == "random") => {
            vm.ext.environment.seed_anew();
            return Ok(true);
        }
        None => return Err(vm.type_or_instantiation(atoms::INTEGER, x)),
    };
    vm.ext.environment.seed(seed);
    Ok(true)
}

pub(crate) fn random(vm: &mut Vm) -> Res {
    let f = vm.ext.environment.random_float();
    let f = vm.heap.float(f);
    Ok(vm.unify(vm.x(0), f))
}

/// `'$random_integer'(Low, High, X)`: fails if the range is empty.
fn random_integer(vm: &mut Vm) -> Res {
    let (Some(low), Some(high)) = (vm.to_int(vm.x(0)), vm.to_int(vm.x(1))) else {
        return Ok(false);
    };
    let count = &(&high - &low) + &Int::ONE;
    if count.signum() <= 0 {
        return Ok(false);
    }
    let n = &low + &vm.ext.environment.random_below(&count);
    let n = vm.int_cell(&n);
    Ok(vm.unify(vm.x(2), n))
}

fn get_time(vm: &mut Vm) -> Res {
    let now = vm.ext.environment.unix_time();
    let now = vm.heap.float(now);
    Ok(vm.unify(vm.x(0), now))
}

fn sleep(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let seconds = match vm.to_number(x) {
        Some(n) => n.to_f64().unwrap_or(f64::MAX),
        None => return Err(vm.type_error(atoms::NUMBER, x)),
    };
    if !HAS_THREADS || !matches!(vm.ext.environment.access.clock, Clock::System) {
        // The clock of the host does not depend on the wait; without threads, waiting is not possible.
        return Ok(true);
    }
    // In slices, so that an interrupt ends the sleep, and a signal of another thread suspends it.
    let start = Instant::now();
    loop {
        let left = seconds - start.elapsed().as_secs_f64();
        if left.is_nan() || left <= 0.0 {
            return Ok(true);
        }
        vm.check_interrupt()?;
        if is_signalled(vm) {
            let left = vm.heap.float(left);
            return call_again(vm, "sleep", &[left]);
        }
        vm.while_waiting_at_call(|| std::thread::sleep(Duration::from_secs_f64(left.min(0.02))));
    }
}

fn local_time(vm: &mut Vm) -> Res {
    let name = vm.ext.environment.variable("TZ");
    // The name of the system's own zone in the format of `TZ`.
    let own = match vm.ext.environment.access.environment {
        true => "localtime",
        false => "UTC0",
    };
    let name = name.unwrap_or_else(|| own.into());
    let seconds = vm.to_int(vm.x(0)).and_then(|i| i.to_i64());
    let (offset, zone, saved) = vm.ext.zone.at(name, seconds.unwrap_or(i64::MAX));
    let zone = Cell::atom(vm.atoms.intern(&zone));
    let saved = Cell::atom(vm.atoms.intern(if saved { "true" } else { "false" }));
    Ok(vm.unify(vm.x(1), Cell::int(offset)) && vm.unify(vm.x(2), zone) && vm.unify(vm.x(3), saved))
}

// The environment.

fn getenv(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    match vm.ext.environment.variable(&name) {
        Some(value) => {
            let a = vm.atoms.intern_transient(&value);
            Ok(vm.unify(vm.x(1), Cell::atom(a)))
        }
        None => Ok(false),
    }
}

fn setenv(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    let value = text_of(vm, vm.x(1))?;
    vm.ext.environment.variables.insert(name, Some(value));
    Ok(true)
}

fn unsetenv(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    vm.ext.environment.variables.insert(name, None);
    Ok(true)
}

// Files.

/// The predicates of this file.
pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$set_random",
        "+value",
        "-",
        "Seeds the random numbers with an integer, or from the system with `random`.",
        set_random,
    ),
    det(
        "$random",
        "-float",
        "-",
        "Unifies the argument with a random float between 0 and 1, both excluded.",
        random,
    ),
    det(
        "$random_integer",
        "+integer, +integer, -integer",
        "-",
        "Unifies the third argument with a random integer between two others, both included.",
        random_integer,
    ),
    det(
        "get_time",
        "-float",
        "-",
        "Unifies the argument with the seconds since the epoch, as a float.",
        get_time,
    ),
    reentrant(
        "sleep",
        "+number",
        "-",
        "Waits for a number of seconds.",
        sleep,
    ),
    det(
        "getenv",
        "+name, -value",
        "-",
        "Unifies the second argument with the value of an environment variable; fails if there is none.",
        getenv,
    ),
    det(
        "setenv",
        "+name, +value",
        "-",
        "Sets an environment variable for this machine and its subprocesses.",
        setenv,
    ),
    det(
        "unsetenv",
        "+name",
        "-",
        "Removes an environment variable for this machine and its subprocesses.",
        unsetenv,
    ),
    det(
        "$local_time",
        "+integer, -integer, -atom, -atom",
        "-",
        "For a second since the epoch: the offset of local time west of Greenwich in seconds, the name of the zone, and `true` for daylight saving time.",
        local_time,
    ),
];
