//! The builtins that post constraints and show them.

use super::attvar_link::var_of;
use super::post_result::{succeeds, succeeds_in};
use super::propagation::{apply, change, note_posted, notify_bound};
use super::symbols::Symbols;
use super::{fast_paths, fd_predicates, post, reification, residual};
use crate::fd::constraints::constraint::Relation;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det};

const COMPARE: &str = "?term, ?term";
const REIFY: &str = "?term, ?term, ?term";

pub(super) const ROWS: &[BuiltinRow] = &[
    det("$fd_eq", COMPARE, "-", "Posts `X #= Y`.", |vm| {
        relation(vm, Relation::Eq)
    }),
    det("$fd_ne", COMPARE, "-", "Posts `X #\\= Y`.", |vm| {
        relation(vm, Relation::Ne)
    }),
    det("$fd_lt", COMPARE, "-", "Posts `X #< Y`.", |vm| {
        relation(vm, Relation::Lt)
    }),
    det("$fd_le", COMPARE, "-", "Posts `X #=< Y`.", |vm| {
        relation(vm, Relation::Le)
    }),
    det("$fd_gt", COMPARE, "-", "Posts `X #> Y`.", |vm| {
        relation(vm, Relation::Gt)
    }),
    det("$fd_ge", COMPARE, "-", "Posts `X #>= Y`.", |vm| {
        relation(vm, Relation::Ge)
    }),
    det("$fd_eq", REIFY, "-", "Posts `B #<==> X #= Y`.", |vm| {
        reified(vm, Relation::Eq)
    }),
    det("$fd_ne", REIFY, "-", "Posts `B #<==> X #\\= Y`.", |vm| {
        reified(vm, Relation::Ne)
    }),
    det("$fd_lt", REIFY, "-", "Posts `B #<==> X #< Y`.", |vm| {
        reified(vm, Relation::Lt)
    }),
    det("$fd_le", REIFY, "-", "Posts `B #<==> X #=< Y`.", |vm| {
        reified(vm, Relation::Le)
    }),
    det("$fd_gt", REIFY, "-", "Posts `B #<==> X #> Y`.", |vm| {
        reified(vm, Relation::Gt)
    }),
    det("$fd_ge", REIFY, "-", "Posts `B #<==> X #>= Y`.", |vm| {
        reified(vm, Relation::Ge)
    }),
    det(
        "$fd_in",
        "?term, +term",
        "-",
        "Posts `X in Domain`.",
        |vm| change(vm, ("in", 2), |vm| post::member(vm, vm.x(0), vm.x(1))),
    ),
    det(
        "$fd_ins",
        "+term, +term",
        "-",
        "Posts `Xs ins Domain`.",
        |vm| change(vm, ("ins", 2), |vm| post::members(vm, vm.x(0), vm.x(1))),
    ),
    det(
        "$fd_post",
        "+integer, +compound",
        "-",
        "Posts a call of the FD predicate with a number.",
        fd_predicate,
    ),
    det(
        "$fd_formula",
        "?term",
        "-",
        "Posts that a formula is true.",
        |vm| {
            let formula = vm.x(0);
            let name = move |vm: &Vm| formula_name(vm, formula);
            change(vm, name, |vm| reification::assert(vm, formula))
        },
    ),
    det(
        "$fd_all_different",
        "+term",
        "-",
        "Posts that the elements of a list are pairwise different.",
        |vm| {
            change(vm, ("all_different", 1), |vm| {
                post::all_different(vm, vm.x(0))
            })
        },
    ),
    det(
        "$fd_sum",
        "+term, +term, ?term",
        "-",
        "Posts a relation between the sum of a list and an expression.",
        |vm| {
            change(vm, ("sum", 3), |vm| {
                post::scalar_product(vm, None, vm.x(0), vm.x(1), vm.x(2))
            })
        },
    ),
    det(
        "$fd_scalar_product",
        "+term, +term, +term, ?term",
        "-",
        "Posts a relation between the scalar product of two lists and an expression.",
        |vm| {
            change(vm, ("scalar_product", 4), |vm| {
                post::scalar_product(vm, Some(vm.x(0)), vm.x(1), vm.x(2), vm.x(3))
            })
        },
    ),
    det(
        "$fd_var",
        "?term",
        "-",
        "True if a term is a constrained variable.",
        |vm| Ok(var_of(vm, vm.x(0)).is_some()),
    ),
    det(
        "$fd_residual",
        "?term, -list",
        "-",
        "Unifies a list with the goals that state the domain and the constraints of a variable.",
        |vm| {
            let goals = residual::goals(vm, vm.x(0));
            let list = vm.heap.list(&goals, Cell::NIL);
            Ok(vm.unify(vm.x(1), list))
        },
    ),
    det(
        "$fd_bound",
        "?term, ?term",
        "-",
        "Notifies the kernel that the owner of a kernel variable, given by number, was bound to a term.",
        |vm| {
            let names = Symbols::of(vm);
            let number = vm.to_int(vm.x(0)).and_then(|i| i.to_i64());
            let Some(n) = number.and_then(|n| u32::try_from(n).ok()) else {
                return Ok(true);
            };
            succeeds(notify_bound(vm, &names, VarId(n), vm.x(1)))
        },
    ),
];

fn relation(vm: &mut Vm, rel: Relation) -> Res {
    if rel == Relation::Ne && fast_paths::differ(vm, vm.x(0), vm.x(1)) {
        return note_posted(vm);
    }
    change(vm, (rel.name(), 2), |vm| {
        post::relation(vm, rel, vm.x(0), vm.x(1))
    })
}

/// `B #<==> X rel Y`.
fn reified(vm: &mut Vm, rel: Relation) -> Res {
    if fast_paths::truth(vm, vm.x(0), rel, vm.x(1), vm.x(2)) {
        return note_posted(vm);
    }
    change(vm, ("#<==>", 2), |vm| {
        reification::state_truth(vm, vm.x(0), rel, vm.x(1), vm.x(2))
    })
}

/// `'$fd_post'(+Number, +Goal)`: posts the FD predicate of that number with the arguments of the goal.
///
/// # Errors
/// `type_error(integer, A)` for an argument that is neither an integer nor a variable.
fn fd_predicate(vm: &mut Vm) -> Res {
    let goal = vm.x(1);
    if !goal.is_structure() {
        return Ok(false);
    }
    let (f, arity) = vm.heap.functor_of(goal);
    let name = vm.functors.get(f).0;
    let result = apply(vm, |vm| fd_predicates::post(vm, vm.x(0), goal));
    succeeds_in(vm, result, name, arity)
}

/// The connective that errors of a formula name as their context.
fn formula_name(vm: &Vm, t: Cell) -> (&'static str, u32) {
    const NAMES: [&str; 9] = [
        "#<==>", "#==>", "#<==", "#<=>", "#=>", "#<=", "#\\/", "#/\\", "#\\",
    ];
    if t.is_structure() {
        let (f, n) = vm.heap.functor_of(t);
        let text = vm.atoms.text(vm.functors.get(f).0);
        if let Some(name) = NAMES.iter().find(|name| ***name == *text) {
            return (name, n);
        }
    }
    ("#<==>", 2)
}
