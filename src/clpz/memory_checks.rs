//! Checks of the memory that constraints take, and of the walks that make constraints of terms.

use super::post_result::{PostError, PostResult};
use crate::machine::{Ball, Cell};
use crate::system::Vm;

/// Steps of a walk between two checks. A prime: on a short cycle, the checks do not always meet the same term, which
/// may be a number.
const CHECK: u32 = 99_991;

/// Checks in a walk over a term, once in many steps, that a part of the term is finite, that the machine is not
/// interrupted, and that there is memory for the `bytes` that the walk holds and for what it has posted. A walk
/// visits shared parts once for each occurrence, so it may take exponential time.
///
/// # Errors
/// `fault` if the part is infinite; the ball of the interrupt or of the limit; `resource_error(memory)`.
#[inline]
pub(super) fn check_walk(
    vm: &mut Vm,
    steps: u32,
    part: Cell,
    bytes: usize,
    fault: impl FnOnce(&mut Vm) -> Ball,
) -> PostResult<()> {
    if !steps.is_multiple_of(CHECK) {
        return Ok(());
    }
    if !vm.is_acyclic(part) {
        return Err(PostError::Ball(fault(vm)));
    }
    check_long_walk(vm, bytes).map_err(PostError::Ball)
}

#[cold]
fn check_long_walk(vm: &mut Vm, bytes: usize) -> Result<(), Ball> {
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
    check_memory_for(vm, 0)
}

/// Checks memory at intervals while variables are made: a list may make millions of them before the next propagation.
///
/// # Errors
/// `resource_error(memory)`
#[inline]
pub(super) fn check_memory_at_intervals(vm: &mut Vm) -> Result<(), Ball> {
    if vm.ext.clpz.store.is_due_for_variables() {
        return check_memory(vm);
    }
    Ok(())
}

/// Checks that the constraints may take `more` bytes, for propagators with large data of their own.
///
/// # Errors
/// `resource_error(memory)`
#[inline]
pub(super) fn check_memory_for(vm: &mut Vm, more: u64) -> Result<(), Ball> {
    let bytes = vm.ext.clpz.store.bytes().saturating_add(more);
    if bytes > vm.limits().heap_bytes || !vm.reserve(more) {
        return Err(vm.out_of_memory());
    }
    Ok(())
}
