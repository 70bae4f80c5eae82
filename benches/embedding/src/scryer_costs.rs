//! The library of Scryer Prolog, which prepares no queries and calls no functions of its host.

use crate::{Cost, Costs, ITERATIONS, nanoseconds, nanoseconds_once};
use scryer_prolog::{LeafAnswer, Machine, MachineBuilder};

const PROGRAM: &str = "
    next_of(X, Y) :- Y is X + 1.
    count(0) :- !.
    count(N) :- M is N-1, count(M).
    fib(N, N) :- N < 2, !.
    fib(N, F) :- A is N-1, B is N-2, fib(A, X), fib(B, Y), F is X + Y.
";

fn new_machine() -> Machine {
    MachineBuilder::default().build()
}

/// Runs a query to its first answer, which there must be.
fn first(machine: &mut Machine, query: &str) -> LeafAnswer {
    let answer = machine.run_query(query).next();
    answer.expect("an answer").expect("no error")
}

pub fn measure() -> Costs {
    let mut costs = vec![
        (Cost::FirstMachine, nanoseconds_once(new_machine)),
        (Cost::Machine, nanoseconds(new_machine)),
    ];
    let mut machine = new_machine();
    machine.load_module_string("costs", PROGRAM);
    let text = nanoseconds(|| first(&mut machine, "next_of(1, X)."));
    costs.push((Cost::Text, text));
    let count = format!("count({ITERATIONS}).");
    let counted = nanoseconds(|| first(&mut machine, &count));
    costs.push((Cost::Iteration, counted / ITERATIONS as f64));
    let fib = nanoseconds(|| first(&mut machine, "fib(20, F)."));
    costs.push((Cost::Fib, fib));
    costs
}
