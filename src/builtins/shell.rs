//! The system's shell, the process, and random bits.

use super::subprocess::wait_for;
use crate::base::int::Int;
use crate::base::number::Number;
use crate::machine::Cell;
use crate::system::text::text_of;
use crate::system::{Res, Row, Vm, det};
use std::process::Command;

/// `'$shell'(Command, Status)`: runs a command line in the system's shell, with the machine's own
/// working directory and environment. A command that a signal ended has status 128 plus the signal's
/// number, or -1 where the system does not give the number. Fails if the machine may not run programs.
fn shell(vm: &mut Vm) -> Res {
    let line = text_of(vm, vm.x(0))?;
    if !vm.ext.environment.access.processes {
        return Ok(false);
    }
    let mut command = if cfg!(windows) {
        let mut c = Command::new("cmd");
        c.arg("/C").arg(line);
        c
    } else {
        let mut c = Command::new("sh");
        c.arg("-c").arg(line);
        c
    };
    vm.ext.environment.equip(&mut command);
    let refused = |vm: &mut Vm| vm.permission_error("execute", "shell", vm.x(0));
    let mut child = command.spawn().map_err(|_| refused(vm))?;
    let status = wait_for(vm, &mut child).inspect_err(|_| {
        // Ended with the goal, and waited for, so that nothing of it is left.
        let _ = child.kill();
        let _ = child.wait();
    })?;
    let status = status.map_err(|_| refused(vm))?;
    let status = status.code().unwrap_or_else(|| signal(&status));
    Ok(vm.unify(vm.x(1), Cell::int(i64::from(status))))
}

#[cfg(unix)]
fn signal(status: &std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.signal().map_or(-1, |n| 128 + n)
}

#[cfg(not(unix))]
fn signal(_: &std::process::ExitStatus) -> i32 {
    -1
}

fn pid(vm: &mut Vm) -> Res {
    let id = match vm.ext.environment.access.processes {
        true => std::process::id(),
        false => 0,
    };
    let id = Cell::int(i64::from(id));
    Ok(vm.unify(vm.x(0), id))
}

/// `'$random_bits'(N)`: 128 random bits as a signed integer.
fn random_bits(vm: &mut Vm) -> Res {
    let (high, low) = (
        vm.ext.environment.random_bits(),
        vm.ext.environment.random_bits(),
    );
    let n = Int::from((i128::from(high) << 64) | i128::from(low));
    let n = vm.number_cell(&Number::Int(n));
    Ok(vm.unify(vm.x(0), n))
}

/// The predicates of this file.
pub(crate) const ROWS: &[Row] = &[
    det(
        "$shell",
        "+text, -status",
        "-",
        "Runs a command line in the system's shell and unifies the second argument with its exit status.",
        shell,
    ),
    det(
        "$pid",
        "-integer",
        "-",
        "Unifies the argument with the number of the process.",
        pid,
    ),
    det(
        "$random_bits",
        "-integer",
        "-",
        "Unifies the argument with 128 random bits as a signed integer.",
        random_bits,
    ),
];
