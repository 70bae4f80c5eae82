//! The table of evaluables: one row each, with name, types, description and function.
//!
//! To add an evaluable, write its function (in `arith`, `elementary` or `special`) and its row
//! here. Derived from the row: the instruction operand and the compiler's look-up, evaluation at
//! run time, `evaluable_property/2`, and the outcomes under the flags of floating point
//! (`float_env`). A function that can be undefined, infinite or out of range names its IEEE 754
//! counterpart after `ieee`. Values that the machine supplies come in through [`EvalContext`].

use super::arith::{self, EvalResult};
use super::elementary;
use super::int::Int;
use super::number::{EvalError, Number};
use super::special;
use std::f64::consts;

/// Values that the evaluating machine supplies: clocks, random numbers, the range of its cells.
pub(crate) trait EvalContext {
    /// Returns a random integer from 0 to below `bound`, which is positive.
    fn random_below(&mut self, bound: &Int) -> Int;
    /// Returns a random float above 0.0 and below 1.0.
    fn random_float(&mut self) -> f64;
    /// The seconds of processor time that the machine has used.
    fn cputime(&mut self) -> f64;
    /// The seconds since the epoch (1970-01-01, UTC).
    fn realtime(&mut self) -> i64;
    /// The least and the greatest integer that fit a cell.
    fn tagged_integers(&self) -> (i64, i64);
}

/// The type of an operand or of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NumberType {
    /// An integer.
    Integer,
    /// An integer or a rational.
    Rational,
    /// A float.
    Float,
    /// A number of any type.
    Number,
}

impl NumberType {
    /// The type's name in Prolog.
    pub(crate) fn name(self) -> &'static str {
        match self {
            NumberType::Integer => "integer",
            NumberType::Rational => "rational",
            NumberType::Float => "float",
            NumberType::Number => "number",
        }
    }
}

/// The description of one evaluable.
#[derive(Debug)]
pub(crate) struct EvaluableRow {
    /// The name.
    pub name: &'static str,
    /// The types of its operands.
    pub operands: &'static [NumberType],
    /// The type of its value.
    pub result: NumberType,
    /// The value in words; X, Y and Z are the operands.
    pub doc: &'static str,
}

/// The row of the evaluable with this name and arity.
pub(crate) fn row(name: &str, arity: usize) -> Option<&'static EvaluableRow> {
    rows().find(|r| r.operands.len() == arity && r.name == name)
}

/// All rows, by arity.
pub(crate) fn rows() -> impl Iterator<Item = &'static EvaluableRow> {
    [Op0::ROWS, Op1::ROWS, Op2::ROWS, Op3::ROWS]
        .into_iter()
        .flatten()
}

macro_rules! number_type {
    (integer) => {
        NumberType::Integer
    };
    (rational) => {
        NumberType::Rational
    };
    (float) => {
        NumberType::Float
    };
    (number) => {
        NumberType::Number
    };
}

/// The optional last column of a row.
macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

macro_rules! operation_enum {
    ($(#[$meta:meta])* $op:ident: $($id:ident $name:literal ($($x:ident),*) $result:ident $doc:literal;)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub(crate) enum $op {
            $(#[doc = concat!("`", $name, "`: ", $doc, ".")] $id,)*
        }

        impl $op {
            /// All evaluables of this arity, in the order of their numbers.
            pub(crate) const ALL: &[$op] = &[$($op::$id),*];

            /// Their rows, in the same order.
            const ROWS: &'static [EvaluableRow] = &[$(EvaluableRow {
                name: $name,
                operands: &[$(number_type!($x)),*],
                result: number_type!($result),
                doc: $doc,
            }),*];

            /// The row of this evaluable.
            pub(crate) fn row(self) -> &'static EvaluableRow {
                &$op::ROWS[self as usize]
            }

            /// The evaluable's name.
            pub(crate) fn name(self) -> &'static str {
                self.row().name
            }

            /// The evaluable of this arity with this name.
            #[allow(dead_code, reason = "not every one of these enums is looked up")]
            pub(crate) fn from_name(name: &str) -> Option<$op> {
                match name {
                    $($name => Some($op::$id),)*
                    _ => None,
                }
            }

            /// The evaluable with this number: the inverse of `as u8`.
            #[inline]
            #[allow(dead_code, reason = "not every one of these enums is looked up")]
            pub(crate) fn from_u8(n: u8) -> Option<$op> {
                $op::ALL.get(n as usize).copied()
            }
        }
    };
}

