//! The first digits of huge integers.

use crate::base::int::Int;
use crate::base::leading_digits::leading_digits;
use std::time::{Duration, Instant};

fn power(base: i64, exponent: i64) -> Int {
    let power = Int::from(base).checked_pow(&Int::from(exponent));
    power.expect("not too large")
}

#[test]
fn the_first_digits_are_those_of_the_whole_text() {
    let mut numbers = vec![&power(3, 9000) + &Int::ONE];
    for (base, exponents) in [(7, 3000..3020), (2, 20_000..20_040), (5, 7000..7010)] {
        numbers.extend(exponents.map(|e| power(base, e)));
    }
    // Powers of ten and their neighbours.
    for exponent in [1000, 1001, 4000, 12_345] {
        let ten = power(10, exponent);
        numbers.extend([&ten - &Int::ONE, ten.clone(), &ten + &Int::ONE]);
        numbers.push(&ten * &Int::from(123_456_789));
    }
    for n in numbers {
        let text = n.to_string();
        for count in [1, 20, 60] {
            assert_eq!(leading_digits(&n, count), &text[..count]);
            assert_eq!(leading_digits(&-&n, count), &text[..count]);
        }
    }
}

#[test]
fn they_take_little_time() {
    let start = Instant::now();
    let digits = leading_digits(&power(2, 30_000_000), 20);
    assert_eq!(digits, "74117273670882486387");
    assert!(start.elapsed() < Duration::from_secs(1));
}
