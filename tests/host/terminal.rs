//! The program at a terminal: prompts, pasted queries, narrow screens, colours.
//!
//! The terminal is that of the command `script` of Linux; without it, nothing is checked.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Time within which the program must answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The text on the screen.
struct Screen {
    from: Receiver<Vec<u8>>,
    text: String,
}

impl Screen {
    /// Waits until the screen shows a text after its first `from` bytes; returns the place after it.
    fn wait_for(&mut self, text: &str, from: usize) -> usize {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.text[from..].find(text) {
                return from + at + text.len();
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left) {
                Ok(bytes) => self.text.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("`{text}` does not follow byte {from} of\n{}", self.text)
                }
            }
        }
    }
}

/// Runs the program with these words at a terminal of 40 columns, and types texts, each when the screen shows the one
/// that precedes it. Returns the screen; none if there is no command `script`.
fn at_terminal(words: &str, no_color: &str, dialogue: &[(&str, &str)]) -> Option<String> {
    let run = format!(
        "stty cols 40; exec '{}' {words}",
        env!("CARGO_BIN_EXE_horn")
    );
    let mut child = Command::new("script")
        .args(["-qec", &run, "/dev/null"])
        .env("TERM", "xterm")
        .env("NO_COLOR", no_color)
        .env("XDG_STATE_HOME", std::env::temp_dir().join("horn_terminal"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut keyboard = child.stdin.take().expect("a pipe");
    let mut output = child.stdout.take().expect("a pipe");
    let (to, from) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(n) = output.read(&mut bytes) {
            if n == 0 || to.send(bytes[..n].to_vec()).is_err() {
                return;
            }
        }
    });
    let text = String::new();
    let mut screen = Screen { from, text };
    let mut at = 0;
    for (shown, typed) in dialogue {
        at = screen.wait_for(shown, at);
        keyboard.write_all(typed.as_bytes()).expect("a terminal");
    }
    drop(keyboard);
    child.wait().expect("script ends");
    screen.text.extend(
        screen
            .from
            .iter()
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    );
    Some(screen.text)
}

#[test]
fn a_read_has_a_prompt_unless_the_program_has_printed_one() {
    at_terminal(
        "-q",
        "",
        &[
            ("?- ", "read(X).\r"),
            ("\n|: ", "foo(\r"),
            ("\n|: ", "a).\r"),
            ("\n   X = foo(a).\r\n", ""),
            ("?- ", "write('Name: '), read(X).\r"),
            ("\nName: ", "horn.\r"),
            ("horn.\r\n   X = horn.\r\n", ""),
            ("?- ", "halt.\r"),
        ],
    );
}

#[test]
fn every_pasted_query_is_answered() {
    // What a terminal sends for pasted text.
    let pasted = "\x1b[200~X = 1.\nmember(X, [a,b]).\nread(Y).\nX = \"c.\nd\".\n\x1b[201~\r";
    at_terminal(
        "-q",
        "",
        &[
            ("?- ", pasted),
            ("   X = 1.\r\n", ""),
            ("   X = a", ";"),
            ("\n;  X = b.\r\n", ""),
            ("|: ", "e.\r"),
            ("   Y = e.\r\n", ""),
            ("error: syntax error", ""),
            ("?- ", "halt.\r"),
        ],
    );
}

#[test]
fn answers_on_a_narrow_screen() {
    at_terminal(
        "-q",
        "",
        &[
            ("?- ", "length(L, 3), L ins 0..9, dif(A, b).\r"),
            ("\n   L = [_A,_B,_C],\r\n   clpz:(_A in 0..9),\r\n", ""),
            ("   dif:dif(A,b).\r\n", ""),
            ("?- ", "X = f(Y, \"a text that is cut after a while\").\r"),
            ("\n   X = f(Y,\"a text that is cut a\"||...)", "w"),
            ("a while\")", "\r"),
            (".\r\n", ""),
            ("?- ", "halt.\r"),
        ],
    );
}

#[test]
fn no_color_is_obeyed() {
    if let Some(plain) = at_terminal("--nonsense", "1", &[("error: ", "")]) {
        assert!(!plain.contains('\x1b'), "{plain}");
        let coloured = at_terminal("--nonsense", "", &[("error:", "")]).expect("script runs");
        assert!(coloured.contains("\x1b[31m"), "{coloured}");
    }
}
