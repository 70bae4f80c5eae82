//! Small instances of scheduling problems, larger than the oracle's: as many solutions by search as
//! by trying everything.

use crate::base::int::Int;
use crate::base::splitmix::SplitMix64;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::constraint::ConstraintTerm;
use crate::fd::constraints::global::cumulative::{Cumulative, CumulativeTask};
use crate::fd::constraints::global::diffn::{Diffn, DiffnForm};
use crate::fd::constraints::global::disjunctive::Disjunctive;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;

/// The number of solutions, with propagation.
fn search(s: &mut Store, open: &[VarId]) -> usize {
    let Some((v, rest)) = open.split_first() else {
        return 1;
    };
    let values = s.domain(*v).values(1000).expect("a finite domain");
    let mut count = 0;
    for i in values {
        let (outer, mark) = (s.newest_mark(), s.mark());
        s.set_newest_mark(mark);
        if s.assign(*v, &i).and_then(|()| s.propagate()).is_ok() {
            count += search(s, rest);
        }
        s.undo_to(mark);
        s.set_newest_mark(outer);
    }
    count
}

/// The number of solutions, by the meaning alone.
fn everything(s: &Store, vars: &[VarId], c: &Constraint) -> usize {
    let domains: Vec<Vec<Int>> = vars
        .iter()
        .map(|v| s.domain(*v).values(1000).expect("a finite domain"))
        .collect();
    let total: usize = domains.iter().map(Vec::len).product();
    let holds = |n: &usize| {
        let mut n = *n;
        let mut row = Vec::new();
        for d in &domains {
            row.push(d[n % d.len()].clone());
            n /= d.len();
        }
        c.holds(&|v| match vars.iter().position(|w| *w == v) {
            Some(i) => row[i].clone(),
            None => s.value(v).expect("a constant"),
        })
    };
    (0..total).filter(holds).count()
}

/// Makes the variables and the constraint of an instance.
type Instance = dyn Fn(&mut Store, &mut SplitMix64) -> (Vec<VarId>, Constraint);

fn compare(c_of: &Instance, seed: u64) {
    let mut s = Store::new();
    let (vars, c) = c_of(&mut s, &mut SplitMix64::new(seed));
    let expected = everything(&s, &vars, &c);
    let found = match s.post(&c).and_then(|()| s.propagate()) {
        Ok(()) => search(&mut s, &vars),
        Err(_) => 0,
    };
    assert_eq!(found, expected, "{c:?}");
}

fn some_var(s: &mut Store, random: &mut SplitMix64, top: i64) -> VarId {
    let low = random.below(top as u64) as i64;
    let high = low + random.below((top - low + 1) as u64) as i64;
    s.new_var(Domain::range(low, high)).expect("not empty")
}

fn constant(s: &mut Store, i: i64) -> VarId {
    s.new_constant(&Int::from(i))
}

#[test]
fn tasks_that_share() {
    let instance = |s: &mut Store, random: &mut SplitMix64| {
        let mut vars = Vec::new();
        let mut tasks = Vec::new();
        for i in 0..6 {
            let start = some_var(s, random, 7);
            vars.push(start);
            let duration = if i == 0 {
                let d = some_var(s, random, 3);
                vars.push(d);
                d
            } else {
                let d = random.below(4) as i64;
                constant(s, d)
            };
            let usage = random.below(4) as i64;
            tasks.push(CumulativeTask {
                start,
                duration,
                end: None,
                usage: constant(s, usage),
            });
        }
        let limit = 2 + random.below(4) as i64;
        let c = Constraint::other(Cumulative {
            labels: vec![ConstraintTerm::Int(Int::ZERO); tasks.len()],
            tasks,
            limit: constant(s, limit),
        });
        (vars, c)
    };
    (0..150).for_each(|seed| compare(&instance, seed));
}

#[test]
fn tasks_one_at_a_time() {
    let instance = |s: &mut Store, random: &mut SplitMix64| {
        let vars: Vec<VarId> = (0..6).map(|_| some_var(s, random, 9)).collect();
        let mut tasks = Vec::new();
        for v in &vars {
            let d = random.below(4) as i64;
            tasks.push((*v, constant(s, d)));
        }
        let strict = random.below(2) as i64 == 1;
        (vars, Constraint::other(Disjunctive { tasks, strict }))
    };
    (0..150).for_each(|seed| compare(&instance, seed));
}

#[test]
fn rectangles_in_a_square() {
    let instance = |s: &mut Store, random: &mut SplitMix64| {
        let mut vars = Vec::new();
        let mut boxes = Vec::new();
        for _ in 0..3 {
            let mut facets = Vec::new();
            for _ in 0..2 {
                let v = some_var(s, random, 4);
                vars.push(v);
                let d = 1 + random.below(3) as i64;
                facets.push((v, constant(s, d)));
            }
            boxes.push(facets);
        }
        let c = Constraint::other(Diffn {
            types: vec![ConstraintTerm::Int(Int::ZERO); boxes.len()],
            boxes,
            form: DiffnForm::Facets,
            strict: random.below(2) as i64 == 1,
            wrap: vec![None, None],
            margins: Vec::new(),
        });
        (vars, c)
    };
    (0..150).for_each(|seed| compare(&instance, seed));
}
