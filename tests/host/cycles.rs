//! The note that a query does not end, for runs that return to a state in which they were before.

use horn::{Call, Diagnostic, Error, Limit, Machine, Severity};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

const PROGRAM: &str = "\
:- use_module(library(clpz)).
:- dynamic([fact/1, count/1, flag/1]).
q(a). q(b).
p :- p.
p(X) :- q(X), p(X).
ping :- pong.
pong :- c(1), ping.
c(_).
s(X) :- q(X), X == z.
l :- repeat, q(X), X == z.
fresh :- X = f(_), q2(X), fresh.
q2(f(_)).
turned(L) :- reverse(L, R), reverse(R, M), turned(M).
all :- findall(X, member(X, [a,b]), L), L = [_|_], all.
caught :- catch(throw(x), x, true), caught.
modulo(N) :- M is (N+1) mod 3, modulo(M).
edge(x, y). edge(y, x).
walk(X) :- edge(X, Y), walk(Y).
called(G) :- call(G), called(G).
negated :- ( \\+ q(z) -> negated ; true ).
stored :- fact(1), stored.
fact(1).
waiting :- \\+ flag(go), waiting.
text(A) :- atom_length(A, 3), atom_codes(A, L), atom_codes(B, L), sort([B,A], [C]), text(C).
tidy :- setup_call_cleanup(true, p, true).

r(N) :- N > 0, c(1), N1 is N-1, r(N1).
r(0).
wait(T) :- get_time(N), N < T, !, wait(T).
wait(_).
cpu(T) :- T1 is cputime, T1 < T, !, cpu(T).
cpu(_).
roll :- X is random(2000), X > 0, !, roll.
roll.
kept(N) :- nb_getval(k, V), W is V+1, nb_setval(k, W), W < N, !, kept(N).
kept(_).
backtracked(N) :- b_getval(k, V), W is V+1, b_setval(k, W), W < N, !, backtracked(N).
backtracked(_).
set(T) :- arg(1, T, V), W is V+1, setarg(1, T, W), W < 3000, !, set(T).
set(_).
nb_set(T) :- repeat, arg(1, T, V), W is V+1, nb_setarg(1, T, W), W >= 3000, !.
added :- count(N), retract(count(N)), M is N+1, assertz(count(M)), M < 3000, !, added.
added.
count(0).
frozen(0, _).
frozen(N, X) :- N > 0, M is N-1, c(X), frozen(M, X).
characters(S) :- repeat, get_char(S, C), C == end_of_file, !.
answers(E) :- repeat, engine_next(E, X), X >= 3000, !.
:- table(fib/2).
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N-1, B is N-2, fib(A, X), fib(B, Y), F is X+Y.
queue(Q) :- repeat, thread_get_message(Q, X), X == last, !.
told :- statistics(inferences, N), ( N > 100000 -> true ; told ).
ticks :- repeat, tick, !.
written :- c(1), write(x), written.
";

/// The inferences of a query that is not known to end.
const MANY: u64 = 200_000;

/// The notes on a query, which is interrupted after the first one if `interrupts` is true, and the result.
fn notes_of(query: &str, interrupts: bool) -> (Vec<Diagnostic>, Result<bool, Error>) {
    let mut machine = Machine::new();
    machine.consult_str("c.pl", PROGRAM).expect("a program");
    machine.run("nb_setval(k, 0)").expect("it runs");
    let ticks = AtomicU32::new(0);
    let tick = move |_: &mut Call<'_>| Ok(ticks.fetch_add(1, Ordering::Relaxed) == 3000);
    machine.predicate("tick", 0, tick).expect("a new name");
    let notes = Arc::new(Mutex::new(Vec::new()));
    let (to, handle) = (Arc::clone(&notes), machine.progress_handle());
    let interrupt = machine.interrupt_handle();
    machine.set_progress(move |progress| match &progress.cycle {
        Some(note) => {
            to.lock().expect("notes").push(note.clone());
            if interrupts {
                interrupt.interrupt();
            }
        }
        // A watch that has ended begins again.
        None => handle.request(),
    });
    machine.set_limit(Limit::Inferences(Some(MANY)));
    machine.progress_handle().request();
    machine.capture();
    let result = machine.run(query);
    machine.end_capture();
    let notes = notes.lock().expect("notes").clone();
    (notes, result)
}

#[test]
fn cycles_are_noted() {
    let queries = [
        "p",
        "p(a)",
        "ping",
        "pong",
        "s(_) ; l",
        "repeat, fail",
        "q(X), p(X)",
        "between(1, 5, X), X > 3, p",
        "fresh",
        "turned([1,2,f(X)])",
        "all",
        "findall(X, ( member(X, [a,b]), X == b, p ), L)",
        "caught",
        "catch(p, _, true)",
        "modulo(0)",
        "walk(x)",
        "called(true)",
        "called(q(_))",
        "negated",
        "stored",
        "waiting",
        "text(abc)",
        "tidy",
        "freeze(X, true), p(a)",
        "forall(repeat, q(a))",
        "G = p, G",
        "length(L, 3), repeat, L == []",
        "repeat, nb_getval(k, V), V > 0",
        "b_setval(k, f(X)), repeat, b_getval(k, f(Y)), Y == 1",
    ];
    for query in queries {
        let (notes, result) = notes_of(query, true);
        assert_eq!(notes.len(), 1, "{query}: {result:?}");
        assert!(
            matches!(result, Err(Error::Interrupted)),
            "{query}: {result:?}"
        );
        let note = &notes[0];
        assert_eq!(
            (note.severity, note.check),
            (Severity::Note, None),
            "{query}"
        );
        assert!(
            note.message.starts_with("this query does not end: "),
            "{query}: {note}"
        );
    }
}

