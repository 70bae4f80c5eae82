//! Limits and interrupts: what a program can make grow is bounded, and a program cannot outlive its host's limits.

use horn::{Error, InterruptHandle, Limit, Machine, Resource, Style, Value};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const PROGRAM: &str = "
    loop :- loop.
    stubborn :- catch(loop, _, true), stubborn.
    tidy :- setup_call_cleanup(true, loop, loop).
    hidden :- catch(setup_call_cleanup(true, throw(x), loop), _, true), hidden.
    nested :- findall(X, catch(tidy, X, stubborn), _), stubborn.
    p(1). p(2). p(3).
    dbl(0, X, X) :- !.
    dbl(N, X, T) :- M is N-1, dbl(M, f(X,X), T).
    down(X) :- down(X), p(X).
    even(X) :- odd(X), p(X).
    odd(X) :- even(X), p(X).";

fn machine() -> Machine {
    let mut m = Machine::new();
    m.consult_str("l.pl", PROGRAM).expect("a program");
    m
}

fn with_memory(bytes: usize) -> Machine {
    let mut m = machine();
    m.set_limit(Limit::Memory(Some(bytes)));
    m
}

fn with_catchable_memory(bytes: usize) -> Machine {
    let mut m = machine();
    m.set_limit(Limit::CatchableMemory(Some(bytes)));
    m
}

/// Interrupts after some milliseconds.
fn interrupt_after(handle: InterruptHandle, milliseconds: u64) -> JoinHandle<()> {
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(milliseconds));
        handle.interrupt();
    })
}

#[test]
fn an_interrupt_cannot_be_caught() {
    for goal in ["stubborn", "tidy", "hidden", "nested"] {
        let mut m = machine();
        let timer = interrupt_after(m.interrupt_handle(), 50);
        let ended = m.run(goal);
        assert!(
            matches!(ended, Err(Error::Interrupted)),
            "{goal}: {ended:?}"
        );
        timer.join().expect("no panic");
        assert!(m.run("p(1)").expect("the machine is as good as before"));
    }
}

/// Checks that a limit of the host ends a goal in good time.
fn check_ended(m: &mut Machine, goal: &str) {
    let start = Instant::now();
    let ended = m.run(goal);
    assert!(
        matches!(ended, Err(Error::Resource(_))),
        "{goal}: {ended:?}"
    );
    assert!(start.elapsed() < Duration::from_secs(5), "{goal}");
}

#[test]
fn limits_of_the_host_cannot_be_caught() {
    for goal in ["stubborn", "tidy", "hidden", "nested"] {
        let mut m = machine();
        m.set_limit(Limit::Time(Some(Duration::from_millis(50))));
        check_ended(&mut m, goal);
        m.set_limit(Limit::Time(None));
        m.set_limit(Limit::Inferences(Some(10_000)));
        check_ended(&mut m, goal);
        assert!(m.run("p(1)").expect("the machine is as good as before"));
    }
}

/// Goals that exhaust the memory again and again, and catch that: in the heap, on the stacks, with clauses, in builtins.
const GREEDY: &str = "
    grow(L) :- grow([x|L]).
    deep(N) :- deep(N), p(N).
    keeps :- assertz(kept(x)), keeps.
    greedy(G) :- catch(G, _, true), greedy(G).
    tidy(G) :- setup_call_cleanup(true, G, greedy(G)).
    nested(G) :- findall(X, catch(tidy(G), X, greedy(G)), _), nested(G).
    in_engine(G) :- engine_create(x, G, E), catch(engine_next(E, _), _, in_engine(G)).";

#[test]
fn memory_of_the_host_cannot_be_caught() {
    for goal in [
        "grow([])",
        "deep(1)",
        "keeps",
        "length(_, 100000000)",
        "numlist(1, 10000000, _)",
        "findall(X, repeat, _)",
        "( X is 7**90000000, X > 0 )",
    ] {
        for way in ["greedy", "tidy", "nested", "in_engine"] {
            let mut m = with_memory(16 << 20);
            m.consult_str("greedy.pl", GREEDY).expect("a program");
            let goal = format!("{way}({goal})");
            let start = Instant::now();
            let ended = m.run(&goal).expect_err("a limit");
            assert_eq!(ended.resource(), Some(Resource::Memory), "{goal}: {ended}");
            assert!(start.elapsed() < Duration::from_secs(30), "{goal}");
            let after = m.run("retractall(kept(_)), garbage_collect, p(1)");
            assert!(matches!(after, Ok(true)), "{goal}: {after:?}");
        }
    }
    // The limits of cleanup goals end with the query.
    let mut m = with_memory(16 << 20);
    m.consult_str("greedy.pl", GREEDY).expect("a program");
    assert!(m.run("tidy(grow([]))").is_err());
    let long = m.run("sleep(0.3), numlist(1, 1000, L), length(L, 1000)");
    assert!(long.expect("no limit is reached"));
}

