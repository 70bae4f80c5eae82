//! Equality of terms and of answers.
//!
//! Terms are compared by a list of pairs that are to be compared, not by recursion. A pair that was met before is
//! not compared again, since terms share their parts.

use super::answer::Answer;
use super::error::Ball;
use super::term::{Shape, Term};
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl PartialEq for Term<'_> {
    /// Returns true if two terms have the same structure, with variables of the same names in the same places.
    /// Floats are equal if `==/2` says so.
    fn eq(&self, other: &Term<'_>) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![(*self, *other)];
        while let Some((a, b)) = open.pop() {
            if a.is_identical(b) {
                continue;
            }
            let same = match (a.shape(), b.shape()) {
                (Shape::Compound(f, m), Shape::Compound(g, n)) => {
                    let same = f == g && m == n;
                    if same && seen.insert((a.id(), b.id())) {
                        open.extend(a.args().zip(b.args()));
                    }
                    same
                }
                (Shape::Float(x), Shape::Float(y)) => x.to_bits() == y.to_bits(),
                (Shape::Atom(f), Shape::Atom(g)) => {
                    let address = |t: Term<'_>| t.object().map(|o| Arc::as_ptr(o).cast::<()>());
                    f == g && address(a) == address(b)
                }
                (a, b) => a == b,
            };
            if !same {
                return false;
            }
        }
        true
    }
}

impl Eq for Term<'_> {}

impl PartialEq for Answer {
    /// Returns true if the same variables have equal values in both answers, and their residual goals are equal and in
    /// the same order.
    fn eq(&self, other: &Answer) -> bool {
        self.bindings().eq(other.bindings())
            && self.residual_goals().eq(other.residual_goals())
            && self.cut_cycles().eq(other.cut_cycles())
    }
}

impl Eq for Answer {}

impl PartialEq for Ball {
    fn eq(&self, other: &Ball) -> bool {
        self.term() == other.term()
    }
}

impl Eq for Ball {}
