//! The top level at a terminal: a pseudo-terminal with an emulated screen.
//!
//! A test types a text and waits until the screen shows what is expected; it never sleeps, and gives up after a
//! generous time. The program is ended with the test, also if it fails.

#![cfg(target_os = "linux")]

use nix::pty::{OpenptyResult, Winsize, openpty};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use vt100::{Color, Parser};

/// The longest time to wait for the screen: tests run beside others on a busy computer.
const PATIENCE: Duration = Duration::from_secs(120);

/// The screen, which a thread keeps up to date.
#[derive(Clone)]
struct Screen(Arc<(Mutex<(Parser, bool)>, Condvar)>);

impl Screen {
    /// Waits until the lines of the screen are as expected.
    fn wait(&self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let (state, changed) = &*self.0;
        let end = Instant::now() + PATIENCE;
        let mut guard = state.lock().expect("the screen");
        loop {
            if holds(guard.0.screen()) {
                return;
            }
            let left = end.saturating_duration_since(Instant::now());
            let closed = guard.1;
            if left.is_zero() || closed {
                let text = guard.0.screen().contents();
                panic!("the screen does not show {what} (closed: {closed}):\n{text}");
            }
            (guard, _) = changed.wait_timeout(guard, left).expect("the screen");
        }
    }

    fn text(&self) -> String {
        self.0.0.lock().expect("the screen").0.screen().contents()
    }

    /// The colour of the first character of a text that is on the screen.
    fn colour_of(&self, text: &str) -> Color {
        let guard = self.0.0.lock().expect("the screen");
        let screen = guard.0.screen();
        for (row, line) in screen.rows(0, 80).enumerate() {
            if let Some(column) = line.find(text) {
                let cell = screen.cell(row as u16, column as u16).expect("a cell");
                return cell.fgcolor();
            }
        }
        panic!("{text} is not on the screen");
    }
}

/// A folder of its own for each test, removed at its end.
struct Home(PathBuf);

