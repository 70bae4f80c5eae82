//! `automaton`: a sequence of integers is accepted by a finite automaton, deterministic or not.
//! The labels of the arcs are intervals.
//!
//! Filtering: domain consistency (for a sequence without repeated variables) over the automaton
//! unrolled into layers, after Pesant, "A regular language membership constraint for finite
//! sequences of variables" (CP 2004).

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An automaton: nodes by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Automaton {
    /// The names of the nodes.
    pub nodes: Vec<ConstraintTerm>,
    /// The initial states.
    pub sources: Vec<u32>,
    /// The accepting states.
    pub sinks: Vec<u32>,
    /// The labels, without duplicates.
    pub labels: Vec<Interval>,
    /// From, label, to.
    pub arcs: Vec<(u32, u32, u32)>,
}

impl Automaton {
    /// The values of all labels.
    fn alphabet(&self) -> Domain {
        Domain::from_parts(self.labels.clone())
    }

    fn accepts(&self, word: &[Int]) -> bool {
        let mut now = Marks::of(self.nodes.len(), &self.sources);
        for i in word {
            let mut next = Marks::of(self.nodes.len(), &[]);
            for (from, label, to) in &self.arcs {
                if now.has(*from) && within(&self.labels[*label as usize], i) {
                    next.set(*to);
                }
            }
            now = next;
        }
        self.sinks.iter().any(|n| now.has(*n))
    }
}

/// The most nodes and arcs of a complement.
const MOST: usize = 1 << 16;

impl Automaton {
    /// A deterministic automaton for the complement, over all integers; `None` if it is too large. Its nodes are sets
    /// of nodes of this one.
    fn complement(&self) -> Option<Automaton> {
        // The largest intervals within which no label distinguishes values.
        let after = |b: &Bound| b.plus(&Int::ONE);
        let mut cuts = vec![Bound::Inf];
        for (low, high) in &self.labels {
            cuts.extend([low.clone(), after(high)]);
        }
        cuts.retain(|b| *b != Bound::Sup);
        cuts.sort_unstable();
        cuts.dedup();
        let end = |i: usize| cuts.get(i + 1).map(|b| b.plus(&Int::Small(-1)));
        let ends = (0..cuts.len()).map(|i| end(i).unwrap_or(Bound::Sup));
        let labels: Vec<Interval> = cuts.iter().cloned().zip(ends).collect();
        // Where the arcs from each node lead, for each of these.
        let mut ways: Vec<Vec<(u32, u32)>> = vec![Vec::new(); labels.len()];
        for (from, label, to) in &self.arcs {
            let (low, high) = &self.labels[*label as usize];
            let first = labels.partition_point(|l| l.0 < *low);
            let last = labels.partition_point(|l| l.0 <= *high);
            let mine = ways.iter_mut().take(last).skip(first);
            mine.for_each(|way| way.push((*from, *to)));
        }
        let mut start = self.sources.clone();
        start.sort_unstable();
        start.dedup();
        let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut sets = vec![start.clone()];
        numbers.insert(start, 0);
        let mut arcs = Vec::new();
        let mut next = 0;
        while let Some(set) = sets.get(next).cloned() {
            for (label, ways) in ways.iter().enumerate() {
                let mine = ways
                    .iter()
                    .filter(|(from, _)| set.binary_search(from).is_ok());
                let mut to: Vec<u32> = mine.map(|(_, to)| *to).collect();
                to.sort_unstable();
                to.dedup();
                let number = *numbers.entry(to).or_insert_with_key(|to| {
                    sets.push(to.clone());
                    sets.len() as u32 - 1
                });
                arcs.push((next as u32, label as u32, number));
            }
            if arcs.len() > MOST {
                return None;
            }
            next += 1;
        }
        let rejects = |set: &Vec<u32>| !set.iter().any(|n| self.sinks.contains(n));
        let all = sets.iter().enumerate();
        let sinks = all.filter(|(_, set)| rejects(set)).map(|(i, _)| i as u32);
        Some(Automaton {
            nodes: numbers_below(sets.len()),
            sources: vec![0],
            sinks: sinks.collect(),
            labels,
            arcs,
        })
    }
}

