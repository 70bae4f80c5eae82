//! A first clause that begins with a call which the clause itself matches.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "unguarded_recursion",
    level: LintLevel::Warning,
    group: "",
    doc: "A first clause that begins with a call of its own predicate, with only new variables or its own arguments, calls itself without end: no later clause is reached.",
    wrong: "nat(N) :- nat(M), N is M + 1.\nnat(0).\n",
    right: "nat(0).\nnat(N) :- nat(M), N is M + 1.\n",
    peer: "",
    run: Run::Load,
};