impl Home {
    fn new() -> Home {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let n = COUNT.fetch_add(1, Ordering::SeqCst);
        let path = std::env::temp_dir().join(format!("horn_terminal_{}_{n}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Home(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    }

    /// The program, in this folder, whose environment names no other place.
    fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg("--wait").arg(program);
        self.equip(&mut command, arguments);
        command
    }

    fn equip(&self, command: &mut Command, arguments: &[&str]) {
        command
            .args(arguments)
            .current_dir(&self.0)
            .env("HOME", &self.0)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("XDG_STATE_HOME")
            .env_remove("XDG_CONFIG_HOME");
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program at a terminal.
struct Terminal {
    child: Child,
    keyboard: File,
    screen: Screen,
}

impl Terminal {
    /// Starts the program, and waits for its first prompt.
    fn start(home: &Home, arguments: &[&str]) -> Terminal {
        Terminal::start_with(home, arguments, &[])
    }

    fn start_with(home: &Home, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let terminal = Terminal::open(home, arguments, variables);
        terminal.prompt("");
        terminal
    }

    /// Starts the program with a command that has no prompt.
    fn open(home: &Home, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let size = Winsize {
            ws_row: 50,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let OpenptyResult { master, slave } = openpty(&size, None).expect("a terminal");
        let end = || Stdio::from(slave.try_clone().expect("its other end"));
        let program = Path::new(env!("CARGO_BIN_EXE_horn"));
        let mut command = home.command(program, arguments);
        command.envs(variables.iter().copied());
        let child = command
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("the program");
        drop(command);
        drop(slave);
        let mut output = File::from(master.try_clone().expect("its output"));
        let [rows, columns] = [size.ws_row, size.ws_col].map(|n| NonZero::new(n).expect("a size"));
        let state = (Parser::new(rows, columns, 0), false);
        let screen = Screen(Arc::new((Mutex::new(state), Condvar::new())));
        let shared = screen.clone();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                let read = output.read(&mut bytes);
                let (state, changed) = &*shared.0;
                let mut guard = state.lock().expect("the screen");
                match read {
                    // A terminal without users gives an error.
                    Ok(0) | Err(_) => guard.1 = true,
                    Ok(n) => guard.0.process(&bytes[..n]),
                }
                let closed = guard.1;
                changed.notify_all();
                if closed {
                    return;
                }
            }
        });
        Terminal {
            child,
            keyboard: File::from(master),
            screen,
        }
    }

    fn type_text(&mut self, text: &str) {
        self.keyboard
            .write_all(text.as_bytes())
            .expect("a terminal");
    }

    /// Waits until the cursor stands on the last line, after the prompt and this text. A suggestion may follow it.
    fn prompt(&self, text: &str) {
        self.last_line(&format!("?- {text}"));
    }

    /// Waits until the cursor stands on the last line, after this text.
    fn last_line(&self, line: &str) {
        self.screen.wait(&format!("`{line}` at its end"), |screen| {
            let (row, column) = screen.cursor_position();
            let mut rows = screen.rows(0, 80).skip(usize::from(row));
            let at: String = rows
                .next()
                .unwrap_or_default()
                .chars()
                .take(column.into())
                .collect();
            // Blanks at the end of a line may be left out.
            let blanks = usize::from(column).saturating_sub(at.chars().count());
            format!("{at}{}", " ".repeat(blanks)) == line && rows.all(|r| r.trim().is_empty())
        });
    }

    /// Waits until a text is on the screen.
    fn shows(&self, text: &str) {
        self.screen.wait(&format!("`{text}`"), |screen| {
            screen.contents().contains(text)
        });
    }

    /// Types a query, waits for a text, and then for the next prompt.
    fn query(&mut self, query: &str, answer: &str) {
        self.type_text(&format!("{query}\n"));
        self.shows(answer);
        self.prompt("");
    }

    /// Waits for the end of the program.
    fn end(mut self) -> ExitStatus {
        self.child.wait().expect("its status")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // `setsid` waits for the program, which ends when its terminal is closed.
        let _ = self.keyboard.write_all(b"\x03\x03\x04\nhalt.\n");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const CYAN: Color = Color::Idx(6);

#[test]
fn queries_and_answers_are_coloured() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    t.query("Xyz = f(Abc, 12).", "   Xyz = f(Abc,12).");
    assert_eq!(t.screen.colour_of("Xyz = f(Abc, 12)"), CYAN);
    assert_eq!(t.screen.colour_of("Xyz = f(Abc,12)"), CYAN);
    assert_eq!(t.screen.colour_of("12)."), Color::Idx(3));
    t.query("true.", "   true.");
    assert_eq!(t.screen.colour_of("?-"), Color::Default);
    t.type_text("halt.\n");
    assert!(t.end().success());
}

#[test]
fn no_color_of_the_environment_is_respected() {
    let home = Home::new();
    let mut t = Terminal::start_with(&home, &["-q"], &[("NO_COLOR", "1")]);
    t.query("Xyz = 1.", "   Xyz = 1.");
    assert_eq!(t.screen.colour_of("Xyz = 1"), Color::Default);
}

#[test]
fn color_never_is_respected() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q", "--color=never"]);
    t.query("Xyz = 1.", "   Xyz = 1.");
    assert_eq!(t.screen.colour_of("Xyz = 1"), Color::Default);
}

/// The output of the program without a terminal.
fn piped(home: &Home, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_horn"));
    home.equip(&mut command, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("a reader");
    drop(stdin);
    let output = child.wait_with_output().expect("its output").stdout;
    String::from_utf8(output).expect("text")
}

#[test]
fn color_auto_colours_no_pipe_and_always_does() {
    let home = Home::new();
    assert_eq!(piped(&home, &["-q"], "X = 1.\n"), "   X = 1.\n");
    let coloured = piped(&home, &["-q", "--color=always"], "X = 1.\n");
    assert_eq!(coloured, "   \x1b[36mX\x1b[0m = \x1b[33m1\x1b[0m.\n");
}

#[test]
fn tab_completes_names() {
    let home = Home::new();
    home.write("family.pl", "grandmother_of(ann, bob).\n");
    let mut t = Terminal::start(&home, &["-q"]);
    t.query("[family].", "   true.");
    t.type_text("grandm\t");
    t.prompt("grandmother_of(");
    t.type_text("ann, Who).\n");
    t.shows("Who = bob.");
    t.prompt("");
    t.type_text("[fam\t");
    t.prompt("[family");
    t.query("].", "   true.");
    t.type_text("X = $Wh\t");
    t.prompt("X = $Who");
    t.query(".", "   X = bob.");
}

#[test]
fn a_hint_shows_the_modes() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    t.type_text("append(");
    t.shows("append(?Xs, ?Ys, ?Zs)");
    assert_eq!(t.screen.colour_of("?Xs"), Color::Idx(8));
    t.type_text("[], [], L).\n");
    t.shows("L = [].");
}

#[test]
fn values_of_the_last_answer() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    t.type_text("member(X, [a,b,c]).\n");
    t.shows("   X = a");
    t.type_text(" ");
    t.shows(";  X = b");
    t.type_text("\n");
    t.prompt("");
    t.query("Y = $X.", "   Y = b.");
    t.query("Z = $Nothing.", "$Nothing has no value");
}

#[test]
fn queries_that_are_typed_ahead_are_run() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    // Text that is typed while a goal runs is not taken for keys at its answers.
    t.type_text("write(go), nl, repeat, exists_file(flag), member(X, [1,2]).\n");
    t.shows("\ngo");
    t.type_text("Y = ahead.\nhalt.\n");
    home.write("flag", "");
    t.shows("   Y = ahead.");
    assert!(t.end().success());
}

