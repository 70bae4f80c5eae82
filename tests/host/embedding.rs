//! The host API: answers, errors, limits, interrupts, output and threads.

use horn::{Answer, Error, Int, Limit, Machine, Value};
use std::time::Duration;

fn machine() -> Machine {
    let mut m = Machine::new();
    m.consult_str(
        "t.pl",
        "p(1). p(2). p(3). loop :- loop. deep(0, a) :- !. deep(N, f(T)) :- M is N-1, deep(M, T).",
    )
    .expect("a program");
    m
}

#[test]
fn answers_are_lazy_and_typed() {
    let mut m = machine();
    let all: Result<Vec<i64>, Error> = m
        .query("p(X)")
        .expect("a query")
        .map(|a| a.and_then(|a| a.get("X")))
        .collect();
    assert_eq!(all.expect("numbers"), [1, 2, 3]);
    // A query with infinitely many answers, of which two are taken.
    let two: Vec<Answer> = m
        .query("repeat, X = a")
        .expect("a query")
        .take(2)
        .collect::<Result<_, _>>()
        .expect("answers");
    assert_eq!(two[1].to_string(), "X = a");
    let a = m
        .query("X = \"hi\", Y = [1,b,2.5], Z = 2**100")
        .expect("a query")
        .next();
    let a = a.expect("an answer").expect("no error");
    assert_eq!(a.get::<String>("X").expect("text"), "hi");
    let items = vec![
        Value::Integer(Int::from(1)),
        Value::Atom("b".into()),
        Value::Float(2.5),
    ];
    assert_eq!(a.get::<Value>("Y").expect("a list"), Value::List(items));
    let a = m.query("Z is 2**100").expect("a query").next();
    let a = a.expect("an answer").expect("no error");
    let z: Int = a.get("Z").expect("an integer");
    assert_eq!(z.to_string(), "1267650600228229401496703205376");
}

#[test]
fn faults_are_errors() {
    let mut m = machine();
    assert!(matches!(m.query("p(").err(), Some(Error::Syntax(_))));
    match m.run("X is foo") {
        Err(Error::Uncaught(ball)) => {
            assert!(ball.is_error("type_error"));
            assert_eq!(
                ball.to_string(),
                "error(type_error(evaluable,foo/0),(is)/2)"
            );
        }
        other => panic!("{other:?}"),
    }
    match m.run("throw(my(ball))") {
        Err(Error::Uncaught(ball)) => assert_eq!(ball.to_string(), "throw(my(ball))"),
        other => panic!("{other:?}"),
    }
    assert!(matches!(m.run("halt(4)"), Err(Error::Halted(4))));
    assert!(matches!(
        m.consult_file("no/such/file.pl"),
        Err(Error::Io { .. })
    ));
    match m.consult_str("bad.pl", "good(1).\nbad( .\ngood(2).\n") {
        Err(Error::Load(messages)) => {
            assert_eq!(messages.len(), 1);
            assert_eq!(messages[0].position().map(|p| p.line), Some(2));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(m.answers("good(X)"), "   X = 1\n;  X = 2.\n");
    assert!(m.run("p(2)").expect("the machine is as good as before"));
}

#[test]
fn warnings_do_not_stop_a_load() {
    let mut m = Machine::new();
    let text = "a(X, Y) :- b(X).\nb(1).\na(1, 2).\n";
    let messages = m.consult_str("w.pl", text).expect("it loads");
    assert!(
        messages.iter().any(|d| d.message.contains('Y')),
        "{messages:?}"
    );
    assert_eq!(m.answers("a(X,2)"), "   X = 1\n;  X = 1.\n");
}

#[test]
fn machines_are_independent_and_move_between_threads() {
    let mut one = machine();
    let mut two = Machine::new();
    one.run("assertz(only(here)), op(700, xfx, ===>)")
        .expect("it runs");
    assert!(two.run("X = (a ===> b)").is_err());
    assert!(two.run("only(_)").is_err());
    let handle = std::thread::spawn(move || one.answers("only(X), Y = (a ===> b)"));
    assert_eq!(
        handle.join().expect("no panic"),
        "   X = here, Y = (a===>b).\n"
    );
}

#[test]
fn a_running_query_can_be_interrupted() {
    let mut m = machine();
    let handle = m.interrupt_handle();
    // An interrupt while no query runs has no effect.
    handle.interrupt();
    let waiter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        handle.interrupt();
    });
    let ended = m.run("loop");
    assert!(matches!(ended, Err(Error::Interrupted)), "{ended:?}");
    waiter.join().expect("no panic");
    assert!(m.run("p(1)").expect("the machine is as good as before"));
}

