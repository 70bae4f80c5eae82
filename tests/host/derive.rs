//! Derived conversions: terms, arguments and answers as Rust structures, and the numbers of other crates.

use horn::{Answer, Arguments, Atom, Call, Error, FromAnswer, FromTerm, IntoTerm, Machine, Var};
use num_bigint::{BigInt, BigUint};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

#[derive(IntoTerm, FromTerm, Clone, PartialEq, Debug)]
struct Point {
    x: i64,
    y: i64,
}

#[derive(IntoTerm, FromTerm, Clone, PartialEq, Debug)]
#[horn(name = "/")]
struct Fraction(i64, u32);

#[derive(IntoTerm, FromTerm, Clone, PartialEq, Debug)]
#[horn(transparent)]
struct Cents(u64);

#[derive(IntoTerm, FromTerm, Clone, PartialEq, Debug)]
struct Marker;

#[derive(IntoTerm, FromTerm, Clone, PartialEq, Debug)]
enum Shape {
    Empty,
    Circle {
        centre: Point,
        radius: f64,
    },
    #[horn(name = "poly")]
    Polygon(Vec<Point>),
    #[horn(transparent)]
    Named(#[horn(atom)] String),
}

#[derive(IntoTerm, FromTerm, Clone, PartialEq, Debug)]
struct Labelled<T, const N: usize> {
    #[horn(atom)]
    label: Option<String>,
    #[horn(atom)]
    tags: Vec<String>,
    r#type: T,
    values: [T; N],
}

#[derive(IntoTerm, FromTerm, Clone, PartialEq, Debug)]
enum Expr {
    Num(i64),
    #[horn(name = "+")]
    Sum(Box<Expr>, Box<Expr>),
    #[horn(name = "-")]
    Minus(Box<Expr>),
}

/// Checks the text of a value's term, and that it is read back as the same value.
fn check<T: IntoTerm + FromTerm + Clone + PartialEq + Debug>(value: T, text: &str) {
    let mut m = Machine::new();
    let query = m.query("X = Y").unwrap().with("Y", value.clone()).unwrap();
    let answer = query.rows::<Answer>().next().unwrap().unwrap();
    assert_eq!(answer.term("X").unwrap().to_string(), text);
    assert_eq!(answer.get::<T>("X").unwrap(), value);
}

#[test]
fn structures_and_enumerations_are_terms() {
    let point = |x, y| Point { x, y };
    check(point(1, -2), "point(1,-2)");
    check(Fraction(3, 4), "3/4");
    check(Cents(5), "5");
    check(Marker, "marker");
    check(Shape::Empty, "empty");
    let (centre, radius) = (point(0, 0), 1.5);
    check(Shape::Circle { centre, radius }, "circle(point(0,0),1.5)");
    check(Shape::Polygon(vec![point(1, 2)]), "poly([point(1,2)])");
    check(Shape::Named("a b".into()), "'a b'");
    check(
        Labelled {
            label: Some("l".into()),
            tags: vec!["t".into(), "u v".into()],
            r#type: 1,
            values: [2, 3],
        },
        "labelled(l,[t,'u v'],1,[2,3])",
    );
    let sum = |a, b| Expr::Sum(Box::new(a), Box::new(b));
    let minus = Expr::Minus(Box::new(Expr::Num(2)));
    check(sum(Expr::Num(1), minus), "num(1)+ -num(2)");
}

#[test]
fn mismatches_say_what_is_expected() -> Result<(), Error> {
    let mut m = Machine::new();
    let answer = m
        .query("P = point(1,a), Q = point(1), V = _")?
        .next()
        .unwrap()?;
    let message = |name| answer.get::<Point>(name).unwrap_err().to_string();
    assert_eq!(message("P"), "expected a 64-bit integer, found a");
    assert_eq!(message("Q"), "expected a point, found point(1)");
    assert_eq!(message("V"), "expected a point, found V");
    let message = answer.get::<Expr>("Q").unwrap_err().to_string();
    assert_eq!(message, "expected an expr, found point(1)");
    m.function("norm", |p: Point| p.x * p.x + p.y * p.y)?;
    m.function("mirror", |p: Point| Point { x: p.y, y: p.x })?;
    for (query, answer) in [
        ("norm(point(3,4), N)", "N = 25"),
        ("mirror(point(3,4), P)", "P = point(4,3)"),
        ("norm(foo, N)", "error(type_error(point,foo),norm/2)"),
        ("norm(point(3,b), N)", "error(type_error(integer,b),norm/2)"),
        ("norm(P, N)", "error(instantiation_error,norm/2)"),
    ] {
        assert_eq!(m.answers(query), format!("   {answer}.\n"), "{query}");
    }
    Ok(())
}

#[test]
fn a_term_that_is_too_deep_is_a_mismatch() -> Result<(), Error> {
    let mut m = Machine::new();
    m.consult_str(
        "p.pl",
        "deep(0, num(1)) :- !. deep(N, -T) :- N1 is N-1, deep(N1, T).",
    )?;
    for (depth, fits) in [(490, true), (510, false), (1_000_000, false)] {
        let answer = m.query("deep(N, T)")?.with("N", depth)?.next().unwrap()?;
        match answer.get::<Expr>("T") {
            Ok(Expr::Minus(_)) => assert!(fits, "{depth}"),
            Err(Error::Mismatch(e)) => assert!(!fits && e.expected.contains("500 levels"), "{e:?}"),
            other => panic!("{other:?}"),
        }
    }
    Ok(())
}

#[derive(Arguments, Clone)]
struct Trip<'a> {
    #[horn(atom)]
    from: &'a str,
    #[horn(atom)]
    to: String,
    at: (u8, u8),
}

