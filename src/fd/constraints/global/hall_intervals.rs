//! Hall intervals, after López-Ortiz, Quimper, Tromp and van Beek (A fast and simple algorithm for
//! bounds consistency of the alldifferent constraint, IJCAI 2003). Knows no constraint.

use crate::fd::kernel::propagator::{Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// Bounds beyond this are not narrowed, so that sums and differences fit a word.
const FAR: i64 = 1 << 60;

/// One variable with its bounds, and the places of these among all bounds.
#[derive(Clone, Copy, Debug)]
struct BoundsRow {
    x: VarId,
    min: i64,
    max: i64,
    min_rank: usize,
    max_rank: usize,
}

/// Buffers of the algorithm, kept from one run to the next.
#[derive(Default, Debug)]
pub(crate) struct Intervals {
    rows: Vec<BoundsRow>,
    by_min: Vec<usize>,
    by_max: Vec<usize>,
    /// The different bounds: least values, and greatest values plus one.
    bounds: Vec<i64>,
    /// Links to critical capacities.
    tree: Vec<usize>,
    /// The capacities: how many further variables fit below a bound.
    room: Vec<i64>,
    /// Links to the Hall intervals that contain a bound.
    hall: Vec<usize>,
}

fn last(links: &[usize], mut i: usize) -> usize {
    while links[i] > i {
        i = links[i];
    }
    i
}

fn first(links: &[usize], mut i: usize) -> usize {
    while links[i] < i {
        i = links[i];
    }
    i
}

/// Path compression: redirects all links from `from` to `end` to `to`.
fn compress(links: &mut [usize], from: usize, end: usize, to: usize) {
    let mut i = from;
    while i != end {
        let next = links[i];
        links[i] = to;
        if next == i {
            return;
        }
        i = next;
    }
}

impl Intervals {
    /// Narrows the bounds of variables that must all differ.
    pub(crate) fn filter(&mut self, vars: &mut Vars, xs: &[VarId]) -> Propagated {
        let before = vars.prunings;
        self.rows.clear();
        let mut open = 0;
        for x in xs {
            open += usize::from(!vars.is_fixed(*x));
            if let Some((min, max)) = vars.span(*x)
                && min > -FAR
                && max < FAR
            {
                let (min_rank, max_rank) = (0, 0);
                self.rows.push(BoundsRow {
                    x: *x,
                    min,
                    max,
                    min_rank,
                    max_rank,
                });
            }
        }
        if open < 2 {
            return Ok(Status::Subsumed);
        }
        if self.rows.len() > 1 {
            self.rank();
            self.raise(vars)?;
            self.lower(vars)?;
        }
        Ok(Status::since(vars, before))
    }

    fn rank(&mut self) {
        let Intervals { rows, bounds, .. } = self;
        bounds.clear();
        bounds.extend(rows.iter().flat_map(|r| [r.min, r.max + 1]));
        bounds.push(i64::MIN / 2);
        bounds.push(i64::MAX / 2);
        bounds.sort_unstable();
        bounds.dedup();
        for r in rows.iter_mut() {
            r.min_rank = bounds.partition_point(|b| *b < r.min);
            r.max_rank = bounds.partition_point(|b| *b < r.max + 1);
        }
        self.by_min.clear();
        self.by_min.extend(0..rows.len());
        self.by_min.sort_by_key(|i| rows[*i].min);
        self.by_max.clear();
        self.by_max.extend(0..rows.len());
        self.by_max.sort_by_key(|i| rows[*i].max);
    }

    /// Raises least values out of Hall intervals.
    fn raise(&mut self, vars: &mut Vars) -> Result<(), Inconsistent> {
        let Intervals {
            rows,
            by_max,
            bounds,
            tree,
            room,
            hall,
            ..
        } = self;
        let n = bounds.len();
        tree.clear();
        tree.extend((0..n).map(|i| i.saturating_sub(1)));
        hall.clone_from(tree);
        room.clear();
        room.extend((0..n).map(|i| if i == 0 { 0 } else { bounds[i] - bounds[i - 1] }));
        for i in by_max.iter() {
            let BoundsRow {
                x: var,
                min_rank: x,
                max_rank: y,
                ..
            } = rows[*i];
            let mut z = last(tree, x + 1);
            let j = tree[z];
            room[z] -= 1;
            if room[z] == 0 {
                tree[z] = z + 1;
                z = last(tree, tree[z]);
                tree[z] = j;
            }
            compress(tree, x + 1, z, z);
            if room[z] < bounds[z] - bounds[y] {
                return Err(Inconsistent);
            }
            if hall[x] > x {
                let w = last(hall, hall[x]);
                vars.remove_below(var, bounds[w])?;
                compress(hall, x, w, w);
            }
            if room[z] == bounds[z] - bounds[y] {
                let end = j - 1;
                let from = hall[y];
                compress(hall, from, end, y);
                hall[y] = end;
            }
        }
        Ok(())
    }

    /// Lowers greatest values out of Hall intervals.
    fn lower(&mut self, vars: &mut Vars) -> Result<(), Inconsistent> {
        let Intervals {
            rows,
            by_min,
            bounds,
            tree,
            room,
            hall,
            ..
        } = self;
        let n = bounds.len();
        tree.clear();
        tree.extend((0..n).map(|i| (i + 1).min(n - 1)));
        hall.clone_from(tree);
        room.clear();
        room.extend((0..n).map(|i| {
            if i + 1 == n {
                0
            } else {
                bounds[i + 1] - bounds[i]
            }
        }));
        for i in by_min.iter().rev() {
            let BoundsRow {
                x: var,
                min_rank: y,
                max_rank: x,
                ..
            } = rows[*i];
            let mut z = first(tree, x - 1);
            let j = tree[z];
            room[z] -= 1;
            if room[z] == 0 {
                tree[z] = z - 1;
                z = first(tree, tree[z]);
                tree[z] = j;
            }
            compress(tree, x - 1, z, z);
            if room[z] < bounds[y] - bounds[z] {
                return Err(Inconsistent);
            }
            if hall[x] < x {
                let w = first(hall, hall[x]);
                vars.remove_above(var, bounds[w] - 1)?;
                compress(hall, x, w, w);
            }
            if room[z] == bounds[y] - bounds[z] {
                let end = j + 1;
                let from = hall[y];
                compress(hall, from, end, y);
                hall[y] = end;
            }
        }
        Ok(())
    }
}
