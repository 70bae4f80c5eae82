//! The two orders of numbers.

use crate::base::convert::parse_radix;
use crate::base::int::Int;
use crate::base::number::{Number, compare_arith, compare_standard};
use dashu_ratio::RBig;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use std::cmp::Ordering::{Equal, Greater, Less};

fn int(s: &str) -> Number {
    let (digits, negative) = match s.strip_prefix('-') {
        Some(d) => (d, true),
        None => (s, false),
    };
    let n = parse_radix(digits, 10).unwrap();
    Number::Int(if negative { -n } else { n })
}

fn rat(n: i64, d: u64) -> Number {
    Number::from_rational(RBig::from_parts(n.into(), d.into()))
}

#[test]
fn comparison_is_exact() {
    let f = Number::Float;
    for (a, b, o) in [
        (int("1"), f(1.0), Equal),
        (int("1"), f(1.5), Less),
        (int("2"), f(1.5), Greater),
        (int("-1"), f(-1.5), Greater),
        (int("-2"), f(-1.5), Less),
        (int("0"), f(-0.0), Equal),
        (int("9007199254740993"), f(9007199254740992.0), Greater),
        (int("9223372036854775807"), f(9223372036854775808.0), Less),
        (
            int("-9223372036854775808"),
            f(-9223372036854775808.0),
            Equal,
        ),
        (int("9223372036854775808"), f(9223372036854775808.0), Equal),
        (
            int("9223372036854775809"),
            f(9223372036854775808.0),
            Greater,
        ),
        (int("-9223372036854775809"), f(-9223372036854775808.0), Less),
        (int("18446744073709551617"), f(0.5), Greater),
        (int("-18446744073709551617"), f(f64::NEG_INFINITY), Greater),
        (int("18446744073709551617"), f(f64::INFINITY), Less),
        (int("5"), f(f64::INFINITY), Less),
        (rat(1, 3), f(1.0 / 3.0), Greater),
        (rat(1, 2), f(0.5), Equal),
        (rat(-1, 2), f(f64::NEG_INFINITY), Greater),
        (rat(1, 2), int("1"), Less),
        (rat(-7, 2), int("-3"), Less),
        (rat(1, 3), rat(1, 2), Less),
    ] {
        assert_eq!(compare_arith(&a, &b), Some(o), "{a} {b}");
        assert_eq!(compare_arith(&b, &a), Some(o.reverse()), "{b} {a}");
        let is_float = |n: &Number| matches!(n, Number::Float(_));
        let standard = match (is_float(&a), is_float(&b)) {
            (true, false) => Less,
            (false, true) => Greater,
            _ => o,
        };
        assert_eq!(compare_standard(&a, &b), standard, "{a} {b}");
        assert_eq!(compare_standard(&b, &a), standard.reverse(), "{b} {a}");
        assert_eq!(compare_standard(&a, &a), Equal);
    }
}

#[test]
fn the_standard_order_is_total() {
    let f = Number::Float;
    let nan = f(f64::NAN);
    assert_eq!(compare_arith(&nan, &nan), None);
    assert_eq!(compare_arith(&int("1"), &nan), None);
    assert_eq!(compare_standard(&nan, &nan), Equal);
    assert_eq!(compare_standard(&nan, &f(f64::NEG_INFINITY)), Less);
    assert_eq!(compare_standard(&rat(1, 2), &nan), Greater);
    assert_eq!(compare_standard(&f(-0.0), &f(0.0)), Less);
    assert_eq!(compare_standard(&f(0.0), &int("0")), Less);
}

proptest! {
    #[test]
    fn comparison_agrees_with_exact_rationals(
        x in any_number(),
        y in any_number(),
        z in any_number(),
    ) {
        let exact = |n: &Number| n.to_rational().unwrap();
        prop_assert_eq!(compare_arith(&x, &y), Some(exact(&x).cmp(&exact(&y))));
        prop_assert_eq!(compare_standard(&x, &y), compare_standard(&y, &x).reverse());
        if compare_standard(&x, &y) != Greater && compare_standard(&y, &z) != Greater {
            prop_assert!(compare_standard(&x, &z) != Greater);
        }
    }

    #[test]
    fn the_nearest_float_is_nearest(x in any_number()) {
        let Ok(f) = x.to_f64() else { return Ok(()) };
        let distance = |f: f64| {
            let d = Number::Float(f).to_rational()? - x.to_rational()?;
            Some(if d < RBig::ZERO { -d } else { d })
        };
        let d = distance(f).unwrap();
        for near in [f.next_up(), f.next_down()] {
            prop_assert!(distance(near).is_none_or(|n| d <= n));
        }
    }
}

/// Numbers that lie close to each other across the kinds, and close to limits.
fn any_number() -> impl Strategy<Value = Number> {
    let edge = prop_oneof![
        Just(0i64),
        Just(1),
        Just(1 << 53),
        Just(i64::MAX),
        Just(i64::MIN),
        any::<i64>()
    ];
    (edge, -3i64..4, 0u32..90, 0u32..6).prop_map(|(edge, delta, shift, kind)| {
        let near = &Int::from(edge) + &Int::from(delta);
        let big = near.shift(&Int::from(i64::from(shift))).unwrap();
        match kind {
            0 => Number::Int(near),
            1 => Number::Int(big),
            2 => Number::Float(Number::Int(near).to_f64().unwrap()),
            3 => Number::Float(Number::Int(big).to_f64().unwrap()),
            4 => Number::Float(f64::from_bits(edge as u64 & !(1 << 62))),
            _ => Number::from_rational(RBig::from_parts_signed(
                big.to_big(),
                Int::from(3)
                    .checked_pow(&Int::from(i64::from(shift)))
                    .unwrap()
                    .to_big(),
            )),
        }
    })
}

#[test]
fn numbers_are_small() {
    assert!(std::mem::size_of::<Number>() <= 24);
}
