//! Threads that share the program of the machine that makes them.

use horn::{Error, Limit, Machine};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = r#"
    :- dynamic counter/1, fact/2, done/1.
    :- thread_local own/1.
    start(Goal, Id) :- thread_create(Goal, Id, [shared(true)]).
    all(Goals) :- findall(Id, ( member(G, Goals), start(G, Id) ), Ids), maplist(thread_join, Ids).
    each(N, K, G, Gs) :- findall(G, between(1, N, K), Gs).

    counter(0).
    count(0) :- !.
    count(N) :-
        with_mutex(counter, ( retract(counter(C)), C1 is C+1, assertz(counter(C1)) )),
        N1 is N-1, count(N1).

    add(K, N) :- forall(between(1, N, I), assertz(fact(K, I))).
    take(N, N) :- \+ fact(_, _), !.
    take(N0, N) :- ( retract(fact(_, _)) -> N1 is N0+1 ; N1 = N0 ), take(N1, N).
    take_all(To) :- take(0, N), thread_send_message(To, took(N)).

    names(K, N) :-
        forall(between(1, N, I), ( number_codes(K, Cs), atom_codes(A, Cs), number_codes(I, Ds), atom_codes(B, Ds),
            atom_concat(A, x, C), atom_concat(C, B, D), assertz(fact(K, D)), term_to_atom(f(D, _), _) )),
        findall(X, fact(K, X), Xs), length(Xs, N).
    asked(K) :-
        engine_create(X, between(1, 100, X), E),
        forall(between(1, 100, _), ( engine_next(E, Y), assertz(fact(K, Y)) )),
        engine_destroy(E).
    queens(K) :- length(L, 5), L ins 1..5, all_different(L), findall(L, label(L), Ls), length(Ls, N), assertz(fact(K, N)).
    :- table fib/2.
    fib(0, 0).
    fib(1, 1).
    fib(N, F) :- N > 1, N1 is N-1, N2 is N-2, fib(N1, F1), fib(N2, F2), F is F1+F2.
    tabled(K) :- fib(100, F), assertz(fact(K, F)).
    renewed(0) :- !.
    renewed(N) :- assertz(fact(N, N)), retract(fact(N, N)), N1 is N-1, renewed(N1).
    stressed(G) :- '$gc_stress'(on), call(G).
    spin :- repeat, fail.
    write_lines(N, S) :- forall(between(1, N, I), ( write(S, I), nl(S) )), close(S).
    count_lines(S, N, N) :- at_end_of_stream(S), !.
    count_lines(S, N0, N) :- read_line_to_codes(S, _), N1 is N0+1, count_lines(S, N1, N).
    read_lines(S, To) :- count_lines(S, 0, N), thread_send_message(To, lines(N)).
    write_parts([], S) :- close(S).
    write_parts([P|Ps], S) :- write(S, P), flush_output(S), sleep(0.01), write_parts(Ps, S).
"#;

fn machine() -> Machine {
    let mut machine = Machine::new();
    machine
        .consult_str("threads.pl", PROGRAM)
        .expect("a program");
    machine
}

#[track_caller]
fn holds(goal: &str) {
    assert!(machine().run(goal).expect("no error"), "{goal}");
}

/// All threads see changes of clauses, operators and streams; global variables and flags are their own.
#[test]
fn the_program_is_one() {
    holds("start(assertz(fact(a,1)), T), thread_join(T), fact(a,1)");
    holds(
        "start(( thread_get_message(go), fact(b,2) ), T), assertz(fact(b,2)), thread_send_message(T, go), thread_join(T)",
    );
    holds(
        "start(op(700, xfx, ===>), T), thread_join(T), term_to_atom(X, 'a ===> b'), X = '===>'(a,b)",
    );
    holds(
        "open_null_stream(S), start(( nl(S), close(S) ), T), thread_join(T), catch(nl(S), error(existence_error(_,_),_), true)",
    );
    holds("nb_setval(v, 1), start(nb_setval(v, 2), T), thread_join(T), nb_getval(v, 1)");
}

/// A predicate that is local to threads has no clauses in a new one, and its own in each.
#[test]
fn local_clauses_stay_in_their_thread() {
    holds(
        "assertz(own(main)), thread_self(Me),
         start(( findall(X, own(X), L0), assertz(own(child)), thread_send_message(Me, was(L0)),
                 thread_get_message(go), findall(X, own(X), L), thread_send_message(Me, is(L)) ), T),
         thread_get_message(was([])), findall(X, own(X), [main]), assertz(own(again)), thread_send_message(T, go),
         thread_get_message(is([child])), thread_join(T), findall(X, own(X), [main,again])",
    );
}

