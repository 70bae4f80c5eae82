//! The operator table.

use crate::base::atom::{AtomTable, atoms};
use crate::base::int::Int;
use crate::syntax::ops::{OpClass, OpError, OpTable, OpType};

#[test]
fn op_3_refuses_what_iso_forbids() {
    let mut a = AtomTable::new();
    let mut t = OpTable::standard(&mut a);
    let comma = atoms::COMMA;
    let bar = atoms::BAR;
    let gt = atoms::GT;
    assert_eq!(t.add(1000, OpType::Xfy, comma), Err(OpError::Modify(comma)));
    assert_eq!(t.add(0, OpType::Xfy, comma), Err(OpError::Modify(comma)));
    assert_eq!(t.add(999, OpType::Xfy, bar), Err(OpError::Create(bar)));
    assert_eq!(t.add(1100, OpType::Fy, bar), Err(OpError::Create(bar)));
    assert_eq!(t.add(1105, OpType::Xfy, bar), Ok(()));
    assert_eq!(t.add(0, OpType::Xfy, bar), Ok(()));
    assert_eq!(
        t.add(500, OpType::Xfy, atoms::NIL),
        Err(OpError::Create(atoms::NIL))
    );
    assert_eq!(
        t.add(500, OpType::Fy, atoms::CURLY),
        Err(OpError::Create(atoms::CURLY))
    );
    assert_eq!(t.add(699, OpType::Xf, gt), Err(OpError::Create(gt)));
    assert_eq!(OpType::from_atom(atoms::NIL), Err(OpError::Specifier));
    assert_eq!(
        OpTable::check_priority(&Int::Small(1201)),
        Err(OpError::Priority)
    );
}

#[test]
fn clones_are_independent() {
    let mut a = AtomTable::new();
    let t = OpTable::standard(&mut a);
    let mut u = t.clone();
    let minus = atoms::MINUS;
    u.add(0, OpType::Fy, minus).expect("removes");
    assert!(u.prefix(minus).is_none() && u.infix(minus).is_some());
    assert_eq!(t.prefix(minus).map(|d| d.priority), Some(200));
    assert!(t.get(a.intern("dynamic"), OpClass::Prefix).is_none());
    assert!(t.directive(a.intern("dynamic")).is_some());
}
