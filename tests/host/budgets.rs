//! Limits of queries as values: what ran out, what was spent, and queries that go on with more.

use horn::{Answer, Error, Limit, Machine, Resource};
use std::time::Duration;

const PROGRAM: &str = "
    :- use_module(library(clpz)).
    :- use_module(library(dif)).
    loop :- loop.
    app([], L, L).
    app([X|Xs], L, [X|R]) :- app(Xs, L, R).
    nrev([], []).
    nrev([X|Xs], R) :- nrev(Xs, R0), app(R0, [X], R).
    queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs), label(Qs).
    safe([]).
    safe([Q|Qs]) :- apart(Qs, Q, 1), safe(Qs).
    apart([], _, _).
    apart([P|Ps], Q, D) :- Q #\\= P, abs(Q-P) #\\= D, D1 is D+1, apart(Ps, Q, D1).
    late(X, Z, L) :- freeze(X, app(_, _, L)), dif(Z, X), member(X, [1,2,3,4]), app(_, [X|_], L).
    caught(E) :- catch(( member(X, [1,2,3]), X > 2, throw(found(X)) ), found(E), true).
    collected(Ls) :- findall(X-Y, ( app(X, Y, [a,b,c]), \\+ X = [] ), Ls), forall(member(A-_, Ls), is_list(A)).
    wide(A, B, C, D, E, F) :- call(app, [A,B], [C,D], [E,F|_]), ( A == B -> true ; A = B ).
    undone(X) :- setup_call_cleanup(true, member(X, [1,2,3]), assertz(cleaned(X))).
    :- dynamic(cleaned/1).";

fn machine() -> Machine {
    let mut m = Machine::new();
    m.consult_str("b.pl", PROGRAM).expect("a program");
    m
}

fn resource(item: &Result<Answer, Error>) -> Option<Resource> {
    item.as_ref().err().and_then(Error::resource)
}

const GOALS: [&str; 9] = [
    "numlist(1, 30, L), nrev(L, R)",
    "app(X, Y, [1,2,3])",
    "queens(6, Qs)",
    "late(X, Z, [1,2,4])",
    "caught(E)",
    "collected(Ls)",
    "wide(A, B, C, D, E, F)",
    "undone(X)",
    "length(L, 3), maplist([X]>>member(X, [a,b]), L), atom_length(abc, N), X is N * 2, sort(0, @>=, L, S)",
];

/// The answers of a query as texts, and the inferences it has spent; `step` more inferences are granted again and again.
fn answers_in_steps(m: &mut Machine, goal: &str, step: u64) -> (Vec<String>, u64, usize) {
    m.set_limit(Limit::Inferences(Some(step)));
    let mut query = m.query(goal).expect("a query");
    let (mut texts, mut pauses) = (Vec::new(), 0);
    while let Some(item) = query.next() {
        match item {
            Ok(answer) => texts.push(answer.to_string()),
            Err(error) => {
                assert_eq!(
                    error.resource(),
                    Some(Resource::Inferences),
                    "{goal}: {error}"
                );
                assert!(query.whole().is_none());
                assert!(
                    query.extend(Limit::Inferences(Some(step))),
                    "{goal}: {error}"
                );
                pauses += 1;
            }
        }
    }
    let spent = query.spent();
    assert_eq!(spent.answers as usize, texts.len());
    drop(query);
    m.set_limit(Limit::Inferences(None));
    (texts, spent.inferences, pauses)
}

/// Interrupted by its limit at every few calls, a query has the same answers and costs the same.
#[test]
fn a_query_that_goes_on_has_the_same_answers() {
    for goal in GOALS {
        let mut m = machine();
        // Libraries are loaded first.
        let _ = m.answers(goal);
        let (expected, inferences, pauses) = answers_in_steps(&mut m, goal, 1 << 40);
        assert!(!expected.is_empty() && pauses == 0, "{goal}");
        for step in [1, 2, 3, 7, 50] {
            let residual = goal.starts_with("late");
            // Residual goals are computed in one step, or once more.
            let step = if residual { step + 20_000 } else { step };
            let (texts, again, pauses) = answers_in_steps(&mut m, goal, step);
            assert_eq!(texts, expected, "{goal} in steps of {step}");
            assert!(again == inferences || residual, "{goal} in steps of {step}");
            assert!(
                pauses > 0 || inferences <= step,
                "{goal} in steps of {step}"
            );
        }
    }
}