macro_rules! evaluables {
    (
        constants { $($c:ident $c_name:literal -> $c_result:ident $c_doc:literal = $c_value:expr;)* }
        measured { $($m:ident $m_name:literal -> $m_result:ident $m_doc:literal = $m_fn:expr;)* }
        unary { $($u:ident $u_name:literal ($u_x:ident) -> $u_result:ident $u_doc:literal
            = $u_fn:path $(, ieee $u_ieee:expr)?;)* }
        binary { $($b:ident $b_name:literal ($($b_x:ident),*) -> $b_result:ident $b_doc:literal
            = $b_fn:path $(, ieee $b_ieee:expr)?;)* }
        ternary { $($t:ident $t_name:literal ($($t_x:ident),*) -> $t_result:ident $t_doc:literal
            = $t_fn:path;)* }
    ) => {
        operation_enum! {
            /// The evaluables without operands.
            Op0: $($c $c_name () $c_result $c_doc;)* $($m $m_name () $m_result $m_doc;)*
        }
        operation_enum! {
            /// The evaluables of one operand.
            Op1: $($u $u_name ($u_x) $u_result $u_doc;)*
            Random "random" (integer) integer "a random integer from 0 to below X";
        }
        operation_enum! {
            /// The evaluables of two operands.
            Op2: $($b $b_name ($($b_x),*) $b_result $b_doc;)*
        }
        operation_enum! {
            /// The evaluables of three operands.
            Op3: $($t $t_name ($($t_x),*) $t_result $t_doc;)*
        }

        impl Op0 {
            /// Evaluates it.
            pub(crate) fn eval(self, context: &mut dyn EvalContext) -> Number {
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
            /// Returns true if the value comes from the machine and may differ each time.
            pub(crate) fn needs_context(self) -> bool {
                self == Op1::Random
            }

            /// Evaluates it at `x`.
            pub(crate) fn eval(self, x: &Number, context: &mut dyn EvalContext) -> EvalResult {
                match self {
                    $(Op1::$u => $u_fn(x),)*
                    Op1::Random => random(x, context),
                }
            }

            /// The function of IEEE 754, which has a value for every float.
            pub(super) fn ieee(self) -> Option<fn(f64) -> f64> {
                match self {
                    $(Op1::$u => optional!($($u_ieee)?),)*
                    Op1::Random => None,
                }
            }
        }

        impl Op2 {
            /// Evaluates it at `x` and `y`.
            pub(crate) fn eval(self, x: &Number, y: &Number) -> EvalResult {
                match self {
                    $(Op2::$b => $b_fn(x, y),)*
                }
            }

            /// The function of IEEE 754, which has a value for all floats.
            pub(super) fn ieee(self) -> Option<fn(f64, f64) -> f64> {
                match self {
                    $(Op2::$b => optional!($($b_ieee)?),)*
                }
            }
        }

        impl Op3 {
            /// Evaluates it at `x`, `y` and `z`.
            pub(crate) fn eval(self, x: &Number, y: &Number, z: &Number) -> EvalResult {
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
        Pi "pi" -> float "the ratio of a circle's circumference to its diameter" = consts::PI;
        E "e" -> float "the base of the natural logarithm" = consts::E;
        Inf "inf" -> float "positive infinity" = f64::INFINITY;
        Infinite "infinite" -> float "positive infinity" = f64::INFINITY;
        Nan "nan" -> float "not a number" = f64::NAN;
        Epsilon "epsilon" -> float "the distance from 1.0 to the next float" = f64::EPSILON;
        MaxInteger "max_integer" -> integer "the greatest machine integer; integers go beyond" = i64::MAX;
        MinInteger "min_integer" -> integer "the least machine integer; integers go beyond" = i64::MIN;
    }
    measured {
        MaxTaggedInteger "max_tagged_integer" -> integer "the greatest integer that fits a cell"
            = |c| c.tagged_integers().1.into();
        MinTaggedInteger "min_tagged_integer" -> integer "the least integer that fits a cell"
            = |c| c.tagged_integers().0.into();
        RandomFloat "random_float" -> float "a random float above 0.0 and below 1.0"
            = |c| c.random_float().into();
        CpuTime "cputime" -> float "the seconds of processor time used" = |c| c.cputime().into();
        RealTime "realtime" -> integer "the seconds since 1970" = |c| c.realtime().into();
    }
    unary {
        Neg "-" (number) -> number "the negative" = arith::neg;
        Plus "+" (number) -> number "the value itself" = arith::identity;
        Eval "eval" (number) -> number "the value itself" = arith::identity;
        BitNot "\\" (integer) -> integer "the bitwise complement" = arith::bit_not;
        Abs "abs" (number) -> number "the absolute value" = arith::abs;
        Sign "sign" (number) -> number "-1, 0 or 1, of X's type" = arith::sign;
        Succ "succ" (integer) -> integer "X + 1" = arith::succ;
        Msb "msb" (integer) -> integer "the index of the highest set bit" = arith::msb;
        Lsb "lsb" (integer) -> integer "the index of the lowest set bit" = arith::lsb;
        Popcount "popcount" (integer) -> integer "the number of set bits" = arith::popcount;
        Float "float" (number) -> float "the nearest float" = arith::float, ieee |x| x;
        Integer "integer" (number) -> integer "the nearest integer, half away from zero" = arith::round;
        FloatIntegerPart "float_integer_part" (number) -> number "the integer part, of X's type"
            = arith::float_integer_part;
        FloatFractionalPart "float_fractional_part" (number) -> number "the fractional part, with the sign of X"
            = arith::float_fractional_part;
        Truncate "truncate" (number) -> integer "the integer part" = arith::truncate;
        Trunc "trunc" (number) -> integer "the integer part" = arith::truncate;
        Round "round" (number) -> integer "the nearest integer, half away from zero" = arith::round;
        Ceiling "ceiling" (number) -> integer "the least integer that is not below X" = arith::ceiling;
        Floor "floor" (number) -> integer "the greatest integer that is not above X" = arith::floor;
        Rational "rational" (number) -> rational "the exact value as a rational" = arith::rational;
        Rationalize "rationalize" (number) -> rational "the simplest rational that rounds to X"
            = arith::rationalize;
        Numerator "numerator" (rational) -> integer "the numerator in lowest terms" = arith::numerator;
        Denominator "denominator" (rational) -> integer "the denominator in lowest terms"
            = arith::denominator;
        Sqrt "sqrt" (number) -> float "the square root" = elementary::sqrt, ieee f64::sqrt;
        Exp "exp" (number) -> float "e to the power of X" = elementary::exp, ieee f64::exp;
        Log "log" (number) -> float "the natural logarithm" = elementary::log, ieee f64::ln;
        Log2 "log2" (number) -> float "the logarithm to base 2" = elementary::log2, ieee f64::log2;
        Log10 "log10" (number) -> float "the logarithm to base 10" = elementary::log10, ieee f64::log10;
        Sin "sin" (number) -> float "the sine" = elementary::sin, ieee f64::sin;
        Cos "cos" (number) -> float "the cosine" = elementary::cos, ieee f64::cos;
        Tan "tan" (number) -> float "the tangent" = elementary::tan, ieee f64::tan;
        Cot "cot" (number) -> float "the cotangent" = elementary::cot, ieee |x| x.tan().recip();
        Asin "asin" (number) -> float "the inverse sine" = elementary::asin, ieee f64::asin;
        Acos "acos" (number) -> float "the inverse cosine" = elementary::acos, ieee f64::acos;
        Atan "atan" (number) -> float "the inverse tangent" = elementary::atan;
        Acot "acot" (number) -> float "the inverse cotangent" = elementary::acot, ieee |x| x.recip().atan();
        Sinh "sinh" (number) -> float "the hyperbolic sine" = elementary::sinh, ieee f64::sinh;
        Cosh "cosh" (number) -> float "the hyperbolic cosine" = elementary::cosh, ieee f64::cosh;
        Tanh "tanh" (number) -> float "the hyperbolic tangent" = elementary::tanh;
        Coth "coth" (number) -> float "the hyperbolic cotangent"
            = elementary::coth, ieee |x| x.tanh().recip();
        Asinh "asinh" (number) -> float "the inverse hyperbolic sine" = elementary::asinh;
        Acosh "acosh" (number) -> float "the inverse hyperbolic cosine" = elementary::acosh, ieee f64::acosh;
        Atanh "atanh" (number) -> float "the inverse hyperbolic tangent" = elementary::atanh, ieee f64::atanh;
        Acoth "acoth" (number) -> float "the inverse hyperbolic cotangent"
            = elementary::acoth, ieee |x| x.recip().atanh();
        Isqrt "isqrt" (integer) -> integer "the integer part of an integer's square root" = special::isqrt;
        Erf "erf" (number) -> float "the error function" = special::erf;
        Erfc "erfc" (number) -> float "the complement of the error function" = special::erfc;
        Lgamma "lgamma" (number) -> float "the logarithm of the gamma function"
            = special::lgamma, ieee |_| f64::INFINITY;
    }
    binary {
        Add "+" (number, number) -> number "the sum" = arith::add, ieee |x, y| x + y;
        Sub "-" (number, number) -> number "the difference" = arith::sub, ieee |x, y| x - y;
        Mul "*" (number, number) -> number "the product" = arith::mul, ieee |x, y| x * y;
        Divide "/" (number, number) -> number "the quotient: an integer if exact, else a float"
            = arith::divide, ieee |x, y| x / y;
        IntDiv "//" (integer, integer) -> integer "the integer quotient towards zero" = arith::int_div;
        Div "div" (integer, integer) -> integer "the integer quotient towards negative infinity" = arith::div;
        Rem "rem" (integer, integer) -> integer "the remainder of //" = arith::rem;
        Mod "mod" (integer, integer) -> integer "the remainder of div" = arith::modulo;
        Rdiv "rdiv" (rational, rational) -> rational "the quotient as a rational" = arith::rdiv;
        Plus "plus" (number, number) -> number "the sum" = arith::add, ieee |x, y| x + y;
        Min "min" (number, number) -> number "the lesser" = arith::min;
        Max "max" (number, number) -> number "the greater" = arith::max;
        Gcd "gcd" (integer, integer) -> integer "the greatest common divisor" = arith::gcd;
        Lcm "lcm" (integer, integer) -> integer "the least common multiple" = arith::lcm;
        ShiftRight ">>" (integer, integer) -> integer "X shifted right, with its sign" = arith::shift_right;
        ShiftLeft "<<" (integer, integer) -> integer "X shifted left" = arith::shift_left;
        BitAnd "/\\" (integer, integer) -> integer "the bitwise and" = arith::bit_and;
        BitOr "\\/" (integer, integer) -> integer "the bitwise or" = arith::bit_or;
        Xor "xor" (integer, integer) -> integer "the bitwise exclusive or" = arith::xor;
        Getbit "getbit" (integer, integer) -> integer "the bit of X with weight 2**Y" = arith::getbit;
        Setbit "setbit" (integer, integer) -> integer "X with the bit of weight 2**Y set" = arith::setbit;
        Clrbit "clrbit" (integer, integer) -> integer "X with the bit of weight 2**Y cleared" = arith::clrbit;
        Power "**" (number, number) -> number "X to the power of Y" = arith::power, ieee f64::powf;
        Caret "^" (number, number) -> number "X to the power of Y, of integers an integer"
            = arith::caret, ieee f64::powf;
        LogBase "log" (number, number) -> float "the logarithm of Y to base X"
            = elementary::log_base, ieee |x, y| y.ln() / x.ln();
        Atan2 "atan2" (number, number) -> float "the angle of the point (Y, X)"
            = elementary::atan2, ieee f64::atan2;
        AtanOf "atan" (number, number) -> float "the angle of the point (Y, X)"
            = elementary::atan2, ieee f64::atan2;
        Copysign "copysign" (number, number) -> float "X with the sign of Y, as a float"
            = elementary::copysign, ieee f64::copysign;
        Nexttoward "nexttoward" (number, number) -> float "the float after X in the direction of Y"
            = elementary::nexttoward, ieee elementary::next_float;
        Maxr "maxr" (number, number) -> number "the greater, ignoring a NaN" = special::maxr;
        Minr "minr" (number, number) -> number "the lesser, ignoring a NaN" = special::minr;
    }
    ternary {
        Powm "powm" (integer, integer, integer) -> integer "X to the power of Y, modulo Z" = special::powm;
    }
}
