//! What a machine takes from the operating system: clocks, random numbers, files, the environment.
//!
//! Nothing here changes the process: a machine has its own working directory, and its own view of
//! the environment's variables, on top of the process's. Nothing needs Unix; where the processor
//! time of the process can be read from a file system, it is, and else it is the elapsed time.

use crate::base::atom::atoms;
use crate::base::evaluable::EvalContext;
use crate::base::int::Int;
use crate::builtins::files::{
    absolute_file_name, delete_directory, delete_file, directory_files, exists_directory,
    exists_file, file_base_name, file_directory_name, make_directory, make_directory_path,
    rename_file, size_file, time_file, working_directory,
};
use crate::machine::Cell;
use crate::system::environment::unix_time;
use crate::system::text::text_of;
use crate::system::{Res, Row, Vm, det};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

// Random numbers and time.

/// `'$set_random'(Seed)`: an integer, or the atom `random`.
fn set_random(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let seed = match vm.to_int(x) {
        Some(Int::Small(i)) => i as u64,
        // The digits of a big one in a hash that is the same everywhere.
        Some(big) => big
            .to_string()
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |h: u64, b| {
                (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
            }),
        None if x.to_atom().is_some_and(|a| &*vm.atoms.text(a) == "random") => {
            RandomState::new().build_hasher().finish()
        }
        None => return Err(vm.type_or_instantiation(atoms::INTEGER, x)),
    };
    vm.ext.clock.seed(seed);
    Ok(true)
}

pub(crate) fn random(vm: &mut Vm) -> Res {
    let f = vm.ext.clock.random_float();
    let f = vm.heap.float(f);
    Ok(vm.unify(vm.x(0), f))
}

/// `'$random_integer'(Low, High, X)`: fails if there is none.
fn random_integer(vm: &mut Vm) -> Res {
    let (Some(low), Some(high)) = (vm.to_int(vm.x(0)), vm.to_int(vm.x(1))) else {
        return Ok(false);
    };
    let count = &(&high - &low) + &Int::ONE;
    if count.signum() <= 0 {
        return Ok(false);
    }
    let n = &low + &vm.ext.clock.random_below(&count);
    let n = vm.int_cell(&n);
    Ok(vm.unify(vm.x(2), n))
}

fn get_time(vm: &mut Vm) -> Res {
    let now = vm.heap.float(unix_time());
    Ok(vm.unify(vm.x(0), now))
}

fn sleep(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let seconds = match vm.to_number(x) {
        Some(n) => n.to_f64().unwrap_or(f64::MAX),
        None => return Err(vm.type_error(atoms::NUMBER, x)),
    };
    // In slices, so that an interrupt ends it.
    let start = Instant::now();
    loop {
        let left = seconds - start.elapsed().as_secs_f64();
        if left.is_nan() || left <= 0.0 || vm.is_interrupted() {
            return Ok(true);
        }
        std::thread::sleep(Duration::from_secs_f64(left.min(0.02)));
    }
}

// The environment.

fn getenv(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    match vm.ext.clock.variable(&name) {
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
    vm.ext.clock.variables.insert(name, Some(value));
    Ok(true)
}

fn unsetenv(vm: &mut Vm) -> Res {
    let name = text_of(vm, vm.x(0))?;
    vm.ext.clock.variables.insert(name, None);
    Ok(true)
}

// Files.

/// The predicates of this file.
pub(crate) const ROWS: &[Row] = &[
    det(
        "$set_random",
        "+seed",
        "-",
        "Seeds the random numbers by an integer, or unforeseeably by `random`.",
        set_random,
    ),
    det(
        "$random",
        "-float",
        "-",
        "A random float above 0 and below 1.",
        random,
    ),
    det(
        "$random_integer",
        "+integer, +integer, -integer",
        "-",
        "A random integer between two, both included.",
        random_integer,
    ),
    det(
        "get_time",
        "-float",
        "-",
        "The seconds since the epoch, as a float.",
        get_time,
    ),
    det("sleep", "+number", "-", "Waits that many seconds.", sleep),
    det(
        "getenv",
        "+name, -value",
        "-",
        "The value of a variable of the environment.",
        getenv,
    ),
    det(
        "setenv",
        "+name, +value",
        "-",
        "Sets a variable in this machine's view of the environment.",
        setenv,
    ),
    det(
        "unsetenv",
        "+name",
        "-",
        "Removes a variable from this machine's view of the environment.",
        unsetenv,
    ),
    det(
        "exists_file",
        "+file",
        "-",
        "There is a file of this name.",
        exists_file,
    ),
    det(
        "file_exists",
        "+file",
        "-",
        "There is a file of this name.",
        exists_file,
    ),
    det(
        "exists_directory",
        "+directory",
        "-",
        "There is a directory of this name.",
        exists_directory,
    ),
    det(
        "directory_exists",
        "+directory",
        "-",
        "There is a directory of this name.",
        exists_directory,
    ),
    det("delete_file", "+file", "-", "Removes a file.", delete_file),
    det(
        "rename_file",
        "+file, +file",
        "-",
        "Gives a file another name.",
        rename_file,
    ),
    det(
        "size_file",
        "+file, -bytes",
        "-",
        "How many bytes a file has.",
        size_file,
    ),
    det(
        "time_file",
        "+file, -time",
        "-",
        "When a file was changed last, in seconds since the epoch.",
        time_file,
    ),
    det(
        "make_directory",
        "+directory",
        "-",
        "Makes a directory.",
        make_directory,
    ),
    det(
        "make_directory_path",
        "+directory",
        "-",
        "Makes a directory and those above it.",
        make_directory_path,
    ),
    det(
        "delete_directory",
        "+directory",
        "-",
        "Removes an empty directory.",
        delete_directory,
    ),
    det(
        "directory_files",
        "+directory, -names",
        "-",
        "The names in a directory, sorted, without `.` and `..`; as characters if it is given so.",
        directory_files,
    ),
    det(
        "working_directory",
        "-old, +new",
        "-",
        "The machine's working directory, and another one from now on.",
        working_directory,
    ),
    det(
        "absolute_file_name",
        "+file, -path",
        "-",
        "The path from the root.",
        absolute_file_name,
    ),
    det(
        "file_base_name",
        "+file, -name",
        "-",
        "The last part of a path.",
        file_base_name,
    ),
    det(
        "file_directory_name",
        "+file, -directory",
        "-",
        "A path without its last part.",
        file_directory_name,
    ),
];