#[test]
fn inferences_are_counted_exactly() {
    let mut m = machine();
    let goal = "numlist(1, 30, L), nrev(L, _), fail";
    assert!(!m.run(goal).expect("it runs"));
    assert!(!m.run(goal).expect("it runs"));
    let cost = m.spent().inferences;
    m.set_limit(Limit::Inferences(Some(cost)));
    assert!(!m.run(goal).expect("just enough"));
    assert_eq!(m.spent().inferences, cost);
    m.set_limit(Limit::Inferences(Some(cost - 1)));
    let error = m.run(goal).expect_err("one too few");
    assert_eq!(error.resource(), Some(Resource::Inferences));
    assert!(m.spent().inferences < cost);
}

#[test]
fn time_goes_on_where_it_was() {
    let mut m = machine();
    m.set_limit(Limit::Time(Some(Duration::from_millis(20))));
    let mut query = m.query("between(1, inf, X), X > 3000000").expect("a query");
    let mut pauses = 0;
    let answer = loop {
        match query.next().expect("an answer or an error") {
            Ok(answer) => break answer,
            Err(error) => assert_eq!(error.resource(), Some(Resource::Time)),
        }
        pauses += 1;
        assert!(query.extend(Limit::Time(Some(Duration::from_millis(20)))));
    };
    assert_eq!(answer.get::<i64>("X").expect("an integer"), 3_000_001);
    assert!(pauses > 0);
    assert!(query.spent().time >= Duration::from_millis(20));
    // The host's own time does not count.
    std::thread::sleep(Duration::from_millis(100));
    assert!(query.extend(Limit::Time(Some(Duration::from_millis(50)))));
    assert!(matches!(query.next(), Some(Ok(_))));
}

#[test]
fn answers_are_counted_exactly() {
    let mut m = machine();
    for (limit, whole) in [(3, true), (2, false), (0, false)] {
        m.set_limit(Limit::Answers(Some(limit)));
        let items: Vec<_> = m
            .query("app(_, [_,_|_], [1,2,3,4])")
            .expect("a query")
            .collect();
        assert_eq!(items.iter().filter(|i| i.is_ok()).count() as u64, limit);
        let last = items.last().map(resource);
        assert_eq!(last == Some(Some(Resource::Answers)), !whole, "{limit}");
        assert_eq!(m.spent().answers, limit);
    }
    m.set_limit(Limit::Answers(Some(1)));
    let mut query = m.query("member(X, [a,b,c])").expect("a query");
    let mut found = String::new();
    while let Some(item) = query.next() {
        match item {
            Ok(answer) => found.push_str(&answer.get::<String>("X").expect("a text")),
            Err(_) => assert!(query.extend(Limit::Answers(Some(1)))),
        }
    }
    assert_eq!(found, "abc");
}

#[test]
fn output_stays_within_its_limit() {
    let mut m = machine();
    m.capture();
    m.set_limit(Limit::Output(Some(10)));
    assert!(m.run("write(abcde), write(fghij)").expect("just enough"));
    assert_eq!(m.spent().output_bytes, 10);
    assert_eq!(m.end_capture(), "abcdefghij");
    m.capture();
    let error = m
        .run("catch(( repeat, write(abc), fail ), _, true)")
        .expect_err("too much");
    assert_eq!(error.resource(), Some(Resource::Output));
    assert_eq!(m.end_capture(), "abcabcabc");
    // Texts in memory are not output.
    assert!(
        m.run("with_output_to(atom(A), write(a_long_enough_name)), atom_length(A, 18)")
            .expect("it runs")
    );
    assert!(m.run("write(user_error, '')").expect("nothing is written"));
}

