//! Standard streams that cannot be written: an error status, a message where there is one to read, and no panic.

use std::fs::File;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with this input and these streams.
fn run(arguments: &[&str], input: &str, stdout: Stdio, stderr: Stdio) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .expect("horn starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("horn ends")
}

/// A device that is always full.
fn full() -> Stdio {
    File::options()
        .write(true)
        .open("/dev/full")
        .expect("a device")
        .into()
}

/// A pipe whose reader has gone.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

const PROGRAM: &str = "programs/fruehwirth.pl";

#[test]
#[cfg(target_os = "linux")]
fn a_full_output_ends_with_an_error_status() {
    for (arguments, input) in [
        (&["-q"][..], "X = 1.\n"),
        (&["-q"], "write(a).\n"),
        (&["-q", "-g", "write(a), nl", "-g", "halt"], ""),
        (&["-q", "-g", "write(a)"], ""),
        (&["test", PROGRAM], ""),
        (&["--help"], ""),
        (&["--version"], ""),
        (&["test", "--help"], ""),
    ] {
        let done = run(arguments, input, full(), Stdio::piped());
        let errors = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.contains("No space left"), "{arguments:?}: {errors}");
        assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_closed_pipe_ends_with_an_error_status() {
    for (arguments, input) in [(&["-q"][..], "X = 1.\n"), (&["test", PROGRAM], "")] {
        let done = run(arguments, input, closed(), Stdio::piped());
        let errors = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{arguments:?}: {errors}");
        assert_eq!(errors, "", "{arguments:?}");
    }
}

#[test]
fn closed_errors_do_not_end_the_program() {
    let input = "p(.\nconsult('no file').\nX = 1.\n";
    let done = run(&["-q"], input, Stdio::piped(), closed());
    assert_eq!(done.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&done.stdout).ends_with("   X = 1.\n"));
}
