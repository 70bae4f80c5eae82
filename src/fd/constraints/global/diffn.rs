//! `disjoint1`, `disjoint2`, `diffn`: boxes of any dimension do not overlap. Margins between types of boxes and
//! dimensions that wrap around are as in SICStus Prolog.
//!
//! Filtering: for each pair of boxes, the possible orders in each dimension. If one order is left, it is enforced; if
//! the two orders of one dimension are left, holes are made. Lines also filter as tasks of which one runs at a time,
//! rectangles as tasks that share the extent of the other dimension.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, settled};
use crate::fd::constraints::global::cumulative::{Cumulative, CumulativeTask};
use crate::fd::constraints::global::disjunctive::{
    Disjunctive, may_precede, must_precede, precede,
};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The goal that states the constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiffnForm {
    /// `disjoint1`, of lines.
    Lines,
    /// `disjoint2`, of rectangles.
    Rectangles,
    /// `diffn`.
    Facets,
}

/// The least distances from the end of a box of the first type to the origin of one of the second,
/// for each dimension; `None` when the first cannot be before the second.
pub(crate) type Margin = (ConstraintTerm, ConstraintTerm, Vec<Option<Int>>);

/// The boxes do not overlap.
#[derive(Clone, Debug)]
pub(crate) struct Diffn {
    /// Origin and length in each dimension; no length is negative.
    pub boxes: Vec<Vec<(VarId, VarId)>>,
    /// The type of each box.
    pub types: Vec<ConstraintTerm>,
    /// The goal that shows it.
    pub form: DiffnForm,
    /// True if a box of extent zero must not be inside another one, either.
    pub strict: bool,
    /// The dimensions whose ends coincide.
    pub wrap: Vec<Option<(Int, Int)>>,
    /// Distances to keep.
    pub margins: Vec<Margin>,
}

/// One box before another in one dimension.
#[derive(Clone, Copy)]
struct BoxOrder {
    first: usize,
    second: usize,
    dimension: usize,
    gap: i64,
    /// In a dimension that wraps around: the least distance from `second` back to `first`, minus the size of the
    /// dimension.
    back: Option<i64>,
}

impl Diffn {
    /// The least distance from `i` to `j`; `None` when `i` cannot be before `j`.
    fn gap(&self, i: usize, j: usize, k: usize) -> Option<Int> {
        let mut gap = Int::ZERO;
        for (from, to, distances) in &self.margins {
            if *from == self.types[i] && *to == self.types[j] {
                gap = gap.max(distances[k].clone()?);
            }
        }
        Some(gap)
    }

    fn order(&self, first: usize, second: usize, k: usize) -> Option<BoxOrder> {
        let as_word = |i: &Int| i.to_i64().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
        let gap = self.gap(first, second, k)?;
        let back = match &self.wrap[k] {
            None => None,
            Some((low, high)) => {
                let back = &self.gap(second, first, k)? - &(high - low);
                Some(back.to_i64().unwrap_or(i64::MIN / 4).max(i64::MIN / 4))
            }
        };
        Some(BoxOrder {
            first,
            second,
            dimension: k,
            gap: as_word(&gap),
            back,
        })
    }

    fn ends(&self, o: &BoxOrder) -> [(VarId, VarId); 2] {
        [
            self.boxes[o.first][o.dimension],
            self.boxes[o.second][o.dimension],
        ]
    }

    fn is_possible(&self, vars: &Vars, o: &BoxOrder) -> bool {
        let [(x, dx), (y, dy)] = self.ends(o);
        may_precede(vars, x, dx, o.gap, y) && o.back.is_none_or(|c| may_precede(vars, y, dy, c, x))
    }

    fn enforce(&self, vars: &mut Vars, o: &BoxOrder) -> Narrowed {
        let [(x, dx), (y, dy)] = self.ends(o);
        precede(vars, x, dx, o.gap, y)?;
        match o.back {
            Some(c) => precede(vars, y, dy, c, x),
            None => Ok(()),
        }
    }

