//! The table of functors, and the set of those that are live.

use crate::base::atom::atoms;
use crate::base::number_set::NumberSet;
use crate::code::pred::{FunctorId, FunctorTable};

#[test]
fn a_live_functor_is_kept_after_others_were_swept() {
    let mut table = FunctorTable::default();
    let name = atoms::NIL;
    let all: Vec<FunctorId> = (0..200).map(|n| table.intern_transient(name, n)).collect();
    // The second time, fewer functors are in use than the number of the live one.
    for _ in 0..2 {
        let mut live = NumberSet::below(table.places());
        live.insert(all[199].0);
        table.sweep(&live);
        assert_eq!(table.find(name, 199), Some(all[199]));
    }
    assert_eq!(table.len(), 1);
}
