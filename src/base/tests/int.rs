//! Unbounded integers at the limits of a machine word.

use crate::base::int::{Int, TooLarge};

fn int(s: &str) -> Int {
    Int::from(s.parse::<dashu_int::IBig>().unwrap())
}

#[test]
fn overflow_goes_on_exactly() {
    let m = Int::from(i64::MAX);
    let n = &m + &Int::ONE;
    assert_eq!(n.to_string(), "9223372036854775808");
    assert_eq!(&n - &Int::ONE, m);
    assert!(n > m && -&n < -m.clone());
    assert_eq!(
        (&n * &n).to_string(),
        "85070591730234615865843651857942052864"
    );
}

#[test]
fn division_is_exact_in_all_signs_and_sizes() {
    let samples = [
        "1",
        "2",
        "3",
        "7",
        "9223372036854775807",
        "9223372036854775808",
        "9223372036854775809",
        "18446744073709551616",
        "340282366920938463463374607431768211455",
    ];
    let all: Vec<Int> = samples.iter().flat_map(|s| [int(s), -int(s)]).collect();
    for a in all.iter().chain([&Int::ZERO]) {
        for b in &all {
            let (q, r) = a.div_rem(b).unwrap();
            assert_eq!(&(&q * b) + &r, *a);
            assert!(r.abs() < b.abs() && (r.is_zero() || r.signum() == a.signum()));
            let (q, r) = a.div_mod(b).unwrap();
            assert_eq!(&(&q * b) + &r, *a);
            assert!(r.abs() < b.abs() && (r.is_zero() || r.signum() == b.signum()));
            let up = a.div_ceil(b).unwrap();
            assert_eq!(up, -((-a).div_floor(b).unwrap()));
            assert_eq!(a.gcd(b), b.gcd(a));
            assert!(a.rem_trunc(&a.gcd(b)).unwrap().is_zero());
        }
        assert_eq!(a.div_rem(&Int::ZERO), None);
    }
    assert_eq!(
        Int::from(i64::MIN).gcd(&Int::from(i64::MIN)),
        int("9223372036854775808")
    );
    assert_eq!(Int::from(4).lcm(&Int::from(-6)), Ok(Int::from(12)));
    assert_eq!(Int::ZERO.lcm(&Int::ZERO), Ok(Int::ZERO));
}

#[test]
fn bits_are_twos_complement() {
    let big = int("18446744073709551616");
    for a in [
        Int::from(-5),
        Int::from(3),
        big.clone(),
        -big.clone(),
        &big - &Int::ONE,
    ] {
        for b in [
            Int::from(-1),
            Int::from(12),
            -big.clone(),
            &big + &Int::from(5),
        ] {
            // a + b = (a xor b) + 2 (a and b), and the or is the rest.
            let and = &a & &b;
            assert_eq!(&(&a ^ &b) + &(&and + &and), &a + &b);
            assert_eq!(&(&a | &b) + &and, &a + &b);
            for i in [0, 1, 2, 63, 64, 65, 200] {
                assert_eq!(and.bit(i), a.bit(i) && b.bit(i));
            }
        }
        assert_eq!(!&a, &-&a - &Int::ONE);
    }
}

#[test]
fn shifts_go_both_ways() {
    let f = |a: &str, by: i64| int(a).shift(&Int::from(by)).map(|i| i.to_string());
    assert_eq!(f("1", 64), Ok("18446744073709551616".into()));
    assert_eq!(f("-1", 63), Ok("-9223372036854775808".into()));
    assert_eq!(f("5", 62), Ok("23058430092136939520".into()));
    assert_eq!(f("-5", -1), Ok("-3".into()));
    assert_eq!(
        f("-18446744073709551617", -1),
        Ok("-9223372036854775809".into())
    );
    assert_eq!(f("-18446744073709551617", -64), Ok("-2".into()));
    assert_eq!(f("-18446744073709551616", -64), Ok("-1".into()));
    assert_eq!(f("-18446744073709551616", -1000), Ok("-1".into()));
    assert_eq!(f("18446744073709551616", -65), Ok("0".into()));
    assert_eq!(f("-1", i64::MIN), Ok("-1".into()));
    assert_eq!(f("0", i64::MAX), Ok("0".into()));
    assert_eq!(f("1", i64::MAX), Err(TooLarge));
    assert_eq!(f("1", 1_000_000_000_000), Err(TooLarge));
}

#[test]
fn random_numbers_fill_their_range() {
    let mut state = 1u64;
    let mut random = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        state ^ (state >> 32)
    };
    let mut seen = [0; 5];
    for _ in 0..1000 {
        let i = Int::from(5).random_below(&mut random).to_i64().unwrap();
        seen[i as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n > 150), "{seen:?}");
    assert_eq!(Int::ONE.random_below(&mut random), Int::ZERO);
    assert_eq!(Int::ZERO.random_below(&mut random), Int::ZERO);
    let bound = int("340282366920938463463374607431768211457");
    let drawn: Vec<Int> = (0..100).map(|_| bound.random_below(&mut random)).collect();
    assert!(drawn.iter().all(|d| *d < bound && !d.is_negative()));
    assert!(drawn.iter().any(|d| d.bit_len() > 126));
}

#[test]
fn powers_and_roots() {
    let p = |a: i64, n: &str| Int::from(a).checked_pow(&int(n));
    assert_eq!(p(2, "100"), Ok(int("1267650600228229401496703205376")));
    assert_eq!(p(-3, "41"), Ok(int("-36472996377170786403")));
    assert_eq!(p(-6, "40"), Ok(int("13367494538843734067838845976576")));
    assert_eq!(p(0, "0"), Ok(Int::ONE));
    assert_eq!(p(0, "1267650600228229401496703205376"), Ok(Int::ZERO));
    assert_eq!(p(-1, "1267650600228229401496703205377"), Ok(Int::from(-1)));
    assert_eq!(p(2, "1267650600228229401496703205376"), Err(TooLarge));
    assert_eq!(p(7, "1000000000000"), Err(TooLarge));
    for s in [
        "8",
        "9",
        "26",
        "27",
        "28",
        "85070591730234615865843651857942052864",
    ] {
        for n in 1..9 {
            let r = int(s).iroot(n).unwrap();
            let n = Int::from(i64::from(n));
            assert!(r.checked_pow(&n).unwrap() <= int(s));
            assert!((&r + &Int::ONE).checked_pow(&n).unwrap() > int(s));
        }
    }
    assert_eq!(Int::from(-27).iroot(3), Some(Int::from(-3)));
    assert_eq!(Int::from(-27).iroot(2), None);
    assert_eq!(Int::from(-27).iroot(4), None);
    assert_eq!(Int::from(27).iroot(0), None);
}
