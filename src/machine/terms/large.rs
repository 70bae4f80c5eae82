//! Operations on integers so large that they take long: they run in a thread of their own, so that an
//! interrupt or a limit ends them for the machine at once, and only if there is memory for them.

use crate::base::arith::EvalResult;
use crate::base::clock::HAS_THREADS;
use crate::base::convert::parse_radix;
use crate::base::evaluable::{Op2, Op3};
use crate::base::int::{Int, MAX_BITS, gcd_until};
use crate::base::number::Number;
use crate::machine::{Ball, Cell, Extension, Interrupt, Machine};
use dashu_base::BitTest;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Operations whose operands and result have together at most so many bits run at once.
const SHORT: u64 = 1 << 18;

/// The time between two looks for an interrupt.
const PAUSE: Duration = Duration::from_millis(10);

/// The name of the threads that compute with huge integers. A panic there means that the process has no memory for
/// them, and becomes an error of the program.
pub(crate) const LARGE_THREAD: &str = "huge integers";

/// The bits of an integer; 64 for another number.
fn bits(n: &Number) -> u64 {
    match n {
        Number::Int(i) => i.bit_len(),
        Number::Rat(r) => (r.numerator().bit_len() + r.denominator().bit_len()) as u64,
        Number::Float(_) => 64,
    }
}

/// [`large_result`] of an operation with a rational number.
#[cold]
fn large_rational(op: Op2, x: &Number, y: &Number) -> Option<u64> {
    if matches!((x, y), (Number::Float(_), _) | (_, Number::Float(_))) {
        return None;
    }
    let power = match (op, y) {
        (Op2::Power | Op2::Caret, Number::Int(n)) => {
            let n = n.to_i64().map_or(u64::MAX, i64::unsigned_abs);
            bits(x).saturating_mul(n).min(2 * MAX_BITS)
        }
        _ => 0,
    };
    let all = bits(x) + bits(y) + power;
    (all > SHORT).then_some(all)
}

/// The length in bits of operands and result of an operation on exact numbers, if it is large.
#[inline]
pub(in crate::machine) fn large_result(op: Op2, x: &Number, y: &Number) -> Option<u64> {
    let (Number::Int(a), Number::Int(b)) = (x, y) else {
        return match (x, y) {
            (Number::Rat(_), _) | (_, Number::Rat(_)) => large_rational(op, x, y),
            _ => None,
        };
    };
    let grows = matches!(op, Op2::Power | Op2::Caret | Op2::ShiftLeft);
    if !grows
        && matches!((a, b), (Int::Small(_), _) | (_, Int::Small(_)))
        && a.bit_len().max(b.bit_len()) < SHORT
    {
        return None;
    }
    let result = match (op, b.to_i64()) {
        (Op2::Power | Op2::Caret, Some(n)) if a.bit_len() > 1 => a
            .bit_len()
            .saturating_mul(n.unsigned_abs())
            .min(2 * MAX_BITS),
        (Op2::ShiftLeft, Some(n)) if n > 0 => n.unsigned_abs().min(2 * MAX_BITS),
        _ => 0,
    };
    let all = bits(x) + bits(y) + result;
    (all > SHORT).then_some(all)
}

/// The length in bits of the operand of a function, if it is large.
#[inline]
pub(in crate::machine) fn large_operand(x: &Number) -> Option<u64> {
    let all = match x {
        Number::Int(Int::Small(_)) | Number::Float(_) => 0,
        _ => bits(x),
    };
    (all > SHORT).then_some(all)
}

/// The length in bits of the numbers from which a function of three arguments computes its value, if they are large:
/// those of the operands and of the table of `powm_until`.
pub(in crate::machine) fn large_three(op: Op3, [x, y, z]: [&Number; 3]) -> Option<u64> {
    let Op3::Powm = op;
    let all = bits(x) + bits(y) + bits(z).saturating_mul(32);
    (all > SHORT).then_some(all)
}

impl<X: Extension> Machine<X> {
    /// The value that `work` computes from operands of `bits` bits.
    #[cold]
    pub(in crate::machine) fn large_value(
        &mut self,
        bits: u64,
        work: impl FnOnce(&AtomicBool) -> EvalResult + Send + 'static,
    ) -> Result<EvalResult, Ball> {
        self.check_large(bits)?;
        self.interruptible(work)
    }

