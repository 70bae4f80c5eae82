//! Evaluation of arithmetic expressions, and the slow paths of compiled arithmetic.
//!
//! A number that is a small integer or a float is computed on cells; everything else goes through
//! `base::number`. Expressions that only appear at run time are evaluated with an explicit stack.

use crate::base::atom::{Atom, atoms};
use crate::base::evaluable::{Op0, Op1, Op2, Op3};
use crate::base::float_env::Rounding;
use crate::base::int::Int;
use crate::base::number::{EvalError, compare_arith};
use crate::base::special::powm_until;
use crate::code::instr::CompareOp;
use crate::machine::memory::cell::{Addr, MAX_SMALL, MIN_SMALL};
use crate::machine::state::evaluables::Evaluable;
use crate::machine::terms::large::{large_operand, large_result, large_three};
use crate::machine::{Ball, Cell, Extension, Machine, Tag};
use std::cmp::Ordering;

/// Steps of one evaluation, which may be of a cyclic term.
const MAX_EVALUATION_STEPS: u32 = 50_000_000;

/// Pending work of an evaluation.
enum EvalStep {
    Visit(Cell),
    /// The end of a `roundtoward/2`: the rounding before it.
    Round(Rounding),
    One(Op1),
    Two(Op2),
    Three(Op3),
}

/// The stacks of an evaluation.
struct Evaluation {
    steps: Vec<EvalStep>,
    values: Vec<Cell>,
}

impl Evaluation {
    fn pop_value(&mut self) -> Cell {
        self.values.pop().unwrap_or(Cell::NIL)
    }
}

impl<X: Extension> Machine<X> {
    /// The value of an operand as a number cell: numbers as they are, expressions evaluated.
    #[inline]
    pub(in crate::machine) fn operand(&mut self, c: Cell) -> Result<Cell, Ball> {
        let c = self.heap.deref(c);
        if c.is_number() {
            Ok(c)
        } else {
            self.evaluate(c)
        }
    }

    /// `op(a, b)` on cells.
    #[inline]
    pub(in crate::machine) fn binary(&mut self, op: Op2, a: Cell, b: Cell) -> Result<Cell, Ball> {
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        if Cell::both_int(a, b) {
            let float = matches!(op, Op2::Divide | Op2::Power) && self.float_env.float_results;
            if !float
                && let Some(c) = small_binary(op, a.as_int(), b.as_int()).and_then(Cell::try_int)
            {
                return Ok(c);
            }
        } else if let Some(c) = self.float_binary(op, a, b) {
            return Ok(c);
        }
        let (x, y) = (self.number(a), self.number(b));
        if let Some(bits) = large_result(op, &x, &y) {
            return self.large_binary(op, x, y, bits);
        }
        let mut r = op.eval(&x, &y);
        if !self.float_env.is_plain() {
            r = self.float_env.binary(op, &x, &y, r);
        }
        match r {
            Ok(n) => Ok(self.number_cell(&n)),
            Err(e) => Err(self.eval_ball(&e)),
        }
    }

    fn as_float(&self, c: Cell) -> Option<f64> {
        if c.is_int() {
            let i = c.as_int();
            // Larger integers may not be exact as floats: `base::number` converts them.
            return (i.unsigned_abs() < 1 << 53).then_some(i as f64);
        }
        self.heap.to_float(c)
    }

    #[inline]
    fn float_binary(&mut self, op: Op2, a: Cell, b: Cell) -> Option<Cell> {
        let (x, y) = (self.as_float(a)?, self.as_float(b)?);
        let r = match op {
            Op2::Add => x + y,
            Op2::Sub => x - y,
            Op2::Mul => x * y,
            Op2::Divide if y != 0.0 => x / y,
            _ => return None,
        };
        (r.is_finite() && self.float_env.is_plain()).then(|| self.heap.float(r))
    }

    /// `op(a)` on cells.
    pub(in crate::machine) fn unary(&mut self, op: Op1, a: Cell) -> Result<Cell, Ball> {
        let a = self.operand(a)?;
        if a.is_int() {
            let i = a.as_int();
            let r = match op {
                Op1::Neg => Some(-i),
                Op1::Plus | Op1::Eval | Op1::Integer => Some(i),
                Op1::Abs => Some(i.abs()),
                Op1::BitNot => Some(!i),
                Op1::Sign => Some(i.signum()),
                _ => None,
            };
            if let Some(c) = r.and_then(Cell::try_int) {
                return Ok(c);
            }
        }
        let x = self.number(a);
        let mut r = if op.needs_context() {
            op.eval(&x, self.ext.eval_context())
        } else if let Some(bits) = large_operand(&x) {
            let x = x.clone();
            self.large_value(bits, move |_| op.eval(&x, &mut NoContext))?
        } else {
            op.eval(&x, &mut NoContext)
        };
        if !self.float_env.is_plain() {
            r = self.float_env.unary(op, &x, r);
        }
        match r {
            Ok(n) => Ok(self.number_cell(&n)),
            Err(e) => Err(self.eval_ball(&e)),
        }
    }

