//! Owned terms.

use crate::base::atom::atoms;
use crate::base::tree::Tree;

#[test]
fn a_million_levels_drop_without_recursion() {
    let mut t = Tree::new();
    let mut n = t.nil();
    for _ in 0..1_000_000 {
        n = t.compound(atoms::DOT, &[n, n]);
    }
    t.root = Some(n);
    assert_eq!(t.args(n).len(), 2);
    drop(t);
}
