//! `minimum maximum minimum_arg maximum_arg`: the extreme value of variables, and its first position. Bounds
//! consistent. Only the maximum is implemented: the minimum is `−max(−x)`.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The value or position that the constraint is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    /// The value.
    Value,
    /// The place of its first occurrence, counting from one.
    Place,
}

/// `result` is the least or greatest of `xs`, or its place.
#[derive(Debug)]
pub(crate) struct MinMax {
    pub(crate) which: Which,
    pub(crate) greatest: bool,
    pub(crate) result: VarId,
    pub(crate) xs: Box<[VarId]>,
}

impl MinMax {
    /// The greatest value, of `−x` if the least is meant.
    fn top(&self, vars: &Vars, x: VarId) -> Bound {
        if self.greatest {
            vars.max(x)
        } else {
            vars.min(x).neg()
        }
    }

    fn bottom(&self, vars: &Vars, x: VarId) -> Bound {
        if self.greatest {
            vars.min(x)
        } else {
            vars.max(x).neg()
        }
    }

    fn cap(&self, vars: &mut Vars, x: VarId, b: &Bound) -> Narrowed {
        if self.greatest {
            vars.remove_above_bound(x, b)
        } else {
            vars.remove_below_bound(x, &b.neg())
        }
    }

    fn raise(&self, vars: &mut Vars, x: VarId, b: &Bound) -> Narrowed {
        if self.greatest {
            vars.remove_below_bound(x, b)
        } else {
            vars.remove_above_bound(x, &b.neg())
        }
    }

    fn value(&self, vars: &mut Vars) -> Propagated {
        let tops = self.xs.iter().map(|x| self.top(vars, *x)).max();
        let bottoms = self.xs.iter().map(|x| self.bottom(vars, *x)).max();
        let (Some(top), Some(bottom)) = (tops, bottoms) else {
            return Err(Inconsistent);
        };
        self.cap(vars, self.result, &top)?;
        self.raise(vars, self.result, &bottom)?;
        let most = self.top(vars, self.result);
        for x in &self.xs {
            self.cap(vars, *x, &most)?;
        }
        // If only one variable can reach the least value of the result, the two are equal.
        let least = self.bottom(vars, self.result);
        let mut can = self.xs.iter().filter(|x| self.top(vars, **x) >= least);
        let (first, second) = (can.next().copied(), can.next().copied());
        match (first, second) {
            (None, _) => Err(Inconsistent),
            (Some(x), None) if x == self.result => Ok(Status::Subsumed),
            (Some(x), None) => {
                vars.request(Constraint::linear(&[(1, x), (-1, self.result)], Rel::Eq, 0));
                Ok(Status::Subsumed)
            }
            (Some(_), Some(_)) => {
                let most = self.top(vars, self.result);
                let reached = self.xs.iter().any(|x| self.bottom(vars, *x) == most);
                Ok(if reached && vars.is_fixed(self.result) {
                    Status::Subsumed
                } else {
                    Status::NoFix
                })
            }
        }
    }

