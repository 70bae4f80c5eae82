//! Objectives: the costs of solutions, the best solutions so far, and the bounds that they impose on better ones.
//! Must not know the search.

use crate::base::int::Int;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars, is_small};
use std::cmp::Ordering;

/// The comparison of several costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    /// The first costs that differ decide, as they do for one cost alone.
    Lexicographic,
    /// A solution is dominated if another one is at least as good in each cost.
    Pareto,
}

/// Costs to minimize or maximize, and the best solutions so far.
#[derive(Clone, Debug)]
pub(crate) struct Objective {
    costs: Vec<VarId>,
    /// True if great values are good.
    maximize: bool,
    comparison: Comparison,
    best: Vec<Solution>,
    /// True if a solution was replaced by a better one.
    improved: bool,
    /// True if only the costs of a solution are kept.
    costs_only: bool,
}

/// A solution that was found.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    /// The costs.
    pub costs: Vec<Int>,
    /// Variables and their values.
    pub values: Vec<(VarId, Int)>,
}

impl Objective {
    /// An objective without solutions.
    pub(crate) fn new(costs: Vec<VarId>, maximize: bool, comparison: Comparison) -> Objective {
        Objective {
            costs,
            maximize,
            comparison,
            best: Vec::new(),
            improved: false,
            costs_only: false,
        }
    }

    /// The objective without the values of its best solutions.
    pub(crate) fn of_costs_only(self) -> Objective {
        Objective {
            costs_only: true,
            ..self
        }
    }

    /// Returns true if solutions were found that are worse than the best.
    pub(crate) fn has_worse(&self) -> bool {
        self.improved
    }

    /// The best solutions: one at most, except for Pareto.
    pub(crate) fn best(&self) -> &[Solution] {
        &self.best
    }

    /// A cost that is not fixed.
    pub(crate) fn open_cost(&self, store: &Store) -> Option<VarId> {
        self.costs.iter().copied().find(|v| !store.is_fixed(*v))
    }

    /// Records a solution, whose costs are fixed, in place of those that it improves on.
    pub(crate) fn record(&mut self, store: &Store, vars: impl Iterator<Item = VarId>) {
        let value = |v: VarId| store.value(v).map(|i| (v, i));
        let costs: Vec<Int> = self.costs.iter().filter_map(|v| store.value(*v)).collect();
        let values = if self.costs_only {
            Vec::new()
        } else {
            let all = vars.chain(self.costs.iter().copied());
            all.filter_map(value).collect()
        };
        let found = Solution { costs, values };
        self.keep(found);
    }

    fn keep(&mut self, found: Solution) {
        match self.comparison {
            Comparison::Lexicographic => {
                self.improved |= !self.best.is_empty();
                self.best.clear();
            }
            Comparison::Pareto => {
                let (maximize, before) = (self.maximize, self.best.len());
                self.best.retain(|old| {
                    let mut pairs = old.costs.iter().zip(&found.costs);
                    pairs.any(|(o, n)| if maximize { o > n } else { o < n })
                });
                self.improved |= self.best.len() < before;
            }
        }
        self.best.push(found);
    }

    /// Records the costs of a solution that was found elsewhere.
    pub(crate) fn keep_costs(&mut self, costs: Vec<Int>) {
        self.keep(Solution {
            costs,
            values: Vec::new(),
        });
    }

    /// Returns true if the bounds of the costs exclude every solution that is better than those that were found:
    /// [`Objective::tighten`] fails then.
    pub(crate) fn is_beaten(&self, vars: &Vars) -> bool {
        self.best.iter().any(|old| {
            let mut pairs = old.costs.iter().zip(&self.costs);
            match self.comparison {
                Comparison::Lexicographic => {
                    let mut orders = pairs.map(|(cost, v)| self.compare(vars, *v, cost));
                    let first = orders.find(|o| o.is_ne());
                    first.is_none_or(Ordering::is_lt)
                }
                Comparison::Pareto => {
                    pairs.all(|(cost, v)| self.compare(vars, *v, cost) != Ordering::Greater)
                }
            }
        })
    }

    /// Compares the best value that is left of a cost with another value. The greater one is the better one.
    fn compare(&self, vars: &Vars, v: VarId, with: &Int) -> Ordering {
        let with = Bound::Fin(with.clone());
        if self.maximize {
            vars.max(v).cmp(&with)
        } else {
            with.cmp(&vars.min(v))
        }
    }

    /// Removes the costs of solutions that are not better; does not propagate.
    pub(crate) fn tighten(&self, store: &mut Store) -> Narrowed {
        match self.comparison {
            Comparison::Lexicographic => {
                for old in &self.best {
                    self.require_lex_better(store, old)?;
                }
            }
            Comparison::Pareto => {
                for old in &self.best {
                    self.not_dominated(store, old)?;
                }
            }
        }
        Ok(())
    }

    /// Requires costs that are lexicographically better than those of `old`.
    fn require_lex_better(&self, store: &mut Store, old: &Solution) -> Narrowed {
        let last = self.costs.len().saturating_sub(1);
        for (i, (v, cost)) in self.costs.iter().zip(&old.costs).enumerate() {
            self.require_better(store, *v, cost, i == last)?;
            if store.value(*v).as_ref() != Some(cost) {
                return Ok(());
            }
        }
        Err(Inconsistent)
    }

    /// Requires a cost that is better than that of `old`.
    fn not_dominated(&self, store: &mut Store, old: &Solution) -> Narrowed {
        let mut only = None;
        for (v, cost) in self.costs.iter().zip(&old.costs) {
            let (low, high) = store.vars.bounds(*v);
            let cost_bound = Bound::Fin(cost.clone());
            let possible = if self.maximize {
                high > cost_bound
            } else {
                low < cost_bound
            };
            if possible && only.replace((*v, cost)).is_some() {
                return Ok(());
            }
        }
        match only {
            Some((v, cost)) => self.require_better(store, v, cost, true),
            None => Err(Inconsistent),
        }
    }

    /// Requires a cost that is at least as good as `than`, or strictly better.
    fn require_better(&self, store: &mut Store, v: VarId, than: &Int, strictly: bool) -> Narrowed {
        if let Int::Small(than) = than
            && is_small(*than)
        {
            let by = i64::from(strictly);
            return if self.maximize {
                store.vars.remove_below(v, than + by)
            } else {
                store.vars.remove_above(v, than - by)
            };
        }
        let by = if strictly { Int::ONE } else { Int::ZERO };
        if self.maximize {
            store.remove_below(v, &Bound::Fin(than + &by))
        } else {
            store.remove_above(v, &Bound::Fin(than - &by))
        }
    }
}
