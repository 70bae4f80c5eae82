//! Whole models, driven from Rust: known puzzles, and random small models against brute force.

use crate::base::int::Int;
use crate::base::splitmix::SplitMix64;
use crate::fd::constraints::abs::Abs;
use crate::fd::constraints::constraint::{Constraint, Rel};
use crate::fd::constraints::divmod::Division;
use crate::fd::constraints::minmax::Max;
use crate::fd::constraints::power::Power;
use crate::fd::constraints::prop::Store;
use crate::fd::constraints::times::Times;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;
use crate::fd::search::depth_first::{LabelingSegment, Search, SearchOutcome, SearchSettings};
use crate::fd::search::strategy::{Branch, Order, Select, Strategy};

fn int(s: &Store, v: VarId) -> i64 {
    s.value(v).and_then(|i| i.to_i64()).expect("fixed")
}

fn labeling(s: &mut Store, vars: &[VarId], select: Select, order: Order, branch: Branch) -> Search {
    let segment = LabelingSegment {
        vars: vars.to_vec(),
        strategy: Strategy {
            select,
            order,
            branch,
            out: false,
        },
    };
    Search::new(s, vec![segment], SearchSettings::default())
}

/// All solutions in order, or the first few.
fn solve(
    s: &mut Store,
    vars: &[VarId],
    select: Select,
    order: Order,
    branch: Branch,
    limit: usize,
) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    if s.propagate().is_err() {
        return all;
    }
    let mut search = labeling(s, vars, select, order, branch);
    let mut random = SplitMix64::new(7);
    while all.len() < limit {
        match search.next(s, &mut random, 1000) {
            SearchOutcome::Solution => all.push(vars.iter().map(|v| int(s, *v)).collect()),
            SearchOutcome::Paused => {}
            SearchOutcome::Exhausted => break,
            SearchOutcome::Infinite(v) => panic!("{v:?} is infinite"),
        }
    }
    all
}

/// The pairwise model of n queens, with `|Qi − Qj| ≠ d`.
fn queens(s: &mut Store, n: i64) -> Vec<VarId> {
    let qs: Vec<VarId> = (0..n)
        .map(|_| s.new_var(Domain::range(1, n)).expect("non-empty"))
        .collect();
    for i in 0..qs.len() {
        for j in i + 1..qs.len() {
            let ne = Constraint::linear(&[(1, qs[i]), (-1, qs[j])], Rel::Ne, 0);
            s.post(&ne).expect("consistent");
            let d = Int::from((j - i) as i64);
            s.post(&Constraint::distance(qs[i], qs[j], false, d))
                .expect("consistent");
        }
    }
    qs
}

#[test]
fn eight_queens() {
    for branch in [Branch::Step, Branch::Enum, Branch::Bisect] {
        for order in [Order::Up, Order::Down] {
            for select in [
                Select::Leftmost,
                Select::FirstFail,
                Select::MostConstrained,
                Select::Min,
                Select::Max,
            ] {
                let mut s = Store::new();
                let qs = queens(&mut s, 8);
                let all = solve(&mut s, &qs, select, order, branch, usize::MAX);
                assert_eq!(all.len(), 92, "{select:?} {order:?} {branch:?}");
                if (select, order) == (Select::FirstFail, Order::Up) {
                    assert_eq!(all[0], [1, 5, 8, 6, 3, 7, 2, 4]);
                }
            }
        }
    }
}

#[test]
fn twenty_queens_in_the_published_order() {
    let mut s = Store::new();
    let qs = queens(&mut s, 20);
    let first = solve(&mut s, &qs, Select::FirstFail, Order::Up, Branch::Step, 1);
    assert_eq!(
        first[0],
        [
            1, 3, 5, 14, 17, 4, 16, 7, 12, 18, 15, 19, 6, 10, 20, 11, 8, 2, 13, 9
        ]
    );
}

