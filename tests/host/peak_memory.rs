//! The most memory that a process takes whose programs run into the limit `-m`.

#![cfg(target_os = "linux")]

use std::process::Command;

/// Goals that need far more than the limit: constraints over long lists, and builtins that make long lists.
const GOALS: [&str; 11] = [
    "length(L, 3000000), L ins 0..1",
    "length(L, 3000000), L ins 0..1 \\/ 5..7",
    "length(L, 3000000), all_different(L)",
    "length(L, 3000000), all_distinct(L)",
    "length(L, 3000000), sum(L, #=, S)",
    "length(L, 3000000), element(I, L, X)",
    "length(L, 3000000), chain(L, #<)",
    "length(L, 3000000), L ins 0..1, label(L)",
    "length(L, 3000000), maplist(#=<(0), L)",
    "numlist(1, 3000000, L), findall(X-Y, (member(X, L), Y = f(X)), Ps), keysort(Ps, Qs)",
    "length(L, 3000000), copy_term(L, M), L = M",
];

/// The peak of the process in megabytes after a goal, which may end with `resource_error(memory)`.
fn peak(goal: &str) -> u64 {
    let goal = format!(
        "use_module(library(clpz)), catch(({goal}), E, true),
         ( var(E) -> true ; E = error(resource_error(memory),_) -> true ; throw(E) ),
         read_file_to_chars('/proc/self/status', Cs, []),
         append(_, ['V','m','H','W','M',':'|Rest], Cs), append(Line, [' ',k,'B'|_], Rest),
         number_chars(N, Line), print(N), nl, halt"
    );
    let run = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(["-q", "-m", "64M", "-g", &goal])
        .output()
        .expect("horn runs");
    let printed = String::from_utf8_lossy(&run.stdout);
    let kilobytes = printed.trim().parse::<u64>();
    kilobytes
        .unwrap_or_else(|_| panic!("{goal}: {printed}{}", String::from_utf8_lossy(&run.stderr)))
        / 1024
}

#[test]
fn no_goal_takes_many_times_the_limit() {
    for goal in GOALS {
        let peak = peak(goal);
        assert!(peak < 500, "{goal}: {peak} MB");
    }
}
