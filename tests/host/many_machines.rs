//! Machines that are made from others: what they share, what they do not, and what they cost.

use horn::{Access, Call, Error, Limit, Machine};
use std::time::Duration;

/// Checks what the top level prints for each query.
fn check(machine: &mut Machine, cases: &[(&str, &str)]) {
    for (query, answer) in cases {
        assert_eq!(machine.answers(query), format!("   {answer}.\n"), "{query}");
    }
}

const PROGRAM: &str = "
    :- dynamic(fact/1).
    :- dynamic(counter/2).
    :- table(path/2).
    :- op(700, xfx, likes).
    :- initialization(nb_setval(total, 10)).
    fact(1). fact(2). fact(3).
    app([], L, L).
    app([H|T], L, [H|R]) :- app(T, L, R).
    edge(a, b). edge(b, c). edge(c, a).
    path(X, Y) :- edge(X, Y).
    path(X, Y) :- path(X, Z), edge(Z, Y).
    constant([some, 'long constant', f(X, X), \"text\", 123456789012345678901234567890]).
    square(X, Y) :- Y #= X*X, X in 0..10.
    ann likes bob.
    :- set_prolog_flag(double_quotes, atom).
    quoted(\"atom\").
    counting(N) :- retract(counter(x, N0)), N is N0 + 1, assertz(counter(x, N)).
    counter(x, 0).
";

/// Queries that use each part of the program, and of the libraries.
const QUERIES: &[&str] = &[
    "findall(X, fact(X), L)",
    "app(X, [c], [a,b,c])",
    "findall(Y, path(a, Y), L0), sort(L0, L)",
    "constant([A,_,F|_]), F = f(1, Y)",
    "square(X, 49)",
    "X likes Y",
    "nb_getval(total, T)",
    "quoted(A), atom(A)",
    "counting(N)",
    "dif(X, a), X = b",
    "X = Y, dif(X, a)",
    "length(L, 2), phrase(([x], [y]), L)",
    "atom_length('a new atom of this query', N)",
    "format(\"~a~w~n\", [a,1]), aggregate_all(count, fact(_), N)",
];

/// Checks that a machine answers as one that has loaded the program itself.
fn check_program(machine: &mut Machine) -> Result<(), Error> {
    let mut oracle = loaded()?;
    for query in QUERIES {
        let expected = oracle.answers(query);
        assert!(!expected.contains("error("), "{query}: {expected}");
        assert_eq!(machine.answers(query), expected, "{query}");
    }
    Ok(())
}

fn loaded() -> Result<Machine, Error> {
    let mut machine = Machine::new();
    machine.consult_str("program.pl", PROGRAM)?;
    Ok(machine)
}

#[test]
fn a_fork_does_what_its_original_does() -> Result<(), Error> {
    let mut machine = loaded()?;
    // Made before and after the original has run: its decision trees and tables are not passed on.
    let mut early = machine.fork();
    check_program(&mut machine.fork())?;
    check_program(&mut machine)?;
    check_program(&mut early)?;
    machine.run("retract(counter(x, _)), assertz(counter(x, 0))")?;
    let mut late = machine.fork();
    drop(machine);
    check_program(&mut late)?;
    drop(early);
    late.run("retract(counter(x, _)), assertz(counter(x, 0))")?;
    check_program(&mut late.fork())?;
    Ok(())
}

#[test]
fn changes_stay_in_the_machine_that_makes_them() -> Result<(), Error> {
    let mut machine = loaded()?;
    let image = machine.freeze();
    let mut first = image.machine();
    let mut second = image.machine();
    first.run("retract(fact(2)), asserta(fact(0)), nb_setval(total, 11), op(0, xfx, likes)")?;
    first.consult_str(
        "program2.pl",
        "app(replaced). edge(x, y). new_predicate(1).",
    )?;
    first.run("abolish_all_tables")?;
    second.run(
        "retractall(fact(_)), assertz(fact(new(atom))), set_prolog_flag(double_quotes, codes)",
    )?;
    check(
        &mut first,
        &[
            ("findall(X, fact(X), L)", "L = [0,1,3]"),
            ("nb_getval(total, T)", "T = 11"),
            ("new_predicate(X)", "X = 1"),
            ("edge(X, Y)", "X = x, Y = y"),
        ],
    );
    assert!(first.query("X likes Y").is_err());
    check(
        &mut second,
        &[
            ("findall(X, fact(X), L)", "L = [new(atom)]"),
            ("nb_getval(total, T)", "T = 10"),
            ("X = \"a\"", "X = [97]"),
            (
                "catch(new_predicate(_), error(E, _), true)",
                "E = existence_error(procedure,new_predicate/1)",
            ),
        ],
    );
    check_program(&mut image.machine())?;
    check_program(&mut machine)?;
    Ok(())
}

#[test]
fn functions_of_the_host_and_limits_are_passed_on() -> Result<(), Error> {
    let mut machine = Machine::new();
    machine.function("double", |x: i64| 2 * x)?;
    machine.predicate("first", 2, |c: &mut Call<'_>| {
        let items: Vec<i64> = c.get(0)?;
        c.unify(1, items.first().copied().unwrap_or(0))
    })?;
    machine.relation("row", 1, |_: &mut Call<'_>| Ok((1..4).map(|i| [i])))?;
    machine.set_limit(Limit::Inferences(Some(10_000)));
    let image = machine.freeze();
    drop(machine);
    let mut fork = image.machine();
    check(
        &mut fork,
        &[
            ("double(21, X)", "X = 42"),
            ("first([7,8], X)", "X = 7"),
            ("findall(X, row(X), L)", "L = [1,2,3]"),
        ],
    );
    assert!(matches!(fork.run("repeat, fail"), Err(Error::Resource(_))));
    fork.set_limit(Limit::Inferences(None));
    fork.set_limit(Limit::Time(Some(Duration::from_millis(20))));
    assert!(matches!(fork.run("repeat, fail"), Err(Error::Resource(_))));
    fork.function("triple", |x: i64| 3 * x)?;
    assert!(fork.run("triple(2, 6)")?);
    assert!(image.machine().run("triple(2, 6)").is_err());
    Ok(())
}

#[test]
fn prepared_queries_work_on_later_forks() -> Result<(), Error> {
    let mut machine = loaded()?;
    let before = machine.prepare("fact(X), Y = atom_before")?;
    let mut fork = machine.fork();
    let after = machine.prepare("fact(X), Y = atom_after")?;
    let of_fork = fork.prepare("fact(X), Y = atom_of_fork")?;
    assert_eq!(fork.start(&before).filter(Result::is_ok).count(), 3);
    assert_eq!(fork.start(&of_fork).filter(Result::is_ok).count(), 3);
    assert_eq!(machine.start(&before).filter(Result::is_ok).count(), 3);
    assert_eq!(machine.start(&after).filter(Result::is_ok).count(), 3);
    let other = |machine: &mut Machine, query| {
        let first = machine.start(query).next();
        matches!(first, Some(Err(Error::OtherMachine)))
    };
    assert!(other(&mut fork, &after));
    assert!(other(&mut machine, &of_fork));
    let mut grandchild = fork.fork();
    assert_eq!(grandchild.start(&before).filter(Result::is_ok).count(), 3);
    assert_eq!(grandchild.start(&of_fork).filter(Result::is_ok).count(), 3);
    Ok(())
}

#[test]
fn a_reset_machine_is_as_it_was_made() -> Result<(), Error> {
    let mut machine = loaded()?;
    let image = machine.freeze();
    let mut worker = image.machine();
    worker.set_limit(Limit::Inferences(Some(100_000)));
    worker.set_context(5_i32);
    let handle = worker.interrupt_handle();
    for _ in 0..3 {
        check_program(&mut worker)?;
        worker.run("retractall(fact(_)), nb_setval(other, 1), asserta(counter(x, 40))")?;
        worker.consult_str("program.pl", "app(other).")?;
        assert!(worker.run("app([], [], [])").is_err());
        worker.reset();
        assert!(matches!(
            worker.run("repeat, fail"),
            Err(Error::Resource(_))
        ));
        assert_eq!(worker.context::<i32>().copied(), Some(5));
    }
    worker.set_limit(Limit::Inferences(None));
    let interrupting = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        handle.interrupt();
    });
    assert!(matches!(
        worker.run("repeat, fail"),
        Err(Error::Interrupted)
    ));
    interrupting.join().expect("no panic");
    let mut new = Machine::new();
    new.run("assertz(p(1))")?;
    new.reset();
    assert!(new.run("p(_)").is_err());
    Ok(())
}

#[test]
fn a_fork_may_use_what_its_original_may() -> Result<(), Error> {
    let access = Access::none()
        .file("a.pl", "a(1).")
        .input("t. u.".as_bytes());
    let mut machine = Machine::builder().access(access).build()?;
    let mut fork = machine.fork();
    check(
        &mut fork,
        &[
            ("consult(a), a(X)", "X = 1"),
            ("exists_file('Cargo.toml')", "false"),
            ("read(X)", "X = end_of_file"),
        ],
    );
    fork.reset();
    check(&mut fork, &[("exists_file('Cargo.toml')", "false")]);
    check(&mut machine, &[("read(X)", "X = t")]);
    Ok(())
}

#[test]
fn output_of_forks_goes_where_that_of_the_original_goes() -> Result<(), Error> {
    let mut machine = Machine::new();
    let mut fork = machine.fork();
    machine.capture();
    machine.run("write(a)")?;
    fork.run("write(b)")?;
    machine.run("write(c)")?;
    assert_eq!(machine.end_capture(), "abc");
    Ok(())
}

#[test]
fn many_threads_use_one_image() -> Result<(), Error> {
    let image = loaded()?.freeze();
    let work = || {
        for i in 0..20 {
            let mut machine = image.machine();
            check_program(&mut machine).expect("a program that loads");
            let changed = machine.run(&format!("assertz(fact({i})), retract(fact(2))"));
            assert!(changed.is_ok_and(|ok| ok));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(work);
        }
    });
    Ok(())
}

