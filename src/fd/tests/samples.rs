//! The oracle's row of FD predicates: those of the literature, and any that chance makes up.

use crate::base::int::Int;
use crate::base::splitmix::SplitMix64;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::indexical::{
    Arg, Builder, Definition, FdCall, Indexical, IndexicalOp, Neck,
};
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::var::VarId;
use std::sync::Arc;

const X: u16 = 0;
const Y: u16 = 1;
const Z: u16 = 2;

/// An indexical whose range is built by `f`.
fn rule(target: u16, f: impl FnOnce(&mut Builder)) -> Indexical {
    let mut b = Builder::new();
    f(&mut b);
    Indexical::new(target, b)
}

fn definition(clauses: Vec<(Neck, Vec<Indexical>)>) -> Arc<Definition> {
    let mut d = Definition::new(0);
    for (neck, body) in clauses {
        d.define(neck, body);
    }
    Arc::new(d)
}

/// `min(A) op max(B) .. max(A) op min(B)`
fn bounds(b: &mut Builder, x: u16, y: u16, op: IndexicalOp) {
    let ends = |b: &mut Builder, first: bool| {
        if first {
            b.min(x)
        } else {
            b.max(x)
        }
        if first != (op == IndexicalOp::Sub) {
            b.min(y);
        } else {
            b.max(y);
        }
        b.op(op);
    };
    ends(b, true);
    ends(b, false);
    b.op(IndexicalOp::Interval);
}

/// `X + Y = Z`, bounds consistent.
fn plus() -> Arc<Definition> {
    definition(vec![(
        Neck::True,
        vec![
            rule(X, |b| bounds(b, Z, Y, IndexicalOp::Sub)),
            rule(Y, |b| bounds(b, Z, X, IndexicalOp::Sub)),
            rule(Z, |b| bounds(b, X, Y, IndexicalOp::Add)),
        ],
    )])
}

/// `X + Y = Z`, domain consistent.
fn plus_domains() -> Arc<Definition> {
    let of = |target, x, y, op| {
        rule(target, |b| {
            b.dom(x);
            b.dom(y);
            b.op(op);
        })
    };
    definition(vec![(
        Neck::True,
        vec![
            of(X, Z, Y, IndexicalOp::SubSets),
            of(Y, Z, X, IndexicalOp::SubSets),
            of(Z, X, Y, IndexicalOp::AddSets),
        ],
    )])
}

/// `\({V} \/ {V+Z} \/ {V-Z})`, where `V` is an argument or a loop's value.
fn not_attacked(b: &mut Builder, v: &dyn Fn(&mut Builder)) {
    v(b);
    b.points(1);
    for op in [IndexicalOp::Add, IndexicalOp::Sub] {
        b.between(IndexicalOp::Or);
        v(b);
        b.value(Z);
        b.op(op);
        b.points(1);
        b.op(IndexicalOp::Or);
    }
    b.op(IndexicalOp::Not);
}

/// `|X − Y|` is neither 0 nor `Z`, in the three versions of the manual's queens.
fn no_threat(version: u8) -> Arc<Definition> {
    let of = |target, other| {
        rule(target, |b| match version {
            1 => not_attacked(b, &|b| b.value(other)),
            _ => {
                if version == 3 {
                    b.int(Int::Small(4));
                    b.card(other);
                    b.op(IndexicalOp::Interval);
                    b.begin_if();
                    b.infinity(false);
                    b.infinity(true);
                    b.op(IndexicalOp::Interval);
                    b.end_if();
                    b.between(IndexicalOp::Or);
                }
                b.dom(other);
                let local = b.begin_each();
                not_attacked(b, &|b| b.local(local));
                b.end_each();
                if version == 3 {
                    b.op(IndexicalOp::Or);
                }
            }
        })
    };
    definition(vec![(Neck::True, vec![of(X, Y), of(Y, X)])])
}

