//! What embedding costs: Horn beside Lua (`mlua`) and Rhai, and with the feature `scryer` beside the library of Scryer
//! Prolog, in one run. It prints the table of `docs/performance.md`; each figure is the least of five rounds.

mod horn_costs;
mod lua_costs;
mod rhai_costs;
#[cfg(feature = "scryer")]
mod scryer_costs;

use std::error::Error;
use std::time::{Duration, Instant};

/// An operation whose cost is measured: a row of the table.
#[derive(Clone, Copy, PartialEq)]
enum Cost {
    FirstMachine,
    Machine,
    FromImage,
    Fork,
    ImageAndQuery,
    Text,
    Prepared,
    Parameter,
    Call,
    Read,
    AnswerText,
    RelationRow,
    HostCall,
    Iteration,
    Fib,
}

const ROWS: &[(Cost, &str)] = &[
    (Cost::FirstMachine, "the first machine of a process"),
    (Cost::Machine, "a further machine from nothing"),
    (Cost::FromImage, "a machine from an image"),
    (Cost::Fork, "a fork of a machine"),
    (
        Cost::ImageAndQuery,
        "a machine from an image, with a first query",
    ),
    (Cost::Text, "a text run, with its first answer"),
    (
        Cost::Prepared,
        "a prepared query, with its first answer (a function called)",
    ),
    (Cost::Parameter, "the same with a parameter"),
    (
        Cost::Call,
        "`machine.call(\"app\", ([1,2], [3], Var(\"L\")))`",
    ),
    (Cost::Read, "an integer of an answer read"),
    (Cost::AnswerText, "the text of an answer"),
    (
        Cost::RelationRow,
        "a row of a relation of the host as an answer",
    ),
    (
        Cost::HostCall,
        "a function of the host called by the program",
    ),
    (Cost::Iteration, "an iteration of a loop"),
    (Cost::Fib, "`fib(20)`"),
];

/// The nanoseconds of what was measured in one system.
type Costs = Vec<(Cost, f64)>;

/// The nanoseconds of one run: the least of five rounds, each of so many runs that it takes some time.
fn nanoseconds<T>(mut run: impl FnMut() -> T) -> f64 {
    let mut round = |runs: u32| {
        let start = Instant::now();
        for _ in 0..runs {
            std::hint::black_box(run());
        }
        start.elapsed()
    };
    let mut runs = 1;
    while round(runs) < Duration::from_millis(40) {
        runs *= 2;
    }
    let least = (0..5).map(|_| round(runs)).min().unwrap_or_default();
    least.as_secs_f64() * 1e9 / f64::from(runs)
}

/// The nanoseconds of the only run that counts: the first.
fn nanoseconds_once<T>(run: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    std::hint::black_box(run());
    start.elapsed().as_secs_f64() * 1e9
}

/// The number of iterations of a loop that is measured.
const ITERATIONS: i64 = 10_000;

/// The costs of an iteration, and of the call of a host's function in one, from the times of two loops.
fn of_loops(without: f64, with: f64) -> Costs {
    let each = |time: f64| time / ITERATIONS as f64;
    vec![
        (Cost::Iteration, each(without)),
        (Cost::HostCall, each(with - without)),
    ]
}

/// A time with its unit.
fn shown(nanoseconds: f64) -> String {
    match nanoseconds {
        n if n < 100.0 => format!("{n:.1} ns"),
        n if n < 1_000.0 => format!("{n:.0} ns"),
        n if n < 100_000.0 => format!("{:.2} µs", n / 1e3),
        n => format!("{:.0} µs", n / 1e3),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let systems = [
        ("Horn", horn_costs::measure()?),
        ("mlua", lua_costs::measure()?),
        ("rhai", rhai_costs::measure()?),
        #[cfg(feature = "scryer")]
        ("scryer-prolog", scryer_costs::measure()),
    ];
    let names: Vec<&str> = systems.iter().map(|(name, _)| *name).collect();
    println!("| what | {} |", names.join(" | "));
    println!("|---{}|", "|---".repeat(names.len()));
    for (row, text) in ROWS {
        let cell = |costs: &Costs| {
            let found = costs.iter().find(|(cost, _)| cost == row);
            found.map_or("–".to_string(), |&(_, time)| shown(time))
        };
        let cells: Vec<String> = systems.iter().map(|(_, costs)| cell(costs)).collect();
        println!("| {text} | {} |", cells.join(" | "));
    }
    Ok(())
}