    fn place(&self, vars: &mut Vars) -> Propagated {
        let n = self.xs.len();
        vars.remove_below(self.result, 1)?;
        vars.remove_above(self.result, n as i64)?;
        // A position is possible if its value can exceed the least values of the variables before it and reach those
        // of the variables after it.
        let bottoms: Vec<Bound> = self.xs.iter().map(|x| self.bottom(vars, *x)).collect();
        let mut after: Vec<Option<Bound>> = vec![None; n];
        for i in (0..n.saturating_sub(1)).rev() {
            after[i] = after[i + 1].clone().max(Some(bottoms[i + 1].clone()));
        }
        let mut before: Option<&Bound> = None;
        for i in 0..n {
            let top = self.top(vars, self.xs[i]);
            let less = before.is_some_and(|b| top <= *b);
            if less || after[i].as_ref().is_some_and(|b| top < *b) {
                vars.remove(self.result, i as i64 + 1)?;
            }
            before = before.max(Some(&bottoms[i]));
        }
        if let Some(i) = vars.word(self.result) {
            let at = i as usize - 1;
            for (j, x) in self.xs.iter().enumerate() {
                if j == at {
                    continue;
                }
                let strict = -i64::from(j < at);
                let terms = if self.greatest {
                    [(1, *x), (-1, self.xs[at])]
                } else {
                    [(-1, *x), (1, self.xs[at])]
                };
                vars.request(Constraint::linear(&terms, Rel::Le, strict));
            }
            return Ok(Status::Subsumed);
        }
        // No variable exceeds all those at positions that are possible.
        let (low, high) = (vars.low(self.result), vars.high(self.result));
        let can = (low..=high).filter(|i| vars.contains(self.result, *i));
        let most = can.map(|i| self.top(vars, self.xs[i as usize - 1])).max();
        if let Some(most) = most {
            for (j, x) in self.xs.iter().enumerate() {
                if !vars.contains(self.result, j as i64 + 1) {
                    let before = (j as i64) + 1 < low;
                    let most = if before {
                        most.plus(&Int::Small(-1))
                    } else {
                        most.clone()
                    };
                    self.cap(vars, *x, &most)?;
                }
            }
        }
        Ok(Status::NoFix)
    }
}

impl Constrain for MinMax {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let result = f(self.result);
        Constraint::other(MinMax {
            which: self.which,
            greatest: self.greatest,
            result,
            xs: self.xs.iter().map(|x| f(*x)).collect(),
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let values = self.xs.iter().map(|x| at(*x));
        let values: Vec<Int> = values.map(|i| if self.greatest { i } else { -i }).collect();
        let Some(top) = values.iter().max() else {
            return false;
        };
        let result = at(self.result);
        match self.which {
            Which::Value if self.greatest => result == *top,
            Which::Value => -result == *top,
            Which::Place => {
                let place = values.iter().position(|i| i == top);
                place.is_some_and(|p| result == Int::Small(p as i64 + 1))
            }
        }
    }

    fn show(&self) -> ConstraintTerm {
        let (result, xs) = (
            ConstraintTerm::Var(self.result),
            ConstraintTerm::vars(&self.xs),
        );
        match (self.which, self.greatest) {
            (Which::Value, true) => ConstraintTerm::call("maximum", vec![result, xs]),
            (Which::Value, false) => ConstraintTerm::call("minimum", vec![result, xs]),
            (Which::Place, true) => ConstraintTerm::call("maximum_arg", vec![xs, result]),
            (Which::Place, false) => ConstraintTerm::call("minimum_arg", vec![xs, result]),
        }
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        let when = match self.which {
            Which::Value => PropCond::Bounds,
            Which::Place => PropCond::Domain,
        };
        on(self.result, when);
        self.xs.iter().for_each(|x| on(*x, PropCond::Bounds));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let status = match self.which {
            Which::Value => self.value(vars)?,
            Which::Place => self.place(vars)?,
        };
        Ok(if status == Status::NoFix && vars.prunings == before {
            Status::Fix
        } else {
            status
        })
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if self.which == Which::Place {
            s.vars.remove_below(self.result, 1)?;
            s.vars.remove_above(self.result, self.xs.len() as i64)?;
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "minimum",
    arity: 4,
    samples: |v| {
        let mut all = Vec::new();
        for which in [Which::Value, Which::Place] {
            for greatest in [false, true] {
                let of = |result, xs: &[VarId]| {
                    Constraint::other(MinMax {
                        which,
                        greatest,
                        result,
                        xs: xs.into(),
                    })
                };
                all.push(of(v[0], &v[1..]));
                all.push(of(v[0], &v[..3]));
                all.push(of(v[0], &[v[1], v[2], v[1]]));
                all.push(of(v[0], &v[1..2]));
                all.push(of(v[0], &[]));
            }
        }
        all
    },
};
