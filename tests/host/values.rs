//! Values as text and in the formats of `serde`.

use horn::{Error, Int, Machine, Rational, Value};
use proptest::prelude::{Strategy, any, prop, prop_oneof};
use proptest::proptest;
use serde_json::json;

/// Values that are read back as they are written: strings are not empty.
fn values() -> impl Strategy<Value = Value> {
    let name = prop_oneof!["[a-z]{1,3}", "\\PC{1,3}"];
    let leaf = prop_oneof![
        any::<i128>().prop_map(|i| Value::Integer(Int::from(i))),
        any::<f64>()
            .prop_filter("a number", |f| !f.is_nan())
            .prop_map(Value::Float),
        name.clone()
            .prop_filter("an atom", |n| n != "[]")
            .prop_map(Value::Atom),
        "\\PC{1,4}".prop_map(Value::String),
        "[A-Z][a-z_]{0,2}".prop_map(Value::Var),
        (any::<i64>(), 2..9u64).prop_filter_map("a rational", |(n, d)| {
            let r = Rational::new(n, d)?;
            let is_integer = r.denominator() == Int::ONE;
            (!is_integer).then(|| Value::Rational(Box::new(r)))
        }),
    ];
    leaf.prop_recursive(3, 20, 4, move |inner| {
        let args = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            prop::collection::vec(inner, 0..4)
                .prop_filter("not a string", |items| {
                    let is_char = |v: &Value| matches!(v, Value::Atom(a) if a.chars().count() == 1);
                    items.is_empty() || !items.iter().all(is_char)
                })
                .prop_map(Value::List),
            (name.clone(), args)
                .prop_filter("not a list", |(name, _)| name != ".")
                .prop_map(|(name, args)| Value::Compound(name, args)),
        ]
    })
}

proptest! {
    #[test]
    fn values_are_read_back(value in values()) {
        let text = value.to_string();
        assert_eq!(text.parse::<Value>().unwrap(), value, "{text}");
        let json = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), value, "{json}");
    }
}

#[test]
fn text_that_is_not_one_value() {
    for text in ["", "f(", "a. b", "a b", "X is is"] {
        assert!(
            matches!(text.parse::<Value>(), Err(Error::Syntax(_))),
            "{text}"
        );
    }
    let deep = "f(".repeat(1000) + "a" + &")".repeat(1000);
    assert!(matches!(deep.parse::<Value>(), Err(Error::Mismatch(_))));
    let open = "f(".repeat(1_000_000);
    assert!(matches!(open.parse::<Value>(), Err(Error::Syntax(_))));
    let value: Value = "f(_, _, X, _A) :- \"ab\". % comment".parse().unwrap();
    assert_eq!(value.to_string(), "f(_B,_C,X,_A):-\"ab\"");
    for text in ["", "-", "1_000", "0x10", "1.0", " 1", "１"] {
        assert!(text.parse::<Int>().is_err(), "{text}");
    }
    assert_eq!("+12".parse(), Ok(Int::from(12)));
    for text in ["1/0", "1r-3", "a", "1r", "/"] {
        assert!(text.parse::<Rational>().is_err(), "{text}");
    }
}

#[test]
fn answers_are_data() -> Result<(), Error> {
    let mut m = Machine::new();
    let answer = m
        .query(
            "X = f(a,\"text\",[1,2.5],Y), Z is 2**65, R is 1 rdiv 3, Y in 1..3, I is inf, E = []",
        )?
        .next()
        .unwrap()?;
    let variable = json!({"variable": "Y"});
    let domain = json!({"functor": "..", "args": [1, 3]});
    let goal = json!({"functor": "in", "args": [variable, domain]});
    let expected = json!({
        "bindings": {
            "X": {"functor": "f", "args": [{"atom": "a"}, "text", [1, 2.5], variable]},
            "Y": variable,
            "Z": {"integer": "36893488147419103232"},
            "R": {"rational": "1r3"},
            "I": {"float": "inf"},
            "E": [],
        },
        "goals": [{"functor": ":", "args": [{"atom": "clpz"}, goal]}],
    });
    assert_eq!(serde_json::to_value(&answer).unwrap(), expected);
    let value: Value = answer.get("X")?;
    let written = serde_json::to_string(&value).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
    Ok(())
}

#[test]
fn data_that_is_not_a_value() {
    for text in [
        "{}",
        "null",
        "true",
        "{\"atom\":1}",
        "{\"atom\":\"a\",\"variable\":\"X\"}",
        "{\"functor\":\"f\"}",
        "{\"functor\":\"f\",\"args\":[]}",
        "{\"atom\":\"a\",\"args\":[1]}",
        "{\"integer\":\"1x\"}",
        "{\"rational\":\"1r0\"}",
        "{\"name\":\"a\"}",
    ] {
        assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
    }
    let (small, big) = (Int::from(-5), Int::from(u128::MAX));
    assert_eq!(
        serde_json::to_string(&[&small, &big]).unwrap(),
        format!("[-5,\"{big}\"]")
    );
    let read: Vec<Int> = serde_json::from_str("[-5, 18446744073709551615, \"123\"]").unwrap();
    assert_eq!(read, [Int::from(-5), Int::from(u64::MAX), Int::from(123)]);
    let half: Rational = serde_json::from_str("\"1/2\"").unwrap();
    assert_eq!(serde_json::to_string(&half).unwrap(), "\"1r2\"");
}