#[test]
fn ctrl_c_interrupts_a_goal() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    // Each line of output is shown at once.
    t.type_text("write(started), nl, repeat, fail.\n");
    t.shows("\nstarted");
    t.type_text("\x03");
    t.shows("Interrupted. c: go on");
    t.type_text("a");
    t.prompt("");
    t.query("X = on.", "   X = on.");
}

#[test]
fn ctrl_c_in_a_builtin_shows_where() {
    let home = Home::new();
    let program = "odd(X) :-\n    write(started), nl,\n    X is 7**90000000 mod 2.\n";
    home.write("long.pl", program);
    let mut t = Terminal::start(&home, &["-q", "long.pl"]);
    t.type_text("odd(X).\n");
    t.shows("\nstarted");
    std::thread::sleep(Duration::from_millis(100));
    t.type_text("\x03");
    t.shows("long.pl:3:");
    t.shows("% Interrupted in odd/1.");
    t.prompt("");
    t.query("X = on.", "   X = on.");
}

#[test]
fn ctrl_c_interrupts_reading() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    t.type_text("read(X).\n");
    t.shows("|:");
    t.type_text("\x03");
    t.shows("Interrupted");
    t.prompt("");
    t.query("X = on.", "   X = on.");
}

#[test]
fn ctrl_c_discards_a_line_and_ctrl_d_leaves() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    t.type_text("foo(");
    t.prompt("foo(");
    t.type_text("\x03");
    t.prompt("");
    t.query("X = on.", "   X = on.");
    t.type_text("\x04");
    assert!(t.end().success());
}

const COUNT: &str = "count(N) :- N > 0, N1 is N-1, count(N1).\ncount(0).\nloop :- loop.\n";

#[test]
fn the_tracer_reads_single_keys() {
    let home = Home::new();
    home.write("count.pl", COUNT);
    let mut t = Terminal::start(&home, &["-q", "count.pl"]);
    t.type_text("trace.\n");
    t.last_line("[trace] ?- ");
    t.type_text("count(2).\n");
    t.last_line("  Call: (1) count(2) ? ");
    t.type_text(" ");
    t.shows("creep");
    t.shows("2>0    count.pl:1 ?");
    t.type_text("2<");
    t.shows("2depth");
    t.type_text("h");
    t.shows("retry: call this goal");
    t.type_text("u");
    t.shows("up\n");
    t.shows("Exit: (1) count(2) ?");
    t.type_text("s");
    t.shows("   true.");
    // The tracer stays on after a skip that met no further port.
    t.last_line("[trace] ?- ");
    t.type_text("loop.\n");
    t.last_line("  Call: (1) loop ? ");
    // A key that is typed before the tracer reads it shows, too.
    t.type_text("a");
    t.shows("abort\n% Aborted.");
    t.last_line("?- ");
    t.type_text("spy(count/1).\n");
    t.last_line("[debug] ?- ");
    t.type_text("count(1).\n");
    t.shows("+ Call: (1) count(1) ?");
    t.type_text("n");
    t.shows("nodebug\n   true.");
}

