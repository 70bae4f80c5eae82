//! The result of posting a constraint, and how a builtin returns it.

use crate::base::atom::Atom;
use crate::fd::kernel::var::Inconsistent;
use crate::machine::{Ball, Cell};
use crate::system::{Res, Vm};

/// The reason why a constraint was not posted.
pub(super) enum PostError {
    /// No solution is left.
    Fail,
    /// An error term was thrown.
    Ball(Ball),
}

/// Result of posting: success, failure, or a thrown ball.
pub(super) type PostResult<T> = Result<T, PostError>;

impl From<Inconsistent> for PostError {
    fn from(_: Inconsistent) -> PostError {
        PostError::Fail
    }
}

/// The result of a builtin that posts.
pub(super) fn succeeds(result: PostResult<()>) -> Res {
    match result {
        Ok(()) => Ok(true),
        Err(PostError::Fail) => Ok(false),
        Err(PostError::Ball(ball)) => Err(ball),
    }
}

/// [`succeeds`]; a ball without a context gets `name/arity`.
pub(super) fn succeeds_in(vm: &mut Vm, result: PostResult<()>, name: Atom, arity: u32) -> Res {
    succeeds(result).map_err(|ball| vm.close_ball(ball, name, arity))
}

/// Unifies argument `at` of a builtin with a result; a ball without a context gets `name/arity`.
pub(super) fn unify_in(
    vm: &mut Vm,
    at: usize,
    result: PostResult<Cell>,
    (name, arity): (&str, u32),
) -> Res {
    match result {
        Ok(c) => Ok(vm.unify(vm.x(at), c)),
        Err(PostError::Fail) => Ok(false),
        Err(PostError::Ball(ball)) => {
            let name = vm.atoms.intern(name);
            Err(vm.close_ball(ball, name, arity))
        }
    }
}
