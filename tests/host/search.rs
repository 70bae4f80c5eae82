//! Searches in the kernel against searches in single steps; limits and interrupts of a search.

use horn::{Error, Limit, Machine};
use std::time::Duration;

/// A linear congruential generator, so that each run has the same models.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

const VARS: &[&str] = &["A", "B", "C"];

/// A model of three variables.
fn model(random: &mut Random) -> String {
    let mut goals = vec!["[A,B,C] ins -2..3".to_owned()];
    for _ in 0..=random.below(3) {
        let (x, y, z) = (random.of(VARS), random.of(VARS), random.of(VARS));
        let relation = random.of(&["#=", "#\\=", "#=<", "#<"]);
        let k = random.below(7) as i64 - 3;
        goals.push(match random.below(5) {
            0 => format!("{x}*{y} {relation} {z}+({k})"),
            1 => format!("{x}+2*{y} {relation} {z}+({k})"),
            2 => format!("abs({x}-{y}) {relation} {k}"),
            3 => format!("({x} #> {k} #\\/ {y} {relation} {z})"),
            _ => "all_different([A,B,C])".to_owned(),
        });
    }
    goals.join(", ")
}

fn options(random: &mut Random) -> (String, bool) {
    let mut options = Vec::new();
    let kind = random.below(6);
    // A search in the order of cost looks ahead, which draws random numbers, too.
    let ordered = kind == 0;
    if random.below(2) == 0 {
        options.push(
            random
                .of(&[
                    "ff",
                    "ffc",
                    "min",
                    "max",
                    "anti_first_fail",
                    "occurrence",
                    "max_regret",
                ])
                .to_owned(),
        );
    }
    if random.below(2) == 0 {
        let orders: &[&str] = &["down", "median", "middle", "random(7)"];
        let orders = if ordered { &orders[..3] } else { orders };
        options.push(random.of(orders).to_owned());
    }
    if random.below(2) == 0 {
        options.push(random.of(&["enum", "bisect", "interval"]).to_owned());
    }
    if random.below(4) == 0 {
        options.push("out".to_owned());
    }
    match kind {
        0 => {
            options.push(random.of(&["min(A+B)", "max(A*C)", "max(B)"]).to_owned());
        }
        1 => options.push(
            random
                .of(&["minimize(A)", "lex_maximize([A,B])"])
                .to_owned(),
        ),
        2 => options.push(
            random
                .of(&["pareto_minimize([A,B])", "discrepancy(1)"])
                .to_owned(),
        ),
        3 => options.push(
            random
                .of(&["assumptions(N)", "time_out(100000,F)"])
                .to_owned(),
        ),
        _ => {}
    }
    (options.join(","), ordered)
}

#[test]
fn both_ways_give_the_same_answers() {
    let mut random = Random(42);
    let mut kernel = Machine::new();
    let mut steps = Machine::new();
    for m in [&mut kernel, &mut steps] {
        m.run("use_module(library(clpz))").expect("the library");
    }
    steps.run("'$fd_stepwise'(on)").expect("the switch");
    for i in 0..300 {
        let (options, ordered) = options(&mut random);
        let query = format!("{}, labeling([{options}], [A,B,C]).", model(&mut random));
        let (mut a, mut b) = (
            kernel.first_answers(&query, 400),
            steps.first_answers(&query, 400),
        );
        if ordered {
            // The kernel finds out earlier that there are no more answers.
            for s in [&mut a, &mut b] {
                *s = s.replace("\n;  false.", ".").replace("..", ".");
            }
        }
        assert_eq!(a, b, "model {i}: {query}");
    }
}

/// A model without a solution, which propagation does not detect.
const LONG: &str = "length(Xs, 60), Xs = [H|_], Xs ins 0..1, sum(Xs, #=, 30), sum(Xs, #\\=, 30)";
const VAST: &str = "length(Xs, 2000000), Xs ins 0..9, label(Xs)";

#[test]
fn a_search_can_be_interrupted() {
    let mut m = Machine::new();
    m.run("use_module(library(clpz))").expect("the library");
    for options in ["", "ff,bisect", "minimize(H)", "max(H)"] {
        let handle = m.interrupt_handle();
        let stop = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            handle.interrupt();
        });
        let outcome = m.run(&format!("{LONG}, labeling([{options}], Xs)"));
        stop.join().expect("the thread");
        assert!(matches!(outcome, Err(Error::Interrupted)), "{options}");
        assert!(m.run("X in 1..2, label([X])").expect("the machine goes on"));
    }
}

#[test]
fn limits_stop_a_search() {
    let mut m = Machine::new();
    m.run("use_module(library(clpz))").expect("the library");
    m.set_limit(Limit::Memory(Some(64 << 20)));
    assert!(m.run(VAST).is_err());
    let caught = format!("catch(({VAST}), error(resource_error(memory),_), true)");
    assert!(m.run(&caught).is_err());
    m.set_limit(Limit::CatchableMemory(Some(64 << 20)));
    assert!(m.run(&caught).expect("it is caught"));
    m.set_limit(Limit::Memory(None));
    m.set_limit(Limit::Time(Some(Duration::from_millis(100))));
    assert!(m.run(&format!("{LONG}, label(Xs)")).is_err());
    m.set_limit(Limit::Time(None));
    assert!(m.run("X in 1..2, label([X])").expect("the machine goes on"));
}