#[test]
fn cleanup_goals_run_after_the_memory_is_exhausted() {
    let mut m = with_memory(16 << 20);
    m.consult_str("greedy.pl", GREEDY).expect("a program");
    let ended = m.run("setup_call_cleanup(true, grow([]), assertz(cleaned))");
    let resource = ended.expect_err("a limit").resource();
    assert_eq!(resource, Some(Resource::Memory));
    assert!(m.run("cleaned").expect("the cleanup goal ran"));
    // Also in a load, which ends.
    let text = ":- catch(grow([]), _, true). late(1).";
    let ended = m.consult_str("late.pl", text).expect_err("a limit");
    assert_eq!(ended.resource(), Some(Resource::Memory), "{ended}");
    assert!(m.run("cleaned").expect("the machine is as good as before"));
}

/// A program can catch what exceeds a limit that its host lets it catch, or a lower one of its own, and what no memory
/// would be enough for.
#[test]
fn a_program_catches_limits_on_memory_of_its_own() {
    let caught = "catch(grow([]), error(resource_error(memory), _), true)";
    let mut m = with_catchable_memory(16 << 20);
    m.consult_str("greedy.pl", GREEDY).expect("a program");
    assert!(m.run(&format!("{caught}, {caught}")).expect("it goes on"));
    m.set_limit(Limit::Memory(Some(32 << 20)));
    let lower = format!("set_prolog_flag(stack_limit, 16000000), {caught}");
    assert!(m.run(&lower).expect("it goes on"));
    let higher = format!("set_prolog_flag(stack_limit, 1000000000), {caught}");
    let ended = m.run(&higher).expect_err("the limit of the host");
    assert_eq!(ended.resource(), Some(Resource::Memory));
    let huge = "catch(X is 7**(7**(7**7)), error(resource_error(memory), _), true)";
    assert!(m.run(huge).expect("it goes on"));
    m.set_limit(Limit::Memory(None));
    let own = format!("set_prolog_flag(stack_limit, 16000000), {caught}");
    assert!(m.run(&own).expect("it goes on"));
}

#[test]
fn a_time_limit_of_the_program_can_be_caught() {
    let mut m = machine();
    let caught = m.run("catch(call_with_time_limit(0.02, loop), time_limit_exceeded, true)");
    assert!(caught.expect("the program goes on"));
}

#[test]
fn cleanup_goals_run_after_an_interrupt() {
    let mut m = machine();
    let timer = interrupt_after(m.interrupt_handle(), 50);
    let ended = m.run("setup_call_cleanup(true, loop, assertz(cleaned))");
    assert!(matches!(ended, Err(Error::Interrupted)), "{ended:?}");
    timer.join().expect("no panic");
    assert!(m.run("cleaned").expect("the cleanup goal ran"));
}

#[test]
fn loads_obey_interrupts_and_limits() {
    let endless = [
        ":- repeat, fail.",
        ":- catch(repeat, _, true), fail. :- catch((repeat, fail), _, true).",
        "term_expansion(x, _) :- repeat, fail. x.",
        ":- initialization((repeat, fail)).",
        "goal_expansion(x, _) :- repeat, fail. y :- x.",
    ];
    for text in endless {
        let mut m = machine();
        m.set_limit(Limit::Time(Some(Duration::from_millis(50))));
        let ended = m.consult_str("endless.pl", text);
        assert!(
            matches!(ended, Err(Error::Resource(_))),
            "{text}: {ended:?}"
        );
        m.set_limit(Limit::Time(None));
        let timer = interrupt_after(m.interrupt_handle(), 50);
        let ended = m.consult_str("endless.pl", text);
        assert!(
            matches!(ended, Err(Error::Interrupted)),
            "{text}: {ended:?}"
        );
        timer.join().expect("no panic");
        m.set_limit(Limit::Inferences(Some(50_000)));
        let ended = m.consult_str("endless.pl", text);
        assert!(
            matches!(ended, Err(Error::Resource(_))),
            "{text}: {ended:?}"
        );
        assert!(m.run("p(1)").expect("the machine is as good as before"));
    }
}

