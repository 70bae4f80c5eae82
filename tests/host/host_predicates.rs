//! Predicates that the host defines in Rust: values, exceptions, panics, goals from inside, rows.

use horn::{Atom, Call, Error, Exception, Limit, Machine, Value, Var};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Checks what the top level prints for each query.
fn check(machine: &mut Machine, cases: &[(&str, &str)]) {
    for (query, answer) in cases {
        assert_eq!(machine.answers(query), format!("   {answer}.\n"), "{query}");
    }
}

#[test]
fn a_panic_is_a_system_error_and_the_machine_stays_usable() -> Result<(), Error> {
    let mut m = Machine::new();
    m.function("at", |items: Vec<i64>, i: usize| items[i])?;
    m.predicate("ninth", 1, |call: &mut Call<'_>| call.unify(9, 1))?;
    m.relation("bad", 1, |_: &mut Call<'_>| {
        Ok((0..3).map(|i| if i == 1 { panic!("row {i}") } else { [i] }))
    })?;
    let error = m.run("at([1,2], 7, _)").unwrap_err().to_string();
    assert!(
        error.starts_with("error(system_error('index out of bounds"),
        "{error}"
    );
    check(
        &mut m,
        &[
            ("at([1,2], 1, X)", "X = 2"),
            (
                "catch(at([], 0, _), error(system_error(_),_), true)",
                "true",
            ),
            (
                "ninth(_)",
                "error(system_error('argument 9 of a predicate with 1'),ninth/1)",
            ),
            (
                "catch(bad(X), error(E,_), true)",
                "X = 0\n;  E = system_error('row 1')",
            ),
            ("at([1,2], 0, X)", "X = 1"),
        ],
    );
    Ok(())
}

#[test]
fn mismatches_name_the_part_that_does_not_fit() -> Result<(), Error> {
    let mut m = Machine::new();
    m.function("sum", |items: Vec<u8>| {
        items.iter().map(|&i| u64::from(i)).sum::<u64>()
    })?;
    m.function("truth", |b: bool| b)?;
    m.function("first", |c: char, _: String| c)?;
    check(
        &mut m,
        &[
            ("sum([1,2,250], S)", "S = 253"),
            ("sum([1,a|T], S)", "error(instantiation_error,sum/2)"),
            ("sum([1,f(a)], S)", "error(type_error(integer,f(a)),sum/2)"),
            ("sum([1,X], S)", "error(instantiation_error,sum/2)"),
            (
                "sum([1,256], S)",
                "error(representation_error('unsigned 8-bit integer'),sum/2)",
            ),
            (
                "sum([1,2**70], S)",
                "error(type_error(integer,2**70),sum/2)",
            ),
            ("sum(a, S)", "error(type_error(list,a),sum/2)"),
            (
                "truth(maybe, X)",
                "error(type_error(true_or_false,maybe),truth/2)",
            ),
            ("first(ab, c, X)", "error(type_error(character,ab),first/3)"),
            ("first(a, 1, X)", "error(type_error(text,1),first/3)"),
        ],
    );
    Ok(())
}

#[test]
fn exceptions_and_mismatches_have_texts() -> Result<(), Error> {
    let table = Atom("t");
    for (exception, text) in [
        (Exception::instantiation_error(), "instantiation_error"),
        (Exception::type_error("even", 3), "type_error(even,...)"),
        (
            Exception::permission_error("modify", "table", table),
            "permission_error(modify,table,...)",
        ),
        (Exception::system_error("full"), "system_error(full)"),
        (Exception::throw(Atom("stop")), "throw(...)"),
        (Exception::interrupt(), "interrupted"),
    ] {
        assert_eq!(exception.to_string(), text);
        assert_eq!(format!("{exception:?}"), format!("Exception({text})"));
    }
    let mut m = Machine::new();
    let answer = m.query("X = f(a)")?.next().expect("an answer")?;
    let Err(Error::Mismatch(mismatch)) = answer.get::<i64>("X") else {
        panic!("not an integer");
    };
    let text = "expected a 64-bit integer, found f(a)";
    assert_eq!(mismatch.to_string(), text);
    m.predicate("mismatch", 0, move |_: &mut Call<'_>| {
        Err(Exception::from(mismatch.clone()))
    })?;
    let answer = "error(type_error('a 64-bit integer','f(a)'),mismatch/0)";
    check(&mut m, &[("mismatch", answer)]);
    Ok(())
}

