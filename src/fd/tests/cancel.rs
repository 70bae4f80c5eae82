//! Cancelling a long run of a propagator.

use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::global::distinct::{Distinct, Strength};
use crate::fd::constraints::prop::Store;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn a_stopped_run_is_made_up_for() {
    let mut s = Store::new();
    let wanted = Arc::new(AtomicBool::new(true));
    let seen = wanted.clone();
    s.set_cancel_check(Some(Box::new(move || seen.load(Ordering::SeqCst))));
    // Element number 0 has the only value that the others, of which there are too many for a
    // word, leave: their own.
    let first = s.new_range(1, 4000);
    let mut xs = vec![first];
    xs.extend((1..4000).map(|_| s.new_range(2, 4000)));
    let all = Constraint::other(Distinct::new(&xs, Strength::Domain));
    s.post(&all).expect("possible");
    s.propagate_some().expect("possible");
    assert!(s.is_paused());
    assert_eq!(s.vars().word(first), None);
    s.propagate_some().expect("possible");
    assert!(s.is_paused());
    wanted.store(false, Ordering::SeqCst);
    s.propagate().expect("possible");
    assert!(!s.is_paused());
    assert_eq!(s.vars().word(first), Some(1));
}
