//! Horn.

use crate::{Cost, Costs, ITERATIONS, nanoseconds, nanoseconds_once, of_loops};
use horn::{Call, Error, Machine, Prepared, Var};

const PROGRAM: &str = "
    next_of(X, Y) :- Y is X + 1.
    app([], L, L).
    app([X|Xs], L, [X|R]) :- app(Xs, L, R).
    count(0) :- !.
    count(N) :- M is N-1, count(M).
    calls(0) :- !.
    calls(N) :- double(N, _), M is N-1, calls(M).
    fib(N, N) :- N < 2, !.
    fib(N, F) :- A is N-1, B is N-2, fib(A, X), fib(B, Y), F is X + Y.
";

/// The rows of the relation that is measured.
const RELATION_ROWS: i64 = 1_000;

fn loaded() -> Result<Machine, Error> {
    let mut machine = Machine::new();
    machine.function("double", |x: i64| 2 * x)?;
    machine.relation("row", 1, |_: &mut Call<'_>| {
        Ok((0..RELATION_ROWS).map(|i| [i]))
    })?;
    machine.consult_str("costs.pl", PROGRAM)?;
    Ok(machine)
}

/// Runs a prepared query to its first answer, which there must be.
fn first(machine: &mut Machine, query: &Prepared) {
    let answer = machine.start(query).next();
    answer.expect("an answer").expect("no error");
}

pub fn measure() -> Result<Costs, Error> {
    let mut costs = vec![
        (Cost::FirstMachine, nanoseconds_once(Machine::new)),
        (Cost::Machine, nanoseconds(Machine::new)),
    ];
    let mut machine = loaded()?;
    let image = machine.freeze();
    costs.push((Cost::FromImage, nanoseconds(|| image.machine())));
    costs.push((Cost::Fork, nanoseconds(|| machine.fork())));
    let with_query = || image.machine().run("next_of(1, 2)").expect("no error");
    costs.push((Cost::ImageAndQuery, nanoseconds(with_query)));
    costs.extend(of_queries(&mut machine)?);
    costs.extend(of_programs(&mut machine)?);
    Ok(costs)
}

fn of_queries(machine: &mut Machine) -> Result<Costs, Error> {
    let mut costs = Costs::new();
    let text = || {
        let mut query = machine.query("next_of(1, X)").expect("a query");
        query.next().expect("an answer").expect("no error")
    };
    costs.push((Cost::Text, nanoseconds(text)));
    let prepared = machine.prepare("next_of(1, X)")?;
    costs.push((Cost::Prepared, nanoseconds(|| first(machine, &prepared))));
    let prepared = machine.prepare("next_of(N, X)")?;
    let with_parameter = || {
        let mut query = machine.start(&prepared).with("N", 1).expect("a variable");
        query.next().expect("an answer").expect("no error")
    };
    costs.push((Cost::Parameter, nanoseconds(with_parameter)));
    let called = || {
        let mut query = machine.call("app", ([1, 2], [3], Var("L")));
        query.next().expect("an answer").expect("no error")
    };
    costs.push((Cost::Call, nanoseconds(called)));
    let answer = machine.query("next_of(1, X)")?.next();
    let answer = answer.expect("an answer")?;
    let read = || answer.get::<i64>("X").expect("an integer");
    costs.push((Cost::Read, nanoseconds(read)));
    costs.push((Cost::AnswerText, nanoseconds(|| answer.to_string())));
    Ok(costs)
}

fn of_programs(machine: &mut Machine) -> Result<Costs, Error> {
    let rows = machine.prepare("row(X)")?;
    let all = nanoseconds(|| machine.start(&rows).count());
    let mut costs = vec![(Cost::RelationRow, all / RELATION_ROWS as f64)];
    let count = machine.prepare(&format!("count({ITERATIONS})"))?;
    let calls = machine.prepare(&format!("calls({ITERATIONS})"))?;
    let without = nanoseconds(|| first(machine, &count));
    let with = nanoseconds(|| first(machine, &calls));
    costs.extend(of_loops(without, with));
    let fib = machine.prepare("fib(20, F)")?;
    costs.push((Cost::Fib, nanoseconds(|| first(machine, &fib))));
    Ok(costs)
}
