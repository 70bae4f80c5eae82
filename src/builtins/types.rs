//! Type testing (ISO 13211-1, 8.3).

use crate::code::instr::TypeTest;
use crate::machine::Cell;
use crate::system::text::skip_list;
use crate::system::{Res, Row, Vm, det};

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

pub(crate) const ROWS: &[Row] = &[
    det("var", "@term", "8.3.1", "It is a variable.", var),
    det("nonvar", "@term", "8.3.7", "It is not a variable.", nonvar),
    det("atom", "@term", "8.3.2", "It is an atom.", atom),
    det("integer", "@term", "8.3.3", "It is an integer.", integer),
    det("float", "@term", "8.3.4", "It is a float.", float),
    det(
        "rational",
        "@term",
        "-",
        "It is a rational number: an integer or a ratio.",
        rational,
    ),
    det(
        "atomic",
        "@term",
        "8.3.5",
        "It is an atom or a number.",
        atomic,
    ),
    det(
        "compound",
        "@term",
        "8.3.6",
        "It is a compound term.",
        compound,
    ),
    det(
        "callable",
        "@term",
        "8.3.9",
        "It is an atom or a compound term.",
        callable,
    ),
    det("number", "@term", "8.3.8", "It is a number.", number),
    det("ground", "@term", "8.3.10", "It has no variables.", ground),
    det(
        "is_list",
        "@term",
        "-",
        "It is a list with an end.",
        is_list,
    ),
    det(
        "acyclic_term",
        "@term",
        "8.3.11",
        "It is a finite tree.",
        acyclic_term,
    ),
    det(
        "cyclic_term",
        "@term",
        "-",
        "It is an infinite tree.",
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
