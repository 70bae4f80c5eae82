//! Threads of programs: limits, interrupts, access, and their end with the machine.

use horn::{Access, Error, Limit, Machine, Resource};
use std::time::{Duration, Instant};

/// A machine that is dropped ends its threads, whether they run or wait.
#[test]
fn threads_end_with_their_machine() {
    let start = Instant::now();
    let mut machine = Machine::new();
    let goal = "thread_create(( repeat, fail ), _), thread_create(thread_get_message(_), _), \
                thread_create(sleep(1000), _), thread_create(catch(( repeat, fail ), _, true), _)";
    assert!(machine.run(goal).expect("no error"));
    drop(machine);
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// A reset machine has no threads, queues or mutexes, and can make new ones.
#[test]
fn a_reset_ends_threads() {
    let mut machine = Machine::new();
    assert!(machine.run("thread_create(( repeat, fail ), _, [alias(t)]), message_queue_create(q), mutex_create(m)").expect("no error"));
    machine.reset();
    assert!(machine.run("\\+ is_thread(t)").expect("no error"));
    assert!(
        machine
            .run("thread_create(true, _, [alias(t)]), thread_join(t)")
            .expect("no error")
    );
    assert!(
        machine
            .run("message_queue_create(q), mutex_create(m)")
            .expect("no error")
    );
}

/// A machine without the access makes no threads.
#[test]
fn threads_need_access() {
    let mut machine = Machine::builder()
        .access(Access::none())
        .build()
        .expect("a machine");
    let error = machine.run("thread_create(true, _)").expect_err("an error");
    assert!(
        error
            .ball()
            .is_some_and(|ball| ball.is_error("permission_error")),
        "{error}"
    );
    let mut machine = Machine::builder()
        .access(Access::none().threads())
        .build()
        .expect("a machine");
    assert!(
        machine
            .run("thread_create(\\+ catch(open(f, read, _), _, fail), Id), thread_join(Id)")
            .expect("no error")
    );
}

/// A limit on the time of a query holds for the threads that it has made.
#[test]
fn limits_hold_in_threads() {
    let mut machine = Machine::new();
    machine.set_limit(Limit::Time(Some(Duration::from_millis(100))));
    let error = machine
        .run("thread_create(( repeat, fail ), Id), thread_join(Id, _)")
        .expect_err("an error");
    assert_eq!(error.resource(), Some(Resource::Time), "{error}");
    machine.set_limit(Limit::Time(None));
    machine.set_limit(Limit::Inferences(Some(1_000_000)));
    let answers = machine
        .answers("thread_create(( repeat, fail ), Id), thread_join(Id, exception(error(E, _)))");
    // The inferences of a thread count for the one that joins it.
    assert!(answers.contains("inferences"), "{answers}");
    machine.set_limit(Limit::Inferences(None));
    assert!(machine.run("true").expect("no error"));
}

/// An interrupt ends a wait, and the threads.
#[test]
fn an_interrupt_ends_a_wait() {
    let mut machine = Machine::new();
    for goal in [
        "thread_get_message(_)",
        "thread_create(( repeat, fail ), Id), thread_join(Id, _)",
        "message_queue_create(Q), thread_get_message(Q, _)",
    ] {
        let handle = machine.interrupt_handle();
        let timer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            handle.interrupt();
        });
        assert!(
            matches!(machine.run(goal), Err(Error::Interrupted)),
            "{goal}"
        );
        timer.join().expect("the timer");
    }
}

/// A thread has the program as it was when the thread was made; what it changes stays with it.
#[test]
fn a_thread_has_a_copy_of_the_program() {
    let mut machine = Machine::new();
    machine
        .consult_str(
            "p.pl",
            ":- dynamic p/1. :- thread_local l/1. p(1). p(2). l(1).",
        )
        .expect("a program");
    let goal = "thread_self(M), thread_create(( thread_get_message(go), findall(X, p(X), Xs), findall(X, l(X), Ls), \
                assertz(p(9)), thread_send_message(M, Xs-Ls) ), Id), assertz(p(3)), thread_send_message(Id, go), \
                thread_join(Id), thread_get_message([1,2]-[]), findall(X, p(X), [1,2,3])";
    assert!(machine.run(goal).expect("no error"));
}

/// Atoms, functors, numbers and strings that only one of the machines knows arrive as they were sent.
#[test]
fn messages_are_copies() {
    let mut machine = Machine::new();
    let goal = "thread_self(M), thread_create(( atom_concat(new_, name, A), T =.. [A,A,X,X,12345678901234567890,\"text\",1.5,f(A)], \
                thread_send_message(M, T) ), Id), thread_join(Id), atom_concat(other_, name, _), thread_get_message(R), \
                R = new_name(new_name,Y,Z,12345678901234567890,\"text\",1.5,f(new_name)), Y == Z";
    assert!(machine.run(goal).expect("no error"));
}

/// What threads write appears where the output of their machine goes.
#[test]
fn threads_write_to_the_output_of_their_machine() {
    let mut machine = Machine::new();
    machine.capture();
    assert!(machine.run("write(a), nl, thread_create(( write(b), nl, write(c) ), Id), thread_join(Id), write(d), nl").expect("no error"));
    assert_eq!(machine.end_capture(), "a\nb\ncd\n");
}

/// Many threads, one after the other and at a time.
#[test]
fn many_threads() {
    let mut machine = Machine::new();
    assert!(
        machine
            .run("forall(between(1, 50, _), ( thread_create(true, Id), thread_join(Id) ))")
            .expect("no error")
    );
    let goal = "numlist(1, 30, Ns), findall(Id, ( member(N, Ns), thread_create(( N1 is N*N, thread_exit(N1) ), Id) ), Ids), \
                findall(S, ( member(Id, Ids), thread_join(Id, exited(S)) ), Ss), sum_list(Ss, 9455)";
    assert!(machine.run(goal).expect("no error"));
    assert!(
        machine
            .run("findall(T, thread_property(T, status(_)), [main])")
            .expect("no error")
    );
}

/// A search in parallel can be left at any answer, and gives its errors.
#[test]
fn a_search_in_parallel_is_left() {
    let mut machine = Machine::new();
    machine
        .consult_str(
            "q.pl",
            "queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs).
             safe([]).
             safe([Q|Qs]) :- free(Qs, Q, 1), safe(Qs).
             free([], _, _).
             free([R|Rs], Q, D) :- Q #\\= R, abs(Q-R) #\\= D, D1 is D+1, free(Rs, Q, D1).
             all(Os, N, All) :- findall(Qs, ( queens(N, Qs), labeling(Os, Qs) ), All).",
        )
        .expect("a program");
    assert!(
        machine
            .run("queens(8, Qs), labeling([parallel(3)], Qs), !, Qs = [1,5,8,6,3,7,2,4]")
            .expect("no error")
    );
    for options in ["", "ff,", "down,", "ff,enum,", "bisect,", "down,bisect,"] {
        let options = options.trim_end_matches(',');
        let others = if options.is_empty() {
            "parallel(2)".to_string()
        } else {
            format!("parallel(2),{options}")
        };
        assert!(
            machine
                .run(&format!(
                    "all([{options}], 7, A), all([{others}], 7, B), A == B"
                ))
                .expect("no error"),
            "{options}"
        );
    }
    assert!(
        machine
            .run("findall(T, thread_property(T, status(_)), [main])")
            .expect("no error")
    );
}