    fn nullary(&mut self, op: Op0) -> Cell {
        let n = op.eval(self.ext.eval_context());
        self.number_cell(&n)
    }

    /// The value of an arithmetic expression, as a number cell (ISO 9.1).
    pub(crate) fn evaluate(&mut self, c: Cell) -> Result<Cell, Ball> {
        let rounding = self.float_env.rounding;
        let value = self.evaluate_steps(c);
        // An error may have left a `roundtoward/2` in force.
        self.float_env.rounding = rounding;
        value
    }

    /// The error for an expression with more steps than any that ends.
    #[cold]
    fn endless_expression(&mut self, expression: Cell) -> Ball {
        match self.is_acyclic(expression) {
            true => self.resource_error(atoms::MEMORY),
            false => {
                let kind = self.atoms.intern("expression");
                self.type_error(kind, expression)
            }
        }
    }

    fn evaluate_steps(&mut self, whole: Cell) -> Result<Cell, Ball> {
        let mut todo = Evaluation {
            steps: vec![EvalStep::Visit(whole)],
            values: Vec::new(),
        };
        let mut budget = MAX_EVALUATION_STEPS;
        while let Some(step) = todo.steps.pop() {
            match step {
                EvalStep::Visit(c) => {
                    budget -= 1;
                    if budget == 0 {
                        return Err(self.endless_expression(whole));
                    }
                    self.visit(c, &mut todo)?;
                }
                EvalStep::Round(before) => self.float_env.rounding = before,
                EvalStep::One(o) => {
                    let a = todo.pop_value();
                    todo.values.push(self.unary(o, a)?);
                }
                EvalStep::Two(o) => {
                    let b = todo.pop_value();
                    let a = todo.pop_value();
                    todo.values.push(self.binary(o, a, b)?);
                }
                EvalStep::Three(o) => {
                    let (c, b, a) = (todo.pop_value(), todo.pop_value(), todo.pop_value());
                    let [x, y, z] = [a, b, c].map(|n| self.number(n));
                    let value = match (o, large_three(o, [&x, &y, &z])) {
                        (Op3::Powm, Some(bits)) => {
                            self.large_value(bits, move |stop| powm_until(&x, &y, &z, stop))?
                        }
                        (_, None) => o.eval(&x, &y, &z),
                    };
                    let n = value.map_err(|e| self.eval_ball(&e))?;
                    todo.values.push(self.number_cell(&n));
                }
            }
        }
        Ok(todo.pop_value())
    }

    /// Pushes the value of an expression, or the steps that compute it.
    fn visit(&mut self, c: Cell, todo: &mut Evaluation) -> Result<(), Ball> {
        let c = self.heap.deref(c);
        match c.tag() {
            Tag::Int | Tag::Num => todo.values.push(c),
            Tag::Var | Tag::AttVar => return Err(self.instantiation_error()),
            Tag::Atom => match self.evaluables.0.get(&(c.as_atom(), 0)) {
                Some(&Evaluable::Nullary(o)) => {
                    let value = self.nullary(o);
                    todo.values.push(value);
                }
                _ => return Err(self.not_evaluable(c.as_atom(), 0)),
            },
            Tag::Struct => self.visit_structure(c, &mut todo.steps)?,
            Tag::List | Tag::Packed => {
                // `[X]` is the value of `X`, and `[a]` the code of the character.
                if self.heap.rest(c) != Some(Cell::NIL) {
                    return Err(self.type_error(atoms::EVALUABLE, c));
                }
                let head = self.heap.deref(self.heap.argument(c, 0));
                match head.to_atom().and_then(Atom::as_char) {
                    Some(ch) => todo.values.push(Cell::int(i64::from(u32::from(ch)))),
                    None => todo.steps.push(EvalStep::Visit(head)),
                }
            }
            // A string of one character is its code, as `[a]` is.
            Tag::String => match one_char(self.heap.text(c)) {
                Some(ch) => todo.values.push(Cell::int(i64::from(u32::from(ch)))),
                None => return Err(self.type_error(atoms::EVALUABLE, c)),
            },
        }
        Ok(())
    }

    /// Pushes the steps of an evaluable: its arguments from left to right, then the operation.
    fn visit_structure(&mut self, c: Cell, steps: &mut Vec<EvalStep>) -> Result<(), Ball> {
        let (f, n) = self.heap.functor_of(c);
        let name = self.functors.get(f).0;
        let at = self.heap.args_at(c);
        match self.evaluables.0.get(&(name, n)) {
            Some(&Evaluable::Unary(o)) => steps.push(EvalStep::One(o)),
            Some(&Evaluable::Binary(o)) => {
                steps.push(EvalStep::Two(o));
                steps.push(EvalStep::Visit(self.heap.get(at + 8)));
            }
            Some(&Evaluable::Ternary(o)) => {
                steps.push(EvalStep::Three(o));
                steps.push(EvalStep::Visit(self.heap.get(at + 16)));
                steps.push(EvalStep::Visit(self.heap.get(at + 8)));
            }
            Some(Evaluable::Rounded) => {
                let rounding = self.rounding(at + 8)?;
                steps.push(EvalStep::Round(self.float_env.rounding));
                self.float_env.rounding = rounding;
            }
            Some(Evaluable::Nullary(_)) | None => return Err(self.not_evaluable(name, n)),
        }
        steps.push(EvalStep::Visit(self.heap.get(at)));
        Ok(())
    }

