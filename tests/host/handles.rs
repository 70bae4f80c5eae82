//! Values of the host as terms: identity, life time, what is not a handle.

use horn::{Error, Handle, Machine, Var};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts how many of its kind there are.
struct Counted(Arc<AtomicUsize>, u64);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A machine with `new(+N, -Handle)` and `number(+Handle, -N)`, and the number of values.
fn machine() -> Result<(Machine, Arc<AtomicUsize>), Error> {
    let (mut m, count) = (Machine::new(), Arc::new(AtomicUsize::new(0)));
    let counter = Arc::clone(&count);
    m.function("new", move |n: u64| {
        counter.fetch_add(1, Ordering::SeqCst);
        Handle::new(Counted(Arc::clone(&counter), n))
    })?;
    m.function("number_of", |h: Handle<Counted>| h.1)?;
    Ok((m, count))
}

fn check(machine: &mut Machine, cases: &[(&str, &str)]) {
    for (query, answer) in cases {
        assert_eq!(machine.answers(query), format!("   {answer}.\n"), "{query}");
    }
}

#[test]
fn values_that_nothing_refers_to_are_dropped() -> Result<(), Error> {
    let (mut m, count) = machine()?;
    let alive = || count.load(Ordering::SeqCst);
    m.run("between(1, 100000, N), new(N, H), number_of(H, M), M =\\= N")?;
    m.run("garbage_collect, garbage_collect")?;
    assert!(alive() < 10, "{} are left", alive());
    // A loop that never says so does not keep them all.
    m.consult_str(
        "l.pl",
        "loop(0) :- !. loop(N) :- new(N, _), length(_, 100), M is N-1, loop(M).",
    )?;
    m.run("loop(200000)")?;
    assert!(alive() < 100_000, "{} are left", alive());
    m.run("loop(10), garbage_collect, true")?;
    check(
        &mut m,
        &[(
            "new(7, H), garbage_collect, number_of(H, N), H = H",
            "H = '<Counted 300011>', N = 7",
        )],
    );
    drop(m);
    assert_eq!(alive(), 0);
    Ok(())
}

#[test]
fn what_a_program_stores_stays() -> Result<(), Error> {
    let (mut m, count) = machine()?;
    m.run("'$gc_stress'(on)")?;
    m.consult_str("p.pl", ":- dynamic(kept/1).")?;
    check(
        &mut m,
        &[
            ("new(1, H), assertz(kept(H))", "H = '<Counted 1>'"),
            ("new(2, H), nb_setval(key, f(H))", "H = '<Counted 2>'"),
            (
                "findall(H, (member(N, [3,4]), new(N, H)), [A,B]), number_of(B, N), A \\== B, A @< B",
                "N = 4, A = '<Counted 3>', B = '<Counted 4>'",
            ),
            (
                "catch((new(5, H), throw(ball(H))), ball(C), number_of(C, N))",
                "C = '<Counted 5>', N = 5",
            ),
            (
                "garbage_collect, kept(H), number_of(H, N)",
                "H = '<Counted 1>', N = 1",
            ),
            (
                "nb_getval(key, f(H)), number_of(H, N)",
                "H = '<Counted 2>', N = 2",
            ),
        ],
    );
    assert!(m.run("retract(kept(_))")?);
    // Erased clauses are given back when there are more of them than others.
    m.run("between(1, 50, N), assertz(kept(N)), retract(kept(N)), \\+ true")?;
    m.run("kept(_) ; garbage_collect, garbage_collect")?;
    let left = count.load(Ordering::SeqCst);
    assert_eq!(left, 1, "the one in the global variable");
    Ok(())
}

#[test]
fn answers_balls_and_other_machines_share_the_value() -> Result<(), Error> {
    let (mut m, count) = machine()?;
    let answer = m.query("new(1, H), T = f(H, H)")?.next().unwrap()?;
    let ball = m.run("new(2, H), throw(lost(H))").unwrap_err();
    drop(m);
    assert_eq!(count.load(Ordering::SeqCst), 2);
    let (mut other, _) = machine()?;
    let query = other.query("T = f(A, B), A == B, number_of(A, N)")?;
    let copy = query
        .with("T", answer.term("T").unwrap())?
        .next()
        .unwrap()?;
    assert_eq!(copy.get::<u64>("N")?, 1);
    let handle: Handle<Counted> = copy.get("A")?;
    assert_eq!(handle, answer.get("H")?);
    assert_eq!(copy.term("A"), copy.term("B"));
    // The same value is the same atom.
    let query = other.call("==", (handle.clone(), handle.clone()));
    assert_eq!(query.count(), 1);
    let found = ball.ball().unwrap().term().arg(0).unwrap();
    assert_eq!(found.get::<Handle<Counted>>()?.1, 2);
    drop((other, answer, copy, ball));
    assert_eq!(count.load(Ordering::SeqCst), 1);
    assert_eq!(handle.1, 1);
    Ok(())
}

#[test]
fn text_denotes_no_handle() -> Result<(), Error> {
    let (mut m, _) = machine()?;
    m.function("other", || Handle::new(String::from("text")))?;
    check(
        &mut m,
        &[
            (
                "new(1, H), atom(H), atom_codes(H, Cs), atom_codes(A, Cs), A \\== H, sort([A,H,A], L), length(L, N), Cs = []",
                "false",
            ),
            (
                "new(1, H), atom_chars(H, Cs), atom_chars(A, Cs), A \\== H, \\+ A = H, sort([A,H,A], [_,_]), catch(number_of(A, _), error(E, _), true)",
                "H = '<Counted 2>', Cs = \"<Counted 2>\", A = '<Counted 2>', E = type_error(handle,'<Counted 2>')",
            ),
            ("number_of(_, N)", "error(instantiation_error,number_of/2)"),
            (
                "other(H), number_of(H, N)",
                "error(type_error(handle,'<String 3>'),number_of/2)",
            ),
        ],
    );
    let answer = m.query("other(H)")?.next().unwrap()?;
    assert!(answer.get::<Handle<Counted>>("H").is_err());
    assert_eq!(**answer.get::<Handle<String>>("H")?, *"text");
    assert_eq!(
        m.call("atom", [answer.get::<Handle<String>>("H")?]).count(),
        1
    );
    assert_eq!(m.call("=", (Var("X"), Handle::new(5))).count(), 1);
    Ok(())
}

#[test]
fn a_panic_of_drop_is_contained() -> Result<(), Error> {
    struct Panics;
    impl Drop for Panics {
        fn drop(&mut self) {
            panic!("in drop");
        }
    }
    let mut m = Machine::new();
    m.function("bad", || Handle::new(Panics))?;
    assert!(m.run("bad(_)")?);
    m.run("garbage_collect, garbage_collect")?;
    check(&mut m, &[("X = 1", "X = 1")]);
    Ok(())
}
