//! `bool_and bool_or bool_xor`: a literal is the conjunction, disjunction or parity of literals. Domain
//! consistent as long as no variable occurs twice.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, truth};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// A 0/1 variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Literal {
    pub(crate) x: VarId,
    pub(crate) negated: bool,
}

impl Literal {
    fn value(self, vars: &Vars) -> Option<bool> {
        vars.word(self.x).map(|i| (i == 1) != self.negated)
    }

    fn set(self, vars: &mut Vars, value: bool) -> Narrowed {
        vars.fix(self.x, i64::from(value != self.negated))
    }

    fn at(self, at: &dyn Fn(VarId) -> Int) -> Option<bool> {
        truth(&at(self.x)).map(|b| b != self.negated)
    }

    fn goal(self) -> ConstraintTerm {
        if self.negated {
            ConstraintTerm::call("#\\", vec![ConstraintTerm::Var(self.x)])
        } else {
            ConstraintTerm::Var(self.x)
        }
    }
}

/// The gate that joins the literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Join {
    And,
    Or,
    Xor,
}

/// `result` is the join of `inputs`.
#[derive(Debug)]
pub(crate) struct Gate {
    pub(crate) join: Join,
    pub(crate) inputs: Box<[Literal]>,
    pub(crate) result: Literal,
}

impl Gate {
    /// Conjunction (`unit` true) or disjunction: `!unit` among the inputs decides.
    fn decide(&self, vars: &mut Vars, unit: bool) -> Propagated {
        let mut open: Option<Literal> = None;
        let mut more = false;
        for l in &self.inputs {
            match l.value(vars) {
                Some(value) if value != unit => {
                    self.result.set(vars, !unit)?;
                    return Ok(Status::Subsumed);
                }
                Some(_) => {}
                None => {
                    more |= open.is_some();
                    open = Some(*l);
                }
            }
        }
        let Some(last) = open else {
            self.result.set(vars, unit)?;
            return Ok(Status::Subsumed);
        };
        match self.result.value(vars) {
            Some(value) if value == unit => {
                for l in &self.inputs {
                    l.set(vars, unit)?;
                }
                Ok(Status::Subsumed)
            }
            Some(_) if !more => {
                last.set(vars, !unit)?;
                Ok(Status::Subsumed)
            }
            Some(_) | None => Ok(Status::Fix),
        }
    }

    fn parity(&self, vars: &mut Vars) -> Propagated {
        let mut parity = false;
        let mut open: Option<Literal> = None;
        for l in self.inputs.iter().chain([&self.result]) {
            match l.value(vars) {
                Some(value) => parity ^= value,
                None if open.is_some() => return Ok(Status::Fix),
                None => open = Some(*l),
            }
        }
        match open {
            Some(l) => l.set(vars, parity)?,
            None if parity => return Err(Inconsistent),
            None => {}
        }
        Ok(Status::Subsumed)
    }
}

impl Constrain for Gate {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let mut literal = |l: Literal| Literal { x: f(l.x), ..l };
        Constraint::other(Gate {
            join: self.join,
            inputs: self.inputs.iter().map(|l| literal(*l)).collect(),
            result: literal(self.result),
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let inputs: Option<Vec<bool>> = self.inputs.iter().map(|l| l.at(at)).collect();
        let (Some(inputs), Some(result)) = (inputs, self.result.at(at)) else {
            return false;
        };
        result
            == match self.join {
                Join::And => inputs.iter().all(|b| *b),
                Join::Or => inputs.iter().any(|b| *b),
                Join::Xor => inputs.iter().fold(false, |a, b| a ^ b),
            }
    }

    fn show(&self) -> ConstraintTerm {
        let name = match self.join {
            Join::And => "bool_and",
            Join::Or => "bool_or",
            Join::Xor => "bool_xor",
        };
        let inputs = self.inputs.iter().map(|l| l.goal()).collect();
        ConstraintTerm::call(name, vec![ConstraintTerm::List(inputs), self.result.goal()])
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        let all = self.inputs.iter().chain([&self.result]);
        all.for_each(|l| on(l.x, PropCond::Fixed));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let status = match self.join {
            Join::And => self.decide(vars, true)?,
            Join::Or => self.decide(vars, false)?,
            Join::Xor => self.parity(vars)?,
        };
        // A variable that occurs twice may have to be looked at again.
        Ok(if status == Status::Subsumed && vars.prunings != before {
            Status::NoFix
        } else {
            status
        })
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        for l in self.inputs.iter().chain([&self.result]) {
            s.vars.remove_below(l.x, 0)?;
            s.vars.remove_above(l.x, 1)?;
        }
        self.post_itself(s)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "bool_and",
    arity: 4,
    samples: |v| {
        let mut all = Vec::new();
        for join in [Join::And, Join::Or, Join::Xor] {
            let lit = |i: usize, negated| Literal { x: v[i], negated };
            let of = |inputs: &[Literal], result| {
                Constraint::other(Gate {
                    join,
                    inputs: inputs.into(),
                    result,
                })
            };
            let (a, b, c) = (lit(0, false), lit(1, true), lit(2, false));
            all.push(of(&[a, b, c], lit(3, false)));
            all.push(of(&[a, b], lit(3, true)));
            all.push(of(&[a, lit(0, true), c], lit(3, false)));
            all.push(of(&[a, b, a], lit(1, false)));
            all.push(of(&[a, b], a));
            all.push(of(&[], a));
        }
        all
    },
};
