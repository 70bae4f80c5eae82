//! The constraint oracle, after Gecode's test harness: from what a constraint means on integers
//! (`Constraint::holds`) it derives what its propagators must do, for every sample of every `SPEC`.

use crate::base::int::Int;
use crate::base::splitmix::SplitMix64;
use crate::fd::constraints;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::global;
use crate::fd::constraints::prop::Store;
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;

/// The rows of all families.
fn specs() -> impl Iterator<Item = &'static &'static Spec> {
    let others = &[&super::samples::SPEC, &super::reified_samples::SPEC];
    constraints::SPECS.iter().chain(global::SPECS).chain(others)
}

/// A random domain within `-span..span`, with holes more often than not.
fn some_domain(random: &mut SplitMix64, span: i64) -> Domain {
    let width = 2 * span as u64 + 1;
    let (a, b) = (
        random.below(width) as i64 - span,
        random.below(width) as i64 - span,
    );
    let mut d = Domain::range(a.min(b), a.max(b));
    for _ in 0..random.below(4) {
        let hole = random.below(width) as i64 - span;
        let rest = d.difference(&Domain::range(hole, hole));
        if !rest.is_empty() {
            d = rest;
        }
    }
    d
}

fn values(s: &Store, v: VarId) -> Vec<i64> {
    let values = s.domain(v).values(1000).expect("a finite domain");
    values.iter().filter_map(Int::to_i64).collect()
}

/// All assignments of the domains that satisfy the constraint.
fn solutions(s: &Store, vars: &[VarId], c: &Constraint) -> Vec<Vec<i64>> {
    let domains: Vec<Vec<i64>> = vars.iter().map(|v| values(s, *v)).collect();
    let mut all = Vec::new();
    let mut at = vec![0; vars.len()];
    loop {
        let row: Vec<i64> = at.iter().zip(&domains).map(|(i, d)| d[*i]).collect();
        let value = |v: VarId| {
            let i = vars
                .iter()
                .position(|w| *w == v)
                .expect("a variable of the test");
            Int::from(row[i])
        };
        if c.holds(&value) {
            all.push(row);
        }
        let mut i = 0;
        loop {
            if i == at.len() {
                return all;
            }
            at[i] += 1;
            if at[i] < domains[i].len() {
                break;
            }
            at[i] = 0;
            i += 1;
        }
    }
}

/// The state that undoing to a mark must restore.
fn snapshot(s: &Store) -> (Vec<Domain>, usize, Vec<Constraint>) {
    let domains = (0..s.var_count() as u32)
        .map(|v| s.domain(VarId(v)))
        .collect();
    let live = s.propagators().map(|p| s.describe(p)).collect();
    (domains, s.props.len(), live)
}

/// No solution is lost; bounds that are left need not be supported, but values that went are not.
fn no_solution_lost(s: &Store, vars: &[VarId], solutions: &[Vec<i64>], what: &str) {
    for row in solutions {
        for (v, i) in vars.iter().zip(row) {
            assert!(s.vars.contains(*v, *i), "{what}: lost {row:?}");
        }
    }
}

/// Checks the claims of a run: a fixpoint does not move, a subsumed constraint is implied.
fn claims_hold(s: &mut Store, vars: &[VarId], c: &Constraint, what: &str) {
    let before = snapshot(s);
    for p in 0..s.props.len() as u32 {
        s.queue.push(p, 0, &mut s.flags);
    }
    s.propagate()
        .unwrap_or_else(|_| panic!("{what}: failed when run again"));
    assert_eq!(snapshot(s).0, before.0, "{what}: not a fixpoint");
    if before.2.is_empty() {
        let count: usize = vars.iter().map(|v| values(s, *v).len()).product();
        assert_eq!(solutions(s, vars, c).len(), count, "{what}: not subsumed");
    }
}

