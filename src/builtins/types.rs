//! Type testing (ISO 13211-1, 8.3).

use crate::code::instr::TypeTest;
use crate::machine::Cell;
use crate::system::text::skip_list;
use crate::system::{BuiltinRow, Res, Vm, repeatable};

macro_rules! tests {
    ($($f:ident $test:ident;)*) => { $(
        fn $f(vm: &mut Vm) -> Res {
            Ok(vm.has_type(TypeTest::$test, vm.x(0)))
        }
    )* };
}

tests! {
    var Var;
    nonvar Nonvar;
    atom Atom;
    integer Integer;
    float Float;
    rational Rational;
    atomic Atomic;
    compound Compound;
    callable Callable;
    number Number;
    ground Ground;
}

pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable(
        "var",
        "@term",
        "8.3.1",
        "True if the argument is a variable.",
        var,
    ),
    repeatable(
        "nonvar",
        "@term",
        "8.3.7",
        "True if the argument is not a variable.",
        nonvar,
    ),
    repeatable(
        "atom",
        "@term",
        "8.3.2",
        "True if the argument is an atom.",
        atom,
    ),
    repeatable(
        "integer",
        "@term",
        "8.3.3",
        "True if the argument is an integer.",
        integer,
    ),
    repeatable(
        "float",
        "@term",
        "8.3.4",
        "True if the argument is a float.",
        float,
    ),
    repeatable(
        "rational",
        "@term",
        "-",
        "True if the argument is a rational number: an integer or a ratio.",
        rational,
    ),
    repeatable(
        "atomic",
        "@term",
        "8.3.5",
        "True if the argument is an atom or a number.",
        atomic,
    ),
    repeatable(
        "compound",
        "@term",
        "8.3.6",
        "True if the argument is a compound term.",
        compound,
    ),
    repeatable(
        "callable",
        "@term",
        "8.3.9",
        "True if the argument is an atom or a compound term.",
        callable,
    ),
    repeatable(
        "number",
        "@term",
        "8.3.8",
        "True if the argument is a number.",
        number,
    ),
    repeatable(
        "ground",
        "@term",
        "8.3.10",
        "True if the argument has no variables.",
        ground,
    ),
    repeatable(
        "is_list",
        "@term",
        "-",
        "True if the argument is a proper list.",
        is_list,
    ),
    repeatable(
        "acyclic_term",
        "@term",
        "8.3.11",
        "True if the argument is a finite tree.",
        acyclic_term,
    ),
    repeatable(
        "cyclic_term",
        "@term",
        "-",
        "True if the argument is an infinite tree.",
        cyclic_term,
    ),
];

fn is_list(vm: &mut Vm) -> Res {
    Ok(skip_list(vm, vm.x(0)).1 == Cell::NIL)
}

fn acyclic_term(vm: &mut Vm) -> Res {
    Ok(vm.is_acyclic(vm.x(0)))
}

fn cyclic_term(vm: &mut Vm) -> Res {
    Ok(!vm.is_acyclic(vm.x(0)))
}