#[test]
fn send_more_money() {
    let mut s = Store::new();
    let vars: Vec<VarId> = (0..8)
        .map(|_| s.new_var(Domain::range(0, 9)).expect("non-empty"))
        .collect();
    let [send, e, n, d, m, o, r, y] = vars[..] else {
        panic!()
    };
    let terms = [
        (1000, send),
        (100, e),
        (10, n),
        (1, d),
        (1000, m),
        (100, o),
        (10, r),
        (1, e),
        (-10000, m),
        (-1000, o),
        (-100, n),
        (-10, e),
        (-1, y),
    ];
    s.post(&Constraint::linear(&terms, Rel::Eq, 0))
        .expect("consistent");
    s.post(&Constraint::all_different(vars.clone()))
        .expect("consistent");
    for first in [send, m] {
        s.remove_value(first, &Int::ZERO).expect("consistent");
    }
    s.propagate().expect("consistent");
    // The bounds that the literature quotes before search.
    assert_eq!(int(&s, send), 9);
    assert_eq!(int(&s, m), 1);
    assert_eq!(int(&s, o), 0);
    assert_eq!(s.domain(e).to_string(), "4..7");
    assert_eq!(s.domain(n).to_string(), "5..8");
    assert_eq!(s.domain(d).to_string(), "2..8");
    let all = solve(&mut s, &vars, Select::Leftmost, Order::Up, Branch::Step, 9);
    assert_eq!(all, [[9, 5, 6, 7, 1, 0, 8, 2]]);
}

/// Not a test of right or wrong: prints times. Run with `--ignored --nocapture`.
#[test]
#[ignore = "prints times"]
fn queens_times() {
    for (n, select) in [
        (8, Select::Leftmost),
        (8, Select::FirstFail),
        (10, Select::FirstFail),
    ] {
        let start = std::time::Instant::now();
        let mut s = Store::new();
        let qs = queens(&mut s, n);
        let all = solve(&mut s, &qs, select, Order::Up, Branch::Step, usize::MAX);
        let time = start.elapsed();
        println!(
            "all {} of {n} queens, {select:?}: {time:?}, {:?}",
            all.len(),
            s.counters()
        );
    }
    for n in [20, 100, 200, 1000] {
        let start = std::time::Instant::now();
        let mut s = Store::new();
        let qs = queens(&mut s, n);
        let posted = start.elapsed();
        if n == 200 {
            continue;
        }
        let first = solve(&mut s, &qs, Select::FirstFail, Order::Up, Branch::Step, 1);
        let time = start.elapsed();
        println!(
            "first of {n} queens ff: posted {posted:?}, {time:?}, {}",
            first.len()
        );
    }
}

/// Five dense equations over seven variables 0..10: bounds propagation and nothing else.
fn dense_equations(s: &mut Store) -> Vec<VarId> {
    let vars: Vec<VarId> = (0..7)
        .map(|_| s.new_var(Domain::range(0, 10)).expect("non-empty"))
        .collect();
    for (coefficients, sum) in [
        ([-52, 32, 22, 62, 58, -52, -75], 251),
        ([15, -22, -63, -76, 38, 78, 63], 151),
        ([-89, 53, 2, 16, 68, 90, 58], 1455),
        ([67, -59, 60, -96, 36, -83, -84], -966),
        ([-90, -51, -38, 54, -92, 19, -16], -1539),
    ] {
        let terms: Vec<(i64, VarId)> = coefficients.into_iter().zip(vars.clone()).collect();
        s.post(&Constraint::linear(&terms, Rel::Eq, sum))
            .expect("consistent");
    }
    vars
}

#[test]
fn dense_equations_have_one_solution() {
    let mut s = Store::new();
    let vars = dense_equations(&mut s);
    let all = solve(&mut s, &vars, Select::Leftmost, Order::Up, Branch::Step, 9);
    assert_eq!(all, [[7, 8, 7, 7, 8, 9, 3]]);
}

/// A magic square of order four, with light symmetry breaking.
fn magic_square(s: &mut Store) -> Vec<VarId> {
    let v: Vec<VarId> = (0..16)
        .map(|_| s.new_var(Domain::range(1, 16)).expect("non-empty"))
        .collect();
    s.post(&Constraint::all_different(v.clone()))
        .expect("consistent");
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for i in 0..4 {
        lines.push((0..4).map(|j| 4 * i + j).collect());
        lines.push((0..4).map(|j| 4 * j + i).collect());
    }
    lines.push(vec![0, 5, 10, 15]);
    lines.push(vec![3, 6, 9, 12]);
    for line in lines {
        let terms: Vec<(i64, VarId)> = line.iter().map(|i| (1, v[*i])).collect();
        s.post(&Constraint::linear(&terms, Rel::Eq, 34))
            .expect("consistent");
    }
    for (a, b) in [(0, 3), (0, 12), (0, 15), (3, 12)] {
        s.post(&Constraint::linear(&[(1, v[a]), (-1, v[b])], Rel::Le, -1))
            .expect("consistent");
    }
    v
}

