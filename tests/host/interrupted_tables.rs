//! Tabled predicates after their evaluation was ended: by limits, interrupts, exceptions, and with the query.

use horn::{Limit, Machine};
use std::thread;
use std::time::Duration;

const PROGRAM: &str = "
    :- table path/2, even/1, odd/1, cheapest(_, min), p/1, q/1.
    :- dynamic(slow/0).
    edge(1, 2). edge(2, 3). edge(3, 1). edge(3, 4).
    path(X, Y) :- edge(X, Y), pause.
    path(X, Y) :- path(X, Z), edge(Z, Y), pause.
    even(0).
    even(X) :- odd(Y), Y < 30, X is Y+1, pause.
    odd(X) :- even(Y), Y < 30, X is Y+1, pause.
    cheapest(X, C) :- member(X-C, [a-3, b-1, a-2]), pause.
    p(X) :- q(X).
    p(1).
    q(X) :- p(Y), Y < 20, X is Y+1, pause.
    pause :- ( slow -> forever ; true ).
    forever :- length(L, 50), atom_length(abc, _), L = [_|_], forever.
";

const GOALS: [(&str, usize); 6] = [
    ("path(1, _)", 4),
    ("even(_)", 16),
    ("odd(_)", 15),
    ("cheapest(_, _)", 2),
    ("p(_)", 20),
    ("( path(2, X), even(X) )", 2),
];

fn count(m: &mut Machine, goal: &str) -> usize {
    let query = format!("findall(x, {goal}, L), length(L, N)");
    let answer = m.query(&query).expect("a query").next();
    let answer = answer.expect("an answer").expect("no error");
    answer.get::<usize>("N").expect("a number")
}

/// Ends each goal in some way, and then looks at its answers, of a new table and of all again.
fn check(end: impl Fn(&mut Machine, &str)) {
    let mut m = Machine::new();
    m.consult_str("t.pl", PROGRAM).expect("a program");
    for (goal, answers) in GOALS {
        m.run("assertz(slow)").expect("it runs");
        end(&mut m, goal);
        m.run("retract(slow)").expect("it runs");
        assert_eq!(count(&mut m, goal), answers, "{goal}");
        assert!(matches!(m.run("abolish_all_tables"), Ok(true)), "{goal}");
        assert_eq!(count(&mut m, goal), answers, "{goal}");
        assert!(matches!(m.run("abolish_all_tables"), Ok(true)), "{goal}");
    }
}

#[test]
fn tables_are_right_after_limits_of_the_host() {
    check(|m, goal| {
        m.set_limit(Limit::Inferences(Some(20_000)));
        m.run(goal).expect_err(goal);
        m.set_limit(Limit::Inferences(None));
    });
    check(|m, goal| {
        m.set_limit(Limit::Time(Some(Duration::from_millis(30))));
        m.run(goal).expect_err(goal);
        m.set_limit(Limit::Time(None));
    });
}

#[test]
fn tables_are_right_after_interrupts() {
    check(|m, goal| {
        let handle = m.interrupt_handle();
        let interrupter = thread::spawn(move || {
            thread::sleep(Duration::from_millis(30));
            handle.interrupt();
        });
        m.run(goal).expect_err(goal);
        interrupter.join().expect("a thread");
    });
}

#[test]
fn tables_are_right_after_limits_and_exceptions_that_are_caught() {
    for end in [
        "call_with_inference_limit(GOAL, 20000, _)",
        "catch(call_with_time_limit(0.03, GOAL), _, true)",
        "retract(slow), GOAL, !, assertz(slow)",
    ] {
        check(|m, goal| {
            let goal = end.replace("GOAL", goal);
            assert!(matches!(m.run(&goal), Ok(true)), "{goal}");
        });
    }
}

#[test]
fn incomplete_tables_give_their_memory_back() {
    let mut m = Machine::new();
    m.consult_str("t.pl", ":- table n/1. n(0). n(X) :- n(Y), X is Y+1.")
        .expect("a program");
    m.set_limit(Limit::Memory(Some(16 << 20)));
    for _ in 0..3 {
        m.run("n(-1)").expect_err("no end");
        assert!(m.memory_in_use() < 8 << 20, "{}", m.memory_in_use());
    }
    m.set_limit(Limit::CatchableMemory(Some(16 << 20)));
    let caught = "catch(n(-1), error(resource_error(memory),_), true), length(L, 100000)";
    assert!(matches!(m.run(caught), Ok(true)));
}

#[test]
fn a_ball_of_a_table_may_be_caught_while_another_one_is_filled() {
    let mut m = Machine::new();
    m.consult_str(
        "t.pl",
        ":- table a/1, b/1, c/1.
         a(X) :- catch(b(X), stop, fail).
         a(X) :- c(X).
         b(X) :- c(X), X > 2, throw(stop).
         b(9).
         c(X) :- a(Y), Y < 5, X is Y+1.
         c(1).",
    )
    .expect("a program");
    for _ in 0..2 {
        assert_eq!(count(&mut m, "a(_)"), 6);
        assert_eq!(count(&mut m, "c(_)"), 5);
        assert!(matches!(m.run("catch(b(_), stop, true)"), Ok(true)));
        assert!(matches!(m.run("abolish_all_tables"), Ok(true)));
    }
}