/// Fixes the variables one after the other to a solution or a non-solution.
fn assign_all(s: &mut Store, vars: &[VarId], row: &[i64], holds: bool, what: &str) {
    let (outer, mark) = (s.newest_mark(), s.mark());
    s.set_newest_mark(mark);
    let before = snapshot(s);
    let result = vars.iter().zip(row).try_for_each(|(v, i)| {
        s.assign(*v, &Int::from(*i))?;
        s.propagate()
    });
    assert_eq!(result.is_ok(), holds, "{what}: {row:?}");
    s.undo_to(mark);
    s.set_newest_mark(outer);
    assert_eq!(snapshot(s), before, "{what}: undoing {row:?}");
}

/// One sample over given domains.
fn check(c_of: &dyn Fn(&[VarId]) -> Constraint, domains: &[Domain], random: &mut SplitMix64) {
    let mut s = Store::new();
    let vars: Vec<VarId> = domains
        .iter()
        .map(|d| s.new_var(d.clone()).expect("a non-empty domain"))
        .collect();
    let c = c_of(&vars);
    let shown: Vec<String> = domains.iter().map(Domain::to_string).collect();
    let what = format!("{c:?} over {shown:?}");
    let sols = solutions(&s, &vars, &c);
    let initial = snapshot(&s);
    let start = s.mark();
    s.set_newest_mark(start);
    if s.post(&c).and_then(|()| s.propagate()).is_err() {
        assert!(sols.is_empty(), "{what}: failed, but {:?} holds", sols[0]);
    } else {
        no_solution_lost(&s, &vars, &sols, &what);
        claims_hold(&mut s, &vars, &c, &what);
        for row in &sols {
            assign_all(&mut s, &vars, row, true, &what);
        }
        for _ in 0..20 {
            let row: Vec<i64> = vars
                .iter()
                .map(|v| {
                    let d = values(&s, *v);
                    d[random.below(d.len() as u64) as usize]
                })
                .collect();
            let holds = sols.contains(&row);
            assign_all(&mut s, &vars, &row, holds, &what);
        }
        prune_at_random(&mut s, &vars, &c, random, &what);
    }
    s.undo_to(start);
    assert_eq!(snapshot(&s), initial, "{what}: undoing the post");
}

/// Removes random values, propagating in between, down to an assignment or a failure.
fn prune_at_random(
    s: &mut Store,
    vars: &[VarId],
    c: &Constraint,
    random: &mut SplitMix64,
    what: &str,
) {
    let (outer, mark) = (s.newest_mark(), s.mark());
    s.set_newest_mark(mark);
    let before = snapshot(s);
    loop {
        let open: Vec<VarId> = vars.iter().copied().filter(|v| !s.is_fixed(*v)).collect();
        if open.is_empty() {
            break;
        }
        let v = open[random.below(open.len() as u64) as usize];
        let d = values(s, v);
        let value = Int::from(d[random.below(d.len() as u64) as usize]);
        let sols = {
            let mut rest = solutions(s, vars, c);
            let at = vars.iter().position(|w| *w == v).expect("one of them");
            let gone = value.to_i64().expect("small");
            rest.retain(|row| row[at] != gone);
            rest
        };
        if s.remove_value(v, &value)
            .and_then(|()| s.propagate())
            .is_err()
        {
            assert!(sols.is_empty(), "{what}: pruned {sols:?}");
            break;
        }
        no_solution_lost(s, vars, &sols, what);
        claims_hold(s, vars, c, what);
    }
    s.undo_to(mark);
    s.set_newest_mark(outer);
    assert_eq!(snapshot(s), before, "{what}: undoing random pruning");
}

#[test]
fn every_spec_over_small_domains() {
    let mut random = SplitMix64::new(42);
    for spec in specs() {
        let count = {
            let mut s = Store::new();
            let vars: Vec<VarId> = (0..spec.arity).map(|_| s.new_integer()).collect();
            (spec.samples)(&vars).len()
        };
        for i in 0..count {
            let rounds = if spec.arity > 3 { 3 } else { 10 };
            for round in 0..rounds {
                let span = [0, 7, 7, 3, 2, 1, 1, 1][spec.arity] + i64::from(round % 3 == 0);
                let domains: Vec<Domain> = (0..spec.arity)
                    .map(|v| match spec.name {
                        "boolean" => Domain::range(0, 1),
                        "reify" if v == 3 => Domain::range(0, 1),
                        _ => some_domain(&mut random, span),
                    })
                    .collect();
                check(
                    &|vars| (spec.samples)(vars).swap_remove(i),
                    &domains,
                    &mut random,
                );
            }
        }
    }
}

