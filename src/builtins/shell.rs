//! The system's shell, the process, and random bits.

use super::subprocess::wait_for;
use crate::base::int::Int;
use crate::base::number::Number;
use crate::machine::{Ball, Cell};
use crate::system::environment::process_number;
use crate::system::text::text_of;
use crate::system::{BuiltinRow, Res, Vm, det};
use std::io;
use std::path::Path;
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
    let refused = |vm: &mut Vm| vm.permission_error("execute", "shell", vm.x(0));
    match run(vm, &mut command)? {
        Ok(status) => Ok(vm.unify(vm.x(1), Cell::int(i64::from(status)))),
        Err(_) => Err(refused(vm)),
    }
}

/// Runs a program to its end. Returns its exit status, or the reason why it could not be started.
///
/// # Errors
/// The ball of an interrupt or a time limit, which ends the program.
fn run(vm: &mut Vm, command: &mut Command) -> Result<io::Result<i32>, Ball> {
    vm.ext.environment.apply_to(command);
    // Earlier output must appear before that of the program.
    let _ = vm.ext.streams.flush_all();
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(e) => return Ok(Err(e)),
    };
    let status = wait_for(vm, &mut child).inspect_err(|_| {
        // The program ends with the goal, and is waited for, so that the system keeps nothing of it.
        let _ = child.kill();
        let _ = child.wait();
    })?;
    Ok(status.map(|status| status.code().unwrap_or_else(|| signal(&status))))
}

/// The arguments by which an editor opens a file at a line, and goes on only when the file is closed. Without an
/// extension, `editor` is the name of the program.
fn editor_arguments(editor: &str, file: &str, line: i64) -> Vec<String> {
    let place = format!("{file}:{line}");
    let arguments = match editor {
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" | "windsurf" => {
            vec!["--wait", "--goto", &place]
        }
        "subl" | "sublime_text" | "zed" | "zeditor" => vec!["--wait", &place],
        "hx" | "helix" => vec![place.as_str()],
        "notepad" | "ed" => vec![file],
        _ => return vec![format!("+{line}"), file.to_string()],
    };
    arguments.into_iter().map(str::to_string).collect()
}

/// `'$edit'(File, Line)`: opens a file at a line in the user's editor, and waits until it is closed.
fn edit(vm: &mut Vm) -> Res {
    let (file, line) = (text_of(vm, vm.x(0))?, vm.x(1).as_int());
    let variable = |name| {
        vm.ext
            .environment
            .variable(name)
            .filter(|v| !v.trim().is_empty())
    };
    let standard = if cfg!(windows) { "notepad" } else { "vi" };
    let editor = variable("VISUAL").or_else(|| variable("EDITOR"));
    let editor = editor.unwrap_or_else(|| standard.to_string());
    let name = vm.atoms.intern_transient(&editor);
    if !vm.ext.environment.access.processes {
        return Err(vm.permission_error("execute", "editor", Cell::atom(name)));
    }
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or(standard);
    let stem = Path::new(program).file_stem();
    let stem = stem.map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    let arguments = editor_arguments(&stem, &file, line);
    let mut command = if cfg!(windows) {
        let mut c = Command::new(program);
        c.args(words);
        c
    } else {
        // The variable may hold a command with quotes.
        let mut c = Command::new("sh");
        c.args(["-c", &format!("{editor} \"$@\""), program]);
        c
    };
    command.args(arguments);
    match run(vm, &mut command)? {
        Ok(0) => Ok(true),
        _ => Err(vm.existence_error("editor", Cell::atom(name))),
    }
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
        true => process_number(),
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
pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$shell",
        "+text, -status",
        "-",
        "Runs a command line in the system's shell and unifies the second argument with its exit status.",
        shell,
    ),
    det(
        "$edit",
        "+text, +integer",
        "-",
        "Opens a file at a line in the user's editor, and waits until it is closed.",
        edit,
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

#[cfg(test)]
mod tests {
    use super::editor_arguments;

    #[test]
    fn editors_open_a_file_at_a_line() {
        let arguments = |editor| editor_arguments(editor, "a b.pl", 7).join("|");
        assert_eq!(arguments("vim"), "+7|a b.pl");
        assert_eq!(arguments("code"), "--wait|--goto|a b.pl:7");
        assert_eq!(arguments("hx"), "a b.pl:7");
        assert_eq!(arguments("ed"), "a b.pl");
    }
}
