//! Engines: the state that they share with their machine, limits, and the removal of unreachable ones.

use horn::{Error, Limit, Machine, Resource};
use std::time::Duration;

fn machine(text: &str) -> Machine {
    let mut machine = Machine::new();
    machine.consult_str("p.pl", text).expect("a program");
    machine
}

/// A hundred thousand engines that nothing refers to any more take no memory.
#[test]
fn many_engines_are_collected() {
    let mut machine = machine(
        "many(0) :- !.
         many(N) :- engine_create(X, member(X, [N,b,c]), E), engine_next(E, _), N1 is N-1, many(N1).
         made(N) :- ( between(1, N, I), engine_create(X, member(X, [I,b,c]), E), engine_next(E, _), fail ; true ).
         left(N) :- garbage_collect, true, findall(E, current_engine(E), Es), length(Es, N).",
    );
    machine.set_limit(Limit::Memory(Some(64 << 20)));
    assert!(machine.run("many(100000)").expect("no error"));
    assert!(machine.run("made(100000)").expect("no error"));
    assert!(machine.run("left(N), N < 20000").expect("no error"));
}

/// Engines that are all reachable exhaust the memory of the machine, and it stays usable.
#[test]
fn too_many_engines_exhaust_the_memory() {
    let mut machine = machine(
        "keep(Es) :- engine_create(X, member(X, [a,b,c]), E), engine_next(E, _), keep([E|Es]).",
    );
    machine.set_limit(Limit::Memory(Some(16 << 20)));
    let error = machine.run("keep([])").expect_err("an error");
    assert_eq!(error.resource(), Some(Resource::Memory), "{error}");
    assert!(
        machine
            .run("engine_create(X, X = 1, E), engine_next(E, 1)")
            .expect("no error")
    );
}

/// An engine that needs the memory of its machine for itself gets an error, which the machine can catch as its own.
#[test]
fn the_heap_of_an_engine_has_the_limit_of_its_machine() {
    let mut machine = machine("");
    machine.set_limit(Limit::CatchableMemory(Some(16 << 20)));
    let goal = "engine_create(L, length(L, 3000000), E), catch(engine_next(E, _), error(resource_error(memory), _), true), \
                \\+ is_engine(E)";
    assert!(machine.run(goal).expect("no error"));
    machine.set_limit(Limit::Memory(Some(16 << 20)));
    let error = machine.run(goal).expect_err("an error");
    assert_eq!(error.resource(), Some(Resource::Memory), "{error}");
}

/// Clauses that an engine runs stay while it waits, although they are erased.
#[test]
fn an_engine_keeps_the_clauses_that_it_runs() {
    let mut machine = machine(
        ":- dynamic p/1, q/1.
         p(1). p(2). p(X) :- member(X, [3,4]), q(X). p(5).
         q(_).
         churn(0) :- !.
         churn(N) :- assertz(r(N)), retract(r(N)), atom_length(abc, _), N1 is N-1, churn(N1).
         rest(E, Xs) :- ( engine_next(E, X) -> Xs = [X|Ys], rest(E, Ys) ; Xs = [] ).",
    );
    let goal = "engine_create(X, p(X), E), engine_next(E, A), engine_next(E, B), engine_next(E, C), retractall(p(_)), \
                retractall(q(_)), churn(20000), garbage_collect, churn(20000), rest(E, Xs)";
    let answers = machine.answers(goal);
    assert!(answers.contains("A = 1, B = 2, C = 3"), "{answers}");
    // The logical update view: the call of p/1 began before, that of q/1 begins now.
    assert!(answers.contains("Xs = [5]"), "{answers}");
}

/// Atoms that only a waiting engine refers to are not collected.
#[test]
fn an_engine_keeps_its_atoms() {
    let mut machine = machine(
        "name(N, A) :- number_codes(N, Cs), append(\"name_\", _, _), atom_codes(A0, Cs), atom_concat(name_, A0, A).
         names(N) :- ( between(1, N, I), name(I, _), fail ; true ).
         one(A) :- name(99999999, A), ( true ; true ).",
    );
    let goal = "engine_create(A-B, ( one(A), member(B, [1,2,3]) ), E), engine_next(E, _), names(200000), garbage_collect, \
                names(100000), engine_next(E, name_99999999-2)";
    assert!(machine.run(goal).expect("no error"));
}

/// The limits of the host hold inside of engines, and engines do not catch them.
#[test]
fn limits_hold_in_engines() {
    let mut machine = machine("spin :- catch(( repeat, fail ), _, spin).");
    machine.set_limit(Limit::Inferences(Some(100_000)));
    let error = machine
        .run("engine_create(x, spin, E), engine_next(E, _)")
        .expect_err("an error");
    assert_eq!(error.resource(), Some(Resource::Inferences), "{error}");
    machine.set_limit(Limit::Inferences(None));
    machine.set_limit(Limit::Time(Some(Duration::from_millis(50))));
    let error = machine
        .run("engine_create(x, spin, E), engine_next(E, _)")
        .expect_err("an error");
    assert_eq!(error.resource(), Some(Resource::Time), "{error}");
    machine.set_limit(Limit::Time(None));
    assert!(
        machine
            .run("engine_create(x, true, E), engine_next(E, x)")
            .expect("no error")
    );
}

/// An interrupt ends the query, not only the engine.
#[test]
fn an_interrupt_ends_the_query_of_an_engine() {
    let mut machine = machine("spin :- catch(( repeat, fail ), _, spin).");
    let handle = machine.interrupt_handle();
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        handle.interrupt();
    });
    let result = machine.run("engine_create(x, spin, E), engine_next(E, _)");
    assert!(matches!(result, Err(Error::Interrupted)));
    timer.join().expect("the timer");
    assert!(machine.run("true").expect("no error"));
}

/// A chain of engines that ask each other takes none of the stack of the process.
#[test]
fn engines_ask_each_other_to_any_depth() {
    let mut machine = machine(
        "chain(0, E) :- !, engine_create(bottom, true, E).
         chain(N, E) :- N1 is N-1, engine_create(X, ( chain(N1, E1), engine_next(E1, X) ), E).",
    );
    let goal = "chain(2000, E), engine_next(E, bottom)";
    assert!(machine.run(goal).expect("no error"));
}

/// Engines outlive the query that made them.
#[test]
fn an_engine_outlives_its_query() {
    let mut machine = machine("");
    assert!(
        machine
            .run("engine_create(X, member(X, [a,b]), _, [alias(e)]), engine_next(e, a)")
            .expect("no error")
    );
    assert!(
        machine
            .run("engine_next(e, b), \\+ engine_next(e, _)")
            .expect("no error")
    );
}