/// Domains that are enormous, half infinite or infinite must neither overflow nor hang, and what
/// is left after fixing variables is decided right.
#[test]
fn every_spec_over_huge_domains() {
    let huge = |sign: &str| {
        let digits: String = std::iter::repeat_n('7', 30).collect();
        let mut i = Int::ZERO;
        for d in digits.bytes() {
            i = i * Int::Small(10) + Int::from(i64::from(d - b'0'));
        }
        Bound::Fin(if sign == "-" { -i } else { i })
    };
    let shapes = |k: usize| match k {
        0 => Domain::all(),
        1 => Domain::interval(Bound::from(2), Bound::Sup),
        2 => Domain::interval(Bound::Inf, Bound::from(-3)),
        3 => Domain::interval(huge("-"), huge("+")),
        4 => Domain::interval(Bound::from(i64::MIN), Bound::from(i64::MAX)),
        5 => Domain::interval(Bound::from(i64::MAX - 5), huge("+")),
        6 => Domain::interval(huge("-"), Bound::from(-(1 << 62))),
        _ => Domain::range(-(1 << 62) + 1, (1 << 62) - 1).difference(&Domain::range(0, 0)),
    };
    for spec in specs() {
        let mut random = SplitMix64::new(7);
        for round in 0..24 {
            let mut s = Store::new();
            let vars: Vec<VarId> = (0..spec.arity)
                .map(|_| {
                    s.new_var(shapes(random.below(8) as usize))
                        .expect("non-empty")
                })
                .collect();
            let count = (spec.samples)(&vars).len();
            let c = (spec.samples)(&vars).swap_remove(round % count);
            let before = snapshot(&s);
            let start = s.mark();
            s.set_newest_mark(start);
            if s.post(&c).and_then(|()| s.propagate()).is_ok() {
                check_huge_assignment(&mut s, &vars, &c);
            }
            s.undo_to(start);
            assert_eq!(snapshot(&s), before, "{c:?}");
        }
    }
}

/// Assigns bounds (or zero) in turn; the outcome must agree with the meaning.
fn check_huge_assignment(s: &mut Store, vars: &[VarId], c: &Constraint) {
    for low in [true, false] {
        let (outer, mark) = (s.newest_mark(), s.mark());
        s.set_newest_mark(mark);
        let mut row: Vec<Int> = Vec::new();
        let mut result = Ok(());
        for v in vars {
            let end = if low { s.vars.min(*v) } else { s.vars.max(*v) };
            let other = if low { s.vars.max(*v) } else { s.vars.min(*v) };
            let value = end
                .finite()
                .or(other.finite())
                .cloned()
                .unwrap_or(Int::ZERO);
            row.push(value.clone());
            result = s.assign(*v, &value).and_then(|()| s.propagate());
            if result.is_err() {
                break;
            }
        }
        if row.len() == vars.len() {
            let value = |v: VarId| {
                let i = vars
                    .iter()
                    .position(|w| *w == v)
                    .expect("a variable of the test");
                row[i].clone()
            };
            assert_eq!(result.is_ok(), c.holds(&value), "{c:?} at {row:?}");
        }
        s.undo_to(mark);
        s.set_newest_mark(outer);
    }
}

/// Every file of a constraint or propagator has samples, and its row is among those that are tested.
#[test]
fn every_constraint_has_samples() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/fd/constraints");
    let mut missing = Vec::new();
    for folder in [root.clone(), root.join("global")] {
        let rows = std::fs::read_to_string(folder.join("mod.rs")).expect("a list of modules");
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("a file").path();
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            // The samples of these are in the tests; a sum of squares follows from sums.
            let elsewhere = ["square_sum", "prop"].contains(&&*name);
            let filters =
                text.contains("impl Constrain for") || text.contains("impl Propagator for");
            if filters && !elsewhere && !rows.contains(&format!("&{name}::SPEC")) {
                missing.push(name.into_owned());
            }
        }
    }
    assert!(missing.is_empty(), "no samples: {missing:?}");
}
