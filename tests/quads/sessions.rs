//! Whole sessions with the program: its input, output, standard error and exit status.
//!
//! Each `tests/sessions/*.txt` is one run and one test. `#` starts a comment at the top, `$ horn …` is the
//! command, `?- ` a query, `| ` a further line of input, `! ` a text that must occur in the standard
//! error, `[exit N]` the exit status (0 if not given), `[eof]` the end of the file. All other lines are
//! output.

use crate::{files, name, root, trial};
use libtest_mimic::Trial;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The parts of a session's file.
#[derive(Default)]
struct Session {
    arguments: Vec<String>,
    input: String,
    output: String,
    errors: Vec<String>,
    status: i32,
}

fn parse(text: &str) -> Session {
    let mut s = Session::default();
    for line in text.lines().skip_while(|l| l.starts_with('#')) {
        if let Some(command) = line.strip_prefix("$ horn") {
            s.arguments = words(command);
        } else if let Some(query) = line.strip_prefix("?- ") {
            s.input.push_str(query);
            s.input.push('\n');
        } else if let Some(more) = line.strip_prefix("| ") {
            s.input.push_str(more);
            s.input.push('\n');
        } else if let Some(error) = line.strip_prefix("! ") {
            s.errors.push(error.to_string());
        } else if let Some(status) = line.strip_prefix("[exit ") {
            s.status = status.trim_end_matches(']').parse().expect("a number");
        } else if line != "[eof]" {
            s.output.push_str(line);
            s.output.push('\n');
        }
    }
    s
}

/// The words of a command line, which may have single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quoted, mut open) = (false, false);
    for c in line.chars() {
        if c == ' ' && !quoted {
            open = false;
            continue;
        }
        if !open {
            words.push(String::new());
        }
        open = true;
        match words.last_mut() {
            _ if c == '\'' => quoted = !quoted,
            Some(word) => word.push(c),
            None => {}
        }
    }
    words
}

fn check(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(root().join(path)).expect("a session");
    let expected = parse(&text);
    let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(&expected.arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("horn starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end before it has read everything.
    let _ = stdin.write_all(expected.input.as_bytes());
    drop(stdin);
    let done = child.wait_with_output().expect("horn ends");
    let output = String::from_utf8_lossy(&done.stdout);
    let errors = String::from_utf8_lossy(&done.stderr);
    if output != expected.output {
        return Err(format!(
            "expected:\n{}\nactual:\n{output}\nstandard error:\n{errors}",
            expected.output
        ));
    }
    for e in &expected.errors {
        if !errors.contains(e.as_str()) {
            return Err(format!("`{e}` is not in the standard error:\n{errors}"));
        }
    }
    if expected.errors.is_empty() && !errors.is_empty() {
        return Err(format!("the standard error is not empty:\n{errors}"));
    }
    match done.status.code() {
        Some(code) if code == expected.status => Ok(()),
        code => Err(format!("ended with {code:?}, not {}", expected.status)),
    }
}

pub(crate) fn trials() -> Vec<Trial> {
    let paths = files("tests/sessions", "txt").into_iter();
    let mut trials: Vec<Trial> = paths
        .map(|path| trial(name(&path), "session", move || check(&path)))
        .collect();
    trials.push(trial(
        "sessions::words_of_a_command_line".to_string(),
        "unit",
        || {
            assert_eq!(words(" -q -g 'a b' x"), ["-q", "-g", "a b", "x"]);
            Ok(())
        },
    ));
    trials
}