/// No update is lost under a mutex, and no clause is retracted twice without one.
#[test]
fn updates_are_not_lost() {
    holds("each(4, _, count(500), Gs), all(Gs), counter(2000)");
    holds(
        "each(4, K, add(K, 3000), Gs), all(Gs), thread_self(Me), each(4, _, take_all(Me), Hs), all(Hs),
         findall(N, ( member(_, Hs), thread_get_message(took(N)) ), Ns), sum_list(Ns, 12000)",
    );
}

/// A goal waits for a change of another thread.
#[test]
fn a_goal_waits_for_changes() {
    holds(
        "start(( sleep(0.05), assertz(done(yes)) ), T), thread_wait(done(X), [timeout(20)]), X == yes, thread_join(T)",
    );
    holds("\\+ thread_wait(done(_), [timeout(0.02)])");
    holds("start(thread_wait(done(_)), T), thread_update(assertz(done(1)), []), thread_join(T)");
}

/// Collections of one thread keep the code and the names of the others.
#[test]
fn collections_see_all_threads() {
    for goal in [
        "each(3, K, stressed(names(K, 60)), Gs), all(Gs)",
        "each(3, K, stressed(asked(K)), Gs), all(Gs), aggregate_all(count, fact(_,_), 300)",
        "all([stressed(queens(1)),stressed(tabled(2)),stressed(renewed(300)),stressed(renewed(300))]), fact(1,120)",
        "'$gc_stress'(on), all([renewed(2000),renewed(2000),names(1, 500)]), garbage_collect",
        "all([names(1, 30000),names(2, 30000)]), aggregate_all(count, fact(_,_), 60000)",
        // The clauses that run while their threads wait are erased.
        "assertz((waits(M) :- thread_get_message(go), atom_length(M, 3))),
         assertz((waits(M) :- mutex_lock(M), mutex_unlock(M))), mutex_create(abc), mutex_lock(abc),
         start(waits(abc), A), start(findall(x, ( waits(abc) ; true ), [_,_,_]), B), sleep(0.05), retractall(waits(_)),
         all([stressed(renewed(300)),renewed(5000)]), garbage_collect,
         thread_send_message(A, go), thread_send_message(B, go), mutex_unlock(abc), maplist(thread_join, [A,B])",
    ] {
        holds(goal);
    }
}

/// An engine that waits keeps the clauses that it has still to try, also when they have become machine code.
#[test]
fn engines_keep_their_alternatives() {
    let program = "
        q([Y,Y|_], 1).
        q([_|Xs], N) :- q(Xs, M), N is M+1.
        q([], 0).
        q([_,a|_], 7).
        rest(E, X) :- engine_next(E, Y), ( X = Y ; rest(E, X) ).
        test(Xs) :-
            engine_create(N, q([b,b,a,c], N), E), engine_next(E, A),
            ( between(1, 100000, _), q([a,b,c,d], _), fail ; true ),
            ( between(1, 5, I), length(L, 100000), L = [I|_], garbage_collect, fail ; true ),
            findall(X, rest(E, X), Xs0), Xs = [A|Xs0].";
    let mut machine = Machine::new();
    machine.consult_str("q.pl", program).expect("a program");
    let goal = "test(Xs), findall(N, q([b,b,a,c], N), Xs)";
    assert!(machine.run(goal).expect("no error"));
}