#[test]
fn propagations_are_limited_and_go_on() {
    let mut m = machine();
    let goal = "queens(8, Qs)";
    let expected = m.first_answers(goal, 1);
    let cost = m.spent().propagations;
    assert!(cost > 100);
    m.set_limit(Limit::Propagations(Some(50)));
    let mut query = m.query(goal).expect("a query");
    let mut pauses = 0;
    let answer = loop {
        match query.next().expect("an answer or an error") {
            Ok(answer) => break answer,
            Err(error) => assert_eq!(error.resource(), Some(Resource::Propagations)),
        }
        pauses += 1;
        assert!(query.extend(Limit::Propagations(Some(50))));
    };
    assert!(expected.contains(&answer.to_string()) && pauses > 0);
    drop(query);
    let error = m.run("catch(( [X,Y,Z] ins 0..1000000, X+Y #= 2*Z, X #> Z+3, Y #> Z ), _, true)");
    assert_eq!(
        error.expect_err("too many").resource(),
        Some(Resource::Propagations)
    );
    assert!(m.spent().propagations < 10_000);
    // A search without solutions that takes longer than a test may.
    let search = "length(L,30), L ins 1..30, all_distinct(L), sum(L,#=,466), labeling([],L)";
    let error = m.run(search).expect_err("too many");
    assert_eq!(error.resource(), Some(Resource::Propagations));
    m.set_limit(Limit::Propagations(None));
    assert!(m.run(goal).expect("it runs"));
}

/// A query that has paused is undone like any other, its cleanup goals run, and nothing of it is caught.
#[test]
fn a_query_that_does_not_go_on_is_undone() {
    let mut m = machine();
    m.set_limit(Limit::Inferences(Some(1000)));
    let mut query = m
        .query("setup_call_cleanup(true, catch(loop, _, true), assertz(cleaned(here)))")
        .expect("a query");
    assert_eq!(
        query.next().as_ref().and_then(resource),
        Some(Resource::Inferences)
    );
    assert!(query.next().is_none());
    assert!(!query.extend(Limit::Inferences(None)));
    drop(query);
    assert!(m.run("cleaned(here)").expect("the cleanup goal ran"));
    // Also without another step.
    let mut query = m
        .query("setup_call_cleanup(true, loop, assertz(cleaned(there)))")
        .expect("a query");
    assert!(query.next().is_some_and(|item| item.is_err()));
    drop(query);
    assert!(m.run("cleaned(there)").expect("the cleanup goal ran"));
    // A cleanup goal that does not end.
    let error = m
        .run("setup_call_cleanup(true, loop, loop)")
        .expect_err("a loop");
    assert_eq!(error.resource(), Some(Resource::Inferences));
    let mut query = m.query("undone(X)").expect("a query");
    assert!(matches!(query.next(), Some(Ok(_))));
    assert!(query.extend(Limit::Inferences(None)));
    assert_eq!(query.count(), 2);
}

#[test]
fn only_limits_of_the_host_have_a_type() {
    let mut m = machine();
    let error = m
        .run("throw(error(resource_error(inferences), x))")
        .expect_err("a ball");
    assert!(matches!(error, Error::Resource(_)));
    assert_eq!(error.resource(), None);
}

#[test]
fn loads_are_measured() {
    let mut m = machine();
    m.set_limit(Limit::Inferences(Some(100_000)));
    m.consult_str("l.pl", ":- numlist(1, 100, L), nrev(L, _).")
        .expect("a program");
    let spent = m.spent();
    assert!(spent.inferences > 5000 && spent.answers == 0);
    m.set_limit(Limit::Inferences(Some(1000)));
    let error = m.consult_str("l.pl", ":- numlist(1, 100, L), nrev(L, _).");
    assert_eq!(
        error.expect_err("too few").resource(),
        Some(Resource::Inferences)
    );
}

/// Cells of a paused query survive collections that cleanup goals of another kind cause.
#[test]
fn collections_and_large_terms_survive_pauses() {
    let mut m = machine();
    m.set_limit(Limit::Inferences(Some(10_000)));
    let mut found = Vec::new();
    let mut query = m
        .query("numlist(1, 300, L), nrev(L, R), nrev(R, S), garbage_collect, nrev(S, T), T = [A|_]")
        .expect("a query");
    while let Some(item) = query.next() {
        match item {
            Ok(answer) => found.push(answer.get::<i64>("A").expect("an integer")),
            Err(_) => assert!(query.extend(Limit::Inferences(Some(10_000)))),
        }
    }
    assert_eq!(found, [300]);
}

