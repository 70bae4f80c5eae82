//! Subprocesses: started with pipes or the process's own streams, waited for, ended.
//!
//! The options are interpreted by the library (`prelude/os/process.pl`).

use crate::base::atom::Atom;
use crate::machine::{Ball, Cell};
use crate::system::pipes::{PipeReader, PipeWriter};
use crate::system::streams::{ByteSink, StreamId, find_output, stream_term};
use crate::system::text::{list_of, text_of};
use crate::system::{BuiltinRow, Res, Vm, det};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

fn texts(vm: &mut Vm, list: Cell) -> Result<Vec<String>, Ball> {
    list_of(vm, list)?
        .into_iter()
        .map(|c| text_of(vm, c))
        .collect()
}

/// The standard stream of a subprocess: `std`, `null` or `pipe`.
fn stdio(word: &str) -> Stdio {
    match word {
        "null" => Stdio::null(),
        "pipe" => Stdio::piped(),
        _ => Stdio::inherit(),
    }
}

/// `'$process_create'([Program|Arguments], Folder, Environment, Kinds, Streams, Id)`: `Folder` is `''` for the
/// machine's own, `Environment` a list of names and values by turns that are added, `Kinds` three of `std`, `null`,
/// `pipe`; the pipes' ends are `Streams`, `[]` where there is no pipe.
fn create(vm: &mut Vm) -> Res {
    let line = texts(vm, vm.x(0))?;
    let Some((program, arguments)) = line.split_first() else {
        return Ok(false);
    };
    if !vm.ext.environment.access.processes {
        let name = vm.atoms.intern_transient(program);
        return Err(vm.permission_error("execute", "file", Cell::atom(name)));
    }
    let folder = text_of(vm, vm.x(1))?;
    let environment = texts(vm, vm.x(2))?;
    let kinds = texts(vm, vm.x(3))?;
    let [input, output, error] = &kinds[..] else {
        return Ok(false);
    };
    let mut command = Command::new(program);
    command.args(arguments);
    vm.ext.environment.apply_to(&mut command);
    if !folder.is_empty() {
        command.current_dir(vm.ext.environment.resolve(Path::new(&folder)));
    }
    for pair in environment.chunks_exact(2) {
        command.env(&pair[0], &pair[1]);
    }
    command.stdin(stdio(input));
    command.stdout(stdio(output));
    command.stderr(stdio(error));
    // Earlier output must appear before that of the subprocess.
    let _ = vm.ext.streams.flush_all();
    let mut child = match command.spawn() {
        Ok(c) => c,
        Err(e) => {
            let name = vm.atoms.intern_transient(program);
            return Err(match e.kind() {
                io::ErrorKind::NotFound => vm.existence_error("file", Cell::atom(name)),
                _ => vm.permission_error("execute", "file", Cell::atom(name)),
            });
        }
    };
    let interrupt = vm.interrupt_handle();
    let input = child.stdin.take();
    let input = input.map(|pipe| ByteSink::Pipe(PipeWriter::new(pipe, interrupt)));
    let output = child.stdout.take().map(|pipe| reader(vm, pipe));
    let error = child.stderr.take().map(|pipe| reader(vm, pipe));
    let streams = &mut vm.ext.streams;
    let ends = [
        input.map(|sink| streams.open_sink(sink)),
        output.map(|r| streams.open_reader(r)),
        error.map(|r| streams.open_reader(r)),
    ];
    let ends = ends.map(|e| e.map_or(Cell::NIL, |id| stream_term(vm, id)));
    let id = i64::from(child.id());
    vm.ext.subprocesses.running.insert(id, child);
    let list = vm.heap.list(&ends, Cell::NIL);
    Ok(vm.unify(vm.x(4), list) && vm.unify(vm.x(5), Cell::int(id)))
}

/// A reader of a pipe whose waits end at interrupts and limits of time.
fn reader(vm: &Vm, pipe: impl Read + Send + 'static) -> Box<dyn Read + Send> {
    Box::new(PipeReader::new(pipe, vm.interrupt_handle()))
}

fn unknown(vm: &mut Vm, id: Cell) -> Ball {
    vm.existence_error("process", id)
}

/// The longest time between two looks at a subprocess.
const LONGEST_PAUSE: Duration = Duration::from_millis(10);

/// Waits until a subprocess ends.
///
/// # Errors
/// The ball of an interrupt or a time limit that ends the wait; the subprocess goes on.
pub(super) fn wait_for(vm: &mut Vm, child: &mut Child) -> Result<io::Result<ExitStatus>, Ball> {
    let mut pause = Duration::from_micros(100);
    loop {
        match child.try_wait() {
            Ok(None) => {}
            Ok(Some(status)) => return Ok(Ok(status)),
            Err(e) => return Ok(Err(e)),
        }
        vm.check_interrupt()?;
        vm.while_waiting(|| std::thread::sleep(pause));
        pause = (2 * pause).min(LONGEST_PAUSE);
    }
}