/// Numbers as the names of nodes.
fn numbers_below(count: usize) -> Vec<ConstraintTerm> {
    (0..count).map(|i| ConstraintTerm::Int(i.into())).collect()
}

fn within(label: &Interval, i: &Int) -> bool {
    let at = |b: &Bound| b.finite().map(|b| b.cmp(i));
    at(&label.0).is_none_or(|o| o.is_le()) && at(&label.1).is_none_or(|o| o.is_ge())
}

/// A set of nodes.
#[derive(Clone)]
struct Marks(Vec<u64>);

impl Marks {
    fn of(size: usize, nodes: &[u32]) -> Marks {
        let mut marks = Marks(vec![0; size.div_ceil(64)]);
        nodes.iter().for_each(|n| marks.set(*n));
        marks
    }

    #[inline]
    fn has(&self, n: u32) -> bool {
        self.0[n as usize >> 6] >> (n & 63) & 1 == 1
    }

    #[inline]
    fn set(&mut self, n: u32) {
        self.0[n as usize >> 6] |= 1 << (n & 63);
    }

    fn keep(&mut self, other: &Marks) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= b;
        }
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }
}

/// The sequence is accepted.
#[derive(Clone, Debug)]
pub(crate) struct Regular {
    /// The sequence.
    pub vars: Vec<VarId>,
    /// The automaton.
    pub by: Arc<Automaton>,
}

/// Returns true if the domain has a value of the label.
fn meets(vars: &Vars, v: VarId, label: &Interval) -> bool {
    match label {
        (Bound::Fin(a), Bound::Fin(b)) if a == b => vars.contains_int(v, a),
        (Bound::Fin(Int::Small(a)), Bound::Fin(Int::Small(b))) if vars.span(v).is_some() => {
            vars.next_value(v, *a).is_some_and(|i| i <= *b)
        }
        _ => {
            let d = Domain::interval(label.0.clone(), label.1.clone());
            !vars.domain(v).intersection(&d).is_empty()
        }
    }
}

impl Regular {
    /// The labels that each variable's domain meets.
    fn met(&self, vars: &Vars) -> Result<Vec<Vec<bool>>, Inconsistent> {
        let of = |v: &VarId| {
            vars.worked(self.by.labels.len())?;
            Ok(self.by.labels.iter().map(|l| meets(vars, *v, l)).collect())
        };
        self.vars.iter().map(of).collect()
    }

    /// The nodes of each layer on some accepted path.
    fn alive(&self, vars: &Vars, met: &[Vec<bool>]) -> Result<Vec<Marks>, Inconsistent> {
        let by = &self.by;
        let mut layers = Vec::with_capacity(met.len() + 1);
        let mut now = Marks::of(by.nodes.len(), &by.sources);
        for met in met {
            vars.worked(by.arcs.len())?;
            let mut next = Marks::of(by.nodes.len(), &[]);
            for (from, label, to) in &by.arcs {
                if met[*label as usize] && now.has(*from) {
                    next.set(*to);
                }
            }
            layers.push(now);
            now = next;
        }
        now.keep(&Marks::of(by.nodes.len(), &by.sinks));
        for (layer, met) in layers.iter_mut().zip(met).rev() {
            vars.worked(by.arcs.len())?;
            let mut before = Marks::of(by.nodes.len(), &[]);
            for (from, label, to) in &by.arcs {
                if met[*label as usize] && now.has(*to) {
                    before.set(*from);
                }
            }
            layer.keep(&before);
            now = layer.clone();
        }
        // The last layer is not stored: `sinks` checks the arcs that lead into it.
        Ok(layers)
    }