    /// The rounding that the second argument of `roundtoward/2` names.
    fn rounding(&mut self, at: Addr) -> Result<Rounding, Ball> {
        let mode = self.heap.deref(self.heap.get(at));
        let Some(name) = mode.to_atom() else {
            return Err(match mode.is_ref() {
                true => self.instantiation_error(),
                false => self.type_error(atoms::ATOM, mode),
            });
        };
        let rounding = Rounding::from_name(&self.atoms.text(name));
        rounding.ok_or_else(|| self.domain_error("round", mode))
    }

    #[cold]
    fn not_evaluable(&mut self, name: Atom, arity: u32) -> Ball {
        let pi = self.indicator(name, arity);
        self.type_error(atoms::EVALUABLE, pi)
    }

    /// Compares the values of two expressions.
    #[inline]
    pub(in crate::machine) fn compare_values(
        &mut self,
        op: CompareOp,
        a: Cell,
        b: Cell,
    ) -> Result<bool, Ball> {
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        if Cell::both_int(a, b) {
            return Ok(holds(op, Some(a.int_bits().cmp(&b.int_bits()))));
        }
        if let (Some(x), Some(y)) = (self.as_float(a), self.as_float(b)) {
            return Ok(holds(op, x.partial_cmp(&y)));
        }
        Ok(holds(op, compare_arith(&self.number(a), &self.number(b))))
    }

    /// Evaluates and compares two expressions, for builtins.
    pub(crate) fn compare_arithmetic(
        &mut self,
        op: CompareOp,
        a: Cell,
        b: Cell,
    ) -> Result<bool, Ball> {
        self.compare_values(op, a, b)
    }

    /// The ball for an evaluation that has no value.
    #[cold]
    pub(crate) fn eval_ball(&mut self, e: &EvalError) -> Ball {
        let (kind, what, culprit) = e.parts();
        let culprit = culprit.map(|n| self.number_cell(n));
        let what_atom = self.atoms.intern(what);
        match (kind, culprit) {
            ("type_error", Some(c)) => self.type_error(what_atom, c),
            ("domain_error", Some(c)) => self.domain_error(what, c),
            ("resource_error", _) => self.resource_error(what_atom),
            _ => self.evaluation_error(what),
        }
    }
}

/// Returns true if a comparison holds for this order; of unordered numbers, only `=\=` does.
#[inline(always)]
pub(in crate::machine) fn holds(op: CompareOp, o: Option<Ordering>) -> bool {
    match op {
        CompareOp::Eq => o == Some(Ordering::Equal),
        CompareOp::Ne => o != Some(Ordering::Equal),
        CompareOp::Lt => o == Some(Ordering::Less),
        CompareOp::Le => matches!(o, Some(Ordering::Less | Ordering::Equal)),
        CompareOp::Gt => o == Some(Ordering::Greater),
        CompareOp::Ge => matches!(o, Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// Operations on small integers whose result fits 64 bits; `None` sends the others to the slow path.
#[inline(always)]
fn small_binary(op: Op2, a: i64, b: i64) -> Option<i64> {
    match op {
        Op2::Add | Op2::Plus => Some(a + b),
        Op2::Sub => Some(a - b),
        Op2::Mul => a.checked_mul(b),
        Op2::IntDiv if b != 0 => Some(a / b),
        Op2::Div if b != 0 => Some(a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))),
        Op2::Rem if b != 0 => Some(a % b),
        Op2::Mod if b != 0 => {
            let r = a % b;
            Some(if r != 0 && (r < 0) != (b < 0) {
                r + b
            } else {
                r
            })
        }
        Op2::Divide if b != 0 && a % b == 0 => Some(a / b),
        Op2::Min => Some(a.min(b)),
        Op2::Max => Some(a.max(b)),
        Op2::BitAnd => Some(a & b),
        Op2::BitOr => Some(a | b),
        Op2::Xor => Some(a ^ b),
        Op2::ShiftRight if (0..64).contains(&b) => Some(a >> b.min(63)),
        Op2::ShiftLeft
            if (0..62).contains(&b) && a.unsigned_abs().leading_zeros() as i64 > b + 1 =>
        {
            Some(a << b)
        }
        _ => None,
    }
}

/// The context of evaluables that need none.
struct NoContext;

impl crate::base::evaluable::EvalContext for NoContext {
    fn random_below(&mut self, _: &Int) -> Int {
        Int::ZERO
    }
    fn random_float(&mut self) -> f64 {
        0.5
    }
    fn cputime(&mut self) -> f64 {
        0.0
    }
    fn realtime(&mut self) -> i64 {
        0
    }
    fn tagged_integers(&self) -> (i64, i64) {
        (MIN_SMALL, MAX_SMALL)
    }
}

/// The character of a text that is one character.
fn one_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}