#[test]
fn runs_that_end_or_that_something_else_may_end_are_not_noted() {
    let queries = [
        "r(9000)",
        "between(1, 5000, _), c(1), fail",
        "numlist(1, 3000, L), member(X, L), c(X), fail",
        "get_time(N), T is N+0.05, wait(T)",
        "T is cputime+0.02, cpu(T)",
        "roll",
        "kept(3000)",
        "b_setval(k, 0), backtracked(3000)",
        "( b_setval(k, 1), between(1, 3000, _) ; nb_getval(k, V) ), nb_getval(k, W), W =:= 0",
        "set(f(0))",
        "nb_set(f(0))",
        "added",
        "freeze(X, true), frozen(5000, X)",
        "numlist(1, 3000, L), atomic_list_concat(L, A), open_string(A, S), characters(S)",
        "engine_create(X, between(1, 4000, X), E), answers(E)",
        "fib(200, F)",
        "message_queue_create(Q), forall(between(1, 2000, I), thread_send_message(Q, I)), \
         thread_send_message(Q, last), queue(Q)",
        "told",
        "ticks",
        "written",
        "catch(call_with_time_limit(0.05, p), time_limit_exceeded, true)",
        "call_with_inference_limit(p, 20000, R)",
        "X in 0..2000, c(1), label([X]), c(2), X >= 2000",
        "X in 0..2000, repeat, fd_size(X, N), N > 3, !, c(N)",
        "findall(X, ( between(1, 4000, X), c(1) ), L), length(L, N)",
        "string_codes(S, [0'a]), between(1, 2000, _), string_concat(S, S, T), c(T), fail",
    ];
    for query in queries {
        let (notes, result) = notes_of(query, false);
        assert_eq!(notes, [], "{query}: {result:?}");
        assert!(
            !matches!(result, Err(Error::Uncaught(_))),
            "{query}: {result:?}"
        );
    }
}

#[test]
fn a_query_has_one_note_and_goes_on() {
    let (notes, result) = notes_of("p(a)", false);
    assert_eq!(notes.len(), 1);
    assert!(matches!(result, Err(Error::Resource(_))), "{result:?}");
}

#[test]
fn the_note_shows_the_call_that_is_repeated() {
    let (notes, _) = notes_of("p(a)", true);
    let note = &notes[0];
    let message = "this query does not end: it returns to the same call of `p/1` again and again";
    assert_eq!(note.message, message);
    let span = note.span.expect("a place");
    assert_eq!(&note.text[span.start..span.end], "p(X)");
    assert_eq!(note.label.as_deref(), Some("the same each time"));
    let hint = note.hint.as_deref().expect("a hint");
    assert_eq!(
        hint,
        "every clause of p/1 calls p/1 again: add a clause for the case in which the recursion ends"
    );
}

#[test]
fn a_cycle_has_the_same_note_wherever_it_is_found() {
    for query in ["ping", "pong", "c(2), pong"] {
        let (notes, _) = notes_of(query, true);
        assert!(
            notes[0].message.contains("`ping/0`"),
            "{query}: {}",
            notes[0]
        );
        let round = "a round calls `ping/0`, `pong/0`, `c/1`".to_string();
        assert!(notes[0].notes.contains(&round), "{query}: {}", notes[0]);
    }
}

#[test]
fn a_directive_without_end_is_noted() {
    let mut machine = Machine::new();
    let notes = Arc::new(Mutex::new(Vec::new()));
    let (to, handle) = (Arc::clone(&notes), machine.progress_handle());
    let interrupt = machine.interrupt_handle();
    machine.set_progress(move |progress| match &progress.cycle {
        Some(note) => {
            to.lock().expect("notes").push(note.message.clone());
            interrupt.interrupt();
        }
        None => handle.request(),
    });
    machine.progress_handle().request();
    let _ = machine.consult_str("d.pl", "p :- p.\n:- p.\n");
    let message = "this goal does not end: it returns to the same call of `p/0` again and again";
    assert_eq!(*notes.lock().expect("notes"), [message]);
}

/// The standard error of the program up to the line that has a text. The program is ended then, or after a minute.
fn program_error_up_to(arguments: &[&str], input: &str, text: &'static str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    let lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let (to, found) = channel();
    let reader = thread::spawn(move || {
        let mut all = String::new();
        for line in lines.map_while(Result::ok) {
            let is_last = line.contains(text);
            all.extend([&*line, "\n"]);
            if is_last {
                break;
            }
        }
        let _ = to.send(());
        all
    });
    let _ = found.recv_timeout(Duration::from_secs(60));
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    reader.join().expect("no panic")
}

#[test]
fn the_program_prints_the_note_where_there_is_no_terminal() {
    let end = "again and again";
    let input = "[user].\np(X) :- X = a, p(X).\nend_of_file.\np(_).\n";
    let shown = program_error_up_to(&[], input, end);
    assert!(shown.contains("note: this query does not end: "), "{shown}");
    let shown = program_error_up_to(&["-g", "repeat, fail"], "", end);
    assert!(shown.contains("the same call of `fail/0`"), "{shown}");
}
