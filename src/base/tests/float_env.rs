//! Directed rounding, and the flags that replace errors.

use crate::base::arith;
use crate::base::evaluable::{Op1, Op2};
use crate::base::float_env::{FloatEnv, Rounding};
use crate::base::number::{EvalError, Number};

#[test]
fn directed_results_enclose_the_exact_one() {
    let third = |rounding| {
        let env = FloatEnv {
            rounding,
            ..FloatEnv::default()
        };
        let (x, y) = (Number::from(1), Number::from(3));
        match env.binary(Op2::Divide, &x, &y, arith::divide(&x, &y)) {
            Ok(Number::Float(f)) => f,
            other => panic!("{other:?}"),
        }
    };
    let near = third(Rounding::Nearest);
    assert_eq!(third(Rounding::Upward), near.next_up());
    assert_eq!(third(Rounding::Downward), near);
    assert_eq!(third(Rounding::TowardZero), near);
}

#[test]
fn each_error_has_its_flag() {
    let (one, zero) = (Number::from(1), Number::from(0));
    let plain = FloatEnv::default();
    let infinite = FloatEnv {
        zero_div: true,
        ..plain
    };
    let outcome = || arith::divide(&one, &zero);
    assert_eq!(
        plain.binary(Op2::Divide, &one, &zero, outcome()),
        Err(EvalError::ZeroDivisor)
    );
    assert_eq!(
        infinite.binary(Op2::Divide, &one, &zero, outcome()),
        Ok(Number::Float(f64::INFINITY))
    );
    let none = FloatEnv {
        undefined: true,
        ..plain
    };
    let root = none.unary(Op1::Sqrt, &Number::from(-1), Err(EvalError::Undefined));
    assert!(matches!(root, Ok(Number::Float(f)) if f.is_nan()));
}
