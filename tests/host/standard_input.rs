//! A standard input and named pipes where nothing is written or read for a while: waits end at limits of time, and lose
//! nothing.

use std::io::{BufRead, BufReader, Read, Write};
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

#[test]
fn a_line_and_characters_whose_read_was_given_up_are_read_again() {
    let goal = "catch(call_with_time_limit(0.2, read_line_to_string(user_input, _)), E1, true), print(E1), nl,
         catch(call_with_time_limit(0.2, get_n_chars(user_input, 8, _)), E2, true), print(E2), nl, flush_output,
         get_n_chars(user_input, 4, Cs), print(Cs), nl, read_line_to_codes(user_input, L), atom_codes(A, L), print(A), nl, halt";
    let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(["-q", "-g", goal])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("horn starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"hello").expect("a part of a line");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut line = || lines.next().map(|l| l.expect("text"));
    for _ in 0..2 {
        assert_eq!(line().as_deref(), Some("time_limit_exceeded"));
    }
    stdin.write_all(b", world\n").expect("the rest");
    assert_eq!(line().as_deref(), Some("[h,e,l,l]"));
    assert_eq!(line().as_deref(), Some("'o, world'"));
    assert!(child.wait().expect("horn ends").success());
}

#[test]
fn the_rest_of_a_stream_whose_read_was_given_up_is_read_again() {
    let reads = [
        "read_stream_to_chars(user_input, _)",
        "read_stream_to_codes(user_input, _)",
        "read_stream_to_codes(user_input, _, _)",
        "get_n_chars(user_input, _, _)",
        "get_n_chars(user_input, 100, _)",
        "read_string(user_input, _, _)",
        "read_string(user_input, \";\", \"\", _, _)",
    ];
    let given_up = |read| {
        format!("catch(call_with_time_limit(0.2, {read}), E, ( print(E), nl )), nonvar(E), ")
    };
    let first: String = reads
        .iter()
        .map(|read| format!("\\+ \\+ ( {} true ), ", given_up(read)))
        .collect();
    let goal = format!(
        "{first}line_count(user_input, N), print(N), nl, flush_output,
         read_stream_to_codes(user_input, L), atom_codes(A, L), print(A), nl, halt"
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(["-q", "-g", &goal])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("horn starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // Lines reach the machine as a whole, and the rest of the second one with its end.
    stdin.write_all(b"one\ntw").expect("a line and a half");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut line = || lines.next().map(|l| l.expect("text"));
    for read in reads {
        assert_eq!(line().as_deref(), Some("time_limit_exceeded"), "{read}");
    }
    assert_eq!(line().as_deref(), Some("1"));
    stdin.write_all(b"o\n").expect("the rest");
    drop(stdin);
    assert_eq!(line().as_deref(), Some("'one\\ntwo\\n'"));
    assert!(child.wait().expect("horn ends").success());
}

#[cfg(unix)]
#[test]
fn a_time_limit_ends_the_opening_of_a_named_pipe() {
    let dir = std::env::temp_dir().join(format!("horn-pipe-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let pipe = dir.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    let path = pipe.display();
    let goal = format!(
        "catch(call_with_time_limit(0.2, open('{path}', read, _)), E1, true), print(E1), nl,
         catch(call_with_time_limit(0.2, open('{path}', append, _)), E2, true), print(E2), nl, flush_output,
         open('{path}', read, S), catch(call_with_time_limit(0.2, read(S, _)), E3, true), print(E3), nl, flush_output,
         read(S, T), print(T), nl, close(S), halt"
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(["-q", "-g", &goal])
        .stdout(Stdio::piped())
        .spawn()
        .expect("horn starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut line = || lines.next().map(|l| l.expect("text"));
    for _ in 0..2 {
        assert_eq!(line().as_deref(), Some("time_limit_exceeded"));
    }
    // Waits until the other end is open.
    let mut writer = std::fs::OpenOptions::new()
        .append(true)
        .open(&pipe)
        .expect("the pipe");
    writer.write_all(b"hello").expect("half a term");
    assert_eq!(line().as_deref(), Some("time_limit_exceeded"));
    writer.write_all(b"(world).\n").expect("the other half");
    drop(writer);
    assert_eq!(line().as_deref(), Some("hello(world)"));
    assert!(child.wait().expect("horn ends").success());
    let _ = std::fs::remove_dir_all(dir);
}

#[cfg(unix)]
#[test]
fn a_time_limit_ends_a_write_to_a_full_named_pipe() {
    let dir = std::env::temp_dir().join(format!("horn-full-pipe-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let pipe = dir.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    // To open both ends does not wait.
    let mut options = std::fs::OpenOptions::new();
    let mut reader = options
        .read(true)
        .write(true)
        .open(&pipe)
        .expect("the pipe");
    let mut machine = horn::Machine::new();
    let goal = format!(
        "open('{}', append, S, [alias(full)]), length(L, 300000), maplist(=(x), L), atomic_list_concat(L, A),
         catch(call_with_time_limit(0.2, ( write(S, A), flush_output(S), fail )), time_limit_exceeded, true)",
        pipe.display()
    );
    assert!(machine.run(&goal).expect("it runs"));
    let expected = "x".repeat(300_000) + "last\n";
    let mut bytes = vec![0; expected.len()];
    let reading = std::thread::spawn(move || reader.read_exact(&mut bytes).map(|()| bytes));
    let closed = machine.run("write(full, last), nl(full), close(full)");
    assert!(closed.expect("it runs"));
    let read = reading.join().expect("no panic").expect("all bytes");
    assert!(read == expected.as_bytes());
    let _ = std::fs::remove_dir_all(dir);
}