/// A machine that is dropped or reset ends its threads, which may wait for the program.
#[test]
fn threads_end_with_their_machine() {
    let start = Instant::now();
    for _ in 0..5 {
        let mut machine = machine();
        let goal = "all([true]), start(spin, _), start(thread_get_message(_), _), start(sleep(1000), _), \
                    start(catch(spin, _, spin), _), start(thread_wait(fail), _), sleep(0.02)";
        assert!(machine.run(goal).expect("no error"));
        machine.reset();
        assert!(machine.run("\\+ is_thread(2)").expect("no error"));
        assert!(
            machine
                .run("thread_create(spin, _, [shared(true)])")
                .is_ok()
        );
    }
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// Threads end with their status, and a signal reaches one that computes while others do.
#[test]
fn threads_end_with_a_status() {
    holds(
        "start(throw(oops), A), start(fail, B), start(spin, C), start(thread_exit(x), D), thread_signal(C, throw(stop)),
         maplist(thread_join, [A,B,C,D], [exception(oops),false,exception(stop),exited(x)])",
    );
}

/// While the host waits, threads have the program; otherwise they run with the next query.
#[test]
fn threads_run_while_the_host_is_idle() {
    let mut machine = machine();
    assert!(machine.run("start(assertz(done(1)), _)").expect("no error"));
    let start = Instant::now();
    while !machine.run("done(1)").expect("no error") {
        machine.while_idle(|| std::thread::sleep(Duration::from_millis(5)));
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

/// The limits of a query hold for the threads that share its program.
#[test]
fn limits_hold_for_all() {
    let mut machine = machine();
    machine.set_limit(Limit::Inferences(Some(200_000)));
    let result = machine.run("start(spin, T), thread_join(T)");
    assert!(matches!(
        result,
        Err(Error::Resource(_) | Error::Uncaught(_))
    ));
    machine.set_limit(Limit::Inferences(None));
    assert!(machine.run("all([true])").expect("no error"));
}

/// The context and the predicates of the host are those of its threads, also the predicates that it defines when they run.
#[test]
fn host_predicates_are_shared() {
    let mut machine = machine();
    machine.set_context(Vec::<i64>::new());
    let waits = "start(( thread_get_message(go), forall(between(1, 5, X), note(X)) ), _)";
    assert!(machine.run(waits).expect("no error"));
    machine
        .predicate("note", 1, |call| {
            let x: i64 = call.get(0)?;
            if let Some(noted) = call.context::<Vec<i64>>() {
                noted.push(x);
            }
            Ok(true)
        })
        .expect("a predicate");
    let run = "thread_property(T, status(running)), T \\== main, thread_send_message(T, go), thread_join(T)";
    assert!(machine.run(run).expect("no error"));
    assert_eq!(
        machine.context::<Vec<i64>>().map(|v| v.clone()),
        Some(vec![1, 2, 3, 4, 5])
    );
}

/// A panic of the host while its machine is idle leaves the machine usable.
#[test]
fn a_panic_leaves_the_machine() {
    let mut machine = machine();
    assert!(machine.run("all([true])").expect("no error"));
    let idle = std::panic::AssertUnwindSafe(|| machine.while_idle(|| panic!("on purpose")));
    assert!(std::panic::catch_unwind(idle).is_err());
    assert!(
        machine
            .run("all([assertz(done(1))]), done(1)")
            .expect("no error")
    );
}

/// A thread that reads a pipe, and one that fills it, give way to each other.
#[test]
fn pipes_between_threads_make_no_thread_wait_for_ever() {
    holds("pipe(R, W), start(write_lines(50000, W), _), count_lines(R, 0, 50000)");
    holds(
        "pipe(R, W), thread_self(Me), start(read_lines(R, Me), _), write_lines(50000, W),
         thread_get_message(lines(50000))",
    );
    holds(
        "pipe(R, W), start(write_parts(['f(X,\\n', '  \"a. b\",', ' X', ').'], W), _), read(R, f(A,_,B)), A == B,
         read(R, end_of_file)",
    );
    holds(
        "pipe(R, W), start(write_parts([ab, c, de], W), _), '$read_chars'(R, -1, codes, Cs, []), atom_codes(abcde, Cs)",
    );
}

/// Closing a stream waits for the thread that writes to it.
#[test]
fn what_two_threads_write_arrives_in_order() {
    holds(
        "pipe(R, W), length(L, 400000), maplist(=(a), L), atom_chars(A, L),
         start(write(W, A), _), sleep(0.05), start(( write(W, end), close(W) ), _),
         '$read_chars'(R, -1, chars, Cs, []), append(L, [e,n,d], Cs)",
    );
}

/// The program `horn` ends while a thread waits for its turn.
#[test]
fn the_process_ends() {
    for goal in [
        "thread_create((repeat,fail),_,[shared(true)])",
        "thread_create(thread_get_message(_),_,[shared(true)])",
        "thread_create(true,_,[shared(true)])",
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_horn"))
            .args(["-q", "-g", goal, "-g", "halt"])
            .stdin(Stdio::null())
            .spawn()
            .expect("the program");
        let start = Instant::now();
        let mut status = child.try_wait().expect("a child");
        while status.is_none() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(10));
            status = child.try_wait().expect("a child");
        }
        let _ = child.kill();
        assert!(status.is_some_and(|s| s.success()), "{goal}");
    }
}