#[test]
fn limits_end_a_query_and_nothing_else() {
    let mut m = machine();
    m.set_limit(Limit::Inferences(Some(100_000)));
    assert!(matches!(m.run("loop"), Err(Error::Resource(_))));
    assert!(m.run("p(1)").expect("another query has its own budget"));
    m.set_limit(Limit::Inferences(None));
    m.set_limit(Limit::Time(Some(Duration::from_millis(50))));
    assert!(matches!(m.run("loop"), Err(Error::Resource(_))));
    m.set_limit(Limit::Time(None));
    m.set_limit(Limit::Memory(Some(32 << 20)));
    assert!(matches!(
        m.run("length(L, 100000000)"),
        Err(Error::Resource(_))
    ));
    // The limit includes the answers that findall/3 has collected.
    let ended = m.run("findall(f(X), (repeat, X = a), _)");
    assert!(matches!(ended, Err(Error::Resource(_))), "{ended:?}");
    assert!(m.run("findall(X, p(X), [_|_])").expect("it runs"));
    assert!(m.run("p(1)").expect("the machine is as good as before"));
}

#[test]
fn output_is_captured_in_order() {
    let mut m = machine();
    assert_eq!(m.answers("write(a), p(X), write(b), nl, X >= 2"), {
        "ab\nb\n   X = 2\n;  b\nX = 3.\n"
    });
    m.capture();
    assert!(m.run("write(hello)").expect("it runs"));
    assert_eq!(m.end_capture(), "hello");
}

#[test]
fn deep_terms_come_out() {
    let mut m = machine();
    let a = m.query("deep(1000000, T)").expect("a query").next();
    let a = a.expect("an answer").expect("no error");
    assert!(a.is_shortened());
    assert_eq!(a.full_text().len(), 4 + 3 * 1_000_000 + 1);
    assert!(a.get::<Value>("T").is_err());
}

#[test]
fn answer_streams_are_snapshots() {
    let mut m = machine();
    insta::assert_snapshot!(m.answers("p(X), Y = f(X, _)."), @r"
       X = 1, Y = f(1,_A)
    ;  X = 2, Y = f(2,_A)
    ;  X = 3, Y = f(3,_A).
    ");
}

#[test]
fn answers_to_print_carry_what_they_print() {
    let mut m = Machine::new();
    let query = m
        .query("numlist(1,200000,L), member(X,[1,2])")
        .expect("a query");
    let mut query = query.only_to_print();
    let first = query.next().expect("an answer").expect("no error");
    assert!(first.to_string().contains("19,20|...], X = 1"));
    assert!(first.is_shortened());
    let whole = query.whole().expect("the query is open");
    assert_eq!(whole.get::<Vec<i64>>("L").expect("integers").len(), 200_000);
    assert!(whole.full_text().ends_with(",199999,200000], X = 1"));
    let second = query.next().expect("an answer").expect("no error");
    assert!(second.is_last());
    // The machine keeps the bindings of the last answer until the query is asked for another.
    assert!(query.whole().is_some());
    assert!(query.next().is_none());
    assert!(query.whole().is_none());
}

/// A choice point that a call leaves protects the environment below it: later environments do not
/// overwrite slots of the caller that were still empty at the call.
#[test]
fn environments_of_callees_stay_apart() {
    let mut m = Machine::new();
    let program = "
        k(K) :- ag(K), q, r.
        n(X) :- ag(X), q, r.
        ag(1). ag(2).
        a([]). q. r.
        s(_, _) :- q, r.
        t(1) :- q, r.
        pairs(Ps) :- findall(P, pair(P), Ps).
        pair(K-X) :- k(K), n(X), a(Y), s(Y, Y), q.
        woken(Ps) :- findall(X-Y, ( freeze(X, k(_)), X = 1, n(Y), s(X, Y) ), Ps).
        not_one(X) :- n(X), \\+ t(X), q.";
    m.consult_str("environments.pl", program)
        .expect("a program");
    assert_eq!(m.answers("pairs(Ps)"), "   Ps = [1-1,1-2,2-1,2-2].\n");
    assert_eq!(m.answers("woken(Ps)"), "   Ps = [1-1,1-2,1-1,1-2].\n");
    assert_eq!(m.answers("not_one(X)"), "   X = 2.\n");
}

/// A meta-argument keeps its module when the call loads the library that defines the predicate.
#[test]
fn goals_of_modules_reach_the_library_with_their_module() {
    let mut m = Machine::new();
    m.consult_str("m.pl", ":- module(m, []). p(1).")
        .expect("a module");
    assert_eq!(m.answers("call(m:maplist(p,[X]))"), "   X = 1.\n");
}

/// The atoms of a prepared query are those of one machine.
#[test]
fn a_prepared_query_runs_on_its_own_machine_only() {
    let (mut one, mut other) = (machine(), machine());
    let query = one.prepare("X = a_name_of_the_first").expect("a query");
    assert!(matches!(
        other.start(&query).next(),
        Some(Err(Error::OtherMachine))
    ));
    assert!(matches!(
        other.start(&query).with("X", 1),
        Err(Error::OtherMachine)
    ));
    assert_eq!(other.start(&query).count(), 1);
    assert_eq!(one.start(&query).filter(Result::is_ok).count(), 1);
}
