//! Arithmetic on small integers in cells.

use crate::machine::Cell;
use crate::machine::cell::{MAX_SMALL, MIN_SMALL};

#[test]
fn small_arithmetic_detects_overflow() {
    let (a, b) = (Cell::int(MAX_SMALL), Cell::int(1));
    assert!(Cell::add_small(a, b).is_none());
    assert!(Cell::sub_small(Cell::int(MIN_SMALL), b).is_none());
    assert_eq!(Cell::sub_small(a, b).map(Cell::as_int), Some(MAX_SMALL - 1));
    assert_eq!(
        Cell::mul_small(Cell::int(-3), Cell::int(7)).map(Cell::as_int),
        Some(-21)
    );
    assert_eq!(
        Cell::add_small(Cell::int(-3), Cell::int(7)).map(Cell::as_int),
        Some(4)
    );
}