#[test]
fn magic_square_of_order_four() {
    let mut s = Store::new();
    let v = magic_square(&mut s);
    let first = solve(&mut s, &v, Select::FirstFail, Order::Up, Branch::Step, 1);
    let mut sorted = first[0].clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (1..=16).collect::<Vec<i64>>());
}

#[test]
#[ignore = "prints times"]
fn arithmetic_times() {
    for (name, model, limit) in [
        (
            "dense equations",
            dense_equations as fn(&mut Store) -> Vec<VarId>,
            usize::MAX,
        ),
        ("magic square", magic_square, 1),
    ] {
        let start = std::time::Instant::now();
        let mut s = Store::new();
        let v = model(&mut s);
        let select = if limit == 1 {
            Select::FirstFail
        } else {
            Select::Leftmost
        };
        let all = solve(&mut s, &v, select, Order::Up, Branch::Step, limit);
        println!(
            "{name}: {} in {:?}, {:?}",
            all.len(),
            start.elapsed(),
            s.counters()
        );
    }
}

/// What SWI-Prolog's clpfd and Scryer's clpz conclude from a post, or more.
#[test]
fn as_strong_as_the_libraries() {
    let parse = |d: &str| -> Domain {
        let bound = |b: &str| match b {
            "inf" => crate::fd::kernel::bound::Bound::Inf,
            "sup" => crate::fd::kernel::bound::Bound::Sup,
            n => crate::fd::kernel::bound::Bound::from(n.parse::<i64>().expect("a number")),
        };
        let part = |p: &str| match p.split_once("..") {
            Some((a, b)) => (bound(a), bound(b)),
            None => (bound(p), bound(p)),
        };
        Domain::from_parts(d.split("|").map(part).collect())
    };
    type Case = (
        &'static [&'static str],
        fn(&[VarId]) -> Constraint,
        &'static [&'static str],
    );
    let cases: &[Case] = &[
        (
            &["0..1|3..5", "inf..sup"],
            |v| Constraint::linear(&[(1, v[1]), (-1, v[0])], Rel::Eq, 1),
            &["0..1|3..5", "1..2|4..6"],
        ),
        (
            &["0..1|3..5", "inf..sup"],
            |v| Constraint::linear(&[(1, v[1]), (-2, v[0])], Rel::Eq, 0),
            &["0..1|3..5", "0..2|6..10"],
        ),
        (
            &["0..1|3..5", "inf..sup"],
            |v| Constraint::linear(&[(1, v[1]), (1, v[0])], Rel::Eq, 3),
            &["0..1|3..5", "-2..0|2..3"],
        ),
        (
            &["inf..sup", "0..20"],
            |v| Constraint::linear(&[(3, v[0]), (-1, v[1])], Rel::Eq, 0),
            &["0..6", "0..18"],
        ),
        (
            &["4..sup", "inf..sup"],
            |v| Constraint::linear(&[(2, v[0]), (-1, v[1])], Rel::Eq, 0),
            &["4..sup", "8..sup"],
        ),
        (
            &["inf..sup", "16"],
            |v| Times::of(v[0], v[0], v[1]),
            &["-4|4", "16"],
        ),
        (
            &["-5..-1|1..5", "inf..sup"],
            |v| Times::of(v[0], v[0], v[1]),
            &["-5..-1|1..5", "1..25"],
        ),
        (
            &["inf..sup", "inf..sup"],
            |v| Abs::of(v[0], v[1]),
            &["inf..sup", "0..sup"],
        ),
        (
            &["inf..sup", "3..5"],
            |v| Abs::of(v[0], v[1]),
            &["-5..-3|3..5", "3..5"],
        ),
        (
            &["inf..sup", "inf..sup", "12"],
            |v| Times::of(v[0], v[1], v[2]),
            &["-12..-1|1..12", "-12..-1|1..12", "12"],
        ),
        (
            &["1..sup", "inf..sup", "12"],
            |v| Times::of(v[0], v[1], v[2]),
            &["1..12", "1..12", "12"],
        ),
        (
            &["1..5", "1..5", "21..sup"],
            |v| Times::of(v[0], v[1], v[2]),
            &["5", "5", "25"],
        ),
        (
            &["0", "1..sup", "0"],
            |v| Times::of(v[0], v[1], v[2]),
            &["0", "1..sup", "0"],
        ),
        (
            &["inf..sup", "1..sup", "0"],
            |v| Times::of(v[0], v[1], v[2]),
            &["0", "1..sup", "0"],
        ),
        (
            &["inf..sup", "3", "2"],
            |v| Division::trunc(v[0], v[1], v[2]),
            &["6..8", "3", "2"],
        ),
        (
            &["inf..sup", "-3", "2"],
            |v| Division::floor(v[0], v[1], v[2]),
            &["-8..-6", "-3", "2"],
        ),
        (
            &["-10..10", "3", "inf..sup"],
            |v| Division::trunc(v[0], v[1], v[2]),
            &["-10..10", "3", "-3..3"],
        ),
        (
            &["-10..10", "3", "inf..sup"],
            |v| Division::floor(v[0], v[1], v[2]),
            &["-10..10", "3", "-4..3"],
        ),
        (
            &["-10..10", "-3", "inf..sup"],
            |v| Division::modulo(v[0], v[1], v[2]),
            &["-10..10", "-3", "-2..0"],
        ),
        (
            &["-10..10", "3", "inf..sup"],
            |v| Division::remainder(v[0], v[1], v[2]),
            &["-10..10", "3", "-2..2"],
        ),
        (
            &["0..10", "3", "1"],
            |v| Division::modulo(v[0], v[1], v[2]),
            &["1|4|7|10", "3", "1"],
        ),
        (
            &["inf..sup", "2", "49"],
            |v| Power::of(v[0], v[1], v[2]),
            &["-7|7", "2", "49"],
        ),
        (
            &["-12..12", "2", "144"],
            |v| Power::of(v[0], v[1], v[2]),
            &["-12|12", "2", "144"],
        ),
        (
            &["-9..9", "4", "1"],
            |v| Division::remainder(v[0], v[1], v[2]),
            &["1|5|9", "4", "1"],
        ),
        (
            &["0..20", "7", "1|3"],
            |v| Division::trunc(v[0], v[1], v[2]),
            &["7..13", "7", "1"],
        ),
        (
            &["-2|1..3", "-2..3", "inf..sup"],
            |v| Division::floor(v[0], v[0], v[2]),
            &["-2|1..3", "-2..3", "1"],
        ),
        (
            &["-3..3", "5..9", "inf..sup"],
            |v| Division::remainder(v[0], v[1], v[2]),
            &["-3..3", "5..9", "-3..3"],
        ),
        (
            &["inf..sup", "3", "-27"],
            |v| Power::of(v[0], v[1], v[2]),
            &["-3", "3", "-27"],
        ),
        (
            &["2", "inf..sup", "1024"],
            |v| Power::of(v[0], v[1], v[2]),
            &["2", "10", "1024"],
        ),
        (
            &["2", "inf..sup", "inf..999"],
            |v| Power::of(v[0], v[1], v[2]),
            &["2", "0..9", "1..512"],
        ),
        (
            &["0..3", "2..5", "inf..sup"],
            |v| Max::min(v[0], v[1], v[2]),
            &["0..3", "2..5", "0..3"],
        ),
        (
            &["0..3", "2..5", "3"],
            |v| Max::max(v[0], v[1], v[2]),
            &["0..3", "2..3", "3"],
        ),
        (
            &["3", "inf..sup", "inf..sup"],
            |v| Max::max(v[0], v[1], v[2]),
            &["3", "inf..sup", "3..sup"],
        ),
        (
            &["0..9", "0..9"],
            |v| Constraint::linear(&[(1, v[0]), (1, v[1])], Rel::Eq, 17),
            &["8..9", "8..9"],
        ),
    ];
    for (i, (given, post, expected)) in cases.iter().enumerate() {
        let mut s = Store::new();
        let vars: Vec<VarId> = given
            .iter()
            .map(|d| s.new_var(parse(d)).expect("non-empty"))
            .collect();
        let c = post(&vars);
        s.post(&c).and_then(|()| s.propagate()).expect("consistent");
        for (v, d) in vars.iter().zip(*expected) {
            assert_eq!(s.domain(*v), parse(d), "case {i}: {c:?}");
        }
    }
}