    /// The labels on arcs between living nodes.
    fn supported(&self, layers: &[Marks], met: &[Vec<bool>], at: usize) -> Vec<bool> {
        let by = &self.by;
        let mut found = vec![false; by.labels.len()];
        let last;
        let next = match layers.get(at + 1) {
            Some(next) => next,
            None => {
                last = Marks::of(by.nodes.len(), &by.sinks);
                &last
            }
        };
        for (from, label, to) in &by.arcs {
            let label = *label as usize;
            if met[at][label] && layers[at].has(*from) && next.has(*to) {
                found[label] = true;
            }
        }
        found
    }

    /// Returns true if every value leads on from every living node.
    fn is_entailed(&self, vars: &Vars, layers: &[Marks]) -> bool {
        let by = &self.by;
        let sinks = Marks::of(by.nodes.len(), &by.sinks);
        let single = by.labels.iter().all(|l| l.0 == l.1);
        self.vars.iter().enumerate().all(|(at, v)| {
            let next = layers.get(at + 1).unwrap_or(&sinks);
            let mut out: Vec<Vec<u32>> = vec![Vec::new(); by.nodes.len()];
            for (from, label, to) in &by.arcs {
                let alive = layers[at].has(*from) && next.has(*to);
                if alive && meets(vars, *v, &by.labels[*label as usize]) {
                    out[*from as usize].push(*label);
                }
            }
            out.iter_mut().enumerate().all(|(n, labels)| {
                labels.sort_unstable();
                labels.dedup();
                if !layers[at].has(n as u32) {
                    return true;
                }
                if single {
                    return labels.len() as u64 == vars.size(*v);
                }
                let parts = labels.iter().map(|l| by.labels[*l as usize].clone());
                let led = Domain::from_parts(parts.collect());
                vars.domain(*v).difference(&led).is_empty()
            })
        })
    }
}

impl Constrain for Regular {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Constraint::other(Regular {
            vars: self.vars.iter().map(|v| f(*v)).collect(),
            by: self.by.clone(),
        })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        let word: Vec<Int> = self.vars.iter().map(|v| at(*v)).collect();
        self.by.accepts(&word)
    }

    fn show(&self) -> ConstraintTerm {
        let by = &self.by;
        let node = |n: u32| by.nodes[n as usize].clone();
        let named = |name, nodes: &[u32]| -> Vec<ConstraintTerm> {
            let one = |n: &u32| ConstraintTerm::call(name, vec![node(*n)]);
            nodes.iter().map(one).collect()
        };
        let mut ends = named("source", &by.sources);
        ends.extend(named("sink", &by.sinks));
        let arc = |(from, label, to): &(u32, u32, u32)| {
            let label = match &by.labels[*label as usize] {
                (Bound::Fin(a), b) if b.finite() == Some(a) => ConstraintTerm::Int(a.clone()),
                (a, b) => ConstraintTerm::call("..", vec![end(a), end(b)]),
            };
            ConstraintTerm::call("arc", vec![node(*from), label, node(*to)])
        };
        let arcs = by.arcs.iter().map(arc).collect();
        let args = vec![
            ConstraintTerm::vars(&self.vars),
            ConstraintTerm::List(ends),
            ConstraintTerm::List(arcs),
        ];
        ConstraintTerm::call("automaton", args)
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.vars.iter().for_each(|v| on(*v, PropCond::Domain));
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        let met = self.met(vars)?;
        let layers = self.alive(vars, &met)?;
        let first_is_void = match layers.first() {
            Some(first) => first.is_empty(),
            None => !self.by.accepts(&[]),
        };
        if first_is_void {
            return Err(Inconsistent);
        }
        for (at, v) in self.vars.iter().enumerate() {
            if vars.is_fixed(*v) {
                continue;
            }
            vars.worked(self.by.arcs.len())?;
            let supported = self.supported(&layers, &met, at);
            if supported == met[at] {
                continue;
            }
            let labels = self.by.labels.iter().zip(supported);
            let keep = labels.filter(|(_, s)| *s).map(|(l, _)| l.clone());
            vars.restrict(*v, &Domain::from_parts(keep.collect()))?;
        }
        if vars.prunings != before {
            return Ok(Status::NoFix);
        }
        if self.is_entailed(vars, &layers) {
            return Ok(Status::Subsumed);
        }
        Ok(Status::Fix)
    }

    fn decided(&self, vars: &Vars) -> Option<bool> {
        let met = self.met(vars);
        let Ok(layers) = met.and_then(|met| self.alive(vars, &met)) else {
            // It was stopped.
            vars.stop.take();
            return None;
        };
        let void = match layers.first() {
            Some(first) => first.is_empty(),
            None => !self.by.accepts(&[]),
        };
        match void {
            true => Some(false),
            false => self.is_entailed(vars, &layers).then_some(true),
        }
    }

    fn refute(&self, vars: &mut Vars) -> Option<Propagated> {
        let by = Arc::new(self.by.complement()?);
        let vars_of = self.vars.clone();
        vars.request(Constraint::other(Regular { vars: vars_of, by }));
        Some(Ok(Status::Subsumed))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let alphabet = self.by.alphabet();
        if !self.vars.is_empty() && alphabet.is_empty() {
            return Err(Inconsistent);
        }
        for v in &self.vars {
            s.restrict(*v, &alphabet)?;
        }
        self.post_itself(s)
    }
}