/// `'$close_awaits'(Stream, Id)`.
fn close_awaits(vm: &mut Vm) -> Res {
    let (stream, process) = (vm.x(0), vm.x(1).as_int());
    let stream = find_output(vm, Some(stream), false)?;
    vm.ext.subprocesses.awaited.insert(stream, process);
    Ok(true)
}

/// Waits for the subprocess that reads from a stream which has been closed, if its end was to be awaited.
///
/// # Errors
/// Those of [`wait_for`].
pub(super) fn await_reader(vm: &mut Vm, closed: StreamId) -> Result<(), Ball> {
    let processes = &mut vm.ext.subprocesses;
    let process = processes.awaited.remove(&closed);
    let child = process.and_then(|id| processes.running.remove(&id));
    if let Some(mut child) = child {
        // How it ended is known to no program.
        let _ = wait_for(vm, &mut child)?;
    }
    Ok(())
}

/// `'$process_wait'(Id, Wait, Status)`: `Status` is `exit(Code)`, `killed(Signal)` or, if `Wait` is `poll` and
/// the program is still running, `timeout`.
fn wait(vm: &mut Vm) -> Res {
    let (id, how) = (vm.x(0), vm.atoms.text(vm.x(1).as_atom()).to_string());
    let key = if id.is_int() { id.as_int() } else { -1 };
    let Some(child) = vm.ext.subprocesses.running.get_mut(&key) else {
        return Err(unknown(vm, id));
    };
    let status = match how.as_str() {
        "poll" => child.try_wait(),
        _ => {
            // Removed from the table during the wait, which needs the whole machine.
            let Some(mut child) = vm.ext.subprocesses.running.remove(&key) else {
                return Err(unknown(vm, id));
            };
            let ended = wait_for(vm, &mut child);
            vm.ext.subprocesses.running.insert(key, child);
            ended?.map(Some)
        }
    };
    let Ok(status) = status else {
        return Err(unknown(vm, id));
    };
    let (name, n) = match status {
        None => {
            let a = vm.atoms.intern("timeout");
            return Ok(vm.unify(vm.x(2), Cell::atom(a)));
        }
        Some(s) => ended(vm, s),
    };
    vm.ext.subprocesses.running.remove(&key);
    let t = vm.compound(name, &[Cell::int(n)]);
    Ok(vm.unify(vm.x(2), t))
}

/// The end of a program.
fn ended(vm: &mut Vm, status: ExitStatus) -> (Atom, i64) {
    match status.code() {
        Some(c) => (vm.atoms.intern("exit"), i64::from(c)),
        None => (vm.atoms.intern("killed"), signal(status)),
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> i64 {
    use std::os::unix::process::ExitStatusExt;
    status.signal().map_or(-1, i64::from)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> i64 {
    -1
}

fn kill(vm: &mut Vm) -> Res {
    let id = vm.x(0);
    let key = if id.is_int() { id.as_int() } else { -1 };
    match vm.ext.subprocesses.running.get_mut(&key) {
        Some(child) => Ok(child.kill().is_ok()),
        None => Err(unknown(vm, id)),
    }
}

pub(crate) fn running(vm: &mut Vm) -> Res {
    let id = vm.x(0);
    Ok(id.is_int() && vm.ext.subprocesses.running.contains_key(&id.as_int()))
}

fn open_null(vm: &mut Vm) -> Res {
    vm.check_room(0)?;
    let id = vm.ext.streams.open_writer(Box::new(io::sink()));
    let t = stream_term(vm, id);
    Ok(vm.unify(vm.x(0), t))
}

/// The predicates of this file.
pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$process_create",
        "+list, +atom, +list, +list, -list, -integer",
        "-",
        "Starts a subprocess.",
        create,
    ),
    det(
        "$process_wait",
        "+integer, +atom, -status",
        "-",
        "Waits for a subprocess and unifies the last argument with its status.",
        wait,
    ),
    det(
        "$close_awaits",
        "+stream, +integer",
        "-",
        "Lets the closing of an output stream wait for a subprocess.",
        close_awaits,
    ),
    det("$process_kill", "+integer", "-", "Ends a subprocess.", kill),
    det(
        "$process_running",
        "+integer",
        "-",
        "True if a subprocess was started and not waited for.",
        running,
    ),
    det(
        "open_null_stream",
        "-stream",
        "-",
        "Opens an output stream that discards its output.",
        open_null,
    ),
];
