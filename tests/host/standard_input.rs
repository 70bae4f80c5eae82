//! A standard input that says nothing for a while: waits end at limits of time, and lose nothing.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_time_limit_ends_a_wait_for_standard_input() {
    let goal = "catch(call_with_time_limit(0.2, read(_)), E, true), print(E), nl, flush_output, read(T), print(T), nl, halt";
    let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(["-q", "-g", goal])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("horn starts");
    let start = Instant::now();
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"hello").expect("half a term");
    // The limit expires meanwhile, even on a busy machine.
    std::thread::sleep(Duration::from_secs(3));
    stdin.write_all(b"(world).\n").expect("the other half");
    let output = child.wait_with_output().expect("horn ends");
    drop(stdin);
    assert!(start.elapsed() < Duration::from_secs(60));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "time_limit_exceeded\nhello(world)\n"
    );
}