/// The memory of the process, in bytes.
#[cfg(target_os = "linux")]
fn memory() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").expect("the process");
    let pages = text.split(' ').nth(1).and_then(|n| n.parse::<u64>().ok());
    4096 * pages.expect("a number")
}

/// 10,000 machines, one after the other, and 100,000 queries of one machine.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "measures its process: `memory_does_not_grow` runs it alone"]
fn memory_alone() -> Result<(), Error> {
    let mut machine = loaded()?;
    let image = machine.freeze();
    let machines = |n: u32| {
        for i in 0..n {
            let mut machine = image.machine();
            let goal = format!("assertz(fact(name_{i})), app([a], [b], L), X in 1..9, X #> 3");
            assert!(machine.run(&goal).is_ok_and(|ok| ok));
        }
    };
    let mut queries = |n: u32| {
        for i in 0..n {
            let found = machine.run(&format!(
                "X = query_{i}, atom_length(X, _), app([X], [b], _)"
            ));
            assert!(found.is_ok_and(|ok| ok));
        }
    };
    machines(1_000);
    queries(10_000);
    let before = memory();
    machines(9_000);
    queries(90_000);
    let grown = memory().saturating_sub(before);
    assert!(grown < 16 << 20, "{grown} bytes");
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow() {
    let this = std::env::current_exe().expect("the test program");
    let alone = std::process::Command::new(this)
        .args(["--exact", "many_machines::memory_alone", "--ignored"])
        .output()
        .expect("a process");
    let text = String::from_utf8_lossy(&alone.stdout);
    assert!(
        alone.status.success() && text.contains("1 passed"),
        "{text}"
    );
}
