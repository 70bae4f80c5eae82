//! The table of evaluables: one row each, with its name, its arity and its function.
//!
//! To add one, write its function and its row. Names, numbers for instructions, and the list for
//! completion are derived. Which values a machine must supply (clocks, random numbers, the size of
//! its cells) comes in through [`EvalContext`].

use super::arith::{self, Value};
use super::elementary;
use super::int::Int;
use super::number::{EvalError, Number};
use super::special;
use std::f64::consts;

/// What the evaluables need of the machine that evaluates them.
pub trait EvalContext {
    /// A random integer from 0 to below `bound`, which is positive.
    fn random_below(&mut self, bound: &Int) -> Int;
    /// A random float above 0.0 and below 1.0.
    fn random_float(&mut self) -> f64;
    /// The seconds of processor time that the machine has used.
    fn cputime(&mut self) -> f64;
    /// The seconds since the epoch (1970-01-01, UTC).
    fn realtime(&mut self) -> i64;
    /// The least and the greatest integer that fit a cell.
    fn tagged_integers(&self) -> (i64, i64);
}

macro_rules! operation_enum {
    ($(#[$meta:meta])* $op:ident, $arity:literal: $($id:ident $name:literal $doc:literal;)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum $op {
            $(#[doc = concat!("`", $name, "`: ", $doc, ".")] $id,)*
        }

        impl $op {
            /// All rows, in the order of their numbers.
            pub const ALL: &[$op] = &[$($op::$id),*];
            /// How many arguments they take.
            pub const ARITY: usize = $arity;

            /// The evaluable's name.
            pub fn name(self) -> &'static str {
                match self {
                    $($op::$id => $name,)*
                }
            }

            /// One line about it.
            pub fn doc(self) -> &'static str {
                match self {
                    $($op::$id => $doc,)*
                }
            }

            /// The evaluable of this arity with this name.
            pub fn from_name(name: &str) -> Option<$op> {
                match name {
                    $($name => Some($op::$id),)*
                    _ => None,
                }
            }

            /// The row with this number, the inverse of `as u8`.
            #[inline]
            pub fn from_u8(n: u8) -> Option<$op> {
                $op::ALL.get(n as usize).copied()
            }
        }
    };
}

macro_rules! evaluables {
    (
        constants { $($c:ident $c_name:literal $c_doc:literal = $c_value:expr;)* }
        measured { $($m:ident $m_name:literal $m_doc:literal = $m_fn:expr;)* }
        unary { $($u:ident $u_name:literal $u_doc:literal = $u_fn:path;)* }
        binary { $($b:ident $b_name:literal $b_doc:literal = $b_fn:path;)* }
        ternary { $($t:ident $t_name:literal $t_doc:literal = $t_fn:path;)* }
    ) => {
        operation_enum! {
            /// The evaluables without arguments.
            Op0, 0: $($c $c_name $c_doc;)* $($m $m_name $m_doc;)*
        }
        operation_enum! {
            /// The evaluables of one argument.
            Op1, 1: $($u $u_name $u_doc;)* Random "random" "a random integer from 0 to below X";
        }
        operation_enum! {
            /// The evaluables of two arguments.
            Op2, 2: $($b $b_name $b_doc;)*
        }
        operation_enum! {
            /// The evaluables of three arguments.
            Op3, 3: $($t $t_name $t_doc;)*
        }

        impl Op0 {
            /// The value, if it is always the same.
            pub fn constant(self) -> Option<Number> {
                match self {
                    $(Op0::$c => Some($c_value.into()),)*
                    _ => None,
                }
            }

            /// Whether the value comes from the machine and may differ each time.
            pub fn needs_context(self) -> bool {
                matches!(self, $(Op0::$m)|*)
            }

            /// The value.
            pub fn eval(self, context: &mut dyn EvalContext) -> Number {
                match self {
                    $(Op0::$c => $c_value.into(),)*
                    $(Op0::$m => {
                        let measure: fn(&mut dyn EvalContext) -> Number = $m_fn;
                        measure(context)
                    })*
                }
            }
        }

        impl Op1 {
            /// Whether the value comes from the machine and may differ each time.
            pub fn needs_context(self) -> bool {
                self == Op1::Random
            }

            /// The value at `x`, or why there is none.
            pub fn eval(self, x: &Number, context: &mut dyn EvalContext) -> Value {
                match self {
                    $(Op1::$u => $u_fn(x),)*
                    Op1::Random => random(x, context),
                }
            }
        }

        impl Op2 {
            /// The value at `x` and `y`, or why there is none.
            pub fn eval(self, x: &Number, y: &Number) -> Value {
                match self {
                    $(Op2::$b => $b_fn(x, y),)*
                }
            }
        }

        impl Op3 {
            /// The value at `x`, `y` and `z`, or why there is none.
            pub fn eval(self, x: &Number, y: &Number, z: &Number) -> Value {
                match self {
                    $(Op3::$t => $t_fn(x, y, z),)*
                }
            }
        }
    };
}

