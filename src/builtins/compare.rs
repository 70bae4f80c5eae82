//! Term unification (ISO 13211-1, 8.2) and term comparison (8.4).

use crate::base::atom::{Atom, atoms};
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, repeatable};
use std::cmp::Ordering;

pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable("=", "?term, ?term", "8.2.1", "Unifies two terms.", unify),
    repeatable(
        "unify_with_occurs_check",
        "?term, ?term",
        "8.2.2",
        "Unifies two terms; fails if the result would be cyclic.",
        unify_occurs,
    ),
    repeatable(
        "\\=",
        "@term, @term",
        "8.2.3",
        "True if two terms do not unify.",
        not_unifiable,
    ),
    repeatable(
        "subsumes_term",
        "@term, @term",
        "8.2.4",
        "True if the second term is an instance of the first; binds nothing.",
        subsumes_term,
    ),
    repeatable(
        "compare",
        "?atom, @term, @term",
        "8.4.2",
        "Unifies the first argument with `<`, `=` or `>`: the order of two terms in the standard order.",
        compare,
    ),
    repeatable(
        "$compare_by_value",
        "?atom, @term, @term",
        "-",
        "Unifies the first argument with the order of two terms in the standard order, in which numbers are compared by value.",
        compare_by_value,
    ),
    repeatable(
        "==",
        "@term, @term",
        "8.4.1",
        "True if two terms are identical.",
        identical,
    ),
    repeatable(
        "\\==",
        "@term, @term",
        "8.4.1",
        "True if two terms are not identical.",
        not_identical,
    ),
    repeatable(
        "@<",
        "@term, @term",
        "8.4.1",
        "True if the first term comes before the second in the standard order.",
        before,
    ),
    repeatable(
        "@=<",
        "@term, @term",
        "8.4.1",
        "True if the first term is identical to the second or comes before it in the standard order.",
        not_after,
    ),
    repeatable(
        "@>",
        "@term, @term",
        "8.4.1",
        "True if the first term comes after the second in the standard order.",
        after,
    ),
    repeatable(
        "@>=",
        "@term, @term",
        "8.4.1",
        "True if the first term is identical to the second or comes after it in the standard order.",
        not_before,
    ),
    repeatable(
        "=@=",
        "@term, @term",
        "-",
        "True if two terms are variants: equal up to the names of their variables.",
        variant,
    ),
    repeatable(
        "\\=@=",
        "@term, @term",
        "-",
        "True if two terms are not variants.",
        not_variant,
    ),
    repeatable(
        "?=",
        "@term, @term",
        "-",
        "True if two terms are identical or do not unify, so that later bindings cannot change the outcome.",
        decided,
    ),
    repeatable(
        "unifiable",
        "@term, @term, -list",
        "-",
        "Unifies the third argument with the list of bindings `Var=Term` that would unify two terms; fails if they do not unify.",
        unifiable,
    ),
];

fn unify(vm: &mut Vm) -> Res {
    Ok(vm.unify(vm.x(0), vm.x(1)))
}

fn unify_occurs(vm: &mut Vm) -> Res {
    Ok(vm.unify_acyclic(vm.x(0), vm.x(1)))
}

fn not_unifiable(vm: &mut Vm) -> Res {
    vm.differ(0, 1)
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
    let order = vm.compare(vm.x(1), vm.x(2));
    unify_order(vm, order)
}

fn compare_by_value(vm: &mut Vm) -> Res {
    let order = vm.compare_by_value(vm.x(1), vm.x(2));
    unify_order(vm, order)
}

/// Unifies the first argument with an order.
fn unify_order(vm: &mut Vm, result: Ordering) -> Res {
    let order = vm.x(0);
    let result = Cell::atom(order_atom(result));
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
