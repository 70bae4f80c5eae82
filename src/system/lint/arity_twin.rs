//! A clause among those of a predicate with the same name and another arity.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "arity_twin",
    level: LintLevel::Warning,
    group: "discontiguous",
    doc: "One clause with another number of arguments stands among the clauses of a predicate, or a fact that nothing calls before or after its facts: it has lost an argument, or has one too many.",
    wrong: "age(ann, 31).\nage(bob).\nage(cleo, 7).\n",
    right: "age(ann, 31).\nage(bob, 35).\nage(cleo, 7).\n",
    peer: "Clauses of age/2 are not together in the source-file",
    run: Run::Load,
};
