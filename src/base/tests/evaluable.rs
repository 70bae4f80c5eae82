//! The table of evaluables, and the values of all of them.

use crate::base::convert::{parse_float, parse_radix};
use crate::base::evaluable::{EvalContext, Op0, Op1, Op2, Op3, rows};
use crate::base::int::Int;
use crate::base::number::Number;
use dashu_ratio::RBig;
use std::collections::HashSet;

struct Fixed;
impl EvalContext for Fixed {
    fn random_below(&mut self, bound: &Int) -> Int {
        bound - &Int::ONE
    }
    fn random_float(&mut self) -> f64 {
        0.25
    }
    fn cputime(&mut self) -> f64 {
        1.5
    }
    fn realtime(&mut self) -> i64 {
        1_000_000_000
    }
    fn tagged_integers(&self) -> (i64, i64) {
        (-8, 7)
    }
}

fn number(text: &str) -> Number {
    if let Some((n, d)) = text.split_once('r') {
        let part = |s| number(s).as_int().unwrap().to_big();
        return Number::from_rational(RBig::from_parts_signed(part(n), part(d)));
    }
    if text.contains('.') {
        return Number::Float(parse_float(text).unwrap());
    }
    let (digits, negative) = match text.strip_prefix('-') {
        Some(d) => (d, true),
        None => (text, false),
    };
    // `10^400` stands for itself, so that the table stays readable.
    let n = match digits.split_once('^') {
        Some((b, e)) => number(b)
            .as_int()
            .unwrap()
            .checked_pow(number(e).as_int().unwrap())
            .unwrap(),
        None => parse_radix(digits, 10).unwrap(),
    };
    Number::Int(if negative { -n } else { n })
}

fn show(value: crate::base::arith::EvalResult) -> String {
    match value {
        Ok(n) => n.to_string(),
        Err(e) => match e.parts() {
            (_, what, Some(culprit)) => format!("{what}({culprit})"),
            (_, what, None) => what.to_string(),
        },
    }
}

/// Each line: an evaluable, its operands, `=`, and its value or error.
const TABLE: &str = include_str!("evaluable_cases.txt");

/// Every evaluable with operands has a case, except `random/1`, whose value the machine supplies.
#[test]
fn table_of_values() {
    let mut tested = HashSet::new();
    let mut wrong = String::new();
    for line in TABLE
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('%'))
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        let value = match words[..] {
            [name, x, "=", _] => Op1::from_name(name).unwrap().eval(&number(x), &mut Fixed),
            [name, x, y, "=", _] => Op2::from_name(name).unwrap().eval(&number(x), &number(y)),
            [name, x, y, z, "=", _] => {
                let op = Op3::from_name(name).unwrap();
                op.eval(&number(x), &number(y), &number(z))
            }
            _ => panic!("malformed: {line}"),
        };
        let shown = show(value);
        if words.last() != Some(&shown.as_str()) {
            wrong += &format!("{line}   but: {shown}\n");
        }
        tested.insert((words[0], words.len() - 3));
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    for row in rows().filter(|r| !r.operands.is_empty() && r.name != "random") {
        let arity = row.operands.len();
        assert!(
            tested.contains(&(row.name, arity)),
            "no case of {}/{arity}",
            row.name
        );
    }
}

#[test]
fn rows_are_found_by_name_and_number() {
    for (i, op) in Op2::ALL.iter().enumerate() {
        assert_eq!(Op2::from_name(op.name()), Some(*op));
        assert_eq!(Op2::from_u8(i as u8), Some(*op));
        assert_eq!(*op as u8 as usize, i);
    }
    for op in Op1::ALL {
        assert_eq!(Op1::from_name(op.name()), Some(*op));
    }
    for op in Op0::ALL {
        assert_eq!(Op0::from_name(op.name()), Some(*op));
    }
    assert_eq!(Op1::from_name("foo"), None);
    assert_eq!(Op2::from_u8(255), None);
}

#[test]
fn values_of_the_machine_come_through_the_context() {
    let v = |op: Op0| op.eval(&mut Fixed).to_string();
    assert_eq!(v(Op0::Pi), "3.141592653589793");
    assert_eq!(v(Op0::E), "2.718281828459045");
    assert_eq!(v(Op0::Epsilon), "2.220446049250313e-16");
    assert_eq!(v(Op0::MaxInteger), "9223372036854775807");
    assert_eq!(v(Op0::Inf), "1.0Inf");
    assert_eq!(v(Op0::Nan), "1.5NaN");
    assert_eq!(v(Op0::CpuTime), "1.5");
    assert_eq!(v(Op0::RealTime), "1000000000");
    assert_eq!(v(Op0::RandomFloat), "0.25");
    assert_eq!(v(Op0::MinTaggedInteger), "-8");
    assert_eq!(v(Op0::MaxTaggedInteger), "7");
}
