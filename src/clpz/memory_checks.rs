//! Checks of the memory that constraints take, and of the walks that make constraints of terms.

use super::attvar_link::store;
use super::post_result::{PostError, PostResult};
use crate::base::atom::atoms;
use crate::machine::Ball;
use crate::system::Vm;

/// Terms between two checks for a cycle. A prime, so that on a short cycle the look
/// does not always fall on the same term, which may be a number.
pub(super) const CHECK: u32 = 99_991;

/// Checks in a long walk over a term that the machine is not interrupted, and that there is room for the `bytes` that
/// the walk holds and for what it has posted: the parts of a term that are shared are visited once for each occurrence.
///
/// # Errors
/// The ball of the interrupt or of the limit; `resource_error(memory)`.
#[cold]
pub(super) fn check_long_walk(vm: &mut Vm, bytes: usize) -> Result<(), Ball> {
    vm.check_interrupt()?;
    check_memory(vm)?;
    // A vector holds twice its bytes while it grows.
    vm.check_room(2 * bytes as u64)
}

/// Checks that the constraints take no more memory than the heap's limit.
///
/// # Errors
/// `resource_error(memory)`
#[inline]
pub(super) fn check_memory(vm: &mut Vm) -> Result<(), Ball> {
    if store(vm).bytes() > vm.limits().heap_bytes {
        return Err(vm.resource_error(atoms::MEMORY));
    }
    Ok(())
}

/// Checks that the constraints may take `more` bytes, for propagators with large data of their own.
///
/// # Errors
/// `resource_error(memory)`
pub(super) fn check_store(vm: &mut Vm, more: u64) -> PostResult<()> {
    if store(vm).bytes().saturating_add(more) > vm.limits().heap_bytes {
        return Err(PostError::Ball(vm.resource_error(atoms::MEMORY)));
    }
    Ok(())
}
