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

/// The direction in which the bounds are passed: upwards (`UP`), or downwards.
struct Pass<const UP: bool>;

impl<const UP: bool> Pass<UP> {
    /// The place of `n` behind a place, or the place itself if there is none.
    fn back(i: usize, n: usize) -> usize {
        match UP {
            true => i.saturating_sub(1),
            false => (i + 1).min(n - 1),
        }
    }

    fn ahead(i: usize) -> usize {
        if UP { i + 1 } else { i - 1 }
    }

    /// Returns true if place `i` is ahead of `j`.
    fn is_ahead(i: usize, j: usize) -> bool {
        if UP { i > j } else { i < j }
    }

    /// The distance from a place to one ahead of it.
    fn distance(bounds: &[i64], from: usize, to: usize) -> i64 {
        match UP {
            true => bounds[to] - bounds[from],
            false => bounds[from] - bounds[to],
        }
    }

    /// The last place ahead to which links lead.
    fn end(links: &[usize], mut i: usize) -> usize {
        while Self::is_ahead(links[i], i) {
            i = links[i];
        }
        i
    }
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
            self.narrow::<true>(vars)?;
            self.narrow::<false>(vars)?;
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

    /// Raises least values out of Hall intervals (`UP`), or lowers greatest values.
    fn narrow<const UP: bool>(&mut self, vars: &mut Vars) -> Result<(), Inconsistent> {
        let Intervals {
            rows,
            by_min,
            by_max,
            bounds,
            tree,
            room,
            hall,
        } = self;
        let n = bounds.len();
        let ahead = Pass::<UP>::ahead;
        tree.clear();
        tree.extend((0..n).map(|i| Pass::<UP>::back(i, n)));
        hall.clone_from(tree);
        room.clear();
        room.extend(
            tree.iter()
                .enumerate()
                .map(|(i, back)| Pass::<UP>::distance(bounds, *back, i)),
        );
        for k in 0..rows.len() {
            let r = match UP {
                true => rows[by_max[k]],
                false => rows[by_min[rows.len() - 1 - k]],
            };
            let (x, y) = match UP {
                true => (r.min_rank, r.max_rank),
                false => (r.max_rank, r.min_rank),
            };
            let mut z = Pass::<UP>::end(tree, ahead(x));
            let j = tree[z];
            room[z] -= 1;
            if room[z] == 0 {
                tree[z] = ahead(z);
                z = Pass::<UP>::end(tree, tree[z]);
                tree[z] = j;
            }
            compress(tree, ahead(x), z, z);
            let left = Pass::<UP>::distance(bounds, y, z);
            if room[z] < left {
                return Err(Inconsistent);
            }
            if Pass::<UP>::is_ahead(hall[x], x) {
                let w = Pass::<UP>::end(hall, hall[x]);
                match UP {
                    true => vars.remove_below(r.x, bounds[w])?,
                    false => vars.remove_above(r.x, bounds[w] - 1)?,
                };
                compress(hall, x, w, w);
            }
            if room[z] == left {
                let end = Pass::<UP>::back(j, n);
                let from = hall[y];
                compress(hall, from, end, y);
                hall[y] = end;
            }
        }
        Ok(())
    }
}
