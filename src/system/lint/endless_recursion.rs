//! A predicate each of whose clauses calls it again.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "endless_recursion",
    level: LintLevel::Warning,
    group: "",
    doc: "A predicate each of whose clauses computes something and calls it again is never true: a clause that ends the recursion is missing.",
    wrong: "count(N) :- N1 is N - 1, count(N1).\n",
    right: "count(0).\ncount(N) :- N > 0, N1 is N - 1, count(N1).\n",
    peer: "",
    run: Run::Load,
};