#[test]
fn a_query_is_traced_after_ctrl_c() {
    let home = Home::new();
    // The interrupt comes after the first call, which is the query's and has no line.
    home.write(
        "steps.pl",
        "steps(N) :- ( N =:= 0 -> write(started), nl ; true ), M is N-1, steps(M).\n",
    );
    let mut t = Terminal::start(&home, &["-q", "steps.pl"]);
    t.type_text("steps(3).\n");
    t.shows("\nstarted");
    t.type_text("\x03");
    t.shows("t: trace");
    t.type_text("t");
    t.shows("    steps.pl:1 ?");
    assert!(t.screen.text().contains("Call: (1) steps(-"));
    t.type_text("n");
    t.shows("nodebug");
    t.type_text("\x03");
    t.shows("nodebug\n^C");
    t.type_text("a");
    t.prompt("");
}

#[test]
fn progress_is_shown_and_removed() {
    let home = Home::new();
    home.write("count.pl", COUNT);
    let mut t = Terminal::start(&home, &["-q", "count.pl"]);
    t.type_text("repeat, exists_file(flag), write(found), nl.\n");
    t.shows(" inferences");
    home.write("flag", "");
    t.shows("\nfound");
    assert!(!t.screen.text().contains(" inferences"));
    t.type_text("\n");
    t.prompt("");
}

#[test]
fn the_progress_of_a_load_is_shown() {
    let home = Home::new();
    let text = "first(fact).\n:- repeat, exists_file(flag), !.\nlast(fact).\n";
    home.write("slow.pl", text);
    let mut t = Terminal::start(&home, &["-q"]);
    t.type_text("[slow].\n");
    t.shows("% slow.pl: 1 clause, 2");
    home.write("flag", "");
    t.shows("   true.");
    t.prompt("");
    assert!(!t.screen.text().contains("clauses"));
}

#[test]
fn diagnostics_follow_the_option_of_colours() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    t.type_text("X = [1,2).\n");
    t.shows("error");
    t.prompt("");
    assert_ne!(t.screen.colour_of("error"), Color::Default);
    let mut t = Terminal::start(&home, &["-q", "--color=never"]);
    t.type_text("X = [1,2).\n");
    t.shows("error");
    t.prompt("");
    assert_eq!(t.screen.colour_of("error"), Color::Default);
}

#[test]
fn words_of_beginners_need_no_period() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    t.query("help", "modes, meaning, errors and examples");
    t.type_text("quit\n");
    assert!(t.end().success());
}

#[test]
fn a_query_that_goes_on_says_how_it_ends() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    t.type_text("X = 1\n");
    t.shows("\n|");
    t.type_text("\n");
    t.shows("A query ends with a period");
    t.type_text(".\n");
    t.shows("   X = 1.");
}

#[test]
fn the_init_file_is_read_at_a_terminal_only() {
    let home = Home::new();
    let text = ":- initialization((write(greeting), nl)).\nmine(1).\n";
    home.write(".config/horn/init.pl", text);
    let mut t = Terminal::start(&home, &["-q"]);
    t.shows("greeting");
    t.query("mine(X).", "   X = 1.");
    let other = Terminal::start(&home, &["-q", "--no-init"]);
    assert!(!other.screen.text().contains("greeting"));
    assert_eq!(piped(&home, &["-q"], "X = 1.\n"), "   X = 1.\n");
    let asked = piped(&home, &["-q", "--init", ".config/horn/init.pl"], "X = 1.\n");
    assert_eq!(asked, "greeting\n   X = 1.\n");
}

#[test]
fn the_history_is_kept_between_sessions() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    t.query("X = remembered.", "   X = remembered.");
    t.type_text("halt.\n");
    assert!(t.end().success());
    assert!(home.0.join(".local/state/horn/history").is_file());
    let mut t = Terminal::start(&home, &["-q"]);
    t.type_text("\x1b[A");
    t.prompt("halt.");
    t.type_text("\x1b[A");
    t.prompt("X = remembered.");
    t.type_text("\n");
    t.shows("   X = remembered.");
}

