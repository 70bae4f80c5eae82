//! Libraries of predicates that the host defines.

use horn::{Atom, Call, Error, Machine, Origin};

/// library(db): a function, a predicate, and a relation.
fn define(machine: &mut Machine) -> Result<(), Error> {
    let mut db = machine.library("db")?;
    db.function("double", |n: i64| 2 * n)?;
    db.predicate("item", 1, |call: &mut Call<'_>| call.unify(0, Atom("tea")))?;
    db.relation("price", 2, |_: &mut Call<'_>| {
        Ok([(Atom("tea"), 250), (Atom("coffee"), 310)])
    })?;
    db.document("double(+N, -M) is det.", "Twice a number, for the shop.")?;
    db.document("price(?Item, ?Cents) is nondet", "The prices.")
}

fn check(machine: &mut Machine, cases: &[(&str, &str)]) {
    for (query, answer) in cases {
        assert_eq!(machine.answers(query), format!("   {answer}.\n"), "{query}");
    }
}

#[test]
fn programs_import_a_library_of_the_host() -> Result<(), Error> {
    let mut m = Machine::new();
    define(&mut m)?;
    check(
        &mut m,
        &[
            ("db:double(2, X)", "X = 4"),
            ("db:price(I, 310)", "I = coffee"),
            (
                "double(2, X)",
                "error(existence_error(procedure,double/2),double/2)",
            ),
            ("use_module(library(db), [double/2]), double(2, X)", "X = 4"),
            (
                "price(I, 310)",
                "error(existence_error(procedure,price/2),price/2)",
            ),
            ("use_module(library(db)), price(I, 310)", "I = coffee"),
            ("findall(I, price(I,_), Is)", "Is = [tea,coffee]"),
            ("predicate_property(db:double(_,_), exported)", "true"),
            ("current_module(db)", "true"),
            (
                "assertz(db:double(1,2))",
                "error(permission_error(modify,static_procedure,double/2),assertz/1)",
            ),
            ("double(x, X)", "error(type_error(integer,x),double/2)"),
        ],
    );
    m.consult_str(
        "m.pl",
        ":- module(m, [cheap/1]). :- use_module(library(db)). cheap(I) :- price(I, C), C < 300.",
    )?;
    check(&mut m, &[("m:cheap(I)", "I = tea\n;  false")]);
    let mut other = Machine::new();
    assert!(
        other
            .consult_str("p.pl", ":- use_module(library(db)).")
            .is_err()
    );
    // A library can be extended, and its predicates replaced.
    let mut db = m.library("db")?;
    db.function("double", |n: i64| 20 * n)?;
    db.function("half", |n: i64| n / 2)?;
    check(&mut m, &[("double(2, X), db:half(X, Y)", "X = 40, Y = 20")]);
    Ok(())
}

#[test]
fn a_fork_has_the_libraries_of_the_host() -> Result<(), Error> {
    let mut m = Machine::new();
    define(&mut m)?;
    let mut fork = m.fork();
    check(
        &mut fork,
        &[("use_module(library(db)), double(2, X)", "X = 4")],
    );
    fork.capture();
    fork.run("help(double)")?;
    assert!(fork.end_capture().contains("Twice a number"));
    fork.library("db")?.function("half", |n: i64| n / 2)?;
    check(&mut fork, &[("db:half(4, X)", "X = 2")]);
    Ok(())
}

#[test]
fn names_that_are_taken_are_refused() -> Result<(), Error> {
    let mut m = Machine::new();
    m.consult_str("mine.pl", ":- module(mine, []).")?;
    for name in ["lists", "clpz", "user", "system", "mine"] {
        let error = m.library(name).expect_err("an error").to_string();
        let expected = format!("error(permission_error(create,module,{name}),");
        assert!(error.starts_with(&expected), "{error}");
    }
    define(&mut m)?;
    assert!(m.consult_str("p.pl", ":- module(db, [other/2]).").is_err());
    check(
        &mut m,
        &[
            ("db:double(2, X)", "X = 4"),
            ("use_module(library(db)), double(2, X)", "X = 4"),
        ],
    );
    Ok(())
}

#[test]
fn documentation_is_shown_by_help() -> Result<(), Error> {
    let mut m = Machine::new();
    define(&mut m)?;
    let mut db = m.library("db")?;
    assert!(db.document("triple(+N, -M) is det", "?").is_err());
    assert!(db.document("double(+N) is det", "?").is_err());
    db.document("double(+N, -M) is det", "Twice a number.")?;
    m.capture();
    m.run("help(double)")?;
    assert_eq!(
        m.end_capture(),
        "double(+N, -M) is det.\n  library(db), of the host program.\n\n  Twice a number.\n\n"
    );
    m.capture();
    m.run("apropos('the prices')")?;
    let found = m.end_capture();
    assert!(
        found.starts_with("price/2 ") && found.ends_with("The prices.\n"),
        "{found}"
    );
    let all = m.documentation();
    let host = |o: &Origin| matches!(o, Origin::Host { library } if library == "db");
    assert_eq!(all.iter().filter(|d| host(&d.origin)).count(), 2);
    Ok(())
}