#[test]
fn goals_run_inside_and_survive_collections() -> Result<(), Error> {
    let mut m = Machine::new();
    m.consult_str(
        "p.pl",
        "garbage(0) :- !. garbage(N) :- length(_, 50), N1 is N-1, garbage(N1).
         pair(X, Y) :- garbage(100000), member(X-Y, [a-1,b-2]).",
    )?;
    m.predicate("probe", 3, |call: &mut Call<'_>| {
        let before = call.build().text("kept over the collection");
        let y = call.build().variable("Y");
        let x = call.term(0);
        if !call.call("pair", (x, y))? {
            return Ok(false);
        }
        let kept: String = call.value(before)?;
        assert_eq!(kept, "kept over the collection");
        let n: i64 = call.value(y)?;
        call.unify(1, n)?;
        call.unify(2, y)
    })?;
    m.predicate("nested", 2, |call: &mut Call<'_>| {
        let n: i64 = call.get(0)?;
        if n == 0 {
            return call.unify(1, 0);
        }
        let below = call.build().new_variable();
        call.call("nested", (n - 1, below))?;
        let below: i64 = call.value(below)?;
        call.unify(1, below + 1)
    })?;
    m.predicate("thrower", 0, |call: &mut Call<'_>| {
        call.call("throw", [Atom("ball")])
    })?;
    m.predicate("undefined_inside", 0, |call: &mut Call<'_>| {
        call.call("no_such", [1])
    })?;
    check(
        &mut m,
        &[
            ("probe(b, N, M)", "N = 2, M = 2"),
            ("probe(c, N, M)", "false"),
            (
                "findall(N, (between(1,5,_), probe(a,N,_)), Ns)",
                "Ns = [1,1,1,1,1]",
            ),
            ("nested(50, N)", "N = 50"),
            ("thrower", "throw(ball)"),
            ("catch(thrower, B, true)", "B = ball"),
            (
                "undefined_inside",
                "error(existence_error(procedure,no_such/1),no_such/1)",
            ),
            // A goal that binds a constrained variable inside.
            (
                "X in 1..5, X #\\= 2, member(X, [2,3]), probe(_, 1, _)",
                "X = 3",
            ),
        ],
    );
    Ok(())
}

#[test]
fn bindings_wake_goals_and_constraints() -> Result<(), Error> {
    let mut m = Machine::new();
    m.function("three", || 3)?;
    check(
        &mut m,
        &[
            ("X in 0..2, three(X)", "false"),
            ("X in 0..9, Y #= X+1, three(X)", "X = 3, Y = 4"),
            ("freeze(X, (Y = X)), three(X)", "X = 3, Y = 3"),
            ("dif(X, 3), three(X)", "false"),
        ],
    );
    Ok(())
}

#[test]
fn results_obey_the_flag_occurs_check() -> Result<(), Error> {
    let mut m = Machine::new();
    m.predicate("wrapped", 2, |call: &mut Call<'_>| {
        let argument = call.term(0);
        let wrapped = call.build().compound("w", &[argument]);
        call.unify(1, wrapped)
    })?;
    check(
        &mut m,
        &[
            ("wrapped(X, X)", "X = w(X)"),
            ("set_prolog_flag(occurs_check, true)", "true"),
            ("wrapped(X, X)", "false"),
            ("wrapped(X, Y)", "Y = w(X)"),
            ("set_prolog_flag(occurs_check, error)", "true"),
            ("wrapped(X, X)", "error(occurs_check(_A,w(_A)),(=)/2)"),
            ("wrapped(X, Y)", "Y = w(X)"),
        ],
    );
    Ok(())
}

/// Counts the iterators that exist.
struct Counted(Arc<AtomicUsize>, i64);

impl Counted {
    fn new(count: &Arc<AtomicUsize>) -> Counted {
        count.fetch_add(1, Ordering::SeqCst);
        Counted(Arc::clone(count), 0)
    }
}