/// `X ≤ Y`, with all four clauses.
fn at_most() -> Arc<Definition> {
    let below = |target, f: &dyn Fn(&mut Builder)| {
        rule(target, |b| {
            b.infinity(false);
            f(b);
            b.op(IndexicalOp::Interval);
        })
    };
    let above = |target, f: &dyn Fn(&mut Builder)| {
        rule(target, |b| {
            f(b);
            b.infinity(true);
            b.op(IndexicalOp::Interval);
        })
    };
    let one = |op: IndexicalOp| {
        move |b: &mut Builder| {
            b.int(Int::ONE);
            b.op(op);
        }
    };
    definition(vec![
        (
            Neck::True,
            vec![below(X, &|b| b.max(Y)), above(Y, &|b| b.min(X))],
        ),
        (
            Neck::False,
            vec![
                above(X, &|b| {
                    b.min(Y);
                    one(IndexicalOp::Add)(b);
                }),
                below(Y, &|b| {
                    b.max(X);
                    one(IndexicalOp::Sub)(b);
                }),
            ],
        ),
        (Neck::FoundTrue, vec![below(X, &|b| b.min(Y))]),
        (
            Neck::FoundFalse,
            vec![above(X, &|b| {
                b.max(Y);
                one(IndexicalOp::Add)(b);
            })],
        ),
    ])
}

struct Sampler(SplitMix64);

impl Sampler {
    fn below(&mut self, n: u64) -> u64 {
        self.0.below(n)
    }

    fn arg(&mut self) -> u16 {
        1 + self.below(2) as u16
    }

    /// Any value; finite whatever the arguments are.
    fn value(&mut self, b: &mut Builder, depth: u32, local: Option<u16>) {
        let arg = self.arg();
        if depth == 0 || self.below(3) == 0 {
            match (self.below(6), local) {
                (0, _) => b.int(Int::Small(self.below(5) as i64 - 2)),
                (1, None) => b.card(arg),
                (1 | 2, Some(local)) => b.local(local),
                (2 | 3, _) => b.min(arg),
                (4, _) => b.max(arg),
                _ => b.value(arg),
            }
            return;
        }
        self.value(b, depth - 1, local);
        let op = match self.below(8) {
            0 => return b.op(IndexicalOp::Neg),
            n @ 1..=3 => {
                b.int(Int::Small([2, 3, -2][n as usize - 1]));
                [IndexicalOp::DivUp, IndexicalOp::Mod, IndexicalOp::DivDown][self.below(3) as usize]
            }
            n => {
                self.value(b, depth - 1, local);
                [
                    IndexicalOp::Add,
                    IndexicalOp::Add,
                    IndexicalOp::Sub,
                    IndexicalOp::Mul,
                ][n as usize - 4]
            }
        };
        b.op(op);
    }

    /// Any range that is finite for finite domains.
    fn finite(&mut self, b: &mut Builder) {
        let arg = self.arg();
        match self.below(4) {
            0 => {
                self.value(b, 1, None);
                self.value(b, 1, None);
                b.points(2);
            }
            1 => {
                b.int(Int::Small(-1));
                b.int(Int::Small(2));
                b.op(IndexicalOp::Interval);
            }
            _ => b.dom(arg),
        }
    }