#[test]
fn an_interrupt_between_two_answers_is_not_lost() {
    let mut m = machine();
    let handle = m.interrupt_handle();
    let mut query = m.query("p(X)").expect("a query");
    assert!(matches!(query.next(), Some(Ok(_))));
    handle.interrupt();
    assert!(matches!(query.next(), Some(Err(Error::Interrupted))));
    drop(query);
    // One that comes after the last answer does not end the next query.
    handle.interrupt();
    assert!(m.run("p(1)").expect("no interrupt"));
}

#[test]
fn a_late_timer_does_not_end_the_next_query() {
    let mut m = machine();
    for i in 0..200 {
        m.set_limit(Limit::Time(Some(Duration::from_micros(20 * (i % 10)))));
        // The timer may go off while the query ends.
        let _ = m.run("p(1)");
        m.set_limit(Limit::Time(Some(Duration::from_secs(60))));
        assert!(m.run("p(2), p(3)").expect("no time limit"));
    }
}

#[test]
fn everything_that_a_program_stores_is_bounded() {
    let growing = [
        "between(1, inf, X), number_codes(X, L), atom_codes(A, [0'a|L]), functor(T, A, 3), assertz(T), fail",
        "length(L, 40), foldl([_,A,B]>>atom_concat(A, A, B), L, ab, _)",
        "between(1, inf, X), assertz(q(X)), fail",
        "dbl(26, a, T), assertz(b(T))",
        "between(1, inf, X), number_codes(X, L), atom_codes(A, [0'a|L]), nb_setval(A, f(X)), fail",
        "between(1, inf, X), number_codes(X, L), atom_codes(A, [0'a|L]), create_prolog_flag(A, X, []), fail",
        "with_output_to(atom(_), ( repeat, write(abcdefghijklmnopqrstuvwxyz), fail ))",
        "findall(X, ( repeat, findall(X, between(1, 1000, X), X) ), _)",
        "repeat, open_null_stream(_), fail",
        "repeat, new_memory_file(_), fail",
        "repeat, mutex_create(_), fail",
        "repeat, message_queue_create(_), fail",
        "numlist(1, 1000, L), repeat, message_queue_create(Q), thread_send_message(Q, L), fail",
        "length(L, 10000), circuit(L)",
        "findall(a, between(1, 1000000, _), L), atom_length(L, _)",
        "format(\"~*c\", [1000000000,0'a])",
        "X is 7**(7**9), Y is X*X, Y > 0",
    ];
    for goal in growing {
        let mut m = with_memory(24 << 20);
        m.set_limit(Limit::Time(Some(Duration::from_secs(120))));
        m.set_output(Box::new(std::io::sink()));
        match m.run(goal) {
            Err(Error::Resource(ball)) => {
                assert!(ball.to_string().contains("memory"), "{goal}: {ball}");
            }
            other => assert!(goal.contains("atom_length"), "{goal}: {other:?}"),
        }
        assert!(
            m.run("p(1)").expect("the machine is as good as before"),
            "{goal}"
        );
    }
}

/// A line, a term or a look ahead that does not end.
#[cfg(unix)]
#[test]
fn endless_texts_are_bounded_and_can_be_interrupted() {
    for goal in [
        "read_line_to_codes(S, _)",
        "read_line_to_string(S, _)",
        "read_stream_to_chars(S, _)",
        "read_stream_to_codes(S, _)",
        "get_n_chars(S, 100000000000, _)",
        "read_string(S, \"\\n\", \"\", _, _)",
        "peek_string(S, 100000000000, _)",
        "read_term(S, _, [])",
    ] {
        let goal = format!("open('/dev/zero', read, S), {goal}");
        let memory = with_memory(24 << 20).run(&goal);
        assert!(
            matches!(memory, Err(Error::Resource(_))),
            "{goal}: {memory:?}"
        );
        let mut m = with_memory(2 << 30);
        m.set_limit(Limit::Time(Some(Duration::from_millis(50))));
        let start = Instant::now();
        let time = m.run(&goal);
        assert!(matches!(time, Err(Error::Resource(_))), "{goal}: {time:?}");
        assert!(start.elapsed() < Duration::from_secs(4), "{goal}");
    }
}

