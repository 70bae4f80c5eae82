//! Queries that run in slices: for loops of events and asynchronous programs.

use horn::{AsyncAnswers, Error, Limit, Machine, Resource};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

const PROGRAM: &str = "
    count(N, N) :- !.
    count(I, N) :- J is I+1, count(J, N).
    tidy(G) :- setup_call_cleanup(true, G, assertz(cleaned)).
    :- dynamic(cleaned/0).";

fn machine() -> Machine {
    let mut machine = Machine::new();
    machine.consult_str("p.pl", PROGRAM).expect("a program");
    machine
}

/// The number of slices up to each answer, and the answers.
fn in_slices(machine: &mut Machine, goal: &str, slice: u64) -> Result<(usize, Vec<String>), Error> {
    let mut query = machine.query(goal)?;
    let (mut slices, mut answers) = (0, Vec::new());
    loop {
        match query.run_for(slice) {
            Poll::Pending => slices += 1,
            Poll::Ready(None) => return Ok((slices, answers)),
            Poll::Ready(Some(answer)) => answers.push(answer?.to_string()),
        }
    }
}

#[test]
fn slices_change_no_answer() -> Result<(), Error> {
    let goals = [
        "count(0, 1000)",
        "member(X, [a,b]), count(0, 50)",
        "findall(X, (between(1, 9, X), count(0, X)), Xs)",
        "catch((count(0, 50), throw(ball)), B, true)",
        "freeze(X, count(0, 50)), X = 1, count(0, 20)",
        "X in 0..30, X * X #= 81 + Y, Y in 0..3, label([X])",
        "tidy(member(X, [1,2])), count(0, 9)",
        "\\+ \\+ (count(0, 30), X = 1)",
        "forall(between(1, 5, X), call((count(0, X), count(0, 7))))",
        "catch(nosuch(1), error(E, _), true), count(0, 10)",
        "length(L, 3), maplist(=(a), L), msort([c,b,a], M)",
    ];
    for goal in goals {
        let mut m = machine();
        // Loads the libraries that the goal needs.
        in_slices(&mut m, goal, u64::MAX)?;
        let whole: Result<Vec<String>, Error> =
            m.query(goal)?.map(|a| a.map(|a| a.to_string())).collect();
        let whole = whole?;
        let spent = m.spent().inferences;
        for slice in [1, 7, 100] {
            let (slices, answers) = in_slices(&mut m, goal, slice)?;
            assert_eq!(answers, whole, "{goal} in slices of {slice}");
            assert_eq!(m.spent().inferences, spent, "{goal} in slices of {slice}");
            assert!(slices as u64 <= spent / slice + 1, "{goal}");
        }
    }
    let (slices, _) = in_slices(&mut machine(), "count(0, 1000)", 100)?;
    assert!(slices >= 5, "{slices} slices");
    Ok(())
}

#[test]
fn limits_hold_in_slices() -> Result<(), Error> {
    let mut m = machine();
    m.set_limit(Limit::Inferences(Some(1000)));
    let error = in_slices(&mut m, "catch(count(0, 5000), _, true)", 64).expect_err("a limit");
    assert_eq!(error.resource(), Some(Resource::Inferences));
    let mut query = m.query("count(0, 800)")?;
    let ended = loop {
        match query.run_for(100) {
            Poll::Pending => {}
            Poll::Ready(Some(Err(_))) => assert!(query.extend(Limit::Inferences(Some(1000)))),
            Poll::Ready(ended) => break ended,
        }
    };
    assert!(ended.is_some_and(|e| e.is_ok()));
    // A slice of an earlier query does not hold for the next one.
    drop(query);
    m.set_limit(Limit::Inferences(None));
    let mut query = m.query("count(0, 3000)")?;
    assert!(query.run_for(10).is_pending());
    assert!(query.whole().is_none());
    assert!(query.next().is_some_and(|a| a.is_ok()), "without slices");
    drop(query);
    assert!(m.run("count(0, 3000)")?);
    Ok(())
}

#[test]
fn a_query_that_is_dropped_between_slices_cleans_up() -> Result<(), Error> {
    let mut m = machine();
    let mut query = m.query("tidy((repeat, fail))")?;
    for _ in 0..10 {
        assert!(query.run_for(50).is_pending());
    }
    drop(query);
    assert!(m.run("cleaned")?);
    Ok(())
}

/// Polls a stream of answers once.
fn poll(answers: &mut AsyncAnswers<'_>) -> Poll<Option<String>> {
    let mut context = Context::from_waker(Waker::noop());
    let polled = futures_core::Stream::poll_next(Pin::new(answers), &mut context);
    polled.map(|answer| answer.map(|a| a.expect("an answer").to_string()))
}

#[test]
fn answers_are_a_stream_that_loses_nothing() {
    let query = machine().into_query("member(X, [a,b]), count(0, 1000)");
    let mut answers = query.into_async().with_slice(100);
    let (mut found, mut pending) = (Vec::new(), 0);
    loop {
        // A future that is dropped before its end takes nothing with it.
        let mut context = Context::from_waker(Waker::noop());
        let next = pin!(answers.next()).as_mut().poll(&mut context);
        let next = next.map(|answer| answer.map(|a| a.expect("an answer").to_string()));
        let polled = match next.is_pending() {
            true => poll(&mut answers),
            false => next,
        };
        match polled {
            Poll::Pending => pending += 1,
            Poll::Ready(Some(answer)) => found.push(answer),
            Poll::Ready(None) => break,
        }
    }
    assert_eq!(found, ["X = a", "X = b"]);
    assert!(pending > 5);
    let mut machine = answers.into_query().into_machine().expect("its machine");
    assert!(machine.run("count(0, 10)").expect("a usable machine"));
}

#[test]
fn answers_can_be_moved_into_tasks() {
    fn is_send<T: Send + Unpin + 'static>(_: &T) {}
    is_send(&Machine::new().into_query("true").into_async());
}