fn random(bound: &Number, context: &mut dyn EvalContext) -> Result<Number, EvalError> {
    arith::random_bound(bound).map(|b| Number::Int(context.random_below(b)))
}

evaluables! {
    constants {
        Pi "pi" "the ratio of a circle's circumference to its diameter" = consts::PI;
        E "e" "the base of the natural logarithm" = consts::E;
        Inf "inf" "positive infinity" = f64::INFINITY;
        Infinite "infinite" "positive infinity" = f64::INFINITY;
        Nan "nan" "the float that is not a number" = f64::NAN;
        Epsilon "epsilon" "the distance from 1.0 to the next float" = f64::EPSILON;
        MaxInteger "max_integer" "the greatest machine integer; integers go beyond" = i64::MAX;
        MinInteger "min_integer" "the least machine integer; integers go beyond" = i64::MIN;
    }
    measured {
        MaxTaggedInteger "max_tagged_integer" "the greatest integer that fits a cell"
            = |c| c.tagged_integers().1.into();
        MinTaggedInteger "min_tagged_integer" "the least integer that fits a cell"
            = |c| c.tagged_integers().0.into();
        RandomFloat "random_float" "a random float above 0.0 and below 1.0"
            = |c| c.random_float().into();
        CpuTime "cputime" "the seconds of processor time used" = |c| c.cputime().into();
        RealTime "realtime" "the seconds since 1970" = |c| c.realtime().into();
    }
    unary {
        Neg "-" "the negative" = arith::neg;
        Plus "+" "the value itself" = arith::identity;
        Eval "eval" "the value itself" = arith::identity;
        BitNot "\\" "the bitwise complement" = arith::bit_not;
        Abs "abs" "the absolute value" = arith::abs;
        Sign "sign" "-1, 0 or 1, of X's type" = arith::sign;
        Succ "succ" "X + 1" = arith::succ;
        Msb "msb" "the place of the highest one bit" = arith::msb;
        Lsb "lsb" "the place of the lowest one bit" = arith::lsb;
        Popcount "popcount" "the number of one bits" = arith::popcount;
        Float "float" "the nearest float" = arith::float;
        Integer "integer" "the nearest integer, half away from zero" = arith::round;
        FloatIntegerPart "float_integer_part" "the part before the point" = arith::float_integer_part;
        FloatFractionalPart "float_fractional_part" "the part after the point" = arith::float_fractional_part;
        Truncate "truncate" "the integer part" = arith::truncate;
        Trunc "trunc" "the integer part" = arith::truncate;
        Round "round" "the nearest integer, half away from zero" = arith::round;
        Ceiling "ceiling" "the least integer that is not below X" = arith::ceiling;
        Floor "floor" "the greatest integer that is not above X" = arith::floor;
        Rational "rational" "the exact value as a rational" = arith::rational;
        Rationalize "rationalize" "the simplest rational that rounds to X" = arith::rationalize;
        Numerator "numerator" "of a rational in lowest terms" = arith::numerator;
        Denominator "denominator" "of a rational in lowest terms" = arith::denominator;
        Sqrt "sqrt" "the square root" = elementary::sqrt;
        Exp "exp" "e to the power of X" = elementary::exp;
        Log "log" "the natural logarithm" = elementary::log;
        Log2 "log2" "the logarithm to base 2" = elementary::log2;
        Log10 "log10" "the logarithm to base 10" = elementary::log10;
        Sin "sin" "the sine" = elementary::sin;
        Cos "cos" "the cosine" = elementary::cos;
        Tan "tan" "the tangent" = elementary::tan;
        Cot "cot" "the cotangent" = elementary::cot;
        Asin "asin" "the inverse sine" = elementary::asin;
        Acos "acos" "the inverse cosine" = elementary::acos;
        Atan "atan" "the inverse tangent" = elementary::atan;
        Acot "acot" "the inverse cotangent" = elementary::acot;
        Sinh "sinh" "the hyperbolic sine" = elementary::sinh;
        Cosh "cosh" "the hyperbolic cosine" = elementary::cosh;
        Tanh "tanh" "the hyperbolic tangent" = elementary::tanh;
        Coth "coth" "the hyperbolic cotangent" = elementary::coth;
        Asinh "asinh" "the inverse hyperbolic sine" = elementary::asinh;
        Acosh "acosh" "the inverse hyperbolic cosine" = elementary::acosh;
        Atanh "atanh" "the inverse hyperbolic tangent" = elementary::atanh;
        Acoth "acoth" "the inverse hyperbolic cotangent" = elementary::acoth;
        Isqrt "isqrt" "the integer part of an integer's square root" = special::isqrt;
        Erf "erf" "the error function" = special::erf;
        Erfc "erfc" "the complement of the error function" = special::erfc;
        Lgamma "lgamma" "the logarithm of the gamma function" = special::lgamma;
    }
    binary {
        Add "+" "the sum" = arith::add;
        Sub "-" "the difference" = arith::sub;
        Mul "*" "the product" = arith::mul;
        Divide "/" "the quotient: an integer if exact, else a float" = arith::divide;
        IntDiv "//" "the integer quotient towards zero" = arith::int_div;
        Div "div" "the integer quotient towards negative infinity" = arith::div;
        Rem "rem" "the remainder of //" = arith::rem;
        Mod "mod" "the remainder of div" = arith::modulo;
        Rdiv "rdiv" "the quotient as a rational" = arith::rdiv;
        Plus "plus" "the sum" = arith::add;
        Min "min" "the lesser" = arith::min;
        Max "max" "the greater" = arith::max;
        Gcd "gcd" "the greatest common divisor" = arith::gcd;
        Lcm "lcm" "the least common multiple" = arith::lcm;
        ShiftRight ">>" "X shifted right, with its sign" = arith::shift_right;
        ShiftLeft "<<" "X shifted left" = arith::shift_left;
        BitAnd "/\\" "the bitwise and" = arith::bit_and;
        BitOr "\\/" "the bitwise or" = arith::bit_or;
        Xor "xor" "the bitwise exclusive or" = arith::xor;
        Getbit "getbit" "the bit of X with weight 2**Y" = arith::getbit;
        Power "**" "X to the power of Y" = arith::power;
        Caret "^" "X to the power of Y, of integers an integer" = arith::caret;
        LogBase "log" "the logarithm of Y to base X" = elementary::log_base;
        Atan2 "atan2" "the angle of the point (Y, X)" = elementary::atan2;
        AtanOf "atan" "the angle of the point (Y, X)" = elementary::atan2;
        Copysign "copysign" "X with the sign of Y, as a float" = elementary::copysign;
        Nexttoward "nexttoward" "the float after X in the direction of Y" = elementary::nexttoward;
        Maxr "maxr" "the greater, of numbers only" = special::maxr;
        Minr "minr" "the lesser, of numbers only" = special::minr;
    }
    ternary {
        Powm "powm" "X to the power of Y, modulo Z" = special::powm;
    }
}

#[cfg(test)]
mod tests {
    use super::{EvalContext, Op0, Op1, Op2, Op3};
    use crate::base::convert::{parse_float, parse_radix};
    use crate::base::int::Int;
    use crate::base::number::Number;
    use dashu::rational::RBig;

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

    fn show(value: super::Value) -> String {
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

    #[test]
    fn table_of_values() {
        let mut count = 0;
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
            count += 1;
        }
        assert!(wrong.is_empty(), "\n{wrong}");
        assert!(count > 250);
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
            assert_eq!(op.constant().is_none(), op.needs_context());
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
}