fn between(random: &mut SplitMix64, low: i64, high: i64) -> i64 {
    low + random.below((high - low + 1) as u64) as i64
}

fn some_constraint(random: &mut SplitMix64, v: &[VarId]) -> Constraint {
    let mut any = || v[random.below(v.len() as u64) as usize];
    let (x, y, z) = (any(), any(), any());
    let c = between(random, -4, 4);
    let rel = [Rel::Eq, Rel::Ne, Rel::Le][random.below(3) as usize];
    match random.below(15) {
        0..4 => {
            let terms: Vec<(i64, VarId)> = [x, y, z]
                .iter()
                .map(|v| (between(random, -3, 3), *v))
                .collect();
            Constraint::linear(&terms, rel, c)
        }
        4 | 5 => Constraint::linear(&[(1, x), (-1, y)], rel, c),
        6 => Times::of(x, y, z),
        7 => Division::trunc(x, y, z),
        8 => Division::modulo(x, y, z),
        9 => Abs::of(x, y),
        10 => Max::max(x, y, z),
        11 => Constraint::all_different(vec![x, y, z]),
        12 => Power::of(x, y, z),
        13 => Constraint::distance(x, y, true, Int::from(c)),
        _ => Constraint::distance(x, y, false, Int::from(c)),
    }
}