impl Iterator for Counted {
    type Item = [i64; 1];
    fn next(&mut self) -> Option<[i64; 1]> {
        self.1 += 1;
        Some([self.1])
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[test]
fn the_iterator_of_a_relation_is_dropped() -> Result<(), Error> {
    let open = Arc::new(AtomicUsize::new(0));
    let mut m = Machine::new();
    let count = Arc::clone(&open);
    m.relation("n", 1, move |_: &mut Call<'_>| Ok(Counted::new(&count)))?;
    let mut query = m.query("n(X), n(Y), Y >= X")?;
    assert_eq!(query.next().unwrap()?.to_string(), "X = 1, Y = 1");
    assert_eq!(open.load(Ordering::SeqCst), 2);
    drop(query);
    assert_eq!(open.load(Ordering::SeqCst), 0, "the query is dropped");
    check(
        &mut m,
        &[
            ("n(X), X > 3, !", "X = 4"),
            ("catch((n(X), X > 2, throw(b)), B, true)", "B = b"),
        ],
    );
    assert_eq!(open.load(Ordering::SeqCst), 0, "a cut and an exception");
    m.set_limit(Limit::Time(Some(Duration::from_millis(30))));
    assert!(matches!(m.run("n(X), X < 0"), Err(Error::Resource(_))));
    assert_eq!(open.load(Ordering::SeqCst), 0, "a limit");
    Ok(())
}

#[test]
fn rows_select_and_fail_and_throw() -> Result<(), Error> {
    let mut m = Machine::new();
    m.relation("word", 2, |call: &mut Call<'_>| {
        let wanted: Option<usize> = call.get(1)?;
        let words = ["a", "bc", "de", "fgh"];
        let rows = words
            .into_iter()
            .filter(move |w| wanted.is_none_or(|n| w.len() == n));
        Ok(rows.map(|w| (Atom(w), w.len())))
    })?;
    m.relation("line", 1, |_: &mut Call<'_>| {
        Ok([
            Ok(("one",)),
            Err(Exception::system_error("the disk is full")),
        ])
    })?;
    m.relation("short", 2, |_: &mut Call<'_>| Ok([[1]]))?;
    m.relation("none", 1, |_: &mut Call<'_>| Ok(Vec::<[i64; 1]>::new()))?;
    m.relation("same", 2, |_: &mut Call<'_>| Ok([(Var("X"), Var("X"))]))?;
    check(
        &mut m,
        &[
            ("word(W, 2)", "W = bc\n;  W = de\n;  false"),
            ("word(bc, N)", "N = 2\n;  false"),
            ("\\+ word(zz, _)", "true"),
            ("word(W, x)", "error(type_error(integer,x),word/2)"),
            (
                "line(L)",
                "L = \"one\"\n;  error(system_error('the disk is full'),_A)",
            ),
            ("none(_)", "false"),
            ("same(A, 7)", "A = 7"),
        ],
    );
    assert!(m.run("short(_, _)").is_err());
    Ok(())
}

#[test]
fn definitions_are_replaced_and_protected() -> Result<(), Error> {
    let mut m = Machine::new();
    m.function("one", || 1)?;
    m.consult_str("p.pl", "two(X) :- one(Y), X is 2*Y. three(3).")?;
    check(&mut m, &[("two(X)", "X = 2")]);
    m.function("one", || 10)?;
    check(&mut m, &[("two(X)", "X = 20")]);
    assert!(
        matches!(m.function("three", || 3), Err(Error::Uncaught(_))),
        "a program's own"
    );
    assert!(
        matches!(
            m.function("atom_length", |_: i64| 3),
            Err(Error::Uncaught(_))
        ),
        "a builtin"
    );
    assert!(
        m.predicate("wide", 256, |_: &mut Call<'_>| Ok(true))
            .is_err()
    );
    check(
        &mut m,
        &[
            (
                "assertz(one(2))",
                "error(permission_error(modify,static_procedure,one/1),assertz/1)",
            ),
            (
                "abolish(one/1)",
                "error(permission_error(modify,static_procedure,one/1),abolish/1)",
            ),
            (
                "clause(one(_), B)",
                "error(permission_error(access,private_procedure,one/1),clause/2)",
            ),
            ("predicate_property(one(_), foreign)", "true"),
            ("one(X)", "X = 10"),
            // A library's name may be defined by the host, as by a program.
            ("last([1,2], X)", "X = 2"),
        ],
    );
    m.predicate("last", 2, |call: &mut Call<'_>| call.unify(1, Atom("mine")))?;
    check(
        &mut m,
        &[
            ("last([1,2], X)", "X = mine"),
            ("lists:last([1,2], X)", "X = 2"),
        ],
    );
    Ok(())
}

#[test]
fn values_go_in_and_come_back() -> Result<(), Error> {
    fn there_and_back<T>(value: T) -> Result<(), Error>
    where
        T: horn::IntoTerm + horn::FromTerm + PartialEq + Clone + std::fmt::Debug,
    {
        let mut m = Machine::new();
        let answer = m.call("=", (Var("X"), value.clone())).next().unwrap()?;
        assert_eq!(answer.get::<T>("X")?, value, "{answer}");
        let answer = m
            .query("X = Y")?
            .with("Y", value.clone())?
            .next()
            .unwrap()?;
        assert_eq!(answer.get::<T>("X")?, value, "{answer}");
        Ok(())
    }
    there_and_back(i64::MIN)?;
    there_and_back(i64::MAX)?;
    there_and_back(u64::MAX)?;
    there_and_back(i128::MIN)?;
    there_and_back(u128::MAX)?;
    there_and_back(-7i8)?;
    there_and_back(usize::MAX)?;
    there_and_back(0.1f64)?;
    there_and_back(f64::INFINITY)?;
    there_and_back(1.5f32)?;
    there_and_back('é')?;
    there_and_back(true)?;
    there_and_back(String::from("a \"b\" 'c'\n"))?;
    there_and_back(String::new())?;
    there_and_back(Some(3))?;
    there_and_back(None::<i32>)?;
    there_and_back(vec![vec![1, 2], vec![]])?;
    there_and_back([1, 2, 3])?;
    there_and_back((1, String::from("two"), 3.0, 'x'))?;
    there_and_back((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))?;
    there_and_back(BTreeMap::from([(2, 'b'), (1, 'a')]))?;
    there_and_back(HashMap::from([(2, 'b'), (1, 'a')]))?;
    there_and_back(BTreeSet::from([3, 1, 2]))?;
    there_and_back(Box::new(5))?;
    there_and_back(Box::<str>::from("a b"))?;
    there_and_back(Rc::<str>::from("a b"))?;
    there_and_back(Arc::<str>::from("a b"))?;
    there_and_back(Cow::<str>::Owned("a b".to_string()))?;
    let (name, point, list) = (&String::from("ann"), &(1, 2), &[3, 4]);
    let answer = Machine::new()
        .query("X = f(Name,Point,List)")?
        .with("Name", name)?
        .with("Point", point)?
        .with("List", list)?
        .next()
        .unwrap()?;
    let text = answer.term("X").unwrap().to_string();
    assert_eq!(text, "f(\"ann\",1-2,[3,4])", "values by reference");
    let mut m = Machine::new();
    let map: HashMap<i32, char> = (0..100).map(|i| (i, 'x')).collect();
    let first = m.query("M = [A,B|_]")?.with("M", map)?.next().unwrap()?;
    assert_eq!(
        first.get::<(i32, char)>("B")?,
        (1, 'x'),
        "maps have a fixed order"
    );
    let value = Value::Compound(
        "f".into(),
        vec![Value::Var("A".into()), Value::Var("A".into())],
    );
    let answer = m.query("X = f(P, Q)")?.with("X", value)?.next().unwrap()?;
    assert_eq!(answer.to_string(), "X = f(P,P), P = Q");
    // A term of one machine in another.
    let answer = m.query("T = foo(bar, [1,X,X])")?.next().unwrap()?;
    let mut other = Machine::new();
    let copy = other
        .query("foo(B, L) = T")?
        .with("T", answer.term("T").unwrap())?
        .next()
        .unwrap()?;
    assert_eq!(
        copy.to_string(),
        "B = bar, L = [1,_A,_A], T = foo(bar,[1,_A,_A])"
    );
    Ok(())
}

#[test]
fn nothing_that_is_entered_becomes_program_text() -> Result<(), Error> {
    let mut m = Machine::new();
    m.consult_str("p.pl", "user(ann). user(bob).")?;
    for entered in [
        "X), halt, foo(",
        "ann; true",
        "_",
        "[]",
        "'",
        "\\",
        "%",
        "ann",
    ] {
        let count = m.query("user(Name)")?.with("Name", Atom(entered))?.count();
        assert_eq!(count, usize::from(entered == "ann"), "{entered}");
        let answer = m
            .call("atom_length", (Atom(entered), Var("N")))
            .next()
            .unwrap()?;
        assert_eq!(answer.get::<usize>("N")?, entered.chars().count());
    }
    let mut query = m.query("user(Name)")?;
    query.next();
    assert!(matches!(query.with("Name", 1), Err(Error::QueryHasStarted)));
    let count = m.query("X = 1")?.with("X", 2)?.count();
    assert_eq!(count, 0);
    Ok(())
}

#[test]
fn many_facts_are_added_and_errors_keep_the_others() -> Result<(), Error> {
    let mut m = Machine::new();
    assert_eq!(m.assert_all("edge", (0..1000).map(|i| (i, i + 1)))?, 1000);
    check(
        &mut m,
        &[
            ("aggregate_all(count, edge(_,_), N)", "N = 1000"),
            ("edge(500, X)", "X = 501"),
            ("retract(edge(500, X)), \\+ edge(500, _)", "X = 501"),
        ],
    );
    assert!(matches!(
        m.assert_all("atom_length", [(1, 2)]),
        Err(Error::Uncaught(_))
    ));
    assert_eq!(m.assert_all("flag_is_set", [()])?, 1);
    check(&mut m, &[("flag_is_set", "true")]);
    Ok(())
}
