//! Constants: which of them fit a cell or an operand.

use crate::base::int::Int;
use crate::base::tree::Node;

/// The greatest integer that fits a cell.
pub(super) const MAX_SMALL: i64 = (1 << 60) - 1;

/// The least integer that fits a cell.
pub(super) const MIN_SMALL: i64 = -(1 << 60);

/// An integer that fits a cell.
pub(super) fn small(i: &Int) -> Option<i64> {
    i.to_i64().filter(|i| (MIN_SMALL..=MAX_SMALL).contains(i))
}

/// Returns true if the node is a string, or a number that does not fit a cell.
pub(super) fn is_boxed(n: &Node) -> bool {
    match n {
        Node::Int(i) => small(i).is_none(),
        Node::Float(_) | Node::Rat(_) | Node::String(_) => true,
        Node::Var(_) | Node::Atom(_) | Node::Compound { .. } => false,
    }
}

/// An integer of 32 bits.
pub(super) fn int32(n: &Node) -> Option<i32> {
    match n {
        Node::Int(i) => small(i).and_then(|i| i32::try_from(i).ok()),
        _ => None,
    }
}
