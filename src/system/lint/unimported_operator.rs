//! An operator of a library that is not imported.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "unimported_operator",
    level: LintLevel::Note,
    group: "",
    doc: "An operator of a library is used without importing the library.",
    wrong: "all_equal(Z, Xs) :- maplist(Z+\\X^(X = Z), Xs).\n",
    right: ":- use_module(library(lambda)).\nall_equal(Z, Xs) :- maplist(Z+\\X^(X = Z), Xs).\n",
    peer: "Syntax error: Operator expected",
    run: Run::Load,
};
