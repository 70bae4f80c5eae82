//! Conversions between numbers and their texts, with the hardware as the oracle.

use crate::base::convert::{
    float_text, int_from_f64, int_to_f64, parse_float, parse_radix, ratio_to_f64,
};
use crate::base::int::Int;
use dashu_int::IBig;

fn pow2(n: i64) -> Int {
    Int::ONE.shift(&Int::from(n)).unwrap()
}

#[test]
fn floats_print_short_and_read_back() {
    for (f, text) in [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1.0, "1.0"),
        (-2.5, "-2.5"),
        (0.1, "0.1"),
        (1e-5, "0.00001"),
        (1.25e-5, "0.0000125"),
        (1e-6, "1.0e-6"),
        (1.5e-7, "1.5e-7"),
        (1e14, "100000000000000.0"),
        (1e15, "1000000000000000.0"),
        (9007199254740993.0, "9007199254740992.0"),
        (1e16, "1.0e16"),
        (1e20, "1.0e20"),
        (-1.5e300, "-1.5e300"),
        (5e-324, "5.0e-324"),
        (f64::MAX, "1.7976931348623157e308"),
        (f64::INFINITY, "1.0Inf"),
        (f64::NEG_INFINITY, "-1.0Inf"),
    ] {
        assert_eq!(float_text(f), text);
        assert_eq!(
            parse_float(text).map(f64::to_bits),
            Some(f.to_bits()),
            "{text}"
        );
    }
    assert_eq!(float_text(f64::NAN), "1.5NaN");
    assert!(parse_float("1.5NaN").unwrap().is_nan());
    for bad in ["", "inf", "nan", "1.0e999", "infinity", "x"] {
        assert_eq!(parse_float(bad), None, "{bad}");
    }
    assert_eq!(parse_float("1.0e-999"), Some(0.0));
}

proptest::proptest! {
    #[test]
    fn every_float_reads_back(bits in proptest::prelude::any::<u64>()) {
        let f = f64::from_bits(bits);
        let text = float_text(f);
        let back = parse_float(&text).unwrap();
        proptest::prop_assert!(back.to_bits() == bits || (f.is_nan() && back.is_nan()), "{}", text);
        let (whole, rest) = text.split_once('.').unwrap();
        proptest::prop_assert!(whole.trim_start_matches('-').chars().all(|c| c.is_ascii_digit()));
        proptest::prop_assert!(rest.starts_with(|c: char| c.is_ascii_digit()));
    }
}

#[test]
fn integers_round_to_the_nearest_float() {
    let f = |i: &Int| int_to_f64(i);
    let two_1023 = 2f64.powi(1023);
    // Exactly half way goes to the even mantissa; anything more goes up.
    let half_way = &pow2(200) + &pow2(147);
    assert_eq!(f(&half_way), Some(2f64.powi(200)));
    assert_eq!(
        f(&(&half_way + &Int::ONE)),
        Some(2f64.powi(200) + 2f64.powi(148))
    );
    assert_eq!(
        f(&(&half_way + &pow2(148))),
        Some(2f64.powi(200) + 2f64.powi(149))
    );
    assert_eq!(f(&-half_way), Some(-(2f64.powi(200))));
    assert_eq!(f(&pow2(1023)), Some(two_1023));
    assert_eq!(f(&pow2(1024)), None);
    // The largest float, half a unit more (rounds up, out of range), and just below that.
    let max = &pow2(1024) - &pow2(971);
    assert_eq!(f(&max), Some(f64::MAX));
    let edge = &max + &pow2(970);
    assert_eq!(f(&edge), None);
    assert_eq!(f(&(&edge - &Int::ONE)), Some(f64::MAX));
    assert_eq!(f(&pow2(64)), Some(2f64.powi(64)));
    assert_eq!(f(&(&pow2(64) - &Int::ONE)), Some(2f64.powi(64)));
}

#[test]
fn ratios_round_to_the_nearest_float() {
    let f = |n: &Int, d: &Int| ratio_to_f64(&n.to_big(), &d.magnitude());
    // The hardware's division is correctly rounded, so it is the oracle.
    let mut x: u64 = 88172645463325252;
    for _ in 0..2000 {
        let mut next = || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            (x >> 11) as i64
        };
        let (a, b) = (next() - (1 << 52), next().max(1));
        assert_eq!(f(&Int::from(a), &Int::from(b)), Some(a as f64 / b as f64));
    }
    assert_eq!(f(&Int::ONE, &pow2(1074)), Some(5e-324));
    assert_eq!(f(&Int::ONE, &pow2(1075)), Some(0.0));
    assert_eq!(f(&Int::from(3), &pow2(1076)), Some(5e-324));
    assert_eq!(f(&Int::from(3), &pow2(1075)), Some(1e-323));
    assert_eq!(f(&(&pow2(40) + &Int::ONE), &pow2(1115)), Some(5e-324));
    assert_eq!(f(&Int::ONE, &pow2(5000)), Some(0.0));
    assert_eq!(f(&pow2(5000), &Int::from(3)), None);
    assert_eq!(f(&pow2(5000), &(&pow2(4999) + &Int::ONE)), Some(2.0));
    assert_eq!(
        f(&pow2(1025), &Int::from(3)),
        Some(2f64.powi(1023) / 3.0 * 4.0)
    );
    assert_eq!(f(&pow2(1026), &Int::from(3)), None);
    assert_eq!(f(&-pow2(1030), &pow2(10)), Some(-(2f64.powi(1020))));
}

#[test]
fn floats_become_integers_exactly() {
    assert_eq!(int_from_f64(-2.9), Some(Int::from(-2)));
    assert_eq!(int_from_f64(9223372036854775808.0), Some(pow2(63)));
    assert_eq!(
        int_from_f64(-9223372036854775808.0),
        Some(Int::from(i64::MIN))
    );
    assert_eq!(int_from_f64(2f64.powi(1000)), Some(pow2(1000)));
    assert_eq!(
        int_from_f64(1e23).unwrap().to_string(),
        "99999999999999991611392"
    );
    assert_eq!(int_from_f64(f64::NAN), None);
    assert_eq!(int_from_f64(f64::INFINITY), None);
}

#[test]
fn digits_in_every_radix() {
    let p = |s: &str, r| parse_radix(s, r).map(|i| i.to_string());
    assert_eq!(p("0", 10).as_deref(), Some("0"));
    assert_eq!(p("Ff", 16).as_deref(), Some("255"));
    assert_eq!(p("zz", 36).as_deref(), Some("1295"));
    assert_eq!(
        p("9223372036854775808", 10).as_deref(),
        Some("9223372036854775808")
    );
    assert_eq!(
        p("zzzzzzzzzzzzz", 36).as_deref(),
        Some("170581728179578208255")
    );
    assert_eq!(p("000000000000000000000000000001", 2).as_deref(), Some("1"));
    for (s, r) in [
        ("", 10),
        ("12", 2),
        ("1_0", 10),
        ("+1", 10),
        ("-1", 10),
        ("1", 37),
        ("1", 1),
    ] {
        assert_eq!(p(s, r), None);
    }
    let long = "7".repeat(100_000);
    assert_eq!(parse_radix(&long, 10).unwrap().to_string(), long);
    assert_eq!(
        parse_radix(&"1".repeat(200), 2),
        Some(&pow2(200) - &Int::ONE)
    );
    assert_eq!(parse_radix("1", 10).unwrap().to_big(), IBig::ONE);
}