    /// Both orders in one dimension are left and no other order: removes the origins with which the boxes certainly
    /// overlap.
    fn remove_overlapping(&self, vars: &mut Vars, o: &BoxOrder, p: &BoxOrder) -> Narrowed {
        for (o, p) in [(o, p), (p, o)] {
            let [(x, dx), (y, dy)] = self.ends(o);
            let (p_gap, (low_y, high_y)) = match vars.span(y) {
                Some(span) => (p.gap, span),
                None => continue,
            };
            let before = high_y
                .saturating_sub(vars.low(dx).max(0))
                .saturating_sub(o.gap);
            let after = low_y
                .saturating_add(vars.low(dy).max(0))
                .saturating_add(p_gap);
            if before.saturating_add(1) < after {
                vars.remove_range(x, before + 1, after - 1)?;
            }
        }
        Ok(())
    }

    fn pair(&self, vars: &mut Vars, i: usize, j: usize) -> Narrowed {
        let mut left: Vec<BoxOrder> = Vec::new();
        for k in 0..self.wrap.len() {
            let thin = |b: usize| vars.low(self.boxes[b][k].1) <= 0;
            if !self.strict && (thin(i) || thin(j)) {
                return Ok(());
            }
            for (a, b) in [(i, j), (j, i)] {
                if let Some(o) = self.order(a, b, k)
                    && self.is_possible(vars, &o)
                {
                    left.push(o);
                }
            }
            if left.len() > 2 {
                return Ok(());
            }
        }
        match left.as_slice() {
            [] => Err(Inconsistent),
            [o] => self.enforce(vars, o),
            [o, p] if o.dimension == p.dimension && o.back.is_none() => {
                self.remove_overlapping(vars, o, p)
            }
            _ => Ok(()),
        }
    }

    /// Returns true if every pair of boxes is disjoint for all values that are left.
    fn is_entailed(&self, vars: &Vars) -> bool {
        let sure = |o: &BoxOrder| {
            let [(x, dx), (y, dy)] = self.ends(o);
            must_precede(vars, x, dx, o.gap, y)
                && o.back.is_none_or(|c| must_precede(vars, y, dy, c, x))
        };
        let apart = |i: usize, j: usize| {
            (0..self.wrap.len()).any(|k| {
                let orders = [self.order(i, j, k), self.order(j, i, k)];
                orders.iter().flatten().any(sure)
            })
        };
        (0..self.boxes.len()).all(|i| (0..i).all(|j| apart(i, j)))
    }

    /// Posts the redundant constraint on rectangles, with one dimension as time and the other as resource.
    fn post_projection(&self, s: &mut Store, time: usize) -> Result<(), Inconsistent> {
        let (mut low, mut high) = (Bound::Sup, Bound::Inf);
        for b in &self.boxes {
            let (y, dy) = b[1 - time];
            low = low.min(s.vars().min(y));
            high = high.max(s.vars().max(y).add(&s.vars().max(dy)));
        }
        let (Some(low), Some(high)) = (low.finite(), high.finite()) else {
            return Ok(());
        };
        let limit = s.new_constant(&(high - low));
        let task = |b: &Vec<(VarId, VarId)>| CumulativeTask {
            start: b[time].0,
            duration: b[time].1,
            end: None,
            usage: b[1 - time].1,
        };
        s.post_implied(&Constraint::other(Cumulative {
            tasks: self.boxes.iter().map(task).collect(),
            labels: vec![ConstraintTerm::Int(Int::ZERO); self.boxes.len()],
            limit,
        }))
    }
}

