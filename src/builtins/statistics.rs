//! `statistics/0,2`: counts, times and areas of the machine.

use crate::base::evaluable::EvalContext;
use crate::machine::Cell;
use crate::system::streams::{USER_ERROR, write_text};
use crate::system::{BuiltinRow, Res, Vm, det};

/// A value of `statistics/2`.
enum Statistic {
    /// A count.
    Count(u64),
    /// Seconds.
    Seconds(f64),
    /// A pair: milliseconds, and those since the last call.
    Since(f64),
    /// A pair: bytes used and bytes free.
    Area(u64),
    /// A pair of counts.
    Pair(u64, u64),
    /// `[Collections,Bytes,Milliseconds]`
    Collections,
    /// `[Global,Local,Milliseconds]`: areas never move, so that all are 0. Atoms are collected with the heap, and not counted.
    Shifts,
}

fn statistic(vm: &mut Vm, key: &str) -> Option<Statistic> {
    let [environments, choice_points, trail] = vm.stack_use();
    let heap = vm.heap.top();
    let all = heap + environments + choice_points + trail;
    Some(match key {
        "runtime" | "process_runtime" => Statistic::Since(vm.ext.environment.cputime()),
        "system_time" => Statistic::Since(0.0),
        "real_time" | "walltime" => Statistic::Since(vm.ext.environment.running_time()),
        // The time of joined threads is part of that of the process.
        "thread_cputime" => Statistic::Seconds(0.0),
        "cputime" | "process_cputime" => Statistic::Seconds(vm.ext.environment.cputime()),
        "inferences" => Statistic::Count(vm.inferences),
        "epoch" | "process_epoch" => {
            Statistic::Seconds(vm.ext.environment.unix_time() - vm.ext.environment.running_time())
        }
        "atoms" => Statistic::Count(vm.atoms.len() as u64),
        "functors" => Statistic::Count(vm.functors.len() as u64),
        "predicates" => Statistic::Count(vm.db.preds().count() as u64),
        "clauses" => {
            let predicates: Vec<_> = vm.db.preds().map(|(p, _)| p).collect();
            let counts = predicates.into_iter().map(|p| vm.db.clause_count(p) as u64);
            Statistic::Count(counts.sum())
        }
        "heap" | "heapused" | "global" | "globalused" => Statistic::Count(heap),
        "local" | "localused" => Statistic::Count(environments + choice_points),
        "trailused" => Statistic::Count(trail),
        "stack" => Statistic::Count(all),
        "global_stack" => Statistic::Area(heap),
        "local_stack" => Statistic::Area(environments + choice_points),
        "trail" | "trail_stack" => Statistic::Area(trail),
        "stacks" => Statistic::Pair(heap, environments + choice_points),
        // Words of clauses, which hold instructions and terms.
        "codes" => Statistic::Count(vm.db.bytes / 8),
        "memory" | "core" => Statistic::Area(all + vm.db.bytes),
        "program" => Statistic::Area(vm.db.bytes),
        "garbage_collection" => Statistic::Collections,
        "stack_shifts" | "atom_garbage_collection" => Statistic::Shifts,
        "shift_time" => Statistic::Seconds(0.0),
        // Areas grow in their place.
        "global_shifts" | "local_shifts" | "trail_shifts" => Statistic::Count(0),
        "stack_limit" => Statistic::Count(vm.limits().heap_bytes),
        "modules" => Statistic::Count(vm.ext.modules.iter().count() as u64),
        // Atoms are collected with the heap, and none is counted alone.
        "agc" => Statistic::Count(vm.collector_work.count),
        "agc_gained" => Statistic::Count(0),
        "agc_time" => Statistic::Seconds(0.0),
        "collections" => Statistic::Count(vm.collector_work.count),
        "collected" => Statistic::Count(vm.collector_work.bytes),
        "collection_time" | "gctime" => Statistic::Seconds(vm.collector_work.time.as_secs_f64()),
        "longest_collection" => Statistic::Seconds(vm.collector_work.longest.as_secs_f64()),
        "propagations" => Statistic::Count(vm.ext.clpz.counters().propagations),
        "prunings" => Statistic::Count(vm.ext.clpz.counters().prunings),
        "backtracks" => Statistic::Count(vm.ext.clpz.counters().backtracks),
        "constraints" => Statistic::Count(vm.ext.clpz.counters().constraints),
        _ => return None,
    })
}

/// The keys whose values `statistics/0` prints, with their descriptions.
const SHOWN: &[(&str, &str)] = &[
    ("cputime", "seconds of processor time"),
    ("inferences", "inferences"),
    ("heap", "bytes of heap"),
    ("localused", "bytes of environments and choice points"),
    ("trailused", "bytes of trail"),
    ("collections", "garbage collections"),
    ("collection_time", "seconds of garbage collections"),
    ("longest_collection", "seconds of the longest one"),
    ("atoms", "atoms"),
    ("functors", "functors"),
    ("predicates", "predicates"),
    ("constraints", "constraints posted"),
    ("propagations", "runs of propagators"),
    ("prunings", "changes of domains"),
    ("backtracks", "contradictions of constraints"),
];

/// The keys that remember their last value.
const TIMED: &[&str] = &[
    "runtime",
    "process_runtime",
    "system_time",
    "real_time",
    "walltime",
];

fn statistics_2(vm: &mut Vm) -> Res {
    let x = vm.x(0);
    let key = vm.atoms.text(x.as_atom()).to_string();
    let Some(s) = statistic(vm, &key) else {
        return Err(vm.domain_error("statistics_key", x));
    };
    let count = |n: u64| Cell::int(n.min(i64::MAX as u64 >> 4) as i64);
    let value = match s {
        Statistic::Count(n) => count(n),
        Statistic::Seconds(s) => vm.heap.float(s),
        Statistic::Since(s) => {
            let key = TIMED
                .iter()
                .find(|k| **k == key)
                .copied()
                .unwrap_or_default();
            let (now, since) = vm.ext.environment.since_last(key, (s * 1000.0) as i64);
            vm.heap.list(&[Cell::int(now), Cell::int(since)], Cell::NIL)
        }
        Statistic::Area(used) => {
            let free = vm.limits().heap_bytes.saturating_sub(used);
            vm.heap.list(&[count(used), count(free)], Cell::NIL)
        }
        Statistic::Pair(a, b) => vm.heap.list(&[count(a), count(b)], Cell::NIL),
        Statistic::Collections => {
            let done = vm.collector_work;
            let milliseconds = u64::try_from(done.time.as_millis()).unwrap_or(u64::MAX);
            let values = [done.count, done.bytes, milliseconds].map(count);
            vm.heap.list(&values, Cell::NIL)
        }
        Statistic::Shifts => vm.heap.list(&[Cell::int(0); 3], Cell::NIL),
    };
    Ok(vm.unify(vm.x(1), value))
}

fn statistics_0(vm: &mut Vm) -> Res {
    let mut out = String::new();
    for &(key, what) in SHOWN {
        let value = match statistic(vm, key) {
            Some(Statistic::Count(n)) => n.to_string(),
            Some(Statistic::Seconds(s)) => format!("{s:.3}"),
            _ => continue,
        };
        out.push_str(&format!("% {value:>14} {what}\n"));
    }
    write_text(vm, USER_ERROR, &out)?;
    Ok(true)
}

/// The predicates of this file.
pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "statistics",
        "+atom, -value",
        "-",
        "Unifies the second argument with the value of a key: a count, a time or an area of the machine.",
        statistics_2,
    ),
    det(
        "statistics",
        "",
        "-",
        "Writes counts and times to `user_error`.",
        statistics_0,
    ),
];
