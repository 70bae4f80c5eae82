//! Whole sessions: what goes in, what comes out, what is said on the standard error, how it ends.
//!
//! Each `tests/sessions/*.txt` is one run. `#` starts a comment at the top, `$ horn …` is the command,
//! `?- ` a query, `| ` a further line of input, `! ` a text that must occur in the standard error,
//! `[exit N]` the exit status (0 if not given), `[eof]` nothing more. All else is output.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

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

/// Words of a command line, with single quotes.
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
    let text = fs::read_to_string(path).expect("a session");
    let expected = parse(&text);
    let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(&expected.arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
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

#[test]
fn sessions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("sessions")
        .map(|e| e.expect("a session").path())
        .filter(|p| p.extension().is_some_and(|e| e == "txt"))
        .collect();
    paths.sort();
    let mut complaints = Vec::new();
    for path in &paths {
        if let Err(complaint) = check(path) {
            complaints.push(format!("== {}\n{complaint}", path.display()));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn words_of_a_command_line() {
    assert_eq!(words(" -q -g 'a b' x"), ["-q", "-g", "a b", "x"]);
}