#[test]
fn garbage_outside_the_heap_is_collected_in_loops_that_fail() {
    let collected = [
        "between(1, 600000, X), number_codes(X, L), atom_codes(_, [0'a|L]), fail",
        "between(1, 400000, X), number_codes(X, L), atom_codes(A, [0'a|L]), functor(_, A, 3), fail",
        "between(1, 100000, X), assertz(q(X)), retract(q(X)), fail",
        "between(1, 100000, X), nb_setval(k, f(X,X,X)), fail",
        "between(1, 20000, X), with_output_to(chars(_), writeq(f(X))), fail",
        "between(1, 20, _), atom_length(a, _), numlist(1, 100000, L), atomic_list_concat(L, _), fail",
    ];
    for goal in collected {
        let mut m = with_memory(24 << 20);
        match m.run(goal) {
            Ok(false) => {}
            other => panic!("{goal}: {other:?}"),
        }
    }
}

#[test]
fn a_program_goes_on_after_it_has_erased_what_was_too_much() {
    let fill = "catch(( between(1, inf, X), assertz(q(X)), fail ), error(resource_error(memory), _), true)";
    for (mut m, is_caught) in [
        (with_catchable_memory(24 << 20), true),
        (with_memory(24 << 20), false),
    ] {
        assert_eq!(m.run(fill).is_ok(), is_caught);
        assert!(
            m.run("retractall(q(_)), garbage_collect, p(1)")
                .expect("it runs")
        );
        let again = m.run("between(1, 50000, X), assertz(q(X)), X =:= 50000");
        assert!(again.expect("there is room again"));
    }
}

#[test]
fn terms_with_shared_parts_keep_them() {
    let mut m = with_memory(64 << 20);
    for goal in [
        "dbl(40, a, T), term_hash(T, H), integer(H)",
        "dbl(40, a, T), nb_setval(k, T), nb_getval(k, S), S = T",
        "dbl(40, a, T), catch(throw(T), S, true), S == T",
        "dbl(40, a, T), findall(T, (true;true), [S,S]), ground(S)",
    ] {
        assert!(m.run(goal).expect("it runs"), "{goal}");
    }
    // The hash depends on the term alone.
    let goal = "dbl(13, a, S), copy_term(S, S), dbl(13, a, T), term_hash(S, H), term_hash(T, H)";
    assert!(m.run(goal).expect("it runs"));
}

