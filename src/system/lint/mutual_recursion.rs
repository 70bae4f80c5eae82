//! Predicates that call each other first, with nothing smaller.

use crate::system::lint::check::{Check, Run};
use crate::system::lint::settings::LintLevel;

pub(super) const CHECK: Check = Check {
    name: "mutual_recursion",
    level: LintLevel::Warning,
    group: "",
    doc: "Predicates whose clauses begin with calls of each other, with the same arguments, do not end without `:- table`.",
    wrong: "likes(X, Y) :- friend(X, Y).\nlikes(ann, bob).\nfriend(X, Y) :- likes(Y, X).\nfriend(bob, cleo).\n",
    right: ":- table likes/2, friend/2.\nlikes(X, Y) :- friend(X, Y).\nlikes(ann, bob).\nfriend(X, Y) :- likes(Y, X).\nfriend(bob, cleo).\n",
    peer: "",
    run: Run::Load,
};