/// Random models of four variables: the search finds exactly what enumeration finds.
#[test]
fn random_models_against_brute_force() {
    let mut random = SplitMix64::new(2024);
    for model in 0..300 {
        let mut s = Store::new();
        let mut vars: Vec<VarId> = (0..3)
            .map(|_| {
                let (a, b) = (between(&mut random, -4, 5), between(&mut random, -4, 5));
                s.new_var(Domain::range(a.min(b), a.max(b)))
                    .expect("non-empty")
            })
            .collect();
        vars.push(s.new_bool());
        let mut posted: Vec<Constraint> = Vec::new();
        for _ in 0..between(&mut random, 1, 4) {
            let c = some_constraint(&mut random, &vars);
            posted.push(match random.below(3) {
                0 => Constraint::reified(vars[3], c),
                _ => c,
            });
        }
        let mut expected = Vec::new();
        let domain = |v: VarId| -> Vec<i64> {
            let all = s.domain(v).values(100).expect("finite");
            all.iter().filter_map(Int::to_i64).collect()
        };
        for a in domain(vars[0]) {
            for b in domain(vars[1]) {
                for c in domain(vars[2]) {
                    for d in domain(vars[3]) {
                        let row = [a, b, c, d];
                        let value = |v: VarId| Int::from(row[v.0 as usize]);
                        if posted.iter().all(|c| c.holds(&value)) {
                            expected.push(row.to_vec());
                        }
                    }
                }
            }
        }
        let consistent = posted.iter().try_for_each(|c| {
            s.post(c)?;
            // Half of the models propagate after each constraint.
            if model % 2 == 0 {
                s.propagate()
            } else {
                Ok(())
            }
        });
        let found = match consistent {
            Ok(()) => solve(
                &mut s,
                &vars,
                Select::Leftmost,
                Order::Up,
                Branch::Enum,
                usize::MAX,
            ),
            Err(_) => Vec::new(),
        };
        assert_eq!(found, expected, "model {model}: {posted:?}");
    }
}

