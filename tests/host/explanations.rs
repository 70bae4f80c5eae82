//! The commands in `docs/debugging.md` print what the page shows, and each fragment of a program that an
//! explanation consists of is a program whose query has the result of the original goal.

use crate::readme::{blocks, shell};
use horn::{Error, Machine};
use std::path::Path;
use std::process::Command;
use std::{env, fs, process};

const PAGE: &str = include_str!("../../docs/debugging.md");

/// Programs of `programs/mistakes`, and goals that fail or do not end.
const GOALS: &[(&str, &str)] = &[
    ("family.pl", "ancestor(abe,bart)"),
    ("family.pl", "(ancestor(X,Y),ancestor(Y,marge))"),
    ("total.pl", "total([1,2],3)"),
    ("bachelor.pl", "bachelor(X)"),
    ("sorting.pl", "sorted([3,1,3],Xs)"),
    ("grammar.pl", "phrase(sentence,[the,cat,sleeps])"),
    ("grammar.pl", "phrase(sentence,[dogs|_])"),
    ("route.pl", "route(graz,wien)"),
    ("route.pl", "(route(X,wien),X==paris)"),
    ("money.pl", "puzzle(Ds)"),
    ("queens.pl", "queens(4,Qs)"),
    ("cases.pl", "negated(1)"),
    ("cases.pl", "committed(X,Y)"),
    ("cases.pl", "branches(3)"),
    ("cases.pl", "mapped([1,2,30])"),
    ("cases.pl", "reached(a,z)"),
    ("cases.pl", "by_rules(1)"),
    ("cases.pl", "nothing(X)"),
    ("cases.pl", "written(1)"),
    ("cases.pl", "down(-1)"),
    ("cases.pl", "ping(2)"),
    ("cases.pl", "(walk(a,X),false)"),
    ("cases.pl", "reached(X,Y),X@>Y,Y==c"),
    ("cases.pl", "(Y#>3,Y#<X,X#<4)"),
];

/// What `horn` prints for a query after loading a program.
fn answer(program: &str, query: &str) -> String {
    shell(&format!("horn -q programs/mistakes/{program}"), query)
}

#[test]
#[cfg(unix)]
fn the_commands_print_what_the_page_shows() {
    for (_, block) in blocks(PAGE, "shell") {
        let (command, expected) = block.split_once('\n').expect("a command");
        let command = command.strip_prefix("$ ").expect("a prompt");
        assert_eq!(shell(command, ""), expected, "{command}");
    }
}

#[test]
#[cfg(unix)]
fn fragments_are_programs_with_the_same_result() {
    let folder = env::temp_dir().join(format!("horn-fragments-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("fragment.pl");
    for (program, goal) in GOALS {
        let printed = answer(program, &format!("why(({goal})).\n"));
        let fragment: String = printed
            .lines()
            .filter(|line| !line.starts_with("   true") && !line.contains("clpz:("))
            .map(|line| format!("{line}\n"))
            .collect();
        assert!(fragment.contains("\n?- "), "{goal}: {printed}");
        fs::write(&path, &fragment).expect("a file");
        assert!(holds(&path), "{goal}: {fragment}");
    }
    fs::remove_dir_all(&folder).expect("the folder");
}

/// Returns true if `horn test` finds that all queries of a file have the answers below them.
fn holds(file: &Path) -> bool {
    let output = Command::new(env!("CARGO_BIN_EXE_horn"))
        .args(["test", "--timeout", "1"])
        .arg(file)
        .output()
        .expect("horn runs");
    output.status.success()
}

/// Nothing is left of an explanation: neither clauses nor variables that are bound.
#[test]
#[cfg(unix)]
fn explanations_leave_nothing_behind() {
    let left = "why(ancestor(abe,bart),_), \\+ ( predicate_property('$why':H, dynamic), \
                predicate_property('$why':H, number_of_clauses(N)), N > 0 ).\n";
    assert!(answer("family.pl", left).ends_with("true.\n"));
    let limited = "catch(call_with_time_limit(0.05, why(route(graz,wien))), E, true).\n\
                   why(ancestor(abe,bart),fails(F,_)), length(F,N).\n";
    let printed = answer("route.pl", limited);
    assert!(printed.contains("E = time_limit_exceeded"), "{printed}");
}

/// In a host program, clauses are read from their file; those that came as a text are protected.
#[test]
fn hosts_explain_programs_of_files() -> Result<(), Error> {
    let mut machine = Machine::new();
    machine.consult_file("programs/mistakes/family.pl")?;
    let answer = machine.answers("why(ancestor(abe,marge)), why(ancestor(X,homer)), !.");
    assert!(answer.contains("    parent(Y,X),"), "{answer}");
    assert!(answer.contains("% family.pl:6"), "{answer}");

    let mut machine = Machine::new();
    machine.consult_str("facts", "fact(1). other(X) :- fact(X).")?;
    let answer = machine.answers("why(other(2)).");
    assert!(
        answer.contains("% The clauses of other/1 are protected."),
        "{answer}"
    );

    let mut machine = Machine::new();
    machine.run("set_prolog_flag(protect_static_code, false)")?;
    machine.consult_str("facts", "fact(1). other(X) :- fact(X).")?;
    let answer = machine.answers("why(other(2)).");
    assert!(
        answer.contains("    fact(A).                           % fails: fact(2)"),
        "{answer}"
    );
    Ok(())
}

#[test]
fn clauses_of_included_files_have_their_places() {
    let folder = std::env::temp_dir().join(format!("horn_included_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let main = folder.join("main.pl");
    std::fs::write(&main, ":- include(facts).\nq(X) :- p(X), X > 3.\n").expect("a file");
    std::fs::write(folder.join("facts.pl"), "% Facts.\np(1).\np(2).\n").expect("a file");
    let mut machine = horn::Machine::new();
    machine
        .run("set_prolog_flag(protect_static_code, false)")
        .expect("a flag");
    machine.consult_file(&main).expect("a program");
    let place = "predicate_property(p(_), file(F)), sub_atom(F, _, _, 0, 'facts.pl'), \
                 predicate_property(p(_), line_count(2))";
    assert_eq!(machine.run(place), Ok(true));
    machine.capture();
    machine.run("why(q(_))").expect("an explanation");
    let text = machine.end_capture();
    assert!(text.contains("% facts.pl:2"), "{text}");
    assert!(text.contains("% main.pl:2"), "{text}");
    std::fs::remove_dir_all(&folder).expect("removed");
}
