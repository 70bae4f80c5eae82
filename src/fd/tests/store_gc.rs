//! Garbage collection of the store's tail.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, Rel};
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;

#[test]
fn only_a_tail_that_concerns_nobody_else_goes() {
    let mut s = Store::new();
    let x = s.new_var(Domain::range(0, 9)).expect("not empty");
    let mark = s.new_mark();
    s.set_newest_mark(mark);
    let y = s.new_var(Domain::range(0, 900)).expect("not empty");
    let z = s.new_var(Domain::range(0, 900)).expect("not empty");
    let less = Constraint::linear(&[(1, y), (-1, z)], Rel::Le, -3);
    s.post(&less)
        .and_then(|()| s.propagate())
        .expect("possible");
    s.remove_value(y, &Int::Small(7)).expect("possible");
    s.propagate().expect("possible");
    let dead = |_: VarId| false;
    assert_eq!(s.reclaim(mark, &dead), Some(mark));
    assert_eq!(s.reclaim(mark, &|v| v == z), None);
    // A change of an older variable stays, and what came before it.
    s.remove_value(x, &Int::Small(0)).expect("possible");
    s.propagate().expect("possible");
    assert_eq!(s.reclaim(mark, &dead), None);
    let kept = s.mark();
    s.new_bool();
    assert_eq!(s.reclaim(mark, &dead), Some(kept));
    // So does a constraint between an older variable and a dead one.
    let w = s.new_integer();
    let less = Constraint::linear(&[(1, x), (-1, w)], Rel::Le, 0);
    s.post(&less)
        .and_then(|()| s.propagate())
        .expect("possible");
    assert_eq!(s.reclaim(mark, &dead), None);
}