/// Nothing that a goal calls outlives its budget.
#[test]
fn budgets_of_the_program_cannot_be_caught_inside() {
    let mut m = machine();
    m.set_limit(Limit::Time(Some(Duration::from_secs(60))));
    m.consult_str(
        "stubborn.pl",
        "stubborn :- catch(loop, _, true), stubborn.
         guess :- between(1, 100, N), catch(loop, '$limit'(N, _), stubborn).
         hidden :- catch(setup_call_cleanup(true, throw(x), loop), _, true), hidden.
         nested :- findall(X, catch(setup_call_cleanup(true, loop, loop), X, stubborn), _), stubborn.
         wide :- call_with_time_limit(1000, stubborn).
         frozen :- freeze(X, stubborn), X = 1.
         loop :- loop.",
    )
    .expect("a program");
    for goal in ["stubborn", "guess", "hidden", "nested", "wide", "frozen"] {
        for (budget, resource) in [("inferences(20000)", "inferences"), ("time(0.02)", "time")] {
            let text =
                format!("call_with_budget({goal}, [{budget}], R), R == exceeded({resource})");
            assert!(m.run(&text).expect("the program goes on"), "{text}");
            assert!(m.spent().time < Duration::from_secs(5), "{text}");
        }
    }
    // After an exception, a failure, a cut and the end of a query, the limit is lifted.
    for goal in [
        "catch(call_with_budget(throw(a), [inferences(100)], _), a, true)",
        "\\+ call_with_budget(fail, [inferences(100)], _)",
        "once(call_with_budget(repeat, [inferences(100)], _))",
        "call_with_budget(member(_, [1,2]), [inferences(100)], true)",
        "catch(call_with_budget(catch(call_with_budget(throw(a), [inferences(50)], _), b, true), [inferences(100)], _), a, true)",
    ] {
        let text = format!("{goal}, numlist(1, 100, L), nrev(L, _)");
        assert!(m.run(&text).expect("no limit"), "{goal}");
    }
    m.set_limit(Limit::Time(Some(Duration::from_millis(50))));
    let error = m
        .run("call_with_time_limit(0.2, stubborn)")
        .expect_err("the limit of the host");
    assert_eq!(error.resource(), Some(Resource::Time));
    m.set_limit(Limit::Time(None));
    assert!(
        m.run("sleep(0.3), numlist(1, 100, L), nrev(L, _)")
            .expect("no limit")
    );
}

/// A budget holds for all answers of a goal, and not for what is done with them.
#[test]
fn budgets_hold_for_all_answers_together() {
    let mut m = machine();
    let text = "findall(R, ( call_with_budget(( repeat, numlist(1, 50, L), nrev(L, _) ), [inferences(20000)], R), \
                numlist(1, 300, M), nrev(M, _) ), Rs), append(Ts, [exceeded(inferences)], Rs), maplist(==(true), Ts), \
                length(Ts, N)";
    let answer = m
        .query(text)
        .expect("a query")
        .next()
        .expect("an answer")
        .expect("no error");
    let count: i64 = answer.get("N").expect("an integer");
    assert!((10..=15).contains(&count), "{count}");
    // The host's limit and that of the program, whichever is first.
    m.set_limit(Limit::Inferences(Some(3000)));
    let mut query = m
        .query("call_with_budget(( numlist(1, 100, L), nrev(L, _) ), [inferences(50000)], R)")
        .expect("a query");
    assert_eq!(
        query.next().as_ref().and_then(resource),
        Some(Resource::Inferences)
    );
    assert!(query.extend(Limit::Inferences(None)));
    let answer = query.next().expect("an answer").expect("no error");
    assert_eq!(answer.get::<String>("R").expect("an atom"), "!");
}

#[test]
fn a_query_whose_handle_was_leaked_is_closed_by_the_next_load_or_query() {
    let mut m = machine();
    for follow in [0, 1, 2] {
        let mut query = m.query("undone(X)").expect("a query");
        assert!(matches!(query.next(), Some(Ok(_))));
        std::mem::forget(query);
        match follow {
            0 => assert!(m.consult_str("f.pl", ":- cleaned(1). q(1).").is_ok()),
            1 => assert!(m.run("cleaned(1)").expect("it runs")),
            _ => assert_eq!(m.answers("cleaned(1)"), "   true.\n"),
        }
        assert!(m.run("retractall(cleaned(_))").expect("it runs"));
        m.consult_str("b.pl", PROGRAM).expect("a program");
    }
}