impl Constrain for Diffn {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let mut boxes = self.boxes.clone();
        for (x, d) in boxes.iter_mut().flatten() {
            (*x, *d) = (f(*x), f(*d));
        }
        Constraint::other(Diffn {
            boxes,
            ..self.clone()
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let place = |b: &Vec<(VarId, VarId)>| -> Vec<(Int, Int)> {
            b.iter().map(|(x, d)| (at(*x), at(*d))).collect()
        };
        let all: Vec<Vec<(Int, Int)>> = self.boxes.iter().map(place).collect();
        let inside = |b: &Vec<(Int, Int)>| {
            b.iter().zip(&self.wrap).all(|((x, d), wrap)| {
                !d.is_negative() && wrap.as_ref().is_none_or(|(low, high)| low <= x && x < high)
            })
        };
        let ordered = |i: usize, j: usize, k: usize| {
            let ((x, dx), (y, dy)) = (&all[i][k], &all[j][k]);
            let fits = |x: &Int, d: &Int, gap: Option<Int>, y: Int| match gap {
                Some(gap) => x + d + gap <= y,
                None => false,
            };
            fits(x, dx, self.gap(i, j, k), y.clone())
                && self.wrap[k]
                    .as_ref()
                    .is_none_or(|(low, high)| fits(y, dy, self.gap(j, i, k), x + &(high - low)))
        };
        let apart = |i: usize, j: usize| {
            (0..self.wrap.len()).any(|k| {
                let void = !self.strict && (all[i][k].1.is_zero() || all[j][k].1.is_zero());
                void || ordered(i, j, k) || ordered(j, i, k)
            })
        };
        all.iter().all(inside) && (0..all.len()).all(|i| (0..i).all(|j| apart(i, j)))
    }

    fn show(&self) -> ConstraintTerm {
        let shown = |(b, of): (&Vec<(VarId, VarId)>, &ConstraintTerm)| {
            let pair = |(x, d): &(VarId, VarId)| [ConstraintTerm::Var(*x), ConstraintTerm::Var(*d)];
            if self.form == DiffnForm::Facets {
                let facet = |p| ConstraintTerm::call("-", pair(p).to_vec());
                return ConstraintTerm::List(b.iter().map(facet).collect());
            }
            let mut args: Vec<ConstraintTerm> = b.iter().flat_map(pair).collect();
            if !self.margins.is_empty() {
                args.push(of.clone());
            }
            ConstraintTerm::call("f", args)
        };
        let boxes = self.boxes.iter().zip(&self.types).map(shown).collect();
        let mut options = Vec::new();
        if self.wrap.iter().any(Option::is_some) {
            let ends = |w: &Option<(Int, Int)>| match w {
                Some((low, high)) => [
                    ConstraintTerm::Int(low.clone()),
                    ConstraintTerm::Int(high.clone()),
                ],
                None => [ConstraintTerm::atom("inf"), ConstraintTerm::atom("sup")],
            };
            options.push(ConstraintTerm::call(
                "wrap",
                self.wrap.iter().flat_map(ends).collect(),
            ));
        }
        for (from, to, distances) in &self.margins {
            let shown = |d: &Option<Int>| {
                d.clone()
                    .map_or(ConstraintTerm::atom("sup"), ConstraintTerm::Int)
            };
            let mut args = vec![from.clone(), to.clone()];
            args.extend(distances.iter().map(shown));
            options.push(ConstraintTerm::call("margin", args));
        }
        let name = match self.form {
            DiffnForm::Lines => "disjoint1",
            DiffnForm::Rectangles => "disjoint2",
            DiffnForm::Facets => "diffn",
        };
        if self.strict {
            options.push(ConstraintTerm::call(
                "strict",
                vec![ConstraintTerm::atom("true")],
            ));
        }
        let mut args = vec![ConstraintTerm::List(boxes)];
        if !options.is_empty() {
            args.push(ConstraintTerm::List(options));
        }
        ConstraintTerm::call(name, args)
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for (x, d) in self.boxes.iter().flatten() {
            on(*x, PropCond::Bounds);
            on(*d, PropCond::Bounds);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        if let Some(done) = settled(
            self,
            vars,
            self.boxes.iter().flatten().flat_map(|(x, d)| [*x, *d]),
        ) {
            return done;
        }
        let before = vars.prunings;
        for i in 0..self.boxes.len() {
            vars.worked(i * (8 + self.margins.len()))?;
            for j in 0..i {
                self.pair(vars, i, j)?;
            }
        }
        if vars.prunings != before {
            Ok(Status::NoFix)
        } else if self.is_entailed(vars) {
            Ok(Status::Subsumed)
        } else {
            Ok(Status::Fix)
        }
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        for b in &self.boxes {
            for ((x, d), wrap) in b.iter().zip(&self.wrap) {
                s.remove_below(*d, &Bound::from(0))?;
                if let Some((low, high)) = wrap {
                    let last = Bound::Fin(high - &Int::ONE);
                    s.restrict(*x, &Domain::interval(Bound::Fin(low.clone()), last))?;
                }
            }
        }
        self.post_itself(s)?;
        if self.wrap.iter().any(Option::is_some) || self.boxes.len() < 3 {
            return Ok(());
        }
        match self.wrap.len() {
            1 => s.post_implied(&Constraint::other(Disjunctive {
                tasks: self.boxes.iter().map(|b| b[0]).collect(),
                strict: self.strict,
            })),
            2 => {
                self.post_projection(s, 0)?;
                self.post_projection(s, 1)
            }
            _ => Ok(()),
        }
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "boxes",
    arity: 6,
    samples: |v| {
        let boxes = |form, all: &[&[(usize, usize)]], strict| Diffn {
            boxes: all
                .iter()
                .map(|b| b.iter().map(|(x, d)| (v[*x], v[*d])).collect())
                .collect(),
            types: (0..all.len())
                .map(|i| ConstraintTerm::Int((i % 2).into()))
                .collect(),
            form,
            strict,
            wrap: vec![None; all.first().map_or(2, |b| b.len())],
            margins: Vec::new(),
        };
        let around = |mut b: Diffn, ends: &[Option<(i64, i64)>]| {
            b.wrap = ends
                .iter()
                .map(|w| w.map(|(low, high)| (Int::from(low), Int::from(high))))
                .collect();
            b
        };
        let apart = |mut b: Diffn, gaps: &[Option<i64>]| {
            let gaps = gaps.iter().map(|g| g.map(Int::from)).collect();
            b.margins = vec![(
                ConstraintTerm::Int(Int::ZERO),
                ConstraintTerm::Int(Int::ONE),
                gaps,
            )];
            b
        };
        let two: &[&[(usize, usize)]] = &[&[(0, 4), (1, 5)], &[(2, 4), (3, 4)]];
        let three: &[&[(usize, usize)]] =
            &[&[(0, 4), (1, 4)], &[(2, 4), (3, 5)], &[(1, 5), (2, 5)]];
        let lines: &[&[(usize, usize)]] = &[&[(0, 3)], &[(1, 4)], &[(2, 3)]];
        let cubes: &[&[(usize, usize)]] = &[&[(0, 5), (1, 5), (2, 5)], &[(3, 5), (4, 5), (0, 5)]];
        let all = vec![
            boxes(DiffnForm::Rectangles, &[], false),
            boxes(DiffnForm::Facets, two, true),
            boxes(DiffnForm::Rectangles, two, false),
            boxes(DiffnForm::Facets, three, true),
            boxes(DiffnForm::Rectangles, three, false),
            boxes(DiffnForm::Lines, lines, false),
            boxes(DiffnForm::Facets, lines, true),
            boxes(DiffnForm::Facets, cubes, false),
            boxes(DiffnForm::Lines, &[&[(0, 1)], &[(0, 1)]], false),
            around(boxes(DiffnForm::Lines, lines, false), &[Some((-1, 2))]),
            around(boxes(DiffnForm::Facets, two, true), &[None, Some((-1, 1))]),
            apart(boxes(DiffnForm::Lines, lines, false), &[Some(1)]),
            apart(boxes(DiffnForm::Lines, lines, false), &[None]),
            apart(boxes(DiffnForm::Rectangles, two, false), &[Some(1), None]),
            around(
                apart(boxes(DiffnForm::Lines, lines, false), &[Some(1)]),
                &[Some((0, 4))],
            ),
        ];
        all.into_iter().map(Constraint::other).collect()
    },
};