#[derive(FromAnswer, PartialEq, Debug)]
struct Connection {
    to: String,
    #[horn(name = "T")]
    departure: (u8, u8),
    #[horn(default)]
    first_class: Option<bool>,
}

#[test]
fn structures_are_facts_rows_and_answers() -> Result<(), Error> {
    let mut m = Machine::new();
    let trip = |to: &str, hour| Trip {
        from: "graz",
        to: to.to_string(),
        at: (hour, 30),
    };
    let trips = [trip("linz", 8), trip("wien", 9)];
    m.assert_all("trip", trips.clone())?;
    let found: Vec<Connection> = m
        .query("trip(graz, To, T)")?
        .rows()
        .collect::<Result<_, _>>()?;
    assert_eq!(found[1].to, "wien");
    assert_eq!((found[1].departure, found[1].first_class), ((9, 30), None));
    m.relation("late_trip", 3, move |_: &mut Call<'_>| {
        Ok(trips.clone().into_iter().filter(|t| t.at.0 > 8))
    })?;
    let query = m.query("late_trip(graz, To, T), FirstClass = true")?;
    let found = query.rows::<Connection>().next().unwrap()?;
    assert_eq!(found.first_class, Some(true));
    assert_eq!(
        m.call("trip", (Atom("graz"), Var("To"), Var("T"))).count(),
        2
    );
    let error = m
        .query("trip(_, To, _)")?
        .rows::<Connection>()
        .next()
        .unwrap();
    assert_eq!(error.unwrap_err(), Error::NoSuchVariable("T".into()));
    Ok(())
}

#[test]
fn rows_are_tuples_and_maps() -> Result<(), Error> {
    let mut m = Machine::new();
    let rows: Vec<(i64, char)> = m
        .query("member(X-Y, [1-a,2-b]), _Z = 1")?
        .rows()
        .collect::<Result<_, _>>()?;
    assert_eq!(rows, [(1, 'a'), (2, 'b')]);
    let rows: Vec<Result<(i64,), Error>> = m.query("member(X, [1,a,3])")?.rows().collect();
    assert!(rows[0].is_ok() && rows[1].is_err() && rows[2].is_ok());
    let map: BTreeMap<String, i64> = m.query("X = 1, Y = 2")?.next().unwrap()?.read()?;
    assert_eq!(map, BTreeMap::from([("X".into(), 1), ("Y".into(), 2)]));
    let map: HashMap<String, Option<i64>> = m.query("X = 1, Y = Z")?.next().unwrap()?.read()?;
    assert_eq!((map["X"], map["Z"]), (Some(1), None));
    let answer = m.query("X = 1, Y = 2")?.next().unwrap()?;
    let (expected, found) = (1, 2);
    assert_eq!(
        answer.read::<(i64,)>(),
        Err(Error::VariableCount { expected, found })
    );
    Ok(())
}

#[test]
fn answers_and_terms_are_compared() -> Result<(), Error> {
    let first = |query: &str| Machine::new().query(query)?.next().unwrap();
    let same = [
        "X = f(Y,_,1.5), Z = \"abc\"",
        "X in 1..5, dif(Y, X)",
        "X = f(X,Y)",
        "numlist(1, 10000, L), L2 = L",
        "length(L, 60), foldl([A,B,C]>>(B = C, A = B), L, _, X)",
        "throw(a) ; true",
    ];
    for query in &same[..5] {
        assert_eq!(first(query)?, first(query)?, "{query}");
    }
    assert_eq!(first(same[5]).unwrap_err(), first(same[5]).unwrap_err());
    for (a, b) in [
        ("X = 1", "X = 2"),
        ("X = 1", "Y = 1"),
        ("X = 1", "X = 1.0"),
        ("X = 0.0", "X = -0.0"),
        ("X = f(Y)", "X = f(_)"),
        ("X in 1..5", "X in 1..6"),
        ("X in 1..5", "X = X"),
        ("X = f(X,X)", "X = f(X)"),
    ] {
        assert_ne!(first(a)?, first(b)?, "{a} and {b}");
    }
    // A tree of 2^60 nodes, which are 60 different ones.
    let shared = "length(L, 60), foldl([_,T,f(T,T)]>>true, L, a, X)";
    assert_eq!(first(shared)?.term("X"), first(shared)?.term("X"));
    Ok(())
}

#[test]
fn numbers_of_other_crates() {
    let big = BigInt::from(-7).pow(101);
    check(big.clone(), &big.to_string());
    check(BigInt::from(0), "0");
    check(BigUint::from(7u8).pow(101), &big.to_string()[1..]);
    check(
        num_rational::Ratio::new(BigInt::from(-2), big.clone()),
        &format!("2r{}", -big),
    );
    check(
        dashu_int::IBig::from(-5).pow(90),
        &dashu_int::IBig::from(-5).pow(90).to_string(),
    );
    check(dashu_int::UBig::from(5u8), "5");
    let third = dashu_ratio::RBig::from_parts(1.into(), 3u8.into());
    check(third, "1r3");
    let mut m = Machine::new();
    let answer = m.query("X = -1").unwrap().next().unwrap().unwrap();
    let error = answer.get::<BigUint>("X").unwrap_err();
    assert_eq!(error.to_string(), "expected a natural number, found -1");
    assert_eq!(answer.get::<BigInt>("X").unwrap(), BigInt::from(-1));
}