    /// `op(x, y)` where operands and result may have `bits` bits.
    #[cold]
    pub(in crate::machine) fn large_binary(
        &mut self,
        op: Op2,
        x: Number,
        y: Number,
        bits: u64,
    ) -> Result<Cell, Ball> {
        self.check_large(bits)?;
        let result = self.interruptible(move |stop| match (op, &x, &y) {
            (Op2::Gcd, Number::Int(a), Number::Int(b)) => {
                Ok(Number::Int(gcd_until(a, b, stop).unwrap_or(Int::ZERO)))
            }
            _ => op.eval(&x, &y),
        })?;
        match result {
            Ok(n) => Ok(self.number_cell(&n)),
            Err(e) => Err(self.eval_ball(&e)),
        }
    }

    /// The text of a number.
    ///
    /// # Errors
    /// `resource_error(memory)`; the ball of an interrupt or a limit.
    pub(crate) fn number_text(&mut self, c: Cell) -> Result<String, Ball> {
        let n = self.number(c);
        let bits = bits(&n);
        if bits <= SHORT {
            return Ok(n.to_string());
        }
        self.check_large(bits)?;
        self.interruptible(move |_| n.to_string())
    }

    /// Checks that there is memory for the operands, the result and the intermediate values of an operation.
    fn check_large(&mut self, bits: u64) -> Result<(), Ball> {
        let bytes = bits / 8;
        self.check_heap(bytes)?;
        let spare = usize::try_from(16 * bytes).unwrap_or(usize::MAX);
        match Vec::<u8>::new().try_reserve_exact(spare) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.out_of_memory()),
        }
    }

    /// The ball that ends a computation which was given up without one: that of an interrupt or a limit, if there is one,
    /// or else of memory.
    pub(crate) fn unfinished(&mut self) -> Ball {
        match self.take_stop() {
            Some(ball) => ball,
            None => self.out_of_memory(),
        }
    }

    /// Runs `work` in a thread of its own. If the machine is interrupted meanwhile, the thread is not waited for: the
    /// flag that `work` receives is set.
    ///
    /// # Errors
    /// `resource_error(memory)`; the ball of an interrupt or a limit.
    pub(crate) fn interruptible<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Ball> {
        let interrupt = self.interrupt_handle();
        let mut ball = None;
        let result = in_thread(work, || {
            if interrupt.is_due() {
                ball = self.take_stop();
            }
            ball.is_some()
        });
        match (result, ball) {
            (Some(value), _) => Ok(value),
            (None, Some(ball)) => Err(ball),
            (None, None) => Err(self.out_of_memory()),
        }
    }
}

/// Runs `work` in a thread of its own, or in this one on a platform without threads. Returns `None` if no thread can
/// be made, if `work` panics, or once `ends` returns true: then the thread is not waited for, and the flag that
/// `work` receives is set.
fn in_thread<T: Send + 'static>(
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    mut ends: impl FnMut() -> bool,
) -> Option<T> {
    if !HAS_THREADS {
        return Some(work(&AtomicBool::new(false)));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = channel();
    let flag = stop.clone();
    let thread = std::thread::Builder::new().name(LARGE_THREAD.to_owned());
    let thread = thread.spawn(move || {
        // The receiver is gone if the work was ended.
        let _ = sender.send(work(&flag));
    });
    thread.ok()?;
    loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(value) => return Some(value),
            Err(RecvTimeoutError::Timeout) if ends() => {
                stop.store(true, Ordering::Relaxed);
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// The digits of an integer; `None` if the machine of the handle is interrupted meanwhile, or has no memory.
pub(crate) fn integer_text(i: &Int, interrupt: &Interrupt) -> Option<String> {
    if i.bit_len() <= SHORT {
        return Some(i.to_string());
    }
    let i = i.clone();
    in_thread(move |_| i.to_string(), || interrupt.is_due())
}

/// The integer of so many decimal digits that it takes long; `None` if the machine of the handle is interrupted
/// meanwhile, or has no memory.
pub(crate) fn integer_value(digits: &str, interrupt: &Interrupt) -> Option<Int> {
    let digits = digits.to_owned();
    in_thread(move |_| parse_radix(&digits, 10), || interrupt.is_due()).flatten()
}