/// Some builtins copy a term without its sharing: within the limit, and they end for cyclic terms.
#[test]
fn conversions_of_terms_with_shared_parts_are_bounded() {
    let text = "dbl(0, _, X, X) :- !.
                dbl(N, F, X, Y) :- M is N-1, T =.. [F,X,X], dbl(M, F, T, Y).";
    for (goal, error) in [
        ("X = (a,X), assertz((foo :- X))", "cyclic_term"),
        ("X = (a;X), asserta((foo :- X))", "cyclic_term"),
        ("X = (a->X), assertz((foo :- X), _)", "cyclic_term"),
        ("dbl(40, ',', true, T), assertz((foo :- T))", "memory"),
        ("dbl(40, ;, true, T), asserta((foo :- T))", "memory"),
        ("dbl(40, +, _, T), _ #= T", "memory"),
        ("dbl(40, -, _, T), _ #>= T", "memory"),
        ("dbl(40, +, _, T), _ #= abs(T) #<==> _", "memory"),
        ("dbl(40, *, _, T), _ #= T", "memory"),
        ("dbl(40, #/\\, _, T), _ #<==> T", "memory"),
        ("dbl(40, #/\\, _ #> 3, T), _ #<==> T", "memory"),
        ("dbl(40, \\/, 1, T), _ in T", "memory"),
        ("dbl(40, \\/, 1, T), (_ in T) #<==> _", "memory"),
        ("dbl(40, ',', 1, T), _ in {T}", "memory"),
        // These take no memory, and end with their time.
        ("dbl(40, +, 1, T), _ #= T", "time"),
        ("dbl(40, #/\\, 1, T), call(T)", "time"),
    ] {
        let mut m = machine();
        m.consult_str("dbl.pl", text).expect("it loads");
        m.set_limit(Limit::Memory(Some(24 << 20)));
        m.set_limit(Limit::Time(Some(Duration::from_secs(if error == "time" {
            1
        } else {
            60
        }))));
        let start = Instant::now();
        match m.run(goal) {
            Err(Error::Resource(ball)) => {
                assert!(ball.to_string().contains(error), "{goal}: {ball}");
            }
            Err(Error::Uncaught(ball)) => {
                assert!(ball.to_string().contains(error), "{goal}: {ball}");
            }
            other => panic!("{goal}: {other:?}"),
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{goal}");
    }
}

/// Runs queries in a process with an address space of so many kilobytes. Returns what it writes to its output and as
/// errors, after a last query that writes `alive`.
#[cfg(target_os = "linux")]
fn run_in_address_space(kilobytes: u32, queries: &[&str]) -> (String, String) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {kilobytes}; exec \"$0\" -q"))
        .arg(env!("CARGO_BIN_EXE_horn"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut input = child.stdin.take().expect("a pipe");
    write!(input, "{}\nwrite(alive).\n", queries.join("\n")).expect("horn reads");
    drop(input);
    let done = child.wait_with_output().expect("it ends");
    let [out, err] =
        [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(done.status.success(), "{}\n{err}", done.status);
    assert!(out.contains("alive"), "{err}");
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

/// The address space ends where no limit of the machine does: integers that do not fit are errors, and nothing is
/// written but their messages.
#[test]
#[cfg(target_os = "linux")]
fn no_allocation_ends_the_process() {
    let queries = [
        "X is 3**100000000, Y is X mod 7, Y > 0.",
        "X is 1<<2000000000, X > 0.",
        "X is 7**(7**12).",
        "X is gcd(2**1000000000, 3**100000000), X > 0.",
        "length(L, 200000000).",
        "length(L, 9000000), maplist(=(a), L), atomic_list_concat(L, A), atom_concat(A, A, B), atom_length(B, _).",
        "format(\"~*c\", [300000000,0'x]), false.",
    ];
    run_in_address_space(600_000, &queries);
}

/// The top level keeps the values of an answer for `$X`, if they are not too large.
#[test]
#[cfg(target_os = "linux")]
fn answers_that_are_kept_are_bounded() {
    let queries = [
        "L = an_older_value.",
        "length(L, 10000000).",
        "M = $L.",
        "length(L, 50), N = 1.",
        "length($L, K).",
        "length(L, 2000000), findall(L, member(_, [1,2]), M).",
        "X is 10**3000000, number_codes(X, C).",
        "X is 2**200000000.",
    ];
    let (out, err) = run_in_address_space(1_000_000, &queries);
    assert!(err.contains("too large to be kept"), "{err}");
    assert!(!out.contains("M = an_older_value"), "{out}");
    assert!(out.contains("K = 50"), "{out}");
}

/// Compounds with very many arguments, and errors with terms that have no second place in memory.
#[test]
#[cfg(target_os = "linux")]
fn wide_answers_and_large_balls_end_no_process() {
    let queries = [
        "functor(T, f, 10000000).",
        "functor(T, f, 10000000), X = g(T,T).",
        "functor(T, f, 10000000), dif(T, X).",
        "functor(T, f, 10000000), arg(1, T, T).",
        "functor(T, f, 10000000), throw(T).",
        "functor(T, f, 10000000), atom_length(T, _).",
        "length(L, 10000000), throw(L).",
        "length(L, 10000000), atom_length(L, _).",
        "length(L, 10000000), catch(atom_length(L, _), _, true), false.",
        "length(L, 10000000), assertz(q(L)).",
    ];
    let (out, err) = run_in_address_space(1_000_000, &queries);
    assert!(out.contains("T = f(_A,_B,"), "{out}");
    assert!(
        out.len() < 1_000_000 && out.contains(",...)"),
        "{}",
        out.len()
    );
    assert!(err.contains("the memory is exhausted"), "{err}");
}

/// The first digits of a huge integer are shown without a computation of the others.
#[test]
fn huge_integers_are_displayed_at_once() {
    let mut m = with_memory(1 << 30);
    let start = Instant::now();
    let text = m.answers("X is 2**200000000");
    assert!(text.starts_with("   X = "), "{text}");
    assert!(text.ends_with("||... .\n"), "{text}");
    let text = m.answers("X is -(10**3000000)");
    assert!(text.starts_with("   X = -10000"), "{text}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn memory_errors_name_the_goals_that_repeat() {
    let mut m = with_memory(16 << 20);
    let error = m.run("down(1)").expect_err("endless recursion");
    let text = error.to_string();
    assert_eq!(text, "error(resource_error(memory),down/1)");
    let text = m.run("even(1)").expect_err("endless recursion").to_string();
    assert!(text.contains("even/1") && text.contains("odd/1"), "{text}");
}

#[test]
fn long_operations_can_be_interrupted() {
    for goal in [
        "length(_, 30000000), false",
        "X is gcd(7**30000000, 3**40000000), X > 0",
        "X is 7**90000000, X > 0",
        "X is 7**9000000, number_codes(X, _)",
        "X is 7**9000000, with_output_to(atom(_), write(f(X)))",
        "X is 7**9000000, print([X|-X])",
        "X is 1r7**9000000, with_output_to(atom(_), write(f(X)))",
        "X is 7**9000000, term_to_atom(f(X), _)",
        "X is 7**9000000, format(\"~w ~d\", [X,X])",
        "X is 7**9000000, atomic_list_concat([a,X], _)",
        "X is powm(3, 10**1000000, 10**1000000+1), X > 0",
        "X is isqrt(7**90000000), X > 0",
        "dbl(40, a, T), with_output_to(atom(_), write(T))",
        "dbl(40, a, T), print(T)",
    ] {
        let mut m = machine();
        m.set_output(Box::new(std::io::sink()));
        m.set_limit(Limit::Memory(Some(4 << 30)));
        m.set_limit(Limit::Time(Some(Duration::from_millis(50))));
        let start = Instant::now();
        match m.run(goal) {
            Err(Error::Resource(_)) | Ok(false) => {}
            other => panic!("{goal}: {other:?}"),
        }
        assert!(
            start.elapsed() < Duration::from_secs(4),
            "{goal}: {:?}",
            start.elapsed()
        );
    }
}

#[test]
fn large_common_divisors_are_right() {
    let mut m = machine();
    let goal = "A is 3**180000, B is 5**120000, C is 7**300000, G is gcd(A*C, B*C), G =:= C";
    assert!(m.run(goal).expect("it runs"));
}

/// The same by squaring and by the function for numbers of any length.
#[test]
fn large_modular_powers_are_right() {
    let mut m = machine();
    let goal = "M is 3**9000+2, E is 7**97, A is powm(5, E, M), B is powm(5, E//2, M), A =:= B*B*5 mod M, \
                N is 3**4000+2, powm(5, E, N) =:= powm(powm(5, E//7, N), 7, N), \
                powm(5, E, M*N) mod M =:= A, powm(-5, E, M) =:= -A mod M, powm(5, 0, M) =:= 1";
    assert!(m.run(goal).expect("it runs"));
    // The exponent has more bits than a table of the crate's own function has room for.
    let goal = "M is 2**521-1, powm(3, (M-1)*2**300000, M) =:= 1";
    assert!(m.run(goal).expect("it runs"));
}

/// The text of a term with shared parts is bounded, and so is its value.
#[test]
fn terms_with_shared_parts_have_bounded_texts_and_values() {
    let mut m = with_memory(64 << 20);
    let start = Instant::now();
    let answer = m.query("dbl(40, a, T)").expect("a query").next();
    let answer = answer.expect("an answer").expect("no error");
    assert!(answer.is_shortened() && answer.to_string().len() < 200_000);
    assert!(answer.full_text().len() < 20_000_000);
    let term = answer.term("T").expect("a variable");
    assert!(term.to_string().ends_with(",...)"));
    assert!(answer.get::<Value>("T").is_err());
    assert!(answer.full_text_in(Style::Swi).len() < 1_000_000);
    let error = m.run("dbl(40, a, T), throw(T)").expect_err("a ball");
    assert!(error.to_string().len() < 200_000);
    // A long list is not shared.
    let answer = m.query("numlist(1, 300000, L)").expect("a query").next();
    let answer = answer.expect("an answer").expect("no error");
    assert!(answer.full_text().ends_with(",299999,300000]"));
    assert!(answer.get::<Value>("L").is_ok());
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[cfg(unix)]
#[test]
fn waiting_for_processes_ends_with_the_time() {
    for goal in [
        "shell('exec sleep 20')",
        "process_create(path(sleep), ['20'], [process(P)]), process_wait(P, _)",
        "process_create(path(sleep), ['20'], [stdout(pipe(O))]), read(O, _)",
        "process_create(path(sleep), ['20'], [stderr(pipe(E))]), get_char(E, _)",
        "process_create(path(sleep), ['20'], [stdin(pipe(I))]), repeat, write(I, nothing_reads_this), fail",
        "process_create(path(sleep), ['20'], [stdin(pipe(I))]), format(I, \"~*c\", [200000,0'a]), close(I)",
        "sleep(20)",
    ] {
        let mut m = machine();
        m.set_limit(Limit::Time(Some(Duration::from_millis(100))));
        check_ended(&mut m, goal);
        m.set_limit(Limit::Time(None));
        let start = Instant::now();
        let inner =
            format!("catch(call_with_time_limit(0.1, ( {goal} )), time_limit_exceeded, true)");
        assert!(m.run(&inner).expect("the program goes on"), "{goal}");
        assert!(start.elapsed() < Duration::from_secs(5), "{goal}");
    }
    assert!(machine().run("shell('exit 3', 3)").expect("it runs"));
}

/// What arrives at a pipe after the end of a wait is there for the next read.
#[cfg(unix)]
#[test]
fn a_wait_for_a_pipe_loses_nothing() {
    let goal = "process_create(path(sh), ['-c','echo \"p(1).\"; sleep 1; echo \"p(2).\"'], [stdout(pipe(O))]),
        read(O, p(1)),
        catch(call_with_time_limit(0.05, read(O, _)), time_limit_exceeded, true),
        read(O, p(2)), read(O, end_of_file), close(O)";
    assert!(machine().run(goal).expect("it runs"));
    // Many blocks, and a program that ends when its output is closed.
    let goal = "process_create(path(seq), ['200000'], [stdout(pipe(O))]),
        read_string(O, _, S), close(O), string_length(S, 1288895),
        process_create(path(yes), [], [stdout(pipe(Y)),process(P)]),
        get_char(Y, y), close(Y), process_wait(P, killed(13))";
    assert!(machine().run(goal).expect("it runs"));
}

/// A write that a time limit ends while the pipe is full is completed later, once, and before the next write.
#[cfg(unix)]
#[test]
fn a_wait_for_a_full_pipe_loses_nothing() {
    let file = std::env::temp_dir().join(format!("horn-full-pipe-{}", std::process::id()));
    let goal = format!(
        "numlist(1, 40000, L), atomic_list_concat(L, '\\n', A),
        process_create(path(sh), ['-c','sleep 2; cat >\"$0\"','{}'], [stdin(pipe(I)),process(P)]),
        catch(call_with_time_limit(0.1, ( write(I, A), fail )), E, true), E == time_limit_exceeded,
        catch(call_with_time_limit(0.1, ( write(I, A), flush_output(I), fail )), F, true), F == time_limit_exceeded,
        nl(I), close(I), process_wait(P, exit(0))",
        file.display()
    );
    assert!(machine().run(&goal).expect("it runs"));
    let lines: Vec<String> = (1..=40_000).map(|n| n.to_string()).collect();
    let once = lines.join("\n");
    let written = std::fs::read_to_string(&file).expect("a file");
    assert!(written == format!("{once}{once}\n"), "{}", written.len());
    std::fs::remove_file(file).expect("the file");
    // A process that reads nothing and ends: an error of the write or of the end of the stream, once.
    for end in ["flush_output(I)", "shell(true), close(I)", "close(I)"] {
        let goal = format!(
            "process_create(path(true), [], [stdin(pipe(I)),process(P)]), process_wait(P, exit(0)),
            write(I, a), catch(( {end}, fail ), error(system_error, _), true),
            catch(close(I), error(existence_error(stream, _), _), true)"
        );
        assert!(machine().run(&goal).expect("it runs"), "{end}");
    }
}

/// A time limit is not a thread for each query, and ends with the machine.
#[test]
fn many_time_limits_cost_one_timer() {
    let mut m = machine();
    for i in 0..20_000u64 {
        m.set_limit(Limit::Time(Some(Duration::from_millis(200 + i % 7))));
        assert!(m.run("p(1)").expect("in time"));
    }
    // Limits inside limits, the inner ones first or last.
    m.set_limit(Limit::Time(Some(Duration::from_secs(60))));
    let inner = "catch(call_with_time_limit(0.01, loop), time_limit_exceeded, true)";
    assert!(m.run(&format!("{inner}, {inner}")).expect("in time"));
    m.set_limit(Limit::Time(Some(Duration::from_millis(150))));
    let outer = m.run("catch(call_with_time_limit(60, loop), time_limit_exceeded, true)");
    assert!(matches!(outer, Err(Error::Resource(_))), "{outer:?}");
    m.set_limit(Limit::Time(Some(Duration::from_secs(60))));
    let both = "call_with_time_limit(0.02, catch(call_with_time_limit(5, loop), time_limit_exceeded, true))";
    assert!(
        m.run(&format!("catch({both}, time_limit_exceeded, true)"))
            .expect("in time")
    );
    drop(m);
}

/// A query that has attributed variables does not slow down later ones, and its variables are not theirs.
#[test]
fn attributed_variables_belong_to_their_query() {
    let mut m = machine();
    assert!(m.answers("freeze(X, true)").contains("freeze"));
    assert_eq!(m.answers("p(1)"), "   true.\n");
    assert!(m.run("dif(X, a), nb_setval(k, X)").expect("it runs"));
    assert!(m.answers("nb_getval(k, X)").contains("dif"));
    assert!(
        m.run("findall(X, freeze(X, true), L), nb_setval(k, L)")
            .expect("it runs")
    );
    assert!(m.answers("nb_getval(k, [X])").contains("freeze"));
}

/// The atoms of a query's text do not outlive it; those of a prepared query do.
#[test]
fn names_in_queries_are_collected() {
    let mut m = with_memory(16 << 20);
    let prepared = m
        .prepare("X = a_name_that_is_kept, atom_length(X, N)")
        .expect("a query");
    for i in 0..200_000 {
        let text = format!("X = a_rather_long_name_that_no_other_query_has_{i}");
        assert!(m.run(&text).expect("there is room"));
    }
    let answer = m.start(&prepared).next().expect("an answer");
    let answer = answer.expect("no error");
    assert_eq!(answer.to_string(), "X = a_name_that_is_kept, N = 19");
    let count = m.query("statistics(atoms, N)").expect("a query").next();
    let count: i64 = count
        .expect("an answer")
        .and_then(|a| a.get("N"))
        .expect("an integer");
    assert!(count < 150_000, "{count}");
}

/// An interrupt that comes while a predicate of the host runs ends the query, though the program catches what the
/// predicate throws.
#[test]
fn an_interrupt_inside_a_predicate_of_the_host_is_not_lost() {
    let mut m = machine();
    let handle = m.interrupt_handle();
    m.set_limit(Limit::Time(Some(Duration::from_secs(20))));
    m.predicate("interrupted", 0, move |_: &mut horn::Call<'_>| {
        handle.interrupt();
        Err(horn::Exception::system_error("interrupted"))
    })
    .expect("a new predicate");
    let goal = "catch(interrupted, _, true), repeat, fail";
    assert!(matches!(m.run(goal), Err(Error::Interrupted)));
    assert!(matches!(
        m.run("catch(interrupted, _, loop)"),
        Err(Error::Interrupted)
    ));
}

/// Runs a goal for so many numbers on a machine with little memory.
fn run_for_numbers(count: u32, goal: &str) -> Machine {
    let mut m = with_memory(16 << 20);
    let all = format!("\\+ ( between(1, {count}, I), {goal}, fail )");
    assert!(m.run(&all).unwrap_or_else(|e| panic!("{goal}: {e}")));
    m
}

#[test]
fn calls_of_many_names_that_do_not_exist_take_no_memory() {
    for (count, name, goal) in [
        (1_000_000, "G", "G"),
        (200_000, "N", "(G =.. [N,I], G)"),
        (200_000, "N", "call(N, I)"),
    ] {
        let goal = format!(
            "atomic_list_concat([no_such_,I], {name}), catch({goal}, error(existence_error(_,_),_), true)"
        );
        let mut m = run_for_numbers(count, &goal);
        let defined = "no_such_7 :- true. no_such_7(X) :- X = 7.";
        m.consult_str("p.pl", defined).expect("a program");
        let found = m.run("no_such_7, no_such_7(X), X == 7");
        assert!(found.expect("a predicate"));
    }
}

#[test]
fn terms_of_many_names_that_are_read_take_no_memory() {
    for goal in [
        "atomic_list_concat([name_,I], A), term_to_atom(T, A), T == A",
        "atomic_list_concat([name_,I,'(',other_,I,')'], A), term_to_atom(T, A), compound(T)",
        "atomic_list_concat([name_,I], A), functor(T, A, 3), T =.. [A|_], copy_term(T, _)",
    ] {
        run_for_numbers(200_000, goal);
    }
}

#[test]
fn queries_of_many_names_take_no_memory() {
    let mut m = with_memory(32 << 20);
    for i in 0..200_000 {
        let error = m
            .run(&format!("no_such_{i}(name_{i}, f_{i}(x))"))
            .expect_err("an error");
        assert!(
            error.ball().is_some_and(|b| b.is_error("existence_error")),
            "{i}: {error}"
        );
    }
}
