//! Term unification (ISO 13211-1, 8.2) and term comparison (8.4).

use crate::base::atom::{Atom, atoms};
use crate::builtins::unify::{not_unifiable, unify};
use crate::machine::Cell;
use crate::system::flags::OccursCheck;
use crate::system::{Res, Row, Vm, det};
use std::cmp::Ordering;

pub(crate) const ROWS: &[Row] = &[
    det(
        "=",
        "?term, ?term",
        "8.2.1",
        "Unifies the two terms.",
        unify,
    ),
    det(
        "unify_with_occurs_check",
        "?term, ?term",
        "8.2.2",
        "Unifies the two terms, making no infinite tree.",
        unify_occurs,
    ),
    det(
        "\\=",
        "@term, @term",
        "8.2.3",
        "The two terms do not unify.",
        not_unifiable,
    ),
    det(
        "subsumes_term",
        "@term, @term",
        "8.2.4",
        "The second term is an instance of the first.",
        subsumes_term,
    ),
    det(
        "compare",
        "?atom, @term, @term",
        "8.4.2",
        "How two terms stand in the standard order.",
        compare,
    ),
    det(
        "==",
        "@term, @term",
        "8.4.1",
        "The two terms are identical.",
        identical,
    ),
    det(
        "\\==",
        "@term, @term",
        "8.4.1",
        "The two terms are not identical.",
        not_identical,
    ),
    det(
        "@<",
        "@term, @term",
        "8.4.1",
        "The first term comes before the second.",
        before,
    ),
    det(
        "@=<",
        "@term, @term",
        "8.4.1",
        "The first term does not come after the second.",
        not_after,
    ),
    det(
        "@>",
        "@term, @term",
        "8.4.1",
        "The first term comes after the second.",
        after,
    ),
    det(
        "@>=",
        "@term, @term",
        "8.4.1",
        "The first term does not come before the second.",
        not_before,
    ),
    det(
        "=@=",
        "@term, @term",
        "-",
        "The two terms are equal up to the names of their variables.",
        variant,
    ),
    det(
        "\\=@=",
        "@term, @term",
        "-",
        "The two terms are no variants.",
        not_variant,
    ),
    det(
        "?=",
        "@term, @term",
        "-",
        "It is certain whether the two terms are equal.",
        decided,
    ),
    det(
        "unifiable",
        "@term, @term, -list",
        "-",
        "The bindings `Var=Term` that would unify two terms.",
        unifiable,
    ),
];

fn unify_occurs(vm: &mut Vm) -> Res {
    Ok(vm.unify(vm.x(0), vm.x(1)) && vm.is_acyclic(vm.x(0)))
}

fn subsumes_term(vm: &mut Vm) -> Res {
    let (general, specific) = (vm.x(0), vm.x(1));
    Ok(vm.subsumes(general, specific))
}

/// The atom for an order.
fn order_atom(o: Ordering) -> Atom {
    Atom::from_char(match o {
        Ordering::Less => '<',
        Ordering::Equal => '=',
        Ordering::Greater => '>',
    })
}

fn compare(vm: &mut Vm) -> Res {
    let order = vm.x(0);
    let result = Cell::atom(order_atom(vm.compare(vm.x(1), vm.x(2))));
    if order.is_atom() {
        if !matches!(order.as_atom().as_char(), Some('<' | '=' | '>')) {
            return Err(vm.domain_error("order", order));
        }
        return Ok(order == result);
    }
    Ok(vm.unify(order, result))
}

fn identical(vm: &mut Vm) -> Res {
    Ok(vm.identical(vm.x(0), vm.x(1)))
}

fn not_identical(vm: &mut Vm) -> Res {
    Ok(!vm.identical(vm.x(0), vm.x(1)))
}

fn before(vm: &mut Vm) -> Res {
    Ok(vm.compare(vm.x(0), vm.x(1)) == Ordering::Less)
}

fn not_after(vm: &mut Vm) -> Res {
    Ok(vm.compare(vm.x(0), vm.x(1)) != Ordering::Greater)
}

fn after(vm: &mut Vm) -> Res {
    Ok(vm.compare(vm.x(0), vm.x(1)) == Ordering::Greater)
}

fn not_before(vm: &mut Vm) -> Res {
    Ok(vm.compare(vm.x(0), vm.x(1)) != Ordering::Less)
}

fn variant(vm: &mut Vm) -> Res {
    Ok(vm.variant(vm.x(0), vm.x(1)))
}

fn not_variant(vm: &mut Vm) -> Res {
    Ok(!vm.variant(vm.x(0), vm.x(1)))
}

fn decided(vm: &mut Vm) -> Res {
    let (a, b) = (vm.x(0), vm.x(1));
    Ok(vm.identical(a, b) || !vm.can_unify(a, b))
}

fn unifiable(vm: &mut Vm) -> Res {
    let (a, b) = (vm.x(0), vm.x(1));
    if vm.ext.flags.occurs_check != OccursCheck::False && not_unifiable(vm)? {
        return Ok(false);
    }
    let Some(bindings) = vm.unifier(a, b) else {
        return Ok(false);
    };
    let equals = vm.functors.intern(atoms::UNIFY, 2);
    let items: Vec<Cell> = bindings
        .iter()
        .map(|&(v, t)| vm.heap.structure(equals, &[v, t]))
        .collect();
    let list = vm.heap.list(&items, Cell::NIL);
    Ok(vm.unify(vm.x(2), list))
}