/// Contradictions that propagation would approach step by step are found at once or given up.
#[test]
fn slow_convergence() {
    let less = |x, y| Constraint::linear(&[(1, x), (-1, y)], Rel::Le, -1);
    let mut s = Store::new();
    let (x, y) = (s.new_integer(), s.new_integer());
    s.post(&less(x, y)).expect("consistent");
    assert!(s.post(&less(y, x)).and_then(|()| s.propagate()).is_err());

    let mut s = Store::new();
    let vars: Vec<VarId> = (0..200)
        .map(|_| {
            s.new_var(Domain::range(0, 1_000_000_000))
                .expect("non-empty")
        })
        .collect();
    let cycle = (0..200).try_for_each(|i| s.post(&less(vars[i], vars[(i + 1) % 200])));
    assert!(cycle.and_then(|()| s.propagate()).is_err());

    // x = 2·y and x + 1 = 2·z have no common parity problem that bounds would see at once, and
    // z = y makes each round move a bound by one: this must come to an end.
    let mut s = Store::new();
    let (x, y, z) = (s.new_integer(), s.new_integer(), s.new_integer());
    s.post(&Constraint::linear(&[(1, x), (-2, y)], Rel::Eq, 0))
        .expect("consistent");
    s.post(&Constraint::linear(&[(1, x), (-2, z)], Rel::Eq, -1))
        .expect("consistent");
    s.post(&Constraint::linear(&[(1, y), (-1, z)], Rel::Eq, 0))
        .expect("consistent");
    s.remove_below(x, &0.into()).expect("consistent");
    let _ = s.propagate();

    // x = y², y = x² above 1: bounds square each other.
    let mut s = Store::new();
    let (x, y) = (s.new_integer(), s.new_integer());
    s.post(&Times::of(y, y, x)).expect("consistent");
    s.post(&Times::of(x, x, y)).expect("consistent");
    s.remove_below(x, &2.into()).expect("consistent");
    let _ = s.propagate();
}

/// Two variables made one see each other in every constraint.
#[test]
fn equating_variables() {
    let mut s = Store::new();
    let (x, y, z) = (s.new_integer(), s.new_integer(), s.new_integer());
    s.post(&Constraint::linear(&[(1, x), (1, y), (-1, z)], Rel::Eq, 0))
        .expect("consistent");
    s.restrict(z, &Domain::range(1, 7)).expect("consistent");
    s.propagate().expect("consistent");
    let mark = s.mark();
    s.set_newest_mark(mark);
    s.equate(x, y).expect("consistent");
    s.propagate().expect("consistent");
    assert_eq!(s.domain(x).to_string(), "1..3");
    assert_eq!(s.domain(z).to_string(), "2..6");
    s.undo_to(mark);
    assert_eq!(s.domain(x), Domain::all());

    s.post(&Constraint::linear(&[(1, x), (-1, y)], Rel::Ne, 0))
        .expect("consistent");
    assert!(s.equate(x, y).and_then(|()| s.propagate()).is_err());
}

#[test]
fn a_store_may_move_between_threads() {
    fn send<T: Send>(_: &T) {}
    send(&Store::new());
    assert!(std::mem::size_of::<crate::fd::constraints::prop::Prop>() <= 32);
}

/// Exact beyond machine words: 2^200, 10^40, bounds at 10^25.
#[test]
fn unbounded_integers() {
    let mut s = Store::new();
    let ten_40 = crate::fd::kernel::int_math::power(&Int::Small(10), 40).expect("small enough");
    let (x, z) = (s.new_integer(), s.new_constant(&ten_40));
    s.post(&Times::of(x, x, z)).expect("consistent");
    s.propagate().expect("consistent");
    let root = format!("1{}", "0".repeat(20));
    assert_eq!(s.domain(x).to_string(), format!("-{root}\\/{root}"));

    let mut s = Store::new();
    let ten_25 = crate::fd::kernel::int_math::power(&Int::Small(10), 25).expect("small enough");
    let x = s.new_integer();
    s.remove_below(x, &(&ten_25 + &Int::ONE).into())
        .expect("consistent");
    s.remove_above(x, &(&ten_25 + &Int::Small(2)).into())
        .expect("consistent");
    s.propagate().expect("consistent");
    let mut search = labeling(&mut s, &[x], Select::Leftmost, Order::Up, Branch::Step);
    let mut found = Vec::new();
    let mut random = SplitMix64::new(7);
    while search.next(&mut s, &mut random, u64::MAX) == SearchOutcome::Solution {
        found.push(s.value(x).expect("fixed"));
    }
    assert_eq!(found, [&ten_25 + &Int::ONE, &ten_25 + &Int::Small(2)]);
}