#[test]
fn a_changed_file_is_noted_and_loaded_again() {
    let home = Home::new();
    home.write("colours.pl", "colour(red).\n");
    let mut t = Terminal::start(&home, &["-q", "colours.pl"]);
    t.query("colour(X).", "   X = red.");
    home.write("colours.pl", "colour(green).\n");
    t.query("colour(Y).", "   Y = red.");
    t.shows("colours.pl has changed on disk");
    t.query("make.", "   true.");
    t.query("colour(Z).", "   Z = green.");
}

#[test]
fn edit_opens_the_editor_at_the_clause() {
    let home = Home::new();
    home.write("colours.pl", "% Colours.\n\ncolour(red).\n");
    let script = "#!/bin/sh\necho \"editor $1\"\necho 'colour(blue).' >> \"$2\"\n";
    let script = home.write("editor.sh", script);
    let editor = format!("sh {}", script.display());
    let variables = [("EDITOR", editor.as_str()), ("VISUAL", "")];
    let mut t = Terminal::start_with(&home, &["-q", "colours.pl"], &variables);
    t.query("edit(colour/1).", "   true.");
    t.shows("editor +3");
    t.query("findall(X, colour(X), Xs).", "   Xs = [red,blue].");
    t.query("edit('new.pl'), colour(green).", "   false.");
}

#[test]
fn a_test_run_shows_its_progress() {
    let home = Home::new();
    home.write(
        "t.pl",
        "?- X = 1.\n   X = 2.\n?- repeat, fail.\n   false.\n",
    );
    let arguments = ["test", "--timeout", "0", "t.pl"];
    let mut t = Terminal::open(&home, &arguments, &[]);
    t.shows("[2/2] t.pl:3 ?- repeat, fail.");
    // The earlier failure is still on the screen; the progress of the first query is not.
    t.shows("t.pl:1: ?- X = 1.");
    assert!(!t.screen.text().contains("[1/2]"));
    assert_eq!(t.screen.colour_of("-    X = 2"), Color::Idx(1));
    assert_eq!(t.screen.colour_of("+    X = 1"), Color::Idx(2));
    t.type_text("\x03");
    assert!(!t.end().success());
}

#[test]
fn blessings_are_reviewed_at_a_terminal() {
    let home = Home::new();
    let file = home.write("t.pl", "?- X = 1.\n   X = 2.\n?- X = 3.\n   X = 4.\n");
    let mut t = Terminal::open(&home, &["test", "--bless=ask", "t.pl"], &[]);
    t.shows("[q]uit:");
    t.type_text("n\n");
    t.shows("+    X = 3");
    t.type_text("y\n");
    assert!(!t.end().success());
    let text = fs::read_to_string(file).expect("the file");
    assert_eq!(text, "?- X = 1.\n   X = 2.\n?- X = 3.\n   X = 3.\n");
}

#[test]
fn a_misspelt_query_is_run_as_it_was_meant() {
    let home = Home::new();
    home.write("family.pl", "parent(ann, bob).\n");
    let mut t = Terminal::start(&home, &["-q", "family.pl"]);
    t.type_text("parant(ann, X).\n");
    t.shows("% Run parent(ann, X)? (y/n)");
    t.type_text("y");
    t.shows("X = bob.");
    t.prompt("");
    t.type_text("parant(bob, X).\n");
    t.shows("% Run parent(bob, X)? (y/n)");
    t.type_text("n");
    t.shows("(y/n) no");
    t.prompt("");
    // Another query is no answer to the question.
    t.type_text("parant(no, X).\n");
    t.shows("% Run parent(no, X)? (y/n)");
    t.type_text("X = 7.\n");
    t.shows("   X = 7.");
    t.prompt("");
}

#[test]
fn a_note_on_a_query_is_shown_once() {
    let home = Home::new();
    let mut t = Terminal::start(&home, &["-q"]);
    t.type_text("X = 1+2.\n");
    t.shows("does not compute");
    t.shows("X = 1+2.");
    t.prompt("");
    t.type_text("Y = 3+4.\n");
    t.shows("   Y = 3+4.");
    t.prompt("");
    assert_eq!(t.screen.text().matches("does not compute").count(), 1);
}