fn end(b: &Bound) -> ConstraintTerm {
    match b {
        Bound::Inf => ConstraintTerm::atom("inf"),
        Bound::Sup => ConstraintTerm::atom("sup"),
        Bound::Fin(i) => ConstraintTerm::Int(i.clone()),
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "automaton",
    arity: 3,
    samples: |v| {
        let one = |i: i64| (Bound::from(i), Bound::from(i));
        let automaton = |sources: &[u32], sinks: &[u32], labels: Vec<Interval>, arcs| Automaton {
            nodes: (0..4).map(|i: i64| ConstraintTerm::Int(i.into())).collect(),
            sources: sources.to_vec(),
            sinks: sinks.to_vec(),
            labels,
            arcs,
        };
        // Two ones in a row; any with 2 last; ranges; nothing.
        let ones = automaton(
            &[0],
            &[2],
            vec![one(0), one(1)],
            vec![
                (0, 0, 0),
                (0, 1, 1),
                (1, 0, 0),
                (1, 1, 2),
                (2, 0, 2),
                (2, 1, 2),
            ],
        );
        let guess = automaton(
            &[0, 1],
            &[3],
            vec![one(-1), one(2), one(1)],
            vec![
                (0, 0, 0),
                (0, 1, 0),
                (0, 2, 0),
                (0, 1, 3),
                (1, 2, 3),
                (3, 0, 1),
            ],
        );
        let ranges = automaton(
            &[0],
            &[0, 3],
            vec![
                (Bound::Inf, Bound::from(-1)),
                (Bound::from(0), Bound::from(2)),
                (Bound::from(1), Bound::Sup),
            ],
            vec![(0, 0, 1), (1, 1, 0), (1, 2, 3), (3, 1, 3), (0, 2, 3)],
        );
        let void = automaton(&[0], &[0], Vec::new(), Vec::new());
        let regular = |vars: &[VarId], by: &Automaton| {
            Constraint::other(Regular {
                vars: vars.to_vec(),
                by: Arc::new(by.clone()),
            })
        };
        let mut all = Vec::new();
        for by in [&ones, &guess, &ranges, &void] {
            all.push(regular(v, by));
            all.push(regular(&[v[0], v[1], v[0], v[2]], by));
            all.push(regular(&[], by));
            let pair = regular(&v[..2], by);
            all.push(Constraint::reified(v[2], pair.clone()));
            all.push(Constraint::reified(v[1], pair));
        }
        all
    },
};
