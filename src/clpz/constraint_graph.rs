//! The graph whose nodes are variables and whose edges are constraints: what is connected with a variable.

use super::attvar_link::{owner, store};
use crate::fd::kernel::store::PropId;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::Vm;
use rustc_hash::FxHashSet;

/// A breadth-first walk over unfixed variables, which continues from a variable that it finds if `expands` returns
/// true. Returns the roots and the variables found, and the constraints, each in the order of the walk.
fn walk(
    vm: &mut Vm,
    roots: impl Iterator<Item = VarId>,
    mut expands: impl FnMut(&Vm, VarId) -> bool,
) -> (Vec<VarId>, Vec<PropId>) {
    let mut seen: FxHashSet<VarId> = FxHashSet::default();
    let mut vars: Vec<VarId> = roots.filter(|v| seen.insert(*v)).collect();
    let mut queue = vars.clone();
    let mut found: FxHashSet<PropId> = FxHashSet::default();
    let mut props = Vec::new();
    let mut next = 0;
    while let Some(&v) = queue.get(next) {
        next += 1;
        for p in store(vm).propagators_of(v) {
            if !found.insert(p) {
                continue;
            }
            props.push(p);
            for w in store(vm).describe(p).vars() {
                if !store(vm).is_fixed(w) && seen.insert(w) {
                    vars.push(w);
                    if expands(vm, w) {
                        queue.push(w);
                    }
                }
            }
        }
    }
    (vars, props)
}

/// The roots and all variables that constraints connect with them, and these constraints.
pub(super) fn reach(vm: &mut Vm, roots: impl Iterator<Item = VarId>) -> (Vec<VarId>, Vec<PropId>) {
    walk(vm, roots, |_, _| true)
}

/// The Prolog variables that share a constraint with one of `from`, which are different. The kernel's own
/// variables have no Prolog variable, so the walk passes through them. With `far`, it passes through all
/// variables: the result is everything that constraints connect with `from`.
pub(super) fn connected(vm: &mut Vm, from: &[VarId], far: bool) -> Vec<Cell> {
    let visible = |vm: &Vm, v: VarId| owner(vm, v).filter(|c| c.is_attvar());
    let roots = from.iter().copied();
    let (vars, _) = walk(vm, roots, |vm, v| far || visible(vm, v).is_none());
    let found = &vars[from.len()..];
    found.iter().filter_map(|v| visible(vm, *v)).collect()
}
