//! Memory that is given back: by the process after a resource error, and by a text that is loaded again.

use horn::{Limit, Machine};

/// A top level that waits for the next query does not keep what endless recursion took.
#[cfg(target_os = "linux")]
#[test]
fn memory_goes_back_to_the_system_after_a_resource_error() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(["-q", "-m", "512M"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a process");
    let queries =
        "assertz((left(X) :- left(X), q(X))).\nleft(1).\nshell('grep VmRSS /proc/$PPID/status').\n";
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(queries.as_bytes()).expect("horn reads");
    drop(input);
    let done = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(out.contains("resource_error(memory)"), "{out}");
    let line = out.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    let kilobytes: u64 = kilobytes.and_then(|n| n.parse().ok()).expect("a number");
    assert!(kilobytes < 128 << 10, "{out}");
}

/// A text of so many facts.
fn facts(count: u32) -> String {
    (0..count)
        .map(|i| format!("fact({i}, name_{i}, [a,{i}]).\n"))
        .collect()
}

/// A fourth of these loads would not have room if each kept the clauses of the one before.
#[test]
fn loading_a_text_again_takes_no_more_memory() {
    let text = facts(5_000);
    let mut m = Machine::new();
    m.set_limit(Limit::Memory(Some(16 << 20)));
    for _ in 0..60 {
        m.consult_str("facts.pl", &text).expect("there is room");
    }
    assert!(m.run("fact(4999, name_4999, [a,4999])").expect("it runs"));
}

/// A text without directives calls no goals, which check the limit: the load checks it.
#[test]
fn a_text_that_is_too_large_ends_with_an_error() {
    let text = facts(200_000);
    let mut m = Machine::new();
    m.set_limit(Limit::Memory(Some(16 << 20)));
    let error = m.consult_str("facts.pl", &text).expect_err("no room");
    assert!(error.to_string().contains("memory"), "{error}");
    // The text that takes its place removes the clauses that were loaded.
    m.consult_str("facts.pl", "fact(1, one, []).\n")
        .expect("there is room");
    assert!(m.run("fact(1, one, [])").expect("it runs"));
}
