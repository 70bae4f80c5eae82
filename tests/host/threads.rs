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

/// Of several threads that take an alias at the same moment, one gets it.
#[test]
fn an_alias_is_taken_once() {
    let mut machine = Machine::new();
    let program = "
        racer(To) :-
            thread_get_message(go),
            catch(( thread_create(thread_get_message(stop), _, [alias(one)]), R = made ),
                  error(permission_error(create,thread,one),_), R = refused),
            thread_send_message(To, result(R)).
        round :-
            thread_self(Me),
            findall(T, ( between(1, 4, _), thread_create(racer(Me), T) ), Ts),
            forall(member(T, Ts), thread_send_message(T, go)),
            findall(R, ( member(_, Ts), thread_get_message(result(R)) ), Rs),
            msort(Rs, [made,refused,refused,refused]),
            forall(member(T, Ts), thread_join(T)),
            thread_send_message(one, stop),
            thread_join(one).";
    machine.consult_str("race.pl", program).expect("a program");
    let rounds = machine.run("forall(between(1, 50, _), round)");
    assert!(rounds.expect("no error"));
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

/// All threads of a query spend its inferences together with it, and give back at their ends what they have not spent.
#[test]
fn threads_share_the_inferences_of_their_query() {
    let mut machine = Machine::new();
    machine.set_limit(Limit::Inferences(Some(1_000_000)));
    let goal = "findall(Id, ( between(1, 8, _), thread_create(( repeat, fail ), Id) ), Ids), \
                findall(E, ( member(Id, Ids), thread_join(Id, exception(error(E, _))) ), Es), \
                length(Es, 8), sort(Es, [resource_error(inferences)])";
    match machine.run(goal) {
        Ok(true) => {}
        // The threads may have spent what the query needs itself.
        Err(error) => assert_eq!(error.resource(), Some(Resource::Inferences), "{error}"),
        other => panic!("{other:?}"),
    }
    assert!(machine.spent().inferences < 1_001_000);
    machine.set_limit(Limit::Inferences(Some(100_000)));
    let goal = "forall(between(1, 100, _), ( thread_create(true, Id), thread_join(Id, true) ))";
    assert!(machine.run(goal).expect("enough"));
    assert!(machine.run(goal).expect("enough"));
    let spent = machine.spent().inferences;
    machine.set_limit(Limit::Inferences(Some(spent + spent / 10)));
    assert!(machine.run(goal).expect("just enough"));
    machine.set_limit(Limit::Inferences(Some(spent - spent / 10)));
    let ended = machine.run(goal);
    assert!(!matches!(ended, Ok(true)), "{ended:?}");
    // A query that goes on, and its threads with it.
    machine.set_limit(Limit::Inferences(Some(1000)));
    let mut query = machine
        .query("thread_create(numlist(1, 30000, _), Id), thread_join(Id, S)")
        .expect("a query");
    let mut pauses = 0;
    let answer = loop {
        match query.next().expect("an answer or an error") {
            Ok(answer) => break answer,
            Err(error) => assert_eq!(error.resource(), Some(Resource::Inferences)),
        }
        pauses += 1;
        assert!(query.extend(Limit::Inferences(Some(100_000))));
    };
    assert!(pauses <= 1, "{pauses}");
    let status = answer.term("S").expect("a variable").to_string();
    assert!(
        status == "true" || status.contains("inferences"),
        "{status}"
    );
}

/// Threads write no more than the query may write.
#[test]
fn threads_share_the_output_of_their_query() {
    let mut machine = Machine::new();
    machine.capture();
    machine.set_limit(Limit::Output(Some(1000)));
    let goal = "findall(Id, ( between(1, 8, _), thread_create(( between(1, 100, _), write(abcde), fail ), Id) ), Ids), \
                forall(member(Id, Ids), thread_join(Id, _))";
    assert!(machine.run(goal).expect("no error"));
    assert_eq!(machine.end_capture().len(), 1000);
}

/// Threads take no more memory together than the host allows, and give it back when they end.
#[test]
fn threads_share_the_memory_of_their_host() {
    let mut machine = Machine::new();
    machine
        .consult_str(
            "t.pl",
            "hold(Main) :- thread_self(Me), length(L, 1000000), thread_send_message(Main, built(Me)), \
                 thread_get_message(done), L = [_|_].
             start(Main, Id) :- thread_create(hold(Main), Id), repeat, has_come(Id), !.
             has_come(Id) :- thread_get_message(main, built(Id), [timeout(0.01)]), !.
             has_come(Id) :- thread_property(Id, status(S)), S \\== running.
             ends(Ss) :- thread_self(Main), findall(Id, ( between(1, 10, _), start(Main, Id) ), Ids),
                 forall(( member(Id, Ids), thread_property(Id, status(running)) ), thread_send_message(Id, done)),
                 findall(S, ( member(Id, Ids), thread_join(Id, S) ), Ss).
             held(Held, Refused) :- ends(Ss), findall(x, member(true, Ss), Hs), length(Hs, Held),
                 findall(x, member(exception(error(resource_error(memory),_)), Ss), Rs), length(Rs, Refused).",
        )
        .expect("a program");
    machine.set_limit(Limit::Memory(Some(64 << 20)));
    for _ in 0..3 {
        let answer = machine.query("held(H, R)").expect("a query").next();
        let answer = answer.expect("an answer").expect("no error");
        let [held, refused] = ["H", "R"].map(|v| answer.get::<i64>(v).expect("an integer"));
        assert!((1..=4).contains(&held), "{held}");
        assert_eq!(held + refused, 10);
    }
    // Each thread has the limit of the program for itself.
    machine.set_limit(Limit::CatchableMemory(Some(64 << 20)));
    assert!(machine.run("held(10, 0)").expect("no error"));
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