    /// Any range.
    fn range(&mut self, b: &mut Builder, depth: u32, local: Option<u16>) {
        if depth == 0 {
            match self.below(4) {
                0 => {
                    self.value(b, 1, local);
                    self.value(b, 1, local);
                    b.points(2);
                }
                1 | 2 => {
                    match self.below(4) {
                        0 => b.infinity(false),
                        _ => self.value(b, 2, local),
                    }
                    match self.below(4) {
                        0 => b.infinity(true),
                        _ => self.value(b, 2, local),
                    }
                    b.op(IndexicalOp::Interval);
                }
                _ => {
                    let arg = self.arg();
                    b.dom(arg);
                }
            }
            return;
        }
        if self.below(8) == 0 && local.is_none() {
            self.finite(b);
            let local = b.begin_each();
            self.range(b, depth - 1, Some(local));
            return b.end_each();
        }
        if self.below(10) == 0 {
            self.value(b, 1, local);
            b.begin_switch();
            for key in 0..3 {
                b.begin_case(Int::Small(key));
                self.range(b, depth - 1, local);
                b.end_case();
            }
            return b.end_switch(3);
        }
        self.range(b, depth - 1, local);
        match self.below(12) {
            0..=1 => b.op(IndexicalOp::Not),
            2 => b.op(IndexicalOp::NegSet),
            3 => {
                b.begin_if();
                self.range(b, depth - 1, local);
                b.end_if();
            }
            n @ (4..=7) => {
                let op = if n < 6 {
                    IndexicalOp::Or
                } else {
                    IndexicalOp::And
                };
                b.between(op);
                self.range(b, depth - 1, local);
                b.op(op);
            }
            n @ (8..=9) => {
                self.range(b, depth - 1, local);
                b.op(if n == 8 {
                    IndexicalOp::AddSets
                } else {
                    IndexicalOp::SubSets
                });
            }
            10 => {
                self.value(b, 1, local);
                let n = self.below(3) as usize;
                b.op([
                    IndexicalOp::AddValue,
                    IndexicalOp::SubValue,
                    IndexicalOp::FromValue,
                ][n]
                    .swapped());
            }
            _ => {
                b.int(Int::Small([2, 3, -3][self.below(3) as usize]));
                let rem = self.below(2) == 0;
                b.op(if rem {
                    IndexicalOp::RemValue
                } else {
                    IndexicalOp::ModValue
                });
            }
        }
    }

    /// `X in R`, with all four clauses or some of them.
    fn definition(&mut self) -> Arc<Definition> {
        let depth = 1 + self.below(3) as u32;
        let seed = self.below(1 << 30);
        let range = |negated: bool| {
            rule(X, |b| {
                Sampler(SplitMix64::new(seed)).range(b, depth, None);
                if negated {
                    b.op(IndexicalOp::Not);
                }
            })
        };
        let mut clauses = vec![(Neck::True, vec![range(false)])];
        if self.below(4) > 0 {
            clauses.push((Neck::False, vec![range(true)]));
        }
        if self.below(4) > 0 {
            clauses.push((Neck::FoundTrue, vec![range(false)]));
        }
        if self.below(4) > 0 {
            clauses.push((Neck::FoundFalse, vec![range(true)]));
        }
        definition(clauses)
    }
}

impl IndexicalOp {
    /// The operations of a set and a value in this order; a value comes first in `T - R` only.
    fn swapped(self) -> IndexicalOp {
        match self {
            IndexicalOp::FromValue => IndexicalOp::SubValue,
            op => op,
        }
    }
}

/// The oracle's row.
pub(super) const SPEC: Spec = Spec {
    name: "indexical",
    arity: 3,
    samples: |v| {
        let called = |d: &Arc<Definition>, args: &[Arg], positive| {
            let (definition, args) = (d.clone(), args.into());
            Constraint::called(Arc::new(FdCall { definition, args }), positive)
        };
        let vars: Vec<Arg> = v.iter().map(|v| Arg::Var(*v)).collect();
        let mut all = Vec::new();
        for d in [plus(), plus_domains(), at_most()] {
            all.push(called(&d, &vars, true));
            all.push(called(&d, &vars, false));
            let twice = [vars[0].clone(), vars[0].clone(), vars[1].clone()];
            all.push(called(&d, &twice, true));
        }
        for version in 1..=3 {
            let d = no_threat(version);
            for last in [
                Arg::Int(Int::ONE),
                Arg::Int(Int::Small(-2)),
                vars[2].clone(),
            ] {
                let args = [vars[0].clone(), vars[1].clone(), last];
                all.push(called(&d, &args, true));
                all.push(called(&d, &args, false));
            }
        }
        let mut sampler = Sampler(SplitMix64::new(4));
        for round in 0..120 {
            let d = sampler.definition();
            match round % 3 {
                0 => all.push(called(&d, &vars, true)),
                1 => all.push(called(&d, &vars, false)),
                _ => {
                    let args = [vars[0].clone(), vars[1].clone(), Arg::Int(Int::ONE)];
                    let of: VarId = v[2];
                    all.push(Constraint::reified(of, called(&d, &args, true)));
                }
            }
        }
        all
    },
};
