//! Clauses of a predicate that stand apart.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "discontiguous",
    level: LintLevel::Warning,
    group: "",
    doc: "The clauses of a predicate stand apart without `:- discontiguous`: one of them may belong to another predicate.",
    wrong: "colour(red).\nsize(big).\ncolour(blue).\n",
    right: ":- discontiguous colour/1.\ncolour(red).\nsize(big).\ncolour(blue).\n",
    peer: "Clauses of colour/1 are not together in the source-file",
    run: Run::Load,
};
