//! A puzzle stated as constraints, and its solution as Rust values. Run it with
//! `cargo run --example puzzle`.

use horn::{Error, Machine};

const PUZZLE: &str = "
    :- use_module(library(clpz)).

    puzzle(Vs) :-
        Vs = [S,E,N,D,M,O,R,Y],
        Vs ins 0..9,
        all_distinct(Vs),
        1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E
            #= 10000*M + 1000*O + 100*N + 10*E + Y,
        S #> 0, M #> 0.
";

fn main() -> Result<(), Error> {
    let mut machine = Machine::new();
    machine.consult_str("puzzle", PUZZLE)?;
    // Before any search: the domains that propagation leaves, as residual goals.
    if let Some(answer) = machine.query("puzzle([S,E,N|_])")?.next() {
        println!("known so far: {}", answer?);
    }
    for answer in machine.query("puzzle(Vs), label(Vs)")? {
        let digits: Vec<i64> = answer?.get("Vs")?;
        println!("S, E, N, D, M, O, R, Y = {digits:?}");
    }
    Ok(())
}
